// Package ast holds the syntax tree of Python 3.12, node for node that of
// CPython's ast module (Parser/Python.asdl), with the asynchronous and starred
// forms of a statement folded into one Go type with a flag.
package ast

// Expression is the node Expression(expr body).
type Expression struct {
	Body Expr
}

func (*Expression) isRoot() {}

// NodeName is the node's class name in CPython's ast module.
func (*Expression) NodeName() string { return "Expression" }

// Fields lists the node's fields in CPython's order.
func (n *Expression) Fields() []Field {
	return []Field{{"body", n.Body}}
}

// Interactive is the node Interactive(stmt* body).
type Interactive struct {
	Body []Stmt
}

func (*Interactive) isRoot() {}

// NodeName is the node's class name in CPython's ast module.
func (*Interactive) NodeName() string { return "Interactive" }

// Fields lists the node's fields in CPython's order.
func (n *Interactive) Fields() []Field {
	return []Field{{"body", nodes(n.Body)}}
}

// Module is the node Module(stmt* body, type_ignore* type_ignores).
type Module struct {
	Body []Stmt
}

func (*Module) isRoot() {}

// NodeName is the node's class name in CPython's ast module.
func (*Module) NodeName() string { return "Module" }

// Fields lists the node's fields in CPython's order.
func (n *Module) Fields() []Field {
	return []Field{{"body", nodes(n.Body)}, {"type_ignores", []Node(nil)}}
}

// AnnAssign is the node AnnAssign(expr target, expr annotation, expr? value, int simple).
type AnnAssign struct {
	Span
	Target     Expr
	Annotation Expr
	Value      Expr // nil or "" when absent
	Simple     bool
}

func (*AnnAssign) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*AnnAssign) NodeName() string { return "AnnAssign" }

// Fields lists the node's fields in CPython's order.
func (n *AnnAssign) Fields() []Field {
	return []Field{{"target", n.Target}, {"annotation", n.Annotation}, {"value", maybe(n.Value)}, {"simple", boolInt(n.Simple)}}
}

// Assert is the node Assert(expr test, expr? msg).
type Assert struct {
	Span
	Test Expr
	Msg  Expr // nil or "" when absent
}

func (*Assert) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Assert) NodeName() string { return "Assert" }

// Fields lists the node's fields in CPython's order.
func (n *Assert) Fields() []Field {
	return []Field{{"test", n.Test}, {"msg", maybe(n.Msg)}}
}

// Assign is the node Assign(expr* targets, expr value, string? type_comment).
type Assign struct {
	Span
	Targets []Expr
	Value   Expr
}

func (*Assign) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Assign) NodeName() string { return "Assign" }

// Fields lists the node's fields in CPython's order.
func (n *Assign) Fields() []Field {
	return []Field{{"targets", nodes(n.Targets)}, {"value", n.Value}, {"type_comment", Absent}}
}

// AugAssign is the node AugAssign(expr target, operator op, expr value).
type AugAssign struct {
	Span
	Target Expr
	Op     Operator
	Value  Expr
}

func (*AugAssign) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*AugAssign) NodeName() string { return "AugAssign" }

// Fields lists the node's fields in CPython's order.
func (n *AugAssign) Fields() []Field {
	return []Field{{"target", n.Target}, {"op", n.Op}, {"value", n.Value}}
}

// Break is the node Break.
type Break struct {
	Span
}

func (*Break) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Break) NodeName() string { return "Break" }

// Fields lists the node's fields in CPython's order.
func (n *Break) Fields() []Field {
	return nil
}

// ClassDef is the node ClassDef(identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list, type_param* type_params).
type ClassDef struct {
	Span
	Name          string
	Bases         []Expr
	Keywords      []*Keyword
	Body          []Stmt
	DecoratorList []Expr
	TypeParams    []TypeParam
}

func (*ClassDef) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*ClassDef) NodeName() string { return "ClassDef" }

// Fields lists the node's fields in CPython's order.
func (n *ClassDef) Fields() []Field {
	return []Field{{"name", n.Name}, {"bases", nodes(n.Bases)}, {"keywords", nodes(n.Keywords)}, {"body", nodes(n.Body)}, {"decorator_list", nodes(n.DecoratorList)}, {"type_params", nodes(n.TypeParams)}}
}

// Continue is the node Continue.
type Continue struct {
	Span
}

func (*Continue) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Continue) NodeName() string { return "Continue" }

