// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Checks of frames. If slots share storage, package framecheck compares the rewritten function with
// the original. If it cannot show that every use gets the right value, the coroutine is restored,
// and split again with the plain frame, in which no two slots overlap.
//
// The plain frame is checked only if the user requests it (Options.Prove): its rule is LLVM's, and
// an error in it is a bug of this program.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/framecheck"
	"github.com/corolower/corolower/internal/lower/splitdebug"
	"github.com/corolower/corolower/internal/remark"
)

// proof is a coroutine whose frame may be checked; nil if it will not be.
type proof struct {
	co  *coroutine
	rec *framecheck.Original
}

// prove records the function as it is now, before values are recomputed or moved to a frame.
func (co *coroutine) prove() *proof {
	if len(co.Suspends) == 0 || !co.reuse && !co.c.Opts.Prove {
		return nil
	}
	return &proof{co: co, rec: framecheck.Record(co.F, co.Begin)}
}

// check returns the properties of the rewritten function that could not be shown.
func (p *proof) check(spills *spillSet) []framecheck.Finding {
	if p == nil {
		return nil
	}
	if !p.co.frame.Shared && len(spills.stack) == 0 && !p.co.c.Opts.Prove {
		p.rec.Forget()
		return nil
	}
	co := p.co
	fr := &framecheck.Frame{Suspends: co.Suspends, All: co.c.Opts.Prove, Again: co.abi.anew(), Align: co.frame.Align,
		Body: co.c.body}
	for _, s := range co.frame.Slots {
		if s.Value == nil {
			fr.Fixed = append(fr.Fixed, framecheck.Range{From: s.Offset, To: s.End()})
		}
	}
	for _, a := range spills.stack {
		fr.Stack = append(fr.Stack, a.Alloca)
	}
	return p.rec.Check(co.m, co.c.Layout, fr)
}

// keep copies the coroutine's function.
func keep(co *coroutine) *backup {
	f := co.F
	f.Renumber()
	b := &backup{body: ir.NewFunc(co.m, f.Name, f.FTy), stats: co.c.Stats, attrs: f.Attrs}
	args := make([]ir.Value, len(f.Params))
	for k, p := range b.body.Params {
		p.Name, p.Attrs, p.Pos = f.Params[k].Name, f.Params[k].Attrs, f.Params[k].Pos
		args[k] = p
	}
	ir.CloneBody(b.body, f, args, nil)
	if sp := co.m.MDNode(debuginfo.SubprogramOf(f)); sp != nil {
		b.retained = sp.Field("retainedNodes")
	}
	return b
}

// plain splits the coroutine again without shared storage. why is the property that could not be
// shown with it.
func (b *backup) plain(co *coroutine, why framecheck.Finding) (*coroutine, moved, error) {
	f, c, typ, shared := co.F, co.c, co.frameType, co.frame.Size
	f.SwapBody(b.body)
	c.Stats = b.stats
	if ref := debuginfo.SubprogramOf(f); ref != nil {
		splitdebug.SetRetained(co.m, ref, b.retained)
	}
	again, _, err := c.begin(f, false)
	if err != nil {
		return nil, moved{}, err
	}
	if co.trials != nil {
		again.trials = &trials{co.trials.body, numberCalls(f)}
	}
	again.notShared = why.Msg
	again.frameType = typ
	c.Layout.Forget(typ) // the type gets another body
	res, err := again.moveToFrame()
	if err != nil {
		return nil, res, err
	}
	c.Remarks.Add(remark.Remark{
		Kind: remark.Analysis, Pass: "coro-split", Name: "CoroFrameNotShared",
		Function: f.Name, Loc: debuginfo.FuncLoc(co.m, f),
		Args: remark.Words("the frame of '", remark.Named("function", f.Name), "' shares no storage, which would save ",
			remark.Number("bytes", max(again.frame.Size-shared, 0)), " bytes: corolower could not show that ",
			remark.Named("reason", "nothing is lost: "+why.Msg)),
	})
	return again, res, nil
}

// unproved returns an error if the check of a plain frame finds a wrong value.
func unproved(f *ir.Func, doubt []framecheck.Finding) error {
	for _, d := range doubt {
		if !d.Unproved && d.Value {
			e := ir.Errorf(d.At.Pos, "internal error: the frame of @%s is wrong: %s", f.Name, d.Msg)
			e.Hint = "this is a bug in corolower, not in your IR; please report it with the function"
			return e
		}
	}
	return nil
}
