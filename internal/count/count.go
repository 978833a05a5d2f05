// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package count counts how often each special case changes something, over all runs of the
// process. -stats prints the numbers, and scripts/fires.sh adds them up for real inputs. What never
// fires goes.
package count

import "sync/atomic"

// Case is the counter of one special case.
type Case struct {
	Pass, Help string
	n          atomic.Int64
}

// Cases lists all cases, in the order of their definition.
var Cases []*Case

func of(pass, help string) *Case {
	c := &Case{Pass: pass, Help: help}
	Cases = append(Cases, c)
	return c
}

// Hit counts that the case changed something.
func (c *Case) Hit() { c.n.Add(1) }

// Hits returns how often it did.
func (c *Case) Hits() int { return int(c.n.Load()) }

// The cases.
var (
	PromotedTable     = of("promote-alloca", "tables in place")
	OwnAddress        = of("promote-alloca", "own addresses")
	SelectedVariable  = of("promote-alloca", "selects of variables")
	NullBoolean       = of("jump-threading", "null becomes a boolean")
	TestedMemory      = of("jump-threading", "tested memory")
	AskedBefore       = of("jump-threading", "asked before")
	UnrolledLoop      = of("loop-unroll", "loops")
	PeeledLoop        = of("loop-unroll", "first iterations")
	RotatedLoop       = of("licm", "tests at the end")
	HoistedLoop       = of("licm", "loops with invariants")
	UnsignedExtension = of("correlated-propagation", "extensions")
	UnsignedDivision  = of("correlated-propagation", "divisions")
	UnreadObject      = of("dce", "unread objects of new")
	PassedOn          = of("inline", "exceptions that pass on")
	InlinedScopes     = of("inline", "scopes of parameters")
	FuncletInline     = of("inline", "calls in funclets")
	ConstantFrequency = of("coro-annotation-elide", "probabilities of constants")
	DispatchStep      = of("coro-cleanup", "steps of dispatch loops")
	SynchronousAwait  = of("inline", "awaits that never suspend")
	CallingAwait      = of("inline", "those of them with calls in the task")
	CalledPart        = of("inline", "those of them that call the task")
	RecursiveTask     = of("inline", "functions for recursive awaits")
	LastCall          = of("inline", "those of them that a call ends")
	Specialised       = of("inline", "calls of coroutines copied for functions")
	Guarded           = of("inline", "functions that calls are compared with")
	GrownBuffer       = of("coro-split", "buffers that grow")
	Continuation      = of("coro-split", "continuations")
	SmallFirst        = of("coro-split", "frames with small fields first")
	DynamicAlloca     = of("coro-split", "coroutines with dynamic allocas")
	RetconRoom        = of("coro-split", "retcon frames in buffers")
)