// Fields lists the node's fields in CPython's order.
func (n *Continue) Fields() []Field {
	return nil
}

// Delete is the node Delete(expr* targets).
type Delete struct {
	Span
	Targets []Expr
}

func (*Delete) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Delete) NodeName() string { return "Delete" }

// Fields lists the node's fields in CPython's order.
func (n *Delete) Fields() []Field {
	return []Field{{"targets", nodes(n.Targets)}}
}

// ExprStmt is the node Expr(expr value).
type ExprStmt struct {
	Span
	Value Expr
}

func (*ExprStmt) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*ExprStmt) NodeName() string { return "Expr" }

// Fields lists the node's fields in CPython's order.
func (n *ExprStmt) Fields() []Field {
	return []Field{{"value", n.Value}}
}

// For is the node For(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment).
type For struct {
	Span
	Target  Expr
	Iter    Expr
	Body    []Stmt
	OrElse  []Stmt
	IsAsync bool // AsyncFor
}

func (*For) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (n *For) NodeName() string {
	if n.IsAsync {
		return "AsyncFor"
	}
	return "For"
}

// Fields lists the node's fields in CPython's order.
func (n *For) Fields() []Field {
	return []Field{{"target", n.Target}, {"iter", n.Iter}, {"body", nodes(n.Body)}, {"orelse", nodes(n.OrElse)}, {"type_comment", Absent}}
}

// FunctionDef is the node FunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params).
type FunctionDef struct {
	Span
	Name          string
	Args          *Arguments
	Body          []Stmt
	DecoratorList []Expr
	Returns       Expr // nil or "" when absent
	TypeParams    []TypeParam
	IsAsync       bool // AsyncFunctionDef
}

func (*FunctionDef) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (n *FunctionDef) NodeName() string {
	if n.IsAsync {
		return "AsyncFunctionDef"
	}
	return "FunctionDef"
}

// Fields lists the node's fields in CPython's order.
func (n *FunctionDef) Fields() []Field {
	return []Field{{"name", n.Name}, {"args", n.Args}, {"body", nodes(n.Body)}, {"decorator_list", nodes(n.DecoratorList)}, {"returns", maybe(n.Returns)}, {"type_comment", Absent}, {"type_params", nodes(n.TypeParams)}}
}

// Global is the node Global(identifier* names).
type Global struct {
	Span
	Names []string
}

func (*Global) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Global) NodeName() string { return "Global" }

// Fields lists the node's fields in CPython's order.
func (n *Global) Fields() []Field {
	return []Field{{"names", n.Names}}
}

// If is the node If(expr test, stmt* body, stmt* orelse).
type If struct {
	Span
	Test   Expr
	Body   []Stmt
	OrElse []Stmt
}

func (*If) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*If) NodeName() string { return "If" }

// Fields lists the node's fields in CPython's order.
func (n *If) Fields() []Field {
	return []Field{{"test", n.Test}, {"body", nodes(n.Body)}, {"orelse", nodes(n.OrElse)}}
}

// Import is the node Import(alias* names).
type Import struct {
	Span
	Names []*Alias
}

func (*Import) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Import) NodeName() string { return "Import" }

// Fields lists the node's fields in CPython's order.
func (n *Import) Fields() []Field {
	return []Field{{"names", nodes(n.Names)}}
}

// ImportFrom is the node ImportFrom(identifier? module, alias* names, int? level).
type ImportFrom struct {
	Span
	Module string // nil or "" when absent
	Names  []*Alias
	Level  int // nil or "" when absent
}

func (*ImportFrom) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*ImportFrom) NodeName() string { return "ImportFrom" }

// Fields lists the node's fields in CPython's order.
func (n *ImportFrom) Fields() []Field {
	return []Field{{"module", optional(n.Module)}, {"names", nodes(n.Names)}, {"level", n.Level}}
}

// Match is the node Match(expr subject, match_case* cases).
type Match struct {
	Span
	Subject Expr
	Cases   []*MatchCase
}

func (*Match) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Match) NodeName() string { return "Match" }

// Fields lists the node's fields in CPython's order.
func (n *Match) Fields() []Field {
	return []Field{{"subject", n.Subject}, {"cases", nodes(n.Cases)}}
}

// Nonlocal is the node Nonlocal(identifier* names).
type Nonlocal struct {
	Span
	Names []string
}

func (*Nonlocal) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Nonlocal) NodeName() string { return "Nonlocal" }

// Fields lists the node's fields in CPython's order.
func (n *Nonlocal) Fields() []Field {
	return []Field{{"names", n.Names}}
}

