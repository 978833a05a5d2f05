// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package random generates random C++ programs that create coroutines in forms that might mislead
// elision. Its test lowers each program here and compares the output with that of clang's
// unoptimised program. A model of coroutines and handles first runs each program, and removes
// statements that would use a dead frame or resume a running one, so that the rest is well-defined.
//
// It does not check the lowered code, and does not know which frames should be elided.
package random

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// op is a kind of statement.
type op uint8

const (
	opTrace   op = iota
	opDecl       // new variable(s)
	opCreate     // a = coroutine(args)
	opCall       // a = function(args)
	opCopy       // a = b, in one of several forms
	opTake       // a = exchange(b, null)
	opMove       // own a = move(own b)
	opSwap       // swap(a, b)
	opDestroy    // a.destroy(), then a = null if way is not 0
	opReset      // if (a) a.destroy(); a = null
	opResume     // a.resume()
	opDrain      // while (!a.done()) a.resume()
	opPeek       // reads a's promise
	opSelect     // a = cond ? b : c
	opIf
	opFor
	opSwitch
	opLambda
	opBlock // a block that goto out leaves
	opTry
	opThrow
	opReturn
	opBreak
	opContinue
	opGoto
	opSuspend
	opAwait    // co_await a: transfers to it, and continues when a ends
	opTransfer // suspends and transfers to a
	opKill     // suspends, then destroys a
	opSelf     // a = the coroutine's own handle
)

// place is an lvalue of handle type.
type place struct {
	key  string // of the variable; of an array without the index
	text string
	dyn  int // 0: key as it is; 1: key#bit of x; 2: key#loop variable&1
	bit  int
	loop string
	own  bool // the text without .h names an owner
}

type cond struct {
	kind int // 0: a bit of x; 1: a is not null; 2: a is done; 3: a == b; 4: the loop variable is 1
	neg  bool
	bit  int
	loop string
	a, b place
}

type arg struct {
	kind byte // as in function.params
	at   place
	take bool
}

type stmt struct {
	op      op
	a, b, c place
	form    int
	n       int
	name    string
	kind    byte // of a variable: h, o (owner), a (array), s (struct), b (box on the heap), p (optional), t (tracer)
	cond    cond
	fn      *function
	args    []arg
	xor     int
	self    bool
	body    [][]*stmt
	gone    bool
	seen    []place // places that it may use
	tried   int
}

type function struct {
	name   string
	coro   bool
	eager  bool
	final  int  // 0: destroys itself; 1: suspends, and transfers to its awaiter
	throws bool // unhandled_exception rethrows
	attr   string
	params []byte // v: by value; r: by reference; p: by pointer; o: owner; q: owner by reference
	body   []*stmt
}

// Program is one generated program.
type Program struct {
	r     *rand.Rand
	funcs []*function
	// main's actions after a call, by function and input: 1: resume, 2: destroy; 4, 8, 16: read the
	// promise of the coroutine in a global
	acts map[string]int
}

type gen struct {
	r      *rand.Rand
	p      *Program
	f      *function
	n      int
	seen   []place
	owners []place
	loops  []string
	labels []string
	inCo   bool
	inLoop bool
	lambda bool
	tame   bool // few copies
	depth  int
	left   int
}

// Generate returns the program of a seed.
func Generate(seed uint64) *Program {
	r := rand.New(rand.NewPCG(seed, 7))
	g := &gen{r: r, p: &Program{r: r}}
	n := 14 + g.r.IntN(6)
	for range n {
		g.function()
		g.p.repair()
	}
	return g.p
}

func (g *gen) p1(in int) bool { return g.r.IntN(in) == 0 }

func (g *gen) pick(list []place) place {
	if len(list) == 0 {
		return place{}
	}
	return list[g.r.IntN(len(list))]
}

func (g *gen) function() {
	f := &function{name: fmt.Sprintf("f%d", g.n)}
	g.n++
	leaf := len(g.p.funcs) < 2
	f.coro = leaf || g.p1(3)
	if f.coro {
		f.eager, f.final = g.p1(4), 1
		if g.p1(5) {
			f.final = 0
		}
		// If an exception leaves a coroutine without a final suspend, both LLVM and corolower leave
		// it at its last suspend. Destroying it then is not tested.
		f.throws = !f.eager && f.final == 1 && g.p1(5)
	}
	f.attr = []string{"", "", "NI ", "inline ", "AI "}[g.r.IntN(5)]
	if f.coro && f.attr == "AI " {
		f.attr = ""
	}
	g.f, g.seen, g.owners, g.loops, g.labels, g.inCo, g.inLoop,
		g.lambda, g.depth = f, nil, nil, nil, nil, f.coro, false, false, 0
	g.left = 6 + g.r.IntN(16)
	if leaf {
		g.left = 6 + g.r.IntN(6)
	}
	for k := range g.r.IntN(3) {
		g.seen = append(g.seen, place{key: fmt.Sprintf("G%d", k), text: fmt.Sprintf("G[%d]", k)})
	}
	g.tame = !g.p1(3)
	for k := range g.r.IntN(3) {
		kind := "vrpoq"[g.r.IntN(5)]
		f.params = append(f.params, kind)
		name := fmt.Sprintf("r%d", k)
		pl := place{key: name, text: name}
		switch kind {
		case 'p':
			pl.text = "(*" + name + ")"
		case 'o', 'q':
			pl.text, pl.own = name+".h", true
			g.owners = append(g.owners, pl)
		}
		g.seen = append(g.seen, pl, pl)
	}
	f.body = g.block(true)
	g.p.funcs = append(g.p.funcs, f)
}

