//go:build !unix

package executor

import "time"

// cpuTime is 0 where the system's accounting is not read.
func cpuTime() time.Duration { return 0 }