// Pass is the node Pass.
type Pass struct {
	Span
}

func (*Pass) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Pass) NodeName() string { return "Pass" }

// Fields lists the node's fields in CPython's order.
func (n *Pass) Fields() []Field {
	return nil
}

// Raise is the node Raise(expr? exc, expr? cause).
type Raise struct {
	Span
	Exc   Expr // nil or "" when absent
	Cause Expr // nil or "" when absent
}

func (*Raise) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Raise) NodeName() string { return "Raise" }

// Fields lists the node's fields in CPython's order.
func (n *Raise) Fields() []Field {
	return []Field{{"exc", maybe(n.Exc)}, {"cause", maybe(n.Cause)}}
}

// Return is the node Return(expr? value).
type Return struct {
	Span
	Value Expr // nil or "" when absent
}

func (*Return) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*Return) NodeName() string { return "Return" }

// Fields lists the node's fields in CPython's order.
func (n *Return) Fields() []Field {
	return []Field{{"value", maybe(n.Value)}}
}

// Try is the node Try(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody).
type Try struct {
	Span
	Body      []Stmt
	Handlers  []*ExceptHandler
	OrElse    []Stmt
	FinalBody []Stmt
	IsStar    bool // TryStar
}

func (*Try) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (n *Try) NodeName() string {
	if n.IsStar {
		return "TryStar"
	}
	return "Try"
}

// Fields lists the node's fields in CPython's order.
func (n *Try) Fields() []Field {
	return []Field{{"body", nodes(n.Body)}, {"handlers", nodes(n.Handlers)}, {"orelse", nodes(n.OrElse)}, {"finalbody", nodes(n.FinalBody)}}
}

// TypeAlias is the node TypeAlias(expr name, type_param* type_params, expr value).
type TypeAlias struct {
	Span
	Name       Expr
	TypeParams []TypeParam
	Value      Expr
}

func (*TypeAlias) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*TypeAlias) NodeName() string { return "TypeAlias" }

// Fields lists the node's fields in CPython's order.
func (n *TypeAlias) Fields() []Field {
	return []Field{{"name", n.Name}, {"type_params", nodes(n.TypeParams)}, {"value", n.Value}}
}

// While is the node While(expr test, stmt* body, stmt* orelse).
type While struct {
	Span
	Test   Expr
	Body   []Stmt
	OrElse []Stmt
}

func (*While) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (*While) NodeName() string { return "While" }

// Fields lists the node's fields in CPython's order.
func (n *While) Fields() []Field {
	return []Field{{"test", n.Test}, {"body", nodes(n.Body)}, {"orelse", nodes(n.OrElse)}}
}

// With is the node With(withitem* items, stmt* body, string? type_comment).
type With struct {
	Span
	Items   []*WithItem
	Body    []Stmt
	IsAsync bool // AsyncWith
}

func (*With) isStmt() {}

// NodeName is the node's class name in CPython's ast module.
func (n *With) NodeName() string {
	if n.IsAsync {
		return "AsyncWith"
	}
	return "With"
}

// Fields lists the node's fields in CPython's order.
func (n *With) Fields() []Field {
	return []Field{{"items", nodes(n.Items)}, {"body", nodes(n.Body)}, {"type_comment", Absent}}
}

// Attribute is the node Attribute(expr value, identifier attr, expr_context ctx).
type Attribute struct {
	Span
	Value Expr
	Attr  string
	Ctx   Context
}

func (*Attribute) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Attribute) NodeName() string { return "Attribute" }

// Fields lists the node's fields in CPython's order.
func (n *Attribute) Fields() []Field {
	return []Field{{"value", n.Value}, {"attr", n.Attr}, {"ctx", n.Ctx}}
}

// Await is the node Await(expr value).
type Await struct {
	Span
	Value Expr
}

func (*Await) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Await) NodeName() string { return "Await" }

// Fields lists the node's fields in CPython's order.
func (n *Await) Fields() []Field {
	return []Field{{"value", n.Value}}
}

// BinOp is the node BinOp(expr left, operator op, expr right).
type BinOp struct {
	Span
	Left  Expr
	Op    Operator
	Right Expr
}

func (*BinOp) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*BinOp) NodeName() string { return "BinOp" }

// Fields lists the node's fields in CPython's order.
func (n *BinOp) Fields() []Field {
	return []Field{{"left", n.Left}, {"op", n.Op}, {"right", n.Right}}
}

