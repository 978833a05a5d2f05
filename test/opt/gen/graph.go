// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Functions with a random control-flow graph: branches on phis of constants, switches, invokes and
// landing pads, irreducible loops, and values of all kinds.
//
// No function has undefined behaviour, by construction. A back edge goes through a block that
// consumes fuel, so that each run ends. The operands of an instruction dominate it. An instruction
// whose flags may yield poison either has operands for which they do not, or feeds a select that
// does not choose a poison result. Memory is written before it is read, and indices are masked.

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// node is a block of a graph.
type node struct {
	succs []int
	preds []int // one entry for each edge
	idom  int
	kind  int // of the terminator: endRet, endBr, ...
	pad   bool
	text  []string // before the terminator
	last  string
	vals  map[string][]string // the values that it defines, by type
	phis  []phiText
	exprs []expr // computed here, or dead because flags make the result poison
	throw bool   // the invoke's result has a name
}

// expr is an operation with two operands, or a comparison.
type expr struct{ op, typ, x, y string }

type phiText struct {
	name, typ string
	decides   bool // the terminator branches on it: its entries are mostly constants
}

const (
	endRet = iota
	endBr
	endCond
	endSwitch
	endInvoke
	endResume
	endTrap // a branch with an edge to an unreachable that never runs
	endStop // a call that throws
	endUnreachable
)

// graph generates one function.
type graph struct {
	r     *rand.Rand
	nodes []*node
	n     int
	calls []string // functions that may be called
}

var graphTypes = []string{"i1", "i8", "i32", "i64", "i7", "i128", "double", "<4 x i32>", "{ i32, i64 }"}

func (g *graph) pick(list ...string) string { return list[g.r.Intn(len(list))] }

// shape creates blocks and edges. Block 0 is the entry. The block with index count is the exit,
// which control reaches when the fuel is used up.
func (g *graph) shape() {
	count := 4 + g.r.Intn(9)
	for range count + 1 {
		g.nodes = append(g.nodes, &node{idom: -1, vals: map[string][]string{}})
	}
	edge := func(from, to int) {
		g.nodes[from].succs = append(g.nodes[from].succs, to)
		g.nodes[to].preds = append(g.nodes[to].preds, from)
	}
	exit := count
	g.nodes[exit].kind = endRet
	for k := range count {
		b := g.nodes[k]
		to := func() { // mostly a forward edge; a back edge goes through a block that consumes fuel
			x := k + 1 + g.r.Intn(min(3, count-k))
			if g.r.Intn(6) == 0 && k > 0 {
				x = 1 + g.r.Intn(count-1)
			}
			if x > k {
				edge(k, x)
				return
			}
			latch := len(g.nodes)
			g.nodes = append(g.nodes, &node{idom: -1, vals: map[string][]string{}, kind: endCond})
			edge(k, latch)
			edge(latch, x)
			edge(latch, exit)
			l := g.nodes[latch]
			f := "%" + g.name()
			l.text = append(l.text, f+" = load i32, ptr @fuel, align 4", f+".less = sub i32 "+f+", 1",
				"store i32 "+f+".less, ptr @fuel, align 4",
				f+".more = icmp sgt i32 "+f+", 0")
			l.last = fmt.Sprintf("br i1 %s.more, label %%b%d, label %%b%d", f, x, exit)
		}
		switch x := g.r.Intn(22); {
		case x < 1 && k > 1:
			b.kind = endRet
		case x == 20:
			b.kind = endTrap
			to()
			g.nodes = append(g.nodes, &node{idom: -1, vals: map[string][]string{}, kind: endUnreachable})
			edge(k, len(g.nodes)-1)
		case x == 21 && k > 2:
			b.kind = endStop
		case x < 7:
			b.kind = endBr
			to()
		case x < 14:
			b.kind = endCond
			to()
			to()
		case x < 17:
			b.kind = endSwitch
			for range 2 + g.r.Intn(3) {
				to()
			}
		default:
			b.kind = endInvoke
			b.throw = true
			to()
			pad := len(g.nodes)
			p := &node{idom: -1, vals: map[string][]string{}, pad: true, kind: endBr}
			g.nodes = append(g.nodes, p)
			edge(k, pad)
			if g.r.Intn(3) == 0 {
				p.kind = endResume
			} else {
				edge(pad, k+1+g.r.Intn(count-k))
			}
		}
	}
}

