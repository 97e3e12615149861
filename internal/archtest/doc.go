// Package archtest holds tests of the repository as a whole: which package may know which, what the interpreter may
// import, and what may not stand in a file. It has no code of its own.
package archtest
