// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// The function builder: the text of one function under construction, the values in scope, and the
// few operations whose spelling depends on the dialect (pointers, address computation, memory
// access, lifetime markers).

import (
	"fmt"
	"strings"
)

// val is a first-class value: type and operand text.
type val struct {
	t *typ
	s string
}

// ptrval is a pointer for loads, and also for stores unless ro is set.
type ptrval struct {
	s     string
	t     *typ // type of the pointee
	align int
	ro    bool
}

// slot is an object in memory.
type slot struct {
	name  string
	t     *typ
	count int // elements of an array alloca, 1 otherwise
	align int
	ro    bool // read-only: byval parameters
	shy   bool // its address never escapes
}

// fn is a function under construction. vals and ptrs are stacks: the end of a region drops the
// values that were added in it, so that all others dominate the current position.
type fn struct {
	*gen
	head    string
	allocas []string // in the entry block
	lines   []string
	cur     string // current block
	counter int
	vals    []val
	ptrs    []ptrval
	slots   []*slot
	c       *coroState // nil in plain functions
}

func (g *gen) newFn(head string) *fn { return &fn{gen: g, head: head} }

// finish returns the text of the function. The entry block's label is "entry".
func (f *fn) finish() string {
	var b strings.Builder
	b.WriteString(f.head + " {\nentry:\n")
	for _, l := range f.allocas {
		b.WriteString(l + "\n")
	}
	for _, l := range f.lines {
		b.WriteString(l + "\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// name returns a fresh local name.
func (f *fn) name(hint string) string {
	f.counter++
	return fmt.Sprintf("%%%s%d", hint, f.counter)
}

// spell replaces `ptr` at word boundaries with the dialect's pointer type.
func (g *gen) spell(s string) string {
	if g.o.Dialect != LLVM14 {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, "ptr")
		if i < 0 {
			break
		}
		before := i == 0 || strings.ContainsRune(" (,{[", rune(s[i-1]))
		after := i+3 == len(s) || strings.ContainsRune(" ,)}]", rune(s[i+3]))
		b.WriteString(s[:i])
		if before && after {
			b.WriteString("i8*")
		} else {
			b.WriteString("ptr")
		}
		s = s[i+3:]
	}
	return b.String() + s
}

// do adds an instruction without result.
func (f *fn) do(format string, args ...any) {
	f.lines = append(f.lines, "  "+f.spell(fmt.Sprintf(format, args...)))
}

// op adds an instruction with a result and returns the result's name.
func (f *fn) op(format string, args ...any) string {
	n := f.name("v")
	f.lines = append(f.lines, "  "+n+" = "+f.spell(fmt.Sprintf(format, args...)))
	return n
}

// newLabel returns a block name without beginning the block.
func (f *fn) newLabel(hint string) string { return f.name(hint)[1:] }

// start begins a block. The block before must have its terminator.
func (f *fn) start(label string) {
	f.lines = append(f.lines, label+":")
	f.cur = label
}

func (f *fn) br(label string) { f.do("br label %%%s", label) }

// mark and release bracket a region of values.
type scope struct{ v, p, s int }

func (f *fn) mark() scope { return scope{len(f.vals), len(f.ptrs), len(f.slots)} }
func (f *fn) release(s scope) {
	f.vals, f.ptrs, f.slots = f.vals[:s.v:s.v], f.ptrs[:s.p:s.p], f.slots[:s.s:s.s]
}

func (f *fn) push(t *typ, s string) val {
	v := val{t, s}
	f.vals = append(f.vals, v)
	return v
}

// as returns `T* %p` of the dialect for an address of the universal pointer type.
func (f *fn) as(t *typ, p string) string {
	if f.o.Dialect != LLVM14 {
		return "ptr " + p
	}
	if t == i8 {
		return "i8* " + p
	}
	return fmt.Sprintf("%s* %s", t.s, f.op("bitcast i8* %s to %s*", p, t.s))
}

// back converts an address of type t* to the universal pointer type.
func (f *fn) back(t *typ, p string) string {
	if f.o.Dialect != LLVM14 || t == i8 {
		return p
	}
	return f.op("bitcast %s* %s to i8*", t.s, p)
}

// bytes adds a byte offset to p.
func (f *fn) bytes(p string, off string) string {
	return f.op("getelementptr inbounds i8, ptr %s, i64 %s", p, off)
}

func (f *fn) load(t *typ, p string, align int) string {
	a := f.as(t, p)
	return f.op("load %s, %s, align %d", t.s, a, align)
}

func (f *fn) store(v val, p string, align int) {
	a := f.as(v.t, p)
	f.do("store %s %s, %s, align %d", v.t.s, v.s, a, align)
}

// loadPtr and storePtr load and store a universal pointer.
func (f *fn) loadPtr(p string) string {
	if f.o.Dialect == LLVM14 {
		return f.op("load i8*, i8** %s, align 8", f.op("bitcast i8* %s to i8**", p))
	}
	return f.op("load ptr, ptr %s, align 8", p)
}

func (f *fn) storePtr(v, p string) {
	if f.o.Dialect == LLVM14 {
		f.do("store i8* %s, i8** %s, align 8", v, f.op("bitcast i8* %s to i8**", p))
		return
	}
	f.do("store ptr %s, ptr %s, align 8", v, p)
}

// field returns the address of a leaf of an object, computed with a byte offset or with typed
// indices.
func (f *fn) field(base string, t *typ, l leaf) string {
	if len(l.path) == 0 {
		return base
	}
	if f.chance(30) {
		return f.bytes(base, fmt.Sprint(l.off))
	}
	idx := ""
	for i, x := range l.path {
		w := "i32"
		if i == 0 && t.k == kArray {
			w = "i64"
		}
		idx += fmt.Sprintf(", %s %d", w, x)
	}
	a := f.as(t, base)
	return f.back(l.t, f.op("getelementptr inbounds %s, %s, i64 0%s", t.s, a, idx))
}

// alloca adds an object to the entry block and returns its address. The names resemble source
// names, so that some clash with names that lowering creates.
func (f *fn) alloca(t string, count, align int) string {
	n := f.name(oneOf(f.gen, "x", "tmp", "arr", "obj.addr", "index.addr", "p.reload"))
	f.allocaAs(n, t, count, align, true)
	return n
}

func (f *fn) allocaAs(n, t string, count, align int, entry bool) {
	cnt := ""
	if count > 1 {
		cnt = fmt.Sprintf(", i32 %d", count)
	}
	var out []string
	if f.o.Dialect == LLVM14 && t != "i8" {
		tt := f.spell(t)
		out = []string{fmt.Sprintf("  %s.t = alloca %s%s, align %d", n, tt, cnt, align),
			fmt.Sprintf("  %s = bitcast %s* %s.t to i8*", n, tt, n)}
	} else {
		out = []string{fmt.Sprintf("  %s = alloca %s%s, align %d", n, f.spell(t), cnt, align)}
	}
	if entry {
		f.allocas = append(f.allocas, out...)
	} else {
		f.lines = append(f.lines, out...)
	}
}

// lifetime writes a lifetime marker; which is "start" or "end".
func (f *fn) lifetime(which, p string, size int) {
	switch f.o.Dialect {
	case LLVM22:
		f.decl(fmt.Sprintf("void @llvm.lifetime.%s.p0(ptr)", which))
		f.do("call void @llvm.lifetime.%s.p0(ptr %s)", which, p)
	case LLVM19:
		f.decl(fmt.Sprintf("void @llvm.lifetime.%s.p0(i64, ptr)", which))
		f.do("call void @llvm.lifetime.%s.p0(i64 %d, ptr %s)", which, size, p)
	default:
		f.decl(fmt.Sprintf("void @llvm.lifetime.%s.p0i8(i64, ptr)", which))
		f.do("call void @llvm.lifetime.%s.p0i8(i64 %d, ptr %s)", which, size, p)
	}
}

func (f *fn) zero(p string, size, align int) {
	s := "p0"
	if f.o.Dialect == LLVM14 {
		s = "p0i8"
	}
	f.decl(fmt.Sprintf("void @llvm.memset.%s.i64(ptr, i8, i64, i1)", s))
	f.do("call void @llvm.memset.%s.i64(ptr align %d %s, i8 0, i64 %d, i1 false)", s, align, p, size)
}

// rt calls a void function of the runtime. sig has its parameter types.
func (f *fn) rt(name, sig, format string, args ...any) {
	f.decl(fmt.Sprintf("void @%s(%s)", name, sig))
	f.do("call void @%s(%s)", name, fmt.Sprintf(format, args...))
}

// rtVal calls a function of the runtime that returns a result.
func (f *fn) rtVal(ret, name, sig, format string, args ...any) string {
	f.decl(fmt.Sprintf("%s @%s(%s)", ret, name, sig))
	return f.op("call %s @%s(%s)", ret, name, fmt.Sprintf(format, args...))
}

// note traces an i64 operand.
func (f *fn) note(x string) {
	f.rt("rt_trace", "i64, i64", "i64 %d, i64 %s", f.nextTag(), x)
}

// trace passes a value of any type to the runtime, part by part.
func (f *fn) trace(v val) {
	switch v.t.k {
	case kInt:
		switch {
		case v.t.bits < 64:
			f.note(f.op("%s %s %s to i64", oneOf(f.gen, "zext", "sext"), v.t.s, v.s))
		case v.t.bits == 64:
			f.note(v.s)
		default:
			f.note(f.op("trunc %s %s to i64", v.t.s, v.s))
			f.note(f.op("trunc %s %s to i64", v.t.s, f.op("lshr %s %s, 64", v.t.s, v.s)))
		}
	case kFloat:
		w := intType(v.t.size * 8)
		f.trace(val{w, f.op("bitcast %s %s to %s", v.t.s, v.s, w.s)})
	case kVec:
		for i := range v.t.n {
			f.trace(val{v.t.elems[0], f.op("extractelement %s %s, i32 %d", v.t.s, v.s, i)})
		}
	case kStruct:
		for i, e := range v.t.elems {
			f.trace(val{e, f.op("extractvalue %s %s, %d", v.t.s, v.s, i)})
		}
	case kArray:
		for i := range v.t.n {
			f.trace(val{v.t.elems[0], f.op("extractvalue %s %s, %d", v.t.s, v.s, i)})
		}
	}
}
