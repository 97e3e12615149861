// Package shared is the contract between the Airlock host and its executor plugins, and the SDK for both.
//
// A plugin author implements [Executor] and [Session] and calls [Serve] in main. Host code uses the same two interfaces through
// [Client], the gRPC side of the contract. What one side may ask of the other is in proto/airlock/executor/v1/executor.proto;
// the generated types stay inside this package.
//
// The interfaces are small. What not every backend can do is a capability interface that a Session may implement too:
//
//	PackageInstaller    InstallPackages
//	FileStore           PutFile, GetFile
//	CommandRunner       RunCommand
//	Snapshotter         Snapshot, Restore
//	UsageReporter       Usage
//	Interrupter         Interrupt (of the client only; an executor sees its context end)
//
// A plugin declares them in [Description].Capabilities, and the host looks there before use. The client's session has them all and
// answers with [KindUnsupported] what the plugin lacks.
//
// Values travel as the safe text of package value, errors as [Error], whose [Kind] works with errors.Is on both sides.
package shared
