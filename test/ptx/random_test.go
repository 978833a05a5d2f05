// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"fmt"
	"math/big"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/sample"
)

// This file writes random modules: device functions that call each other, branch, loop and switch,
// have phis of every type, and use local, shared and global memory. Integers have any width up to
// 128 bits, half of all operands are constants, and addresses are before or after a pointer. The
// modules have no undefined behaviour, so llc's PTX and ours must write the same memory.

var randomTypes = []string{"i1", "i8", "i13", "i16", "i32", "i32", "i48", "i64", "i64", "i128", "float", "double",
	"half", "<2 x i32>", "{ i16, i64 }", "<4 x i8>",
	"<3 x i16>", "<2 x i64>", "<4 x float>", "<2 x double>", "<8 x i8>"}

// value is a value that dominates the next instruction.
type value struct{ name, typ string }

type program struct {
	r     *rand.Rand
	b     strings.Builder
	n     int
	vals  []value
	block string
	funcs []signature // functions that may be called
	slots []value     // allocas; typ is the type of their elements
}

type signature struct {
	name, ret string
	params    []string
}

func (p *program) f(format string, args ...any) { fmt.Fprintf(&p.b, "  "+format+"\n", args...) }

func (p *program) fresh() string { p.n++; return fmt.Sprintf("%%v%d", p.n) }

func (p *program) add(typ, format string, args ...any) string {
	v := p.fresh()
	p.f("%s = %s", v, fmt.Sprintf(format, args...))
	p.vals = append(p.vals, value{v, typ})
	return v
}

func (p *program) typ() string {
	if p.r.Intn(4) == 0 {
		return fmt.Sprintf("i%d", 1+p.r.Intn(128))
	}
	return randomTypes[p.r.Intn(len(randomTypes))]
}

// vector splits <N x T> into its length and its element type.
func vector(t string) (n int, elem string) {
	if !strings.HasPrefix(t, "<") {
		return 0, ""
	}
	count, elem, _ := strings.Cut(t[1:len(t)-1], " x ")
	fmt.Sscan(count, &n)
	return n, elem
}

func isFloat(t string) bool { return t == "float" || t == "double" || t == "half" }

// inMemory reports whether a type may be the type of a variable. For other types, the padding bits
// in memory are undefined.
func inMemory(t string) bool { return bitsOf(t)%8 == 0 }

func bitsOf(t string) int {
	n := 0
	fmt.Sscanf(t, "i%d", &n)
	return n
}

// constant returns a random constant of a type.
func (p *program) constant(t string) string {
	switch {
	case t == "i1":
		return []string{"true", "false"}[p.r.Intn(2)]
	case t == "float" || t == "double":
		return []string{"0.0", "1.0", "-2.5", "1.0e10", "-0.0", "0.5"}[p.r.Intn(6)]
	case t == "half":
		return []string{"0.0", "1.0", "-2.5", "0xH7C00", "0.5"}[p.r.Intn(5)]
	case strings.HasPrefix(t, "<"):
		n, el := vector(t)
		var list []string
		for range n {
			list = append(list, el+" "+p.constant(el))
		}
		return "<" + strings.Join(list, ", ") + ">"
	case strings.HasPrefix(t, "{"):
		return fmt.Sprintf("{ i16 5, i64 %d }", p.r.Int63())
	}
	b := bitsOf(t)
	switch p.r.Intn(4) {
	case 0:
		return []string{"0", "1", "-1", "-2"}[p.r.Intn(4)]
	case 1: // the largest and the smallest signed number
		n := new(big.Int).Lsh(big.NewInt(1), uint(b-1))
		if p.r.Intn(2) == 0 {
			return n.Sub(n, big.NewInt(1)).String()
		}
		return n.Neg(n).String()
	}
	return new(big.Int).Rand(p.r, new(big.Int).Lsh(big.NewInt(1), uint(p.r.Intn(b+1)))).String()
}

// get returns a value of a type.
func (p *program) get(t string) string {
	if p.r.Intn(6) > 0 {
		for range 6 {
			if v := p.vals[p.r.Intn(len(p.vals))]; v.typ == t {
				return v.name
			}
		}
	}
	return p.constant(t)
}

