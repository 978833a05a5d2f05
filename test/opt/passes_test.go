// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

// Every pass of internal/opt alone, and random sequences of them, on generated functions: the
// output must be valid IR and behave as the input does. An interpreter runs every variant
// (interp_test.go). LLVM also compiles every n-th program of modules at -O0. The compiled functions
// must agree with the interpreter, and the variants with their functions. These tests never use
// internal/ir to compute the result of an instruction.
//
// To test many modules:
//
//	go test ./test/opt -run TestPasses -modules 100000 -native 100 -timeout 0 -from 1000
//
// To verify that the tests find errors that are planted in the passes:
//
//	go test ./test/opt -run TestPlants -planted

import (
	"errors"
	"flag"
	"fmt"
	"math/bits"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
	"github.com/corolower/corolower/test/opt/gen"
)

var (
	modules = flag.Int("modules", 120, "number of generated modules that passes run on one by one")
	every   = flag.Int("native", 20, "LLVM compiles and runs every n-th program of modules too; 0: none")
	from    = flag.Int64("from", 1, "seed of the first of them")
	stop    = flag.Bool("stop", false, "stop at the first failure, and shrink nothing")
)

// perProgram is the number of modules in a program, because linking one program takes as long as
// compiling several modules.
const perProgram = 6

// single lists the passes that run alone and in sequences.
var single = []struct {
	name string
	pass passFunc
}{
	{"thread", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.ThreadConstants(m, f) }},
	{"thread-loads", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.ThreadLoads(m, f) }},
	{"thread-loops", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.ThreadLoops(m, f) }},
	{"unreachable", func(_ *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.RemoveUnreachable(f) }},
	{"simplifycfg", simplifyCFG},
	{"mem2reg", mem2reg},
	{"sroa", sroa},
	{"instsimplify", instSimplify},
	{"propagate", propagate},
	{"early-cse", earlyCSE},
	{"early-cse<memssa>", opt.EarlyCSEParts},
	{"dce", dce},
	{"simplify", simplify},
	{"thread-simplifycfg", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool {
		return opt.ThreadAndSimplifyCFG(m,
			f)
	}},
	{"inline", inlineCalls},
	{"promote", opt.PromoteMore},
}

// inlineCalls inlines at most two calls of other generated functions.
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

// variant is a function after a sequence of passes.
type variant struct {
	f      int // index of the function in its program
	passes []int
}

func (v variant) String() string {
	var s []string
	for _, p := range v.passes {
		s = append(s, single[p].name)
	}
	return strings.Join(s, ",")
}

// program is several modules and the variants of their functions.
type program struct {
	text     strings.Builder // for LLVM, if it compiles this program
	calls    strings.Builder
	seeds    []int64
	funcs    []string // as generated
	hashes   []uint64 // of their behaviour in the interpreter
	variants []variant
	failures []string
}

// plans returns each pass alone and some random sequences.
func plans(seed int64) (list [][]int) {
	r := rand.New(rand.NewSource(seed * 7919))
	for k := range single {
		list = append(list, []int{k})
	}
	for range 4 {
		var some []int
		for range 2 + r.Intn(5) {
			some = append(some, r.Intn(len(single)))
		}
		list = append(list, some)
	}
	return list
}

// add generates the module of a seed, interprets its functions and the output of each plan, and
// stores their text for LLVM.
func (p *program) add(seed int64, native bool) {
	funcs := gen.Functions(seed)
	first := len(p.funcs)
	for range funcs {
		p.seeds = append(p.seeds, seed)
		p.hashes = append(p.hashes, 0)
	}
	p.funcs = append(p.funcs, funcs...)
	fail := func(format string, args ...any) { p.failures = append(p.failures, fmt.Sprintf(format, args...)) }
	m, l, err := loadScalar(gen.Prelude + strings.Join(funcs, ""))
	if err != nil {
		fail("the module is not read: %v", err)
		return
	}
	mach := newMachine()
	for k, text := range funcs {
		if native {
			p.text.WriteString(text)
			fmt.Fprintf(&p.calls, "  call void @run(ptr @%s, i32 %d, i32 0)\n", gen.Name(seed, k), first+k)
		}
		f, err := m.Func(gen.Name(seed, k))
		if err != nil {
			fail("%v\n%s", err, text)
			continue
		}
		if errs := ir.VerifyFunc(f); len(errs) > 0 {
			fail("@%s is generated badly: %v\n%s", f.Name, errs, text)
			continue
		}
		c, want, why := mach.behaviour(f)
		if why != "" {
			fail("@%s is generated badly: %s\n%s", f.Name, why, text)
			continue
		}
		p.hashes[first+k] = hashOf(want)
		seen, texts := map[uint64]bool{c.hash: true}, map[string]bool{}
		if native {
			texts[emit.FuncString(f)] = true
		}
		for _, plan := range plans(seed) {
			v := variant{first + k, plan}
			g, err := applied(m, f, l, plan)
			if err != nil {
				fail("@%s after %s: %v\n%s", f.Name, v, err,
					shrink(text, func(text string) bool { return breaks(text, funcs, k, seed, plan) }))
				continue
			}
			c, why := mach.codeFor(g)
			if why == "" && !seen[c.hash] {
				seen[c.hash] = true
				why = mach.same(c, want)
				if !native {
					p.variants = append(p.variants, v)
				}
			}
			if why != "" {
				fail("%s", explain(p.funcs, v, seed, k, why))
			}
			if native {
				p.addText(v, f.Name, emit.FuncString(g), texts)
			}
		}
	}
}

