// Package gen writes random coroutines as textual LLVM IR, for the differential
// run in test/diff.
//
// Every module is free of undefined behaviour by construction: memory is
// initialised before it is read, padding is never looked at, pointers are never
// traced, loops end, arithmetic carries no poison flags. Two right lowerings of
// one module therefore print the same trace, at every optimisation level.
//
// The package knows nothing of the rest of the project and runs no tool. What a
// module calls (the rt_ functions) is in test/diff/testdata/runtime.cpp.
package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Dialect is the spelling of the printed IR. It never changes which program is
// generated: one seed with one Portable setting is the same program in all three.
type Dialect int

// The dialects. LLVM22 has `void @llvm.coro.end(ptr, i1, token)`, LLVM19 the `i1`
// form of it, LLVM14 typed pointers and the string marker of a coroutine.
const (
	LLVM22 Dialect = iota
	LLVM19
	LLVM14
)

// Opts selects the spelling and the feature set of a module.
type Opts struct {
	Dialect Dialect
	// Portable leaves out what LLVM 14 lacks or gets wrong: await intrinsics,
	// coro.align, i128, exceptions, over-alignment.
	Portable bool
	// Hard prints the same program in a way that LLVM 22 lowers wrongly: objects
	// with less than their type's alignment that are written before coro.begin,
	// addresses inside the promise that are computed before it, empty objects
	// outside the entry block. Its trace is that of the module without Hard.
	Hard bool
	// Prefix starts every external symbol of the module; "s<seed>_" when empty.
	Prefix string
}

// layout is the data layout of x86-64 Linux, in the form the dialect's tools print.
var layout = map[Dialect]string{
	LLVM22: "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
	LLVM19: "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
	LLVM14: "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128",
}

// bufLen is the size in bytes of the module's global buffer, a multiple of 64.
const bufLen = 64

// gen is the state of one module.
type gen struct {
	r        *rand.Rand
	o        Opts
	pre      string // symbol prefix
	coros    []*coro
	funcs    []string        // finished definitions
	decls    map[string]bool // declarations in use
	declSeq  []string        // the same, in order of first use
	tag      int             // last trace tag given out
	wrappers int             // await wrappers written
	rows     []row
	outside  bool // metadata node 0 is in use
}

// row is one line of the table the runtime walks.
type row struct {
	name, start, resume, destroy, done, promise string
	flags                                       int
}

// Flags of a row; runtime.cpp has the same numbers.
const (
	flagThrows = 1 // run it with every position of the thrown exception
	flagPlain  = 2 // start runs to the end by itself and returns null
)

// Prefix returns the symbol prefix that a module of this seed has by default.
func Prefix(seed uint64) string { return fmt.Sprintf("s%d_", seed) }

// Module returns the text of the module for a seed. Equal arguments give equal
// text. The module defines `@<prefix>module`, the table the runtime starts from.
func Module(seed uint64, o Opts) string {
	g := &gen{
		r: rand.New(rand.NewPCG(seed, 0x636f726f)), o: o, pre: o.Prefix,
		decls: map[string]bool{},
	}
	if g.pre == "" {
		g.pre = Prefix(seed)
	}
	n := 1 + g.n(4)
	for i := range n {
		g.coros = append(g.coros, g.planCoro(i))
	}
	for _, c := range g.coros {
		g.defineCoro(c)
	}
	for _, c := range g.coros {
		g.defineEntry(c)
		if c.safe && !c.task && g.chance(60) {
			g.definePlain(c)
		}
	}
	return g.text(seed)
}

