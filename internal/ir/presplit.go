package ir

import (
	"slices"
	"strings"
)

// The marker of a coroutine that is still to be split: an attribute since LLVM 15, a string attribute before.
const (
	PresplitAttr   = "presplitcoroutine"
	PresplitString = "coroutine.presplit"
)

// IsPresplit reports a coroutine that is still to be split, in either spelling of the marker.
func IsPresplit(m *Module, f *Func) bool {
	return !f.Declared && (f.Attrs.Has(m, PresplitAttr) || f.Attrs.GetStr(m, PresplitString) != nil)
}

// Claims are what a frontend may say of a coroutine in its function attributes, and what does not hold of the functions that it is split into.
// A claim is about the body as it is written; the functions run pieces of it, and do with the frame what the body does not mention. LLVM 22
// keeps them all, and its passes then drop code behind a call, or join two calls. What only holds somebody back (convergent, noduplicate)
// and what clang says of whole bodies (nounwind, mustprogress) is no such claim.

// segmentClaims hold of no function of a coroutine that suspends: each returns at a suspend, and reads and writes the frame, which it has as a
// parameter.
var segmentClaims = []string{"noreturn", "memory", "readnone", "readonly", "writeonly", "argmemonly", "inaccessiblememonly",
	"inaccessiblemem_or_argmemonly", "speculatable", "naked"}

// rampClaims are of a call of the coroutine: they hold of the ramp, whose call it is, and are not known of what resumes and destroys. That
// frees a frame that was there before, may be entered again through another handle, and does not allocate.
var rampClaims = []string{"nofree", "nosync", "willreturn", "norecurse", "nocallback", "allocsize", "allockind"}

var rampClaimStrings = []string{"alloc-family", "alloc-variant-zeroed"}

// RampAttrs gives what a ramp keeps of the function attributes of a coroutine that suspends.
func RampAttrs(m *Module, s *AttrSet) *AttrSet { return s.Without(m, segmentClaims...) }

// PartAttrs gives what of a ramp's function attributes holds of the functions that resume and destroy the coroutine as well.
func PartAttrs(m *Module, s *AttrSet) *AttrSet {
	return s.Without(m, segmentClaims...).Without(m, rampClaims...).WithoutStr(m, rampClaimStrings...)
}

// ParamClaims are words of parameters that are not so any more once the coroutine's frame has what was made of them.
var ParamClaims = []string{"nocapture", "captures", "initializes", "dead_on_return"}

// BrokenClaims gives the claims of a coroutine's function attributes that splitting takes away from its ramp, in printing order.
func BrokenClaims(m *Module, s *AttrSet) []Attr {
	var out []Attr
	for _, a := range s.Expanded(m) {
		if !a.Str && slices.Contains(segmentClaims, a.Name) && (a.Name != "memory" || !strings.HasPrefix(a.Val, "readwrite")) {
			out = append(out, a)
		}
	}
	return out
}

// believed reports whether what f's attributes say under a name may be relied on at a call of f.
func believed(m *Module, f *Func, name string) bool {
	return !slices.Contains(segmentClaims, name) || !IsPresplit(m, f)
}
