package code

// shapes says how each operation uses A, B, C and D, one letter each:
//
//	r  a register that is read     w  one that is written    x  both
//	i  a number                    b  0 or 1                 m  a signed number
//	c  index into Consts           t  one that is a tuple    F  one that is a Code
//	n  index into Names            s  index into Sites       f  index of a far local
//	j  index of an instruction     o  an Op                  R  a register or -1
//	.  unused
var shapes = [NumOps]string{
	OpNop:                "....",
	OpLoadConst:          "w..c",
	OpLoadInt:            "w..i",
	OpLoadNone:           "w...",
	OpLoadTrue:           "w...",
	OpLoadFalse:          "w...",
	OpMove:               "wr..",
	OpCheckLocal:         "r..n",
	OpDelLocal:           "x..n",
	OpUnbind:             "w...",
	OpLoadFar:            "w..f",
	OpStoreFar:           "r..f",
	OpMakeCell:           "x...",
	OpNewCell:            "w...",
	OpLoadCell:           "wrbn",
	OpStoreCell:          "rr..",
	OpDelCell:            "r.bn",
	OpLoadGlobal:         "w..s",
	OpStoreGlobal:        "ri.s",
	OpDelGlobal:          "...n",
	OpLoadName:           "w..s",
	OpStoreName:          "ri.n",
	OpDelName:            "...n",
	OpLoadClassCell:      "wr.n",
	OpLoadDictGlobal:     "wr.n",
	OpLoadDictCell:       "wrrn",
	OpSetupAnnotations:   "....",
	OpAdd:                "wrr.",
	OpSub:                "wrr.",
	OpMul:                "wrr.",
	OpTrueDiv:            "wrr.",
	OpFloorDiv:           "wrr.",
	OpMod:                "wrr.",
	OpPow:                "wrr.",
	OpLShift:             "wrr.",
	OpRShift:             "wrr.",
	OpBitAnd:             "wrr.",
	OpBitOr:              "wrr.",
	OpBitXor:             "wrr.",
	OpMatMul:             "wrr.",
	OpInplace:            "wrro",
	OpInplaceAdd:         "wrr.",
	OpAddI:               "wrbi",
	OpSubI:               "wrbi",
	OpMulI:               "wrbi",
	OpFloorDivI:          "wrbi",
	OpModI:               "wrbi",
	OpNeg:                "wr..",
	OpPositive:           "wr..",
	OpInvert:             "wr..",
	OpNot:                "wr..",
	OpLt:                 "wrr.",
	OpLe:                 "wrr.",
	OpEq:                 "wrr.",
	OpNe:                 "wrr.",
	OpGt:                 "wrr.",
	OpGe:                 "wrr.",
	OpIs:                 "wrr.",
	OpIsNot:              "wrr.",
	OpIn:                 "wrr.",
	OpNotIn:              "wrr.",
	OpJump:               "...j",
	OpJumpTrue:           "r..j",
	OpJumpFalse:          "r..j",
	OpJumpNone:           "r.bj",
	OpJumpLt:             "rrbj",
	OpJumpLe:             "rrbj",
	OpJumpEq:             "rrbj",
	OpJumpNe:             "rrbj",
	OpJumpGt:             "rrbj",
	OpJumpGe:             "rrbj",
	OpJumpLtI:            "rmbj",
	OpJumpLeI:            "rmbj",
	OpJumpEqI:            "rmbj",
	OpJumpNeI:            "rmbj",
	OpJumpGtI:            "rmbj",
	OpJumpGeI:            "rmbj",
	OpJumpIn:             "rrbj",
	OpJumpIs:             "rrbj",
	OpCharge:             "...i",
	OpWhileStart:         "w...",
	OpWhileNext:          "x.i.",
	OpGetIter:            "wr..",
	OpForIter:            "rwij",
	OpForNext:            "rwij",
	OpUnpack:             "rwi.",
	OpUnpackStar:         "rwii",
	OpUnpackTuple:        "wr.i",
	OpBuildList:          "wri.",
	OpBuildTuple:         "wri.",
	OpBuildSet:           "wri.",
	OpBuildMap:           "wri.",
	OpBuildSlice:         "wr..",
	OpBuildString:        "wri.",
	OpListAppend:         "rr..",
	OpListExtend:         "rrb.",
	OpListToTuple:        "wr..",
	OpSetAdd:             "rr..",
	OpSetUpdate:          "rr..",
	OpMapAdd:             "rrr.",
	OpMapUpdate:          "rr..",
	OpMapMerge:           "rrr.",
	OpFormat:             "wriR",
	OpGetItem:            "wrr.",
	OpGetItemI:           "wr.i",
	OpSetItem:            "rrr.",
	OpDelItem:            "rr..",
	OpGetSlice:           "wrr.",
	OpSetSlice:           "rrr.",
	OpLoadAttr:           "wrbs",
	OpStoreAttr:          "rr.s",
	OpDelAttr:            "r..n",
	OpLoadMethod:         "wr.s",
	OpCall:               "riws",
	OpCallKw:             "riwt",
	OpCallMethod:         "riws",
	OpCallMethodKw:       "riwt",
	OpCallEx:             "r.w.",
	OpReturn:             "r...",
	OpReturnNone:         "....",
	OpMakeFunction:       "wriF",
	OpLoadBuildClass:     "w...",
	OpLoadLocals:         "w...",
	OpRaise:              "rri.",
	OpReraise:            "r...",
	OpPushExc:            "wr..",
	OpPopExc:             "r...",
	OpJumpNoMatch:        "rr.j",
	OpMatchStar:          "wrr.",
	OpReraiseStar:        "wrr.",
	OpWithEnter:          "wr..",
	OpWithExit:           "r...",
	OpWithExcept:         "wrr.",
	OpAsyncWithEnter:     "wr..",
	OpAsyncWithExit:      "wrri",
	OpLoadAssertionError: "w...",
	OpYield:              "wri.",
	OpYieldFromIter:      "wr..",
	OpGetAwaitable:       "wri.",
	OpSend:               "rx.j",
	OpGetAsyncIter:       "wr..",
	OpGetAsyncNext:       "wr..",
	OpEndAsyncFor:        "r..j",
	OpImportName:         "wiin",
	OpImportFrom:         "wr.n",
	OpImportStar:         "r...",
	OpMatchSequence:      "wr..",
	OpMatchMapping:       "wr..",
	OpMatchKeys:          "wrr.",
	OpMatchRest:          "wrr.",
	OpMatchClass:         "xrit",
	OpLen:                "wr..",
	OpMakeTypeVar:        "wrin",
	OpMakeTypeAlias:      "wr.n",
	OpSetTypeParams:      "rr..",
	OpGenericBase:        "wr..",
	OpDisplay:            "r...",
}

