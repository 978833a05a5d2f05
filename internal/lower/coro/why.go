// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// The reasons why a value or an object lives in the frame.

import (
	"github.com/corolower/corolower/internal/ir"
)

// Rule is the reason why a value or an object lives in the frame.
type Rule uint8

// The rules. If several hold, the first is reported.
const (
	OnStack       Rule = iota // none: it stays on the stack
	OfABI                     // a field that the ABI itself needs
	OfPromise                 // the promise: code that has the frame reaches it at a fixed offset
	UsedAcross                // a value that is used after a suspend
	NeverEnds                 // an object with a lifetime.start and no lifetime.end
	LifeSpans                 // an object whose lifetime spans a suspend
	LifeMaySpan               // an object whose lifetime may span one: the search stopped at LLVM's limit
	EscapesInLoop             // an object whose address escapes, and whose lifetime starts again after a suspend
	Escapes                   // an object whose address escapes, and that has no lifetime markers
	UsedBothSides             // an object that is used on both sides of a suspend
	numRules
)

var ruleText = [numRules]string{
	OnStack:       "on the stack",
	OfABI:         "a field of the ABI",
	OfPromise:     "the promise",
	UsedAcross:    "used across a suspend",
	NeverEnds:     "its lifetime never ends",
	LifeSpans:     "its lifetime spans a suspend",
	LifeMaySpan:   "its lifetime may span a suspend",
	EscapesInLoop: "its address escapes, and its lifetime starts again after a suspend",
	Escapes:       "its address escapes",
	UsedBothSides: "used on both sides of a suspend",
}

var ruleWord = [numRules]string{
	OnStack: "stack", OfABI: "abi", OfPromise: "promise", UsedAcross: "used-across",
	NeverEnds: "never-ends", LifeSpans: "life-spans",
	LifeMaySpan: "life-may-span", EscapesInLoop: "escapes-in-loop",
	Escapes: "escapes", UsedBothSides: "used-both-sides",
}

// Word returns the rule's name in machine-readable formats.
func (r Rule) Word() string { return ruleWord[r] }

func (r Rule) String() string { return ruleText[r] }

// Why explains why a value or an object lives in the frame. A position that is unknown, or that
// does not apply to the rule, is ir.NoPos.
type Why struct {
	Rule    Rule
	Def     ir.Pos // where it is defined
	Use     ir.Pos // a use that needs it
	Suspend ir.Pos // a suspend across which it is live
	Early   bool   // it may be written before the frame exists, so its content is copied into the frame
}
