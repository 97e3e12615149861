package py

// The file's name makes this the package's last init function: all types are
// defined by then.
func init() {
	intHeader.typ, floatHeader.typ, boolHeader.typ = IntType, FloatType, BoolType
	noneHeader.typ, ellipsisHeader.typ, notImplementedHeader.typ = NoneType, EllipsisType, NotImplementedType
	emptyTuple.typ = TupleType
	readyAll()
	linkDoubleBases()
}