func (g *graph) name() string { g.n++; return fmt.Sprintf("n%d", g.n) }

// dominators sets the immediate dominator of each block, -1 if it is unreachable, and returns the
// blocks in reverse post-order.
func (g *graph) dominators() []int {
	var post []int
	seen := make([]bool, len(g.nodes))
	var visit func(int)
	visit = func(k int) {
		seen[k] = true
		for _, s := range g.nodes[k].succs {
			if !seen[s] {
				visit(s)
			}
		}
		post = append(post, k)
	}
	visit(0)
	slices.Reverse(post)
	at := map[int]int{}
	for k, x := range post {
		at[x] = k
	}
	g.nodes[0].idom = 0
	for changed := true; changed; {
		changed = false
		for _, k := range post[1:] {
			d := -1
			for _, p := range g.nodes[k].preds {
				if g.nodes[p].idom < 0 {
					continue
				}
				if d < 0 {
					d = p
					continue
				}
				for x := p; x != d; {
					if at[x] > at[d] {
						x = g.nodes[x].idom
					} else {
						d = g.nodes[d].idom
					}
				}
			}
			if d != g.nodes[k].idom {
				g.nodes[k].idom, changed = d, true
			}
		}
	}
	return post
}

var graphConsts = map[string][]string{
	"i1": {"true", "false"}, "i8": {"0", "1", "-1", "127", "7"}, "i32": {"0", "1", "-1", "7", "2147483647"},
	"i64": {"0", "1", "-1", "4294967296"},
	"i7":  {"0", "-1", "3"}, "i128": {"0", "1", "-1", "36893488147419103232"}, "double": {"0.0", "1.5", "-2.0"},
	"<4 x i32>": {"zeroinitializer", "<i32 1, i32 2, i32 3, i32 4>"}, "{ i32, i64 }": {"zeroinitializer",
		"{ i32 3, i64 4 }"},
}

// val returns a value of a type that is available at the current end of block k.
func (g *graph) val(k int, typ string) string {
	if g.r.Intn(6) == 0 {
		return g.pick(graphConsts[typ]...)
	}
	var list []string
	for x := k; x >= 0 && g.nodes[x].idom >= 0; x = g.nodes[x].idom {
		list = append(list, g.nodes[x].vals[typ]...)
		if x == 0 {
			break
		}
	}
	if len(list) == 0 {
		return g.pick(graphConsts[typ]...)
	}
	if own := g.nodes[k].vals[typ]; len(own) > 0 && g.r.Intn(3) == 0 {
		return own[len(own)-1]
	}
	if n := len(list); n > 4 && g.r.Intn(2) == 0 {
		list = list[:4]
	}
	return list[g.r.Intn(len(list))]
}

func (g *graph) add(k int, format string, args ...any) {
	g.nodes[k].text = append(g.nodes[k].text, fmt.Sprintf(format, args...))
}

// def writes an instruction with a result that later instructions may use.
func (g *graph) def(k int, typ, format string, args ...any) string {
	n := "%" + g.name()
	g.add(k, "%s = %s", n, fmt.Sprintf(format, args...))
	g.nodes[k].vals[typ] = append(g.nodes[k].vals[typ], n)
	return n
}

func (g *graph) place(k int) string {
	switch g.r.Intn(4) {
	case 0:
		return g.pick("@g", "%s1", "%s2")
	case 1:
		return g.tmp(k, "getelementptr inbounds i8, ptr %s, i64 %d", g.pick("@g", "%s1", "%s2"), 8*g.r.Intn(4))
	case 2:
		i := g.tmp(k, "and i64 %s, 3", g.val(k, "i64"))
		return g.tmp(k, "getelementptr inbounds nuw i64, ptr %s, i64 %s", g.pick("@g", "%s1", "%s2"), i)
	}
	return g.tmp(k, "select i1 %s, ptr %s, ptr %s", g.val(k, "i1"), g.pick("@g", "%s1"), g.pick("%s1", "%s2"))
}

