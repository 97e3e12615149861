package ast

// DeeperThan reports whether a path from the node down to a leaf has more than
// limit nodes. It recurses no deeper than that.
func DeeperThan(n Node, limit int) bool {
	if limit <= 0 {
		return true
	}
	for _, f := range n.Fields() {
		switch v := f.Value.(type) {
		case []Node:
			for _, child := range v {
				if child != nil && DeeperThan(child, limit-1) {
					return true
				}
			}
		case Node:
			if DeeperThan(v, limit-1) {
				return true
			}
		}
	}
	return false
}
