//go:build !unix

package mcp

import "os/exec"

func ownGroup(*exec.Cmd) {}

// There are no signals here; a process that is gone already is what both want.
func terminateGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
func killGroup(cmd *exec.Cmd)      { _ = cmd.Process.Kill() }