// text puts the module together in the order LLVM prints one.
func (g *gen) text(seed uint64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "; generated: seed %d\n", seed)
	fmt.Fprintf(&b, "target datalayout = %q\ntarget triple = \"x86_64-pc-linux-gnu\"\n\n", layout[g.o.Dialect])
	for _, t := range namedTypes {
		fmt.Fprintf(&b, "%s = type %s\n", t.s, t.body)
	}
	fmt.Fprintf(&b, "\n@%sbuf = global [%d x i8] zeroinitializer, align 64\n", g.pre, bufLen)
	g.table(&b)
	for _, f := range g.funcs {
		b.WriteString("\n")
		b.WriteString(f)
	}
	b.WriteString("\n")
	for _, d := range g.declSeq {
		fmt.Fprintf(&b, "declare %s\n", d)
	}
	if g.outside {
		b.WriteString("\n!0 = !{}\n")
	}
	return b.String()
}

// table writes the rows and the module record that the runtime reads.
func (g *gen) table(b *strings.Builder) {
	p := g.ptr()
	var rows []string
	for i, r := range g.rows {
		fmt.Fprintf(b, "@%sname%d = private constant [%d x i8] c\"%s\\00\"\n", g.pre, i, len(r.name)+1, r.name)
		cells := []string{
			g.constPtr(fmt.Sprintf("[%d x i8]*", len(r.name)+1), fmt.Sprintf("@%sname%d", g.pre, i)),
			g.constPtr("i8* (i64)*", r.start), g.constPtr("void (i8*)*", r.resume),
			g.constPtr("void (i8*)*", r.destroy), g.constPtr("i64 (i8*)*", r.done),
			g.constPtr("void (i8*)*", r.promise),
		}
		cell := ""
		for _, c := range cells {
			cell += p + " " + c + ", "
		}
		rows = append(rows, fmt.Sprintf("%%row { %si64 %d }", cell, r.flags))
	}
	fmt.Fprintf(b, "%%row = type { %s, %s, %s, %s, %s, %s, i64 }\n", p, p, p, p, p, p)
	fmt.Fprintf(b, "@%srows = constant [%d x %%row] [%s]\n", g.pre, len(rows), strings.Join(rows, ", "))
	fmt.Fprintf(b, "@%smodule = constant { %s, i64, %s, i64 } { %s %s, i64 %d, %s %s, i64 %d }\n", g.pre, p, p,
		p, g.constPtr(fmt.Sprintf("[%d x %%row]*", len(rows)), "@"+g.pre+"rows"), len(rows),
		p, g.buf(), bufLen)
}

// ptr is the spelling of the universal pointer type.
func (g *gen) ptr() string {
	if g.o.Dialect == LLVM14 {
		return "i8*"
	}
	return "ptr"
}

// constPtr is a global's address as a constant of the universal pointer type;
// typ is the global's typed pointer type. "null" and "" give null.
func (g *gen) constPtr(typ, name string) string {
	switch {
	case name == "" || name == "null":
		return "null"
	case g.o.Dialect == LLVM14:
		return fmt.Sprintf("bitcast (%s %s to i8*)", typ, name)
	}
	return name
}

// buf is the address of the module's global buffer.
func (g *gen) buf() string {
	return g.constPtr(fmt.Sprintf("[%d x i8]*", bufLen), "@"+g.pre+"buf")
}

// decl notes that a declaration is used. The text has `ptr` for the universal pointer type.
func (g *gen) decl(s string) {
	s = g.spell(s)
	if !g.decls[s] {
		g.decls[s] = true
		g.declSeq = append(g.declSeq, s)
	}
}

// nocapture is the dialect's parameter attribute for a pointer that does not escape.
func (g *gen) nocapture() string {
	if g.o.Dialect == LLVM22 {
		return "captures(none)"
	}
	return "nocapture"
}

// nextTag returns a new constant that tells the trace events of a module apart.
func (g *gen) nextTag() int { g.tag++; return g.tag }

func (g *gen) n(n int) int         { return g.r.IntN(n) }
func (g *gen) chance(pct int) bool { return g.r.IntN(100) < pct }

// oneOf draws one of the arguments.
func oneOf[T any](g *gen, xs ...T) T { return xs[g.n(len(xs))] }
