// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/pattern"
)

// This file makes the messages of the stages those of one run of clang.
//
// The second stage reads IR, so it does not know the places of the source that clang's messages
// cite. For example, clang prints for a call to a function with the attribute "warning":
//
//	a.cpp:6:2: warning: call to 'dont()' declared with 'warning' attribute: no [-Wattribute-warning]
//	    6 |         dont();
//	      |         ^
//
// The second stage would show a line of the IR. So if it has such a message, one more run of clang
// compiles the source as it is written, only for its messages. The frames of functions differ
// between the runs. So warnings about their sizes are those of the second stage.

// terminal returns the options with which clang prints to a pipe what it would print to the
// terminal; none if the messages are not for a terminal.
func (r *runner) terminal() (options []string) {
	if !r.Terminal {
		return nil
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 && r.cmd.last("-fmessage-length=") == "" {
		options = append(options, "-fmessage-length="+strconv.Itoa(n))
	}
	for k := len(r.cmd.Words) - 1; k >= 0; k-- {
		switch w := &r.cmd.Words[k]; {
		case w.Input || w.CC1:
		case w.Text[0] == "-fdiagnostics-color=auto":
			return append(options, r.colors()...)
		case slices.Contains([]string{"-fcolor-diagnostics", "-fno-color-diagnostics", "-fdiagnostics-color",
			"-fno-diagnostics-color", "-fdiagnostics-color=always", "-fdiagnostics-color=never"}, w.Text[0]):
			return options
		}
	}
	return append(options, r.colors()...)
}

// colors returns clang's option for colors if the terminal has them, as LLVM decides it.
func (r *runner) colors() []string {
	if os.Getenv("NO_COLOR") == "" && colorful().MatchString(os.Getenv("TERM")) {
		return []string{"-fcolor-diagnostics"}
	}
	return nil
}

// colorful matches the names of terminals that LLVM prints colors to.
var colorful = pattern.Lazy(`^(?:(?:ansi|cygwin|linux)$|screen|xterm|vt100|rxvt)|color$`)

// tally matches the line with which clang ends its messages. For example:
//
//	2 warnings and 1 error generated.
var tally = pattern.Lazy(`(?m)^(?:([0-9]+) warnings?)?(?: and )?(?:([0-9]+) errors?)? generated\.\n\z`)

// join returns the messages of both stages with one line that counts them.
func join(first, second string) string {
	var sum [2]int
	for _, said := range []*string{&first, &second} {
		m := tally().FindStringSubmatchIndex(*said)
		if m == nil {
			continue
		}
		for k := range sum {
			if at := m[2+2*k]; at >= 0 {
				n, _ := strconv.Atoi((*said)[at:m[3+2*k]])
				sum[k] += n
			}
		}
		*said = (*said)[:m[0]]
	}
	var parts []string
	for k, what := range []string{"warning", "error"} {
		switch {
		case sum[k] == 1:
			parts = append(parts, "1 "+what)
		case sum[k] > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", sum[k], what))
		}
	}
	if len(parts) == 0 {
		return first + second
	}
	return first + second + strings.Join(parts, " and ") + " generated.\n"
}

// escape matches what colors a message.
const escape = `(?:\x1b\[[0-9;]*m)*`

// message matches the first line of a message of clang, and the lines after it that are not another
// message. The groups are the kind of message and its text.
var message = pattern.Lazy(`(?m)^(?:[^\n]*?: )??` + escape + `(warning|error|note|remark): ` + escape + `([^\n]*)$`)

// split splits messages of the second stage: own are the remarks and the warnings about frames. cites
// reports whether there are others, which cite the source in clang's own run.
func split(said string) (own string, cites bool) {
	starts := message().FindAllStringSubmatchIndex(said, -1)
	for k, at := range starts {
		end := len(said)
		if k+1 < len(starts) {
			end = starts[k+1][0]
		}
		if said[at[2]:at[3]] == "remark" || strings.HasPrefix(said[at[4]:at[5]], "stack frame size (") {
			own += said[at[0]:end]
		} else {
			cites = true
		}
	}
	if !cites {
		return said, false
	}
	if c := tally().FindString(said); c != "" { // this line counts the others, too
		own = strings.TrimSuffix(own, c)
		if n := strings.Count(own, "stack frame size ("); n > 0 {
			own += fmt.Sprintf("%d warnings generated.\n", n)
		}
	}
	return own, cites
}

// messages compiles a source as it is written, for its messages. It returns "" if that fails, or if
// the run would replace files of the other stages.
func (r *runner) messages(u *compile) string {
	if slices.ContainsFunc(coverage, u.has) {
		return ""
	}
	cmd := &exec.Cmd{Path: r.path, Stdin: r.input()}
	var said strings.Builder
	cmd.Stderr = &said
	cmd.Args = slices.Concat([]string{r.cmd.Compiler}, u.messages(), r.terminal())
	if r.run(cmd, nil) != (End{}) {
		return ""
	}
	return said.String()
}