// BoolOp is the node BoolOp(boolop op, expr* values).
type BoolOp struct {
	Span
	Op     BoolOperator
	Values []Expr
}

func (*BoolOp) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*BoolOp) NodeName() string { return "BoolOp" }

// Fields lists the node's fields in CPython's order.
func (n *BoolOp) Fields() []Field {
	return []Field{{"op", n.Op}, {"values", nodes(n.Values)}}
}

// Call is the node Call(expr func, expr* args, keyword* keywords).
type Call struct {
	Span
	Func     Expr
	Args     []Expr
	Keywords []*Keyword
}

func (*Call) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Call) NodeName() string { return "Call" }

// Fields lists the node's fields in CPython's order.
func (n *Call) Fields() []Field {
	return []Field{{"func", n.Func}, {"args", nodes(n.Args)}, {"keywords", nodes(n.Keywords)}}
}

// Compare is the node Compare(expr left, cmpop* ops, expr* comparators).
type Compare struct {
	Span
	Left        Expr
	Ops         []CmpOperator
	Comparators []Expr
}

func (*Compare) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Compare) NodeName() string { return "Compare" }

// Fields lists the node's fields in CPython's order.
func (n *Compare) Fields() []Field {
	return []Field{{"left", n.Left}, {"ops", n.Ops}, {"comparators", nodes(n.Comparators)}}
}

// Constant is the node Constant(constant value, string? kind).
type Constant struct {
	Span
	Value Const
	Kind  string // nil or "" when absent
}

func (*Constant) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Constant) NodeName() string { return "Constant" }

// Fields lists the node's fields in CPython's order.
func (n *Constant) Fields() []Field {
	return []Field{{"value", n.Value}, {"kind", optional(n.Kind)}}
}

// Dict is the node Dict(expr* keys, expr* values).
type Dict struct {
	Span
	Keys   []Expr
	Values []Expr
}

func (*Dict) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Dict) NodeName() string { return "Dict" }

// Fields lists the node's fields in CPython's order.
func (n *Dict) Fields() []Field {
	return []Field{{"keys", nodes(n.Keys)}, {"values", nodes(n.Values)}}
}

// DictComp is the node DictComp(expr key, expr value, comprehension* generators).
type DictComp struct {
	Span
	Key        Expr
	Value      Expr
	Generators []*Comprehension
}

func (*DictComp) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*DictComp) NodeName() string { return "DictComp" }

// Fields lists the node's fields in CPython's order.
func (n *DictComp) Fields() []Field {
	return []Field{{"key", n.Key}, {"value", n.Value}, {"generators", nodes(n.Generators)}}
}

// FormattedValue is the node FormattedValue(expr value, int conversion, expr? format_spec).
type FormattedValue struct {
	Span
	Value      Expr
	Conversion int
	FormatSpec Expr // nil or "" when absent
}

func (*FormattedValue) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*FormattedValue) NodeName() string { return "FormattedValue" }

// Fields lists the node's fields in CPython's order.
func (n *FormattedValue) Fields() []Field {
	return []Field{{"value", n.Value}, {"conversion", n.Conversion}, {"format_spec", maybe(n.FormatSpec)}}
}

// GeneratorExp is the node GeneratorExp(expr elt, comprehension* generators).
type GeneratorExp struct {
	Span
	Elt        Expr
	Generators []*Comprehension
}

func (*GeneratorExp) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*GeneratorExp) NodeName() string { return "GeneratorExp" }

// Fields lists the node's fields in CPython's order.
func (n *GeneratorExp) Fields() []Field {
	return []Field{{"elt", n.Elt}, {"generators", nodes(n.Generators)}}
}

// IfExp is the node IfExp(expr test, expr body, expr orelse).
type IfExp struct {
	Span
	Test   Expr
	Body   Expr
	OrElse Expr
}

func (*IfExp) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*IfExp) NodeName() string { return "IfExp" }

// Fields lists the node's fields in CPython's order.
func (n *IfExp) Fields() []Field {
	return []Field{{"test", n.Test}, {"body", n.Body}, {"orelse", n.OrElse}}
}

// JoinedStr is the node JoinedStr(expr* values).
type JoinedStr struct {
	Span
	Values []Expr
}

func (*JoinedStr) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*JoinedStr) NodeName() string { return "JoinedStr" }

// Fields lists the node's fields in CPython's order.
func (n *JoinedStr) Fields() []Field {
	return []Field{{"values", nodes(n.Values)}}
}

