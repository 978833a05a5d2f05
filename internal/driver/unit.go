package driver

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// unit is one definition of the file on its way through the passes.
type unit struct {
	item     *parse.Item
	coro     bool // coroutine passes look at it; else it is here to be verified
	findings ir.ErrorList
	checked  int // how many findings there were before the first pass
	failed   bool
	text     *unitText // what is left of the unit after the passes; nil when they changed nothing
	remarks  remark.Sink
	stats    lower.Stats
	times    pass.Times // of the goroutine that has the unit, as the arena is
	arena    *ir.Arena  // nil: the unit has memory of its own

	m       *ir.Module // while passes run
	f       *ir.Func
	c       *lower.Context
	st      string               // pass that is running, for the message of a panic
	step    int                  // its index in run.steps
	early   map[*ir.Func]*marker // functions that were taken through the whole pipeline ahead of the unit, with what they refer to
	verify  *ir.Verifier
	printer *emit.UnitPrinter
}

// verifier and printed make what remembers the functions of the unit that are done.
func (u *unit) verifier() *ir.Verifier {
	if u.verify == nil {
		u.verify = lightly(ir.NewVerifier(u.m))
	}
	return u.verify
}

// verifyInput checks the unit as it was read, with the headers of what the function refers to.
func (u *unit) verifyInput() ir.ErrorList {
	v := lightly(ir.NewVerifier(u.m))
	l := v.Symbols()
	for _, f := range u.m.Funcs {
		l = append(l, v.Func(f)...)
	}
	return l
}

// lightly makes a verifier trust the parser and the setters of the IR: -verify-each does not.
func lightly(v *ir.Verifier) *ir.Verifier {
	v.Light = true
	return v
}

func (u *unit) printed() *emit.UnitPrinter {
	if u.printer == nil {
		u.printer = emit.NewUnitPrinter(u.m)
	}
	return u.printer
}

func (r *run) newUnits(items []*parse.Item) []*unit {
	units := make([]*unit, len(items))
	for i, it := range items {
		units[i] = &unit{item: it, coro: !r.whole || r.file.HasCoro(it)}
	}
	return units
}

// timed adds the time since start to a pass.
func (u *unit) timed(what string, start time.Time) { u.times[what] += time.Since(start) }

func (u *unit) report(err error) {
	for _, e := range asList(err) {
		u.findings = append(u.findings, e)
		u.failed = u.failed || e.Severity == ir.SevError
	}
}

// guard runs one stage of a unit; a panic becomes a finding that names pass and function.
func (r *run) guard(u *unit, stage string, fn func()) {
	u.st = stage
	if !r.o.Debug {
		defer func() {
			if p := recover(); p != nil {
				e := internalError(ir.PosAt(u.item.Head), "%s on %s: %v", u.st, quoteFunc(u.item.Name), p)
				e.Notes = []ir.Note{{Msg: panicPlace(debug.Stack())}}
				u.report(e)
			}
		}()
	}
	fn()
}

// load parses the unit's function and checks it, before anything is rewritten.
func (r *run) load(u *unit) {
	defer func() { u.checked = len(u.findings) }()
	r.guard(u, "reading", func() {
		start := time.Now()
		u.m = r.file.NewUnit()
		if u.arena != nil {
			u.m.UseArena(u.arena)
		}
		u.m.Version, u.m.Triple = r.version, r.triple
		if r.o.DataLayout != "" {
			u.m.DataLayout = r.o.DataLayout
		}
		f, err := u.m.Func(u.item.Name)
		if err == nil && f != nil {
			err = f.Load()
		}
		u.timed("(parse)", start)
		switch {
		case err != nil:
			u.report(err)
			return
		case u.m.Err != nil:
			u.report(u.m.Err)
			return
		case f == nil:
			u.report(ir.Errorf(ir.PosAt(u.item.Head), "'@%s' is defined twice, as a function and as something else", u.item.Name))
			return
		}
		u.f = f
		u.c = &lower.Context{M: u.m, Layout: r.layout.Fork(), Target: r.tgt, Opts: r.o.Lower, ElideSafeCallee: r.elide}
		if r.o.Remarks {
			u.c.Remarks = &u.remarks
		}
		if !r.o.DisableVerify {
			start = time.Now()
			u.st = "verify"
			if l := u.verifyInput(); len(l) > 0 {
				if r.o.CheckOnly && u.coro {
					u.st = "check"
					l = lower.MergeFindings(l, lower.Check(u.c, f)) // which has the mend for what both find
				}
				u.report(l)
			}
			u.timed("verify", start)
		}
		if u.coro && r.splits && !u.failed {
			if err := lower.UnsupportedABI(f); err != nil {
				u.report(err)
			}
		}
		if u.coro && r.checks && !u.failed {
			start = time.Now()
			u.st = "check"
			l := lower.Check(u.c, f)
			if !r.o.CheckOnly {
				l = lower.ForLowering(l)
			}
			if len(l) > 0 {
				u.report(l)
			}
			u.timed("(check)", start)
		}
		if u.m.Err != nil {
			u.report(u.m.Err)
		}
	})
}

