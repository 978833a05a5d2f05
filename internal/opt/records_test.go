// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

// This test compares the content of debug records in random functions before and after each pass.
// An interpreter follows one path through both and tracks the last value that records give each
// variable, byte by byte. At each stop, the result of the pass must describe the same value as
// before or none. An outdated value is an error, even if it is hard to see in the text.

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// recordGen generates a function with structured control flow whose variables are declared in
// memory, or described by value records.
type recordGen struct {
	r     *rand.Rand
	w     strings.Builder
	n     int    // number of names so far
	at    string // the current block
	vals  []string
	joins []*recordJoin // of the enclosing branches
	stops int
}

// A recordJoin is the block where the arms of a branch meet: its label and the entries of its phi.
type recordJoin struct {
	label   string
	entries []string
}

func (g *recordGen) line(format string, args ...any) { fmt.Fprintf(&g.w, "  "+format+"\n", args...) }

func (g *recordGen) name(p string) string { g.n++; return p + num(g.n) }

func (g *recordGen) label(l string) { g.w.WriteString(l + ":\n"); g.at = l }

func (g *recordGen) val() string {
	if g.r.Intn(4) == 0 {
		return num(g.r.Intn(3))
	}
	return g.vals[g.r.Intn(len(g.vals))]
}

// memory lists the addresses for stores: the allocas and, for the pair, its upper half.
var memory = []string{"%m0", "%m1", "%m2", "%m2.hi"}

func (g *recordGen) body(depth int) {
	kept := len(g.vals)
	for range 1 + g.r.Intn(5) {
		g.statement(depth)
	}
	g.vals = g.vals[:kept]
}

func (g *recordGen) statement(depth int) {
	switch k := g.r.Intn(14); {
	case k < 2:
		v := g.name("%x")
		g.line("%s = %s i32 %s, %s", v, []string{"add", "sub", "mul", "xor"}[g.r.Intn(4)], g.val(), g.val())
		g.vals = append(g.vals, v)
	case k < 4:
		v := g.val()
		if g.r.Intn(8) == 0 {
			v = "undef"
		}
		g.line("store i32 %s, ptr %s", v, memory[g.r.Intn(len(memory))])
	case k < 5:
		v := g.name("%l")
		g.line("%s = load i32, ptr %s", v, memory[g.r.Intn(len(memory))])
		g.vals = append(g.vals, v)
	case k < 8:
		v := g.val()
		if g.r.Intn(8) == 0 {
			v = "poison"
		}
		g.line("  #dbg_value(i32 %s, !%d, !DIExpression(), !9)", v, 23+g.r.Intn(3))
	case k < 10:
		g.line("call void @stop(i32 %d), !dbg !9", g.stops)
		g.stops++
	case k < 11:
		g.line("call void @use(i32 %s), !dbg !9", g.val())
	case depth == 0:
	case k < 13:
		g.branch(depth)
	default:
		g.loop(depth)
	}
}

