// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"bytes"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// This file drops the file's declarations of coroutine intrinsics that nothing in the output uses.
// opt's globaldce drops every unused declaration. Other declarations stay here, because they are
// copied text, and no tool objects to them. A use is any mention of the name after an @, in copied
// or in new text but comments, so one in a string counts as well.

const coroPrefix = "llvm.coro."

// dropDeclarations writes the output again without the file's unused declarations of coroutine
// intrinsics, if it has any.
func (m *merger) dropDeclarations() {
	uses := map[string]int{}
	var declared []int
	for i := range m.file.Items {
		it := &m.file.Items[i]
		if it.Kind == parse.ItemDeclare && strings.HasPrefix(it.Name, coroPrefix) &&
			(m.editOf[i] == 0 || !m.edit(i).drop) {
			declared = append(declared, i)
			uses[it.Name] = 0
		}
	}
	if len(declared) == 0 {
		return
	}
	again := m.keep
	if m.keep { // a comment is no use
		m.keep = false
		m.rewrite()
		m.keep = true
	}
	for k := range m.out {
		countNames(m.out[k].text, uses)
	}
	for _, i := range declared {
		if uses[m.file.Items[i].Name] == 1 { // the declaration itself
			m.edit(i).drop = true
			again = true
		}
	}
	if again {
		m.rewrite()
	}
}

func (m *merger) rewrite() {
	m.out, m.start, m.cutsDone = nil, 0, 0
	m.write()
}

// countNames counts the mentions of the keys of uses in text. A name in quotes may have escapes:
// @"llvm\2Ecoro.size.i64".
func countNames(text []byte, uses map[string]int) {
	for rest := text; ; {
		k := bytes.IndexByte(rest, '@')
		if k < 0 {
			return
		}
		rest = rest[k+1:]
		name := ""
		if n := 0; bytes.HasPrefix(rest, []byte(coroPrefix)) {
			for n < len(rest) && isNameByte(rest[n]) {
				n++
			}
			name = string(rest[:n])
		} else if quoted, ok := bytes.CutPrefix(rest, []byte{'"'}); ok {
			if n = bytes.IndexByte(quoted, '"'); n >= 0 {
				name = ir.Unescape(string(quoted[:n]))
			}
		}
		if name == "" {
			continue
		}
		if c, ok := uses[name]; ok {
			uses[name] = c + 1
		}
	}
}

func isNameByte(c byte) bool {
	return c == '.' || c == '_' || c == '$' || c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