// step runs one pass on every definition of the unit: the coroutine, and what passes made of it.
func (r *run) step(u *unit, st *pass.Step, rep *pass.Reporter) {
	if st.Pass.Name == "globaldce" {
		r.guard(u, st.Pass.Name, func() { dropUnused(u) })
		return
	}
	fn := runner(st.Pass.Name)
	if fn == nil || st.Pass.Name != "verify" && !u.coro {
		return
	}
	r.guard(u, st.Pass.Name, func() {
		for i := 0; i < len(u.m.Funcs) && !u.failed; i++ { // the list grows while it is walked
			if f := u.m.Funcs[i]; (f == u.f || f.New) && !f.Declared && u.early[f] == nil {
				r.stepFunc(u, st, f, fn, rep)
			}
		}
	})
}

func (r *run) stepFunc(u *unit, st *pass.Step, f *ir.Func, fn runFunc, rep *pass.Reporter) {
	var subject *pass.Subject
	var before []byte
	if rep != nil {
		subject = &pass.Subject{Func: f.Name, Text: func() []byte { return emit.Func(nil, f) }, Size: numInstrs(f)}
		if !rep.Before(st, subject) {
			return
		}
		if rep.WantsBefore() {
			before = subject.Text()
		}
	}
	start := time.Now()
	changed, err := fn(u.c, f, st)
	u.timed(st.Pass.Name, start)
	if changed {
		f.Changed = true
	}
	switch {
	case err != nil:
		u.report(err)
		return
	case u.m.Err != nil:
		u.report(u.m.Err)
		return
	}
	if r.o.Report.VerifyEach && changed {
		if l := ir.Verify(u.m); len(l) > 0 {
			u.report(describe(st.Pass.Name, f.Name, l, f.Pos))
		}
	}
	if rep != nil {
		rep.After(st, subject, before)
	}
}

func numInstrs(f *ir.Func) int {
	n := 0
	for b := f.Entry(); b != nil; b = b.Next() {
		n += b.Len()
	}
	return n
}

// print verifies what the passes made and prints it.
func (r *run) print(u *unit) {
	r.guard(u, "printing", func() {
		changed := false
		for _, f := range u.m.Funcs {
			changed = changed || f.Changed || f.New
		}
		if changed && !r.o.DisableVerify {
			start := time.Now()
			l := u.verifier().Symbols()
			for _, f := range u.m.Funcs {
				if u.early[f] == nil {
					l = append(l, u.verifier().Func(f)...)
				}
			}
			u.invalid(l)
			u.timed("verify", start)
		}
		if changed && !u.failed {
			start := time.Now()
			u.text = newUnitText(u)
			u.timed("(print)", start)
		}
		if u.m.Err != nil {
			u.report(u.m.Err)
		}
	})
	if u.c != nil {
		u.stats = u.c.Stats
	}
}

// invalid reports what passes broke.
func (u *unit) invalid(l ir.ErrorList) {
	if len(l) > 0 {
		u.report(describe("the pipeline", u.item.Name, l, ir.PosAt(u.item.Head)))
	}
}