// addText adds a variant to the text for LLVM unless the text already contains it.
func (p *program) addText(v variant, name, text string, seen map[string]bool) {
	_, body, _ := strings.Cut(text, "(")
	if seen[body] {
		return
	}
	seen[body] = true
	p.variants = append(p.variants, v)
	fmt.Fprintf(&p.text, "define i64 @%s.v%d(%s\n", name, len(p.variants), body)
	fmt.Fprintf(&p.calls, "  call void @run(ptr @%s.v%d, i32 %d, i32 %d)\n", name, len(p.variants), v.f,
		len(p.variants))
}

// behaviour runs a function with each pair of arguments. why is the message of a fault.
func (m *machine) behaviour(f *ir.Func) (c *code, want []result, why string) {
	c, why = m.codeFor(f)
	for n := 0; n < len(arguments) && why == ""; n++ {
		r := m.run(c, n)
		want = append(want, result{trace: slices.Clone(r.trace), seen: slices.Clone(r.seen)})
		why = r.fault
	}
	return c, want, why
}

// same describes the first difference between a code's behaviour and the wanted one, or returns "".
func (m *machine) same(c *code, want []result) (why string) {
	for n, w := range want {
		switch r := m.run(c, n); {
		case r.fault != "":
			return fmt.Sprintf("of %d: %s", arguments[n], r.fault)
		case !slices.Equal(r.trace, w.trace):
			return fmt.Sprintf("of %d: it does something else", arguments[n])
		case !slices.Equal(r.seen, w.seen):
			return fmt.Sprintf("of %d: its volatile accesses are others", arguments[n])
		}
	}
	return ""
}

// hashOf hashes traces as testdata/compare.cpp does.
func hashOf(list []result) uint64 {
	h := uint64(14695981039346656037)
	for _, r := range list {
		for _, v := range r.trace {
			h = (h ^ uint64(v)) * 1099511628211
		}
	}
	return h
}

// codeFor returns the steps of a function, or describes what the interpreter does not support in
// it.
func (m *machine) codeFor(f *ir.Func) (c *code, why string) {
	defer func() {
		if p := recover(); p != nil {
			c, why = &code{}, fmt.Sprint(p)
		}
	}()
	return m.compile(f), ""
}

// applied returns a copy of a function after some passes.
func applied(m *ir.Module, f *ir.Func, l *target.Layout, plan []int) (*ir.Func, error) {
	g := copyOf(m, f)
	err := applyPlan(m, g, l, plan, stateOf)
	if err != nil {
		// A function with other instructions may have the same text.
		g = copyOf(m, f)
		err = applyPlan(m, g, l, plan, emit.FuncString)
	}
	return g, err
}

// copyOf returns a new function with a copy of another's body.
func copyOf(m *ir.Module, f *ir.Func) *ir.Func {
	g := ir.NewFunc(m, f.Name+".copy", f.FTy)
	g.Person = f.Person
	params := make([]ir.Value, len(f.Params))
	for k, p := range g.Params {
		g.SetParamName(p, f.Params[k].Name)
		params[k] = p
	}
	f.Renumber()
	ir.CloneBody(g, f, params, nil)
	return g
}

