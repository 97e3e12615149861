package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// call compiles a call whose result goes to dst.
func (u *unit) call(e *ast.Call, dst int) {
	base := u.base(dst)
	unpacks := hasStar(e.Args) || len(e.Args)+len(e.Keywords) > maxWindow
	for _, k := range e.Keywords {
		unpacks = unpacks || k.Arg == ""
	}
	attr, method := e.Func.(*ast.Attribute)
	switch {
	case unpacks:
		u.callee(e.Func, base)
		u.callEx(base, base, e.Args, e.Keywords)
		u.emit(code.OpCallEx, base, 0, dst, 0)
	case method:
		u.loadMethod(attr, base)
		n := u.arguments(e.Args, e.Keywords)
		u.atAttr(attr)
		if names := keywordNames(e.Keywords); names != nil {
			u.emit(code.OpCallMethodKw, base, n, dst, u.constant(names))
		} else {
			u.emit(code.OpCallMethod, base, n, dst, u.site(""))
		}
	default:
		u.callee(e.Func, base)
		u.finishCall(base, u.arguments(e.Args, e.Keywords), e.Keywords, dst)
	}
}

// finishCall emits the call of r[base] with n arguments, the last of which are
// the keywords.
func (u *unit) finishCall(base, n int, keywords []*ast.Keyword, dst int) {
	if names := keywordNames(keywords); names != nil {
		u.emit(code.OpCallKw, base, n, dst, u.constant(names))
	} else {
		u.emit(code.OpCall, base, n, dst, u.site(""))
	}
}

// callee compiles the function of a call. A plain name costs nothing: the
// reference does not evaluate it as a node.
func (u *unit) callee(f ast.Expr, dst int) {
	if n, ok := f.(*ast.Name); ok {
		old := u.at(f)
		u.loadName(n.ID, dst)
		u.pos = old
		return
	}
	if a, ok := f.(*ast.Attribute); ok {
		old, mark := u.at(f), u.top
		u.charge(1)
		u.loadAttr(a, dst, true)
		u.pos, u.top = old, mark
		return
	}
	u.expr(f, dst)
}

// loadMethod compiles obj.name for a call into r[base] and r[base+1].
func (u *unit) loadMethod(f *ast.Attribute, base int) {
	old := u.at(f)
	obj, ok := u.localOperand(f.Value)
	if !ok {
		obj = base
		u.expr(f.Value, obj)
	}
	u.alloc()
	u.atAttr(f)
	u.emit(code.OpLoadMethod, base, obj, 0, u.site(u.mangle(f.Attr)))
	u.pos = old
}

// arguments compiles plain arguments into the next temporaries.
func (u *unit) arguments(args []ast.Expr, keywords []*ast.Keyword) int {
	for _, a := range args {
		u.expr(a, u.alloc())
	}
	for _, k := range keywords {
		u.expr(k.Value, u.alloc())
	}
	return len(args) + len(keywords)
}

func keywordNames(keywords []*ast.Keyword) any {
	if len(keywords) == 0 {
		return nil
	}
	names := make([]any, len(keywords))
	for i, k := range keywords {
		names[i] = k.Arg
	}
	return names
}

// callEx compiles the list of positional and the dict of keyword arguments for
// a CallEx of r[base] into r[base+1] and r[base+2]. Errors name the function
// in r[fn].
func (u *unit) callEx(base, fn int, args []ast.Expr, keywords []*ast.Keyword) {
	list, dict := u.alloc(), u.alloc()
	if s := onlyStarred(args); s != nil && len(keywords) > 0 {
		u.expr(s.Value, list)
		u.gatherKeywords(keywords, dict, fn)
		t := u.alloc()
		u.emit(code.OpBuildList, t, t, 0, 0)
		u.emit(code.OpListExtend, t, list, 1, fn)
		u.move(list, t)
		u.top = base + 3
		return
	}
	u.gatherArgs(args, list, fn)
	if len(keywords) == 0 {
		u.emit(code.OpUnbind, dict, 0, 0, 0)
		return
	}
	u.gatherKeywords(keywords, dict, fn)
	u.top = base + 3
}

// onlyStarred is the argument of f(*iterable, ...), which is unpacked when
// everything else has been evaluated.
func onlyStarred(args []ast.Expr) *ast.Starred {
	if len(args) != 1 {
		return nil
	}
	s, _ := args[0].(*ast.Starred)
	return s
}

// gatherArgs is gather for the arguments of a call, with the function's name
// in the error of an argument that can't be unpacked.
func (u *unit) gatherArgs(args []ast.Expr, list, fn int) {
	mark := u.top
	n := leading(args)
	alone := 0
	if len(args) == 1 {
		alone = 1 // only then CPython knows the function when it unpacks
	}
	for _, a := range args[:n] {
		u.expr(a, u.alloc())
	}
	first := list
	if n > 0 {
		first = mark
	}
	u.emit(code.OpBuildList, list, first, n, 0)
	u.top = mark
	for _, a := range args[n:] {
		if s, ok := a.(*ast.Starred); ok {
			v := u.operand(s.Value)
			u.emit(code.OpListExtend, list, v, alone, fn)
		} else {
			u.emit(code.OpListAppend, list, u.operand(a), 0, 0)
		}
		u.top = mark
	}
}

// gatherKeywords makes the dict of a call's keywords: runs of plain keywords
// are built and merged, each "**mapping" is merged.
func (u *unit) gatherKeywords(keywords []*ast.Keyword, dict, fn int) {
	mark := u.top
	started := false
	for len(keywords) > 0 {
		n := 0
		for n < len(keywords) && keywords[n].Arg != "" && n < maxWindow/2 {
			n++
		}
		part := dict
		if started {
			part = u.alloc()
		}
		if n > 0 || !started {
			base := part
			if n > 0 {
				base = u.top
			}
			for _, k := range keywords[:n] {
				u.loadConst(k.Arg, u.alloc())
				u.expr(k.Value, u.alloc())
			}
			u.emit(code.OpBuildMap, part, base, n, 0)
		}
		if n == 0 {
			part = u.operand(keywords[0].Value)
			u.emit(code.OpMapMerge, dict, part, fn, 0)
			n = 1
		} else if started {
			u.emit(code.OpMapMerge, dict, part, fn, 0)
		}
		started = true
		keywords = keywords[n:]
		u.top = mark
	}
}
