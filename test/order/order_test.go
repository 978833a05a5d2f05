// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package order_test verifies that the result for a file does not depend on the order of its
// functions: elision verdicts, remarks, frames and code are the same for each permutation of the
// definitions.
//
// It does not decide which results are right.
package order_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/test/programs"
	"github.com/corolower/corolower/test/sample"
)

var (
	modules = flag.String("modules", "", "a directory of .ll files to permute, instead of compiling the "+
		"end-to-end programs")
	times = flag.Int("times", 1, "permutations of each file")
	seed  = flag.Uint64("seed", 1, "of the permutations")
)

// TestPrograms permutes the definitions of end-to-end programs, compiled by clang with and without
// optimisation.
func TestPrograms(t *testing.T) {
	for _, file := range inputs(t) {
		name := filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			permute(t, string(text))
		})
	}
}

// TestSmall tries all permutations of small modules, in which every coroutine can be elided.
func TestSmall(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		places := definition.FindAllStringIndex(string(text), -1)
		each(len(places), func(order []int) {
			got := answers(t, ordered(string(text), places, order))
			if want == nil {
				want = got
				for _, a := range got {
					if strings.HasPrefix(a, "verdict: ") && !strings.Contains(a, ": true false ") {
						t.Errorf("%s: %s", file, a)
					}
				}
			}
			if d := diff(want, got); d != "" && !t.Failed() {
				t.Errorf("%s in the order %v:\n%s", file, order, d)
			}
		})
	}
}

// each calls fn with every permutation of n numbers.
func each(n int, fn func(order []int)) {
	order := make([]int, 0, n)
	var next func()
	next = func() {
		if len(order) == n {
			fn(order)
			return
		}
		for k := range n {
			if !slices.Contains(order, k) {
				order = append(order, k)
				next()
				order = order[:len(order)-1]
			}
		}
	}
	next()
}

// inputs returns the modules: those of the command line, or the compiled programs.
func inputs(t *testing.T) []string {
	if *modules != "" {
		var list []string
		err := filepath.WalkDir(*modules, func(path string, _ os.DirEntry, err error) error {
			if strings.HasSuffix(path, ".ll") {
				list = append(list, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if _, err := exec.LookPath("clang++-22"); err != nil {
		t.Skip("clang++-22 is not installed: run scripts/install-tools.sh")
	}
	var list []string
	all, err := programs.Load("../e2e")
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []string{"-O0", "-O2"} {
		dir := filepath.Join(t.TempDir(), level[1:])
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			if !p.Wants(22) {
				continue
			}
			out := filepath.Join(dir, p.Name+".ll")
			if !sample.Has(p.Name+level, 8) {
				continue
			}
			if err := p.IR(22, out, level); err != nil {
				t.Fatal(err)
			}
			list = append(list, out)
		}
	}
	return list
}

// permute compares the results for a file with those for permutations of it, function by function.
func permute(t *testing.T, text string) {
	want := answers(t, text)
	rnd := rand.New(rand.NewPCG(*seed, 0))
	for n := range *times {
		got := answers(t, shuffled(text, rnd))
		if d := diff(want, got); d != "" {
			t.Fatalf("permutation %d:\n%s", n, d)
		}
	}
}

var definition = regexp.MustCompile(`(?ms)^define .*?^}\n`)

// shuffled returns the text with its definitions in a random order.
func shuffled(text string, rnd *rand.Rand) string {
	places := definition.FindAllStringIndex(text, -1)
	return ordered(text, places, rnd.Perm(len(places)))
}

// ordered returns the text with the definitions at places in the given order.
func ordered(text string, places [][]int, order []int) string {
	var sb strings.Builder
	at := 0
	for k, p := range places {
		sb.WriteString(text[at:p[0]])
		sb.WriteString(text[places[order[k]][0]:places[order[k]][1]])
		at = p[1]
	}
	sb.WriteString(text[at:])
	return sb.String()
}

// answers returns the remarks, the verdicts and the items of the output, sorted, and without
// numbers that depend on the order.
func answers(t *testing.T, text string) []string {
	t.Helper()
	res, err := driver.Run("in.ll", []byte(text), &driver.Options{Jobs: 1, Remarks: true})
	if err != nil {
		l, ok := err.(ir.ErrorList)
		if !ok {
			t.Fatal(err)
		}
		var list []string
		for _, e := range l {
			list = append(list, "error: "+e.Msg)
		}
		slices.Sort(list)
		return list
	}
	var list []string
	for i := range res.Remarks {
		list = append(list, "remark: "+string(remark.AppendYAML(nil, &res.Remarks[i], true)))
	}
	for i := range res.Elisions {
		e := res.Elisions[i]
		why := ""
		if e.Miss != nil {
			why = e.Miss.Kind.String() + ": " + e.Miss.String()
		}
		list = append(list, fmt.Sprintf("verdict: %s in %s at %v: %v %v %d %d %s", e.Callee, e.Caller, e.Loc, e.Elided,
			e.Annotated, e.Size, e.Align, why))
	}
	out := numbers.ReplaceAllString(string(res.Bytes()), "$1N")
	for _, d := range definition.FindAllString(out, -1) {
		if header, _, _ := strings.Cut(d, "("); !copies.MatchString(header) {
			list = append(list, copies.ReplaceAllString(d, ""))
		}
	}
	for _, line := range strings.Split(definition.ReplaceAllString(out, ""), "\n") {
		if strings.HasPrefix(line, "@") || strings.HasPrefix(line, "%") || strings.HasPrefix(line, "declare") {
			list = append(list, line)
		}
	}
	slices.Sort(list)
	return list
}

// copies matches what the name of a private copy has more than that of its function. A copy does the
// same. The functions of a batch share copies, and the order decides which functions are in a batch.
var copies = regexp.MustCompile(`\.private\.\d+`)

// numbers matches the numbers of attribute groups and metadata, which depend on the order of the
// file.
var numbers = regexp.MustCompile(`([#!])\d+`)

// diff formats the first few results that only one side has.
func diff(want, got []string) string {
	count := map[string]int{}
	for _, s := range want {
		count[s]++
	}
	for _, s := range got {
		count[s]--
	}
	var list []string
	for s, n := range count {
		if n != 0 {
			list = append(list, fmt.Sprintf("%+d %.600s", -n, s))
		}
	}
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(a[3:], b[3:]) })
	return strings.Join(list[:min(len(list), 8)], "\n")
}

// TestDefaultPipeline verifies that the permuted modules run through the interprocedural passes.
func TestDefaultPipeline(t *testing.T) {
	pl, err := driver.Table.Parse(driver.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(pl.Steps(), func(st pass.Step) bool { return st.Pass.Name == "coro-elide" }) {
		t.Error("the default pipeline elides nothing")
	}
}