// branch generates a branch with two or three arms that meet in a phi, mostly of constants. The
// code after it often branches on the phi.
func (g *recordGen) branch(depth int) {
	join, arms := &recordJoin{label: g.name("join")}, 2+g.r.Intn(2)
	g.joins = append(g.joins, join)
	var labels []string
	for range arms {
		labels = append(labels, g.name("arm"))
	}
	if arms == 2 {
		c := g.name("%c")
		g.line("%s = icmp %s i32 %s, %s", c, []string{"eq", "slt"}[g.r.Intn(2)], g.val(), g.val())
		g.line("br i1 %s, label %%%s, label %%%s", c, labels[0], labels[1])
	} else {
		g.line("switch i32 %s, label %%%s [ i32 0, label %%%s i32 1, label %%%s ]", g.val(), labels[0],
			labels[1], labels[2])
	}
	for k, l := range labels {
		g.label(l)
		if g.r.Intn(4) > 0 {
			g.body(depth - 1)
		}
		v := num(k)
		switch g.r.Intn(4) {
		case 0:
			v = g.val()
		case 1:
			if p := strings.Replace(g.at, "join", "%p", 1); strings.HasPrefix(g.at, "join") {
				v = p
			}
		}
		if n := len(g.joins) - 2; n >= 0 && g.r.Intn(4) == 0 {
			c := g.name("%c")
			g.line("%s = icmp eq i32 %s, %s", c, g.val(), g.val())
			g.line("br i1 %s, label %%%s, label %%%s", c, join.label, g.joins[n].label)
			g.joins[n].entries = append(g.joins[n].entries, "[ 3, %"+g.at+" ]")
		} else {
			g.line("br label %%%s", join.label)
		}
		join.entries = append(join.entries, "[ "+v+", %"+g.at+" ]")
	}
	g.joins = g.joins[:len(g.joins)-1]
	g.label(join.label)
	p := strings.Replace(join.label, "join", "%p", 1)
	g.line("%s = phi i32 %s", p, strings.Join(join.entries, ", "))
	g.vals = append(g.vals, p)
	if g.r.Intn(2) == 0 {
		g.body(0)
		c, yes, no := g.name("%c"), g.name("yes"), g.name("no")
		g.line("%s = icmp eq i32 %s, %d", c, p, g.r.Intn(2))
		g.line("br i1 %s, label %%%s, label %%%s", c, yes, no)
		g.label(yes)
		g.body(depth - 1)
		g.line("br label %%%s", no)
		g.label(no)
	}
}

func (g *recordGen) loop(depth int) {
	head, exit, from := g.name("head"), g.name("exit"), g.at
	i, next, c := g.name("%i"), g.name("%n"), g.name("%c")
	back := g.name("back")
	g.line("br label %%%s", head)
	g.label(head)
	g.line("%s = phi i32 [ 0, %%%s ], [ %s, %%%s ]", i, from, next, back)
	g.vals = append(g.vals, i)
	g.body(depth - 1)
	g.line("br label %%%s", back)
	g.label(back)
	g.line("%s = add i32 %s, 1", next, i)
	g.line("%s = icmp slt i32 %s, %d", c, next, 1+g.r.Intn(3))
	g.line("br i1 %s, label %%%s, label %%%s", c, head, exit)
	g.label(exit)
}

func recordFunc(seed int64) string {
	g := &recordGen{r: rand.New(rand.NewSource(seed)), vals: []string{"%a", "%b"}}
	g.w.WriteString("declare void @use(i32)\ndeclare void @stop(i32)\n\ndefine i32 @f(i32 %a, i32 %b) !dbg !3 {\n")
	g.label("entry")
	g.line("%%m0 = alloca i32\n  %%m1 = alloca i32\n  %%m2 = alloca { i32, i32 }")
	for k := range 3 {
		g.line("  #dbg_declare(ptr %%m%d, !%d, !DIExpression(), !9)", k, 20+k)
	}
	g.line("%%m2.hi = getelementptr i8, ptr %%m2, i64 4")
	for _, m := range memory {
		g.line("store i32 %s, ptr %s", g.val(), m)
	}
	for range 3 {
		g.body(3)
	}
	g.line("call void @stop(i32 -1), !dbg !9\n  ret i32 %s\n}", g.val())
	g.w.WriteString(`
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DIBasicType(name: "pair", size: 64, encoding: DW_ATE_unsigned)
!9 = !DILocation(line: 2, scope: !3)
`)
	for k := range 6 {
		fmt.Fprintf(&g.w, "!%d = !DILocalVariable(name: \"v%d\", scope: !3, file: !1, line: 2, type: !%d)\n", 20+k, k,
			map[bool]int{true: 7, false: 4}[k == 2])
	}
	return g.w.String()
}

// A cell is a byte of memory or of a variable: its value, or one of the constants below.
type cell int

const (
	nothing cell = -1 // no record describes it
	anyByte cell = -2 // undefined: any description is correct
)

// A recordValue is an alloca's memory, or a value: an integer of up to four bytes, or an address in
// an alloca.
type recordValue struct {
	n    uint64
	any  bool // undefined
	mem  []cell
	base int
}

// recordRun is one run of a function.
type recordRun struct {
	m         *ir.Module
	vals      map[ir.Value]recordValue
	vars      map[debuginfo.Var][]cell
	decl      map[debuginfo.Var]recordValue // variables whose declaration gives them an address
	trace     []string                      // calls
	described []map[debuginfo.Var][]cell    // descriptions at each stop
	fuel      int
}