// tmp writes an instruction that only the next ones use.
func (g *graph) tmp(k int, format string, args ...any) string {
	n := "%" + g.name()
	g.add(k, "%s = %s", n, fmt.Sprintf(format, args...))
	return n
}

// statement writes a random statement into block k.
func (g *graph) statement(k int) {
	t := g.pick("i8", "i32", "i64", "i32", "i64", "i7", "i128")
	v := func(typ string) string { return g.val(k, typ) }
	switch g.r.Intn(31) {
	case 0, 1, 2:
		e := expr{g.pick("add", "sub", "mul", "and", "or", "xor"), t, v(t), v(t)}
		if g.r.Intn(5) == 0 {
			g.promise(k, e)
		} else {
			g.repeat(k, e)
		}
	case 3, 4, 5:
		g.repeat(k, expr{"icmp " + g.pick("eq", "ne", "ult", "sgt", "sle", "uge"), t, v(t), v(t)})
	case 6, 7:
		any := g.pick(graphTypes...)
		g.def(k, any, "select i1 %s, %s %s, %s %s", v("i1"), any, v(any), any, v(any))
	case 8, 9:
		t = g.pick("i8", "i32", "i64")
		g.def(k, t, "load %s%s, ptr %s, align 1", g.pick("", "", "", "volatile "), t, g.place(k))
	case 10, 11:
		t = g.pick("i8", "i32", "i64", "<4 x i32>", "double", "i64", "i128")
		to := g.place(k)
		if t == "<4 x i32>" || t == "i128" {
			to = g.pick("@g", "%s1", "%s2")
		}
		if t == "double" {
			t = "i64" // toInt alone compares the bits of doubles
		}
		g.add(k, "store %s%s %s, ptr %s, align 1", g.pick("", "", "", "volatile "), t, v(t), to)
	case 12:
		switch p := g.pick("@g", "%s1", "%s2"); g.r.Intn(4) {
		case 0:
			g.def(k, "i64", "load atomic i64, ptr %s %s, align 8", p, g.pick("unordered", "monotonic", "acquire",
				"seq_cst"))
		case 1:
			g.add(k, "store atomic i64 %s, ptr %s %s, align 8", v("i64"), p, g.pick("unordered", "monotonic", "release",
				"seq_cst"))
		case 2:
			g.def(k, "i64", "atomicrmw %s ptr %s, i64 %s monotonic, align 8", g.pick("add", "xchg", "xor", "umax"),
				p, v("i64"))
		case 3:
			c := g.tmp(k, "cmpxchg ptr %s, i64 %s, i64 %s seq_cst monotonic, align 8", p, v("i64"), v("i64"))
			g.def(k, "i64", "extractvalue { i64, i1 } %s, 0", c)
			g.def(k, "i1", "extractvalue { i64, i1 } %s, 1", c)
		}
	case 13:
		if g.r.Intn(2) == 0 {
			g.add(k, "call void @llvm.memset.p0.i64(ptr %s, i8 %s, i64 %d, i1 %t)", g.pick("@g", "%s1", "%s2"), v("i8"),
				8*g.r.Intn(5), g.r.Intn(5) == 0)
		} else {
			g.add(k, "call void @llvm.memmove.p0.p0.i64(ptr %s, ptr %s, i64 %d, i1 false)", g.place(k),
				g.pick("@g", "%s1", "%s2"), g.r.Intn(9))
		}
	case 14: // flags that hold
		a, b := g.tmp(k, "and i32 %s, 65535", v("i32")), g.tmp(k, "and i32 %s, 32767", v("i32"))
		g.def(k, "i32", "%s i32 %s, %s", g.pick("add nuw nsw", "sub nsw", "mul nuw", "add nuw"), a, b)
		g.def(k, "i64", "zext nneg i32 %s to i64", a)
		g.def(k, "i32", "or disjoint i32 %s, 65536", a)
		g.def(k, "i1", "icmp samesign ult i32 %s, %s", a, b)
	case 15: // poison that the select does not choose
		x := v("i8")
		p, c := g.tmp(k, "add nsw i8 %s, 1", x), g.tmp(k, "icmp ne i8 %s, 127", x)
		g.def(k, "i8", "select i1 %s, i8 %s, i8 %s", c, p, v("i8"))
		g.nodes[k].vals["i1"] = append(g.nodes[k].vals["i1"], c)
	case 16:
		x, n := v("i32"), v("i32")
		s, c := g.tmp(k, "%s i32 %s, %s", g.pick("shl", "lshr", "ashr"), x, n), g.tmp(k, "icmp ult i32 %s, 32", n)
		g.def(k, "i32", "select i1 %s, i32 %s, i32 %s", c, s, v("i32"))
	case 17:
		x := v("i64")
		g.def(k, "i64", "%s i64 %s, %s", g.pick("udiv", "urem"), x, g.tmp(k, "or i64 %s, 1", v("i64")))
		g.def(k, "i64", "%s i64 %s, %s", g.pick("shl", "lshr", "ashr"), x, g.tmp(k, "and i64 %s, 63", v("i64")))
	case 18:
		switch g.r.Intn(7) {
		case 0:
			g.def(k, "i64", "%s i32 %s to i64", g.pick("zext", "sext"), v("i32"))
		case 1:
			g.def(k, "i8", "trunc i64 %s to i8", v("i64"))
		case 2:
			g.def(k, "i128", "%s i64 %s to i128", g.pick("zext", "sext"), v("i64"))
		case 3:
			g.def(k, "i64", "trunc i128 %s to i64", v("i128"))
		case 4:
			g.def(k, "i32", "%s i7 %s to i32", g.pick("zext", "sext"), v("i7"))
		case 5:
			g.def(k, "i7", "trunc i32 %s to i7", v("i32"))
		case 6:
			g.def(k, "i32", "%s i1 %s to i32", g.pick("zext", "sext"), v("i1"))
		}
	case 19:
		x := g.tmp(k, "sitofp i8 %s to double", v("i8"))
		f := g.def(k, "double", "%s double %s, %s", g.pick("fadd", "fsub", "fmul", "fadd nsz", "fmul contract"), x,
			g.pick("1.5", "-0.5", "3.0"))
		g.def(k, "i1", "fcmp %s double %s, %s", g.pick("olt", "ogt", "ueq", "one"), f, v("double"))
	case 20:
		switch g.r.Intn(3) {
		case 0:
			g.def(k, "<4 x i32>", "%s <4 x i32> %s, %s", g.pick("add", "xor", "and", "sub"), v("<4 x i32>"),
				v("<4 x i32>"))
		case 1:
			g.def(k, "<4 x i32>", "insertelement <4 x i32> %s, i32 %s, i32 %d", v("<4 x i32>"), v("i32"), g.r.Intn(4))
		case 2:
			g.def(k, "i32", "extractelement <4 x i32> %s, i32 %d", v("<4 x i32>"), g.r.Intn(4))
		}
	case 21:
		if g.r.Intn(2) == 0 {
			g.def(k, "{ i32, i64 }", "insertvalue { i32, i64 } %s, i64 %s, 1", v("{ i32, i64 }"), v("i64"))
		} else {
			g.def(k, "i32", "extractvalue { i32, i64 } %s, 0", v("{ i32, i64 }"))
			g.def(k, "i64", "extractvalue { i32, i64 } %s, 1", v("{ i32, i64 }"))
		}
	case 22:
		g.def(k, "i32", "freeze i32 %s", v("i32"))
		g.def(k, "i1", "%s i1 %s, %s", g.pick("and", "or", "xor"), v("i1"), v("i1"))
	case 23:
		if len(g.calls) > 0 {
			g.def(k, "i64", "call i64 %s(i64 %s, i64 %s)", g.pick(g.calls...), v("i64"), v("i64"))
			break
		}
		fallthrough
	case 24:
		g.def(k, "i64", "call i64 @may_throw(i64 %s)", v("i64"))
	case 28: // an expression from before, with swapped operands or with flags
		var list []expr
		for x := k; ; x = g.nodes[x].idom {
			list = append(list, g.nodes[x].exprs...)
			if x == 0 {
				break
			}
		}
		if len(list) == 0 {
			return
		}
		e := list[g.r.Intn(len(list))]
		switch g.r.Intn(3) {
		case 0:
			e.x, e.y = e.y, e.x
		case 1:
			g.promise(k, e)
		}
		g.repeat(k, e)
	case 25:
		g.def(k, "i1", "xor i1 %s, true", v("i1"))
		g.def(k, "i1", "select i1 %s, i1 %s, i1 %s", v("i1"), g.pick(v("i1"), "true"), g.pick(v("i1"), "false"))
	case 26:
		g.def(k, "i64", "call i64 @pure(i64 %s)", v("i64"))
	case 27: // one location through two addresses
		p := g.pick("@g", "%s1", "%s2")
		g.def(k, "i64", "load i64, ptr %s, align 8", p)
		to := g.tmp(k, "getelementptr inbounds i8, ptr %s, i64 %s", p, g.pick("0", "4"))
		g.add(k, "store i64 %s, ptr %s, align 1", v("i64"), to)
		g.add(k, "call void @out(i64 %s)", g.def(k, "i64", "load i64, ptr %s, align 8", p))
	default:
		g.add(k, "call void @out(i64 %s)", v("i64"))
	}
}

