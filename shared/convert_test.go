package shared

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
	"github.com/airlockhq/airlock/shared/value"
)

// fill sets every exported field of v, each to something of its own, so that a converter that forgets or mixes up a field shows.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Interface().(type) {
	case time.Duration:
		v.SetInt(int64(*n) * int64(time.Second))
		return
	case value.Text:
		v.SetBytes(fmt.Appendf(nil, "safe:%d", *n))
		return
	case Isolation:
		v.SetString(string(IsolationContainer))
		return
	case CheckStatus:
		v.SetString(string(CheckWarning))
		return
	case Kind:
		v.SetString(string(KindPolicy))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), n)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{fmt.Sprint("k", *n): fmt.Sprint("v", *n)}))
	case reflect.String:
		v.SetString(fmt.Sprint("s", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(uint64(*n % 250))
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint64:
		v.SetUint(uint64(*n))
	default:
		panic("fill: " + v.Type().String())
	}
}

// wire sends a message through its encoding.
func wire[M proto.Message](m M) M {
	b, err := proto.Marshal(m)
	if err != nil {
		panic(err)
	}
	out := m.ProtoReflect().New().Interface().(M)
	if err := proto.Unmarshal(b, out); err != nil {
		panic(err)
	}
	return out
}

// same fills a T, converts it there and back and compares.
func same[T any](t *testing.T, convert func(*T) (*T, error)) {
	t.Helper()
	n := 0
	in := new(T)
	fill(reflect.ValueOf(in).Elem(), &n)
	out, err := convert(in)
	if err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%T came back as\n%+v, was\n%+v (%v)", *in, out, in, err)
	}
}

func TestConverters(t *testing.T) {
	p := &packer{nextBlob: func() uint64 { return 0 }}
	b := &blobs{}
	same(t, func(d *Description) (*Description, error) {
		return descriptionFromProto(wire(descriptionToProto(d))), nil
	})
	same(t, func(r *CheckReport) (*CheckReport, error) {
		return checkReportFromProto(wire(checkReportToProto(r))), nil
	})
	same(t, func(r *ReapRequest) (*ReapRequest, error) {
		return reapRequestFromProto(wire(reapRequestToProto(r))), nil
	})
	same(t, func(r *ReapReport) (*ReapReport, error) { return reapReportFromProto(wire(reapReportToProto(r))), nil })
	same(t, func(r *OpenRequest) (*OpenRequest, error) { return openFromProto(wire(openToProto(r))), nil })
	same(t, func(l *Limits) (*Limits, error) { out := limitsFromProto(wire(limitsToProto(*l))); return &out, nil })
	same(t, func(e *[]Enforced) (*[]Enforced, error) {
		out := enforcedFromProto(enforcedToProto(*e))
		return &out, nil
	})
	same(t, func(s *[]ToolSpec) (*[]ToolSpec, error) {
		out, err := toolsFromProto(wire(toolsToProto(*s, p)), b)
		return &out, err
	})
	same(t, func(v *[]Variable) (*[]Variable, error) {
		out, err := variablesFromProto(variablesToProto(*v, p), b)
		return &out, err
	})
	same(t, func(c *ToolCall) (*ToolCall, error) { return toolCallFromProto(wire(toolCallToProto(c, p)), b) })
	same(t, func(d *Display) (*Display, error) { return displayFromProto(wire(displayToProto(d, p)), b) })
	same(t, func(s *Stats) (*Stats, error) { out := statsFromProto(wire(statsToProto(*s))); return &out, nil })
	same(t, func(u *Usage) (*Usage, error) { return usageFromProto(wire(usageToProto(u))), nil })
	same(t, func(p *Progress) (*Progress, error) {
		out := progressFromProto(wire(progressToProto(*p)))
		return &out, nil
	})
	same(t, func(r *CloseReport) (*CloseReport, error) {
		return closeReportFromProto(wire(closeReportToProto(r))), nil
	})
	same(t, func(e *Error) (*Error, error) { return errorFromProto(wire(errorToProto(e))), nil })
	same(t, func(r *Result) (*Result, error) {
		r.StateLost = false // travels with failures alone
		return resultFromProto(wire(resultToProto(r, p)), b)
	})
}

func TestLimits(t *testing.T) {
	l := Limits{Time: Unlimited, Operations: Unlimited, Iterations: 5}
	if got := limitsFromProto(limitsToProto(l)); got != l {
		t.Errorf("limits came back as %+v", got)
	}
	if got := limitsFromProto(limitsToProto(Limits{Time: time.Microsecond})); got.Time != time.Millisecond {
		t.Errorf("a microsecond became %v, and 0 would be the default", got.Time)
	}
	merged := Limits{Time: time.Second, Operations: Unlimited}.Merge(Limits{Time: time.Hour, Operations: 3, ToolCalls: 4})
	if want := (Limits{Time: time.Second, Operations: Unlimited, ToolCalls: 4}); merged != want {
		t.Errorf("merged limits are %+v, want %+v", merged, want)
	}
}

