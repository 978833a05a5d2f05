// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

// This test runs random programs that ask the same questions again, before and after the passes that
// copy, bypass or merge blocks. Conditions do not change: they are parameters, or follow from them.
// Between two questions there is only pure code, or code that tests memory, and its values are used
// behind the second one.

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// asker generates @f. Its lists have what the current block may use.
type asker struct {
	r     *rand.Rand
	w     strings.Builder
	names int
	at    string   // the current block
	vals  []string // of type i64
	conds []string // of type i1
	depth int
	index string // of a local array
	left  int    // statements
}

func (g *asker) line(format string, args ...any) { fmt.Fprintf(&g.w, "  "+format+"\n", args...) }

func (g *asker) name(prefix string) string { g.names++; return prefix + num(g.names) }

func (g *asker) begin(label string) { g.w.WriteString(label + ":\n"); g.at = label }

// old returns one of the first elements or any, so that questions repeat.
func (g *asker) old(list []string) string {
	if g.r.Intn(4) > 0 {
		return list[g.r.Intn(min(2, len(list)))]
	}
	return list[g.r.Intn(len(list))]
}

func (g *asker) val() string {
	if g.r.Intn(5) == 0 {
		return num(g.r.Intn(4))
	}
	return g.vals[g.r.Intn(len(g.vals))]
}

// last prefers values that were computed lately.
func (g *asker) last() string {
	return g.vals[max(len(g.vals)-1-g.r.Intn(4), 0)]
}

// pure computes a value.
func (g *asker) pure() {
	v := g.name("%v")
	switch g.r.Intn(6) {
	case 2:
		at := g.name("%at")
		g.line("%s = getelementptr [4 x i64], ptr %%array, i64 0, i64 %s", at, g.index)
		g.line("%s = load i64, ptr %s", v, at)
	case 0:
		g.line("%s = select i1 %s, i64 %s, i64 %s", v, g.old(g.conds), g.val(), g.val())
	case 1:
		g.line("%s = load i64, ptr %s", v, g.address())
	default:
		g.line("%s = %s i64 %s, %s", v, []string{"add", "mul", "xor"}[g.r.Intn(3)], g.val(), g.val())
	}
	g.vals = append(g.vals, v)
	if g.r.Intn(4) == 0 {
		g.line("  #dbg_value(i64 %s, !4, !DIExpression(), !6)", g.last())
	}
}

// condition returns a condition, which may be new.
func (g *asker) condition() string {
	c := g.name("%c")
	switch g.r.Intn(10) {
	case 0:
		g.line("%s = xor i1 %s, true", c, g.old(g.conds))
	case 1:
		g.line("%s = icmp %s i64 %%n, 2", c, []string{"sgt", "sle", "eq", "ne"}[g.r.Intn(4)])
	case 2:
		g.line("%s = icmp eq i64 %s, %s", c, g.val(), g.val())
	case 3, 4, 5, 6:
		l := g.name("%l")
		g.line("%s = load i64, ptr %s", l, g.address())
		g.line("%s = icmp %s i64 %s, 0", c, []string{"eq", "ne"}[g.r.Intn(2)], l)
		return c
	default:
		return g.old(g.conds)
	}
	g.conds = append(g.conds, c)
	return c
}

func (g *asker) address() string { return g.old([]string{"%p", "%p", "@mem", "@mem2"}) }

// question branches over several arms, which may be empty, and joins them again.
func (g *asker) question(cond string) {
	j := &askedJoin{label: g.name("join")}
	if g.r.Intn(2) == 0 {
		j.phis = make([][]string, 1+g.r.Intn(2))
	}
	g.branch(cond, j)
	g.begin(j.label)
	for k, list := range j.phis {
		v := g.name("%v")
		g.line("%s = phi %s %s", v, j.kind(k), strings.Join(list, ", "))
		if j.kind(k) == "i1" {
			g.conds = append(g.conds, v)
		} else {
			g.vals = append(g.vals, v)
		}
	}
	if len(j.phis) == 2 && g.depth < 4 && g.r.Intn(2) == 0 {
		g.question(g.conds[len(g.conds)-1])
	}
}

// twice asks the same question before and after pure code, and uses a value of that.
func (g *asker) twice() {
	cond := g.condition()
	g.question(cond)
	g.pure()
	v := g.last()
	if g.r.Intn(2) == 0 {
		g.pure()
	}
	g.question(cond)
	g.line("call void @use(i64 %s)", v)
}

// askedJoin is the block where the arms of a question meet, with the entries of its phis. The second
// phi is a condition.
type askedJoin struct {
	label string
	phis  [][]string
}

func (j *askedJoin) kind(k int) string { return []string{"i64", "i1"}[k] }

