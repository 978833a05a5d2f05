// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Reasons as text: the place of an instruction, the variable that holds a handle, a path as source
// lines.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// String returns the reason in one line.
func (ms *Miss) String() string {
	var sb strings.Builder
	sb.WriteString(ms.Text)
	if ms.Instr != "" {
		sb.WriteString(", at `" + ms.Instr + "`")
		if ms.Loc.Line > 0 {
			sb.WriteString(" (" + ms.Loc.String() + ")")
		}
	}
	if ms.Var != "" {
		sb.WriteString(", variable '" + ms.Var + "'")
	}
	if len(ms.Path) > 0 {
		sb.WriteString("; no destroy on the path " + pathString(ms.Path))
	}
	if ms.Fix != "" {
		sb.WriteString("; " + ms.Fix)
	}
	return sb.String()
}

// pathString formats a path, by source lines if they are known, or else by block labels.
func pathString(path []Step) string {
	var parts []string
	for _, s := range path {
		p := s.Block
		if s.Loc.Line > 0 {
			p = "line " + strconv.Itoa(s.Loc.Line)
		}
		if len(parts) == 0 || parts[len(parts)-1] != p {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " -> ")
}

// fixNoUnwind is a fix for an exception that leaves before the destroy. search tries it.
const fixNoUnwind = "call only nounwind functions between the creation and the destroy"

// maxPathSteps bounds the path in a reason. A longer path is printed without its middle.
const maxPathSteps = 200

// describe returns the path or the escape that was found as a Miss.
func (an *lifetimeAnalysis) describe(l *Lifetime) *Miss {
	mf := &an.miss
	ms := &Miss{Kind: MissPath}
	at := mf.at
	switch {
	case mf.text != "":
		ms.Kind, ms.Text = mf.why, mf.text
		if ms.Kind == MissAddrSpace {
			ms.Fix = "keep the handle in local variables, and pass it only to functions that do not keep it"
		}
	case mf.kind == exitTail:
		ms.Text = "a musttail call destroys the frame after the function's variables are gone"
		ms.Fix = "destroy the handle with a plain call"
	case mf.kind == exitAgain && !an.owned():
		ms.Text = "the coroutine may be created again while its frame is alive"
		ms.Fix = "destroy the handle before the next iteration"
	case mf.kind == exitAgain:
		ms.Text = "the coroutine may be created again while its frame is alive"
	case mf.s.esc != nil && !storesInItself(mf.s.esc):
		at = mf.s.esc
		ms.Kind, ms.Text = an.escapeWords(at)
		if mf.kind == exitThrow {
			ms.Text += ", and an exception" + outOf(mf.at) + " may leave the function before the destroy"
			ms.Fix = fixNoUnwind
		}
		if mf.kind == exitJump {
			ms.Text += ", and a jump" + outOf(mf.at) + " may leave the function before the destroy"
		}
	case mf.kind == exitJump:
		ms.Text = "a jump" + outOf(at) + " may leave the function before the frame is destroyed"
		ms.Fix = "destroy the handle before the call"
	case mf.kind == exitThrow:
		ms.Text = "an exception" + outOf(at) + " may leave the function before the frame is destroyed"
	case effectOf(at) == Ends || isFree(effectOf(at)):
		ms.Text = "the function ends with the frame alive"
	case at.Op != ir.OpRet:
		ms.Text = "an exception leaves the function with the frame alive"
	default:
		ms.Text = "the function returns with the frame alive"
	}
	an.suggestDestroy(ms, mf.text == "")
	an.place(ms, at)
	ms.Var = l.Var
	for k, b := range mf.path {
		if gap := len(mf.path) - maxPathSteps; gap > 0 && k >= maxPathSteps/2 && k <= maxPathSteps/2+gap {
			if k == maxPathSteps/2 {
				ms.Path = append(ms.Path, Step{Block: "..."})
			}
			continue
		}
		step, ok := an.steppedOn[b]
		if !ok {
			step = Step{Block: an.label(b), Loc: an.blockLoc(b)}
			an.steppedOn[b] = step
		}
		ms.Path = append(ms.Path, step)
	}
	return ms
}

// suggestDestroy adds the fix of a path without a destroy, where one can be added to a correct
// program: nobody else has the handle, who may destroy it, and the coroutine does not destroy
// itself. A task that was given to an executor has an owner, and a detached task is its own.
func (an *lifetimeAnalysis) suggestDestroy(ms *Miss, onPath bool) {
	switch {
	case ms.Fix != "" || !onPath || ms.Kind == MissEscape || ms.Kind == MissUnknownCallee:
	case an.owned():
		ms.Owned = true
	default:
		ms.Fix = "destroy the handle on this path"
	}
}

// owned reports a handle that something else than the function may destroy: code that the function
// or the coroutine gave it to, or the coroutine.
func (an *lifetimeAnalysis) owned() bool {
	esc := an.miss.s.esc
	return esc != nil && !storesInItself(esc) || an.use.frees || an.use.asks || an.use.opaqueBody || an.use.away
}

// outOf names the callee that an exception or a jump comes from.
func outOf(i *ir.Instr) string {
	if effectOf(i) == Awaits {
		return " from await_suspend"
	}
	if g := i.CalledFunc(); g != nil {
		return " from @" + g.Name
	}
	return ""
}

// place records the instruction that a reason refers to.
func (an *lifetimeAnalysis) place(ms *Miss, at *ir.Instr) {
	ms.Pos, ms.Loc = at.Pos, debuginfo.InstrLoc(an.m, at)
	if in := debuginfo.CallerLoc(an.m, at); in != ms.Loc {
		ms.In = in
	}
	ms.At = at
}

// escapeWords describes how an instruction lets the handle escape.
func (an *lifetimeAnalysis) escapeWords(at *ir.Instr) (MissKind, string) {
	switch {
	case at.Op == ir.OpRet:
		return MissEscape, "the handle is returned"
	case at.Op == ir.OpLoad:
		return MissEscape, "this load may read an address within the frame, which may escape from here"
	case at.Op == ir.OpStore:
		to := ir.Underlying(at.Arg(1))
		if g, ok := to.(*ir.Global); ok {
			return MissEscape, "the handle is stored to @" + g.Name
		}
		return MissEscape, "the handle is stored to memory that other code can access"
	case at.Op == ir.OpAtomicRMW, at.Op == ir.OpCmpXchg:
		return MissEscape, "this atomic operation may let an address within the frame escape"
	case at.IsCall():
		g := at.CalledFunc()
		switch {
		case an.use.leaves && an.runsPart(at, 1):
			return MissEscape, "the coroutine's destroy part may let an address within the frame escape, and leave " +
				"the frame alive"
		case an.use.opaqueBody && an.runsPart(at, 0):
			return MissUnknownCallee, "the body of @" + an.life.Resume.Name + " is unknown: it may let an address " +
				"within the frame escape"
		case g == nil && an.runsPart(at, 0):
			return MissEscape, "the coroutine lets an address within its frame escape"
		case g == nil:
			return MissUnknownCallee, "the handle is passed to an indirect call"
		case effectOf(at) != Ordinary:
			return MissEscape, "the awaiter's await_suspend receives the handle"
		case an.facts.imported(g) != nil:
			return MissUnknownCallee, "the handle is passed to @" + g.Name + ", whose summary says that it may " +
				"keep the handle"
		case an.unreadable[at] && g.HasAttr("noipa"):
			return MissUnknownCallee, "the handle is passed to @" + g.Name + ", which is noipa"
		case an.unreadable[at] && !g.Declared && !g.Exact():
			return MissUnknownCallee, "the handle is passed to @" + g.Name + ", which the linker may replace"
		case an.unreadable[at]:
			return MissUnknownCallee, "the handle is passed to @" + g.Name + ", whose body is unknown"
		case an.runsPart(at, 0):
			return MissEscape, "the coroutine lets an address within its frame escape"
		case g.Intrinsic().IsMemCopy():
			return MissEscape, "the handle is copied to memory that other code can access"
		}
		return MissEscape, "the handle is passed to @" + g.Name + ", which may keep it"
	}
	return MissEscape, "the handle is used in a way that the analysis does not follow"
}

// runsPart reports whether a call runs the resume function (0) or the destroy function (1), by name
// or as it was read from the frame.
func (an *lifetimeAnalysis) runsPart(i *ir.Instr, part uint64) bool {
	if g, ok := ir.StripCasts(i.Callee()).(*ir.Func); ok {
		return g == an.life.Resume && part == 0 || (g == an.life.Destroy || g == an.life.Cleanup) && part == 1
	}
	read := an.facts.readsCallee(i)
	if read == nil {
		return false
	}
	k, ok := read.Arg(1).(*ir.Const)
	return ok && k.IsInt() && k.Uint64() == part
}

// label returns a block's label as it prints.
func (an *lifetimeAnalysis) label(b *ir.Block) string {
	if b.Name() != "" {
		return "%" + ir.QuoteName(b.Name())
	}
	if an.slots == nil {
		n := int32(0)
		for _, p := range an.f.Params {
			if p.Name == "" {
				n++
			}
		}
		an.slots = an.f.Slots(nil, n)
	}
	if b.ID < len(an.slots) && an.slots[b.ID] >= 0 {
		return "%" + strconv.Itoa(int(an.slots[b.ID]))
	}
	return "%?"
}

// blockLoc returns the first source location in a block.
func (an *lifetimeAnalysis) blockLoc(b *ir.Block) remark.Loc {
	for i := b.First(); i != nil; i = i.Next() {
		if i.Op == ir.OpPhi || i.DebugLoc() == nil {
			continue
		}
		if loc := debuginfo.CallerLoc(an.m, i); loc.Line > 0 {
			return loc
		}
	}
	return remark.Loc{}
}
