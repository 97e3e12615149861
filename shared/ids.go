package shared

// maxSkipped is how many ids may be waited for.
const maxSkipped = 1000

// idSet are the ids of requests that have come. They grow, but for those of requests that
// were made at the same time: an urgent one overtakes others on its way.
type idSet struct {
	last    uint64
	skipped map[uint64]bool // below last, still to come
}

// seen tells that a request of that id has come, or can't come any more.
func (s *idSet) seen(id uint64) bool { return id <= s.last && !s.skipped[id] }

// take counts an id as seen; false if it was.
func (s *idSet) take(id uint64) bool {
	if s.seen(id) {
		return false
	}
	if id < s.last {
		delete(s.skipped, id)
		return true
	}
	for n := s.last + 1; n < id && id-s.last <= maxSkipped; n++ {
		if s.skipped == nil {
			s.skipped = map[uint64]bool{}
		}
		s.skipped[n] = true
	}
	for n := range s.skipped {
		if n+maxSkipped < id {
			delete(s.skipped, n)
		}
	}
	s.last = id
	return true
}