// Lambda is the node Lambda(arguments args, expr body).
type Lambda struct {
	Span
	Args *Arguments
	Body Expr
}

func (*Lambda) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Lambda) NodeName() string { return "Lambda" }

// Fields lists the node's fields in CPython's order.
func (n *Lambda) Fields() []Field {
	return []Field{{"args", n.Args}, {"body", n.Body}}
}

// List is the node List(expr* elts, expr_context ctx).
type List struct {
	Span
	Elts []Expr
	Ctx  Context
}

func (*List) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*List) NodeName() string { return "List" }

// Fields lists the node's fields in CPython's order.
func (n *List) Fields() []Field {
	return []Field{{"elts", nodes(n.Elts)}, {"ctx", n.Ctx}}
}

// ListComp is the node ListComp(expr elt, comprehension* generators).
type ListComp struct {
	Span
	Elt        Expr
	Generators []*Comprehension
}

func (*ListComp) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*ListComp) NodeName() string { return "ListComp" }

// Fields lists the node's fields in CPython's order.
func (n *ListComp) Fields() []Field {
	return []Field{{"elt", n.Elt}, {"generators", nodes(n.Generators)}}
}

// Name is the node Name(identifier id, expr_context ctx).
type Name struct {
	Span
	ID  string
	Ctx Context
}

func (*Name) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Name) NodeName() string { return "Name" }

// Fields lists the node's fields in CPython's order.
func (n *Name) Fields() []Field {
	return []Field{{"id", n.ID}, {"ctx", n.Ctx}}
}

// NamedExpr is the node NamedExpr(expr target, expr value).
type NamedExpr struct {
	Span
	Target Expr
	Value  Expr
}

func (*NamedExpr) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*NamedExpr) NodeName() string { return "NamedExpr" }

// Fields lists the node's fields in CPython's order.
func (n *NamedExpr) Fields() []Field {
	return []Field{{"target", n.Target}, {"value", n.Value}}
}

// Set is the node Set(expr* elts).
type Set struct {
	Span
	Elts []Expr
}

func (*Set) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Set) NodeName() string { return "Set" }

// Fields lists the node's fields in CPython's order.
func (n *Set) Fields() []Field {
	return []Field{{"elts", nodes(n.Elts)}}
}

// SetComp is the node SetComp(expr elt, comprehension* generators).
type SetComp struct {
	Span
	Elt        Expr
	Generators []*Comprehension
}

func (*SetComp) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*SetComp) NodeName() string { return "SetComp" }

// Fields lists the node's fields in CPython's order.
func (n *SetComp) Fields() []Field {
	return []Field{{"elt", n.Elt}, {"generators", nodes(n.Generators)}}
}

// Slice is the node Slice(expr? lower, expr? upper, expr? step).
type Slice struct {
	Span
	Lower Expr // nil or "" when absent
	Upper Expr // nil or "" when absent
	Step  Expr // nil or "" when absent
}

func (*Slice) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Slice) NodeName() string { return "Slice" }

// Fields lists the node's fields in CPython's order.
func (n *Slice) Fields() []Field {
	return []Field{{"lower", maybe(n.Lower)}, {"upper", maybe(n.Upper)}, {"step", maybe(n.Step)}}
}

// Starred is the node Starred(expr value, expr_context ctx).
type Starred struct {
	Span
	Value Expr
	Ctx   Context
}

func (*Starred) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Starred) NodeName() string { return "Starred" }

// Fields lists the node's fields in CPython's order.
func (n *Starred) Fields() []Field {
	return []Field{{"value", n.Value}, {"ctx", n.Ctx}}
}

// Subscript is the node Subscript(expr value, expr slice, expr_context ctx).
type Subscript struct {
	Span
	Value Expr
	Slice Expr
	Ctx   Context
}

func (*Subscript) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Subscript) NodeName() string { return "Subscript" }

// Fields lists the node's fields in CPython's order.
func (n *Subscript) Fields() []Field {
	return []Field{{"value", n.Value}, {"slice", n.Slice}, {"ctx", n.Ctx}}
}

// Tuple is the node Tuple(expr* elts, expr_context ctx).
type Tuple struct {
	Span
	Elts []Expr
	Ctx  Context
}

func (*Tuple) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Tuple) NodeName() string { return "Tuple" }

// Fields lists the node's fields in CPython's order.
func (n *Tuple) Fields() []Field {
	return []Field{{"elts", nodes(n.Elts)}, {"ctx", n.Ctx}}
}

