// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diag

// This file computes fingerprints, which identify a finding and do not change when other parts of
// the file change.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/pattern"
)

// moving matches the parts of a line that change when other parts of the file change: numbers of
// values, metadata and attribute groups, for example `%5`, `, !dbg !12` and `#3`.
var moving = pattern.Lazy(`(, )?!\w+ !\d+|[%!#]\d+|\s+`)

// FuncAt returns the name of the definition around a position, as the text spells it, or "".
func (f *File) FuncAt(p Place) string {
	for n := p.Line; n > 0; n-- {
		line := string(f.Line(n))
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

// Fingerprints returns a fingerprint for each finding. It depends on rule, function and line text,
// and not on the position in the file. A counter distinguishes equal findings in one function.
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
			line, fn = moving().ReplaceAllString(string(fd.File.Line(p.Line)), " "), fd.File.FuncAt(p)
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
