package regex

// A Budget is told what matching costs, and can stop it.
type Budget interface {
	// Steps reports that n more steps have been taken. A step is about the work
	// of one backtrack. It is called every few thousand steps; an error stops
	// the match and is returned by it.
	Steps(n int) error
	// Alloc reports that n more bytes of memory are in use, or -n fewer. It is
	// called before the memory is taken; an error stops the match and is
	// returned by it.
	Alloc(n int) error
}

// pollSteps is how many steps may pass between calls of Budget.Steps.
const pollSteps = 4096

const (
	frameBytes = 24
	// maxFrames is the limit of the backtrack stack, 768 MiB.
	maxFrames = 1 << 25
	// keepFrames is how large a stack may be to be kept for the next match.
	keepFrames = 4096
)