// stateOf hashes a function's representation in memory, so that the hash changes even if a pass
// replaces an instruction with an equal one.
func stateOf(f *ir.Func) uint64 {
	h := uint64(1)
	add := func(x uintptr) { h = bits.RotateLeft64((h^uint64(x))*0x9e3779b97f4a7c15, 29) }
	value := func(v any) { add((*[2]uintptr)(unsafe.Pointer(&v))[1]) }
	name := func(s string) { add(uintptr(unsafe.Pointer(unsafe.StringData(s)))); add(uintptr(len(s))) }
	for b := f.Entry(); b != nil; b = b.Next() {
		value(b)
		name(b.Name())
		for i := b.First(); i != nil; i = i.Next() {
			value(i)
			name(i.Name())
			add(uintptr(i.Op) | uintptr(i.Sub)<<8 | uintptr(i.Order)<<16 | uintptr(i.Order2)<<24 | uintptr(i.Flags)<<32)
			add(uintptr(i.Align))
			value(i.Type())
			value(i.ElemTy)
			value(i.Aux)
			add(uintptr(unsafe.Pointer(unsafe.SliceData(i.Meta))))
			add(uintptr(len(i.Meta)) | uintptr(len(i.Dbg))<<32)
			for k := range i.NumArgs() {
				value(i.Arg(k))
			}
			if i.Op == ir.OpPhi {
				for _, from := range i.PhiBlocks() {
					value(from)
				}
			}
		}
	}
	return h
}

var callee = regexp.MustCompile(`@m\d+_f(\d+)\(`)

// needed returns a function and its callees, which call none themselves.
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

// applyPlan runs passes in order. It returns an error if a pass panics, and if a pass reports no
// change although state, which describes the function, differs.
func applyPlan[T comparable](m *ir.Module, f *ir.Func, l *target.Layout, plan []int,
	state func(*ir.Func) T) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	for _, k := range plan {
		before := state(f)
		if !single[k].pass(m, f, l) {
			if state(f) != before {
				return errors.New(single[k].name + " says that nothing changed")
			}
			continue
		}
		if errs := ir.VerifyFunc(f); len(errs) > 0 {
			return errs[0]
		}
	}
	return nil
}

// alone loads a function from which lines were removed, with its callees.
func alone(text string, funcs []string, k int, seed int64) (m *ir.Module, f *ir.Func, l *target.Layout, ok bool) {
	m, l, err := loadScalar(gen.Prelude + text + strings.Join(needed(funcs, k)[1:], ""))
	if err != nil {
		return nil, nil, nil, false
	}
	f, err = m.Func(gen.Name(seed, k))
	return m, f, l, err == nil && len(ir.VerifyFunc(f)) == 0
}

// breaks reports whether passes turn a function into invalid IR.
func breaks(text string, funcs []string, k int, seed int64, plan []int) bool {
	m, f, l, ok := alone(text, funcs, k, seed)
	if !ok {
		return false
	}
	_, err := applied(m, f, l, plan)
	return err != nil
}

// explain shrinks a function whose behaviour in the interpreter changes after passes.
func explain(funcs []string, v variant, seed int64, k int, why string) string {
	became := ""
	own := funcs[v.f-k : v.f-k+gen.PerModule]
	small := shrink(funcs[v.f], func(text string) bool {
		m, f, l, ok := alone(text, own, k, seed)
		if !ok {
			return false
		}
		mach := newMachine()
		_, want, fault := mach.behaviour(f)
		if fault != "" {
			return false
		}
		g, err := applied(m, f, l, v.passes)
		if err != nil {
			return false
		}
		c, differs := mach.codeFor(g)
		if differs == "" {
			differs = mach.same(c, want)
		}
		if differs == "" {
			return false
		}
		why, became = differs, emit.FuncString(g)
		return true
	})
	return fmt.Sprintf("@%s after %s %s\n%s\nbecomes\n%s", gen.Name(seed, k), v, why, small, became)
}

// shrink removes lines from a function's text as long as it still fails.
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

// runner compiles programs with LLVM.
type runner struct {
	dir string
}

// differs compiles and runs a program. It returns the number of the first variant that behaves
// differently from its function, or 0 if there is none, and hashes of the functions' behaviour.
func (r *runner) differs(text, name string) (variant int, hashes []uint64, err error) {
	base := filepath.Join(r.dir, name)
	defer func() {
		for _, s := range []string{".ll", ".o", ""} {
			os.Remove(base + s)
		}
	}()
	if err := os.WriteFile(base+".ll", []byte(text), 0o644); err != nil {
		return 0, nil, err
	}
	if err := command("llc-22", "-O0", "-relocation-model=pic", "-filetype=obj", base+".ll", "-o",
		base+".o"); err != nil {
		return 0, nil, err
	}
	if err := command("clang++-22", base+".o", filepath.Join(r.dir, "compare.o"), "-o", base); err != nil {
		return 0, nil, err
	}
	got, err := exec.Command(base).Output()
	for line := range strings.Lines(string(got)) {
		var f, n int
		var hash uint64
		if k, _ := fmt.Sscanf(line, "does %d %x", &f, &hash); k == 2 {
			hashes = append(hashes, hash)
		} else if k, _ := fmt.Sscanf(line, "differs %d %d %d", &f, &variant, &n); k == 3 {
			if variant == 0 {
				return 0, nil, fmt.Errorf("function %d itself fails: %s", f, line)
			}
			return variant, nil, nil
		}
	}
	if !strings.HasSuffix(string(got), "done\n") {
		return 0, nil, fmt.Errorf("the program ends badly: %v\n%s", err, got)
	}
	return 0, hashes, nil
}

