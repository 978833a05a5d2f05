// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command passtests runs the functions of .ll files in the interpreter, before and after passes,
// and reports functions that do something else. The files are not part of the project; pass their
// directories, for example llvm/test/Transforms of LLVM 19.
//
//	go run ./scripts/passtests [-passes PIPELINE] [-runs N] [-v] TREE...
//
// Each function is called with several lists of arguments. Its result, the functions that it calls
// with their arguments, and the contents of all globals and of the memory that it is given must be
// the same. If a run before the passes has undefined behaviour, or needs something that the
// interpreter does not have, it is not compared. Functions without a body are defined: they return
// a number that depends on their arguments and on the calls so far, and write to the memory that
// they are given and to other memory. Two kinds of reported differences are no errors of a pass: attributes at a call
// that promise more than the declaration does are not obeyed, and parts of addresses differ between
// two programs.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// each lists the pipelines that run by default, one by one.
const each = "function(sroa) function(mem2reg) function(early-cse) function(early-cse<memssa>) function(instsimplify) " +
	"function(simplifycfg) function(jump-threading<loads>) function(correlated-propagation) " +
	"function(promote-alloca,dce) cgscc(inline) " +
	"cgscc(inline),function(sroa,early-cse<memssa>,instsimplify,correlated-propagation,simplifycfg,jump-threading<loads>," +
	"promote-alloca,sroa,early-cse<memssa>,dce,loop-unroll,licm)"

// counts sums up what was compared.
type counts struct {
	files, refused, functions, runs, compared, differ int
}

func main() {
	passes := flag.String("passes", each, "pipelines, separated by spaces")
	runs := flag.Int("runs", 12, "lists of arguments for each function")
	verbose := flag.Bool("v", false, "tell which files are not run, and why")
	flag.Parse()
	var files []string
	for _, tree := range flag.Args() {
		err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, ".ll") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, "passtests:", err)
			os.Exit(1)
		}
	}
	var mu sync.Mutex
	var total counts
	next := make(chan string)
	var wg sync.WaitGroup
	for range runtime.NumCPU() {
		wg.Go(func() {
			for path := range next {
				t := &test{path: path, runs: *runs}
				err := t.run(strings.Fields(*passes))
				mu.Lock()
				total.add(t.counts)
				for _, line := range t.found {
					fmt.Println(line)
				}
				if err != nil && *verbose {
					fmt.Printf("%s: not run: %v\n", path, err)
				}
				mu.Unlock()
			}
		})
	}
	for _, f := range files {
		next <- f
	}
	close(next)
	wg.Wait()
	fmt.Printf("%d files, %d not run, %d functions; %d runs, %d compared; %d differences\n", total.files, total.refused,
		total.functions, total.runs, total.compared, total.differ)
	if total.differ > 0 {
		os.Exit(1)
	}
}

func (c *counts) add(o counts) {
	c.files += o.files
	c.refused += o.refused
	c.functions += o.functions
	c.runs += o.runs
	c.compared += o.compared
	c.differ += o.differ
}

// test is one file.
type test struct {
	path  string
	runs  int
	found []string
	counts
}

// run runs the functions of the file before and after each pipeline.
func (t *test) run(pipelines []string) (err error) {
	t.files++
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
			t.differ++
			t.found = append(t.found, fmt.Sprintf("%s: %v", t.path, err))
		}
		if err != nil {
			t.refused++
		}
	}()
	text, err := os.ReadFile(t.path)
	if err != nil {
		return err
	}
	m, err := parse.Module(t.path, text)
	if err != nil {
		return err
	}
	outside := around(m)
	before, err := load(outside, text)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range m.Funcs {
		if !f.Declared && !f.FTy.IsVariadic() {
			names = append(names, f.Name)
		}
	}
	t.functions += len(names)
	want := map[string][]*trace{}
	for _, name := range names {
		for k := range t.runs {
			t.counts.runs++
			want[name] = append(want[name], before.call(name, k))
		}
	}
	last := ""
	for _, p := range pipelines {
		pl, err := driver.Table.Parse(p)
		if err != nil {
			return err
		}
		res, err := driver.Run(t.path, text, &driver.Options{Pipeline: pl, Jobs: 1})
		if err != nil {
			return err
		}
		low := string(res.Bytes())
		if low == last {
			continue
		}
		last = low
		after, err := load(outside, []byte(low))
		if err != nil {
			return err
		}
		t.compare(p, names, want, after)
	}
	return nil
}