// UnaryOp is the node UnaryOp(unaryop op, expr operand).
type UnaryOp struct {
	Span
	Op      UnaryOperator
	Operand Expr
}

func (*UnaryOp) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*UnaryOp) NodeName() string { return "UnaryOp" }

// Fields lists the node's fields in CPython's order.
func (n *UnaryOp) Fields() []Field {
	return []Field{{"op", n.Op}, {"operand", n.Operand}}
}

// Yield is the node Yield(expr? value).
type Yield struct {
	Span
	Value Expr // nil or "" when absent
}

func (*Yield) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*Yield) NodeName() string { return "Yield" }

// Fields lists the node's fields in CPython's order.
func (n *Yield) Fields() []Field {
	return []Field{{"value", maybe(n.Value)}}
}

// YieldFrom is the node YieldFrom(expr value).
type YieldFrom struct {
	Span
	Value Expr
}

func (*YieldFrom) isExpr() {}

// NodeName is the node's class name in CPython's ast module.
func (*YieldFrom) NodeName() string { return "YieldFrom" }

// Fields lists the node's fields in CPython's order.
func (n *YieldFrom) Fields() []Field {
	return []Field{{"value", n.Value}}
}

// MatchAs is the node MatchAs(pattern? pattern, identifier? name).
type MatchAs struct {
	Span
	Pattern Pattern // nil or "" when absent
	Name    string  // nil or "" when absent
}

func (*MatchAs) isPattern() {}

// NodeName is the node's class name in CPython's ast module.
func (*MatchAs) NodeName() string { return "MatchAs" }

// Fields lists the node's fields in CPython's order.
func (n *MatchAs) Fields() []Field {
	return []Field{{"pattern", maybe(n.Pattern)}, {"name", optional(n.Name)}}
}

// MatchClass is the node MatchClass(expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns).
type MatchClass struct {
	Span
	Class       Expr
	Patterns    []Pattern
	KwdAttrs    []string
	KwdPatterns []Pattern
}

func (*MatchClass) isPattern() {}

// NodeName is the node's class name in CPython's ast module.
func (*MatchClass) NodeName() string { return "MatchClass" }

// Fields lists the node's fields in CPython's order.
func (n *MatchClass) Fields() []Field {
	return []Field{{"cls", n.Class}, {"patterns", nodes(n.Patterns)}, {"kwd_attrs", n.KwdAttrs}, {"kwd_patterns", nodes(n.KwdPatterns)}}
}

// MatchMapping is the node MatchMapping(expr* keys, pattern* patterns, identifier? rest).
type MatchMapping struct {
	Span
	Keys     []Expr
	Patterns []Pattern
	Rest     string // nil or "" when absent
}

func (*MatchMapping) isPattern() {}

// NodeName is the node's class name in CPython's ast module.
func (*MatchMapping) NodeName() string { return "MatchMapping" }

// Fields lists the node's fields in CPython's order.
func (n *MatchMapping) Fields() []Field {
	return []Field{{"keys", nodes(n.Keys)}, {"patterns", nodes(n.Patterns)}, {"rest", optional(n.Rest)}}
}

// MatchOr is the node MatchOr(pattern* patterns).
type MatchOr struct {
	Span
	Patterns []Pattern
}

func (*MatchOr) isPattern() {}

// NodeName is the node's class name in CPython's ast module.
func (*MatchOr) NodeName() string { return "MatchOr" }

// Fields lists the node's fields in CPython's order.
func (n *MatchOr) Fields() []Field {
	return []Field{{"patterns", nodes(n.Patterns)}}
}

// MatchSequence is the node MatchSequence(pattern* patterns).
type MatchSequence struct {
	Span
	Patterns []Pattern
}

func (*MatchSequence) isPattern() {}

// NodeName is the node's class name in CPython's ast module.
func (*MatchSequence) NodeName() string { return "MatchSequence" }

// Fields lists the node's fields in CPython's order.
func (n *MatchSequence) Fields() []Field {
	return []Field{{"patterns", nodes(n.Patterns)}}
}

// MatchSingleton is the node MatchSingleton(constant value).
type MatchSingleton struct {
	Span
	Value Const
}

func (*MatchSingleton) isPattern() {}

// NodeName is the node's class name in CPython's ast module.
func (*MatchSingleton) NodeName() string { return "MatchSingleton" }

