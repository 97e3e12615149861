package shared

import (
	"strings"
	"time"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// The converters between the domain types and the generated ones. They are dumb on purpose: every field, no decisions.

func millis(d time.Duration) int64 {
	if d < 0 {
		return Unlimited
	}
	if d > 0 && d < time.Millisecond {
		return 1 // 0 would mean the default
	}
	return d.Milliseconds()
}

func fromMillis(ms int64) time.Duration {
	if ms < 0 {
		return Unlimited
	}
	return time.Duration(ms) * time.Millisecond
}

func micros(d time.Duration) uint64      { return uint64(max(d, 0).Microseconds()) }
func fromMicros(us uint64) time.Duration { return time.Duration(us) * time.Microsecond }

// clean makes the texts of backends fit into proto strings, in which one stray byte would break the whole stream.
func clean(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

func cleanAll(in []string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = clean(s)
	}
	return out
}

func byteStrings(in []string) [][]byte {
	out := make([][]byte, len(in))
	for i, s := range in {
		out[i] = []byte(s)
	}
	return out
}

func fromByteStrings(in [][]byte) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = string(s)
	}
	return out
}

var isolationToProto = map[Isolation]pb.Isolation{
	IsolationInterpreter: pb.Isolation_ISOLATION_INTERPRETER,
	IsolationProcess:     pb.Isolation_ISOLATION_PROCESS,
	IsolationContainer:   pb.Isolation_ISOLATION_CONTAINER,
	IsolationMicroVM:     pb.Isolation_ISOLATION_MICROVM,
}

var isolationFromProto = invert(isolationToProto)

var checkStatusToProto = map[CheckStatus]pb.CheckStatus{
	CheckOK:      pb.CheckStatus_CHECK_STATUS_OK,
	CheckWarning: pb.CheckStatus_CHECK_STATUS_WARNING,
	CheckFailed:  pb.CheckStatus_CHECK_STATUS_FAILED,
}

var checkStatusFromProto = invert(checkStatusToProto)

func invert[K, V comparable](m map[K]V) map[V]K {
	out := make(map[V]K, len(m))
	for k, v := range m {
		out[v] = k
	}
	return out
}

func capabilitiesToProto(c Capabilities) *pb.Capabilities {
	return &pb.Capabilities{
		Tools: c.Tools, Variables: c.Variables, Packages: c.Packages, Files: c.Files, Commands: c.Commands, Displays: c.Displays,
		Interrupt: c.Interrupt, Snapshot: c.Snapshot, Attach: c.Attach, Pickle: c.Pickle, Usage: c.Usage,
	}
}

func capabilitiesFromProto(c *pb.Capabilities) Capabilities {
	return Capabilities{
		Tools: c.GetTools(), Variables: c.GetVariables(), Packages: c.GetPackages(), Files: c.GetFiles(), Commands: c.GetCommands(),
		Displays: c.GetDisplays(), Interrupt: c.GetInterrupt(), Snapshot: c.GetSnapshot(), Attach: c.GetAttach(), Pickle: c.GetPickle(),
		Usage: c.GetUsage(),
	}
}

func descriptionToProto(d *Description) *pb.DescribeResponse {
	out := &pb.DescribeResponse{
		Name: d.Name, Version: d.Version, Protocol: uint32(d.Protocol), ProtocolMinor: uint32(d.ProtocolMinor), Summary: d.Summary,
		Capabilities: capabilitiesToProto(d.Capabilities), Isolation: isolationToProto[d.Isolation],
		MaxSessions: uint32(d.MaxSessions), Languages: d.Languages,
	}
	for _, o := range d.Options {
		out.Options = append(out.Options, &pb.OptionSpec{Name: o.Name, Type: o.Type, DefaultValue: o.Default, Help: o.Help, Secret: o.Secret})
	}
	for _, e := range d.Env {
		out.Env = append(out.Env, &pb.EnvSpec{Name: e.Name, Help: e.Help, Required: e.Required, Secret: e.Secret})
	}
	return out
}

func descriptionFromProto(d *pb.DescribeResponse) *Description {
	out := &Description{
		Name: d.Name, Version: d.Version, Protocol: int(d.Protocol), ProtocolMinor: int(d.ProtocolMinor), Summary: d.Summary,
		Capabilities: capabilitiesFromProto(d.Capabilities), Isolation: isolationFromProto[d.Isolation],
		MaxSessions: int(d.MaxSessions), Languages: d.Languages,
	}
	for _, o := range d.Options {
		out.Options = append(out.Options, OptionSpec{Name: o.Name, Type: o.Type, Default: o.DefaultValue, Help: o.Help, Secret: o.Secret})
	}
	for _, e := range d.Env {
		out.Env = append(out.Env, EnvSpec{Name: e.Name, Help: e.Help, Required: e.Required, Secret: e.Secret})
	}
	return out
}

