// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package gen writes random coroutines as textual LLVM IR, for the differential run in test/diff.
//
// Every module is free of undefined behaviour by construction: memory is initialised before it is
// read, padding is never read, pointers are never traced, loops end, and arithmetic has no flags
// that yield poison. Two correct lowerings of one module therefore print the same trace, at every
// optimisation level.
//
// The package knows nothing of the rest of the project and runs no tool. The functions that a
// module calls (rt_*) are in test/diff/testdata/runtime.cpp.
package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Dialect is the spelling of the printed IR. It does not affect the generated program: one seed
// with one Portable setting is the same program in all three.
type Dialect int

// The dialects. LLVM22 has `void @llvm.coro.end(ptr, i1, token)`, LLVM19 the form of it that
// returns `i1`, and LLVM14 typed pointers and the string attribute of a coroutine.
const (
	LLVM22 Dialect = iota
	LLVM19
	LLVM14
)

// Opts selects the spelling and the feature set of a module.
type Opts struct {
	Dialect Dialect
	// Portable omits features that LLVM 14 lacks or lowers wrongly: await intrinsics, coro.align,
	// i128, exceptions, over-alignment.
	Portable bool
	// Hard prints the same program in a form that LLVM 22 lowers wrongly: objects with less than
	// their type's alignment that are written before coro.begin, addresses inside the promise that
	// are computed before it, and empty objects outside the entry block. Its trace is that of the
	// module without Hard.
	Hard bool
	// Prefix begins every external symbol of the module; "s<seed>_" if empty.
	Prefix string
}

// layout is the data layout of x86-64 Linux, in the form that the dialect's tools print.
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
	tag      int             // last trace tag in use
	wrappers int             // await wrappers written
	rows     []row
	outside  bool // metadata node 0 is in use
}

// row is one line of the table that the runtime reads.
type row struct {
	name, start, resume, destroy, done, promise string
	flags                                       int
}

// Flags of a row; runtime.cpp has the same numbers.
const (
	flagThrows = 1 // run it with every position of the thrown exception
	flagPlain  = 2 // start runs to the end by itself and returns null
)

// Prefix returns the default symbol prefix of a seed's module.
func Prefix(seed uint64) string { return fmt.Sprintf("s%d_", seed) }

// Module returns the text of the module for a seed. Equal arguments yield equal text. The module
// defines `@<prefix>module`, the table from which the runtime starts.
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

// text returns the module in LLVM's order of printing.
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

// ptr returns the spelling of the universal pointer type.
func (g *gen) ptr() string {
	if g.o.Dialect == LLVM14 {
		return "i8*"
	}
	return "ptr"
}

// constPtr returns a global's address as a constant of the universal pointer type. typ is the
// global's typed pointer type. "null" and "" yield null.
func (g *gen) constPtr(typ, name string) string {
	switch {
	case name == "" || name == "null":
		return "null"
	case g.o.Dialect == LLVM14:
		return fmt.Sprintf("bitcast (%s %s to i8*)", typ, name)
	}
	return name
}

// buf returns the address of the module's global buffer.
func (g *gen) buf() string {
	return g.constPtr(fmt.Sprintf("[%d x i8]*", bufLen), "@"+g.pre+"buf")
}

// decl records that a declaration is used. The text has `ptr` for the universal pointer type.
func (g *gen) decl(s string) {
	s = g.spell(s)
	if !g.decls[s] {
		g.decls[s] = true
		g.declSeq = append(g.declSeq, s)
	}
}

// nocapture returns the dialect's parameter attribute for a pointer that does not escape.
func (g *gen) nocapture() string {
	if g.o.Dialect == LLVM22 {
		return "captures(none)"
	}
	return "nocapture"
}

// nextTag returns a new constant that identifies a trace event of a module.
func (g *gen) nextTag() int { g.tag++; return g.tag }

func (g *gen) n(n int) int         { return g.r.IntN(n) }
func (g *gen) chance(pct int) bool { return g.r.IntN(100) < pct }

// oneOf returns a random argument.
func oneOf[T any](g *gen, xs ...T) T { return xs[g.n(len(xs))] }
