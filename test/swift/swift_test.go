// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package swift_test lowers modules that a Swift compiler wrote. COROLOWER_SWIFT names a directory
// with ir/*.ll, the results of Swift's own passes for each coroutine (facts.tsv), and run.py, which
// links lowered modules with a Swift runtime, runs them and compares their output. Without that
// variable the tests are skipped.
//
// Every module is lowered, verified by LLVM 22, and compared with the sizes that the Swift compiler
// publishes. In the plain layout each context is as large as Swift's. In the default pipeline none
// is larger, and their total is at least a tenth smaller.
package swift_test

import (
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/test/sample"
)

// directory returns the directory of the modules.
func directory(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("COROLOWER_SWIFT")
	if dir == "" {
		t.Skip("COROLOWER_SWIFT names no directory")
	}
	return dir
}

// modules returns the paths of all modules.
func modules(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(directory(t), "ir", "*.ll"))
	if err != nil || len(files) == 0 {
		t.Fatal("no modules", err)
	}
	return files
}

// lower lowers a module.
func lower(t *testing.T, file, passes string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := driver.Table.Parse(passes)
	if err != nil {
		t.Fatal(err)
	}
	res, err := driver.Run(file, text, &driver.Options{Pipeline: pipeline, Version: 22})
	if err != nil {
		t.Fatal(err)
	}
	return res.Bytes()
}

// TestChecked checks that the output of a Swift compiler has no findings.
func TestChecked(t *testing.T) {
	for _, file := range modules(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := driver.Run(file, text, &driver.Options{CheckOnly: true})
		if err != nil {
			t.Error(err)
		}
		for _, w := range res.Warnings {
			t.Error(w)
		}
	}
}

// fact holds the results of the Swift compiler for a coroutine.
type fact struct {
	name               string
	context, fragments int
}

// facts returns the facts about coroutines whose callers allocate their contexts, by module.
func facts(t *testing.T) map[string][]fact {
	t.Helper()
	f, err := os.Open(filepath.Join(directory(t), "facts.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]fact{}
	for _, row := range rows[1:] {
		size, err := strconv.Atoi(row[5])
		if err != nil {
			continue // callers do not allocate this frame
		}
		fragments, err := strconv.Atoi(row[6])
		if err != nil {
			t.Fatal(err)
		}
		module := row[0] + "." + row[1]
		out[module] = append(out[module], fact{row[2], size, fragments})
	}
	return out
}

// part matches the name of a resume function: the coroutine's name and a suffix.
var part = regexp.MustCompile(`^(.*?)(T[QY][0-9]+_|\.resume\.[0-9]+)$`)

// sizes returns the context sizes and the numbers of resume functions of a lowered module, by
// coroutine.
func sizes(t *testing.T, text []byte) (contexts, fragments map[string]int) {
	t.Helper()
	file, err := parse.Scan("lowered.ll", text)
	if err != nil {
		t.Fatal(err)
	}
	contexts, fragments = map[string]int{}, map[string]int{}
	m := file.NewUnit()
	for i := range file.Items {
		switch it := &file.Items[i]; {
		case it.Kind == parse.ItemDefine:
			if s := part.FindStringSubmatch(it.Name); s != nil {
				fragments[s[1]]++
			}
		case it.Kind == parse.ItemGlobal && (strings.HasSuffix(it.Name, "Tu") || strings.HasSuffix(it.Name, "Twc")):
			v, err := m.Lookup(it.Name)
			if err != nil {
				t.Fatal(err)
			}
			g, ok := v.(*ir.Global)
			if !ok {
				continue
			}
			if init, _ := g.Initializer(); init != nil {
				if c, ok := init.(*ir.Const); ok && (len(c.Elems) == 2 || len(c.Elems) == 3) {
					if n, ok := c.Elems[1].(*ir.Const); ok {
						contexts[strings.TrimSuffix(strings.TrimSuffix(it.Name, "Tu"), "Twc")] = int(n.Int64())
					}
				}
			}
		}
	}
	return contexts, fragments
}

func TestModules(t *testing.T) {
	known := facts(t)
	for _, p := range []struct {
		passes string
		share  int // maximum total size of our contexts, in percent of the Swift compiler's
	}{{"default<O0>", 100}, {"default<O2>", 90}} {
		t.Run(p.passes, func(t *testing.T) {
			ours, theirs := 0, 0
			for _, file := range modules(t) {
				name := strings.TrimSuffix(filepath.Base(file), ".ll")
				t.Run(name, func(t *testing.T) {
					text := lower(t, file, p.passes)
					out := filepath.Join(t.TempDir(), "lowered.ll")
					if err := os.WriteFile(out, text, 0o644); err != nil {
						t.Fatal(err)
					}
					if _, err := exec.LookPath("opt-22"); err == nil && sample.Has(name+p.passes, 3) {
						if said, err := exec.Command("opt-22", "-passes=verify", "-disable-output",
							out).CombinedOutput(); err != nil {
							t.Errorf("LLVM 22 does not take it: %.300s", said)
						}
					}
					contexts, fragments := sizes(t, text)
					for _, f := range known[name] {
						got, ok := contexts[f.name]
						if !ok {
							t.Errorf("no context size of @%s", f.name)
							continue
						}
						ours, theirs = ours+got, theirs+f.context
						if got > f.context || p.share == 100 && got != f.context {
							t.Errorf("the context of @%s has %d bytes, and %d by the Swift compiler", f.name,
								got, f.context)
						}
						if fragments[f.name] != f.fragments {
							t.Errorf("@%s has %d resume functions, and %d by the Swift compiler", f.name,
								fragments[f.name], f.fragments)
						}
					}
				})
			}
			if theirs == 0 || ours*100 > theirs*p.share {
				t.Errorf("contexts have %d bytes, and %d by the Swift compiler", ours, theirs)
			}
			t.Logf("contexts: %d bytes, %d by the Swift compiler", ours, theirs)
		})
	}
}

// TestPrograms checks that programs print the same output as when the Swift compiler lowers them.
// run.py leaves out programs that stock LLVM's code generator compiles wrongly even after the Swift
// compiler lowered them.
func TestPrograms(t *testing.T) {
	dir := directory(t)
	bin := os.Getenv("COROLOWER_BIN")
	for _, tool := range []string{"python3", "clang-22"} {
		if _, err := exec.LookPath(tool); err != nil || bin == "" {
			t.Skipf("%s, or COROLOWER_BIN, is missing", tool)
		}
	}
	for _, level := range []string{"0", "2"} {
		out, err := exec.Command("python3", filepath.Join(dir, "run.py"), "-O", level, "--times", "1", "--tool",
			bin+" --llvm-version=22 {in} -S -o {out}").CombinedOutput()
		for line := range strings.Lines(string(out)) {
			if strings.HasPrefix(line, "fail") {
				t.Errorf("-O%s: %s", level, line)
			}
		}
		if lines := strings.Split(strings.TrimSpace(string(out)), "\n"); !strings.Contains(lines[len(lines)-1],
			" ok, ") {
			t.Errorf("-O%s: %v: %.300s", level, err, out)
		} else {
			t.Log("-O" + level + ": " + lines[len(lines)-1])
		}
	}
}