func newRunner(t *testing.T) *runner {
	for _, tool := range []string{"llc-22", "clang++-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	r := &runner{dir: t.TempDir()}
	if err := command("clang++-22", "-O1", "-fPIC", "-c", "testdata/compare.cpp", "-o",
		filepath.Join(r.dir, "compare.o")); err != nil {
		t.Fatal(err)
	}
	return r
}

// check generates and interprets the modules of some seeds. With native, LLVM compiles them too.
func (r *runner) check(first int64, count int, native bool) *program {
	p := &program{}
	if native {
		p.text.WriteString(gen.Prelude)
	}
	for k := range int64(count) {
		p.add(first+k, native)
	}
	if !native || len(p.failures) > 0 {
		return p
	}
	p.text.WriteString("define void @test() {\n" + p.calls.String() + "  ret void\n}\n")
	n, hashes, err := r.differs(p.text.String(), fmt.Sprintf("p%d", first))
	switch {
	case err != nil:
		p.failures = append(p.failures, fmt.Sprintf("modules %d to %d: %v", first, first+int64(count)-1, err))
	case n > 0:
		p.failures = append(p.failures, r.explain(p, p.variants[n-1]))
	case !slices.Equal(hashes, p.hashes):
		for k, h := range p.hashes {
			if k >= len(hashes) || h != hashes[k] {
				p.failures = append(p.failures, "the interpreter has something else than LLVM's code does:\n"+
					p.funcs[k])
				break
			}
		}
	}
	return p
}

// explain shrinks a function whose compiled code behaves differently after passes.
func (r *runner) explain(p *program, v variant) string {
	seed, k := p.seeds[v.f], v.f%gen.PerModule
	own := p.funcs[v.f-k : v.f-k+gen.PerModule]
	rest := strings.Join(needed(own, k)[1:], "")
	tries, became := 0, ""
	small := shrink(p.funcs[v.f], func(text string) bool {
		m, f, l, ok := alone(text, own, k, seed)
		if tries++; !ok || tries > 200 {
			return false
		}
		g, err := applied(m, f, l, v.passes)
		if err != nil {
			return false
		}
		out := emit.FuncString(g)
		_, body, _ := strings.Cut(out, "(")
		n, _, err := r.differs(gen.Prelude+text+rest+"define i64 @changed("+body+"\ndefine void @test() {\n"+
			"  call void @run(ptr @"+f.Name+
			", i32 0, i32 0)\n  call void @run(ptr @changed, i32 0, i32 1)\n  ret void\n}\n", "shrink."+f.Name)
		if err == nil && n == 1 {
			became = out
			return true
		}
		return false
	})
	return fmt.Sprintf("@%s after %s does something else when LLVM compiles it:\n%s\nbecomes\n%s", gen.Name(seed, k),
		v, small, became)
}

// TestPasses runs the passes on generated functions.
func TestPasses(t *testing.T) {
	r := newRunner(t)
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // a module is garbage as soon as the next begins
	count := *modules
	var mu sync.Mutex
	next, variants, compiled, failed, done := 0, 0, 0, 0, 0
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
				n, native := min(perProgram, count-at), *every > 0 && at/perProgram%*every == 0
				p := r.check(*from+int64(at), n, native)
				mu.Lock()
				variants, done = variants+len(p.variants), done+n
				if native {
					compiled += len(p.variants)
				}
				for _, s := range p.failures[:min(len(p.failures), 1)] {
					failed++
					t.Errorf("modules from %d on: %s", *from+int64(at), s)
				}
				if done%6000 == 0 {
					fmt.Fprintf(os.Stderr, "%d modules, %d variants, %d failures\n", done, variants, failed)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Logf("%d modules of %d functions, %d variants interpreted, %d of them compiled by LLVM too", done, gen.PerModule,
		variants, compiled)
	if failed == 0 && variants < 20*count {
		t.Errorf("only %d variants: the passes find nothing to do", variants)
	}
}
