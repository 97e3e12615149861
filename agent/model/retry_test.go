package model

import (
	"context"
	"errors"
	"testing"
	"time"
)

// failing gives the errors in order, then an answer.
func failing(calls *int, errs ...error) Model {
	return modelFunc(func(ctx context.Context, _ *Request, onDelta func(*Delta)) (*Response, error) {
		*calls++
		if onDelta != nil {
			onDelta(&Delta{Text: "piece"})
		}
		if *calls <= len(errs) {
			return nil, errs[*calls-1]
		}
		return &Response{Message: Text(RoleAssistant, "piece")}, nil
	})
}

func fail(kind Kind) *Error { return &Error{Kind: kind, Provider: "test", Message: string(kind)} }

var quick = RetryPolicy{First: time.Microsecond, Max: time.Millisecond}

func TestRetryOfPassingErrors(t *testing.T) {
	var calls int
	var told []error
	policy := quick
	policy.Notify = func(err error, _ time.Duration) { told = append(told, err) }
	m := Retry(failing(&calls, fail(KindUnavailable), fail(KindRateLimited), fail(KindBadResponse)), policy)
	var c collect
	resp, err := m.Generate(t.Context(), &Request{}, c.add)
	if err != nil || calls != 4 || len(told) != 3 || !errors.Is(told[1], KindRateLimited) {
		t.Fatalf("%d calls, told %v, %v", calls, told, err)
	}
	c.check(t, &resp.Message)
	if c.resets != 3 {
		t.Errorf("%d restarts told", c.resets)
	}
}

func TestRetryGivesUp(t *testing.T) {
	for _, test := range []struct {
		err   error
		calls int
	}{
		{fail(KindTimeout), 4},
		{fail(KindAuth), 1},
		{fail(KindInvalid), 1},
		{fail(KindQuota), 1},
		{fail(KindTooLong), 1},
		{errors.New("not of the server"), 1},
		{&Error{Kind: KindRateLimited, RetryAfter: time.Hour}, 1},
		{&Error{Kind: KindRateLimited, RetryAfter: time.Millisecond}, 4},
	} {
		var calls int
		_, err := Retry(failing(&calls, test.err, test.err, test.err, test.err), quick).Generate(t.Context(), &Request{}, nil)
		if !errors.Is(err, test.err) || calls != test.calls {
			t.Errorf("%v: %d calls, %v", test.err, calls, err)
		}
	}
}

func TestRetryEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls int
	policy := RetryPolicy{First: time.Hour, Max: time.Hour, Notify: func(error, time.Duration) { cancel() }}
	_, err := Retry(failing(&calls, fail(KindUnavailable)), policy).Generate(ctx, &Request{}, nil)
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Fatalf("%d calls, %v", calls, err)
	}
}

func TestRetryOfNone(t *testing.T) {
	var calls int
	_, err := Retry(failing(&calls, fail(KindTimeout)), RetryPolicy{Retries: -1}).Generate(t.Context(), &Request{}, nil)
	if !errors.Is(err, KindTimeout) || calls != 1 {
		t.Fatalf("%d calls, %v", calls, err)
	}
}

// hanging gives a piece, if asked for pieces, and then waits for its context.
var hanging = modelFunc(func(ctx context.Context, _ *Request, onDelta func(*Delta)) (*Response, error) {
	if onDelta != nil {
		onDelta(&Delta{Text: "piece"})
	}
	<-ctx.Done()
	return nil, ctx.Err()
})

func TestTimeout(t *testing.T) {
	_, err := Timeout(hanging, time.Millisecond, 0).Generate(t.Context(), &Request{}, nil)
	if !errors.Is(err, KindTimeout) {
		t.Errorf("a call that hangs: %v", err)
	}
	_, err = Timeout(hanging, time.Hour, time.Millisecond).Generate(t.Context(), &Request{}, func(*Delta) {})
	if !errors.Is(err, KindTimeout) {
		t.Errorf("a stream that stalls: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = Timeout(hanging, time.Hour, time.Hour).Generate(ctx, &Request{}, func(*Delta) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that leaves: %v", err)
	}
	var calls int
	if _, err = Timeout(failing(&calls, fail(KindAuth)), time.Hour, time.Hour).Generate(t.Context(), &Request{}, nil); !errors.Is(err, KindAuth) {
		t.Errorf("another error: %v", err)
	}
}

func TestLimit(t *testing.T) {
	m := Limit(Scripted("one", "two"), 1)
	if _, err := m.Generate(t.Context(), &Request{}, nil); err != nil {
		t.Fatal(err)
	}
	// The next is due in a minute, which the caller hasn't got.
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, err := m.Generate(ctx, &Request{}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	cancel()
	if _, err := m.Generate(ctx, &Request{}, nil); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func TestPriced(t *testing.T) {
	usage := Usage{InputTokens: 1_000_000, CachedTokens: 400_000, OutputTokens: 10_000}
	for _, test := range []struct {
		price Price
		want  float64
	}{
		{Price{Input: 2, Output: 10}, 2.1},
		{Price{Input: 2, Output: 10, Cached: 0.5}, 1.5},
		{Price{}, 0},
	} {
		m := Priced(ScriptedResponses(&Response{Usage: &usage}), test.price)
		resp, err := m.Generate(t.Context(), &Request{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := resp.Usage.Cost; got < test.want-1e-9 || got > test.want+1e-9 {
			t.Errorf("%+v: cost %g, want %g", test.price, got, test.want)
		}
		if sum := resp.Usage.Add(*resp.Usage); sum.Cost != 2*resp.Usage.Cost {
			t.Errorf("twice that is %g", sum.Cost)
		}
	}
}
