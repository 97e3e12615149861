package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/containerd/cgroups/v3/cgroup1"
)

// start starts a process that is in the group from the first, which must be called on a
// thread of its own. To move a process that runs is slow: the kernel waits until all
// processors have seen that, some ten milliseconds. A process can start in a cgroup of
// version 2 (Linux 5.7), and a thread can move itself into one of version 1 at
// once (Linux 5.5), which its children inherit.
func (g *group) start(cmd *exec.Cmd) (err error) {
	switch {
	case g == nil:
		return cmd.Start()
	case g.v2 != nil:
		dir, err := os.Open(filepath.Join("/sys/fs/cgroup", g.name))
		if err != nil {
			return err
		}
		defer dir.Close()
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(dir.Fd())
		return cmd.Start()
	}
	in, out, err := g.doors()
	if err != nil {
		return err
	}
	defer closeAll(append(in, out...))
	err = pass(in)
	if err == nil {
		err = cmd.Start()
	}
	if back := pass(out); err == nil && back != nil {
		err = back
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // by that
	}
	return err
}

// check tells whether processes can start in the group.
func (g *group) check() error {
	in, out, err := g.doors()
	closeAll(append(in, out...))
	return err
}

// doors are the files of version 1 that a thread moves itself with: in, and back to
// where this process is.
func (g *group) doors() (in, out []*os.File, err error) {
	home, err := cgroup1.ParseCgroupFile("/proc/self/cgroup")
	if err != nil {
		return nil, nil, err
	}
	roots, err := cgroupRoots()
	if err != nil {
		return nil, nil, err
	}
	open := func(dir string) (f *os.File) {
		if err == nil {
			f, err = os.OpenFile(filepath.Join(dir, "tasks"), os.O_WRONLY, 0)
		}
		return f
	}
	for _, s := range g.v1.Subsystems() {
		name := string(s.Name())
		at, ok := s.(interface{ Path(string) string })
		own, shown := strings.CutPrefix(home[name]+"/", strings.TrimSuffix(roots[name], "/")+"/")
		if err == nil && (!ok || !shown) {
			err = fmt.Errorf("the cgroup %s of this process, %q, isn't shown here", name, home[name])
		}
		if err == nil {
			in, out = append(in, open(at.Path(g.name))), append(out, open(at.Path(own)))
		}
	}
	if err != nil {
		closeAll(append(in, out...))
		return nil, nil, err
	}
	return in, out, nil
}

// cgroupRoots tells by controller which cgroup of version 1 is shown as the topmost: in a
// container it may be its own.
var cgroupRoots = sync.OnceValues(func() (map[string]string, error) {
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	roots := map[string]string{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if n := len(fields); n >= 10 && fields[n-3] == "cgroup" {
			for _, controller := range strings.Split(fields[n-1], ",") {
				roots[controller] = fields[3]
			}
		}
	}
	return roots, nil
})

// pass moves the current thread.
func pass(doors []*os.File) error {
	for _, f := range doors {
		if _, err := f.WriteString("0"); err != nil { // this thread, whatever its number here
			return fmt.Errorf("enter the cgroup %s: %w", filepath.Dir(f.Name()), err)
		}
	}
	return nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close() // which a nil file, never opened, answers with an error
	}
}
