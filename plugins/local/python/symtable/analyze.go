package symtable

import (
	"slices"
	"strings"
)

// analysis decides the class of every name, outer scopes first.
type analysis struct {
	*reporter
}

func (a *analysis) scope(s *Scope) {
	for i := 0; i < len(s.Order); i++ {
		a.name(s, s.Order[i])
	}
	for _, child := range s.Children {
		a.scope(child)
	}
}

// name classifies a name of a scope, and marks the cell that it reads and the
// scopes in between.
func (a *analysis) name(s *Scope, sym *Symbol) {
	if sym.Class != 0 {
		return // an inner scope passes through here
	}
	switch {
	case sym.Is(Global):
		if sym.Is(Nonlocal) {
			a.failDirective(s, sym.Name, "name '%s' is nonlocal and global")
		}
		sym.Class = GlobalExplicit
	case sym.Is(Nonlocal):
		a.nonlocal(s, sym)
	case sym.Is(Bound):
		sym.Class = Local
	default:
		a.unbound(s, sym)
	}
}

func (a *analysis) failDirective(s *Scope, name, format string) {
	at := &s.pos
	for i := range s.directives {
		if d := &s.directives[i]; d.name == name {
			at = &d.span
			break
		}
	}
	if strings.Contains(format, "%s") {
		a.fail(at, format, name)
	}
	a.fail(at, "%s", format)
}

func (a *analysis) nonlocal(s *Scope, sym *Symbol) {
	if s.Kind == ModuleScope {
		a.failDirective(s, sym.Name, "nonlocal declaration not allowed at module level")
	}
	owner := binder(s, sym.Name)
	if owner == nil {
		a.failDirective(s, sym.Name, "no binding for nonlocal '%s' found")
	}
	if b := owner.symbols[sym.Name]; b != nil && b.Is(TypeVar) {
		a.failDirective(s, sym.Name, "nonlocal binding not allowed for type parameter '%s'")
	}
	a.link(s, owner, sym)
}

// unbound classifies a name that the scope only reads.
func (a *analysis) unbound(s *Scope, sym *Symbol) {
	sym.Class = GlobalImplicit
	if s.SeesClass {
		class := s.Parent
		for class.Kind != ClassScope {
			class = class.Parent
		}
		if b := class.symbols[sym.Name]; b != nil {
			if b.Is(Global) {
				sym.Class = GlobalExplicit
				return
			} else if b.Is(Bound) && !b.Is(Nonlocal) {
				return
			}
		}
	}
	if owner := binder(s, sym.Name); owner != nil {
		a.link(s, owner, sym)
	}
}

// binder finds the scope around s that binds the name for inner functions, nil
// if it is global.
func binder(s *Scope, name string) *Scope {
	for p := s.Parent; p != nil && p.Kind != ModuleScope; p = p.Parent {
		if p.Kind == ClassScope {
			if name == "__class__" || name == "__classdict__" {
				return p
			}
			continue
		}
		if sym := p.symbols[name]; sym != nil {
			switch {
			case sym.Is(Global):
				return nil
			case sym.Is(Nonlocal):
			case sym.Is(Bound):
				return p
			}
		}
	}
	return nil
}

// link makes the name of s a free variable that the owner holds in a cell. A
// scope that is inlined into the owner shares the owner's variable.
func (a *analysis) link(s, owner *Scope, sym *Symbol) {
	direct := true // all scopes from s to the owner run in its frame
	for p := s; p != owner; p = p.Parent {
		if !p.Inlinable {
			direct = false
			free := p.symbol(sym.Name)
			if p == s || free.Class == 0 && free.Flags&(Bound|Global) == 0 {
				free.Class = Free
			} else if p.Kind == ClassScope {
				free.Flags |= ClassFree
			}
		}
	}
	if s.Inlinable {
		sym.Class = Free // shown as the host's symbol by finish
	}
	if direct {
		return
	}
	if owner.Kind == ClassScope {
		owner.NeedsClassCell = owner.NeedsClassCell || sym.Name == "__class__"
		owner.NeedsClassDict = owner.NeedsClassDict || sym.Name == "__classdict__"
		return
	}
	owner.symbols[sym.Name].Class = Cell
}

// finish takes the names that inlinable comprehensions do not bind out of them,
// and numbers the variables of every scope, inner scopes first.
func (a *analysis) finish(s *Scope) {
	for _, child := range s.Children {
		a.finish(child)
	}
	if s.Inlinable {
		s.handOver()
	}
	s.number()
}

// handOver moves the names that the comprehension does not bind to the scope
// that it runs in.
func (s *Scope) handOver() {
	own := s.Order[:0]
	for _, sym := range s.Order {
		if sym.Class == Local || sym.Class == Cell {
			own = append(own, sym)
			continue
		}
		delete(s.symbols, sym.Name)
		if s.Parent.symbols[sym.Name] == nil {
			sym.Owner = s.Parent
			s.Parent.symbols[sym.Name] = sym
			s.Parent.Order = append(s.Parent.Order, sym)
		} else {
			s.Parent.symbols[sym.Name].Flags |= sym.Flags & Used
		}
	}
	s.Order = own
}

// number fills Locals, Cells and Frees.
func (s *Scope) number() {
	s.NumParams = len(s.params)
	if s.Kind.FunctionLike() {
		s.Locals = slices.Clone(s.params)
	}
	for _, sym := range s.Order {
		switch {
		case sym.Class == Cell:
			s.Cells = append(s.Cells, sym.Name)
		case sym.Class == Free || sym.Is(ClassFree):
			s.Frees = append(s.Frees, sym.Name)
		case sym.Class == Local && s.Kind.FunctionLike() && !sym.Is(Param):
			s.Locals = append(s.Locals, sym.Name)
		}
	}
	if s.NeedsClassCell {
		s.Cells = append(s.Cells, "__class__")
	}
	if s.NeedsClassDict {
		s.Cells = append(s.Cells, "__classdict__")
	}
	slices.Sort(s.Cells)
	slices.Sort(s.Frees)
	s.index()
}

// index gives every symbol its slot.
func (s *Scope) index() {
	for i, name := range s.Locals {
		s.symbols[name].Slot = i
	}
	for i, name := range s.Cells {
		if sym := s.symbols[name]; sym != nil && sym.Class == Cell {
			sym.Slot = i
		}
	}
	for i, name := range s.Frees {
		if sym := s.symbols[name]; sym.Class == Free {
			sym.Slot = i
		}
	}
}

// qualify gives the scope and those inside their qualified names.
func qualify(s *Scope) {
	s.QualName = qualName(s)
	for _, child := range s.Children {
		qualify(child)
	}
}

func qualName(s *Scope) string {
	if s.Parent == nil {
		return s.Name
	}
	parent := s.Parent.Host()
	if parent.Kind == TypeParamsScope {
		parent = parent.Parent.Host()
	}
	if parent.Kind == ModuleScope {
		return s.Name
	}
	if s.Kind == ClassScope || s.Kind == FunctionScope && s.Name != "<lambda>" {
		if sym := parent.Lookup(s.Name); sym != nil && sym.Class == GlobalExplicit {
			return s.Name
		}
	}
	if k := parent.Kind; k == FunctionScope || k == TypeAliasScope || k == TypeVarBoundScope {
		return parent.QualName + ".<locals>." + s.Name
	}
	return parent.QualName + "." + s.Name
}