// statement writes a random statement.
func (p *program) statement(budget int) {
	switch k := p.r.Intn(20); {
	case k < 9:
		p.operation()
	case k < 12:
		p.memory()
	case k < 14 && len(p.funcs) > 0:
		s := p.funcs[p.r.Intn(len(p.funcs))]
		var args []string
		for _, t := range s.params {
			args = append(args, t+" "+p.get(t))
		}
		callee := "@" + s.name
		if p.r.Intn(3) == 0 {
			callee = p.fresh()
			p.f("%s = load ptr, ptr @table.%s", callee, s.name)
		}
		p.add(s.ret, "call %s %s(%s)", s.ret, callee, strings.Join(args, ", "))
	case k < 17 && budget > 0:
		p.branch(budget - 1)
	case budget > 0:
		p.loop(budget - 1)
	default:
		p.operation()
	}
}

func (p *program) operation() {
	t := p.typ()
	switch {
	case t == "i1":
		u := []string{"i8", "i13", "i32", "i64", "i128"}[p.r.Intn(5)]
		p.add(t, "icmp %s %s %s, %s", []string{"eq", "ne", "slt", "ult", "sge", "ugt", "sle"}[p.r.Intn(7)], u,
			p.get(u), p.get(u))
	case isFloat(t):
		switch p.r.Intn(4) {
		case 0:
			p.add("i1", "fcmp %s %s %s, %s", []string{"olt", "ueq", "uno", "oge", "une"}[p.r.Intn(5)], t,
				p.get(t), p.get(t))
		case 1:
			u := []string{"i8", "i32", "i48"}[p.r.Intn(3)]
			p.add(t, "%s %s %s to %s", []string{"sitofp", "uitofp"}[p.r.Intn(2)], u, p.get(u), t)
		default:
			// The bits of a NaN are undefined, so replace a NaN with 1.0.
			v := p.fresh()
			p.f("%s = %s %s %s, %s", v, []string{"fadd", "fsub", "fmul"}[p.r.Intn(3)], t, p.get(t), p.get(t))
			c := p.add("i1", "fcmp ord %s %s, %s", t, v, v)
			p.add(t, "select i1 %s, %s %s, %s 1.0", c, t, v, t)
		}
	case strings.HasPrefix(t, "{"):
		if p.r.Intn(2) == 0 {
			p.add(t, "insertvalue %s %s, i64 %s, 1", t, p.get(t), p.get("i64"))
		} else {
			p.add("i16", "extractvalue %s %s, 0", t, p.get(t))
		}
	case strings.HasPrefix(t, "<"):
		n, el := vector(t)
		i := fmt.Sprint(p.r.Intn(n))
		if p.r.Intn(2) == 0 {
			i = p.add("i32", "and i32 %s, 1", p.get("i32"))
		}
		switch k := p.r.Intn(4); {
		case k == 0:
			p.add(t, "insertelement %s %s, %s %s, i32 %s", t, p.get(t), el, p.get(el), i)
		case k == 1:
			p.add(el, "extractelement %s %s, i32 %s", t, p.get(t), i)
		case k == 2:
			p.add(t, "select i1 %s, %s %s, %s %s", p.get("i1"), t, p.get(t), t, p.get(t))
		case isFloat(el): // the result is not a NaN
			p.add(t, "fneg %s %s", t, p.constant(t))
		default:
			p.add(t, "%s %s %s, %s", []string{"add", "mul", "xor"}[p.r.Intn(3)], t, p.get(t), p.get(t))
		}
	default:
		p.integer(t)
	}
}

func (p *program) integer(t string) {
	b := bitsOf(t)
	switch p.r.Intn(7) {
	case 0:
		p.add(t, "select i1 %s, %s %s, %s %s", p.get("i1"), t, p.get(t), t, p.get(t))
	case 1:
		u := []string{"i1", "i8", "i13", "i16", "i32", "i48", "i64", "i128",
			fmt.Sprintf("i%d", 1+p.r.Intn(128))}[p.r.Intn(9)]
		switch c := bitsOf(u); {
		case c > b:
			p.add(t, "trunc %s %s to %s", u, p.get(u), t)
		case c < b:
			p.add(t, "%s %s %s to %s", []string{"zext", "sext"}[p.r.Intn(2)], u, p.get(u), t)
		}
	case 2:
		n := fmt.Sprint(p.r.Intn(b))
		if b > 1 && p.r.Intn(2) == 0 {
			n = p.add(t, "urem %s %s, %d", t, p.get(t), b)
		}
		if b > 1 && (b <= 64 || b == 128) && p.r.Intn(3) == 0 {
			if p.r.Intn(2) == 0 {
				n = p.get(t)
			}
			p.add(t, "call %s @llvm.fsh%s.%s(%s %s, %s %s, %s %s)", t, []string{"l", "r"}[p.r.Intn(2)], t, t, p.get(t),
				t, p.get(t), t, n)
			return
		}
		p.add(t, "%s %s %s, %s", []string{"shl", "lshr", "ashr"}[p.r.Intn(3)], t, p.get(t), n)
	case 3:
		d := p.add(t, "or %s %s, 1", t, p.get(t))
		m := p.add("i1", "icmp eq %s %s, -1", t, d)
		e := p.add(t, "select i1 %s, %s 1, %s %s", m, t, t, d)
		p.add(t, "%s %s %s, %s", []string{"udiv", "sdiv", "urem", "srem"}[p.r.Intn(4)], t, p.get(t), e)
	default:
		p.add(t, "%s %s %s, %s", []string{"add", "sub", "mul", "and", "or", "xor"}[p.r.Intn(6)], t, p.get(t), p.get(t))
	}
}