// branch ends the current block with a branch or switch, whose arms lead to a join.
func (g *asker) branch(cond string, j *askedJoin) {
	arms := 2
	if g.r.Intn(4) == 0 {
		arms = 2 + g.r.Intn(3)
	}
	labels := make([]string, arms)
	for k := range labels {
		if labels[k] = j.label; k == 0 || g.r.Intn(3) == 0 {
			labels[k] = g.name("arm")
		}
	}
	g.r.Shuffle(arms, func(a, b int) { labels[a], labels[b] = labels[b], labels[a] })
	if arms == 2 {
		g.line("br i1 %s, label %%%s, label %%%s", cond, labels[0], labels[1])
	} else {
		var cases strings.Builder
		for k, l := range labels[1:] {
			fmt.Fprintf(&cases, " i2 %d, label %%%s", k, l)
		}
		g.line("switch i2 %%state, label %%%s [%s ]", labels[0], cases.String())
	}
	enter := func(times int) {
		for k := range j.phis {
			v := g.val()
			if j.kind(k) == "i1" {
				v = []string{"true", "false", g.old(g.conds)}[g.r.Intn(3)]
			}
			for range times {
				j.phis[k] = append(j.phis[k], fmt.Sprintf("[ %s, %%%s ]", v, g.at))
			}
		}
	}
	direct := 0
	for _, l := range labels {
		if l == j.label {
			direct++
		}
	}
	enter(direct)
	same := ""
	if g.r.Intn(6) == 0 {
		same = g.address()
	}
	g.depth++
	vals, conds := len(g.vals), len(g.conds)
	for _, l := range labels {
		if l == j.label {
			continue
		}
		g.begin(l)
		if same != "" {
			v := g.name("%v")
			g.line("%s = load i64, ptr %s", v, same)
			g.vals = append(g.vals, v)
		} else {
			g.code(g.r.Intn(3))
		}
		if g.depth < 5 && g.r.Intn(3) == 0 {
			g.branch(g.condition(), j)
		} else {
			g.line("br label %%%s", j.label)
			enter(1)
		}
		g.vals, g.conds = g.vals[:vals], g.conds[:conds]
	}
	g.depth--
}

// loop is left at its head, or after its body, after a few rounds.
func (g *asker) loop() {
	head, body, done, before := g.name("head"), g.name("body"), g.name("done"), g.at
	i, next, carried := g.name("%i"), g.name("%next"), g.name("%carried")
	index := g.index
	g.index = i
	start := g.val()
	g.line("br label %%%s", head)
	// The entries from the latch are known at the end.
	outer := g.w.String()
	g.w.Reset()
	g.at = head
	g.vals = append(g.vals, i, carried)
	vals, conds := len(g.vals), len(g.conds)
	more := g.name("%more")
	atHead := g.r.Intn(2) == 0
	if atHead {
		g.line("%s = icmp slt i64 %s, %d", more, i, 1+g.r.Intn(3))
		g.line("br i1 %s, label %%%s, label %%%s", more, body, done)
		g.begin(body)
	}
	g.code(1 + g.r.Intn(4))
	again := g.last()
	g.line("%s = add i64 %s, 1", next, i)
	if atHead {
		g.line("br label %%%s", head)
	} else {
		g.line("%s = icmp slt i64 %s, %d", more, next, 1+g.r.Intn(3))
		if g.r.Intn(3) == 0 { // the end of the loop asks again, too
			both := g.name("%both")
			g.line("%s = and i1 %s, %s", both, more, g.old(g.conds[:conds]))
			more = both
		}
		g.line("br i1 %s, label %%%s, label %%%s", more, head, done)
	}
	text := g.w.String()
	g.w.Reset()
	g.w.WriteString(outer)
	g.w.WriteString(head + ":\n")
	g.line("%s = phi i64 [ 0, %%%s ], [ %s, %%%s ]", i, before, next, g.at)
	g.line("%s = phi i64 [ %s, %%%s ], [ %s, %%%s ]", carried, start, before, again, g.at)
	g.w.WriteString(text)
	if atHead {
		g.vals, g.conds = g.vals[:vals], g.conds[:conds]
	}
	g.begin(done)
	g.index = index
}

// code generates some statements.
func (g *asker) code(n int) {
	g.depth++
	for ; n > 0 && g.left > 0; n-- {
		g.left--
		switch k := g.r.Intn(40); {
		case k < 15:
			g.pure()
		case k < 25 && g.depth < 5:
			g.question(g.condition())
		case k < 30 && g.depth < 4:
			g.twice()
		case k < 33 && g.depth < 4:
			g.loop()
		case k == 33:
			g.line("store i64 %s, ptr %s", g.val(), g.address())
		case k < 37 || g.depth >= 5:
			g.line("call void @use(i64 %s)", g.last())
		}
	}
	g.depth--
}

