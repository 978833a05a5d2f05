// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package project_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/report/explain"
)

// every selects the programs of test/e2e that are compiled: one in this many.
const every = 30

// TestDebugInfoChangesNoFrame verifies that -g does not change frames. The project command always
// compiles units with -g, and its report must also be true of a build without it.
func TestDebugInfoChangesNoFrame(t *testing.T) {
	programs, err := filepath.Glob("../e2e/programs/*.cpp")
	if err != nil || len(programs) < every {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	if _, err := exec.LookPath("clang++-22"); err != nil {
		t.Skip(err)
	}
	type row struct {
		Kind         string
		Offset, Size int64
	}
	n := 0
	frames := func(src, level, debug string) map[string][]row {
		ll := filepath.Join(t.TempDir(), "a.ll")
		text, err := os.ReadFile(src)
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"-std=c++20", "-I", "../e2e/include", "-" + level, debug, "-S", "-emit-llvm", "-Xclang",
			"-disable-llvm-passes", "-w", src, "-o", ll}
		for line := range strings.SplitSeq(string(text), "\n") {
			if options, ok := strings.CutPrefix(line, "// E2E: "); ok {
				for o := range strings.FieldsSeq(options) {
					if strings.HasPrefix(o, "-f") {
						args = append(args, o)
					}
				}
			}
		}
		if out, err := exec.Command("clang++-22", args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", src, err, out)
		}
		out, err := exec.Command(tool, "explain", "frame", "--format=json", "--passes=default<"+level+">", ll).Output()
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		var list []explain.Frame
		if err := json.Unmarshal(out, &list); err != nil {
			t.Fatal(err)
		}
		all := map[string][]row{}
		for _, f := range list {
			all[f.Function] = []row{{"frame", f.Align, f.Size}}
			for _, r := range f.Rows {
				all[f.Function] = append(all[f.Function], row{r.Kind, r.Offset, r.Size})
			}
			n++
		}
		return all
	}
	for k := 0; k < len(programs); k += every {
		for _, level := range []string{"O0", "O2"} {
			if with, without := frames(programs[k], level, "-g"), frames(programs[k], level,
				"-g0"); !reflect.DeepEqual(with, without) {
				t.Errorf("%s, -%s: with -g\n%v\nwithout\n%v", programs[k], level, with, without)
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d coroutines were compared", n)
	}
}