// spaces are variables of 64 bytes that hold values at any offset, with the spelling of a pointer
// to each.
var spaces = []struct{ typ, ptr string }{
	{"ptr addrspace(1)", "@mem"}, {"ptr addrspace(3)", "@shared"},
	{"ptr", "addrspacecast (ptr addrspace(3) @shared to ptr)"},
	{"ptr", "addrspacecast (ptr addrspace(1) @mem to ptr)"}, {"ptr", "@generic"},
}

// space reads or writes at an offset from the middle of a variable.
func (p *program) space() {
	s := spaces[p.r.Intn(len(spaces))]
	t := p.typ()
	if !inMemory(t) {
		t = "i32"
	}
	q, off := p.fresh(), 16*(p.r.Intn(3)-2)
	if p.r.Intn(2) == 0 {
		p.f("%s = getelementptr i8, %s getelementptr (i8, %s %s, i64 32), i64 %d", q, s.typ, s.typ, s.ptr, off)
	} else {
		i := p.add("i64", "and i64 %s, 1", p.get("i64"))
		p.f("%s = getelementptr [32 x i8], %s getelementptr (i8, %s %s, i64 32), i64 %s, i64 -32", q, s.typ,
			s.typ, s.ptr, i)
	}
	align := 1 << p.r.Intn(5)
	switch {
	case p.r.Intn(4) == 0:
		p.add("i32", "atomicrmw %s %s %s, i32 %s monotonic", []string{"add", "sub", "xchg", "umax", "min", "xor",
			"nand"}[p.r.Intn(7)], s.typ, q, p.get("i32"))
	case p.r.Intn(2) == 0:
		p.f("store %s %s, %s %s, align %d", t, p.get(t), s.typ, q, align)
	default: // the memory may not hold a value of the type, but a NaN
		u := "i64"
		if b := bitsOf(t); b > 0 {
			u = t
		}
		p.add(u, "load %s, %s %s, align %d", u, s.typ, q, align)
	}
}

// memory accesses a slot of the function, at a constant or a variable index.
func (p *program) memory() {
	if p.r.Intn(2) == 0 {
		p.space()
		return
	}
	s := p.slots[p.r.Intn(len(p.slots))]
	ptr := s.name
	if p.r.Intn(2) == 0 {
		i := p.add("i32", "and i32 %s, 3", p.get("i32"))
		q := p.fresh()
		p.f("%s = getelementptr %s, ptr %s, i32 %s", q, s.typ, ptr, i)
		ptr = q
	} else {
		q := p.fresh()
		p.f("%s = getelementptr [4 x %s], ptr %s, i64 0, i64 %d", q, s.typ, ptr, p.r.Intn(4))
		ptr = q
	}
	if p.r.Intn(8) == 0 {
		q := p.fresh()
		p.f("%s = select i1 %s, ptr %s, ptr %s", q, p.get("i1"), ptr, s.name)
		ptr = q
	}
	if p.r.Intn(2) == 0 {
		p.f("store %s %s, ptr %s", s.typ, p.get(s.typ), ptr)
	} else {
		p.add(s.typ, "load %s, ptr %s", s.typ, ptr)
	}
}

func (p *program) label() string { p.n++; return fmt.Sprintf("b%d", p.n) }

func (p *program) begin(l string) {
	fmt.Fprintf(&p.b, "%s:\n", l)
	p.block = l
}