// asking returns a program that calls @f with different answers, and prints the values that it uses.
func asking(r *rand.Rand) string {
	g := &asker{r: r, left: 30, index: "0", vals: []string{"%n", "%k"}, conds: []string{"%c", "%big"}}
	g.begin("entry")
	g.line("%%array = alloca [4 x i64]")
	g.line("store [4 x i64] [ i64 5, i64 6, i64 7, i64 8 ], ptr %%array")
	g.line("%%big = icmp sgt i64 %%n, 2")
	if r.Intn(3) == 0 {
		g.loop()
	}
	for g.left > 0 {
		g.code(3)
	}
	g.line("call void @use(i64 %s)", g.last())
	g.line("ret i64 %s", g.val())
	var w strings.Builder
	w.WriteString(`@mem = global i64 0
@mem2 = global i64 1
declare void @use(i64)
define i64 @f(i64 %n, i64 %k, i1 %c, i2 %state, ptr %p) !dbg !3 {
`)
	w.WriteString(g.w.String() + "}\ndefine i32 @main() {\n")
	for k := range 8 {
		fmt.Fprintf(&w, "  %%r%d = call i64 @f(i64 %d, i64 %d, i1 %d, i2 %d, ptr @mem%s)\n  call void @use(i64 %%r%d)\n",
			k, 2*k%5, k, k%2, k/2-2*(k/4), []string{"", "2"}[k%2], k)
	}
	w.WriteString(`  ret i32 0
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 1, type: !5)
!5 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!6 = !DILocation(line: 1, scope: !3)
!7 = !{i32 2, !"Debug Info Version", i32 3}
`)
	return w.String()
}

// askedPass is a pass that copies, bypasses or merges blocks, or that runs between two of them.
type askedPass struct {
	name string
	run  func(*ir.Module, *ir.Func, *target.Layout) bool
}

var askedPasses = []askedPass{
	{"ThreadConstants", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.ThreadConstants(m, f) }},
	{"ThreadLoads", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.ThreadLoads(m, f) }},
	{"ThreadLoops", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.ThreadLoops(m, f) }},
	{"ThreadAndSimplifyCFG", func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.ThreadAndSimplifyCFG(m, f) }},
	{"SimplifyCFG", func(_ *ir.Module, f *ir.Func, _ *target.Layout) bool { return opt.SimplifyCFG(f) }},
	{"Simplify", opt.Simplify},
	{"UnrollLoops", opt.UnrollLoops},
	{"HoistInvariants", opt.HoistInvariants},
}

// TestAskedAgain checks that programs that ask the same questions again do the same after each pass,
// and after several.
func TestAskedAgain(t *testing.T) {
	l := layout(t)
	for seed := range int64(1500) {
		r := rand.New(rand.NewSource(seed))
		text := asking(r)
		var list []askedPass
		for range 1 + r.Intn(3) {
			list = append(list, askedPasses[r.Intn(len(askedPasses))])
		}
		m := load(t, text)
		f, _ := m.Func("f")
		before := emit.FuncString(f)
		want := printed(t, m)
		var names []string
		for _, p := range list {
			names = append(names, p.name)
			p.run(m, f, l)
			if errs := ir.Verify(m); len(errs) > 0 {
				t.Fatalf("seed %d: after %v: %v\n%s\ncame from\n%s", seed, names, errs, emit.FuncString(f), before)
			}
			if d := lateRecord(f); d != nil {
				t.Fatalf("seed %d: after %v a record has a value from elsewhere: %s\n%s\ncame from\n%s", seed, names, d.Name(),
					emit.FuncString(f), before)
			}
			if got := printed(t, m); got != want {
				t.Fatalf("seed %d: after %v it prints\n%s\nin place of\n%s\n%s\ncame from\n%s", seed, names, got, want,
					emit.FuncString(f), before)
			}
		}
	}
}

// lateRecord returns a value that a debug record names where the value is not defined on all paths, or
// nil.
func lateRecord(f *ir.Func) *ir.Instr {
	dom := ir.NewDomTree(f)
	for i := range f.Instrs() {
		for _, d := range i.Dbg {
			for k := range d.NumArgs() {
				if v, ok := d.Arg(k).(*ir.Instr); ok && !dom.InstrDominates(v, i) {
					return v
				}
			}
		}
	}
	return nil
}

// printed runs a program and returns its output.
func printed(t *testing.T, m *ir.Module) string {
	t.Helper()
	p, err := interp.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	p.Extern("use", func(_ *interp.Thread, args []uint64) uint64 {
		fmt.Fprintf(&out, "%d ", args[0])
		return 0
	})
	if _, err := p.New(interp.Options{}).Run("main"); err != nil {
		fmt.Fprintf(&out, "and ends with %v", err)
	}
	return out.String()
}