// repeat computes an expression that may be available already, and often prints its value.
func (g *graph) repeat(k int, e expr) {
	t := e.typ
	if strings.HasPrefix(e.op, "icmp") {
		t = "i1"
	}
	n := g.def(k, t, "%s %s %s, %s", e.op, e.typ, e.x, e.y)
	g.nodes[k].exprs = append(g.nodes[k].exprs, e)
	if g.r.Intn(3) > 0 {
		return
	}
	switch t {
	case "i64":
	case "i128":
		n = g.tmp(k, "trunc i128 %s to i64", n)
	default:
		n = g.tmp(k, "%s %s %s to i64", g.pick("zext", "sext"), t, n)
	}
	g.add(k, "call void @out(i64 %s)", n)
}

// promise computes an expression with flags that may not hold. Only a select that never chooses it
// uses the result.
func (g *graph) promise(k int, e expr) {
	flags := map[string][]string{"add": {"nsw", "nuw", "nuw nsw"}, "sub": {"nsw", "nuw"}, "mul": {"nsw", "nuw"},
		"or": {"disjoint"}}[e.op]
	if flags == nil || e.typ == "i128" {
		return
	}
	p := g.tmp(k, "%s %s %s %s, %s", e.op, g.pick(flags...), e.typ, e.x, e.y)
	never := g.tmp(k, "icmp eq i64 %s, 0", g.tmp(k, "or i64 %s, 1", g.val(k, "i64")))
	g.def(k, e.typ, "select i1 %s, %s %s, %s %s", never, e.typ, p, e.typ, g.val(k, e.typ))
	g.nodes[k].exprs = append(g.nodes[k].exprs, e)
}

