package repl

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/parser"
)

// lineReader cuts piped input into statements.
type lineReader struct{ r *bufio.Reader }

func newLineReader(r io.Reader) *lineReader { return &lineReader{bufio.NewReader(r)} }

// statement returns the next statement. The end of the input ends one too.
func (l *lineReader) statement() (string, error) {
	var text strings.Builder
	for {
		line, err := l.r.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		text.WriteString(strings.TrimSuffix(line, "\n"))
		switch {
		case err != nil && text.Len() == 0:
			return "", io.EOF
		case err != nil, isCommand(text.String()):
			return text.String(), nil
		case !parser.NeedsMore(text.String()):
			return text.String(), nil
		}
		text.WriteByte('\n')
	}
}
