// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

import (
	"regexp"
	"strings"
)

// outside is IR that is added to a module after it was lowered: definitions of what the module
// declares.
type outside struct {
	pieces  map[string]piece
	entries []string // what is added in any case
}

// piece is a definition or declaration.
type piece struct {
	text  string
	needs []string
}

var symbolWord = regexp.MustCompile(`@[\w.]+`)

// newOutside takes texts apart. Of two declarations of one name, the first counts.
func newOutside(entries []string, texts ...string) *outside {
	o := &outside{map[string]piece{}, entries}
	add := func(text string) {
		names := symbolWord.FindAllString(text, -1)
		o.pieces[names[0]] = piece{text, names[1:]}
	}
	for _, all := range texts {
		var open strings.Builder
		for line := range strings.Lines(all) {
			switch {
			case strings.HasPrefix(line, "define "), open.Len() > 0:
				open.WriteString(line)
				if line == "}\n" {
					add(open.String())
					open.Reset()
				}
			case o.pieces[symbolWord.FindString(line)].text == "":
				add(line)
			}
		}
	}
	return o
}

// around adds the outside to a module, in place of its declarations.
func (o *outside) around(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 32<<10)
	have := map[string]bool{}
	todo := append([]string{}, o.entries...)
	for line := range strings.Lines(text) {
		declares := strings.HasPrefix(line, "declare ")
		if declares || strings.HasPrefix(line, "@") && strings.Contains(line, " external ") {
			name := symbolWord.FindString(line)
			if p, ok := o.pieces[name]; ok && !strings.HasPrefix(p.text, "declare ") {
				todo = append(todo, name)
				continue
			}
			have[name] = true
		}
		b.WriteString(line)
	}
	if !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		p, ok := o.pieces[name]
		if !ok || have[name] {
			continue
		}
		have[name] = true
		b.WriteString(p.text)
		todo = append(todo, p.needs...)
	}
	return b.String()
}
