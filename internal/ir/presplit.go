// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"slices"
	"strings"
)

// The marker of a coroutine that is not split yet: an attribute since LLVM 15, a string attribute
// before.
const (
	PresplitAttr   = "presplitcoroutine"
	PresplitString = "coroutine.presplit"
)

// IsPresplit reports whether f is a coroutine that is not split yet, in either spelling of the
// marker.
func IsPresplit(m *Module, f *Func) bool {
	return !f.Declared && f.Attrs.bits(m)&marksPresplit != 0
}

// The claims of functions and parameters that splitting removes. The table of claims is in
// claim.go.
var (
	segmentClaims    = Dropped(FuncClaim, InRamp)
	partClaims       = Dropped(FuncClaim, InPart)
	partClaimStrings = Dropped(StringClaim, InPart)

	// ParamClaims lists parameter attributes that become false once the coroutine's frame stores
	// the parameter or a value derived from it.
	ParamClaims = Dropped(ParamClaim, InSlot)
)

// RampAttrs returns the function attributes of a suspending coroutine that its ramp keeps.
func RampAttrs(m *Module, s *AttrSet) *AttrSet { return s.Without(m, segmentClaims...) }

// PartAttrs returns those function attributes of a ramp that also hold for the resume and destroy
// functions.
func PartAttrs(m *Module, s *AttrSet) *AttrSet {
	return s.Without(m, partClaims...).WithoutStr(m, partClaimStrings...)
}

// BrokenClaims returns the claims of a coroutine's function attributes that splitting removes from
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

// believed reports whether a call of f may rely on f's attribute of a name. For example,
// `memory(none)` on a coroutine that is not split yet will not hold for its ramp.
func believed(m *Module, f *Func, name string) bool {
	return !slices.Contains(segmentClaims, name) || !IsPresplit(m, f)
}
