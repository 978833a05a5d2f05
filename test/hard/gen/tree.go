// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package gen generates hard programs: modules of textual IR with coroutines, and functions that
// create, use, share, lose and destroy them in ways that mislead an analysis of lifetimes, of
// frames, or of aliases. A program is a tree of statements, generated from a seed. The program
// still prints after the removal of any statement, because a default replaces a missing operand. A
// shrinker needs that.
//
// The package does not know which programs are well-defined, and models no semantics: the witness
// (see testdata/runtime.cpp) finds that out by running them. Each tree prints in two variants that
// differ only in calls of the witness. The package does not depend on the lowering.
package gen

import (
	"fmt"
	"slices"
)

// Op is a kind of statement.
type Op uint8

// The statements. A and B are numbers of values, objects, cells or handles; N and M choose among
// variants; ID is the number of the result, if there is one.
const (
	_ Op = iota
	// values
	opMake // a value of type T
	opShow
	opIf     // Kids: two; with T a phi of A and B
	opLoop   // N rounds; with T a loop-carried value
	opSwitch // Kids: three
	opFiller // N branches on volatile loads
	// objects: variables with an address
	opObject  // T, M: markers and alignment; Kids: its scope
	opPoke    // outside code writes
	opPeek    // outside code reads
	opLoad    //
	opStore   // B to A
	opPart    // M: some bytes of A are written or read
	opCopy    // memcpy of B to A
	opKeep    // outside code keeps its address
	opGive    // its address is stored in a global, in one of several ways
	opRestart // its lifetime ends and begins again
	opKeptPeek
	opKeptPoke
	opGivenUse     // reads or writes the object whose address is in a global
	opStoreAddress // stores an address in A: B's address or handle, or the running coroutine's
	opUseAddress   // uses the address in A, or outside code keeps it
	opAwaiter      // an object that holds a handle, and whose address is kept; Kids: its scope
	// handles
	opCreate     // F, M: inlined wrapper, A: handle argument, B: cell argument
	opChain      // passes A through a function or memory, perhaps with B
	opHandleOut  // stores A in a global
	opHandleIn   // loads a handle from a global
	opKeepHandle // passes A to outside code
	opKeptHandle
	opResume  // M: guard
	opDestroy // M: guard
	opDone
	opDrain
	opPromise
	// cells: variables with a handle
	opCell // M: 0 pointer, 1 task; N: 1 destroys its coroutine at its end; Kids: its scope
	opCellStore
	opCellLoad
	opCellTake
	opCellMove // A from B
	opCellSwap
	opCellReset
	opCellCopy   // memcpy
	opCellEither // another name: A or B
	opCellOut    // outside code knows its address
	opHeldUse    // outside code clears, resumes or destroys coroutines that it knows
	// calls
	opCall    // F, A: cell, M: directly, through outside code, caught, for longjmp
	opConsume // F, A: handle
	opSetCallback
	opRunCallback
	// ways
	opTry     // Kids: body, handler
	opCleanup // Kids: body, code that runs when an exception passes through
	opMayThrow
	opThrow
	opJump
	opExit
	opReturn
	opSpin
	// in coroutines
	opSuspend // M: kind, N: action of the wrapper; Kids: code on the return to the resumer, code on destroy
	opForever // Kids: body, followed by a suspend, in an endless loop
	// awaiters, queues and threads (await.go), setjmp (setjmp.go), values that need no frame
	opAwait     // ID, T: the awaiter; Kids: await_suspend, continuation, destroy, code in a temporary's lifetime
	opTouch     // reads or writes A if it is alive
	opThread    // another thread resumes A, and ends
	opQueue     // A is put into the queue
	opQueueRun  // resumes up to N coroutines of the queue
	opReturning // setjmp; ID: its buffer; Kids: code after its first return, and after its second
	opGoBack    // longjmp to A
	opCalc      // a value that can be rematerialised from A
	opSeveral   // Kids: a list of statements
	numOps
)