// compare runs the functions after a pipeline.
func (t *test) compare(pipeline string, names []string, want map[string][]*trace, after *program) {
	for _, name := range names {
		for k, w := range want[name] {
			if w.err != nil {
				continue
			}
			got := after.call(name, k)
			var e *interp.Error
			if errors.As(got.err, &e) && e.Finding.Unsupported || got.gone {
				continue
			}
			t.compared++
			if d := w.differs(got); d != "" {
				t.differ++
				t.found = append(t.found, fmt.Sprintf("%s: @%s, run %d, %s: %s", t.path, name, k, pipeline, d))
				break
			}
		}
	}
}

// program is a module with the functions and globals that it only declares.
type program struct {
	*interp.Program
	mods []*ir.Module
	now  *trace
	m    *interp.Machine
	at   map[uint64]string // globals by the upper half of their addresses
}

// trace is what one call of a function did.
type trace struct {
	err    error
	gone   bool // there is no such function
	result []string
	events []uint64
	memory map[string]string // the words of globals that are defined, by name and offset
}

// differs describes the first difference; "" if there is none.
func (t *trace) differs(o *trace) string {
	if o.err != nil {
		return "fails: " + strings.ReplaceAll(o.err.Error(), "\n", " ")
	}
	if !slices.Equal(t.result, o.result) {
		return fmt.Sprintf("returns %v, not %v", o.result, t.result)
	}
	if !slices.Equal(t.events, o.events) {
		return fmt.Sprintf("makes the calls %x, not %x", o.events, t.events)
	}
	for k, v := range t.memory {
		w, ok := o.memory[k]
		if v == "address" && w == "1" {
			continue // the address of a block that cannot be reached
		}
		if ok && v != w || !ok && o.memory[strings.Split(k, "+")[0]+"+0"] != "" {
			return fmt.Sprintf("leaves %s in %s, not %s", w, k, v)
		}
	}
	return ""
}

const buffers = 4 // the objects that functions are given

// bufferSize is the size of one in bytes.
const bufferSize = 512

// limits are the attributes of functions about memory.
var limits = []string{"memory", "readnone", "readonly", "writeonly", "argmemonly", "inaccessiblememonly",
	"inaccessiblemem_or_argmemonly"}

// library matches functions that the interpreter has, or that are not functions.
var library = regexp.MustCompile(`^(llvm\.|mem|str|malloc|calloc|realloc|free|_Zn|_Zd|__cxa|__gxx|printf|puts|putchar|abort|exit|` +
	`_?setjmp|longjmp|aligned_alloc|posix_memalign)`)

// around returns the text of a module that defines what m declares.
func around(m *ir.Module) string {
	var b strings.Builder
	if m.DataLayout != "" {
		fmt.Fprintf(&b, "target datalayout = %q\n", m.DataLayout)
	}
	b.WriteString(`declare i64 @x.mix(i64, i64)
declare i64 @x.mixp(i64, ptr)
declare i64 @x.event(i64)
declare i1 @x.lives(ptr)
define void @x.poke(ptr %p, i64 %v) {
  %ok = call i1 @x.lives(ptr %p)
  br i1 %ok, label %yes, label %no
yes:
  %b = trunc i64 %v to i8
  store i8 %b, ptr %p
  br label %no
no:
  ret void
}
define void @x.clobber(i64 %v) {
  %n = and i64 %v, 15
  %p = getelementptr i64, ptr @x.buffer0, i64 %n
  store i64 %v, ptr %p
  %q = getelementptr i8, ptr @x.buffer1, i64 %n
  store i32 7, ptr %q, align 1
  ret void
}
`)
	for k := range buffers {
		fmt.Fprintf(&b, "@x.buffer%d = global [%d x i64] zeroinitializer, align 4096\n", k, bufferSize/8)
		fmt.Fprintf(&b, "define void @x.fill%d(i64 %%at, i64 %%v) {\n  %%p = getelementptr i64, ptr @x.buffer%[1]d, i64 %%at\n"+
			"  store i64 %%v, ptr %%p\n  ret void\n}\n", k)
	}
	for _, g := range m.Globals {
		if t := g.ValueType.String(); g.GKind == ir.GlobalVar && g.Declared && !strings.Contains(t, "%") && g.AddrSpace == 0 {
			fmt.Fprintf(&b, "@%s = global %s zeroinitializer, align 16\n", ir.QuoteName(g.Name), t)
		}
	}
	for k, f := range m.Funcs {
		if f.Declared && !f.RetAttrs.Has(m, "noalias") && !library.MatchString(f.Name) && !f.FTy.IsVariadic() && !strings.Contains(f.FTy.String(), "%") {
			define(&b, f, k+1, slices.ContainsFunc(limits, f.HasAttr))
		}
	}
	return b.String()
}