// Fields lists the node's fields in CPython's order.
func (n *MatchSingleton) Fields() []Field {
	return []Field{{"value", n.Value}}
}

// MatchStar is the node MatchStar(identifier? name).
type MatchStar struct {
	Span
	Name string // nil or "" when absent
}

func (*MatchStar) isPattern() {}

// NodeName is the node's class name in CPython's ast module.
func (*MatchStar) NodeName() string { return "MatchStar" }

// Fields lists the node's fields in CPython's order.
func (n *MatchStar) Fields() []Field {
	return []Field{{"name", optional(n.Name)}}
}

// MatchValue is the node MatchValue(expr value).
type MatchValue struct {
	Span
	Value Expr
}

func (*MatchValue) isPattern() {}

// NodeName is the node's class name in CPython's ast module.
func (*MatchValue) NodeName() string { return "MatchValue" }

// Fields lists the node's fields in CPython's order.
func (n *MatchValue) Fields() []Field {
	return []Field{{"value", n.Value}}
}

// ParamSpec is the node ParamSpec(identifier name).
type ParamSpec struct {
	Span
	Name string
}

func (*ParamSpec) isTypeParam() {}

// NodeName is the node's class name in CPython's ast module.
func (*ParamSpec) NodeName() string { return "ParamSpec" }

// Fields lists the node's fields in CPython's order.
func (n *ParamSpec) Fields() []Field {
	return []Field{{"name", n.Name}}
}

// TypeVar is the node TypeVar(identifier name, expr? bound).
type TypeVar struct {
	Span
	Name  string
	Bound Expr // nil or "" when absent
}

func (*TypeVar) isTypeParam() {}

// NodeName is the node's class name in CPython's ast module.
func (*TypeVar) NodeName() string { return "TypeVar" }

// Fields lists the node's fields in CPython's order.
func (n *TypeVar) Fields() []Field {
	return []Field{{"name", n.Name}, {"bound", maybe(n.Bound)}}
}

// TypeVarTuple is the node TypeVarTuple(identifier name).
type TypeVarTuple struct {
	Span
	Name string
}

func (*TypeVarTuple) isTypeParam() {}

// NodeName is the node's class name in CPython's ast module.
func (*TypeVarTuple) NodeName() string { return "TypeVarTuple" }

// Fields lists the node's fields in CPython's order.
func (n *TypeVarTuple) Fields() []Field {
	return []Field{{"name", n.Name}}
}

// Comprehension is the node comprehension(expr target, expr iter, expr* ifs, int is_async).
type Comprehension struct {
	Target  Expr
	Iter    Expr
	Ifs     []Expr
	IsAsync bool
}

// NodeName is the node's class name in CPython's ast module.
func (*Comprehension) NodeName() string { return "comprehension" }

// Fields lists the node's fields in CPython's order.
func (n *Comprehension) Fields() []Field {
	return []Field{{"target", n.Target}, {"iter", n.Iter}, {"ifs", nodes(n.Ifs)}, {"is_async", boolInt(n.IsAsync)}}
}

// Arguments is the node arguments(arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr* kw_defaults, arg? kwarg, expr* defaults).
type Arguments struct {
	PosOnlyArgs []*Arg
	Args        []*Arg
	VarArg      *Arg // nil or "" when absent
	KwOnlyArgs  []*Arg
	KwDefaults  []Expr
	KwArg       *Arg // nil or "" when absent
	Defaults    []Expr
}

// NodeName is the node's class name in CPython's ast module.
func (*Arguments) NodeName() string { return "arguments" }

// Fields lists the node's fields in CPython's order.
func (n *Arguments) Fields() []Field {
	return []Field{{"posonlyargs", nodes(n.PosOnlyArgs)}, {"args", nodes(n.Args)}, {"vararg", maybe(n.VarArg)}, {"kwonlyargs", nodes(n.KwOnlyArgs)}, {"kw_defaults", nodes(n.KwDefaults)}, {"kwarg", maybe(n.KwArg)}, {"defaults", nodes(n.Defaults)}}
}

// Arg is the node arg(identifier arg, expr? annotation, string? type_comment).
type Arg struct {
	Span
	Arg        string
	Annotation Expr // nil or "" when absent
}

// NodeName is the node's class name in CPython's ast module.
func (*Arg) NodeName() string { return "arg" }

// Fields lists the node's fields in CPython's order.
func (n *Arg) Fields() []Field {
	return []Field{{"arg", n.Arg}, {"annotation", maybe(n.Annotation)}, {"type_comment", Absent}}
}

