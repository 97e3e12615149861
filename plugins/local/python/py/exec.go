package py

import (
	"math"
	"unsafe"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// run executes entry's frame, and what it calls, until entry returns or fails.
// Guest calls push frames and stay in this loop; only natives that call back
// into the guest run it again.
//
// The frequent cases of an operation are in the switch; all others are methods
// of VM. After the switch stand the ends that many cases share: enter calls a
// guest function, leave returns from one, fail unwinds.
func (vm *VM) run(entry *Frame) (Value, error) {
	var (
		f      = entry
		r      = f.regs
		ip     = f.ip
		sites  = unsafe.Pointer(unsafe.SliceData(f.Code.sites))
		consts = unsafe.Pointer(unsafe.SliceData(f.Code.consts))

		v   Value // a result on its way
		err error // an error on its way
		fn  *Function
		nf  *Frame
		// The call on its way: nargs arguments stand from r[first] on.
		first, nargs int
		mode         frameMode
		ret          uint8
		op           BinaryOp
		cmp          CompareOp
		yes          bool
	)
	entry.mode |= modeEntry
	vm.frame = f
	if vm.pending != nil {
		err, vm.pending = vm.pending, nil
		if e, ok := err.(*Exception); ok && f.gen != nil && f.gen.handling > 0 {
			vm.chain(e) // what the generator itself was handling
		}
		goto raise
	}
	goto next

loop:
	for ; ; ip = (*code.Instr)(unsafe.Add(unsafe.Pointer(ip), instrSize)) {
		switch ip.Op {
		case code.OpNop:

		// Moves, constants, locals.

		case code.OpLoadConst:
			r[ip.A] = *(*Value)(unsafe.Add(consts, int(ip.D)))
		case code.OpLoadInt:
			r[ip.A].setInt(int64(ip.D))
		case code.OpLoadNone:
			r[ip.A] = None
		case code.OpLoadTrue:
			r[ip.A] = True
		case code.OpLoadFalse:
			r[ip.A] = False
		case code.OpMove:
			r[ip.A] = r[ip.B]
		case code.OpCheckLocal:
			if r[ip.A].p == nil {
				err = vm.unboundLocal(f.Code.names[ip.D])
				goto fail
			}
		case code.OpDelLocal:
			if r[ip.A].p == nil {
				err = vm.unboundLocal(f.Code.names[ip.D])
				goto fail
			}
			r[ip.A] = Value{}
		case code.OpUnbind:
			r[ip.A] = Value{}
		case code.OpLoadFar:
			r[ip.A] = f.far[ip.D]
		case code.OpStoreFar:
			f.far[ip.D] = r[ip.A]

		// Cells.

		case code.OpMakeCell:
			r[ip.A] = vm.newCell(r[ip.A])
		case code.OpNewCell:
			r[ip.A] = vm.newCell(Value{})
		case code.OpLoadCell:
			v = (*Cell)(r[ip.B].p).V
			if v.p == nil {
				err = vm.emptyCell(f.Code.names[ip.D], ip.C)
				goto fail
			}
			r[ip.A] = v
		case code.OpStoreCell:
			(*Cell)(r[ip.A].p).V = r[ip.B]
		case code.OpDelCell:
			c := (*Cell)(r[ip.A].p)
			if c.V.p == nil {
				err = vm.emptyCell(f.Code.names[ip.D], ip.C)
				goto fail
			}
			c.V = Value{}

		// Names.

		case code.OpLoadGlobal:
			s := (*site)(unsafe.Add(sites, int(ip.D)))
			if s.dict == f.Globals && s.version == s.dict.version {
				if s.kind == siteGlobal {
					r[ip.A] = s.dict.entries[s.slot].val
					continue
				}
				if s.slot == int32(vm.Builtins.version) {
					r[ip.A] = s.value
					continue
				}
			}
			v, err = vm.loadGlobal(f, s)
			goto store
		case code.OpStoreGlobal:
			s := (*site)(unsafe.Add(sites, int(ip.D)))
			if s.dict == f.Globals && s.version == s.dict.version {
				s.dict.entries[s.slot].val = r[ip.A]
				continue
			}
			err = vm.storeGlobal(f, s, r[ip.A], code.Binding(ip.B))
			goto done
		case code.OpDelGlobal:
			err = vm.delGlobal(f.Globals, f.Code.names[ip.D])
			goto done
		case code.OpLoadName:
			v, err = vm.loadName(f, (*site)(unsafe.Add(sites, int(ip.D))))
			goto store
		case code.OpStoreName:
			err = vm.storeName(f, f.Code.names[ip.D], r[ip.A], code.Binding(ip.B))
			goto done
		case code.OpDelName:
			err = vm.delName(f, f.Code.names[ip.D])
			goto done
		case code.OpLoadClassCell:
			v, err = vm.loadClassCell(f, f.Code.names[ip.D], (*Cell)(r[ip.B].p))
			goto store
		case code.OpLoadDictGlobal:
			v, err = vm.loadDictGlobal(f, f.Code.names[ip.D], r[ip.B])
			goto store
		case code.OpLoadDictCell:
			v, err = vm.loadDictCell(f.Code.names[ip.D], r[ip.B], (*Cell)(r[ip.C].p))
			goto store
		case code.OpSetupAnnotations:
			err = vm.setupAnnotations(f)
			goto done

		// Arithmetic.

		case code.OpAdd, code.OpInplaceAdd:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				a, b := int64(x.n), int64(y.n)
				if s := a + b; (a^s)&(b^s) >= 0 {
					r[ip.A].setInt(s)
					continue
				}
			} else if x.p == floatP && y.p == floatP {
				r[ip.A].setFloat(math.Float64frombits(x.n) + math.Float64frombits(y.n))
				continue
			} else if s, t := x.Str(), y.Str(); s != nil && t != nil && s.typ == StrType && t.typ == StrType {
				if v, err = vm.concat(s, t, ip.Op == code.OpInplaceAdd); err != nil {
					goto fail
				}
				r[ip.A] = v
				continue
			}
			op = OpAdd
			if ip.Op == code.OpInplaceAdd {
				goto inplace
			}
			goto binary
		case code.OpSub:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				a, b := int64(x.n), int64(y.n)
				if s := a - b; (a^b)&(a^s) >= 0 {
					r[ip.A].setInt(s)
					continue
				}
			} else if x.p == floatP && y.p == floatP {
				r[ip.A].setFloat(math.Float64frombits(x.n) - math.Float64frombits(y.n))
				continue
			}
			op = OpSub
			goto binary
		case code.OpMul:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				if s, ok := mulInt(int64(x.n), int64(y.n)); ok {
					r[ip.A].setInt(s)
					continue
				}
			} else if x.p == floatP && y.p == floatP {
				r[ip.A].setFloat(math.Float64frombits(x.n) * math.Float64frombits(y.n))
				continue
			}
			op = OpMul
			goto binary
		case code.OpTrueDiv:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == floatP && y.p == floatP {
				if d := math.Float64frombits(y.n); d != 0 {
					r[ip.A].setFloat(math.Float64frombits(x.n) / d)
					continue
				}
			}
			op = OpTrueDiv
			goto binary
		case code.OpFloorDiv:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				if q, ok := floorDiv(int64(x.n), int64(y.n)); ok {
					r[ip.A].setInt(q)
					continue
				}
			}
			op = OpFloorDiv
			goto binary
		case code.OpMod:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP && y.n != 0 {
				r[ip.A].setInt(floorMod(int64(x.n), int64(y.n)))
				continue
			}
			op = OpMod
			goto binary
		case code.OpPow:
			op = OpPow
			goto binary
		case code.OpLShift:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP && y.n < 63 {
				a := int64(x.n)
				if s := a << y.n; s>>y.n == a {
					r[ip.A].setInt(s)
					continue
				}
			}
			op = OpLShift
			goto binary
		case code.OpRShift:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP && int64(y.n) >= 0 {
				r[ip.A].setInt(int64(x.n) >> y.n)
				continue
			}
			op = OpRShift
			goto binary
		case code.OpBitAnd:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				r[ip.A].setInt(int64(x.n & y.n))
				continue
			}
			op = OpAnd
			goto binary
		case code.OpBitOr:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				r[ip.A].setInt(int64(x.n | y.n))
				continue
			}
			op = OpOr
			goto binary
		case code.OpBitXor:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				r[ip.A].setInt(int64(x.n ^ y.n))
				continue
			}
			op = OpXor
			goto binary
		case code.OpMatMul:
			op = OpMatMul
			goto binary
		case code.OpInplace:
			op = BinaryOp(ip.D - int32(code.OpAdd))
			goto inplace
		case code.OpAddI:
			x := &r[ip.B]
			if x.p == intP {
				a, b := int64(x.n), int64(ip.D)
				if s := a + b; (a^s)&(b^s) >= 0 {
					r[ip.A].setInt(s)
					continue
				}
			}
			op = OpAdd
			goto immediate
		case code.OpSubI:
			x := &r[ip.B]
			if x.p == intP {
				a, b := int64(x.n), int64(ip.D)
				if s := a - b; (a^b)&(a^s) >= 0 {
					r[ip.A].setInt(s)
					continue
				}
			}
			op = OpSub
			goto immediate
		case code.OpMulI:
			x := &r[ip.B]
			if x.p == intP {
				if s, ok := mulInt(int64(x.n), int64(ip.D)); ok {
					r[ip.A].setInt(s)
					continue
				}
			}
			op = OpMul
			goto immediate
		case code.OpFloorDivI:
			x := &r[ip.B]
			if x.p == intP {
				if q, ok := floorDiv(int64(x.n), int64(ip.D)); ok {
					r[ip.A].setInt(q)
					continue
				}
			}
			op = OpFloorDiv
			goto immediate
		case code.OpModI:
			x := &r[ip.B]
			if x.p == intP {
				r[ip.A].setInt(floorMod(int64(x.n), int64(ip.D)))
				continue
			}
			op = OpMod
			goto immediate
		case code.OpNeg:
			x := r[ip.B]
			if x.p == intP && int64(x.n) != math.MinInt64 {
				r[ip.A].setInt(-int64(x.n))
				continue
			}
			if x.p == floatP {
				r[ip.A].setFloat(-math.Float64frombits(x.n))
				continue
			}
			v, err = vm.Neg(x)
			goto store
		case code.OpPositive:
			v, err = vm.Positive(r[ip.B])
			goto store
		case code.OpInvert:
			v, err = vm.Invert(r[ip.B])
			goto store
		case code.OpNot:
			x := r[ip.B]
			if x.p == boolP {
				r[ip.A] = Bool(x.n == 0)
				continue
			}
			if yes, err = vm.Truth(x); err != nil {
				goto fail
			}
			r[ip.A] = Bool(!yes)

		// Comparisons that give a value.

		case code.OpLt:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				r[ip.A] = Bool(int64(x.n) < int64(y.n))
				continue
			}
			cmp = Lt
			goto compare
		case code.OpLe:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				r[ip.A] = Bool(int64(x.n) <= int64(y.n))
				continue
			}
			cmp = Le
			goto compare
		case code.OpEq:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				r[ip.A] = Bool(x.n == y.n)
				continue
			}
			cmp = Eq
			goto compare
		case code.OpNe:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				r[ip.A] = Bool(x.n != y.n)
				continue
			}
			cmp = Ne
			goto compare
		case code.OpGt:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				r[ip.A] = Bool(int64(x.n) > int64(y.n))
				continue
			}
			cmp = Gt
			goto compare
		case code.OpGe:
			x, y := &r[ip.B], &r[ip.C]
			if x.p == intP && y.p == intP {
				r[ip.A] = Bool(int64(x.n) >= int64(y.n))
				continue
			}
			cmp = Ge
			goto compare
		case code.OpIs:
			r[ip.A] = Bool(r[ip.B] == r[ip.C])
		case code.OpIsNot:
			r[ip.A] = Bool(r[ip.B] != r[ip.C])
		case code.OpIn:
			if yes, err = vm.Contains(r[ip.C], r[ip.B]); err != nil {
				goto fail
			}
			r[ip.A] = Bool(yes)
		case code.OpNotIn:
			if yes, err = vm.Contains(r[ip.C], r[ip.B]); err != nil {
				goto fail
			}
			r[ip.A] = Bool(!yes)

		// Jumps.

		case code.OpJump:
			ip = jump(ip, ip.D)
		case code.OpJumpTrue:
			x := r[ip.A]
			if x.p == boolP {
				if x.n != 0 {
					ip = jump(ip, ip.D)
				}
				continue
			}
			if yes, err = vm.Truth(x); err != nil {
				goto fail
			}
			if yes {
				ip = jump(ip, ip.D)
			}
		case code.OpJumpFalse:
			x := r[ip.A]
			if x.p == boolP {
				if x.n == 0 {
					ip = jump(ip, ip.D)
				}
				continue
			}
			if yes, err = vm.Truth(x); err != nil {
				goto fail
			}
			if !yes {
				ip = jump(ip, ip.D)
			}
		case code.OpJumpNone:
			if (r[ip.A].p == noneP) == (ip.C == 1) {
				ip = jump(ip, ip.D)
			}
		case code.OpJumpLt:
			x, y := &r[ip.A], &r[ip.B]
			if x.p == intP && y.p == intP {
				if (int64(x.n) < int64(y.n)) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Lt
			goto compareJump
		case code.OpJumpLe:
			x, y := &r[ip.A], &r[ip.B]
			if x.p == intP && y.p == intP {
				if (int64(x.n) <= int64(y.n)) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Le
			goto compareJump
		case code.OpJumpEq:
			x, y := &r[ip.A], &r[ip.B]
			if x.p == intP && y.p == intP {
				if (x.n == y.n) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Eq
			goto compareJump
		case code.OpJumpNe:
			x, y := &r[ip.A], &r[ip.B]
			if x.p == intP && y.p == intP {
				if (x.n != y.n) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Ne
			goto compareJump
		case code.OpJumpGt:
			x, y := &r[ip.A], &r[ip.B]
			if x.p == intP && y.p == intP {
				if (int64(x.n) > int64(y.n)) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Gt
			goto compareJump
		case code.OpJumpGe:
			x, y := &r[ip.A], &r[ip.B]
			if x.p == intP && y.p == intP {
				if (int64(x.n) >= int64(y.n)) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Ge
			goto compareJump
		case code.OpJumpLtI:
			x := &r[ip.A]
			if x.p == intP {
				if (int64(x.n) < int64(int8(ip.B))) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Lt
			goto compareJumpI
		case code.OpJumpLeI:
			x := &r[ip.A]
			if x.p == intP {
				if (int64(x.n) <= int64(int8(ip.B))) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Le
			goto compareJumpI
		case code.OpJumpEqI:
			x := &r[ip.A]
			if x.p == intP {
				if (int64(x.n) == int64(int8(ip.B))) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Eq
			goto compareJumpI
		case code.OpJumpNeI:
			x := &r[ip.A]
			if x.p == intP {
				if (int64(x.n) != int64(int8(ip.B))) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Ne
			goto compareJumpI
		case code.OpJumpGtI:
			x := &r[ip.A]
			if x.p == intP {
				if (int64(x.n) > int64(int8(ip.B))) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Gt
			goto compareJumpI
		case code.OpJumpGeI:
			x := &r[ip.A]
			if x.p == intP {
				if (int64(x.n) >= int64(int8(ip.B))) == (ip.C == 1) {
					ip = jump(ip, ip.D)
				}
				continue
			}
			cmp = Ge
			goto compareJumpI
		case code.OpJumpIn:
			if yes, err = vm.Contains(r[ip.B], r[ip.A]); err != nil {
				goto fail
			}
			if yes == (ip.C == 1) {
				ip = jump(ip, ip.D)
			}
		case code.OpJumpIs:
			if (r[ip.A] == r[ip.B]) == (ip.C == 1) {
				ip = jump(ip, ip.D)
			}
		case code.OpCharge:
			vm.meter.fuel -= int64(ip.D)
			if vm.meter.fuel < 0 {
				if err = vm.pollLoop(); err != nil {
					goto fail
				}
			}
		case code.OpWhileStart:
			r[ip.A] = Int(vm.whileLimit())
		case code.OpWhileNext:
			n := &r[ip.A]
			n.n--
			vm.meter.fuel -= int64(ip.C)
			if vm.meter.fuel < 0 || int64(n.n) < 0 {
				if err = vm.whilePoll(int64(n.n)); err != nil {
					goto fail
				}
			}

		// Iteration and unpacking.

		case code.OpGetIter:
			v, err = vm.Iter(r[ip.B])
			goto store
		case code.OpForIter:
			vm.meter.fuel -= int64(ip.C)
			if vm.meter.fuel < 0 {
				if err = vm.pollLoop(); err != nil {
					goto fail
				}
			}
			goto forIter
		case code.OpForNext:
			vm.meter.fuel -= int64(ip.C)
			if vm.meter.fuel < 0 {
				if err = vm.pollLoop(); err != nil {
					goto fail
				}
			}
			o := (*Object)(r[ip.A].p)
			if o.kind == KindIterator {
				it := (*Iterator)(unsafe.Pointer(o))
				switch it.kind {
				case iterRange:
					if it.end <= 0 {
						vm.meter.fuel += int64(ip.C)
						continue
					}
					it.end--
					r[ip.B].setInt(it.pos)
					it.pos += it.step
					ip = jump(ip, ip.D)
					continue
				case iterList:
					if l := (*List)(it.src.p); it.src.p != noneP && uint64(it.pos) < uint64(len(l.Items)) {
						r[ip.B] = l.Items[it.pos]
						it.pos++
						ip = jump(ip, ip.D)
						continue
					}
				case iterTuple:
					if t := (*Tuple)(it.src.p); it.src.p != noneP && uint64(it.pos) < uint64(len(t.Items)) {
						r[ip.B] = t.Items[it.pos]
						it.pos++
						ip = jump(ip, ip.D)
						continue
					}
				}
			}
			goto forNext
		case opForIterPair:
			vm.meter.fuel -= int64(ip.C)
			if vm.meter.fuel < 0 {
				if err = vm.pollLoop(); err != nil {
					goto fail
				}
			}
			if o := (*Object)(r[ip.A].p); o.kind == KindIterator {
				u := jump(ip, int32(instrSize))
				more, ok, e := (*Iterator)(unsafe.Pointer(o)).nextPair(vm, &r[u.B], &r[u.B+1])
				if err = e; err != nil {
					goto fail
				}
				if ok {
					if more {
						ip = u
					} else {
						vm.meter.fuel += int64(ip.C)
						ip = jump(ip, ip.D)
					}
					continue
				}
			}
			goto forIter
		case opForNextPair:
			vm.meter.fuel -= int64(ip.C)
			if vm.meter.fuel < 0 {
				if err = vm.pollLoop(); err != nil {
					goto fail
				}
			}
			if o := (*Object)(r[ip.A].p); o.kind == KindIterator {
				u := jump(ip, ip.D+int32(instrSize))
				more, ok, e := (*Iterator)(unsafe.Pointer(o)).nextPair(vm, &r[u.B], &r[u.B+1])
				if err = e; err != nil {
					goto fail
				}
				if ok {
					if more {
						ip = u
					} else {
						vm.meter.fuel += int64(ip.C)
					}
					continue
				}
			}
			goto forNext
		case code.OpUnpack:
			err = vm.unpack(r[ip.A], r[ip.B:int(ip.B)+int(ip.C)])
			goto done
		case code.OpUnpackStar:
			err = vm.unpackStar(r[ip.A], r[ip.B:int(ip.B)+int(ip.C)+1+int(ip.D)], int(ip.C))
			goto done
		case code.OpUnpackTuple:
			v, err = vm.unpackTuple(r[ip.B], int(ip.D))
			goto store

		// Building values.

		case code.OpBuildList:
			r[ip.A] = vm.buildList(r[ip.B : int(ip.B)+int(ip.C)])
		case code.OpBuildTuple:
			r[ip.A] = vm.buildTuple(r[ip.B : int(ip.B)+int(ip.C)])
		case code.OpBuildSet:
			v, err = vm.buildSet(r[ip.B : int(ip.B)+int(ip.C)])
			goto store
		case code.OpBuildMap:
			v, err = vm.buildMap(r[ip.B : int(ip.B)+2*int(ip.C)])
			goto store
		case code.OpBuildSlice:
			r[ip.A] = vm.buildSlice(r[ip.B], r[ip.B+1], r[ip.B+2])
		case code.OpBuildString:
			v, err = vm.buildString(r[ip.B : int(ip.B)+int(ip.C)])
			goto store
		case code.OpListAppend:
			vm.listAppend((*List)(r[ip.A].p), r[ip.B])
		case code.OpListExtend:
			err = vm.extendOp(r, ip)
			goto done
		case code.OpListToTuple:
			r[ip.A] = vm.buildTuple((*List)(r[ip.B].p).Items)
		case code.OpSetAdd:
			err = (*Set)(r[ip.A].p).Add(vm, r[ip.B])
			goto done
		case code.OpSetUpdate:
			err = vm.setUpdate((*Set)(r[ip.A].p), r[ip.B])
			goto done
		case code.OpMapAdd:
			err = (*Dict)(r[ip.A].p).Set(vm, r[ip.B], r[ip.C])
			goto done
		case code.OpMapUpdate:
			err = vm.mapUpdate((*Dict)(r[ip.A].p), r[ip.B])
			goto done
		case code.OpMapMerge:
			err = vm.mapMerge((*Dict)(r[ip.A].p), r[ip.B], r[ip.C])
			goto done
		case code.OpFormat:
			v = Value{}
			if ip.D >= 0 {
				v = r[uint8(ip.D)]
			}
			v, err = vm.formatOp(r[ip.B], v, ip.C)
			goto store

		// Items and attributes.

		case code.OpGetItem:
			x, k := r[ip.B], r[ip.C]
			if k.p == intP {
				if o := (*Object)(x.p); o.kind == KindList && o.typ == ListType {
					l := (*List)(x.p)
					i := int64(k.n)
					if i < 0 {
						i += int64(len(l.Items))
					}
					if uint64(i) < uint64(len(l.Items)) {
						r[ip.A] = l.Items[i]
						continue
					}
				} else if o.kind == KindTuple && o.typ == TupleType {
					t := (*Tuple)(x.p)
					i := int64(k.n)
					if i < 0 {
						i += int64(len(t.Items))
					}
					if uint64(i) < uint64(len(t.Items)) {
						r[ip.A] = t.Items[i]
						continue
					}
				}
			}
			if fn, v, err = vm.getItem(x, k); err != nil {
				goto fail
			}
			if fn != nil {
				first = vm.placeArgs(f, x, k)
				nargs, mode, ret = 2, 0, ip.A
				goto enter
			}
			r[ip.A] = v
		case code.OpGetItemI:
			x := r[ip.B]
			if o := (*Object)(x.p); o.kind == KindList && o.typ == ListType {
				l := (*List)(x.p)
				i := int64(ip.D)
				if i < 0 {
					i += int64(len(l.Items))
				}
				if uint64(i) < uint64(len(l.Items)) {
					r[ip.A] = l.Items[i]
					continue
				}
			} else if o.kind == KindTuple && o.typ == TupleType {
				t := (*Tuple)(x.p)
				i := int64(ip.D)
				if i < 0 {
					i += int64(len(t.Items))
				}
				if uint64(i) < uint64(len(t.Items)) {
					r[ip.A] = t.Items[i]
					continue
				}
			}
			if fn, v, err = vm.getItem(x, Int(int64(ip.D))); err != nil {
				goto fail
			}
			if fn != nil {
				first = vm.placeArgs(f, x, Int(int64(ip.D)))
				nargs, mode, ret = 2, 0, ip.A
				goto enter
			}
			r[ip.A] = v
		case code.OpSetItem:
			x, k := r[ip.A], r[ip.B]
			if o := (*Object)(x.p); k.p == intP && o.kind == KindList && o.typ == ListType {
				l := (*List)(x.p)
				i := int64(k.n)
				if i < 0 {
					i += int64(len(l.Items))
				}
				if uint64(i) < uint64(len(l.Items)) {
					l.Items[i] = r[ip.C]
					continue
				}
			}
			err = vm.setItem(x, k, r[ip.C])
			goto done
		case code.OpDelItem:
			err = vm.DelItem(r[ip.A], r[ip.B])
			goto done
		case code.OpGetSlice:
			v, err = vm.getSlice(r[ip.B], r[ip.C], r[ip.C+1])
			goto store
		case code.OpSetSlice:
			err = vm.SetItem(r[ip.A], vm.buildSlice(r[ip.B], r[ip.B+1], None), r[ip.C])
			goto done
		case code.OpLoadAttr:
			s := (*site)(unsafe.Add(sites, int(ip.D)))
			o := (*Object)(r[ip.B].p)
			if a := o.attrs; a != nil && a.shape == s.shape && o.typ.version == s.version {
				r[ip.A] = a.vals[s.slot]
				continue
			}
			f.ip = ip // for the line number of a frame object
			if fn, v, err = vm.loadAttr(s, r[ip.B], ip.C); err != nil {
				goto fail
			}
			if fn != nil {
				// A property: its getter runs as a call.
				first = vm.placeArgs(f, r[ip.B])
				nargs, mode, ret = 1, 0, ip.A
				goto enter
			}
			r[ip.A] = v
		case code.OpStoreAttr:
			s := (*site)(unsafe.Add(sites, int(ip.D)))
			o := (*Object)(r[ip.A].p)
			if a := o.attrs; a != nil && a.shape == s.shape && o.typ.version == s.version {
				a.vals[s.slot] = r[ip.B]
				continue
			}
			err = vm.storeAttr(s, r[ip.A], r[ip.B])
			goto done
		case code.OpDelAttr:
			err = vm.delAttr(r[ip.A], f.Code.names[ip.D])
			goto done
		case code.OpLoadMethod:
			s := (*site)(unsafe.Add(sites, int(ip.D)))
			x := r[ip.B]
			o := (*Object)(x.p)
			if o.typ.version == s.version && s.kind == siteMethod {
				if a := o.attrs; a == nil || a.shape == s.absent && a.dict == nil {
					r[ip.A] = s.value
					r[ip.A+1] = x
					continue
				}
			}
			r[ip.A], r[ip.A+1], err = vm.loadMethod(s, x)
			goto done

		// Calls.

		case code.OpCall:
			first, nargs, ret, mode = int(ip.A)+1, int(ip.B), ip.C, 0
			goto call
		case code.OpCallMethod:
			ret, mode = ip.C, 0
			if x := r[ip.A+1]; x.p != nil {
				first, nargs = int(ip.A)+1, int(ip.B)+1
				o := (*Object)(r[ip.A].p)
				if o.kind == KindFunction {
					fn = (*Function)(unsafe.Pointer(o))
					goto enter
				}
				if o.kind != KindBuiltin {
					goto call // another callable that binds as a method: functools.lru_cache's
				}
				b := (*Builtin)(unsafe.Pointer(o))
				if b.Kind == BuiltinMethod && b.Sig == nil && b.Fn != nil && nargs > b.Min && (nargs <= b.Max+1 || b.Max < 0) {
					if v, err = b.Fn(vm, r[first:first+nargs]); err != nil {
						goto fail
					}
					if v.p != nil {
						r[ip.C] = v
						continue
					}
				}
				f.ip = ip
				v, err = vm.callBuiltinOp(f, b, r, first, nargs, true)
				goto result
			}
			first, nargs = int(ip.A)+2, int(ip.B)
			r[ip.A+1] = r[ip.A]
			goto call
		case code.OpCallKw:
			ret = ip.C
			nf, v, err = vm.callKwOp(f, r, int(ip.A)+1, int(ip.B), f.Code.consts[ip.D], false)
			goto entered
		case code.OpCallMethodKw:
			first, nargs, ret = int(ip.A)+1, int(ip.B)+1, ip.C
			yes = true
			if r[first].p == nil {
				r[first] = r[ip.A]
				first++
				nargs--
				yes = false
			}
			nf, v, err = vm.callKwOp(f, r, first, nargs, f.Code.consts[ip.D], yes)
			goto entered
		case code.OpCallEx:
			ret = ip.C
			nf, v, err = vm.callExOp(f, r, int(ip.A))
			goto entered
		case code.OpReturn:
			v = r[ip.A]
			goto leave
		case code.OpReturnNone:
			v = None
			goto leave
		case code.OpMakeFunction:
			r[ip.A] = vm.makeFunction(f, f.Code.consts[ip.D].Code(), r, ip)
		case code.OpLoadBuildClass:
			r[ip.A] = buildClassFunc
		case code.OpLoadLocals:
			r[ip.A] = f.Locals

		// Exceptions.

		case code.OpRaise:
			err = vm.raiseOp(r, ip)
			yes = ip.C == 0 && vm.handled != nil
			goto raise
		case code.OpReraise:
			err = errorOf(r[ip.A])
			yes = true
			goto raise
		case code.OpPushExc:
			vm.pushExc(f, r, ip)
		case code.OpPopExc:
			if err = vm.popExc(f, r[ip.A]); err != nil {
				yes = true
				goto raise
			}
		case code.OpJumpNoMatch:
			if yes, err = vm.matchException(r[ip.A], r[ip.B]); err != nil {
				goto fail
			}
			if !yes {
				ip = jump(ip, ip.D)
			}
		case code.OpMatchStar:
			if r[ip.A], r[ip.A+1], err = vm.matchStar(r[ip.B], r[ip.C]); err != nil {
				goto fail
			}
			if e := r[ip.A].Exception(); e != nil {
				vm.handled = e // until the handlers are left, as in CPython
			}
		case code.OpReraiseStar:
			v, err = vm.reraiseStar(r[ip.B], r[ip.C])
			goto store
		case code.OpWithEnter:
			if fn, v, err = vm.withEnter(r, ip); err != nil {
				goto fail
			}
			if fn != nil {
				first = vm.placeArgs(f, v)
				nargs, mode, ret = 1, 0, ip.A+1
				goto enter
			}
			r[ip.A+1] = v
		case code.OpWithExit:
			if m := r[ip.A].Method(); m != nil && m.Func.Kind() == KindFunction {
				fn = (*Function)(m.Func.p)
				first = vm.placeArgs(f, m.Self, None, None, None)
				nargs, mode, ret = 4, modeDiscard, ip.A
				goto enter
			}
			_, err = vm.Call(r[ip.A], None, None, None)
			goto done
		case code.OpWithExcept:
			if yes, err = vm.withExcept(r[ip.B], r[ip.C]); err != nil {
				goto fail
			}
			r[ip.A] = Bool(yes)
		case code.OpAsyncWithEnter:
			if r[ip.A], r[ip.A+1], err = vm.asyncWithEnter(r[ip.B]); err != nil {
				goto fail
			}
		case code.OpAsyncWithExit:
			v, err = vm.asyncWithExit(r[ip.B], r[ip.C], ip.D == 1)
			goto store
		case code.OpLoadAssertionError:
			r[ip.A] = Of(&AssertionError.Object)

		// Generators and coroutines.

		case code.OpYield:
			v = r[ip.B]
			f.ip = ip
			if ip.C == 2 {
				v = vm.wrapAsync(v)
			}
			if f.mode&modeEntry != 0 {
				vm.suspend(f)
				return v, nil
			}
			// The consumer is in this loop: a ForIter, a ForNext or a Send.
			ret = f.ret
			f = vm.suspend(f)
			r = f.regs
			r[ret] = v
			if op := f.ip.Op; op == code.OpForNext || op == opForNextPair {
				f.ip = jump(f.ip, f.ip.D)
			}
			goto resumed
		case code.OpYieldFromIter:
			v, err = vm.yieldFromIter(f, r[ip.B])
			goto store
		case code.OpGetAwaitable:
			v, err = vm.getAwaitable(r[ip.B], ip.C)
			goto store
		case code.OpSend:
			if nf = vm.sendsTo(r[ip.A], r[ip.B]); nf != nil {
				v = r[ip.B]
				goto wake
			}
			if v, yes, err = vm.send(r[ip.A], r[ip.B]); err != nil {
				goto fail
			}
			r[ip.B] = v
			if !yes {
				ip = jump(ip, ip.D)
			}
		case code.OpGetAsyncIter:
			v, err = vm.asyncIter(r[ip.B])
			goto store
		case code.OpGetAsyncNext:
			v, err = vm.asyncNext(r[ip.B])
			goto store
		case code.OpEndAsyncFor:
			if e := r[ip.A].Exception(); e == nil || !e.typ.IsSubtype(StopAsyncIteration) {
				err = errorOf(r[ip.A])
				yes = true
				goto raise
			}
			ip = jump(ip, ip.D)

		// Imports.

		case code.OpImportName:
			v, err = vm.importName(f, f.Code.names[ip.D], int(ip.B), ip.C == 1)
			goto store
		case code.OpImportFrom:
			v, err = vm.importFrom(r[ip.B], f.Code.names[ip.D])
			goto store
		case code.OpImportStar:
			err = vm.importStar(f, r[ip.A])
			goto done

		// Pattern matching.

		case code.OpMatchSequence:
			r[ip.A] = Bool(isPatternSequence(r[ip.B]))
		case code.OpMatchMapping:
			r[ip.A] = Bool(r[ip.B].Type().flags&TypeMapping != 0)
		case code.OpMatchKeys:
			v, err = vm.matchKeys(r[ip.B], (*Tuple)(r[ip.C].p))
			goto store
		case code.OpMatchRest:
			v, err = vm.matchRest(r[ip.B], (*Tuple)(r[ip.C].p))
			goto store
		case code.OpMatchClass:
			v, err = vm.matchClass(r[ip.A], r[ip.B], int(ip.C), (*Tuple)(f.Code.consts[ip.D].p))
			goto store
		case code.OpLen:
			var n int
			if n, err = vm.Len(r[ip.B]); err != nil {
				goto fail
			}
			r[ip.A].setInt(int64(n))

		// Type parameters.

		case code.OpMakeTypeVar:
			r[ip.A] = vm.makeTypeVar(f, f.Code.names[ip.D], r[ip.B], ip.C)
		case code.OpMakeTypeAlias:
			r[ip.A] = vm.makeTypeAlias(f, f.Code.names[ip.D], r[ip.B], r[ip.B+1])
		case code.OpSetTypeParams:
			err = vm.setTypeParams(r[ip.A], r[ip.B])
			goto done
		case code.OpGenericBase:
			v, err = vm.genericBase(r[ip.B])
			goto store
		case code.OpDisplay:
			err = vm.display(r[ip.A])
			goto done
		default:
			err = &Stop{Kind: StopInternal, Message: "the interpreter met an unknown instruction"}
			goto fail
		}
	}

binary: // r[A] = r[B] op r[C]
	if v = quickBinary(op, r[ip.B], r[ip.C]); v.p != nil {
		r[ip.A] = v
		goto next
	}
	if fn = vm.guestMethod(r[ip.B], r[ip.C], opNames[op]); fn != nil {
		first = vm.placeArgs(f, r[ip.B], r[ip.C])
		goto guestOp
	}
	v, err = vm.Binary(op, r[ip.B], r[ip.C])
	goto store

inplace: // r[A] = r[B] op= r[C]
	if v = quickBinary(op, r[ip.B], r[ip.C]); v.p != nil {
		r[ip.A] = v
		goto next
	}
	if fn = vm.guestInplace(op, r[ip.B], r[ip.C]); fn != nil {
		first = vm.placeArgs(f, r[ip.B], r[ip.C])
		goto guestOp
	}
	v, err = vm.InplaceOp(op, r[ip.B], r[ip.C])
	goto store

immediate: // r[A] = r[B] op int(D), in place if C == 1
	if v = quickBinary(op, r[ip.B], Int(int64(ip.D))); v.p != nil {
		r[ip.A] = v
		goto next
	}
	if ip.C == 1 {
		v, err = vm.InplaceOp(op, r[ip.B], Int(int64(ip.D)))
	} else {
		v, err = vm.Binary(op, r[ip.B], Int(int64(ip.D)))
	}
	goto store

compare: // r[A] = r[B] cmp r[C]
	if fn = vm.guestMethod(r[ip.B], r[ip.C], compareNames[cmp]); fn != nil {
		first = vm.placeArgs(f, r[ip.B], r[ip.C])
		goto guestOp
	}
	v, err = vm.compareOp(r[ip.B], r[ip.C], cmp)

store: // r[A] = v unless that failed
	if err != nil {
		goto fail
	}
	r[ip.A] = v
	goto next

done: // nothing more to do unless that failed
	if err != nil {
		goto fail
	}
	goto next

compareJump: // jump if (r[A] cmp r[B]) == (C == 1)
	if fn = vm.guestMethod(r[ip.A], r[ip.B], compareNames[cmp]); fn != nil {
		first = vm.placeArgs(f, r[ip.A], r[ip.B])
		goto guestOp
	}
	if yes, err = vm.compareTruth(r[ip.A], r[ip.B], cmp); err != nil {
		goto fail
	}
	if yes == (ip.C == 1) {
		ip = jump(ip, ip.D)
	}
	goto next

compareJumpI: // the same with int(int8(B)) on the right
	if yes, err = vm.compareTruth(r[ip.A], Int(int64(int8(ip.B))), cmp); err != nil {
		goto fail
	}
	if yes == (ip.C == 1) {
		ip = jump(ip, ip.D)
	}
	goto next

forIter: // r[B] = next(r[A]), or the loop ends
	switch (*Object)(r[ip.A].p).kind {
	case KindGenerator:
		if nf = vm.loopGenerator(r[ip.A]); nf != nil {
			goto resume
		}
	case KindInstance:
		if fn = vm.guestNext(r[ip.A]); fn != nil {
			goto callNext
		}
	}
	if v, err = vm.forNext(r[ip.A]); err != nil {
		goto fail
	}
	if v.p == nil {
		vm.meter.fuel += int64(ip.C) // no round
		ip = jump(ip, ip.D)
	} else {
		r[ip.B] = v
	}
	goto next

forNext: // r[B] = next(r[A]) and back to the body, or the loop ends
	switch (*Object)(r[ip.A].p).kind {
	case KindGenerator:
		if nf = vm.loopGenerator(r[ip.A]); nf != nil {
			goto resume
		}
	case KindInstance:
		if fn = vm.guestNext(r[ip.A]); fn != nil {
			goto callNext
		}
	}
	if v, err = vm.forNext(r[ip.A]); err != nil {
		goto fail
	}
	if v.p == nil {
		vm.meter.fuel += int64(ip.C) // no further round
	} else {
		r[ip.B] = v
		ip = jump(ip, ip.D)
	}
	goto next

callNext: // fn is the guest's __next__ of the iterator r[A]
	first = vm.placeArgs(f, r[ip.A])
	nargs, mode, ret = 1, modeNext, ip.B
	goto enter

guestOp: // fn carries out the operator at ip
	nargs, mode, ret = 2, modeOp, ip.A
	goto enter

next: // steps to the next instruction
	ip = (*code.Instr)(unsafe.Add(unsafe.Pointer(ip), instrSize))
	goto loop

result: // r[ret] = v unless that failed: v comes from a native
	if err != nil {
		goto fail
	}
	if v.header().flags&flagGuarded != 0 {
		if err = vm.checkValue(v); err != nil {
			goto fail
		}
	}
	r[ret] = v
	goto next

call: // r[first-1] is called with nargs arguments from r[first] on; result to r[ret]
	{
		o := (*Object)(r[first-1].p)
		switch o.kind {
		case KindFunction:
			fn = (*Function)(unsafe.Pointer(o))
			goto enter
		case KindBuiltin:
			b := (*Builtin)(unsafe.Pointer(o))
			if b.Kind == BuiltinFunction && b.Sig == nil && b.Fn != nil && b.Self.p == nil && nargs >= b.Min && (nargs <= b.Max || b.Max < 0) {
				v, err = b.Fn(vm, r[first:first+nargs])
			} else {
				f.ip = ip // for those that look at the caller
				v, err = vm.callBuiltinOp(f, b, r, first, nargs, false)
			}
			goto result
		case KindMethod:
			m := (*BoundMethod)(unsafe.Pointer(o))
			if m.Func.Kind() == KindFunction {
				r[first-1] = m.Self
				first--
				nargs++
				fn = (*Function)(m.Func.p)
				goto enter
			}
		case KindType:
			if t := (*Type)(unsafe.Pointer(o)); t.plainNew && t.initFunc != nil {
				first--
				nargs++
				r[first] = Of(vm.newInstance(t))
				fn, mode = t.initFunc, modeCtor
				goto enter
			} else if t == SuperType && nargs == 0 {
				v, err = vm.newSuper()
				goto result
			} else if t.flags&typePlainInit != 0 {
				v, err = t.slots.New(vm, t, r[first:first+nargs], Kwargs{})
				goto result
			}
		}
		v, err = vm.callSlow(r, first, nargs)
		goto result
	}

enter: // fn is called with nargs arguments from r[first] on; result to r[ret]
	{
		c := fn.Code
		w := at(r, first)
		if nargs != c.simple || addr(w) > vm.limit || f.top != nil || c.Code.NumFar != 0 {
			nf, v, err = vm.enterSlow(f, fn, r, first, nargs, mode)
			goto entered
		}
		if nf = vm.freeFrames; nf == nil {
			nf = vm.newFrame()
		} else {
			vm.freeFrames = nf.prev
		}
		if mode != 0 {
			nf.mode, nf.self = mode, w[0]
		}
		nf.Code, nf.Globals, nf.fn, nf.regs, nf.prev = c, fn.Globals, fn, w, f
		nf.ip = c.start
		for i := nargs; i < c.locals; i++ {
			w[uint8(i)] = Value{}
		}
		for i, cell := range fn.Closure {
			w[uint8(c.free+i)] = Of(&cell.Object)
		}
		goto push
	}

entered: // a call has made the frame nf, or its result v
	if err != nil {
		goto fail
	}
	if nf == nil {
		r[ret] = v
		if v.Kind() == KindGenerator {
			markPrivate(f, ip, ret, v)
		}
		goto next
	}

push: // nf begins to run on top of f
	nf.ret = ret
	f.ip = ip
	f = nf
	vm.frame = f
	vm.depth++
	vm.meter.fuel -= f.Code.charge
	r, ip = f.regs, f.ip
	sites = unsafe.Pointer(unsafe.SliceData(f.Code.sites))
	consts = unsafe.Pointer(unsafe.SliceData(f.Code.consts))
	if vm.depth > vm.maxDepth || vm.meter.fuel < 0 {
		if err = vm.entryCheck(); err != nil {
			// The call fails, not the callee.
			nf, f = f, f.prev
			vm.dropFrame(nf)
			vm.frame = f
			ip = f.ip
			goto fail
		}
	}
	goto next

leave: // f returns v
	{
		nf = f
		f = nf.prev
		vm.depth--
		if nf.mode != 0 {
			goto leaveSlow
		}
		vm.frame = f
		nf.prev = vm.freeFrames
		vm.freeFrames = nf
		r = f.regs
		r[nf.ret] = v
	}

resumed: // f goes on after the instruction at f.ip
	ip = f.ip
	sites = unsafe.Pointer(unsafe.SliceData(f.Code.sites))
	consts = unsafe.Pointer(unsafe.SliceData(f.Code.consts))
	goto next

leaveSlow: // the frame nf, which has a mode, returns v to f
	{
		if v, yes, err = vm.leaveFrame(nf, v); yes {
			return v, err
		}
		vm.frame = f
		r = f.regs
		ip = f.ip
		if err != nil {
			goto fail
		}
		if v.p != nil {
			r[nf.ret] = v
		}
		if nf.jumped {
			nf.jumped = false
			f.ip = jump(ip, ip.D)
		}
		goto resumed
	}

resume: // a for loop takes the next item of the generator that nf runs
	v = None

wake: // nf, a generator's frame, goes on with v; what it yields goes to r[B]
	if err = vm.wakeInLoop(f, nf, ip, v); err != nil {
		goto fail
	}
	f = nf
	vm.frame = f
	r = f.regs
	goto resumed

fail: // the instruction at ip of f failed with err, which may be new
	vm.setContext(err)
	yes = false

raise: // unwind err from the instruction at ip of f; yes: it is raised again as it is
	f.ip = ip
	if f, err = vm.unwind(f, err, yes); err != nil {
		return Value{}, err
	}
	vm.frame = f
	r = f.regs
	goto resumed
}
