package py

// The built-in exception classes. InterpreterError is the one that the policy
// raises (PARITY: a ValueError); it is not in the guest's built-in namespace.
var (
	BaseException             = excShell("BaseException", ObjectType)
	BaseExceptionGroup        = excShell("BaseExceptionGroup", BaseException)
	GeneratorExit             = excShell("GeneratorExit", BaseException)
	KeyboardInterrupt         = excShell("KeyboardInterrupt", BaseException)
	SystemExit                = excShell("SystemExit", BaseException)
	ExceptionType             = excShell("Exception", BaseException)
	ArithmeticError           = excShell("ArithmeticError", ExceptionType)
	FloatingPointError        = excShell("FloatingPointError", ArithmeticError)
	OverflowError             = excShell("OverflowError", ArithmeticError)
	ZeroDivisionError         = excShell("ZeroDivisionError", ArithmeticError)
	AssertionError            = excShell("AssertionError", ExceptionType)
	AttributeError            = excShell("AttributeError", ExceptionType)
	BufferError               = excShell("BufferError", ExceptionType)
	EOFError                  = excShell("EOFError", ExceptionType)
	ImportError               = excShell("ImportError", ExceptionType)
	ModuleNotFoundError       = excShell("ModuleNotFoundError", ImportError)
	LookupError               = excShell("LookupError", ExceptionType)
	IndexError                = excShell("IndexError", LookupError)
	KeyError                  = excShell("KeyError", LookupError)
	MemoryError               = excShell("MemoryError", ExceptionType)
	NameError                 = excShell("NameError", ExceptionType)
	UnboundLocalError         = excShell("UnboundLocalError", NameError)
	OSError                   = excShell("OSError", ExceptionType)
	BlockingIOError           = excShell("BlockingIOError", OSError)
	ChildProcessError         = excShell("ChildProcessError", OSError)
	ConnectionError           = excShell("ConnectionError", OSError)
	BrokenPipeError           = excShell("BrokenPipeError", ConnectionError)
	ConnectionAbortedError    = excShell("ConnectionAbortedError", ConnectionError)
	ConnectionRefusedError    = excShell("ConnectionRefusedError", ConnectionError)
	ConnectionResetError      = excShell("ConnectionResetError", ConnectionError)
	FileExistsError           = excShell("FileExistsError", OSError)
	FileNotFoundError         = excShell("FileNotFoundError", OSError)
	InterruptedError          = excShell("InterruptedError", OSError)
	IsADirectoryError         = excShell("IsADirectoryError", OSError)
	NotADirectoryError        = excShell("NotADirectoryError", OSError)
	PermissionError           = excShell("PermissionError", OSError)
	ProcessLookupError        = excShell("ProcessLookupError", OSError)
	TimeoutError              = excShell("TimeoutError", OSError)
	ReferenceError            = excShell("ReferenceError", ExceptionType)
	RuntimeError              = excShell("RuntimeError", ExceptionType)
	NotImplementedError       = excShell("NotImplementedError", RuntimeError)
	RecursionError            = excShell("RecursionError", RuntimeError)
	StopAsyncIteration        = excShell("StopAsyncIteration", ExceptionType)
	StopIteration             = excShell("StopIteration", ExceptionType)
	SyntaxError               = excShell("SyntaxError", ExceptionType)
	IndentationError          = excShell("IndentationError", SyntaxError)
	TabError                  = excShell("TabError", IndentationError)
	SystemError               = excShell("SystemError", ExceptionType)
	TypeError                 = excShell("TypeError", ExceptionType)
	ValueError                = excShell("ValueError", ExceptionType)
	UnicodeError              = excShell("UnicodeError", ValueError)
	UnicodeDecodeError        = excShell("UnicodeDecodeError", UnicodeError)
	UnicodeEncodeError        = excShell("UnicodeEncodeError", UnicodeError)
	UnicodeTranslateError     = excShell("UnicodeTranslateError", UnicodeError)
	InterpreterError          = excShell("InterpreterError", ValueError)
	Warning                   = excShell("Warning", ExceptionType)
	BytesWarning              = excShell("BytesWarning", Warning)
	DeprecationWarning        = excShell("DeprecationWarning", Warning)
	EncodingWarning           = excShell("EncodingWarning", Warning)
	FutureWarning             = excShell("FutureWarning", Warning)
	ImportWarning             = excShell("ImportWarning", Warning)
	PendingDeprecationWarning = excShell("PendingDeprecationWarning", Warning)
	ResourceWarning           = excShell("ResourceWarning", Warning)
	RuntimeWarning            = excShell("RuntimeWarning", Warning)
	SyntaxWarning             = excShell("SyntaxWarning", Warning)
	UnicodeWarning            = excShell("UnicodeWarning", Warning)
	UserWarning               = excShell("UserWarning", Warning)
)

// exceptionTypes lists them, bases before subclasses.
var exceptionTypes = []*Type{
	BaseException,
	BaseExceptionGroup,
	GeneratorExit,
	KeyboardInterrupt,
	SystemExit,
	ExceptionType,
	ArithmeticError,
	FloatingPointError,
	OverflowError,
	ZeroDivisionError,
	AssertionError,
	AttributeError,
	BufferError,
	EOFError,
	ImportError,
	ModuleNotFoundError,
	LookupError,
	IndexError,
	KeyError,
	MemoryError,
	NameError,
	UnboundLocalError,
	OSError,
	BlockingIOError,
	ChildProcessError,
	ConnectionError,
	BrokenPipeError,
	ConnectionAbortedError,
	ConnectionRefusedError,
	ConnectionResetError,
	FileExistsError,
	FileNotFoundError,
	InterruptedError,
	IsADirectoryError,
	NotADirectoryError,
	PermissionError,
	ProcessLookupError,
	TimeoutError,
	ReferenceError,
	RuntimeError,
	NotImplementedError,
	RecursionError,
	StopAsyncIteration,
	StopIteration,
	SyntaxError,
	IndentationError,
	TabError,
	SystemError,
	TypeError,
	ValueError,
	UnicodeError,
	UnicodeDecodeError,
	UnicodeEncodeError,
	UnicodeTranslateError,
	InterpreterError,
	Warning,
	BytesWarning,
	DeprecationWarning,
	EncodingWarning,
	FutureWarning,
	ImportWarning,
	PendingDeprecationWarning,
	ResourceWarning,
	RuntimeWarning,
	SyntaxWarning,
	UnicodeWarning,
	UserWarning,
}

// ImportRefused is the class of a refused import: an InterpreterError that is
// also an ImportError, so that "except ImportError" falls back as its author
// meant. Its name is InterpreterError too.
var ImportRefused = excShell("InterpreterError", InterpreterError)

func excShell(name string, base *Type) *Type {
	t := shell(name, KindException)
	t.Base = base
	return t
}
