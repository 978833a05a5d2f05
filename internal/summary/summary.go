package summary

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Func is what one function does. The zero value of each field but Name and Type is the harmless
// answer: whoever makes a Func sets what may happen.
type Func struct {
	Name string `json:"name"` // linkage name
	Type string `json:"type"` // as LLVM spells it, for example "void (ptr)"
	Body string `json:"body"` // a hash of the text of the body, in hexadecimal: tells versions of the function apart

	Throws bool `json:"throws,omitempty"` // an exception may leave it
	Jumps  bool `json:"jumps,omitempty"`  // a jump to further out, as longjmp makes one, may leave it
	// it may write memory other than its variables and what its parameters point into
	Writes bool `json:"writes,omitempty"`
	Runs   bool `json:"runs,omitempty"` // it may let others run who know a coroutine's handle, or resume one itself

	// the integer of at most 64 bits that it returns whenever it returns; nil: not always the same
	Result *uint64 `json:"result,omitempty"`

	Params []Param `json:"params,omitempty"` // by number; a parameter that is no pointer has the zero value
	// sorted by parameter and path; what is not listed may do anything to the coroutine
	Handles []Handle `json:"handles,omitempty"`
}

// Param is what becomes of an address that is passed.
type Param struct {
	Keeps    bool `json:"keeps,omitempty"`    // it may become known elsewhere, other than by being returned
	Returns  bool `json:"returns,omitempty"`  // it may be returned
	Handle   bool `json:"handle,omitempty"`   // it may be used as a coroutine's handle, or given to what frees memory
	Writes   bool `json:"writes,omitempty"`   // memory that it points into may be written
	ReadLate bool `json:"readLate,omitempty"` // that memory may be used when others may have begun to run (Func.Runs)
}

// Handle is what becomes of a coroutine that is alive when the function is called, of which nobody
// else knows, and of which the function can learn by one way only: a parameter and loads that
// follow each other from there.
type Handle struct {
	Param int `json:"param"`
	// offsets in bytes of the loads; none: the argument is the handle itself. At most MaxPath
	Path     []int64 `json:"path,omitempty"`
	Resumes  bool    `json:"resumes,omitempty"`
	Destroys bool    `json:"destroys,omitempty"`
	// all ways in which the call ends while the coroutine may be alive. Nobody else knows the
	// handle then
	Exits []Exit `json:"exits,omitempty"`
}

// MaxPath bounds the loads of a path.
const MaxPath = 2

// Exit is a way in which a call ends.
type Exit struct {
	By string `json:"by"` // ByReturn, ByUnwind or ByJump
	// what the memory at the path's end holds then, if there is a path: HoldsHandle, HoldsNull, or
	// "" for another value
	Holder string `json:"holder"`
	Result string `json:"result"` // ResultHandle, ResultArgument, or "" for a value that does not lead to the coroutine
}

// The words of an Exit.
const (
	ByReturn = "return"
	ByUnwind = "unwind"
	ByJump   = "jump"

	HoldsHandle = "handle"
	HoldsNull   = "null"

	ResultHandle   = "handle"
	ResultArgument = "argument" // the address that was passed
)

// CompareExits puts exits in order.
func CompareExits(a, b Exit) int {
	return cmp.Or(strings.Compare(a.By, b.By), strings.Compare(a.Holder, b.Holder), strings.Compare(a.Result, b.Result))
}

// Equal reports that two summaries say the same, whatever the bodies.
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

// Symbol is the name of a symbol that a file defines where the function is, and that a file refers
// to which was compiled with the summary. It changes with what the summary says.
func (f *Func) Symbol() string {
	said := *f
	said.Body = ""
	text, _ := json.Marshal(&said) // numbers and strings always have a form
	return "corolower.summary." + f.Name + "." + sumOf(text)[:16]
}

// Handle is what becomes of a coroutine that the function learns of by a path; nil: anything may.
func (f *Func) Handle(param int, path []int64) *Handle {
	for k := range f.Handles {
		if h := &f.Handles[k]; h.Param == param && slices.Equal(h.Path, path) {
			return h
		}
	}
	return nil
}

// Believed reports a definition of which a summary may be used where another file is compiled: no
// other definition can take its place when the program is linked or loaded. This is the one place
// that decides it.
//
//   - A function with external linkage that is in no comdat, and is not open to semantic interposition, is believed: a second definition does not link.
//   - A function that the linker may replace by any other (weak, linkonce, common, extern_weak, or open to semantic interposition) is not.
//   - A function that the linker may replace by one that is equal in its language (weak_odr, linkonce_odr, or in a comdat) is not: the other one may have been
//     compiled with other macros or another compiler, and is the one that runs. Within one file its body is used all the same, as the callers there
//     were compiled with it.
//   - available_externally is not: the definition that runs is elsewhere, and the summary made there says what it does.
//   - A function that only its file can name (internal, private) is not: nobody asks.
func Believed(f *ir.Func) bool {
	switch f.Linkage {
	case ir.LinkInternal, ir.LinkPrivate:
		return false
	}
	return f.Exact()
}
