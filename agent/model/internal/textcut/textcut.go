// Package textcut helps to look for sequences in texts that come in pieces.
package textcut

import "strings"

// HeldBack is how many bytes at the end of text may be the beginning of one of the
// sequences, and so can't be passed on before more has come.
func HeldBack(text string, sequences ...string) int {
	held := 0
	for _, seq := range sequences {
		for n := min(len(seq)-1, len(text)); n > held; n-- {
			if strings.HasSuffix(text, seq[:n]) {
				held = n
				break
			}
		}
	}
	return held
}