// define writes a function. A limited one only computes its result from its arguments.
func define(b *strings.Builder, f *ir.Func, id int, limited bool) {
	var params []string
	for k, p := range f.FTy.Params() {
		params = append(params, fmt.Sprintf("%s %%a%d", p, k))
	}
	ret := f.FTy.Ret()
	fmt.Fprintf(b, "define %s @%s(%s) {\n  %%h0 = add i64 0, %d\n", ret, ir.QuoteName(f.Name), strings.Join(params, ", "), id)
	h := 0
	for k, p := range f.FTy.Params() {
		arg := fmt.Sprintf("%%a%d", k)
		switch {
		case p.IsPtr() && p.AddrSpace() == 0:
			fmt.Fprintf(b, "  %%h%d = call i64 @x.mixp(i64 %%h%d, ptr %s)\n", h+1, h, arg)
			h++
			continue
		case p.Kind() == ir.Double || p.Kind() == ir.Float:
			fmt.Fprintf(b, "  %%b%d = bitcast %s %s to i%d\n", k, p, arg, widthOf(p))
			arg = fmt.Sprintf("%%b%d", k)
			if p.Kind() == ir.Float {
				fmt.Fprintf(b, "  %%z%d = zext i32 %s to i64\n", k, arg)
				arg = fmt.Sprintf("%%z%d", k)
			}
		case p.IsInt() && p.Bits() < 64:
			fmt.Fprintf(b, "  %%z%d = zext %s %s to i64\n", k, p, arg)
			arg = fmt.Sprintf("%%z%d", k)
		case p.IsInt() && p.Bits() == 64:
		default:
			continue
		}
		fmt.Fprintf(b, "  %%h%d = call i64 @x.mix(i64 %%h%d, i64 %s)\n", h+1, h, arg)
		h++
	}
	r := fmt.Sprintf("%%h%d", h)
	if !limited {
		fmt.Fprintf(b, "  %%r = call i64 @x.event(i64 %s)\n  call void @x.clobber(i64 %%r)\n", r)
		r = "%r"
		for k, p := range f.Params {
			if p.Type().IsPtr() && p.Type().AddrSpace() == 0 && !p.Attrs.Has(f.Module(), "readonly") && !p.Attrs.Has(f.Module(), "readnone") {
				fmt.Fprintf(b, "  call void @x.poke(ptr %%a%d, i64 %%r)\n", k)
			}
		}
	}
	switch {
	case f.HasAttr("noreturn"):
		b.WriteString("  unreachable\n}\n")
	case ret.IsVoid():
		b.WriteString("  ret void\n}\n")
	case ret.IsInt() && ret.Bits() < 64:
		fmt.Fprintf(b, "  %%t = trunc i64 %s to %s\n  ret %[2]s %%t\n}\n", r, ret)
	case ret.IsInt() && ret.Bits() == 64:
		fmt.Fprintf(b, "  ret i64 %s\n}\n", r)
	case ret.IsPtr() && ret.AddrSpace() == 0:
		fmt.Fprintf(b, "  %%c = trunc i64 %s to i1\n  %%t = select i1 %%c, ptr @x.buffer0, ptr @x.buffer1\n  ret ptr %%t\n}\n", r)
	default:
		fmt.Fprintf(b, "  ret %s zeroinitializer\n}\n", ret)
	}
}

// load links the text of a file with what it needs.
func load(outside string, text []byte) (*program, error) {
	p := &program{at: map[uint64]string{}}
	for k, text := range [][]byte{[]byte(outside), text} {
		m, err := parse.Module([]string{"outside.ll", "file.ll"}[k], text)
		if err != nil {
			return nil, err
		}
		p.mods = append(p.mods, m)
	}
	var err error
	if p.Program, err = interp.Link(p.mods...); err != nil {
		return nil, err
	}
	for _, m := range p.mods {
		for _, g := range m.Globals {
			if a, ok := p.Global(g.Name); ok {
				p.at[a>>32] = g.Name
			}
		}
	}
	p.Extern("x.mix", func(_ *interp.Thread, a []uint64) uint64 { return mix(a[0], a[1]) })
	p.Extern("x.mixp", func(_ *interp.Thread, a []uint64) uint64 {
		h := a[0]
		for _, c := range []byte(p.word(a[1])) {
			h = mix(h, uint64(c))
		}
		return h
	})
	p.Extern("x.event", func(_ *interp.Thread, a []uint64) uint64 {
		p.now.events = append(p.now.events, a[0])
		return mix(a[0], uint64(len(p.now.events)))
	})
	p.Extern("x.lives", func(_ *interp.Thread, a []uint64) uint64 {
		if o := p.m.Object(a[0]); o.Live && a[0]-o.Start < o.Size && p.at[a[0]>>32] != "" {
			return 1
		}
		return 0
	})
	return p, nil
}

