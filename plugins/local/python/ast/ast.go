package ast

// Node is any node of the tree.
type Node interface {
	// NodeName is the node's class name in CPython's ast module.
	NodeName() string
	// Fields lists the node's fields in CPython's order.
	Fields() []Field
}

// Field is one named field of a node. Value is a Node, []Node, []string,
// []CmpOperator, one of the operator types, Const, int, string, or Absent.
type Field struct {
	Name  string
	Value any
}

// Absent is the value of an optional field that is not there (None in CPython).
var Absent any = absent{}

type absent struct{}

// Span is a node's place in the source. Lines count from 1; columns are
// UTF-8 byte offsets from 0, as CPython's lineno and col_offset.
type Span struct {
	Line, Col, EndLine, EndCol int32
}

// Pos returns the span itself, so that embedding makes every node Positioned.
func (s *Span) Pos() *Span { return s }

// Positioned is a node that has a place in the source.
type Positioned interface {
	Node
	Pos() *Span
}

// The sums of the grammar.
type (
	// Root is a whole source: Module, Expression or Interactive.
	Root interface {
		Node
		isRoot()
	}
	// Stmt is a statement.
	Stmt interface {
		Positioned
		isStmt()
	}
	// Expr is an expression.
	Expr interface {
		Positioned
		isExpr()
	}
	// Pattern is a pattern of a match statement.
	Pattern interface {
		Positioned
		isPattern()
	}
	// TypeParam is a type parameter (PEP 695).
	TypeParam interface {
		Positioned
		isTypeParam()
	}
)

// Const is the value of a Constant: nil (None), bool, int64, *big.Int (outside
// int64), float64, complex128, string (UTF-8, lone surrogates as their three
// bytes), Bytes or Ellipsis.
type Const any

// Bytes is the value of a bytes literal.
type Bytes string

// Ellipsis is the value of the literal "...".
type Ellipsis struct{}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func optional(s string) any {
	if s == "" {
		return Absent
	}
	return s
}

func maybe[T Node](n T) any {
	var zero T
	if any(n) == any(zero) {
		return Absent
	}
	return n
}

func nodes[T Node](list []T) []Node {
	out := make([]Node, len(list))
	for i, n := range list {
		if any(n) != nil {
			out[i] = n
		}
	}
	return out
}