func checkReportToProto(r *CheckReport) *pb.CheckResponse {
	out := &pb.CheckResponse{}
	for _, it := range r.Items {
		out.Items = append(out.Items, &pb.CheckItem{Name: it.Name, Status: checkStatusToProto[it.Status], Detail: clean(it.Detail), Hint: clean(it.Hint)})
	}
	return out
}

func checkReportFromProto(r *pb.CheckResponse) *CheckReport {
	out := &CheckReport{}
	for _, it := range r.Items {
		status, ok := checkStatusFromProto[it.Status]
		if !ok {
			status = CheckFailed // a status that we don't know can't be taken for a good one
		}
		out.Items = append(out.Items, CheckItem{Name: it.Name, Status: status, Detail: it.Detail, Hint: it.Hint})
	}
	return out
}

func reapRequestToProto(r *ReapRequest) *pb.ReapRequest {
	return &pb.ReapRequest{Owner: r.Owner, Labels: r.Labels, OlderThanMs: uint64(max(millis(r.OlderThan), 0)), DryRun: r.DryRun, Options: r.Options}
}

func reapRequestFromProto(r *pb.ReapRequest) *ReapRequest {
	return &ReapRequest{Owner: r.Owner, Labels: r.Labels, OlderThan: fromMillis(int64(r.OlderThanMs)), DryRun: r.DryRun, Options: r.Options}
}

func reapReportToProto(r *ReapReport) *pb.ReapResponse {
	out := &pb.ReapResponse{}
	for _, it := range r.Items {
		out.Items = append(out.Items, &pb.ReapItem{Id: it.ID, Kind: it.Kind, AgeMs: uint64(max(millis(it.Age), 0)), Labels: it.Labels, Removed: it.Removed, Error: clean(it.Error)})
	}
	return out
}

func reapReportFromProto(r *pb.ReapResponse) *ReapReport {
	out := &ReapReport{}
	for _, it := range r.Items {
		out.Items = append(out.Items, ReapItem{ID: it.Id, Kind: it.Kind, Age: fromMillis(int64(it.AgeMs)), Labels: it.Labels, Removed: it.Removed, Error: it.Error})
	}
	return out
}

func limitsToProto(l Limits) *pb.Limits {
	if l == (Limits{}) {
		return nil
	}
	return &pb.Limits{
		Operations: l.Operations, Iterations: l.Iterations, TimeMs: millis(l.Time), MemoryBytes: l.MemoryBytes,
		OutputChars: l.OutputChars, OutputBytes: l.OutputBytes, ToolCalls: l.ToolCalls,
	}
}

func limitsFromProto(l *pb.Limits) Limits {
	return Limits{
		Operations: l.GetOperations(), Iterations: l.GetIterations(), Time: fromMillis(l.GetTimeMs()), MemoryBytes: l.GetMemoryBytes(),
		OutputChars: l.GetOutputChars(), OutputBytes: l.GetOutputBytes(), ToolCalls: l.GetToolCalls(),
	}
}

func openToProto(r *OpenRequest) *pb.Open {
	return &pb.Open{
		Executor: r.Executor, Protocol: Protocol, ProtocolMinor: ProtocolMinor, Options: r.Options, AuthorizedImports: r.AuthorizedImports,
		Policy: &pb.Policy{AllowDunder: r.Policy.AllowDunder, AllowFunction: r.Policy.AllowFunction, StrictDunder: r.Policy.StrictDunder},
		Limits: limitsToProto(r.Limits), Env: r.Env, Labels: r.Labels, DetachTtlMs: uint64(max(millis(r.DetachTTL), 0)), Required: r.Required,
		AllowPickle: r.AllowPickle,
	}
}

func openFromProto(m *pb.Open) *OpenRequest {
	return &OpenRequest{
		Executor: m.Executor, Options: m.Options, AuthorizedImports: m.AuthorizedImports,
		Policy: Policy{AllowDunder: m.Policy.GetAllowDunder(), AllowFunction: m.Policy.GetAllowFunction(), StrictDunder: m.Policy.GetStrictDunder()},
		Limits: limitsFromProto(m.Limits), Env: m.Env, Labels: m.Labels, DetachTTL: fromMillis(int64(m.DetachTtlMs)), Required: m.Required,
		AllowPickle: m.AllowPickle,
	}
}

