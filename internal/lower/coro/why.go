package coro

// Why something lives in the frame.

import (
	"github.com/corolower/corolower/internal/ir"
)

// Rule is what put something into the frame.
type Rule uint8

// The rules. The first of those that hold is told.
const (
	OnStack       Rule = iota // nothing did: it stays where it is
	OfABI                     // a field that the ABI itself needs
	OfPromise                 // the promise: who holds the frame reaches it at a fixed offset
	UsedAcross                // a value that is used behind a suspend
	NeverEnds                 // an object whose life starts and has no marked end
	LifeSpans                 // an object whose life spans a suspend
	LifeMaySpan               // an object whose life may span one: the search was given up where LLVM gives it up
	EscapesInLoop             // an object whose address escapes, and whose life starts again behind a suspend
	Escapes                   // an object whose address escapes, and whose life is not marked
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

// Word names the rule in formats for machines.
func (r Rule) Word() string { return ruleWord[r] }

func (r Rule) String() string { return ruleText[r] }

// Why tells why something lives in the frame. A place that is not known, or that the rule is not
// about, is ir.NoPos.
type Why struct {
	Rule    Rule
	Def     ir.Pos // where it is defined
	Use     ir.Pos // a use that needs it
	Suspend ir.Pos // a suspend over which it is live
	Early   bool   // an object that may be written before the frame exists, so that its content is copied in
}
