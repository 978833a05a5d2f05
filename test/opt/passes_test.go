package opt_test

// Every pass of internal/opt alone, and random sequences of them, on generated functions: what comes out is valid IR and does what the function did,
// when clang compiles both at -O0 and both run. Nothing here asks internal/ir what an instruction computes.
//
//	go test ./test/opt -run TestPasses -modules 100000 -timeout 0 -from 1000     many modules
//	go test ./test/opt -run TestPlanted -planted                                 errors planted in the passes are found

import (
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

var (
	modules = flag.Int("modules", 24, "number of generated modules that passes run on one by one")
	from    = flag.Int64("from", 1, "seed of the first of them")
	stop    = flag.Bool("stop", false, "stop at the first failure, and shrink nothing")
)

// perModule is how many functions a module has; every fifth is one of gen's, with more memory and less control flow.
const perModule = 30

// perProgram is how many modules make one program: to link it takes as long as to compile some.
const perProgram = 6

// single are the passes that run alone and in sequences.
var single = []struct {
	name string
	pass passFunc
}{
	{"thread", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.ThreadConstants(m, f) }},
	{"unreachable", func(_ *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.RemoveUnreachable(f) }},
	{"simplifycfg", simplifyCFG},
	{"mem2reg", mem2reg},
	{"sroa", sroa},
	{"instsimplify", instSimplify},
	{"early-cse", earlyCSE},
	{"dce", dce},
	{"simplify", simplify},
	{"thread-simplifycfg", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.ThreadAndSimplifyCFG(m, f) }},
	{"inline", inlineCalls},
}

// inlineCalls inlines the calls of other generated functions, two at most.
func inlineCalls(m *ir.Module, f *ir.Func, _ *target.Layout) bool {
	changed := false
	for range 2 {
		var call *ir.Instr
		for b := f.Entry(); b != nil && call == nil; b = b.Next() {
			for i := b.First(); i != nil; i = i.Next() {
				if g := i.CalledFunc(); g != nil && !g.Declared && g != f {
					call = i
					break
				}
			}
		}
		if call == nil {
			break
		}
		opt.Inline(m, call)
		changed = true
	}
	return changed
}

// variant is what passes made of a function.
type variant struct {
	f      int // number of the function in its program
	passes []int
}

func (v variant) String() string {
	var s []string
	for _, p := range v.passes {
		s = append(s, single[p].name)
	}
	return strings.Join(s, ",")
}

// scalarModule writes the functions of a seed, named with the seed.
func scalarModule(seed int64) []string {
	r := rand.New(rand.NewSource(seed))
	var list []string
	var calls []string
	for k := range perModule {
		name := fmt.Sprintf("m%d_f%d", seed, k)
		if k%5 == 4 {
			list = append(list, (&gen{r: r}).function(name))
			continue
		}
		g := &graph{r: r}
		if len(calls) > 0 && r.Intn(3) == 0 {
			g.calls = calls[max(0, len(calls)-2):]
		}
		list = append(list, g.function(name))
		if len(g.calls) == 0 {
			calls = append(calls, "@"+name)
		}
	}
	return list
}

const scalarPrelude = prelude + `declare i64 @llvm.smax.i64(i64, i64)
@g = external global [4 x i64], align 16
@fuel = external global i32, align 4
declare void @run(ptr, i32, i32)
declare void @stop(i64) noreturn
declare void @llvm.assume(i1)
`

// program is some modules with what passes made of them.
type program struct {
	text     strings.Builder
	calls    strings.Builder
	funcs    []string // as generated
	variants []variant
	broken   []string // what was invalid
}

// generate writes the program of some seeds.
func generate(first int64, count int) *program {
	p := &program{}
	p.text.WriteString(scalarPrelude)
	for seed := first; seed < first+int64(count); seed++ {
		r := rand.New(rand.NewSource(seed * 7919))
		funcs := scalarModule(seed)
		base := len(p.funcs)
		seen := make([]map[string]bool, len(funcs))
		for k, text := range funcs {
			p.funcs = append(p.funcs, text)
			p.text.WriteString(text)
			seen[k] = map[string]bool{}
		}
		var plans [][]int
		for k := range single {
			plans = append(plans, []int{k})
		}
		for range 4 {
			var list []int
			for range 2 + r.Intn(5) {
				list = append(list, r.Intn(len(single)))
			}
			plans = append(plans, list)
		}
		for k := range funcs {
			fmt.Fprintf(&p.calls, "  call void @run(ptr @m%d_f%d, i32 %d, i32 0)\n", seed, k, base+k)
			for _, v := range p.variantsOf(seed, k, base+k, funcs, plans, seen[k]) {
				p.variants = append(p.variants, v)
				fmt.Fprintf(&p.calls, "  call void @run(ptr @m%d_f%d.v%d, i32 %d, i32 %d)\n", seed, k, len(p.variants), base+k, len(p.variants))
			}
		}
	}
	p.text.WriteString("define void @test() {\n" + p.calls.String() + "  ret void\n}\n")
	return p
}