func (r *recordRun) of(v ir.Value) recordValue {
	if c, ok := v.(*ir.Const); ok {
		if c.IsInt() {
			return recordValue{n: c.Uint64()}
		}
		return recordValue{any: true}
	}
	return r.vals[v]
}

// run interprets the function. ok is false if a branch depends on an undefined value.
func (r *recordRun) run(f *ir.Func, args ...uint64) (ok bool, err error) {
	for k, p := range f.Params {
		r.vals[p] = recordValue{n: args[k]}
	}
	var from *ir.Block
	for b := f.Entry(); ; {
		phis := map[ir.Value]recordValue{}
		i := b.First()
		for ; i.Op == ir.OpPhi; i = i.Next() {
			phis[i] = r.of(i.IncomingFor(from))
		}
		for p, v := range phis {
			r.vals[p] = v
		}
		for ; i != b.Terminator(); i = i.Next() {
			if err := r.records(i); err != nil {
				return false, err
			}
			if err := r.step(i); err != nil {
				return false, err
			}
		}
		if err := r.records(i); err != nil {
			return false, err
		}
		if r.fuel--; r.fuel < 0 {
			return false, nil
		}
		from = b
		switch {
		case i.Op == ir.OpRet:
			r.trace = append(r.trace, fmt.Sprint("ret ", r.of(i.Arg(0)).n))
			return true, nil
		case i.Op == ir.OpBr && i.NumArgs() == 1:
			b = i.Arg(0).(*ir.Block)
		case i.Op == ir.OpBr || i.Op == ir.OpSwitch:
			on := r.of(i.Arg(0))
			if on.any {
				return false, nil
			}
			b = i.Arg(1).(*ir.Block)
			if i.Op == ir.OpBr && on.n == 0 {
				b = i.Arg(2).(*ir.Block)
			}
			if i.Op == ir.OpSwitch {
				for k := range i.NumCases() {
					if i.CaseValue(k).Uint64() == on.n {
						b = i.CaseDest(k)
					}
				}
			}
		default:
			return false, fmt.Errorf("%s is not known here", i.Op)
		}
	}
}

// step executes one instruction.
func (r *recordRun) step(i *ir.Instr) error {
	info := i.Op.Info()
	switch {
	case i.Op == ir.OpAlloca:
		size := 4
		if i.ElemTy.Kind() == ir.Struct {
			size = 8
		}
		mem := make([]cell, size)
		for k := range mem {
			mem[k] = anyByte
		}
		r.vals[i] = recordValue{mem: mem}
	case i.Op == ir.OpGEP:
		p := r.of(i.Arg(0))
		p.base += int(r.of(i.Arg(i.NumArgs()-1)).n) * map[bool]int{true: 4, false: 1}[i.NumArgs() == 3]
		r.vals[i] = p
	case i.Op == ir.OpStore:
		put(r.of(i.Arg(1)), r.of(i.Arg(0)))
	case i.Op == ir.OpLoad:
		r.vals[i] = take(r.of(i.Arg(0)))
	case i.Op == ir.OpSelect:
		c := r.of(i.Arg(0))
		if r.vals[i] = r.of(i.Arg(2)); c.n != 0 {
			r.vals[i] = r.of(i.Arg(1))
		}
		if c.any {
			r.vals[i] = c
		}
	case i.Op == ir.OpCall:
		v := r.of(i.Arg(0))
		r.trace = append(r.trace, fmt.Sprint(i.CalledFunc().Name, " ", v.n))
		if v.any {
			r.trace[len(r.trace)-1] = ""
		}
		if i.CalledFunc().Name == "stop" {
			r.stop()
		}
	case i.Op == ir.OpICmp || info.Binary || info.Cast:
		var c [2]*ir.Const
		for k := range i.NumArgs() {
			v := r.of(i.Arg(k))
			if v.any {
				r.vals[i] = v
				return nil
			}
			c[k] = r.m.ConstInt(i.Arg(k).Type(), int64(v.n))
		}
		var n int64
		ok := true
		switch {
		case i.Op == ir.OpICmp:
			if ir.FoldCompare(i.Pred(), c[0], c[1]) {
				n = 1
			}
		case info.Cast:
			n, ok = ir.FoldIntCast(i.Op, c[0])
		default:
			n, ok = ir.FoldInts(i.Op, c[0], c[1])
		}
		if !ok {
			return fmt.Errorf("%s cannot be computed", i.Op)
		}
		r.vals[i] = recordValue{n: r.m.ConstInt(i.Type(), n).Uint64()}
	default:
		return fmt.Errorf("%s is not known here", i.Op)
	}
	return nil
}

