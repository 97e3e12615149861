package shared

import "testing"

func TestIDs(t *testing.T) {
	var s idSet
	for _, c := range []struct {
		id uint64
		ok bool
	}{
		{0, false},
		{1, true}, {1, false}, {2, true},
		{5, true}, {4, true}, {4, false}, {3, true}, {3, false}, {5, false},
		{6, true}, {8, true},
		{7 + maxSkipped, true}, {7, true}, {8 + 2*maxSkipped, true}, {9, false}, // too long ago
		{1 << 60, true}, {1<<60 - 1, false}, {1<<60 + 1, true},
	} {
		if s.seen(c.id) == c.ok {
			t.Errorf("%d: seen is %v", c.id, !c.ok)
		}
		if s.take(c.id) != c.ok {
			t.Errorf("%d: taken is %v", c.id, !c.ok)
		}
		if len(s.skipped) > maxSkipped {
			t.Errorf("%d ids are waited for", len(s.skipped))
		}
	}
}
