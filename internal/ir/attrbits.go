// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"strings"
	"sync/atomic"
)

// Passes ask for the same few enum attributes of functions and calls again and again. This file
// finds all of them in a set once. The sets of a file are shared by all functions and calls that
// write the same text, and never change.

// attrBits is a bit set of enum attributes, and of facts that they state.
type attrBits uint32

const (
	bitsKnown attrBits = 1 << iota // the set was examined

	hasNoUnwind
	hasWillReturn
	hasNoReturn
	hasReadNone
	hasReadOnly
	hasReturnsTwice
	hasNoDuplicate
	hasConvergent
	hasNoInline
	hasOptNone
	hasNaked
	hasNullValid
	hasMustProgress

	statesNoWrites // memory(...) without writes
	statesNoAccess // memory(none)
	statesOnlyArgs // memory(...) with nothing but argmem, or argmemonly
	marksPresplit  // either spelling of the marker of a coroutine that is not split yet
	hasUnusual     // an attribute that is not usual (usualAttrs, usualStrings)
)

// usualAttrs and usualStrings are function attributes that most functions have. If a set has only
// these, passes need not look for any other in it.
var (
	usualAttrs = map[string]bool{"nounwind": true, "mustprogress": true, "noinline": true, "optnone": true, "uwtable": true,
		"willreturn": true, "noreturn": true, "memory": true, "alwaysinline": true, "inlinehint": true, "nobuiltin": true,
		"builtin": true, "allocsize": true, "allockind": true, "cold": true, "norecurse": true, PresplitAttr: true}
	usualStrings = map[string]bool{"min-legal-vector-width": true, "no-trapping-math": true,
		"stack-protector-buffer-size": true, "target-cpu": true, "target-features": true, "tune-cpu": true,
		"frame-pointer": true, "alloc-family": true}
)

// Usual reports whether all attributes of a function's set are usual.
func (s *AttrSet) Usual(m *Module) bool { return s.bits(m)&hasUnusual == 0 }

// bitOf returns the bit of an enum attribute, or 0 if it has none.
func bitOf(name string) attrBits {
	switch name {
	case "nounwind":
		return hasNoUnwind
	case "willreturn":
		return hasWillReturn
	case "noreturn":
		return hasNoReturn
	case "readnone":
		return hasReadNone
	case "readonly":
		return hasReadOnly
	case "returns_twice":
		return hasReturnsTwice
	case "noduplicate":
		return hasNoDuplicate
	case "convergent":
		return hasConvergent
	case "noinline":
		return hasNoInline
	case "optnone":
		return hasOptNone
	case "naked":
		return hasNaked
	case "null_pointer_is_valid":
		return hasNullValid
	case "mustprogress":
		return hasMustProgress
	}
	return 0
}

// has is Has for a name whose bit is known.
func (s *AttrSet) has(m *Module, name string, bit attrBits) bool {
	switch {
	case s == nil:
		return false
	case bit != 0:
		return s.bits(m)&bit != 0
	}
	return s.find(m, name, false) != nil
}

// bits returns the bits of a set, which may be nil.
func (s *AttrSet) bits(m *Module) attrBits {
	if s == nil {
		return bitsKnown
	}
	if b := attrBits(atomic.LoadUint32(&s.known)); b != 0 {
		return b
	}
	return s.examine(m)
}

// examine finds the bits of a set. Two goroutines that do so at once find the same.
func (s *AttrSet) examine(m *Module) attrBits {
	b := bitsKnown
	add := func(list []Attr) {
		for k := range list {
			a := &list[k]
			if a.Str && !usualStrings[a.Name] || !a.Str && !usualAttrs[a.Name] {
				b |= hasUnusual
			}
			switch {
			case a.Str && a.Name == PresplitString, !a.Str && a.Name == PresplitAttr:
				b |= marksPresplit
			case !a.Str:
				b |= bitOf(a.Name)
			}
		}
	}
	for _, n := range s.Groups {
		add(m.attrGroup(n).list)
	}
	add(s.List)
	if a := s.find(m, "memory", false); a != nil {
		if !strings.Contains(a.Val, "write") {
			b |= statesNoWrites
		}
		if a.Val == "none" {
			b |= statesNoAccess
		}
		if strings.HasPrefix(a.Val, "argmem:") && !strings.Contains(a.Val, ",") {
			b |= statesOnlyArgs
		}
	}
	if s.find(m, "argmemonly", false) != nil {
		b |= statesOnlyArgs
	}
	atomic.StoreUint32(&s.known, uint32(b))
	return b
}
