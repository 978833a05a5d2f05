// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package pass defines pipelines of passes: the grammar of -passes, its canonical form, and the
// reports of a run (dumps before and after passes, changes, timing, bisection).
//
// It does not contain any pass: the table of the passes' functions, and the loop that runs them,
// belong to internal/driver.
package pass

import (
	"strconv"
	"strings"
)

// Scope is the unit of IR that a pass processes, and the nesting level of a pipeline.
type Scope uint8

// The scopes, from the outside in.
const (
	Module Scope = iota
	CGSCC
	Function
	Loop
	numScopes
)

var scopeNames = [numScopes]string{"module", "cgscc", "function", "loop"}

// String returns the scope as the grammar spells it.
func (s Scope) String() string { return scopeNames[s] }

// Info describes a pass to the grammar and to users.
type Info struct {
	Name   string
	Class  string // LLVM's name of the pass in banners: CoroSplitPass
	Scope  Scope
	Params []string // boolean parameters, spelled name<a;b>
	Idle   []string // parameters of opt that are accepted without effect; a number follows one that ends in =
	Help   string
	Is     Property
}

// Property is a set of properties of a pass for a run.
type Property uint32

// The properties.
const (
	Nop         Property = 1 << iota // accepted, without effect on the text
	OnFunctions                      // also accepted as a function pass, as LLVM 14 has coro-early
	All                              // runs on every function of its stage; otherwise only on those that mention coroutines
	Whole                            // needs the whole file, even inside coro-cgscc(...)
	Across                           // uses facts of other functions, so they must be loaded together
	Lowers                           // lowers coroutines; their rules are checked before it
	Marks                            // marks coroutines as not split yet, for the passes that split
	Splits                           // splits coroutines
	Joins                            // converts transfers between coroutine parts to a dispatch loop, on targets that need one
	Elides                           // decides on the elision of coroutine allocations
	Sizes                            // uses the sizes of the contexts or frames that callers of coroutines allocate, which are in globals
	Directs                          // a change by it may turn indirect calls into direct ones
	Follows                          // follows returned continuations from their coroutine to its callers
	// Simplifies: changes a coroutine that is not split yet without lowering it, and may find
	// unreachable code.
	Simplifies
	Prunes // deletes what is unused, also the file's declarations of coroutine intrinsics
	Shows  // prints the module between the passes before and after it
)

// Has reports whether a pass has one of some properties.
func (p Property) Has(some Property) bool { return p&some != 0 }

// scopeIn returns the outermost scope, from the list's scope inwards, that accepts the pass.
func (p *Info) scopeIn(list Scope) (Scope, bool) {
	if p.Scope < list && p.Is.Has(OnFunctions) && Function >= list {
		return Function, true
	}
	return p.Scope, p.Scope >= list
}

// Alias is a name for a piece of a pipeline, for example default<O2>.
type Alias struct {
	Name   string
	Params []string // exactly one must be given
	Text   string   // expansion
	Texts  map[string]string
	Help   string
}

func (a *Alias) expansion(param string) (string, bool) {
	for _, p := range a.Params {
		if p == param {
			if t, ok := a.Texts[param]; ok {
				return t, true
			}
			return a.Text, true
		}
	}
	return "", false
}

// Table lists the names that the grammar accepts.
type Table struct {
	Passes  []*Info
	Aliases []Alias
	// Instead maps passes of opt that this program does not have to the closest pass of the table, for
	// messages.
	Instead map[string]string
}

func (t *Table) find(name string) *Info {
	for i := range t.Passes {
		if t.Passes[i].Name == name {
			return t.Passes[i]
		}
	}
	return nil
}

func (t *Table) alias(name string) *Alias {
	for i := range t.Aliases {
		if t.Aliases[i].Name == name {
			return &t.Aliases[i]
		}
	}
	return nil
}

// parametric reports whether a pass has parameters.
func (i *Info) parametric() bool { return len(i.Params)+len(i.Idle) > 0 }

// idle reports whether a parameter is accepted without effect.
func (i *Info) idle(w string) bool {
	for _, k := range i.Idle {
		if w == k {
			return true
		}
		if num, ok := strings.CutPrefix(w, k); ok && strings.HasSuffix(k, "=") {
			_, err := strconv.Atoi(num)
			return err == nil
		}
	}
	return false
}

// Names returns the names of all passes and aliases that have an effect, in table order.
func (t *Table) Names() []string {
	var out []string
	for i := range t.Passes {
		if !t.Passes[i].Is.Has(Nop) {
			out = append(out, t.Passes[i].Name)
		}
	}
	for i := range t.Aliases {
		out = append(out, t.Aliases[i].Name)
	}
	return out
}

// Error is a finding about the text of a pipeline. Msg uses opt's words if opt has the same error.
type Error struct {
	Text     string // the whole pipeline
	Off, Len int    // the range in Text that the error refers to, in bytes
	Msg      string
	Hint     string
}

func (e *Error) Error() string { return e.Msg }
