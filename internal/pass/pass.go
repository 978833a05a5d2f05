// Package pass knows what a pipeline of passes is: the grammar of -passes, its canonical print, and
// the bookkeeping of a run (dumps before and after passes, what changed, timing, bisection).
//
// It does not know what any pass does: the table with the passes' functions, and the loop that runs
// them, belong to internal/driver.
package pass

import (
	"strconv"
	"strings"
)

// Scope is the unit of IR that a pass is written for, and the nesting level of a pipeline.
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

// String is the scope as the grammar spells it.
func (s Scope) String() string { return scopeNames[s] }

// Info describes a pass to the grammar and to its reader.
type Info struct {
	Name   string
	Class  string // LLVM's name of the pass in banners: CoroSplitPass
	Param  string // LLVM's name of the pass in messages about parameters
	Scope  Scope
	Scopes []Scope  // further scopes in which the name is accepted: LLVM 14 has coro-early as a function pass
	Params []string // boolean parameters, spelled name<a;b>
	Idle   []string // parameters of opt's that are accepted without effect; one that ends in = has a number behind it
	Help   string
	Nop    bool // accepted and without effect on the text

	// What the pass is to a run.
	All     bool // runs on every function of its stage; else on those that mention coroutines
	Whole   bool // wants to see the whole file, wherever it stands
	Across  bool // looks from one function into another, so that these have to be together
	Lowers  bool // lowers coroutines, of which the rules are checked before
	Marks   bool // marks coroutines, so that those that split know them
	Splits  bool // takes coroutines apart
	Joins   bool // ends what coroutines do to one another, where the target has something for them all
	Elides  bool // decides about allocations of coroutines
	Sizes   bool // deals with the sizes of what callers of coroutines allocate, which they read from globals
	Directs bool // where it changes something, calls through pointers may have become direct
	Follows bool // follows returned continuations from the coroutine that they are of to those who call them
	// Simplifies: changes a coroutine that is not split yet without lowering anything of it, and
	// may find code never reached.
	Simplifies bool
	// Alike: changes a part of a coroutine in the same way whether an operand of its calls or
	// comparisons is null or the frame, and changes nothing because of what suspends give there. So
	// parts that only differ in this stay alike (split.Plan.Retarget).
	Alike bool
	Shows bool // shows the module between the passes before it and those behind
}

// scopeIn gives the outermost scope, from the list's scope inwards, in which the pass can stand.
func (p *Info) scopeIn(list Scope) (Scope, bool) {
	best, ok := p.Scope, p.Scope >= list
	for _, x := range p.Scopes {
		if x >= list && (!ok || x < best) {
			best, ok = x, true
		}
	}
	return best, ok
}

// Alias is a name that stands for a piece of pipeline: default<O2>.
type Alias struct {
	Name   string
	Params []string // exactly one of which must be given
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

// Table is what the grammar may name.
type Table struct {
	Passes  []*Info
	Aliases []Alias
	// Elsewhere lists, separated by blanks, names that opt knows and this program does not have;
	// only messages read it.
	Elsewhere string
	// Instead names for some of Elsewhere the pass of the table that comes nearest to it.
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

// parametric reports a pass that takes parameters.
func (i *Info) parametric() bool { return len(i.Params)+len(i.Idle) > 0 }

// idle reports a parameter that is accepted without effect.
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

// isElsewhere reports a pass that only opt has.
func (t *Table) isElsewhere(name string) bool {
	return name != "" && strings.Contains(" "+t.Elsewhere+" ", " "+name+" ")
}

// Names are the names of all passes and aliases that do something, in the order of the table.
func (t *Table) Names() []string {
	var out []string
	for i := range t.Passes {
		if !t.Passes[i].Nop {
			out = append(out, t.Passes[i].Name)
		}
	}
	for i := range t.Aliases {
		out = append(out, t.Aliases[i].Name)
	}
	return out
}

// Error is a finding about the text of a pipeline. Msg is what opt says where opt has words for it.
type Error struct {
	Text     string // the whole pipeline
	Off, Len int    // what of it is meant, in bytes
	Msg      string
	Hint     string
}

func (e *Error) Error() string { return e.Msg }
