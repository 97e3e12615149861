package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"
	"time"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
)

// pool keeps idle machines for the next sessions. They run: a paused one
// couldn't notice that this process is gone.
//
// A kind of container is kept from its second session on, so that who runs one
// thing only doesn't pay for another.
type pool struct {
	ctx   context.Context
	start func(ctx context.Context, spec *container.Spec) (*machine, error)

	mu     sync.Mutex
	shelf  map[key]*shelf
	closed bool
	wg     sync.WaitGroup // machines that are being started or ended
}

// key is what a machine was made from.
type key [sha256.Size]byte

// shelf holds the idle machines of one kind.
type shelf struct {
	idle     []*machine
	asked    int // how often one was asked for
	starting int
	expiry   *time.Timer
}

// What a pool holds at most, and how long for nobody.
const (
	maxIdle  = 50
	idleTime = 5 * time.Minute
)

func newPool(ctx context.Context, start func(context.Context, *container.Spec) (*machine, error)) *pool {
	return &pool{ctx: ctx, start: start, shelf: map[key]*shelf{}}
}

func keyOf(spec *container.Spec) key {
	b, err := json.Marshal(spec)
	if err != nil {
		panic(err) // of strings and numbers
	}
	return sha256.Sum256(b)
}

// get is an idle machine, or a new one. size is how many are kept.
func (p *pool) get(ctx context.Context, spec *container.Spec, size int) (*machine, error) {
	if size == 0 {
		return p.start(ctx, spec)
	}
	k := keyOf(spec)
	m := p.take(k)
	defer p.fill(k, spec, size)
	if m != nil {
		return m, nil
	}
	return p.start(ctx, spec)
}

func (p *pool) take(k key) *machine {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelf[k]
	if s == nil {
		s = &shelf{}
		p.shelf[k] = s
	}
	s.asked++
	if s.expiry != nil {
		s.expiry.Stop()
	}
	s.expiry = time.AfterFunc(idleTime, func() { p.expire(k) })
	for len(s.idle) > 0 {
		m := s.idle[0]
		s.idle = s.idle[1:]
		if m.alive() {
			return m
		}
	}
	return nil
}

// fill starts what is missing, beside the caller.
func (p *pool) fill(k key, spec *container.Spec, size int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelf[k]
	if p.closed || s == nil || s.asked < 2 {
		return
	}
	for len(s.idle)+s.starting < size && p.count() < maxIdle {
		s.starting++
		p.wg.Add(1)
		go p.add(k, spec)
	}
}

func (p *pool) count() (n int) {
	for _, s := range p.shelf {
		n += len(s.idle) + s.starting
	}
	return n
}

func (p *pool) add(k key, spec *container.Spec) {
	defer p.wg.Done()
	m, err := p.start(p.ctx, spec)
	p.mu.Lock()
	s := p.shelf[k]
	keep := err == nil && !p.closed && s != nil
	if s != nil {
		s.starting--
	}
	if keep {
		s.idle = append(s.idle, m)
	}
	p.mu.Unlock()
	if err == nil && !keep {
		m.end() // that one can't be started shows to the next session
	}
}

// expire ends the machines of a kind that nobody asks for any more.
func (p *pool) expire(k key) {
	p.mu.Lock()
	var idle []*machine
	if s := p.shelf[k]; s != nil {
		idle = s.idle
		delete(p.shelf, k)
	}
	p.mu.Unlock()
	for _, m := range idle {
		m.end()
	}
}

// close ends all idle machines and waits for that.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	var keys []key
	for k, s := range p.shelf {
		keys = append(keys, k)
		s.expiry.Stop()
	}
	p.mu.Unlock()
	for _, k := range keys {
		p.wg.Add(1)
		go func() {
			defer p.wg.Done()
			p.expire(k)
		}()
	}
	p.wg.Wait()
}

// end ends a machine that no session has, and waits for that.
func (m *machine) end() {
	m.box.Kill()
	<-m.ended
}