// variantsOf runs each plan on one function, and adds the text of those that are new.
func (p *program) variantsOf(seed int64, k, number int, funcs []string, plans [][]int, seen map[string]bool) (out []variant) {
	name := fmt.Sprintf("m%d_f%d", seed, k)
	input := scalarPrelude + strings.Join(needed(funcs, k), "")
	for n, plan := range plans {
		m, l, err := loadScalar(input)
		if err != nil {
			p.broken = append(p.broken, fmt.Sprintf("@%s is not read: %v\n%s", name, err, funcs[k]))
			return out
		}
		f, _ := m.Func(name)
		if n == 0 {
			if errs := ir.VerifyFunc(f); len(errs) > 0 {
				p.broken = append(p.broken, fmt.Sprintf("@%s is generated badly: %v\n%s", name, errs, funcs[k]))
				return out
			}
			seen[emit.FuncString(f)] = true
		}
		v := variant{number, plan}
		if err := applyPlan(m, f, l, plan); err != nil {
			p.broken = append(p.broken, fmt.Sprintf("@%s after %s: %v\n%s", name, v, err, shrunk(seed, k, funcs, plan)))
			return out
		}
		text := emit.FuncString(f)
		if seen[text] {
			continue
		}
		seen[text] = true
		out = append(out, v)
		_, rest, _ := strings.Cut(text, "(")
		fmt.Fprintf(&p.text, "define i64 @%s.v%d(%s\n", name, len(p.variants)+len(out), rest)
	}
	return out
}

var callee = regexp.MustCompile(`@m\d+_f(\d+)\(`)

// needed are a function and those that it calls, which call none.
func needed(funcs []string, k int) []string {
	out := []string{funcs[k]}
	for _, c := range callee.FindAllStringSubmatch(funcs[k], -1) {
		var n int
		fmt.Sscan(c[1], &n)
		if n != k && !slices.Contains(out, funcs[n]) {
			out = append(out, funcs[n])
		}
	}
	return out
}

func loadScalar(text string) (*ir.Module, *target.Layout, error) {
	m, err := parse.Module("test.ll", []byte(text))
	if err != nil {
		return nil, nil, err
	}
	l, err := target.ParseLayout(m.DataLayout)
	return m, l, err
}

// applyPlan runs passes one after the other. A panic of a pass is an error, and so is a wrong answer to whether it changed anything.
func applyPlan(m *ir.Module, f *ir.Func, l *target.Layout, plan []int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	for _, k := range plan {
		before := emit.FuncString(f)
		changed := single[k].pass(m, f, l)
		if errs := ir.VerifyFunc(f); len(errs) > 0 {
			return errs[0]
		}
		if !changed && emit.FuncString(f) != before {
			return errors.New(single[k].name + " says that nothing changed")
		}
	}
	return nil
}

// shrunk is the text of a function whose IR passes break, without lines that do not matter.
func shrunk(seed int64, k int, funcs []string, plan []int) string {
	name := fmt.Sprintf("m%d_f%d", seed, k)
	others := strings.Join(needed(funcs, k)[1:], "")
	return shrink(funcs[k], func(text string) bool {
		m, l, err := loadScalar(scalarPrelude + text + others)
		if err != nil {
			return false
		}
		f, _ := m.Func(name)
		return len(ir.VerifyFunc(f)) == 0 && applyPlan(m, f, l, plan) != nil
	})
}

// shrink takes lines out of a function's text as long as it still fails.
func shrink(text string, fails func(string) bool) string {
	lines := strings.SplitAfter(text, "\n")
	if *stop {
		return text
	}
	for round := true; round; {
		round = false
		for n := len(lines) - 1; n > 0; n-- {
			if !strings.HasPrefix(lines[n], "  ") || strings.Contains(lines[n], "memset") {
				continue
			}
			if with := slices.Delete(slices.Clone(lines), n, n+1); fails(strings.Join(with, "")) {
				lines, round = with, true
			}
		}
	}
	return strings.Join(lines, "")
}

// tools of one run.
type runner struct {
	dir string
}