// block generates statements with their own variables.
func (g *gen) block(decls bool) []*stmt {
	seen, owners := len(g.seen), len(g.owners)
	g.depth++
	var list []*stmt
	if decls {
		for range 1 + g.r.IntN(3) {
			list = append(list, g.decl())
		}
	}
	for range 1 + g.r.IntN(7) {
		if g.left <= 0 {
			break
		}
		g.left--
		list = append(list, g.stmt())
		if g.p1(12) {
			list = append(list, g.decl())
		}
	}
	for _, pl := range g.seen[seen:] {
		if g.p1(4) && pl.dyn == 0 {
			list = append(list, &stmt{op: []op{opReset, opDestroy}[g.r.IntN(2)], a: pl, form: g.r.IntN(2)})
		}
	}
	g.depth--
	g.seen, g.owners = g.seen[:seen], g.owners[:owners]
	return list
}

func (g *gen) decl() *stmt {
	s := &stmt{op: opDecl, kind: "hhhoooasbpt"[g.r.IntN(11)], n: g.r.IntN(1000)}
	s.name = fmt.Sprintf("%c%d", s.kind, g.n)
	g.n++
	pl := place{key: s.name, text: s.name}
	add := func(p place) { g.seen = append(g.seen, p, p, p) }
	switch s.kind {
	case 'h':
		add(pl)
	case 'o':
		pl.text, pl.own = s.name+".h", true
		add(pl)
		g.owners = append(g.owners, pl)
	case 'a':
		for k := range 2 {
			add(place{key: fmt.Sprintf("%s#%d", s.name, k), text: fmt.Sprintf("%s[%d]", s.name, k)})
		}
		b := g.r.IntN(2)
		add(place{key: s.name, text: fmt.Sprintf("%s[(x>>%d)&1]", s.name, b), dyn: 1, bit: b})
		if len(g.loops) > 0 {
			l := g.loops[len(g.loops)-1]
			add(place{key: s.name, text: fmt.Sprintf("%s[%s&1]", s.name, l), dyn: 2, loop: l})
		}
	case 's':
		add(place{key: s.name + "#0", text: s.name + ".m"})
		add(place{key: s.name + "#1", text: s.name + ".k"})
	case 'b':
		pl.text = s.name + "->m"
		add(pl)
	case 'p':
		pl.text = s.name + ".ref()"
		add(pl)
	}
	return s
}

func (g *gen) cond() cond {
	c := cond{kind: []int{0, 0, 0, 1, 1, 2, 3}[g.r.IntN(7)], neg: g.p1(2), bit: g.r.IntN(2), a: g.pick(g.seen),
		b: g.pick(g.seen)}
	if len(g.loops) > 0 && g.p1(3) {
		c.kind, c.loop = 4, g.loops[len(g.loops)-1]
	}
	return c
}

// args generates arguments for a call.
func (g *gen) args(f *function) []arg {
	var list []arg
	for _, k := range f.params {
		a := arg{kind: k, at: g.pick(g.seen), take: g.p1(2)}
		if k == 'q' {
			if len(g.owners) == 0 {
				return nil
			}
			a.at = g.pick(g.owners)
		}
		list = append(list, a)
	}
	return list
}

func (g *gen) callee(coro bool) *stmt {
	for range 8 {
		k := g.r.IntN(len(g.p.funcs) + 1)
		self := k == len(g.p.funcs)
		if self && !g.p1(3) {
			continue
		}
		f := g.f
		if !self {
			f = g.p.funcs[k]
		}
		if f.coro != coro {
			continue
		}
		args := g.args(f)
		if len(args) != len(f.params) {
			continue
		}
		if f.coro != g.f.coro && f.coro && g.p1(2) && f.final == 0 {
			continue
		}
		s := &stmt{op: opCall, fn: f, args: args, self: self, xor: g.r.IntN(4), a: g.pick(g.seen)}
		if coro {
			s.op = opCreate
		}
		return s
	}
	return nil
}

