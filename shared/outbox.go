package shared

import "sync"

// Classes of outgoing messages, most urgent first.
const (
	classControl = iota
	classResult
	classOutput
	classBulk
	numClasses
)

// outbox is the one writer of a stream, since gRPC's Send isn't safe for concurrent use. There is no goroutine for it: whoever
// finds the stream idle sends on its own, which saves a switch on the way of every Execute and tool call; whoever finds it busy queues.
// A message never overtakes an earlier one of the same request, whatever their classes.
type outbox[M any] struct {
	send func(M) error

	mu     sync.Mutex
	idle   *sync.Cond
	busy   bool
	err    error
	queues [numClasses][]outItem[M]
	// behind counts what is queued for a request and in which class; empty while nothing is.
	behind map[uint64]behind
}

type outItem[M any] struct {
	id  uint64
	msg M
}

type behind struct{ class, count int }

func newOutbox[M any](send func(M) error) *outbox[M] {
	o := &outbox[M]{send: send, behind: map[uint64]behind{}}
	o.idle = sync.NewCond(&o.mu)
	return o
}

// put sends a message, or queues it while another is being sent. It may block as long as the stream's flow control does.
func (o *outbox[M]) put(class int, id uint64, msg M) error {
	o.mu.Lock()
	if o.err != nil {
		defer o.mu.Unlock()
		return o.err
	}
	if o.busy {
		o.enqueue(class, id, msg)
		o.mu.Unlock()
		return nil
	}
	o.busy = true
	o.mu.Unlock()
	err := o.send(msg)
	o.mu.Lock()
	defer o.mu.Unlock()
	if err != nil {
		o.fail(err)
	}
	if o.queued() {
		go o.drain() // what came meanwhile is not this caller's to wait for
		return o.err
	}
	o.rest()
	return o.err
}

// post is put for callers that must not block.
func (o *outbox[M]) post(class int, id uint64, msg M) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	o.enqueue(class, id, msg)
	if !o.busy {
		o.busy = true
		go o.drain()
	}
}

// offer is post for messages that may be dropped, which happens while many wait already.
func (o *outbox[M]) offer(class int, id uint64, msg M) {
	o.mu.Lock()
	full := len(o.queues[class]) >= maxWaiting
	o.mu.Unlock()
	if !full {
		o.post(class, id, msg)
	}
}

// flush ends the outbox: it waits until all is sent, or the stream failed, and refuses what comes after.
func (o *outbox[M]) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.busy {
		o.idle.Wait()
	}
	o.fail(Errorf(KindBackendLost, "send on the session: it has ended"))
}

func (o *outbox[M]) drain() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.queued() {
		item := o.next()
		o.mu.Unlock()
		err := o.send(item.msg)
		o.mu.Lock()
		if err != nil {
			o.fail(err)
		}
	}
	o.rest()
}

func (o *outbox[M]) enqueue(class int, id uint64, msg M) {
	b := o.behind[id]
	if b.count > 0 {
		class = max(class, b.class)
	}
	o.behind[id] = behind{class, b.count + 1}
	o.queues[class] = append(o.queues[class], outItem[M]{id, msg})
}

func (o *outbox[M]) next() outItem[M] {
	for c := range o.queues {
		q := o.queues[c]
		if len(q) == 0 {
			continue
		}
		item := q[0]
		q[0] = outItem[M]{} // let go of the message
		o.queues[c] = q[1:]
		if len(q) == 1 {
			o.queues[c] = nil
		}
		if b := o.behind[item.id]; b.count > 1 {
			o.behind[item.id] = behind{b.class, b.count - 1}
		} else {
			delete(o.behind, item.id)
		}
		return item
	}
	panic("outbox: next of an empty queue")
}

func (o *outbox[M]) queued() bool {
	for c := range o.queues {
		if len(o.queues[c]) > 0 {
			return true
		}
	}
	return false
}

func (o *outbox[M]) fail(err error) {
	if o.err == nil {
		o.err = err
	}
	o.queues = [numClasses][]outItem[M]{}
	clear(o.behind)
}

func (o *outbox[M]) rest() {
	o.busy = false
	o.idle.Broadcast()
}