// branch writes an if or a switch whose branches meet in phis.
func (p *program) branch(budget int) {
	arms := 2 + p.r.Intn(5)
	join := p.label()
	labels := make([]string, arms)
	for k := range labels {
		labels[k] = p.label()
	}
	from := p.block
	direct := p.r.Intn(3) == 0 // the first edge leads to the join block itself
	first := labels[0]
	if direct {
		first = join
	}
	if arms == 2 {
		p.f("br i1 %s, label %%%s, label %%%s", p.get("i1"), first, labels[1])
	} else {
		t := []string{"i8", "i32", "i64"}[p.r.Intn(3)]
		v := p.add(t, "and %s %s, 7", t, p.get(t))
		var cases []string
		for k := 1; k < arms; k++ {
			cases = append(cases, fmt.Sprintf("%s %d, label %%%s", t, k*(1+p.r.Intn(2)*0), labels[k]))
		}
		if !direct && p.r.Intn(2) == 0 {
			cases = append(cases, fmt.Sprintf("%s 7, label %%%s", t, labels[1]))
		}
		p.f("switch %s %s, label %%%s [ %s ]", t, v, first, strings.Join(cases, " "))
	}
	nphi := 1 + p.r.Intn(4)
	types := make([]string, nphi)
	incoming := make([][]string, nphi)
	for k := range types {
		types[k] = p.typ()
	}
	saved := len(p.vals)
	for k, l := range labels {
		if k == 0 && direct {
			for j, t := range types {
				incoming[j] = append(incoming[j], fmt.Sprintf("[ %s, %%%s ]", p.get(t), from))
			}
			continue
		}
		p.begin(l)
		for range p.r.Intn(4) {
			p.statement(budget)
		}
		for j, t := range types {
			incoming[j] = append(incoming[j], fmt.Sprintf("[ %s, %%%s ]", p.get(t), p.block))
		}
		p.f("br label %%%s", join)
		p.vals = p.vals[:saved]
	}
	p.begin(join)
	for k, t := range types {
		v := p.fresh()
		p.f("%s = phi %s %s", v, t, strings.Join(incoming[k], ", "))
		p.vals = append(p.vals, value{v, t})
	}
}

// loop writes a loop with a few iterations, whose phis swap values.
func (p *program) loop(budget int) {
	head, exit := p.label(), p.label()
	from := p.block
	n := 2 + p.r.Intn(4)
	types, names, first := make([]string, n), make([]string, n), make([]string, n)
	t := p.typ()
	for k := range types {
		types[k], names[k] = t, p.fresh()
		if p.r.Intn(2) == 0 {
			t = p.typ()
		}
		first[k] = p.get(types[k])
	}
	i, next := p.fresh(), p.fresh()
	p.f("br label %%%s", head)
	p.begin(head)
	at := p.b.Len()
	saved := len(p.vals)
	for k := range names {
		p.vals = append(p.vals, value{names[k], types[k]})
	}
	inner := len(p.vals)
	for range 1 + p.r.Intn(4) {
		p.statement(budget)
	}
	p.f("%s = add i32 %s, 1", next, i)
	c := p.fresh()
	p.f("%s = icmp ult i32 %s, %d", c, next, 1+p.r.Intn(5))
	var phis strings.Builder
	fmt.Fprintf(&phis, "  %s = phi i32 [ 0, %%%s ], [ %s, %%%s ]\n", i, from, next, p.block)
	for k := range names {
		v := ""
		if j := p.r.Intn(n); p.r.Intn(2) == 0 && types[j] == types[k] {
			v = names[j]
		} else {
			v = p.get(types[k])
		}
		fmt.Fprintf(&phis, "  %s = phi %s [ %s, %%%s ], [ %s, %%%s ]\n", names[k], types[k], first[k], from, v, p.block)
	}
	text := p.b.String()
	p.b.Reset()
	p.b.WriteString(text[:at] + phis.String() + text[at:])
	p.f("br i1 %s, label %%%s, label %%%s", c, head, exit)
	p.begin(exit)
	_ = inner
	// the phis of the header dominate the code after the loop, too
	p.vals = p.vals[:min(len(p.vals), saved+n+8)]
	p.vals = p.vals[:saved+n]
}

// function writes a function.
func (p *program) function(s signature) {
	p.vals, p.slots, p.n = nil, nil, 0
	linkage := []string{"internal ", "", "weak "}[p.r.Intn(3)]
	var params []string
	for k, t := range s.params {
		n := fmt.Sprintf("%%a%d", k)
		params = append(params, t+" "+n)
		p.vals = append(p.vals, value{n, t})
	}
	fmt.Fprintf(&p.b, "define %s%s @%s(%s) noinline {\n", linkage, s.ret, s.name, strings.Join(params, ", "))
	p.begin("entry")
	for k := range 3 {
		t := p.typ()
		if !inMemory(t) {
			t = "i32"
		}
		n := fmt.Sprintf("%%slot%d", k)
		p.f("%s = alloca [4 x %s], align 16", n, t)
		for j := range 4 {
			q := p.fresh()
			p.f("%s = getelementptr [4 x %s], ptr %s, i64 0, i64 %d", q, t, n, j)
			p.f("store %s %s, ptr %s", t, p.constant(t), q)
		}
		p.slots = append(p.slots, value{n, t})
	}
	for range 4 + p.r.Intn(8) {
		p.statement(3)
	}
	p.f("ret %s %s", s.ret, p.get(s.ret))
	p.b.WriteString("}\n\n")
	p.funcs = append(p.funcs, s)
}

