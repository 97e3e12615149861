package code

// Op is the operation of an instruction. In the comments r is the frame's
// register window, names, consts and sites are those of the Code.
type Op uint8

// The operations.
const (
	// OpNop: does nothing.
	OpNop Op = iota

	// Moves, constants, locals.

	// OpLoadConst: r[A] = consts[D].
	OpLoadConst
	// OpLoadInt: r[A] = the int D.
	OpLoadInt
	// OpLoadNone: r[A] = None.
	OpLoadNone
	// OpLoadTrue: r[A] = True.
	OpLoadTrue
	// OpLoadFalse: r[A] = False.
	OpLoadFalse
	// OpMove: r[A] = r[B].
	OpMove
	// OpCheckLocal: raises UnboundLocalError for names[D] if r[A] is unbound. The compiler
	// emits it before a use of a local that is not surely assigned; every other operand is
	// always bound.
	OpCheckLocal
	// OpDelLocal: unbinds r[A]; raises UnboundLocalError for names[D] if it is unbound.
	OpDelLocal
	// OpUnbind: unbinds r[A] without a check (end of "except ... as", comprehension slots).
	OpUnbind
	// OpLoadFar: r[A] = far[D]; may load an unbound value.
	OpLoadFar
	// OpStoreFar: far[D] = r[A].
	OpStoreFar

	// Cells: a register that holds a cell is only ever touched by these, and by Move,
	// BuildTuple (closures), StoreName and Return (__classcell__), which pass the cell itself.

	// OpMakeCell: r[A] = a new cell that holds r[A] (which may be unbound).
	OpMakeCell
	// OpNewCell: r[A] = a new, empty cell.
	OpNewCell
	// OpLoadCell: r[A] = the content of the cell r[B]; raises for names[D] if it is empty:
	// UnboundLocalError if C == 0, NameError "cannot access free variable" if C == 1.
	OpLoadCell
	// OpStoreCell: content of the cell r[A] = r[B].
	OpStoreCell
	// OpDelCell: empties the cell r[A]; raises for names[D] (as LoadCell, with C) if it is
	// empty.
	OpDelCell

	// Names.

	// OpLoadGlobal: r[A] = the global or built-in of site D; raises NameError.
	OpLoadGlobal
	// OpStoreGlobal: global of site D = r[A]; B is the Binding.
	OpStoreGlobal
	// OpDelGlobal: deletes the global names[D]; raises NameError.
	OpDelGlobal
	// OpLoadName: r[A] = name of site D, looked up in the frame's namespace, the globals,
	// the built-ins.
	OpLoadName
	// OpStoreName: namespace[names[D]] = r[A]; B is the Binding.
	OpStoreName
	// OpDelName: deletes names[D] from the namespace; raises NameError.
	OpDelName
	// OpLoadClassCell: r[A] = names[D] from the namespace, else the content of the cell r[B]
	// (as LoadCell with C = 1).
	OpLoadClassCell
	// OpLoadDictGlobal: for an annotation scope in a class body: r[A] = names[D] from the
	// mapping r[B], else the global or built-in; raises NameError.
	OpLoadDictGlobal
	// OpLoadDictCell: for an annotation scope in a class body: r[A] = names[D] from the
	// mapping r[B], else the content of the cell r[C] (as LoadCell with C = 1).
	OpLoadDictCell
	// OpSetupAnnotations: makes sure that the namespace has an __annotations__ dict.
	OpSetupAnnotations

	// Arithmetic: r[A] = r[B] op r[C].

	// OpAdd: r[A] = r[B] + r[C].
	OpAdd
	// OpSub: r[A] = r[B] - r[C].
	OpSub
	// OpMul: r[A] = r[B] * r[C].
	OpMul
	// OpTrueDiv: r[A] = r[B] / r[C].
	OpTrueDiv
	// OpFloorDiv: r[A] = r[B] // r[C].
	OpFloorDiv
	// OpMod: r[A] = r[B] % r[C].
	OpMod
	// OpPow: r[A] = r[B] ** r[C].
	OpPow
	// OpLShift: r[A] = r[B] << r[C].
	OpLShift
	// OpRShift: r[A] = r[B] >> r[C].
	OpRShift
	// OpBitAnd: r[A] = r[B] & r[C].
	OpBitAnd
	// OpBitOr: r[A] = r[B] or r[C], bitwise.
	OpBitOr
	// OpBitXor: r[A] = r[B] ^ r[C].
	OpBitXor
	// OpMatMul: r[A] = r[B] @ r[C].
	OpMatMul
	// OpInplace: r[A] = (r[B] op= r[C]), D is the Op of the plain form (Add ... MatMul).
	OpInplace
	// OpInplaceAdd: r[A] = (r[B] += r[C]): the frequent case with an opcode of its own.
	OpInplaceAdd
	// OpAddI: r[A] = r[B] + int(D); C == 1: in place.
	OpAddI
	// OpSubI: r[A] = r[B] - int(D); C == 1: in place.
	OpSubI
	// OpMulI: r[A] = r[B] * int(D); C == 1: in place.
	OpMulI
	// OpFloorDivI: r[A] = r[B] // int(D), D != 0; C == 1: in place.
	OpFloorDivI
	// OpModI: r[A] = r[B] % int(D), D != 0; C == 1: in place.
	OpModI
	// OpNeg: r[A] = -r[B].
	OpNeg
	// OpPositive: r[A] = +r[B].
	OpPositive
	// OpInvert: r[A] = ~r[B].
	OpInvert
	// OpNot: r[A] = not r[B].
	OpNot

	// Comparisons that give a value.

	// OpLt: r[A] = r[B] < r[C].
	OpLt
	// OpLe: r[A] = r[B] <= r[C].
	OpLe
	// OpEq: r[A] = r[B] == r[C].
	OpEq
	// OpNe: r[A] = r[B] != r[C].
	OpNe
	// OpGt: r[A] = r[B] > r[C].
	OpGt
	// OpGe: r[A] = r[B] >= r[C].
	OpGe
	// OpIs: r[A] = r[B] is r[C].
	OpIs
	// OpIsNot: r[A] = r[B] is not r[C].
	OpIsNot
	// OpIn: r[A] = r[B] in r[C].
	OpIn
	// OpNotIn: r[A] = r[B] not in r[C].
	OpNotIn

	// Jumps; targets are absolute instruction indexes.

	// OpJump: goes to D.
	OpJump
	// OpJumpTrue: goes to D if r[A] is true.
	OpJumpTrue
	// OpJumpFalse: goes to D if r[A] is false.
	OpJumpFalse
	// OpJumpNone: goes to D if (r[A] is None) == (C == 1).
	OpJumpNone
	// OpJumpLt: goes to D if (r[A] < r[B]) == (C == 1); the comparison's truth is taken.
	OpJumpLt
	// OpJumpLe: goes to D if (r[A] <= r[B]) == (C == 1).
	OpJumpLe
	// OpJumpEq: goes to D if (r[A] == r[B]) == (C == 1).
	OpJumpEq
	// OpJumpNe: goes to D if (r[A] != r[B]) == (C == 1).
	OpJumpNe
	// OpJumpGt: goes to D if (r[A] > r[B]) == (C == 1).
	OpJumpGt
	// OpJumpGe: goes to D if (r[A] >= r[B]) == (C == 1).
	OpJumpGe
	// OpJumpLtI: as JumpLt with int(int8(B)) for the right side.
	OpJumpLtI
	// OpJumpLeI: as JumpLe with int(int8(B)) for the right side.
	OpJumpLeI
	// OpJumpEqI: as JumpEq with int(int8(B)) for the right side.
	OpJumpEqI
	// OpJumpNeI: as JumpNe with int(int8(B)) for the right side.
	OpJumpNeI
	// OpJumpGtI: as JumpGt with int(int8(B)) for the right side.
	OpJumpGtI
	// OpJumpGeI: as JumpGe with int(int8(B)) for the right side.
	OpJumpGeI
	// OpJumpIn: goes to D if (r[A] in r[B]) == (C == 1).
	OpJumpIn
	// OpJumpIs: goes to D if (r[A] is r[B]) == (C == 1).
	OpJumpIs
	// OpCharge: charges D operations: the first instruction of a block whose cost nobody
	// else charges. A negative D gives operations back: the block leaves the middle of
	// another that was charged as a whole.
	OpCharge
	// OpWhileStart: r[A] = a fresh iteration count for a while loop.
	OpWhileStart
	// OpWhileNext: counts one iteration in r[A], raises when the limit is passed, and
	// charges C operations (a dearer body has a Charge). Stands at the head of the loop's
	// body.
	OpWhileNext

	// Iteration and unpacking.

	// OpGetIter: r[A] = iter(r[B]).
	OpGetIter
	// OpForIter: r[B] = next(r[A]) and charges C operations, or goes to D at the end and
	// leaves r[B] as it is.
	OpForIter
	// OpForNext: the foot of a for loop: r[B] = next(r[A]), charges C operations and goes to
	// D, the start of the body; or goes on at the end and leaves r[B] as it is.
	OpForNext
	// OpUnpack: unpacks r[A] into exactly C registers from r[B] on. The registers may be
	// locals: they are written once the whole unpacking has succeeded.
	OpUnpack
	// OpUnpackStar: unpacks r[A] into C registers from r[B] on, then a list, then D
	// registers.
	OpUnpackStar
	// OpUnpackTuple: r[A] = a tuple of what unpacking r[B] into D targets gives, where there
	// are too many for registers.
	OpUnpackTuple

	// Building values.

	// OpBuildList: r[A] = list of the C registers from r[B] on.
	OpBuildList
	// OpBuildTuple: r[A] = tuple of the C registers from r[B] on.
	OpBuildTuple
	// OpBuildSet: r[A] = set of the C registers from r[B] on.
	OpBuildSet
	// OpBuildMap: r[A] = dict of C key-value pairs from r[B] on: key, value, key, value, ...
	OpBuildMap
	// OpBuildSlice: r[A] = slice(r[B], r[B+1], r[B+2]).
	OpBuildSlice
	// OpBuildString: r[A] = the strings of the C registers from r[B] on, joined.
	OpBuildString
	// OpListAppend: appends r[B] to the list r[A].
	OpListAppend
	// OpListExtend: extends the list r[A] by the iterable r[B]; C == 1: for a call's *args,
	// whose error names the function (r[D]).
	OpListExtend
	// OpListToTuple: r[A] = tuple(list r[B]).
	OpListToTuple
	// OpSetAdd: adds r[B] to the set r[A].
	OpSetAdd
	// OpSetUpdate: adds the iterable r[B] to the set r[A].
	OpSetUpdate
	// OpMapAdd: dict r[A][r[B]] = r[C].
	OpMapAdd
	// OpMapUpdate: updates the dict r[A] from the mapping r[B] ({**x}).
	OpMapUpdate
	// OpMapMerge: merges the mapping r[B] of a call's **kwargs into the dict r[A]; a double
	// or non-string key is an error that names the function r[C].
	OpMapMerge
	// OpFormat: r[A] = format(r[B], spec); C is the conversion (0, 's', 'r' or 'a'), D the
	// register of the spec or -1.
	OpFormat

	// Items and attributes.

	// OpGetItem: r[A] = r[B][r[C]].
	OpGetItem
	// OpGetItemI: r[A] = r[B][int(D)].
	OpGetItemI
	// OpSetItem: r[A][r[B]] = r[C].
	OpSetItem
	// OpDelItem: del r[A][r[B]].
	OpDelItem
	// OpGetSlice: r[A] = r[B][r[C]:r[C+1]] (each bound may be None).
	OpGetSlice
	// OpSetSlice: r[A][r[B]:r[B+1]] = r[C].
	OpSetSlice
	// OpLoadAttr: r[A] = attribute of r[B] by the name of site D; C == 1: to be called.
	OpLoadAttr
	// OpStoreAttr: attribute of r[A] by the name of site D = r[B].
	OpStoreAttr
	// OpDelAttr: deletes the attribute names[D] of r[A].
	OpDelAttr
	// OpLoadMethod: for a call r[B].name(...) with the name of site D: r[A] = the plain
	// function and r[A+1] = r[B]; or r[A] = the bound value and r[A+1] = unbound. B may be A
	// or A+1.
	OpLoadMethod

	// Calls; the callee's window may begin at r[A+1], so nothing above the arguments is live.

	// OpCall: r[C] = r[A](r[A+1], ..., r[A+B]); D is a site.
	OpCall
	// OpCallKw: r[C] = r[A](...): of the B arguments after r[A] the last ones are keywords,
	// whose names are the tuple consts[D].
	OpCallKw
	// OpCallMethod: r[C] = r[A](r[A+1], r[A+2], ..., r[A+1+B]), without r[A+1] if it is
	// unbound; D is a site. Follows LoadMethod.
	OpCallMethod
	// OpCallMethodKw: as CallMethod with keywords as in CallKw.
	OpCallMethodKw
	// OpCallEx: r[C] = r[A](*r[A+1], **r[A+2]); r[A+1] is a tuple or list; r[A+2] is a dict
	// or unbound.
	OpCallEx
	// OpReturn: returns r[A] from the frame.
	OpReturn
	// OpReturnNone: returns None.
	OpReturnNone
	// OpMakeFunction: r[A] = function of consts[D]; C has bits: 1 defaults tuple, 2 keyword
	// defaults dict, 4 annotations dict, 8 closure tuple of cells; those present stand in
	// r[B], r[B+1], ...
	OpMakeFunction
	// OpLoadBuildClass: r[A] = the function that makes a class: called with (body function,
	// name, *bases, **keywords).
	OpLoadBuildClass
	// OpLoadLocals: r[A] = the frame's namespace mapping.
	OpLoadLocals

	// Exceptions.

	// OpRaise: C == 0: raises the exception being handled again; C == 1: raises r[A]; C ==
	// 2: raises r[A] from r[B].
	OpRaise
	// OpReraise: raises r[A] again as it is: keeps its traceback, sets no context.
	OpReraise
	// OpPushExc: r[A] = the exception being handled so far (or None); the exception being
	// handled = r[B].
	OpPushExc
	// OpPopExc: the exception being handled = r[A].
	OpPopExc
	// OpJumpNoMatch: goes to D unless the exception r[A] matches the class or tuple of
	// classes r[B]; a wrong class is a TypeError. With A == B it goes to D only if the
	// exception stands for the end of the run, which no clause may catch.
	OpJumpNoMatch
	// OpMatchStar: for except*: splits the exception r[B] (or None: nothing is left) by the
	// class r[C]: r[A] = the matching group or None, r[A+1] = the rest or None.
	OpMatchStar
	// OpReraiseStar: r[A] = the exception to raise after the except* clauses, or None: from
	// the original r[B] and the list r[C] of exceptions raised by the clauses and the
	// unmatched rest.
	OpReraiseStar
	// OpWithEnter: enters the context manager r[B]: r[A] = its bound __exit__, r[A+1] = the
	// result of __enter__.
	OpWithEnter
	// OpWithExit: calls the bound exit r[A] with three Nones; the result is dropped.
	OpWithExit
	// OpWithExcept: r[A] = truth of exit(type, exception, traceback) with the bound exit
	// r[B] and the exception r[C].
	OpWithExcept
	// OpAsyncWithEnter: r[A] = bound __aexit__ of r[B], r[A+1] = the awaitable of
	// __aenter__.
	OpAsyncWithEnter
	// OpAsyncWithExit: r[A] = awaitable of the bound aexit r[B] called with three Nones, or
	// with the exception r[C] if D == 1.
	OpAsyncWithExit
	// OpLoadAssertionError: r[A] = AssertionError, whatever the namespaces say.
	OpLoadAssertionError

	// Generators and coroutines.

	// OpYield: gives r[B] to the consumer and sleeps; woken, r[A] = the value sent. C == 0:
	// yield; C == 1: inside "yield from" or await, D is the register of the inner iterator,
	// which throw and close go to; the Send that feeds it stands directly before: when throw
	// ends the inner iterator, its value goes into the Send's r[B] and the Send's D is next;
	// C == 2: yield of an asynchronous generator.
	OpYield
	// OpYieldFromIter: r[A] = the iterator of "yield from r[B]".
	OpYieldFromIter
	// OpGetAwaitable: r[A] = the iterator of "await r[B]"; C: 0 await, 1 after __aenter__, 2
	// after __aexit__ (for the error's words).
	OpGetAwaitable
	// OpSend: sends r[B] into the iterator r[A]: r[B] = what it yields; when it ends, r[B] =
	// its value and goes to D.
	OpSend
	// OpGetAsyncIter: r[A] = the asynchronous iterator of r[B].
	OpGetAsyncIter
	// OpGetAsyncNext: r[A] = the iterator (ready for Send) that awaits the next item of the
	// asynchronous iterator r[B].
	OpGetAsyncNext
	// OpEndAsyncFor: the exception r[A] came from an asynchronous iterator: if it is
	// StopAsyncIteration goes to D, else raises it again.
	OpEndAsyncFor

	// Imports.

	// OpImportName: r[A] = the module names[D]; B is the level of a relative import; C == 0:
	// the top package of a dotted path, C == 1: the module itself (from-import), whose names
	// follow.
	OpImportName
	// OpImportFrom: r[A] = attribute or submodule names[D] of the module r[B].
	OpImportFrom
	// OpImportStar: copies the public names of the module r[A] into the namespace.
	OpImportStar

	// Pattern matching.

	// OpMatchSequence: r[A] = r[B] is a sequence that patterns accept.
	OpMatchSequence
	// OpMatchMapping: r[A] = r[B] is a mapping that patterns accept.
	OpMatchMapping
	// OpMatchKeys: r[A] = tuple of the values of the keys in the tuple r[C] in the mapping
	// r[B], or None.
	OpMatchKeys
	// OpMatchRest: r[A] = a dict of the mapping r[B] without the keys of the tuple r[C].
	OpMatchRest
	// OpMatchClass: r[A] = tuple of the attributes that class r[A] names for the subject
	// r[B], or None: C positional patterns, keyword names in the tuple consts[D].
	OpMatchClass
	// OpLen: r[A] = len(r[B]).
	OpLen

	// Type parameters (PEP 695).

	// OpMakeTypeVar: r[A] = the type parameter names[D]; C: 0 TypeVar, 1 TypeVar with the
	// bound function r[B], 2 TypeVar with the constraints function r[B], 3 TypeVarTuple, 4
	// ParamSpec.
	OpMakeTypeVar
	// OpMakeTypeAlias: r[A] = the alias names[D] with type parameters r[B] (tuple) and the
	// value function r[B+1].
	OpMakeTypeAlias
	// OpSetTypeParams: __type_params__ of the function r[A] = the tuple r[B]. (A class body
	// stores the name itself.)
	OpSetTypeParams
	// OpGenericBase: r[A] = Generic[the tuple r[B]].
	OpGenericBase
	// OpDisplay shows r[A], the value of a statement at the interactive prompt.
	OpDisplay

	NumOps // how many there are
)

