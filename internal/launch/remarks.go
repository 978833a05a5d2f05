// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import "strings"

// remarkGroups are the names of clang's remark options, by remark.Kind.
var remarkGroups = [3]string{"pass", "pass-missed", "pass-analysis"}

// Remarks returns for each kind of remark the pattern of the passes whose remarks the command
// requests; "" for none. For example, -Rpass=coro-split requests one pass, -Rpass all passes, and
// -Rno-pass none. The last option of a kind applies. -Reverything applies to the kinds without an
// option.
func (c *Command) Remarks() (patterns [3]string) {
	var own [3]bool
	all := false
	for k := range c.Words {
		w := &c.Words[k]
		text, ok := strings.CutPrefix(w.Text[len(w.Text)-1], "-R")
		if !ok || w.Input || w.Flag == nil || w.Flag.Name != "-R" {
			continue
		}
		off := strings.HasPrefix(text, "no-")
		name, pattern, has := strings.Cut(strings.TrimPrefix(text, "no-"), "=")
		if name == "everything" {
			all = !off
		}
		for kind, group := range remarkGroups {
			if name != group {
				continue
			}
			switch own[kind] = true; {
			case off:
				patterns[kind] = ""
			case has:
				patterns[kind] = pattern
			default:
				patterns[kind] = ".*"
			}
		}
	}
	for kind := range patterns {
		if all && !own[kind] {
			patterns[kind] = ".*"
		}
	}
	return patterns
}

// Option returns clang's option for a kind of remark, as clang prints it after a remark.
func Option(kind int) string { return "-R" + remarkGroups[kind] }