// randomModule returns a module with a kernel @main.
func randomModule(seed int64) string {
	p := &program{r: rand.New(rand.NewSource(seed))}
	var sigs []signature
	for k := range 2 + p.r.Intn(3) {
		s := signature{name: fmt.Sprintf("f%d", k), ret: p.typ()}
		for range 1 + p.r.Intn(4) {
			s.params = append(s.params, p.typ())
		}
		sigs = append(sigs, s)
		p.function(s)
	}
	var b strings.Builder
	b.WriteString(ptxHead)
	b.WriteString("@mem = internal addrspace(1) global [64 x i8] zeroinitializer, align 16\n" +
		"@generic = internal global [64 x i8] zeroinitializer, align 16\n")
	b.WriteString("@shared = internal addrspace(3) global [64 x i8] undef, align 16\n")
	for w := 2; w <= 128; w++ {
		for _, op := range []string{"fshl", "fshr"} {
			if call := fmt.Sprintf("@llvm.%s.i%d(", op, w); strings.Contains(p.b.String(), call) {
				fmt.Fprintf(&b, "declare i%d %si%d, i%d, i%d)\n", w, call, w, w, w)
			}
		}
	}
	for _, s := range sigs {
		fmt.Fprintf(&b, "@table.%s = internal global ptr @%s\n", s.name, s.name)
	}
	b.WriteString(p.b.String())
	b.WriteString("define ptx_kernel void @main(ptr addrspace(1) %out) {\n" +
		"  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n")
	b.WriteString("  %mine = getelementptr [32 x i64], ptr addrspace(1) %out, i32 %tid\n" +
		"  %w = zext i32 %tid to i128\n  %x = mul i128 %w, 1234567890123456789012345678901\n")
	for k, s := range sigs {
		var args []string
		for j, t := range s.params {
			arg := fmt.Sprintf("%%a.%d.%d", k, j)
			switch n := bitsOf(t); {
			case n == 128:
				arg = "%x"
			case n > 0:
				fmt.Fprintf(&b, "  %s = trunc i128 %%x to %s\n", arg, t)
			case t == "float" || t == "double" || t == "half":
				fmt.Fprintf(&b, "  %s = uitofp i32 %%tid to %s\n", arg, t)
			default:
				arg = p.constant(t)
			}
			args = append(args, t+" "+arg)
		}
		fmt.Fprintf(&b, "  %%r.%d = call %s @%s(%s)\n", k, s.ret, s.name, strings.Join(args, ", "))
		fmt.Fprintf(&b, "  %%p.%d = getelementptr i64, ptr addrspace(1) %%mine, i32 %d\n"+
			"  store %s %%r.%d, ptr addrspace(1) %%p.%d\n", k, 2*k, s.ret, k, k)
	}
	b.WriteString("  ret void\n}\n")
	return b.String()
}

// TestRandomPrograms compares random programs, and assembles ours with both versions of ptxas.
// RANDOM=FIRST:N selects the seeds.
func TestRandomPrograms(t *testing.T) {
	n := int64(60)
	first := int64(0)
	if s := os.Getenv("RANDOM"); s != "" {
		if _, err := fmt.Sscanf(s, "%d:%d", &first, &n); err != nil {
			t.Fatal(err)
		}
	}
	for seed := first; seed < first+n; seed++ {
		if !sample.Has(fmt.Sprint(seed), 6) {
			continue
		}
		text := randomModule(seed)
		theirs, err := llc(t, text, "-mcpu=sm_80", "-O0")
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		mine, err := ours(t, "random.ll", text, driver.PTXOptions{CPU: "sm_80"})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		want, err := runMain(theirs, 4, true)
		if err != nil {
			t.Errorf("seed %d: llc's: %v", seed, err)
			continue
		}
		got, err := runMain(mine, 4, false)
		if err != nil {
			t.Errorf("seed %d: ours: %v", seed, err)
			continue
		}
		for k := range want {
			if got[k] != want[k] {
				t.Errorf("seed %d: thread %d, byte %d: %#x and not %#x", seed, k/256, k%256, got[k], want[k])
				break
			}
		}
		if err := assembleAll(t, mine); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}
