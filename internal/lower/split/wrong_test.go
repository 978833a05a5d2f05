// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/test/lowertest"
)

// wrong is a module with an error: want is the message after the edits (old, new, old, new, ...),
// and at is the text at its position. If llvm is true, LLVM 22 stops with the same message;
// otherwise it crashes or compiles the module.
type wrong struct {
	module string
	llvm   bool
	want   string
	at     string
	edits  []string
}

// tells compares the error in the first function of each module with the expected one. The error
// must have a position and a hint, and be reported before anything is rewritten.
func tells(t *testing.T, list []wrong) {
	t.Helper()
	_, noOpt := exec.LookPath("opt-22")
	for _, e := range list {
		text := e.module
		for k := 0; k < len(e.edits); k += 2 {
			if !strings.Contains(text, e.edits[k]) {
				t.Fatalf("no %q", e.edits[k])
			}
			text = strings.Replace(text, e.edits[k], e.edits[k+1], 1)
		}
		c := lowertest.Load(t, text)
		f := c.M.Funcs[0]
		_, err := c.SplitFunc(f)
		got := ir.AsError(err)
		switch {
		case got == nil || got.Msg != e.want:
			t.Errorf("got %v\nwant %s\nfor %q", err, e.want, e.edits)
			continue
		case !got.Pos.IsValid() || !strings.HasPrefix(text[got.Pos.Offset():], e.at):
			t.Errorf("%s: at %q, want %q", e.want, text[got.Pos.Offset():][:20], e.at)
		case got.Hint == "" && strings.HasPrefix(e.at, "call") && !e.llvm:
			t.Errorf("%s: no fix", e.want)
		}
		if noOpt == nil && e.llvm {
			cmd := exec.Command("opt-22", "-passes=coro-early,cgscc(coro-split)", "-disable-output", "-")
			cmd.Stdin = strings.NewReader(text)
			if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "LLVM ERROR: "+e.want) {
				t.Errorf("%s: LLVM says %.200s", e.want, out)
			}
		}
	}
}
