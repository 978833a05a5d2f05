// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package e2e_test

// The variables that explain elision reports as holders of a coroutine must occur in the source at
// the place that creates the coroutine.

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/elide"
)

// holderPrograms have handles and tasks in variables, members, arrays and optionals, and as
// temporaries that no variable holds. They also use moves and helpers.
var holderPrograms = []string{
	"async_event", "await_elidable", "containers_of_coroutines", "elidable_in_a_row", "elide_makers",
	"elide_moved_wrapper", "elide_nested_generators",
	"elide_not_detached", "elide_not_outliving", "elide_not_stored",
	"elide_optional_task", "elide_range_for", "elide_structured_binding",
	"elide_task_await", "elide_unique_owner", "gen_recursive", "move_only", "mutual_recursion",
	"return_object_conversion", "self_destroying", "shared_task",
}

// maxStatement is the number of lines that a declaration may have before the call in it.
const maxStatement = 2

// TestHoldersAreOfTheStatement verifies that a reported variable occurs in the statement that
// creates the coroutine, outside of string literals and comments.
func TestHoldersAreOfTheStatement(t *testing.T) {
	quoted := regexp.MustCompile(`"(\\.|[^"\\])*"|//.*`)
	named, all := 0, 0
	for _, p := range selectPrograms(t, loadPrograms(t), holderPrograms) {
		text, err := os.ReadFile(p.Path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		for _, level := range []string{"-O0", "-O2"} {
			ll := filepath.Join(scratchDir(t, p.Name+".holders"+level), "in.ll")
			if !source(t, p, 22, ll, level, "-g") {
				continue
			}
			for _, e := range elisionsOf(t, ll) {
				all++
				if e.Var == "" {
					continue
				}
				named++
				if p.Name == "return_object_conversion" && (e.Var == "e" || e.Var == "f") {
					t.Errorf("%s is a number, and is said to hold %s", e.Var, e.Callee)
				}
				if filepath.Base(e.Loc.File) != filepath.Base(p.Path) || e.Loc.Line < 1 || e.Loc.Line > len(lines) {
					t.Errorf("%s, %s: %s holds %s, at %s", p.Name, level, e.Var, e.Callee, e.Loc)
					continue
				}
				said := quoted.ReplaceAllString(strings.Join(lines[max(0, e.Loc.Line-1-maxStatement):e.Loc.Line], "\n"),
					"")
				if !regexp.MustCompile(`\b` + regexp.QuoteMeta(e.Var) + `\b`).MatchString(said) {
					t.Errorf("%s, %s: %s is said to hold %s, created at %s:\n%s", p.Name, level, e.Var, e.Callee,
						e.Loc, said)
				}
			}
		}
	}
	if t.Logf("%d of %d coroutines are held by a variable", named, all); named < 60 {
		t.Errorf("%d variables were named", named)
	}
}

func elisionsOf(t *testing.T, file string) []elide.Elision {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pl, err := driver.Table.Parse(driver.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	res, err := driver.Run(file, text, &driver.Options{Pipeline: pl, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return res.Elisions
}
