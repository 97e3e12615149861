//go:build unix

package shared

import "syscall"

func closeOnExec(fd int) { syscall.CloseOnExec(fd) }