var opNames = [NumOps]string{
	OpNop:                "Nop",
	OpLoadConst:          "LoadConst",
	OpLoadInt:            "LoadInt",
	OpLoadNone:           "LoadNone",
	OpLoadTrue:           "LoadTrue",
	OpLoadFalse:          "LoadFalse",
	OpMove:               "Move",
	OpCheckLocal:         "CheckLocal",
	OpDelLocal:           "DelLocal",
	OpUnbind:             "Unbind",
	OpLoadFar:            "LoadFar",
	OpStoreFar:           "StoreFar",
	OpMakeCell:           "MakeCell",
	OpNewCell:            "NewCell",
	OpLoadCell:           "LoadCell",
	OpStoreCell:          "StoreCell",
	OpDelCell:            "DelCell",
	OpLoadGlobal:         "LoadGlobal",
	OpStoreGlobal:        "StoreGlobal",
	OpDelGlobal:          "DelGlobal",
	OpLoadName:           "LoadName",
	OpStoreName:          "StoreName",
	OpDelName:            "DelName",
	OpLoadClassCell:      "LoadClassCell",
	OpLoadDictGlobal:     "LoadDictGlobal",
	OpLoadDictCell:       "LoadDictCell",
	OpSetupAnnotations:   "SetupAnnotations",
	OpAdd:                "Add",
	OpSub:                "Sub",
	OpMul:                "Mul",
	OpTrueDiv:            "TrueDiv",
	OpFloorDiv:           "FloorDiv",
	OpMod:                "Mod",
	OpPow:                "Pow",
	OpLShift:             "LShift",
	OpRShift:             "RShift",
	OpBitAnd:             "BitAnd",
	OpBitOr:              "BitOr",
	OpBitXor:             "BitXor",
	OpMatMul:             "MatMul",
	OpInplace:            "Inplace",
	OpInplaceAdd:         "InplaceAdd",
	OpAddI:               "AddI",
	OpSubI:               "SubI",
	OpMulI:               "MulI",
	OpFloorDivI:          "FloorDivI",
	OpModI:               "ModI",
	OpNeg:                "Neg",
	OpPositive:           "Positive",
	OpInvert:             "Invert",
	OpNot:                "Not",
	OpLt:                 "Lt",
	OpLe:                 "Le",
	OpEq:                 "Eq",
	OpNe:                 "Ne",
	OpGt:                 "Gt",
	OpGe:                 "Ge",
	OpIs:                 "Is",
	OpIsNot:              "IsNot",
	OpIn:                 "In",
	OpNotIn:              "NotIn",
	OpJump:               "Jump",
	OpJumpTrue:           "JumpTrue",
	OpJumpFalse:          "JumpFalse",
	OpJumpNone:           "JumpNone",
	OpJumpLt:             "JumpLt",
	OpJumpLe:             "JumpLe",
	OpJumpEq:             "JumpEq",
	OpJumpNe:             "JumpNe",
	OpJumpGt:             "JumpGt",
	OpJumpGe:             "JumpGe",
	OpJumpLtI:            "JumpLtI",
	OpJumpLeI:            "JumpLeI",
	OpJumpEqI:            "JumpEqI",
	OpJumpNeI:            "JumpNeI",
	OpJumpGtI:            "JumpGtI",
	OpJumpGeI:            "JumpGeI",
	OpJumpIn:             "JumpIn",
	OpJumpIs:             "JumpIs",
	OpCharge:             "Charge",
	OpWhileStart:         "WhileStart",
	OpWhileNext:          "WhileNext",
	OpGetIter:            "GetIter",
	OpForIter:            "ForIter",
	OpForNext:            "ForNext",
	OpUnpack:             "Unpack",
	OpUnpackStar:         "UnpackStar",
	OpUnpackTuple:        "UnpackTuple",
	OpBuildList:          "BuildList",
	OpBuildTuple:         "BuildTuple",
	OpBuildSet:           "BuildSet",
	OpBuildMap:           "BuildMap",
	OpBuildSlice:         "BuildSlice",
	OpBuildString:        "BuildString",
	OpListAppend:         "ListAppend",
	OpListExtend:         "ListExtend",
	OpListToTuple:        "ListToTuple",
	OpSetAdd:             "SetAdd",
	OpSetUpdate:          "SetUpdate",
	OpMapAdd:             "MapAdd",
	OpMapUpdate:          "MapUpdate",
	OpMapMerge:           "MapMerge",
	OpFormat:             "Format",
	OpGetItem:            "GetItem",
	OpGetItemI:           "GetItemI",
	OpSetItem:            "SetItem",
	OpDelItem:            "DelItem",
	OpGetSlice:           "GetSlice",
	OpSetSlice:           "SetSlice",
	OpLoadAttr:           "LoadAttr",
	OpStoreAttr:          "StoreAttr",
	OpDelAttr:            "DelAttr",
	OpLoadMethod:         "LoadMethod",
	OpCall:               "Call",
	OpCallKw:             "CallKw",
	OpCallMethod:         "CallMethod",
	OpCallMethodKw:       "CallMethodKw",
	OpCallEx:             "CallEx",
	OpReturn:             "Return",
	OpReturnNone:         "ReturnNone",
	OpMakeFunction:       "MakeFunction",
	OpLoadBuildClass:     "LoadBuildClass",
	OpLoadLocals:         "LoadLocals",
	OpRaise:              "Raise",
	OpReraise:            "Reraise",
	OpPushExc:            "PushExc",
	OpPopExc:             "PopExc",
	OpJumpNoMatch:        "JumpNoMatch",
	OpMatchStar:          "MatchStar",
	OpReraiseStar:        "ReraiseStar",
	OpWithEnter:          "WithEnter",
	OpWithExit:           "WithExit",
	OpWithExcept:         "WithExcept",
	OpAsyncWithEnter:     "AsyncWithEnter",
	OpAsyncWithExit:      "AsyncWithExit",
	OpLoadAssertionError: "LoadAssertionError",
	OpYield:              "Yield",
	OpYieldFromIter:      "YieldFromIter",
	OpGetAwaitable:       "GetAwaitable",
	OpSend:               "Send",
	OpGetAsyncIter:       "GetAsyncIter",
	OpGetAsyncNext:       "GetAsyncNext",
	OpEndAsyncFor:        "EndAsyncFor",
	OpImportName:         "ImportName",
	OpImportFrom:         "ImportFrom",
	OpImportStar:         "ImportStar",
	OpMatchSequence:      "MatchSequence",
	OpMatchMapping:       "MatchMapping",
	OpMatchKeys:          "MatchKeys",
	OpMatchRest:          "MatchRest",
	OpMatchClass:         "MatchClass",
	OpLen:                "Len",
	OpMakeTypeVar:        "MakeTypeVar",
	OpMakeTypeAlias:      "MakeTypeAlias",
	OpSetTypeParams:      "SetTypeParams",
	OpGenericBase:        "GenericBase",
	OpDisplay:            "Display",
}

// String is the name of the operation.
func (o Op) String() string { return opNames[o] }
