// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

import (
	"fmt"
	"math/rand"
	"strings"
)

// local generates functions whose variables stay in memory unless a pass unrolls loops over arrays,
// resolves addresses of a variable in itself, and so on.
type local struct {
	r    *rand.Rand
	b    strings.Builder
	n    int
	size int    // of the array
	sum  string // the value computed so far
}

func (g *local) emit(format string, args ...any) { fmt.Fprintf(&g.b, "  "+format+"\n", args...) }

func (g *local) def(format string, args ...any) string {
	g.n++
	v := fmt.Sprintf("%%v%d", g.n)
	g.emit("%s = %s", v, fmt.Sprintf(format, args...))
	return v
}

// mix adds a value to the sum.
func (g *local) mix(v string) {
	g.sum = g.def("xor i64 %s, %s", g.def("mul i64 %s, 31", g.sum), v)
}

// function writes a function of two integers.
func (g *local) function(name string) string {
	g.size = 1 + g.r.Intn(6)
	fmt.Fprintf(&g.b, "define i64 @%s(i64 %%a, i64 %%b) personality ptr @__gxx_personality_v0 {\nentry:\n", name)
	g.emit("%%arr = alloca { i64, [%d x i64], i64 }, align 8", g.size)
	g.emit("%%self = alloca { i64, ptr, i64 }, align 8")
	g.emit("%%tab = alloca [4 x i64], align 8")
	g.emit("%%s = alloca i64, align 8")
	g.emit("%%t = alloca i64, align 8")
	g.emit("call void @llvm.memset.p0.i64(ptr %%arr, i8 %d, i64 %d, i1 false)", g.r.Intn(3), 8*g.size+16)
	g.emit("call void @llvm.memcpy.p0.p0.i64(ptr %%tab, ptr @table, i64 32, i1 false)")
	g.emit("store i64 %%a, ptr %%s, align 8")
	g.emit("store i64 %%b, ptr %%t, align 8")
	g.emit("%%self.2 = getelementptr i8, ptr %%self, i64 16")
	g.emit("%%self.1 = getelementptr i8, ptr %%self, i64 8")
	g.emit("store i64 %%b, ptr %%self, align 8")
	g.emit("store i64 %%a, ptr %%self.2, align 8")
	g.emit("store ptr %%self, ptr %%self.1, align 8")
	g.emit("%%first = getelementptr i8, ptr %%arr, i64 8")
	g.sum = "%a"
	steps := []func(){g.byIndex, g.byPointer, g.branches, g.self, g.table, g.choose}
	for range 3 + g.r.Intn(4) {
		steps[g.r.Intn(len(steps))]()
	}
	g.emit("call void @out(i64 %s)", g.sum)
	g.emit("%%rest = load i64, ptr %%arr, align 8")
	g.mix("%rest")
	g.emit("ret i64 %s\n}", g.sum)
	return g.b.String()
}

// byIndex fills or reads the array in a loop that tests first.
func (g *local) byIndex() {
	g.n++
	id, from, step := g.n, g.r.Intn(2), 1+g.r.Intn(2)
	pre := fmt.Sprintf("pre%d", id)
	g.emit("br label %%%s\n%s:", pre, pre)
	g.emit("br label %%head%d\nhead%d:", id, id)
	g.emit("%%i%d = phi i32 [ %d, %%%s ], [ %%next%d, %%body%d ]", id, from, pre, id, id)
	g.emit("%%sum%d = phi i64 [ %s, %%%s ], [ %%add%d, %%body%d ]", id, g.sum, pre, id, id)
	g.emit("%%more%d = icmp ult i32 %%i%d, %d", id, id, g.size)
	g.emit("br i1 %%more%d, label %%body%d, label %%done%d\nbody%d:", id, id, id, id)
	g.emit("%%w%d = zext i32 %%i%d to i64", id, id)
	at := g.def("getelementptr inbounds [%d x i64], ptr %%first, i64 0, i64 %%w%d", g.size, id)
	if g.r.Intn(2) == 0 {
		g.emit("%%x%d = add i64 %%sum%d, %%w%d", id, id, id)
		g.emit("store i64 %%x%d, ptr %s, align 8", id, at)
	} else {
		g.emit("%%x%d = load i64, ptr %s, align 8", id, at)
	}
	g.emit("%%add%d = xor i64 %%x%d, 5", id, id)
	g.emit("%%next%d = add i32 %%i%d, %d", id, id, step)
	g.emit("br label %%head%d\ndone%d:", id, id)
	g.mix(fmt.Sprintf("%%sum%d", id))
	if g.r.Intn(2) == 0 {
		g.mix(g.def("zext i32 %%i%d to i64", id))
	}
}

// byPointer reads the array in a loop that tests last.
func (g *local) byPointer() {
	g.n++
	id := g.n
	end := g.def("getelementptr i64, ptr %%first, i64 %d", g.size)
	g.emit("br label %%pre%d\npre%d:", id, id)
	g.emit("br label %%loop%d\nloop%d:", id, id)
	g.emit("%%p%d = phi ptr [ %%first, %%pre%d ], [ %%q%d, %%loop%d ]", id, id, id, id)
	g.emit("%%sum%d = phi i64 [ %s, %%pre%d ], [ %%add%d, %%loop%d ]", id, g.sum, id, id, id)
	g.emit("%%x%d = load i64, ptr %%p%d, align 8", id, id)
	g.emit("%%add%d = add i64 %%sum%d, %%x%d", id, id, id)
	g.emit("%%q%d = getelementptr inbounds i64, ptr %%p%d, i64 1", id, id)
	g.emit("%%end%d = icmp eq ptr %%q%d, %s", id, id, end)
	g.emit("br i1 %%end%d, label %%done%d, label %%loop%d\ndone%d:", id, id, id, id)
	g.mix(fmt.Sprintf("%%add%d", id))
	if g.r.Intn(2) == 0 { // the last pointer is used after the loop
		g.mix(g.def("load i64, ptr %%p%d, align 8", id))
	}
}

