package launch

import "strings"

// remarkGroups are clang's options about remarks, by remark.Kind.
var remarkGroups = [3]string{"pass", "pass-missed", "pass-analysis"}

// Remarks gives for each kind of remark the pattern of the passes whose remarks the command asks
// for, "" for none: -Rpass=coro-split, -Rpass for all passes, -Rno-pass for none. The last option
// of a kind counts. -Reverything is for those kinds that have no option of their own.
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

// Option is the option of clang that asks for a kind of remark, as clang prints it behind one.
func Option(kind int) string { return "-R" + remarkGroups[kind] }