// finishEarly takes a function that a pass made, and will not look at again, through the steps that are left, verifies and prints it. It
// answers true when the body is not needed any more: of a coroutine's parts, all about as large as the coroutine, only one is in memory
// at a time.
func (r *run) finishEarly(u *unit, f *ir.Func) bool {
	refs := &marker{}
	for i := u.step + 1; i < len(r.steps) && !u.failed; i++ {
		st := &r.steps[i]
		if fn := runner(st.Pass.Name); fn != nil {
			u.st = st.Pass.Name
			r.stepFunc(u, st, f, fn, nil)
		} else if st.Pass.Name == "globaldce" {
			refs.init()
			refs.function(f)
		}
	}
	if u.failed {
		return false
	}
	u.st = "printing"
	if !r.o.DisableVerify {
		start := time.Now()
		u.invalid(u.verifier().Func(f))
		u.timed("verify", start)
	}
	start := time.Now()
	u.printed().Func(f)
	u.timed("(print)", start)
	if u.early == nil {
		u.early = map[*ir.Func]*marker{}
	}
	u.early[f] = refs
	u.st = r.steps[u.step].Pass.Name
	return true
}

// functionByFunction takes each unit through the whole pipeline before the next, several at a time: the IR of at most Jobs functions is in
// memory, and of the others their text. After a finding of the checker the other functions are only
// checked, because there will be no output.
func (r *run) functionByFunction(units []*unit, res *Result) {
	var next, done, held atomic.Int64
	var failed atomic.Bool
	work := func(times pass.Times) {
		arena := new(ir.Arena)
		for {
			k := int(next.Add(1)) - 1
			if k >= len(units) {
				return
			}
			u := units[k]
			u.times, u.arena = times, arena
			r.load(u)
			if u.failed {
				failed.Store(true)
			}
			if !r.o.CheckOnly && !failed.Load() {
				u.c.Done = func(f *ir.Func) bool { return r.finishEarly(u, f) }
				for i := range r.steps {
					u.step = i
					if r.step(u, &r.steps[i], nil); u.failed {
						break
					}
				}
				if !u.failed {
					r.print(u)
				}
			}
			u.m, u.f, u.c, u.times, u.arena, u.early, u.verify, u.printer = nil, nil, nil, nil, nil, nil, nil, nil
			arena.Reset()
			if r.o.Held != nil && u.text != nil {
				r.o.Held(held.Add(u.text.size()))
			}
			if n := done.Add(1); r.o.Progress != nil {
				r.o.Progress(int(n), len(units))
			}
		}
	}
	jobs := r.o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	jobs = min(jobs, len(units))
	var wg sync.WaitGroup
	times := make([]pass.Times, max(jobs, 1))
	for k := range times {
		times[k] = pass.Times{}
		wg.Add(1)
		go func() {
			defer wg.Done()
			work(times[k])
		}()
	}
	wg.Wait()
	for _, t := range times {
		res.Times.Add(t)
	}
}

// passByPass takes all units through one pass before the next, one at a time, holding all of them in memory: the way to run when the
// module between passes is to be seen.
func (r *run) passByPass(units []*unit, res *Result) {
	for _, u := range units {
		u.times = res.Times
		r.load(u)
	}
	if anyFailed(units) {
		return
	}
	rep := &pass.Reporter{Opts: &r.o.Report, W: r.o.Log}
	module := &pass.Subject{Text: func() []byte { return r.moduleText(units) }}
	rep.Start(module)
	for i := range r.steps {
		st := &r.steps[i]
		perModule := st.Scope == pass.Module || r.o.Report.ModuleScope
		var before []byte
		if perModule {
			if !rep.Before(st, module) {
				continue
			}
			if rep.WantsBefore() {
				before = module.Text()
			}
		}
		if st.Pass.Name == "print" {
			fmt.Fprintf(r.o.Log, "%s", module.Text())
		}
		sub := rep
		if perModule {
			sub = nil
		}
		for _, u := range units {
			r.step(u, st, sub)
		}
		if anyFailed(units) {
			return
		}
		if perModule {
			rep.After(st, module, before)
		}
	}
	for _, u := range units {
		r.print(u)
	}
}

func anyFailed(units []*unit) bool {
	for _, u := range units {
		if u.failed {
			return true
		}
	}
	return false
}

// moduleText is the whole module as it stands between passes.
func (r *run) moduleText(units []*unit) []byte {
	for _, u := range units {
		u.printer = nil // what an earlier state needed of attributes and metadata must not show in a later one
		u.text = newUnitText(u)
		u.printer = nil
	}
	pieces, err := r.merge(units)
	if err != nil {
		return []byte("; " + err.Error() + "\n")
	}
	res := Result{pieces: pieces}
	return res.Bytes()
}
