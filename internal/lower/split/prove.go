package split

// Nobody has to believe the layout of a frame whose slots share storage: the rewritten function is
// held against what it was (package framecheck), and where that does not show that every use finds
// what it needs, the coroutine is taken back to where it was and gets the plain frame, in which no
// two slots meet.
//
// The plain frame is proved only when asked for (Options.Prove): its rule is LLVM's, and a fault
// there is a fault of this program.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/framecheck"
	"github.com/corolower/corolower/internal/remark"
)

// proof is a coroutine whose frame may be looked at; nil where none is.
type proof struct {
	co  *coroutine
	rec *framecheck.Original
}

// prove notes the function as it is now, before anything is computed anew or put into a frame.
func (co *coroutine) prove() *proof {
	if len(co.Suspends) == 0 || !co.reuse && !co.c.Opts.Prove {
		return nil
	}
	return &proof{co: co, rec: framecheck.Record(co.F, co.Begin)}
}

// check gives what could not be shown of the rewritten function.
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
		Rounds: co.inRounds()}
	if fr.Body = co.c.Body; fr.Body == nil {
		fr.Body = func(f *ir.Func) bool { return f.Load() == nil }
	}
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

// backup is a function as it was when splitting began.
type backup struct {
	body     *ir.Func
	stats    Stats
	attrs    *ir.AttrSet
	retained *ir.MD // of its subprogram
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

// plain splits the coroutine anew without shared storage, because of what could not be shown with
// it.
func (b *backup) plain(co *coroutine, why framecheck.Finding) (*coroutine, []framecheck.Finding, error) {
	f, c, typ, shared := co.F, co.c, co.frameType, co.frame.Size
	f.SwapBody(b.body)
	c.Stats = b.stats
	if ref := debuginfo.SubprogramOf(f); ref != nil {
		setRetained(co.m, ref, b.retained)
	}
	again, _, err := c.begin(f, false)
	if err != nil {
		return nil, nil, err
	}
	again.frameType = typ
	c.Layout.Forget(typ) // it is given another body
	doubt, err := again.moveToFrame()
	if err != nil {
		return nil, nil, err
	}
	if again.report != nil {
		again.report.NotShared = why.Msg
	}
	c.Remarks.Add(remark.Remark{
		Kind: remark.Analysis, Pass: "coro-split", Name: "CoroFrameNotShared",
		Function: f.Name, Loc: debuginfo.FuncLoc(co.m, f),
		Args: []remark.Arg{
			{Key: "String", Val: "the frame of '"}, {Key: "function", Val: f.Name},
			{Key: "String", Val: "' shares no storage, which would save "},
			{Key: "bytes", Val: strconv.FormatInt(max(again.frame.Size-shared, 0), 10)},
			{Key: "String", Val: " bytes: corolower could not show that "},
			{Key: "reason", Val: "nothing is lost: " + why.Msg},
		},
	})
	return again, doubt, nil
}

// unproved is the error for a plain frame that was to be proved, and of which a value is not what
// it was.
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
