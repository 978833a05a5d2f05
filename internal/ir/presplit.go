package ir

import (
	"slices"
	"strings"
)

// The marker of a coroutine that is still to be split: an attribute since LLVM 15, a string
// attribute before.
const (
	PresplitAttr   = "presplitcoroutine"
	PresplitString = "coroutine.presplit"
)

// IsPresplit reports a coroutine that is still to be split, in either spelling of the marker.
func IsPresplit(m *Module, f *Func) bool {
	return !f.Declared && (f.Attrs.Has(m, PresplitAttr) || f.Attrs.GetStr(m, PresplitString) != nil)
}

// What functions and parameters claim that splitting takes away is in the table of claims.
var (
	segmentClaims    = Dropped(FuncClaim, InRamp)
	partClaims       = Dropped(FuncClaim, InPart)
	partClaimStrings = Dropped(StringClaim, InPart)

	// ParamClaims are words of parameters that are not so any more once the coroutine's frame has
	// what was made of them.
	ParamClaims = Dropped(ParamClaim, InSlot)
)

// RampAttrs gives what a ramp keeps of the function attributes of a coroutine that suspends.
func RampAttrs(m *Module, s *AttrSet) *AttrSet { return s.Without(m, segmentClaims...) }

// PartAttrs gives what of a ramp's function attributes holds of the functions that resume and
// destroy the coroutine as well.
func PartAttrs(m *Module, s *AttrSet) *AttrSet {
	return s.Without(m, partClaims...).WithoutStr(m, partClaimStrings...)
}

// BrokenClaims gives the claims of a coroutine's function attributes that splitting takes away from
// its ramp, in printing order.
func BrokenClaims(m *Module, s *AttrSet) []Attr {
	var out []Attr
	for _, a := range s.Expanded(m) {
		if !a.Str && slices.Contains(segmentClaims, a.Name) && (a.Name != "memory" || !strings.HasPrefix(a.Val,
			"readwrite")) {
			out = append(out, a)
		}
	}
	return out
}

// believed reports whether what f's attributes say under a name may be relied on at a call of f.
func believed(m *Module, f *Func, name string) bool {
	return !slices.Contains(segmentClaims, name) || !IsPresplit(m, f)
}