func put(at, v recordValue) {
	for k := range 4 {
		at.mem[at.base+k] = cell(v.n >> (8 * k) & 255)
		if v.any {
			at.mem[at.base+k] = anyByte
		}
	}
}

func take(at recordValue) (v recordValue) {
	for k := range 4 {
		c := at.mem[at.base+k]
		if c < 0 {
			return recordValue{any: true}
		}
		v.n |= uint64(c) << (8 * k)
	}
	return v
}

// records processes the debug records before an instruction.
func (r *recordRun) records(i *ir.Instr) error {
	for _, d := range i.Dbg {
		v, ok := debuginfo.VarOf(r.m, d)
		n, _ := debuginfo.ExprOf(r.m, d)
		if !ok || n == nil {
			return fmt.Errorf("a record without variable or expression")
		}
		x := r.of(d.Arg(0))
		words := debuginfo.ExprWords(n)
		off, size := 0, 8
		if k := len(words) - 3; k >= 0 && words[k] == "DW_OP_LLVM_fragment" {
			off, _ = strconv.Atoi(words[k+1])
			size, _ = strconv.Atoi(words[k+2])
			off, size, words = off/8, size/8, words[:k]
		}
		memory := d.Aux.(*ir.DbgAux).Kind == "declare"
		if len(words) == 1 && words[0] == "DW_OP_deref" {
			memory, words = true, nil
		}
		if len(words) > 0 {
			return fmt.Errorf("the expression %q is not known here", words)
		}
		if memory {
			r.decl[v] = x
			continue
		}
		delete(r.decl, v)
		if r.vars[v] == nil {
			r.vars[v] = []cell{nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing}
		}
		c, _ := d.Arg(0).(*ir.Const)
		for k := off; k < off+size; k++ {
			switch {
			case c != nil && !c.IsInt():
				r.vars[v][k] = nothing
			case k >= off+4:
				r.vars[v][k] = nothing
			case x.any:
				r.vars[v][k] = anyByte
			default:
				r.vars[v][k] = cell(x.n >> (8 * (k - off)) & 255)
			}
		}
	}
	return nil
}

// stop saves the descriptions of all variables.
func (r *recordRun) stop() {
	now := map[debuginfo.Var][]cell{}
	for v, list := range r.vars {
		now[v] = append([]cell(nil), list...)
	}
	for v, at := range r.decl {
		now[v] = append([]cell(nil), at.mem[at.base:]...)
	}
	r.described = append(r.described, now)
}

func newRecordRun(m *ir.Module) *recordRun {
	return &recordRun{m: m, vals: map[ir.Value]recordValue{}, vars: map[debuginfo.Var][]cell{},
		decl: map[debuginfo.Var]recordValue{}, fuel: 4000}
}

// lie compares the descriptions at the stops of two runs.
func lie(before, after *recordRun) string {
	if len(before.described) != len(after.described) {
		return "the runs stop differently often"
	}
	for k, now := range after.described {
		for v, list := range now {
			for n, c := range list {
				was := nothing
				if before := before.described[k][v]; n < len(before) {
					was = before[n]
				}
				if c >= 0 && was != c && was != anyByte {
					return fmt.Sprintf("stop %d of the run: byte %d of variable %v is described as %d, and was %d", k,
						n, v, c, was)
				}
			}
		}
	}
	return ""
}

