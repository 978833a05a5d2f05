// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cc_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/launch"
)

var update = flag.Bool("update", false, "write the table of options into docs/builds-options.md")

// stages are the names of the stages in documents.
var stages = [...]string{launch.Both: "both", launch.Frontend: "frontend", launch.Backend: "code generation", launch.Warning: "both",
	launch.Launcher: "launcher", launch.Profile: "as written, or both", launch.Whole: "as written"}

// table returns the table of options in the form of docs/builds-options.md.
func table() string {
	var b strings.Builder
	b.WriteString("| option | stage | tested with | |\n|---|---|---|---|\n")
	for k := range launch.Flags {
		f := &launch.Flags[k]
		name := f.Name
		if f.Form == launch.Joined || f.Form == launch.Either {
			name += "…"
		}
		try := f.Try
		switch {
		case f.Same == launch.Untested:
			try = ""
		case try == "":
			try = f.Name
		}
		if try != "" {
			try = "`" + try + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", name, stages[f.Use], try, f.Note)
	}
	return b.String()
}

// TestTable checks that docs/builds-options.md has the table of options.
func TestTable(t *testing.T) {
	const name, begin, end = "../../docs/builds-options.md", "<!-- table of options -->\n", "<!-- end -->\n"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), begin)
	old, after, ok2 := strings.Cut(rest, end)
	switch {
	case !ok1 || !ok2:
		t.Fatalf("%s has no place for the table", name)
	case old == table():
	case *update:
		if err := os.WriteFile(name, []byte(before+begin+table()+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s has another table: go test ./test/cc -run TestTable -update", name)
	}
}
