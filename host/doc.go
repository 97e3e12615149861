// Package host finds executor plugins, starts them as separate processes, keeps
// them apart, watches over them and stops them. It hands out Sessions.
//
// A plugin is an executable file named airlock-executor-NAME. The order of the
// folders that are searched is documented at Dirs; the first hit wins. Nothing of
// a plugin is executed before its file, the folders above it and its entry in the
// lock file were checked, and the descriptor that was checked is the one that is
// executed.
//
// The life of everything that a Host starts ends with Host.Close, with the death
// of the Host's process (parent-death signal and a pipe whose end means exit), or
// with the death of the plugin, whichever comes first. What a killed host leaves
// on disk (one folder of sockets) is swept by the next one.
//
// Linux gets every layer of isolation that this package knows; other systems get
// the protocol, the checks and the supervision, and Doctor says what is missing.
package host