// plainOps are the statements that any function can contain, repeated by their frequency.
var plainOps = []op{
	opTrace, opCreate, opCreate, opCreate, opCreate, opCall, opCall, opCall,
	opCopy, opCopy, opTake, opTake, opMove, opSwap, opDestroy, opDestroy,
	opDestroy, opReset, opReset, opResume, opResume, opDrain, opPeek, opSelect,
	opIf, opIf, opIf, opFor, opFor, opSwitch, opLambda, opBlock, opTry,
	opThrow, opReturn, opBreak, opContinue, opGoto,
}

var coroOps = []op{opSuspend, opSuspend, opSuspend, opAwait, opAwait, opAwait, opTransfer, opKill, opSelf}

func (g *gen) stmt() *stmt {
	s := &stmt{op: plainOps[g.r.IntN(len(plainOps))], a: g.pick(g.seen), b: g.pick(g.seen), c: g.pick(g.seen),
		form: g.r.IntN(6),
		n:    g.r.IntN(1000), cond: g.cond(), seen: slices.Clone(g.seen)}
	if len(g.seen) == 0 {
		s.op = opTrace
		return s
	}
	if g.p1(8) { // main uses the contents of globals later
		k := g.r.IntN(3)
		s.op, s.a = opCopy, place{key: fmt.Sprintf("G%d", k), text: fmt.Sprintf("G[%d]", k)}
		return s
	}
	if g.inCo && g.p1(3) {
		s.op = coroOps[g.r.IntN(len(coroOps))]
	}
	if g.depth > 4 && s.op >= opIf && s.op <= opTry {
		s.op = opResume
	}
	if g.tame && (s.op == opCopy || s.op == opSelect || s.op == opSwap || s.op == opSelf) && g.p1(2) {
		s.op = opCreate
	}
	inLoop, labels, inCo := g.inLoop, len(g.labels), g.inCo
	switch s.op {
	case opCreate, opCall:
		if x := g.callee(s.op == opCreate); x != nil {
			x.seen = s.seen
			return x
		}
		s.op = opTrace
	case opMove:
		if len(g.owners) < 2 {
			s.op = opTake
			break
		}
		s.a, s.b = g.pick(g.owners), g.pick(g.owners)
		if s.a.key == s.b.key {
			s.op = opTrace
		}
	case opIf:
		s.body = [][]*stmt{g.block(g.p1(3))}
		if g.p1(2) {
			s.body = append(s.body, g.block(g.p1(4)))
		}
	case opFor:
		s.name = fmt.Sprintf("i%d", g.n)
		s.form = g.r.IntN(3)
		g.n++
		s.n = 1 + g.r.IntN(3)
		g.loops = append(g.loops, s.name)
		g.inLoop = s.form == 0 // a loop of gotos has no break
		s.body = [][]*stmt{g.block(g.p1(2))}
		g.loops = g.loops[:len(g.loops)-1]
	case opSwitch:
		for range 3 {
			s.body = append(s.body, g.block(g.p1(4)))
		}
	case opLambda:
		l, in := g.labels, g.lambda
		g.labels, g.inCo, g.inLoop, g.lambda = nil, false, false, true
		s.body = [][]*stmt{g.block(g.p1(2))}
		g.labels, g.lambda = l, in
	case opReturn:
		if g.lambda {
			s.kind = 'l'
		}
	case opBlock:
		s.name = fmt.Sprintf("L%d", g.n)
		g.n++
		g.labels = append(g.labels, s.name)
		s.body = [][]*stmt{g.block(g.p1(2))}
		g.labels = g.labels[:labels]
	case opTry:
		body := g.block(g.p1(2))
		g.inCo = false
		s.body = [][]*stmt{body, g.block(false)}
	case opBreak, opContinue:
		if !g.inLoop {
			s.op = opTrace
		}
	case opGoto:
		if len(g.labels) == 0 {
			s.op = opTrace
			break
		}
		s.name = g.labels[g.r.IntN(len(g.labels))]
	}
	g.inLoop, g.inCo = inLoop, inCo
	return s
}

// maxTries limits the number of new operands that a faulty statement gets.
const maxTries = 4

// fix gives a faulty statement new operands, or removes it.
func (s *stmt) fix(r *rand.Rand) {
	if s.tried++; s.tried > maxTries || len(s.seen) == 0 || s.op == opMove {
		s.gone = true
		return
	}
	one := func() place { return s.seen[r.IntN(len(s.seen))] }
	s.a, s.b, s.c = one(), one(), one()
	s.cond.a, s.cond.b = one(), one()
	for k := range s.args {
		if s.args[k].kind != 'q' {
			s.args[k].at = one()
		}
	}
}