func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// word describes a number that may be an address. Addresses of variables depend on their number.
func (p *program) word(v uint64) string {
	if g := p.at[v>>32]; g != "" {
		return fmt.Sprintf("%s+%d", g, v&(1<<32-1))
	}
	if v>>32 > 0 && v>>32 < 1<<20 {
		return "address"
	}
	return fmt.Sprint(v)
}

// numbers are arguments.
var numbers = [...]uint64{0, 1, 2, 3, ^uint64(0), 7, 8, 42, 100, 255, 1 << 31, 1<<63 - 1, 1 << 63, 64, ^uint64(1)}

// floats are arguments: 0, 1, -2 and 100.25. Which of two NaNs comes out of an addition is not defined.
var floats = map[ir.Kind][4]uint64{
	ir.Float:  {0, 0x3F800000, 0xC0000000, 0x42C88000},
	ir.Double: {0, 0x3FF0000000000000, 0xC000000000000000, 0x4059100000000000},
}

// call calls a function with list number k of arguments.
func (p *program) call(name string, k int) (t *trace) {
	t = &trace{memory: map[string]string{}}
	p.now = t
	p.m = p.New(interp.Options{MaxSteps: 20_000, MaxMemory: 64 << 20, Seed: 1})
	f, err := p.mods[1].Func(name)
	if err != nil || f == nil || f.Declared {
		t.gone, t.err = true, err
		return t
	}
	defer func() {
		if r := recover(); r != nil {
			t.err = &interp.Error{Finding: &ir.Error{Msg: fmt.Sprint(r), Unsupported: true}}
		}
	}()
	seed := uint64(k)*7 + 1
	next := func() uint64 { seed = mix(seed, seed>>7+3); return seed }
	for b := range buffers {
		addr, _ := p.Global(fmt.Sprintf("x.buffer%d", (b+1)%buffers))
		for at := range uint64(bufferSize / 8) {
			v := uint64(0)
			switch k % 4 {
			case 1:
				v = at<<56 | at
			case 2:
				v = addr
			case 3:
				v = next()
			}
			if _, t.err = p.m.Call(fmt.Sprintf("x.fill%d", b), at, v); t.err != nil {
				return t
			}
		}
	}
	var args []uint64
	given := 0
	for _, q := range f.Params {
		args = p.arguments(args, q.Type(), func(ty *ir.Type) uint64 {
			if ty.IsPtr() {
				// Calls write to the first two buffers. If k is odd, pointers are to the same one.
				b := given % 2
				if given++; q.Attrs.Has(f.Module(), "noalias") {
					b = 2 + given%2
				} else if k%2 == 1 {
					b = 0
				}
				addr, _ := p.Global(fmt.Sprintf("x.buffer%d", b))
				if k%6 == 5 && q.Attrs.Align(f.Module()) <= 8 {
					addr += 1 << (next() >> 9 % 5)
				}
				return addr
			}
			if f, ok := floats[ty.Kind()]; ok {
				return f[next()>>3%uint64(len(f))]
			}
			v := numbers[next()>>3%uint64(len(numbers))]
			if n := widthOf(ty); n < 64 {
				v &= 1<<n - 1
			}
			return v
		})
	}
	result, err := p.m.Call(name, args...)
	if t.err = err; err != nil {
		return t
	}
	for _, v := range result {
		t.result = append(t.result, p.word(v))
	}
	for _, g := range p.at {
		start, _ := p.Global(g)
		o := p.m.Object(start)
		for off := uint64(0); off+8 <= o.Size && off < 4096; off += 8 {
			if v, ok := p.m.Word(o.Start + off); ok {
				t.memory[fmt.Sprintf("%s+%d", g, off)] = p.word(v)
			}
		}
	}
	return t
}

// widthOf returns the bits of a number.
func widthOf(t *ir.Type) int {
	switch {
	case t.IsInt():
		return t.Bits()
	case t.Kind() == ir.Half || t.Kind() == ir.BFloat:
		return 16
	case t.Kind() == ir.Float:
		return 32
	}
	return 64
}

// arguments appends the words of a value.
func (p *program) arguments(list []uint64, t *ir.Type, one func(t *ir.Type) uint64) []uint64 {
	switch t.Kind() {
	case ir.Struct:
		for _, f := range t.Fields() {
			list = p.arguments(list, f, one)
		}
	case ir.Array, ir.Vector:
		for range min(t.Len(), 4096) {
			list = p.arguments(list, t.Elem(), one)
		}
	default:
		for n := widthOf(t); n > 0; n -= 64 {
			list = append(list, one(t))
		}
	}
	return list
}