// Jumps reports whether D is the index of an instruction.
func (o Op) Jumps() bool { return o < NumOps && shapes[o][3] == 'j' }

// Ends reports whether the next instruction is never the one that follows.
func (o Op) Ends() bool {
	switch o {
	case OpJump, OpReturn, OpReturnNone, OpRaise, OpReraise, OpEndAsyncFor:
		return true
	}
	return false
}

// window is the run of adjacent registers that an instruction reads or writes
// beyond those in its operands; n is 0 when there is none.
func window(in Instr) (first, n int) {
	a, b, c := int(in.A), int(in.B), int(in.C)
	switch in.Op {
	case OpUnpack, OpBuildList, OpBuildTuple, OpBuildSet, OpBuildString:
		return b, c
	case OpUnpackStar:
		return b, c + 1 + int(in.D)
	case OpBuildMap:
		return b, 2 * c
	case OpBuildSlice:
		return b, 3
	case OpGetSlice:
		return c, 2
	case OpSetSlice, OpMakeTypeAlias:
		return b, 2
	case OpLoadMethod, OpMatchStar, OpWithEnter, OpAsyncWithEnter:
		return a, 2
	case OpCall, OpCallKw:
		return a, 1 + b
	case OpCallMethod, OpCallMethodKw:
		return a, 2 + b
	case OpCallEx:
		return a, 3
	case OpMakeFunction:
		return b, bits(c & 15)
	}
	return 0, 0
}

func bits(n int) int {
	count := 0
	for ; n > 0; n >>= 1 {
		count += n & 1
	}
	return count
}