// branches branches in a loop over the array, and sometimes leaves it early.
func (g *local) branches() {
	g.n++
	id := g.n
	g.emit("br label %%pre%d\npre%d:", id, id)
	g.emit("br label %%head%d\nhead%d:", id, id)
	g.emit("%%i%d = phi i64 [ 0, %%pre%d ], [ %%next%d, %%latch%d ]", id, id, id, id)
	g.emit("%%sum%d = phi i64 [ %s, %%pre%d ], [ %%add%d, %%latch%d ]", id, g.sum, id, id, id)
	at := g.def("getelementptr i64, ptr %%first, i64 %%i%d", id)
	g.emit("%%x%d = load i64, ptr %s, align 8", id, at)
	g.emit("%%low%d = and i64 %%sum%d, 1", id, id)
	g.emit("%%odd%d = icmp ne i64 %%low%d, 0", id, id)
	g.emit("br i1 %%odd%d, label %%one%d, label %%two%d\none%d:", id, id, id, id)
	g.emit("%%y%d = sub i64 %%sum%d, %%x%d", id, id, id)
	g.emit("store i64 %%y%d, ptr %s, align 8", id, at)
	out := "latch"
	if g.r.Intn(4) == 0 {
		out = "early"
		g.emit("%%neg%d = icmp slt i64 %%y%d, 0", id, id)
		g.emit("br i1 %%neg%d, label %%early%d, label %%latch%d", id, id, id)
	} else {
		g.emit("br label %%latch%d", id)
	}
	fmt.Fprintf(&g.b, "two%d:\n", id)
	g.emit("%%z%d = mul i64 %%x%d, 3", id, id)
	g.emit("br label %%latch%d\nlatch%d:", id, id)
	g.emit("%%add%d = phi i64 [ %%y%d, %%one%d ], [ %%z%d, %%two%d ]", id, id, id, id, id)
	g.emit("%%next%d = add i64 %%i%d, 1", id, id)
	g.emit("%%more%d = icmp ne i64 %%next%d, %d", id, id, g.size)
	g.emit("br i1 %%more%d, label %%head%d, label %%done%d", id, id, id)
	if out == "early" {
		g.emit("\nearly%d:", id)
		g.emit("br label %%done%d", id)
		fmt.Fprintf(&g.b, "done%d:\n", id)
		g.emit("%%left%d = phi i64 [ %%add%d, %%latch%d ], [ %%sum%d, %%early%d ]", id, id, id, id, id)
		g.mix(fmt.Sprintf("%%left%d", id))
		return
	}
	fmt.Fprintf(&g.b, "done%d:\n", id)
	g.mix(fmt.Sprintf("%%add%d", id))
}

// self accesses a variable through an address that it contains itself.
func (g *local) self() {
	inside := "%self"
	switch g.r.Intn(8) {
	case 0:
		inside = g.def("select i1 %s, ptr %%self, ptr %%first", g.def("icmp slt i64 %s, 0", g.sum))
	case 1:
		g.emit("store ptr %%first, ptr %%self.1, align 8")
		h := g.def("load ptr, ptr %%self.1, align 8")
		g.mix(g.def("load i64, ptr %s, align 8", h))
	case 2:
		g.emit("call void @peek(ptr %%self.2)")
	case 3:
		g.emit("store ptr null, ptr %%self.1, align 8")
	}
	g.emit("store ptr %s, ptr %%self.1, align 8", inside)
	h := g.def("load ptr, ptr %%self.1, align 8")
	if inside == "%self" {
		h = g.def("getelementptr i8, ptr %s, i64 16", h)
	}
	if g.r.Intn(2) == 0 {
		g.emit("store i64 %s, ptr %s, align 8", g.sum, h)
	}
	g.mix(g.def("load i64, ptr %s, align 8", h))
	g.mix(g.def("load i64, ptr %%self.2, align 8"))
}

// table reads a copy of a constant, and sometimes writes to it.
func (g *local) table() {
	at := g.def("getelementptr [4 x i64], ptr %%tab, i64 0, i64 %s", g.def("and i64 %s, 3", g.sum))
	if g.r.Intn(6) == 0 {
		g.emit("store i64 %s, ptr %s, align 8", g.sum, at)
	}
	g.mix(g.def("load i64, ptr %s, align 8", at))
}

// choose accesses one of two variables.
func (g *local) choose() {
	c := g.def("icmp sgt i64 %s, %d", g.sum, g.r.Intn(9))
	arms := [...]string{"%s", "%t", "%s", "%t", "%first"}
	p := g.def("select i1 %s, ptr %s, ptr %s", c, arms[g.r.Intn(5)], arms[g.r.Intn(4)])
	if g.r.Intn(2) == 0 {
		g.emit("store i64 %s, ptr %s, align 8", g.sum, p)
	}
	g.mix(g.def("load i64, ptr %s, align 8", p))
	g.mix(g.def("load i64, ptr %%s, align 8"))
}
