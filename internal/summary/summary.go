// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package summary

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Func describes the effects of one function. The zero values of Throws, Jumps, Writes, Runs and of
// each Param mean that the effect cannot happen, so code that creates a Func must set everything
// that may happen. Without Result or Handles, nothing is known of the result, or of coroutines.
type Func struct {
	Name string `json:"name"` // linkage name
	Type string `json:"type"` // in LLVM's syntax, for example "void (ptr)"
	Body string `json:"body"` // a hash of the text of the body, in hexadecimal: distinguishes versions of the function

	Throws bool `json:"throws,omitempty"` // an exception may leave it
	Jumps  bool `json:"jumps,omitempty"`  // a non-local jump to an outer function, as of longjmp, may leave it
	// it may write memory other than its local variables and the memory that its parameters point
	// into
	Writes bool `json:"writes,omitempty"`
	// it may let other code run that knows a coroutine's handle, or resume a coroutine itself
	Runs bool `json:"runs,omitempty"`

	// the integer of at most 64 bits that it always returns; nil: the result varies
	Result *uint64 `json:"result,omitempty"`

	Params []Param `json:"params,omitempty"` // by index; a parameter that is no pointer has the zero value
	// sorted by parameter and path; a handle that is not listed may be used in any way
	Handles []Handle `json:"handles,omitempty"`
}

// Param describes the uses of an address that is passed to a function.
type Param struct {
	Keeps   bool `json:"keeps,omitempty"`   // it may escape, other than by being returned
	Returns bool `json:"returns,omitempty"` // it may be returned
	// it may be used as a coroutine's handle, or passed to a function that frees memory
	Handle bool `json:"handle,omitempty"`
	Writes bool `json:"writes,omitempty"` // the memory that it points into may be written
	// that memory may be accessed after other code may have started to run (Func.Runs)
	ReadLate bool `json:"readLate,omitempty"`
}

// Handle describes the uses of a coroutine that is alive at the call and whose handle no other code
// knows. The function can reach the handle by one path only: from a parameter, by a sequence of
// dependent loads. For example, Param 0 and Path {0, 8} are
//
//	%p = load ptr, ptr %0
//	%q = getelementptr i8, ptr %p, i64 8
//	%handle = load ptr, ptr %q
type Handle struct {
	Param int `json:"param"`
	// offsets in bytes of the loads, at most MaxPath; empty: the argument is the handle itself
	Path     []int64 `json:"path,omitempty"`
	Resumes  bool    `json:"resumes,omitempty"`
	Destroys bool    `json:"destroys,omitempty"`
	// all exits of the call after which the coroutine may still be alive; no other code then knows
	// the handle
	Exits []Exit `json:"exits,omitempty"`
}

// MaxPath bounds the number of loads of a path.
const MaxPath = 2

// Exit is one way to leave a call: by return, by an exception, or by a jump such as longjmp.
type Exit struct {
	By string `json:"by"` // ByReturn, ByUnwind or ByJump
	// the content of the memory at the path's end after the exit, if there is a path: HoldsHandle,
	// HoldsNull, or "" for another value
	Holder string `json:"holder"`
	Result string `json:"result"` // ResultHandle, ResultArgument, or "" for a value that does not lead to the coroutine
}

// The values of the fields of Exit.
const (
	ByReturn = "return"
	ByUnwind = "unwind"
	ByJump   = "jump"

	HoldsHandle = "handle"
	HoldsNull   = "null"

	ResultHandle   = "handle"
	ResultArgument = "argument" // the passed address
)

// CompareExits orders exits.
func CompareExits(a, b Exit) int {
	return cmp.Or(strings.Compare(a.By, b.By), strings.Compare(a.Holder, b.Holder), strings.Compare(a.Result, b.Result))
}

// Equal reports whether two summaries are equal, except for the hash of the body.
func (f *Func) Equal(g *Func) bool {
	return f.Name == g.Name && f.Type == g.Type && f.Throws == g.Throws && f.Jumps == g.Jumps && f.Writes == g.Writes &&
		f.Runs == g.Runs &&
		(f.Result == nil) == (g.Result == nil) && (f.Result == nil || *f.Result == *g.Result) && slices.Equal(f.Params,
		g.Params) &&
		slices.EqualFunc(f.Handles, g.Handles, func(a, b Handle) bool {
			return a.Param == b.Param && slices.Equal(a.Path, b.Path) && a.Resumes == b.Resumes &&
				a.Destroys == b.Destroys && slices.Equal(a.Exits, b.Exits)
		})
}

// Symbol returns the name of a symbol that the function's file defines, and that a file compiled
// with the summary refers to. It changes with the content of the summary, so an outdated summary is
// a link error.
func (f *Func) Symbol() string {
	said := *f
	said.Body = ""
	text, _ := json.Marshal(&said) // marshalling numbers and strings never fails
	return "corolower.summary." + f.Name + "." + sumOf(text)[:16]
}

// Handle returns the description of a coroutine that the function reaches by a path; nil: anything
// may happen to it.
func (f *Func) Handle(param int, path []int64) *Handle {
	for k := range f.Handles {
		if h := &f.Handles[k]; h.Param == param && slices.Equal(h.Path, path) {
			return h
		}
	}
	return nil
}

// Believed reports whether a summary of a definition may be used when another file is compiled: no
// other definition can replace it when the program is linked or loaded. Only this function decides
// that.
//
//   - A function with external linkage that is in no comdat, and is not open to semantic
//     interposition, is believed: a second definition would not link.
//   - A function of position-independent code for a shared library (-fPIC) is believed only if its
//     symbol is bound in the library: hidden, protected or dso_local. Another library, or the
//     executable, may define the same symbol, and the loader binds all calls to one of them. Clang
//     assumes without semantic interposition that this does not matter within one file. If bound is
//     set, the user promises that the loader does not do so for this library.
//   - A function that the linker may replace by any other (weak, linkonce, common, extern_weak, or
//     open to semantic interposition) is not.
//   - A function that the linker may replace by an equivalent one of its language (weak_odr,
//     linkonce_odr, or in a comdat) is not: the one that runs may have been compiled with other
//     macros or another compiler. The code of a believed function calls a private copy of it.
//   - An available_externally function is not: the definition that runs is in another file, whose
//     summary describes it.
//   - A function that only its file can name (internal, private) is not: no other file needs its
//     summary.
func Believed(f *ir.Func, bound bool) bool {
	switch f.Linkage {
	case ir.LinkInternal, ir.LinkPrivate:
		return false
	}
	return f.Exact() && (bound || f.BoundHere())
}