// recordPasses are the passes under test.
func recordPasses(l *target.Layout) map[string]func(*ir.Module, *ir.Func) {
	return map[string]func(*ir.Module, *ir.Func){
		"sroa":         func(m *ir.Module, f *ir.Func) { opt.SROA(m, f, l) },
		"mem2reg":      func(m *ir.Module, f *ir.Func) { opt.Mem2Reg(m, f) },
		"instsimplify": func(m *ir.Module, f *ir.Func) { opt.InstSimplify(m, f, l) },
		"early-cse":    func(m *ir.Module, f *ir.Func) { opt.EarlyCSE(m, f, l) },
		"simplifycfg":  func(_ *ir.Module, f *ir.Func) { opt.SimplifyCFG(f) },
		"threading":    func(m *ir.Module, f *ir.Func) { opt.ThreadConstants(m, f) },
		"thread loops": func(m *ir.Module, f *ir.Func) { opt.ThreadLoops(m, f) },
		"promote":      func(m *ir.Module, f *ir.Func) { opt.PromoteMore(m, f, l) },
		"thread, fold": func(m *ir.Module, f *ir.Func) { opt.ThreadAndSimplifyCFG(m, f) },
		"unreachable":  func(_ *ir.Module, f *ir.Func) { opt.RemoveUnreachable(f) },
		"dce":          func(m *ir.Module, f *ir.Func) { opt.DCE(m, f) },
		"simplify":     func(m *ir.Module, f *ir.Func) { opt.Simplify(m, f, l) },
	}
}

// TestRecordsAreTrue runs random functions before and after each pass. For each pass it reports the
// shortest function with an error.
func TestRecordsAreTrue(t *testing.T) {
	seeds := int64(600)
	if testing.Short() {
		seeds = 200
	}
	for name := range recordPasses(nil) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := target.ParseLayout("e-m:e-i64:64-S128") // a layout caches sizes, so each goroutine needs its own
			if err != nil {
				t.Fatal(err)
			}
			pass := recordPasses(l)[name]
			known, described := 0, 0 // described bytes at stops, before and after the pass
			shortest, found := "", ""
			for seed := range seeds {
				text := recordFunc(seed)
				m := load(t, text)
				f, _ := m.Func("f")
				why, was, is := recordsAround(m, f, pass)
				known, described = known+was, described+is
				if why != "" && (shortest == "" || len(text) < len(shortest)) {
					shortest = text
					found = fmt.Sprintf("seed %d: %s\n%s\nafter the pass\n%s", seed, why, text, emit.FuncString(f))
				}
			}
			if found != "" {
				t.Error(found)
			}
			if described*10 < known*7 || known == 0 {
				t.Errorf("of %d bytes described at stops, only %d are described after the pass", known, described)
			}
			t.Logf("%d bytes are described at stops, %d after the pass", known, described)
		})
	}
}

// recordsAround runs a function before and after a pass. It returns the first error, and the
// numbers of described bytes before and after.
func recordsAround(m *ir.Module, f *ir.Func, pass func(*ir.Module, *ir.Func)) (why string, known, described int) {
	arguments := [][]uint64{{0, 1}, {1, 0}, {2, 7}}
	var want []*recordRun
	for _, a := range arguments {
		r := newRecordRun(m)
		ok, err := r.run(f, a...)
		switch {
		case err != nil:
			return err.Error(), 0, 0
		case !ok:
			r = nil
		}
		want = append(want, r)
	}
	pass(m, f)
	if errs := ir.VerifyFunc(f); len(errs) > 0 {
		return errs[0].Error(), 0, 0
	}
	for k, a := range arguments {
		if want[k] == nil {
			continue
		}
		r := newRecordRun(m)
		if _, err := r.run(f, a...); err != nil {
			return err.Error(), 0, 0
		}
		for n, s := range want[k].trace {
			if s != "" && (n >= len(r.trace) || r.trace[n] != "" && r.trace[n] != s) {
				return "the runs differ", 0, 0
			}
		}
		if why := lie(want[k], r); why != "" {
			return fmt.Sprintf("arguments %d: %s", a, why), 0, 0
		}
		known, described = known+bytesDescribed(want[k]), described+bytesDescribed(r)
	}
	return "", known, described
}

func bytesDescribed(r *recordRun) (n int) {
	for _, now := range r.described {
		for _, list := range now {
			for _, c := range list {
				if c >= 0 {
					n++
				}
			}
		}
	}
	return n
}
