// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestWrapText(t *testing.T) {
	text := `A paragraph in lines
of a source file, which is filled.

List:
  name         what it is, in two lines
               of the source
  longer<name> what that is
  x            short
                 <deep>: a part of the row above

  corolower a-command -that is never broken

End.
`
	for width, want := range map[int]string{
		24: `A paragraph in lines of
a source file, which is
filled.

List:
  name         what it
               is, in
               two lines
               of the
               source
  longer<name> what that
               is
  x            short
                 <deep>:
                   a
                   part
                   of
                   the
                   row
                   above

  corolower a-command -that is never broken

End.
`,
		60: `A paragraph in lines of a source file, which is filled.

List:
  name         what it is, in two lines of the source
  longer<name> what that is
  x            short
                 <deep>: a part of the row above

  corolower a-command -that is never broken

End.
`,
	} {
		if got := wrapText(text, width); got != want {
			t.Errorf("in %d columns:\n%s\nwant:\n%s", width, got, want)
		}
	}
}

// TestHelpWidth checks that the help of no command is wider than the output. Only commands to copy,
// which are indented, are not broken.
func TestHelpWidth(t *testing.T) {
	for _, width := range []int{minWidth, 100, 140} {
		help := func(args ...string) {
			var out bytes.Buffer
			a := &app{stdout: &sink{w: &out}, stderr: &out, color: "auto", helpWidth: width}
			root := a.rootCommand()
			root.SetArgs(args)
			if err := root.Execute(); err != nil {
				t.Fatal(args, err)
			}
			widest := 0
			for _, line := range strings.Split(out.String(), "\n") {
				if indent := indentOf(line); indent > 0 && secondColumn(line) == 0 && indent < 8 && width < 100 {
					continue
				}
				widest = max(widest, len(line))
				if len(line) > width {
					t.Errorf("%v: %d columns, want at most %d:\n%s", args, len(line), width, line)
				}
			}
			if widest < width-16 && len(out.String()) > 1500 {
				t.Errorf("%v uses %d of %d columns", args, widest, width)
			}
		}
		help("--help")
		for _, c := range commands((&app{}).rootCommand()) {
			path := strings.Fields(c.CommandPath())[1:]
			help(append(path, "--help")...)
		}
		help("help", "passes")
	}
}