func enforcedToProto(in []Enforced) []*pb.Enforced {
	out := make([]*pb.Enforced, len(in))
	for i, e := range in {
		out[i] = &pb.Enforced{Name: e.Name, Holds: e.Holds, How: clean(e.How)}
	}
	return out
}

func enforcedFromProto(in []*pb.Enforced) []Enforced {
	out := make([]Enforced, len(in))
	for i, e := range in {
		out[i] = Enforced{Name: e.Name, Holds: e.Holds, How: e.How}
	}
	return out
}

func toolsToProto(tools []ToolSpec, p *packer) *pb.SetTools {
	out := &pb.SetTools{}
	for _, t := range tools {
		spec := &pb.ToolSpec{
			Name: t.Name, Doc: []byte(t.Doc), OutputType: t.OutputType, Final: t.Final,
			TimeoutMs: uint64(max(millis(t.Timeout), 0)), Packages: t.Packages,
		}
		for _, in := range t.Inputs {
			spec.Inputs = append(spec.Inputs, &pb.ToolInput{
				Name: in.Name, Type: in.Type, Description: []byte(in.Description), Optional: in.Optional, DefaultValue: p.packOptional(in.Default),
			})
		}
		out.Tools = append(out.Tools, spec)
	}
	return out
}

func toolsFromProto(m *pb.SetTools, b *blobs) ([]ToolSpec, error) {
	out := make([]ToolSpec, 0, len(m.Tools))
	for _, t := range m.Tools {
		spec := ToolSpec{
			Name: t.Name, Doc: string(t.Doc), OutputType: t.OutputType, Final: t.Final, Timeout: fromMillis(int64(t.TimeoutMs)), Packages: t.Packages,
		}
		for _, in := range t.Inputs {
			def, err := b.takeText(in.DefaultValue)
			if err != nil {
				return nil, err
			}
			spec.Inputs = append(spec.Inputs, ToolInput{Name: in.Name, Type: in.Type, Description: string(in.Description), Optional: in.Optional, Default: def})
		}
		out = append(out, spec)
	}
	return out, nil
}

func variablesToProto(vars []Variable, p *packer) []*pb.Variable {
	if len(vars) == 0 {
		return nil
	}
	out := make([]*pb.Variable, len(vars))
	for i, v := range vars {
		out[i] = &pb.Variable{Name: []byte(v.Name), Value: p.packOptional(v.Value)}
	}
	return out
}

func variablesFromProto(in []*pb.Variable, b *blobs) ([]Variable, error) {
	if len(in) == 0 {
		return nil, nil
	}
	out := make([]Variable, len(in))
	for i, v := range in {
		text, err := b.takeValue(v.Value)
		if err != nil {
			return nil, err
		}
		out[i] = Variable{Name: string(v.Name), Value: text}
	}
	return out, nil
}

func toolCallToProto(c *ToolCall, p *packer) *pb.ToolCall {
	out := &pb.ToolCall{CallId: c.ID, Name: []byte(c.Name), Kwargs: variablesToProto(c.Kwargs, p)}
	for _, a := range c.Args {
		out.Args = append(out.Args, p.pack(a))
	}
	return out
}

func toolCallFromProto(m *pb.ToolCall, b *blobs) (*ToolCall, error) {
	out := &ToolCall{ID: m.CallId, Name: string(m.Name)}
	for _, a := range m.Args {
		text, err := b.takeValue(a)
		if err != nil {
			return nil, err
		}
		out.Args = append(out.Args, text)
	}
	var err error
	out.Kwargs, err = variablesFromProto(m.Kwargs, b)
	return out, err
}

func displayToProto(d *Display, p *packer) *pb.Display {
	out := &pb.Display{IsResult: d.IsResult}
	for _, part := range d.Parts {
		out.Parts = append(out.Parts, &pb.MimePart{Mime: clean(part.MIME), Data: p.pack(part.Data)})
	}
	return out
}

func displayFromProto(m *pb.Display, b *blobs) (*Display, error) {
	out := &Display{IsResult: m.IsResult}
	for _, part := range m.Parts {
		data, err := b.take(part.Data)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, MimePart{MIME: part.Mime, Data: data})
	}
	return out, nil
}