// Numbers of values that exist without a statement.
const (
	idSelf   = 1 + iota // the coroutine's own handle
	idHandle            // the handle parameter
	idCell              // the cell parameter
	idPromise
	idByval
	idN       // the number parameter, an i64
	idAwaiter // the awaiter of an await_suspend
	firstID
)

// Stmt is a statement.
type Stmt struct {
	Op   Op
	ID   int
	A, B int
	N, M int
	Wait waiting // of opAwait
	T    *typ
	F    *Func
	Kids [][]*Stmt
}

// Kind is a kind of function.
type Kind uint8

const (
	user     Kind = iota // void (ptr cell, i64 n)
	consumer             // void (ptr handle, i64 n)
	coro                 // ptr (i64 n, ptr handle, ptr cell, byval)
)

// Func is a function of a program.
type Func struct {
	Name    string
	Kind    Kind
	Attr    string
	Body    []*Stmt
	Final   bool
	Lazy    bool
	Endless bool // it does not return unless it is destroyed
	Alloc   int  // 0: calls coro.alloc; 1: does not; 2: calls it, and the allocation may throw
	Unwind  int  // 0: calls; 1: clean-up and coro.end; 2: caught, and done; 3: caught, and it goes to its end
	Test    bool // tests the result of coro.free
	Promise *typ
	Byval   *typ
	Align   int     // of the promise
	Dying   []*Stmt // code that runs before the frame is freed
	Last    []*Stmt // the await at its end: one opAwait, or none
}

// Program is one program.
type Program struct {
	Seed  uint64
	Funcs []*Func
}

// each visits all lists of statements of a program.
func (p *Program) each(visit func(list *[]*Stmt)) {
	var walk func(list *[]*Stmt)
	walk = func(list *[]*Stmt) {
		visit(list)
		for _, s := range *list {
			for k := range s.Kids {
				walk(&s.Kids[k])
			}
		}
	}
	for _, f := range p.Funcs {
		walk(&f.Body)
		walk(&f.Dying)
		walk(&f.Last)
	}
}

// Jumps reports whether a program calls longjmp. In a module that does, few frames are elided.
func (p *Program) Jumps() bool {
	jumps := false
	p.each(func(list *[]*Stmt) {
		jumps = jumps || slices.ContainsFunc(*list, func(s *Stmt) bool { return s.Op == opJump })
	})
	return jumps
}

// Size returns the number of statements and functions of a program.
func (p *Program) Size() int {
	n := 0
	p.each(func(list *[]*Stmt) { n += len(*list) })
	return n + len(p.Funcs)
}

// clone returns a deep copy of a program.
func (p *Program) clone() *Program {
	q := &Program{Seed: p.Seed}
	to := map[*Func]*Func{}
	for _, f := range p.Funcs {
		g := *f
		to[f] = &g
		q.Funcs = append(q.Funcs, &g)
	}
	var stmts func(list []*Stmt) []*Stmt
	stmts = func(list []*Stmt) []*Stmt {
		var out []*Stmt
		for _, s := range list {
			t := *s
			t.F = to[s.F]
			t.Kids = nil
			for _, k := range s.Kids {
				t.Kids = append(t.Kids, stmts(k))
			}
			out = append(out, &t)
		}
		return out
	}
	for _, f := range q.Funcs {
		f.Body, f.Dying, f.Last = stmts(f.Body), stmts(f.Dying), stmts(f.Last)
	}
	return q
}

func (p *Program) has(f *Func) bool {
	for _, g := range p.Funcs {
		if g == f {
			return true
		}
	}
	return false
}

// The globals of each program.
const (
	plainPlaces   = 3
	xorPlace      = 3
	mulPlace      = 4
	halvesPlace   = 5
	addressPlaces = 2 // from 6 on
	numPlaces     = 8
)

func prefix(n int) string { return fmt.Sprintf("p%d_", n) }
