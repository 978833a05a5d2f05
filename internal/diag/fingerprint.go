package diag

// Fingerprints: what a finding is about, in words that stay the same while the file changes around
// it.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/pattern"
)

// moving is what changes in a line when something else in the file does: numbers of values,
// metadata and attribute groups.
var moving = pattern.Lazy(`(, )?!\w+ !\d+|[%!#]\d+|\s+`)

// FuncAt is the name of the definition that a place is in, as the text spells it; "" outside.
func (f *File) FuncAt(p Place) string {
	for n := p.Line; n > 0; n-- {
		line := string(f.line(n))
		if n < p.Line && strings.HasPrefix(line, "}") {
			return ""
		}
		if rest, ok := strings.CutPrefix(line, "define "); ok {
			_, name, _ := strings.Cut(rest, "@")
			if strings.HasPrefix(name, `"`) {
				if k := strings.IndexByte(name[1:], '"'); k >= 0 {
					return "@" + name[:k+2]
				}
			}
			name, _, _ = strings.Cut(name, "(")
			return "@" + strings.TrimSpace(name)
		}
	}
	return ""
}

// Fingerprints gives each finding a word of its own that depends on rule, function and line, and
// not on where in the file they stand; the same mistake in the same words in one function is told
// apart by counting.
func Fingerprints(list []Finding) []string {
	seen := map[string]int{}
	out := make([]string, len(list))
	for k, fd := range list {
		p := fd.File.Place(fd.Err.Pos)
		line, fn := "", ""
		switch {
		case fd.About != "":
			fn = fd.About
		case p.Line > 0:
			line, fn = moving().ReplaceAllString(string(fd.File.line(p.Line)), " "), fd.File.FuncAt(p)
		}
		what := fd.Err.Rule
		if what == "" {
			what = fd.Err.Error()
		}
		sum := sha256.Sum256([]byte(what + "\x00" + fn + "\x00" + line))
		word := hex.EncodeToString(sum[:10])
		key := fd.File.Name + "\x00" + word
		seen[key]++
		out[k] = fmt.Sprintf("%s:%d", word, seen[key])
	}
	return out
}