func statsToProto(s Stats) *pb.Stats {
	if s == (Stats{}) {
		return nil
	}
	return &pb.Stats{
		Operations: uint64(s.Operations), WallUs: micros(s.Wall), CpuUs: micros(s.CPU), MemoryPeakBytes: uint64(s.MemoryPeakBytes),
		OutputBytes: uint64(s.OutputBytes), ToolCalls: uint64(s.ToolCalls), ToolUs: micros(s.ToolTime),
	}
}

func statsFromProto(s *pb.Stats) Stats {
	return Stats{
		Operations: int64(s.GetOperations()), Wall: fromMicros(s.GetWallUs()), CPU: fromMicros(s.GetCpuUs()),
		MemoryPeakBytes: int64(s.GetMemoryPeakBytes()), OutputBytes: int64(s.GetOutputBytes()), ToolCalls: int64(s.GetToolCalls()),
		ToolTime: fromMicros(s.GetToolUs()),
	}
}

func resultToProto(r *Result, p *packer) *pb.Result {
	return &pb.Result{
		Value: p.packOptional(r.Value), IsFinalAnswer: r.IsFinalAnswer, Logs: p.packOptional([]byte(r.Logs)), Truncated: r.Truncated,
		Stats: statsToProto(r.Stats), Repr: p.packOptional([]byte(r.Repr)), Text: p.packOptional(textUnlessRepr(r)), IsExpression: r.IsExpression,
	}
}

// textUnlessRepr leaves str() out where it is the same as repr(), which it mostly is.
func textUnlessRepr(r *Result) []byte {
	if r.Text == r.Repr {
		return nil
	}
	return []byte(r.Text)
}

func resultFromProto(m *pb.Result, b *blobs) (*Result, error) {
	out := &Result{IsFinalAnswer: m.IsFinalAnswer, Truncated: m.Truncated, Stats: statsFromProto(m.Stats), IsExpression: m.IsExpression}
	text, err := b.takeText(m.Value)
	out.Value = text
	for _, f := range []struct {
		p   *pb.Payload
		dst *string
	}{{m.Logs, &out.Logs}, {m.Repr, &out.Repr}, {m.Text, &out.Text}} {
		data, e := b.take(f.p)
		if err == nil {
			err = e
		}
		*f.dst = string(data)
	}
	if m.Text == nil {
		out.Text = out.Repr
	}
	return out, err
}

func usageToProto(u *Usage) *pb.UsageReport {
	return &pb.UsageReport{
		CpuUs: micros(u.CPU), MemoryBytes: uint64(u.MemoryBytes), MemoryPeakBytes: uint64(u.MemoryPeakBytes), Pids: uint64(u.PIDs),
		DiskBytes: uint64(u.DiskBytes), NetworkRxBytes: uint64(u.NetworkRxBytes), NetworkTxBytes: uint64(u.NetworkTxBytes),
		UptimeMs: uint64(max(millis(u.Uptime), 0)),
	}
}

func usageFromProto(u *pb.UsageReport) *Usage {
	return &Usage{
		CPU: fromMicros(u.CpuUs), MemoryBytes: int64(u.MemoryBytes), MemoryPeakBytes: int64(u.MemoryPeakBytes), PIDs: int64(u.Pids),
		DiskBytes: int64(u.DiskBytes), NetworkRxBytes: int64(u.NetworkRxBytes), NetworkTxBytes: int64(u.NetworkTxBytes),
		Uptime: fromMillis(int64(u.UptimeMs)),
	}
}

func progressToProto(p Progress) *pb.Progress {
	return &pb.Progress{Phase: clean(p.Phase), Current: uint64(max(p.Current, 0)), Total: uint64(max(p.Total, 0)), Unit: clean(p.Unit), Text: []byte(p.Text)}
}

func progressFromProto(p *pb.Progress) Progress {
	return Progress{Phase: p.Phase, Current: int64(p.Current), Total: int64(p.Total), Unit: p.Unit, Text: string(p.Text)}
}

func closeReportToProto(r *CloseReport) *pb.CloseReport {
	return &pb.CloseReport{Removed: cleanAll(r.Removed), Left: cleanAll(r.Left), Total: statsToProto(r.Total)}
}

func closeReportFromProto(r *pb.CloseReport) *CloseReport {
	return &CloseReport{Removed: r.GetRemoved(), Left: r.GetLeft(), Total: statsFromProto(r.GetTotal())}
}
