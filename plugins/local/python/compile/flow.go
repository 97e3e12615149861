package compile

// flow is what is known at one point of a block.
type flow struct {
	dead bool // the point can't be reached
	set  bits // the variables that are surely assigned
}

// join takes in another way that leads to the same point.
func (f *flow) join(other flow) {
	switch {
	case other.dead:
	case f.dead:
		*f = flow{set: other.set.clone()}
	default:
		f.set.intersect(other.set)
	}
}

// clone is an independent copy.
func (f *flow) clone() flow { return flow{dead: f.dead, set: f.set.clone()} }

// bits is a set of small numbers.
type bits []uint64

func (b bits) has(i int) bool { return i/64 < len(b) && b[i/64]&(1<<(i%64)) != 0 }

func (b *bits) add(i int) {
	for i/64 >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[i/64] |= 1 << (i % 64)
}

func (b bits) remove(i int) {
	if i/64 < len(b) {
		b[i/64] &^= 1 << (i % 64)
	}
}

func (b *bits) intersect(other bits) {
	if len(*b) > len(other) {
		*b = (*b)[:len(other)]
	}
	for i := range *b {
		(*b)[i] &= other[i]
	}
}

func (b bits) clone() bits { return append(bits(nil), b...) }