// function returns the text of the function.
func (g *graph) function(name string) string {
	g.shape()
	order := g.dominators()
	entry := g.nodes[0]
	entry.text = append(entry.text, "%s1 = alloca [4 x i64], align 8", "%s2 = alloca { i64, [3 x i64] }, align 8",
		"%q = alloca i64, align 8",
		"%w = alloca i32, align 4", "store i64 %a, ptr %q, align 8", "store i32 0, ptr %w, align 4",
		"call void @llvm.memset.p0.i64(ptr align 8 %s1, i8 1, i64 32, i1 false)",
		"call void @llvm.memset.p0.i64(ptr align 8 %s2, i8 0, i64 32, i1 false)",
		"%c = trunc i64 %a to i32", "%d = icmp slt i64 %a, %b", "%e = trunc i64 %b to i8", "%o = trunc i64 %b to i1")
	entry.vals = map[string][]string{"i64": {"%a", "%b"}, "i32": {"%c"}, "i1": {"%d", "%o"}, "i8": {"%e"}}
	for _, k := range order {
		g.fill(k)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "define i64 @%s(i64 %%a, i64 %%b) personality ptr @__gxx_personality_v0 {\n", name)
	for k, x := range g.nodes {
		if x.idom < 0 && len(x.preds) > 0 && g.r.Intn(2) == 0 {
			x.text = append(x.text, "call void @out(i64 9)")
		}
		if k == 0 {
			b.WriteString("b0:\n")
		} else {
			fmt.Fprintf(&b, "b%d:\n", k)
		}
		for _, p := range x.phis {
			g.phi(&b, k, p)
		}
		if x.pad {
			fmt.Fprintf(&b, "  %%l%d = landingpad { ptr, i32 } %s\n", k, map[bool]string{true: "cleanup",
				false: "catch ptr null"}[x.kind == endResume])
			if x.kind != endResume {
				fmt.Fprintf(&b, "  %%x%d = extractvalue { ptr, i32 } %%l%d, 0\n"+
					"  %%y%d = call ptr @__cxa_begin_catch(ptr %%x%d)\n  call void @__cxa_end_catch()\n", k, k, k, k)
			}
		}
		if x.idom < 0 && x.last == "" {
			g.terminator(k)
		}
		for _, s := range x.text {
			b.WriteString("  " + s + "\n")
		}
		b.WriteString("  " + x.last + "\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// fill writes a block. It names the block's phis, and their entries follow after all blocks are
// written.
func (g *graph) fill(k int) {
	x := g.nodes[k]
	if x.last != "" {
		return // consumes fuel: shape has written it
	}
	decides := ""
	if len(x.preds) > 1 && !x.pad && g.r.Intn(5) > 0 {
		for range 1 + g.r.Intn(3) {
			p := phiText{name: "%" + g.name(), typ: g.pick("i1", "i32", "i64", "i1", "i32", g.pick(graphTypes...))}
			if decides == "" && (x.kind == endCond || x.kind == endSwitch) && g.r.Intn(3) > 0 {
				p.decides, p.typ = true, map[int]string{endCond: "i1", endSwitch: "i32"}[x.kind]
				decides = p.typ + " " + p.name
			}
			x.phis = append(x.phis, p)
			x.vals[p.typ] = append(x.vals[p.typ], p.name)
		}
	}
	n := g.r.Intn(7)
	if decides != "" {
		n = g.r.Intn(2) * g.r.Intn(3)
		for range 1 + g.r.Intn(4) { // instructions that jump threading may copy
			switch t := g.pick("i32", "i64"); g.r.Intn(4) {
			case 0:
				g.def(k, t, "load %s, ptr %s, align 1", t, g.pick("@g", "%s1", "%s2"))
			case 1:
				c := strings.TrimPrefix(decides, "i1 ")
				if strings.HasPrefix(decides, "i32 ") {
					c = g.def(k, "i1", "icmp eq %s, 1", decides)
				}
				g.def(k, t, "select i1 %s, %s %s, %s %s", c, t, g.val(k, t), t, g.val(k, t))
			case 2:
				g.add(k, "store %s %s, ptr %s, align 1", t, g.val(k, t), g.pick("@g", "%s1", "%s2"))
			case 3:
				g.def(k, t, "add %s %s, %s", t, g.val(k, t), g.val(k, t))
			}
		}
	}
	tests := decides == "" && x.kind == endCond && g.r.Intn(3) == 0
	if tests {
		n = g.r.Intn(2) * g.r.Intn(3)
	}
	for range n {
		switch g.r.Intn(8) {
		case 0:
			g.def(k, "i64", "load i64, ptr %%q, align 8")
		case 1:
			g.add(k, "store i64 %s, ptr %%q, align 8", g.val(k, "i64"))
		case 2:
			g.add(k, "store i32 %s, ptr %%w, align 4", g.val(k, "i32"))
		case 3:
			g.def(k, "i32", "load i32, ptr %%w, align 4")
		default:
			g.statement(k)
		}
	}
	g.terminator(k)
	if tests {
		g.testMemory(k)
	}
	if decides != "" {
		switch {
		case x.kind == endCond && strings.HasPrefix(decides, "i1 "):
			_, rest, _ := strings.Cut(x.last, ", ")
			x.last = "br " + decides + ", " + rest
		case x.kind == endSwitch && strings.HasPrefix(decides, "i32 "):
			_, rest, _ := strings.Cut(x.last, ", ")
			x.last = "switch " + decides + ", " + rest
		}
	}
}

// testMemory makes a block branch on one of few locations, which other blocks test, too.
func (g *graph) testMemory(k int) {
	x := g.nodes[k]
	l := g.def(k, "i64", "load %si64, ptr %s, align 8", g.pick("", "", "", "", "", "", "", "volatile "),
		g.pick("@g", "%s1", "%q", "%q"))
	c := g.def(k, "i1", "icmp %s i64 %s, %s", g.pick("eq", "eq", "ne", "ult"), l, g.pick("0", "0", "0", "1"))
	if g.r.Intn(3) == 0 {
		c = g.def(k, "i1", "xor i1 %s, true", c)
	}
	_, rest, _ := strings.Cut(x.last, ", ")
	x.last = "br i1 " + c + ", " + rest
}

func (g *graph) terminator(k int) {
	x := g.nodes[k]
	to := func(n int) string { return fmt.Sprintf("label %%b%d", x.succs[n]) }
	switch x.kind {
	case endRet:
		x.last = "ret i64 " + g.val(k, "i64")
	case endBr:
		x.last = "br " + to(0)
	case endCond:
		x.last = fmt.Sprintf("br i1 %s, %s, %s", g.val(k, "i1"), to(0), to(1))
	case endTrap:
		c := g.tmp(k, "icmp ne i64 %s, 0", g.tmp(k, "or i64 %s, 1", g.val(k, "i64")))
		x.last = fmt.Sprintf("br i1 %s, %s, %s", c, to(0), to(1))
		if g.r.Intn(2) == 0 {
			x.last = fmt.Sprintf("br i1 %s, %s, %s", g.tmp(k, "xor i1 %s, true", c), to(1), to(0))
		}
	case endStop:
		g.add(k, "call void @stop(i64 %s)", g.val(k, "i64"))
		x.last = "unreachable"
	case endSwitch:
		x.last = fmt.Sprintf("switch i32 %s, %s [", g.val(k, "i32"), to(0))
		for n := 1; n < len(x.succs); n++ {
			x.last += fmt.Sprintf(" i32 %d, %s", n-1, to(n))
		}
		x.last += " ]"
	case endInvoke:
		callee := "@may_throw(i64 " + g.val(k, "i64") + ")"
		if len(g.calls) > 0 && g.r.Intn(3) == 0 {
			callee = g.pick(g.calls...) + "(i64 " + g.val(k, "i64") + ", i64 " + g.val(k, "i64") + ")"
		}
		r := "%" + g.name()
		x.last = fmt.Sprintf("%s = invoke i64 %s to %s unwind %s", r, callee, to(0), to(1))
		if s := g.nodes[x.succs[0]]; len(s.preds) == 1 {
			s.vals["i64"] = append(s.vals["i64"], r)
		} else {
			x.vals["invoke"] = []string{r} // for phis on the edge
		}
	case endResume:
		x.last = fmt.Sprintf("resume { ptr, i32 } %%l%d", k)
	default:
		if g.r.Intn(2) == 0 {
			g.add(k, "store i64 %s, ptr @g, align 8", g.val(k, "i64"))
		}
		x.last = "unreachable"
	}
}

// phi writes a phi with its entries. All edges from one block have the same value.
func (g *graph) phi(b *strings.Builder, k int, p phiText) {
	came := map[int]string{}
	var list []string
	for _, from := range g.nodes[k].preds {
		if came[from] == "" {
			switch r := g.nodes[from].vals["invoke"]; {
			case p.decides && g.r.Intn(4) > 0:
				came[from] = g.pick(graphConsts[p.typ][:2]...)
			case p.typ == "i64" && len(r) > 0 && g.nodes[from].succs[0] == k && g.r.Intn(2) == 0:
				came[from] = r[0]
			default:
				came[from] = g.val(from, p.typ)
			}
		}
		list = append(list, fmt.Sprintf("[ %s, %%b%d ]", came[from], from))
	}
	fmt.Fprintf(b, "  %s = phi %s %s\n", p.name, p.typ, strings.Join(list, ", "))
}
