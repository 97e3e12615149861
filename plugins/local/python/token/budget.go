package token

// Budget is what the passes over a source may use of their caller's time and
// memory. It is told now and then how many bytes they took since (less than 0:
// gave back); its error ends the pass. A nil Budget sets no bounds.
type Budget func(bytes int64) error

// Meter counts what a pass does and tells its budget every thousand steps.
type Meter struct {
	Budget Budget
	steps  int
	bytes  int64
}

// stepsPerReport is how many steps go by between two calls of a budget.
const stepsPerReport = 1024

// stopped unwinds a pass that its budget ended.
type stopped struct{ err error }

// Step counts a step that allocates so many bytes.
func (m *Meter) Step(bytes int64) {
	m.bytes += bytes
	if m.steps++; m.steps >= stepsPerReport {
		m.Report(0)
	}
}

// Report tells the budget at once, before a large allocation of so many bytes.
func (m *Meter) Report(bytes int64) {
	n := m.bytes + bytes
	m.steps, m.bytes = 0, 0
	if m.Budget == nil {
		return
	}
	if err := m.Budget(n); err != nil {
		panic(stopped{err})
	}
}

// Catch is deferred by the passes: it makes the error of a budget theirs.
func Catch(err *error) {
	switch e := recover().(type) {
	case nil:
	case stopped:
		*err = e.err
	default:
		panic(e)
	}
}