// differs compiles and runs a program. It gives the number of the first variant that does something else than its function, 0 for none.
func (r *runner) differs(text, name string) (variant int, err error) {
	base := filepath.Join(r.dir, name)
	defer func() {
		for _, s := range []string{".ll", ".o", ""} {
			os.Remove(base + s)
		}
	}()
	if err := os.WriteFile(base+".ll", []byte(text), 0o644); err != nil {
		return 0, err
	}
	if err := command("llc-22", "-O0", "-relocation-model=pic", "-filetype=obj", base+".ll", "-o", base+".o"); err != nil {
		return 0, err
	}
	if err := command("clang++-22", base+".o", filepath.Join(r.dir, "compare.o"), "-o", base); err != nil {
		return 0, err
	}
	got, err := exec.Command(base).Output()
	if s := string(got); strings.HasPrefix(s, "differs ") {
		var f, n int
		fmt.Sscanf(s, "differs %d %d %d", &f, &variant, &n)
		if variant == 0 {
			return 0, fmt.Errorf("function %d itself fails: %s", f, s)
		}
		return variant, nil
	}
	if string(got) != "done\n" {
		return 0, fmt.Errorf("the program ends badly: %v\n%s", err, got)
	}
	return 0, nil
}

func newRunner(t *testing.T) *runner {
	for _, tool := range []string{"llc-22", "clang++-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	r := &runner{dir: t.TempDir()}
	if err := command("clang++-22", "-O1", "-fPIC", "-c", "testdata/compare.cpp", "-o", filepath.Join(r.dir, "compare.o")); err != nil {
		t.Fatal(err)
	}
	return r
}

// check generates and runs the program of some seeds, and reports what fails.
func (r *runner) check(first int64, count int) (variants int, failure string) {
	p := generate(first, count)
	if len(p.broken) > 0 {
		return len(p.variants), p.broken[0]
	}
	n, err := r.differs(p.text.String(), fmt.Sprintf("p%d", first))
	switch {
	case err != nil:
		return len(p.variants), fmt.Sprintf("modules %d to %d: %v", first, first+int64(count)-1, err)
	case n > 0:
		v := p.variants[n-1]
		return len(p.variants), r.explain(p, v)
	}
	return len(p.variants), ""
}

// explain shrinks a function of which passes make one that does something else.
func (r *runner) explain(p *program, v variant) string {
	name := regexp.MustCompile(`@(m\d+_f\d+)`).FindStringSubmatch(p.funcs[v.f])[1]
	var others []string
	for _, c := range callee.FindAllString(p.funcs[v.f], -1) {
		for _, g := range p.funcs {
			if strings.HasPrefix(g, "define i64 "+c) && g != p.funcs[v.f] && !slices.Contains(others, g) {
				others = append(others, g)
			}
		}
	}
	rest := strings.Join(others, "")
	tries, became := 0, ""
	fails := func(text string) bool {
		if tries++; tries > 200 {
			return false
		}
		m, l, err := loadScalar(scalarPrelude + text + rest)
		if err != nil {
			return false
		}
		f, _ := m.Func(name)
		if len(ir.VerifyFunc(f)) > 0 || applyPlan(m, f, l, v.passes) != nil {
			return false
		}
		out := emit.FuncString(f)
		_, body, _ := strings.Cut(out, "(")
		n, err := r.differs(scalarPrelude+text+rest+"define i64 @changed("+body+"\ndefine void @test() {\n  call void @run(ptr @"+name+
			", i32 0, i32 0)\n  call void @run(ptr @changed, i32 0, i32 1)\n  ret void\n}\n", "shrink."+name)
		if err == nil && n == 1 {
			became = out
			return true
		}
		return false
	}
	small := shrink(p.funcs[v.f], fails)
	return fmt.Sprintf("@%s after %s does something else:\n%s\nbecomes\n%s", name, v, small, became)
}

// TestPasses runs the passes on generated functions.
func TestPasses(t *testing.T) {
	r := newRunner(t)
	count := *modules
	start := time.Now()
	var mu sync.Mutex
	next, variants, failed, done := 0, 0, 0, 0
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				mu.Lock()
				at := next
				next += perProgram
				end := at >= count || failed > 5 || *stop && failed > 0
				mu.Unlock()
				if end {
					return
				}
				n, failure := r.check(*from+int64(at), min(perProgram, count-at))
				mu.Lock()
				variants, done = variants+n, done+min(perProgram, count-at)
				if failure != "" {
					failed++
					t.Errorf("modules from %d on: %s", *from+int64(at), failure)
				}
				if done%120 == 0 {
					fmt.Fprintf(os.Stderr, "%d modules, %d variants, %d failures, %s\n", done, variants, failed, time.Since(start).Round(time.Second))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Logf("%d modules of %d functions, %d variants compared", done, perModule, variants)
	if failed == 0 && variants < 20*count {
		t.Errorf("only %d variants: the passes find nothing to do", variants)
	}
}
