// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Profile counts. The function_entry_count of a coroutine says how often its ramp is entered. Its
// parts are entered as often as its suspends are left. For example, if a coroutine is created 10
// times, suspends 1000 times in its loop, and is destroyed there 10 times:
//
//	define ptr @f() !prof !{!"function_entry_count", i64 10}
//	define void @f.resume(ptr) !prof !{!"function_entry_count", i64 990}
//	define void @f.destroy(ptr) !prof !{!"function_entry_count", i64 10}
//
// The counts come from the frequencies of the blocks that suspend. If several functions do the same,
// each has the whole count, because any of them may be the one that runs: the destroy and the cleanup
// part, the resume part and the continuations, the ramp and the .noalloc ramp.

import (
	"math"
	"math/bits"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/flowcheck"
	"github.com/corolower/corolower/internal/opt"
)

// readProfile computes how often the coroutine is resumed and destroyed at each suspend, if it has an
// entry count. It removes the weights of the branches on the suspends' results, because in the ramp
// and in each part one edge is always taken.
func (co *coroutine) readProfile() {
	q := opt.NewProfile(co.m, co.F)
	if q == nil {
		return
	}
	p := &profile{}
	if co.profile = p; co.c.Opts.Prove {
		p.places = map[*ir.Func][]flowcheck.Suspend{}
	}
	outcomes := map[*ir.Instr]opt.Outcome{}
	for b := co.F.Entry(); b != nil; b = b.Next() {
		if o := q.Outcome(b.Terminator()); o.Suspend != nil {
			outcomes[o.Suspend] = o
			b.Terminator().SetMeta("prof", nil)
		}
	}
	for _, s := range co.Suspends {
		p.leaves = append(p.leaves, []*ir.Block{s.Block()})
		if q.Partial {
			continue
		}
		left := q.Runs(s.Block())
		resumed := left
		if o, tested := outcomes[s]; tested {
			resumed = opt.Reached(left, o.Resumed, opt.Always)
		}
		p.resumed, p.destroyed = append(p.resumed, resumed), append(p.destroyed, left-resumed)
	}
}

// countEntries gives a part its entry count. A count of 0 is unknown unless known is set.
func (co *coroutine) countEntries(part *ir.Func, counts []uint64, known bool) {
	if n := total(counts); counts != nil && (n > 0 || known) {
		part.Meta = append(part.Meta, ir.Attachment{Kind: "prof", MD: opt.EntryCount(co.m, n)})
	}
}

// total adds up counts. It saturates.
func total(counts []uint64) (sum uint64) {
	for _, n := range counts {
		var carry uint64
		if sum, carry = bits.Add64(sum, n, 0); carry > 0 {
			return math.MaxInt64
		}
	}
	return sum
}

// checked reports whether the counts are checked.
func (co *coroutine) checked() bool { return co.profile != nil && co.profile.places != nil }

// placeSuspends records where a function suspends and continues. at maps blocks of the body; a
// continuation starts at start.
func (co *coroutine) placeSuspends(f *ir.Func, at func(*ir.Block) *ir.Block, start *ir.Block) {
	if !co.checked() {
		return
	}
	for n, list := range co.profile.leaves {
		b := co.Suspends[n].Block()
		s := flowcheck.Suspend{Enter: at(b)}
		if start != nil && (start == b || start == b.SingleSucc()) {
			s.Enter = at(start)
		}
		for _, b := range list {
			s.Leave = append(s.Leave, at(b))
		}
		co.profile.places[f] = append(co.profile.places[f], s)
	}
}

// flows implements abi: the ramp, and a function for each suspend.
func (co *coroutine) flows(parts []*ir.Func) [][]*ir.Func { return [][]*ir.Func{append(parts, co.F)} }

// checkFlows panics if the counts of the finished functions contradict each other.
func (co *coroutine) checkFlows(parts []*ir.Func) {
	co.placeSuspends(co.F, func(b *ir.Block) *ir.Block { return b }, nil)
	if !co.checked() {
		return
	}
	for _, set := range co.abi.flows(parts) {
		if wrong := flowcheck.Check(co.m, set, co.profile.places); wrong != "" {
			panic("the profile counts of @" + co.F.Name + " are wrong: " + wrong)
		}
	}
}