// Keyword is the node keyword(identifier? arg, expr value).
type Keyword struct {
	Span
	Arg   string // nil or "" when absent
	Value Expr
}

// NodeName is the node's class name in CPython's ast module.
func (*Keyword) NodeName() string { return "keyword" }

// Fields lists the node's fields in CPython's order.
func (n *Keyword) Fields() []Field {
	return []Field{{"arg", optional(n.Arg)}, {"value", n.Value}}
}

// Alias is the node alias(identifier name, identifier? asname).
type Alias struct {
	Span
	Name   string
	AsName string // nil or "" when absent
}

// NodeName is the node's class name in CPython's ast module.
func (*Alias) NodeName() string { return "alias" }

// Fields lists the node's fields in CPython's order.
func (n *Alias) Fields() []Field {
	return []Field{{"name", n.Name}, {"asname", optional(n.AsName)}}
}

// WithItem is the node withitem(expr context_expr, expr? optional_vars).
type WithItem struct {
	ContextExpr  Expr
	OptionalVars Expr // nil or "" when absent
}

// NodeName is the node's class name in CPython's ast module.
func (*WithItem) NodeName() string { return "withitem" }

// Fields lists the node's fields in CPython's order.
func (n *WithItem) Fields() []Field {
	return []Field{{"context_expr", n.ContextExpr}, {"optional_vars", maybe(n.OptionalVars)}}
}

// MatchCase is the node match_case(pattern pattern, expr? guard, stmt* body).
type MatchCase struct {
	Pattern Pattern
	Guard   Expr // nil or "" when absent
	Body    []Stmt
}

// NodeName is the node's class name in CPython's ast module.
func (*MatchCase) NodeName() string { return "match_case" }

// Fields lists the node's fields in CPython's order.
func (n *MatchCase) Fields() []Field {
	return []Field{{"pattern", n.Pattern}, {"guard", maybe(n.Guard)}, {"body", nodes(n.Body)}}
}

// ExceptHandler is the node ExceptHandler(expr? type, identifier? name, stmt* body).
type ExceptHandler struct {
	Span
	Type Expr   // nil or "" when absent
	Name string // nil or "" when absent
	Body []Stmt
}

// NodeName is the node's class name in CPython's ast module.
func (*ExceptHandler) NodeName() string { return "ExceptHandler" }

// Fields lists the node's fields in CPython's order.
func (n *ExceptHandler) Fields() []Field {
	return []Field{{"type", maybe(n.Type)}, {"name", optional(n.Name)}, {"body", nodes(n.Body)}}
}

// Context is CPython's expr_context.
type Context uint8

const (
	Load Context = iota
	Store
	Del
)

var namesContext = [...]string{"Load", "Store", "Del"}

// String is the class name in CPython's ast module.
func (o Context) String() string { return namesContext[o] }

// BoolOperator is CPython's boolop.
type BoolOperator uint8

const (
	And BoolOperator = iota
	Or
)

var namesBoolOperator = [...]string{"And", "Or"}

// String is the class name in CPython's ast module.
func (o BoolOperator) String() string { return namesBoolOperator[o] }

// Operator is CPython's operator.
type Operator uint8

const (
	Add Operator = iota
	Sub
	Mult
	MatMult
	Div
	Mod
	Pow
	LShift
	RShift
	BitOr
	BitXor
	BitAnd
	FloorDiv
)

var namesOperator = [...]string{"Add", "Sub", "Mult", "MatMult", "Div", "Mod", "Pow", "LShift", "RShift", "BitOr", "BitXor", "BitAnd", "FloorDiv"}

// String is the class name in CPython's ast module.
func (o Operator) String() string { return namesOperator[o] }

// UnaryOperator is CPython's unaryop.
type UnaryOperator uint8

const (
	Invert UnaryOperator = iota
	Not
	UAdd
	USub
)

var namesUnaryOperator = [...]string{"Invert", "Not", "UAdd", "USub"}

// String is the class name in CPython's ast module.
func (o UnaryOperator) String() string { return namesUnaryOperator[o] }

// CmpOperator is CPython's cmpop.
type CmpOperator uint8

const (
	Eq CmpOperator = iota
	NotEq
	Lt
	LtE
	Gt
	GtE
	Is
	IsNot
	In
	NotIn
)

var namesCmpOperator = [...]string{"Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn"}

// String is the class name in CPython's ast module.
func (o CmpOperator) String() string { return namesCmpOperator[o] }