func TestErrors(t *testing.T) {
	cause := errors.New("cause")
	e := Errorf(KindTool, "call %q: %w", "f", cause)
	if !errors.Is(e, cause) || !errors.Is(e, KindTool) || errors.Is(e, KindRuntime) || e.Error() != `call "f": cause` {
		t.Errorf("error is %v", e)
	}
	wrapped := fmt.Errorf("outer: %w", e)
	if AsError(wrapped) != e || AsError(nil) != nil {
		t.Error("AsError did not find the error")
	}
	if k := AsError(context.Canceled).Kind; k != KindInterrupted {
		t.Errorf("a cancelled context is %s", k)
	}
	if k := AsError(fmt.Errorf("x: %w", KindPackage)).Kind; k != KindPackage {
		t.Errorf("a bare kind is %s", k)
	}
	if !KindLimitTime.Guest() || !KindPolicy.Guest() || KindBackendLost.Guest() || KindInterrupted.Guest() {
		t.Error("Guest is wrong")
	}
	for _, tt := range []struct {
		e    Error
		want string
	}{
		{Error{Kind: KindRuntime, Type: "ValueError", Message: "no"}, "ValueError: no"},
		{Error{Kind: KindRuntime, Type: "ValueError", Message: "Code failed due to: ValueError: no"}, "Code failed due to: ValueError: no"},
		{Error{Kind: KindRuntime, Type: "ValueError"}, "ValueError"},
		{Error{Kind: KindInternal}, "internal"},
	} {
		if got := tt.e.Error(); got != tt.want {
			t.Errorf("Error() = %q, want %q", got, tt.want)
		}
	}
}

// TestOutboxOrder: urgent messages pass others, but never an earlier one of their own request.
func TestOutboxOrder(t *testing.T) {
	hold := make(chan struct{})
	var mu sync.Mutex
	var sent []string
	o := newOutbox(func(m string) error {
		if m == "first" {
			<-hold
		}
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, m)
		return nil
	})
	go func() { _ = o.put(classBulk, 1, "first") }()
	for !o.isBusy() {
		time.Sleep(time.Millisecond)
	}
	for _, m := range []struct {
		class int
		id    uint64
		msg   string
	}{
		{classBulk, 2, "bulk 2"}, {classOutput, 3, "output 3"}, {classResult, 3, "result 3"}, {classResult, 2, "result 2"},
		{classResult, 4, "result 4"}, {classControl, 5, "control 5"}, {classControl, 3, "control 3"},
	} {
		if err := o.put(m.class, m.id, m.msg); err != nil {
			t.Fatal(err)
		}
	}
	close(hold)
	o.flush()
	want := "first, control 5, result 4, output 3, result 3, control 3, bulk 2, result 2"
	if got := strings.Join(sent, ", "); got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
	if o.put(classControl, 9, "late") == nil {
		t.Error("put after flush succeeded")
	}
}

func (o *outbox[M]) isBusy() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.busy
}

func TestOutboxError(t *testing.T) {
	broken := errors.New("broken")
	o := newOutbox(func(string) error { return broken })
	if err := o.put(classControl, 1, "a"); !errors.Is(err, broken) {
		t.Errorf("put = %v", err)
	}
	if err := o.put(classControl, 1, "b"); !errors.Is(err, broken) {
		t.Errorf("put after that = %v", err)
	}
	o.flush()
}

// TestToolPool: no job waits behind a running one while a worker may be added, and there are never more than allowed.
func TestToolPool(t *testing.T) {
	var p toolPool
	p.init(3)
	defer p.close()
	release := make(chan struct{})
	started := make(chan int, 10)
	for i := range 5 {
		if !p.run(func() { started <- i; <-release }) {
			t.Fatal("a job was refused")
		}
	}
	got := []int{<-started, <-started, <-started}
	slices.Sort(got)
	if !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("the first three to run were %v", got)
	}
	select {
	case i := <-started:
		t.Errorf("job %d runs beside three others", i)
	case <-time.After(20 * time.Millisecond):
	}
	close(release)
	<-started
	<-started
}

// TestDispatchIgnoresAdditions: a client passes over what a later version of the server adds.
func TestDispatchIgnoresAdditions(t *testing.T) {
	s := newClientSession(ClientOptions{}.withDefaults(), nopStream{}, func(error) {}, &Handler{})
	for _, m := range []*pb.SessionResponse{{Id: 7}, {Id: 0}, {Id: 0, Message: &pb.SessionResponse_Done{}}} {
		if err := s.dispatch(m); err != nil {
			t.Errorf("%v: %v", m, err)
		}
	}
}

type nopStream struct {
	pb.ExecutorService_SessionClient
}

func (nopStream) Send(*pb.SessionRequest) error { return nil }
