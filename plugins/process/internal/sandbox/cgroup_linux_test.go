package sandbox

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// TestHalfAGroup: of a group that can't be made nothing stays.
func TestHalfAGroup(t *testing.T) {
	if _, err := newGroup(Config{CPUs: 1e9, PIDs: 10}); err == nil {
		t.Fatal("the kernel takes a billion processors")
	}
	for _, pattern := range []string{"/sys/fs/cgroup", "/sys/fs/cgroup/*"} {
		if left, _ := filepath.Glob(pattern + parent + "/" + strconv.Itoa(os.Getpid()) + "-*"); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	}
}
