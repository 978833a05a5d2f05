// Package order_test holds the lowering to one answer for a file, whatever the order of its
// functions: verdicts of elision, remarks, frames and code are the same for each permutation of the
// definitions.
//
// It does not say which answers are right.
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
)

var (
	modules = flag.String("modules", "", "a directory of .ll files to permute, instead of compiling the "+
		"end-to-end programs")
	times = flag.Int("times", 1, "permutations of each file")
	seed  = flag.Uint64("seed", 1, "of the permutations")
)

// TestPrograms permutes the definitions of every end-to-end program, as clang gives it without and
// with optimisation.
func TestPrograms(t *testing.T) {
	for k, file := range inputs(t) {
		if testing.Short() && k%8 != 0 {
			continue
		}
		t.Run(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			permute(t, string(text))
		})
	}
}

// TestSmall goes through all permutations of small modules. In each of them every creation can be
// elided.
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

// each calls fn with every order of n numbers.
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

// inputs are the modules: those that were asked for, or the programs compiled.
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
			if err := p.IR(22, out, level); err != nil {
				t.Fatal(err)
			}
			list = append(list, out)
		}
	}
	return list
}

// permute compares the answers for a file with those for permutations of it, function by function.
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

// shuffled is the text with its definitions in another order.
func shuffled(text string, rnd *rand.Rand) string {
	places := definition.FindAllStringIndex(text, -1)
	return ordered(text, places, rnd.Perm(len(places)))
}

// ordered is the text with the definitions at places in an order.
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

// answers are the remarks, the verdicts and the items of the output, in an order of their own and
// without what counts them through.
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
	list = append(list, definition.FindAllString(out, -1)...)
	for _, line := range strings.Split(definition.ReplaceAllString(out, ""), "\n") {
		if strings.HasPrefix(line, "@") || strings.HasPrefix(line, "%") || strings.HasPrefix(line, "declare") {
			list = append(list, line)
		}
	}
	slices.Sort(list)
	return list
}

// numbers are those of attribute groups and metadata, which are given out in the order of the file.
var numbers = regexp.MustCompile(`([#!])\d+`)

// diff shows the first few answers that only one side has.
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

// TestDefaultPipeline: what is permuted goes through the passes that look from one function into
// another.
func TestDefaultPipeline(t *testing.T) {
	pl, err := driver.Table.Parse(driver.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(pl.Steps(), func(st pass.Step) bool { return st.Pass.Name == "coro-elide" }) {
		t.Error("the default pipeline elides nothing")
	}
}
