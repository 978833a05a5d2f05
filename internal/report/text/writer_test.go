// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package text

import (
	"testing"

	"github.com/corolower/corolower/internal/diag"
)

// TestRows checks the layout of a section: numbers at the right, no column without content, long
// words over several lines, and no text that begins a line as a command of a workflow runner.
func TestRows(t *testing.T) {
	s := &section{head: []string{">bytes", ">empty", "name", "why"}}
	s.add("8", "", "f\n", "short")
	s.add("1024", "", "::error::g", "0123456789 0123456789 0123456789 0123456789 ::x")
	w := &writer{Style: diag.Plain()}
	w.rows(s)
	const want = "bytes  name          why\n" +
		"    8  f\\0A          short\n" +
		" 1024  \\3A:error::g  0123456789 0123456789 0123456789\n" +
		"                     0123456789 ::x\n"
	if w.String() != want {
		t.Errorf("got\n%s\nwant\n%s", w.String(), want)
	}
}

// TestTable checks fixed columns: the last one has the rest of the line, and a cell's indentation is
// that of all its lines.
func TestTable(t *testing.T) {
	st := diag.Plain()
	st.Width = 50
	w := &writer{Style: st}
	tab := w.table(2, column{">at", 4}, column{"what", 12}, column{"why", 0})
	tab.heading()
	tab.row("7", "  a long name", "because of a reason that needs two lines")
	const want = "    at  what          why\n" +
		"     7    a long      because of a reason that\n" +
		"          name        needs two lines\n"
	if w.String() != want {
		t.Errorf("got\n%s\nwant\n%s", w.String(), want)
	}
}
