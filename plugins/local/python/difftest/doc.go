// Package difftest compares the interpreter with CPython 3.12 on programs that
// nobody wrote: made from a grammar, or by changing the sample programs. All of
// it is test code.
//
// A number, the seed, decides a program. The grammar is the text files in
// folder grammar; see grammar_test.go for how they are read. What the two
// interpreters do with a program is compared whole: the output, and the
// traceback with its message, lines and carets.
package difftest
