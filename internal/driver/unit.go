// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"runtime/debug"
	"time"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/check"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// unit is one definition of the file on its way through the passes, or several that passes process
// together. The fields outside job live until the end of the run, for every unit of the file.
type unit struct {
	item           *parse.Item // the first member's
	number         int         // of the unit in the file
	upgrade        bool        // no pass runs on it: it is only printed, with debug records
	resting        bool        // no pass runs on it: see restingUnit
	members        []*member
	group          bool // passes that look across calls run on it
	failed         bool
	sccs           [][]*member // in the order in which an SCC stage visits them
	findings       ir.ErrorList
	checked        int       // number of findings before the first pass
	text           *unitText // the changes of the passes as text; nil if there are none
	kept           *keptUnit // the changes in memory, if Options.Module is set
	remarks        remark.Sink
	late           []lower.LateRemark
	elisions       []elide.Elision
	described      framereport.Reporter
	kernels        []kernel
	suspends       map[string]int // number of suspends by split coroutine, if remarks are on
	oversimplified []string       // coroutines that passes must not simplify before the split: see split.Oversimplified

	*job // nil before and after the passes run
}

// job is the state that a unit needs while passes run. A goroutine reuses one job for all its
// units.
type job struct {
	r *run
	// These fields carry over from one unit to the next.
	times  pass.Times     // nil: do not measure
	stats  Stats          // of finished units
	arena  *ir.Arena      // memory of the IR
	layout *target.Layout // load clears its cached type sizes

	m *ir.Module
	passes
	place
	finished
	own        map[*ir.Func]*member
	tidy       bool              // there is no change since globaldce ran
	seen       int               // number of m.Funcs that are assigned to a member
	ahead      bool              // print parts of coroutines before the rest of the unit, if possible
	plan       *split.Plan       // of the coroutine whose values the current pass moved to its frame; nil: none
	simplified map[*ir.Func]bool // coroutines that a simplifying pass changed before the split
	verify     *ir.Verifier
	printer    *emit.UnitPrinter
}

// place is where a unit is in its pipeline.
type place struct {
	st    string      // the current pass, for the message of a panic
	at    *parse.Item // the definition that the current pass processes
	steps int         // number of steps done, see restAfter
	step  int         // index of the current pass in run.steps
}

// finished describes the functions that went through the whole pipeline before the rest of the unit.
type finished struct {
	early map[*ir.Func]*marker // with their references
	code  map[string]int       // the CodeSize of each, if reports need it
}

// passes holds the state of each pass in a unit.
type passes struct {
	c        *pass.Unit // nil: no pass runs
	bodies   bodies.Table
	loaded   bodies.Table // for elision in a unit that is no group, which reads no other functions
	split    split.Splitter
	elide    elide.State
	inline   opt.Inliner
	dispatch lower.Dispatcher
	replaced lower.ContextSizes
	fold     lower.SizeFolder
	ownRamps map[*ir.Func]bool // the coroutines that coro-elide<own-ramp> examines
}

// newJob returns a job that adds the time of passes to times if times is not nil.
func (r *run) newJob(times pass.Times) *job { return &job{r: r, times: times, arena: new(ir.Arena)} }

// begin resets the job for another unit.
func (j *job) begin() {
	*j = job{r: j.r, times: j.times, stats: j.stats, arena: j.arena, layout: j.layout, own: map[*ir.Func]*member{},
		simplified: map[*ir.Func]bool{}, finished: finished{early: map[*ir.Func]*marker{}}}
}

// verifier returns the verifier of the unit, which remembers the functions that it has verified.
func (u *unit) verifier() *ir.Verifier {
	if u.verify == nil {
		u.verify = lightly(ir.NewVerifier(u.m))
	}
	return u.verify
}

// verifyInput verifies a function as it was read, and the headers that came with it: those of the
// functions in u.m.Funcs[from:]. It returns the function's dominator tree if there are no findings.
func (u *unit) verifyInput(f *ir.Func, from int) (ir.ErrorList, *ir.DomTree) {
	v := lightly(ir.NewVerifier(u.m))
	var l ir.ErrorList
	for _, g := range u.m.Funcs[from:] {
		if g != f {
			l = append(l, v.Func(g)...)
		}
	}
	v.KeepTree = true
	l = append(l, v.Func(f)...)
	return l, v.Tree
}

// lightly makes a verifier trust the parser and the setters of the IR. -verify-each does not use
// it.
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

// clock returns the time for timed, if times are measured.
func (u *unit) clock() (now time.Time) {
	if u.times != nil {
		now = time.Now()
	}
	return now
}

// timed adds the time since start to the time of a pass.
func (u *unit) timed(what string, start time.Time) {
	if u.times != nil {
		u.times[what] += time.Since(start)
	}
}

func (u *unit) report(err error) {
	for _, e := range ir.AsList(err) {
		u.findings = append(u.findings, e)
		u.failed = u.failed || e.Severity == ir.SevError
	}
}

// guard runs one stage of a unit. It converts a panic to a finding that names the pass and the
// function.
func (r *run) guard(u *unit, stage string, fn func()) {
	u.st = stage
	if !r.o.Debug {
		defer func() {
			if p := recover(); p != nil {
				e := internalError(ir.PosAt(u.at.Head), "%s on %s: %v", u.st, quoteFunc(u.at.Name), p)
				e.Notes = []ir.Note{{Msg: panicPlace(debug.Stack())}}
				u.report(e)
			}
		}()
	}
	fn()
}

// load parses the unit's functions and verifies them, before any pass runs.
func (r *run) load(u *unit) {
	defer func() { u.checked = len(u.findings) }()
	u.m = r.file.NewUnitIn(u.arena)
	u.m.Version, u.m.Oldest, u.m.Triple, u.m.NoUnwind = r.version, r.oldest, r.triple, !r.tgt.Unwinds()
	u.m.Swift = r.file.Swift && !r.forStock()
	if r.o.DataLayout != "" {
		u.m.DataLayout = r.o.DataLayout
	}
	if u.layout == nil {
		u.layout = r.layout.Fork()
	}
	u.layout.Clear()
	u.c = &pass.Unit{M: u.m, Layout: u.layout, Target: r.tgt}
	if r.o.Remarks {
		u.c.Remarks = &u.remarks
	}
	p := &u.passes
	p.elide = elide.State{Unit: u.c, Opts: r.o.Elide, Print: emit.InstrString, Prove: r.o.Report.VerifyEach}
	p.elide.Opts.Summaries, p.elide.HasLongJumps = r.summaries, r.longJumps
	p.elide.Number = u.number
	p.elide.Owned = func(f *ir.Func) bool {
		return (u.own[f] != nil || f.New) && !f.Declared && f.Loaded() && u.early[f] == nil
	}
	p.bodies = bodies.Table{Unit: u.c, File: r.file, Steps: r.reading, Times: u.times}
	if !r.o.DisableVerify {
		p.bodies.Verifier = u.verifier()
	}
	p.loaded.Unit = u.c
	p.split = split.Splitter{Unit: u.c, ElideSafeCallees: r.safeCallees}
	if r.o.Frames {
		u.described = framereport.Reporter{Ways: r.o.Ways, Brief: r.o.Brief, Speller: emit.Speller}
		u.described.Attach(&p.split)
	}
	p.inline = opt.Inliner{M: u.m, Remarks: u.c.Remarks, Body: (*ir.Func).Loaded}
	p.dispatch, p.fold = lower.Dispatcher{Unit: u.c}, lower.SizeFolder{Unit: u.c, Sizes: r.sizesNow}
	u.split.HadFinal = func(f *ir.Func) bool { return u.simplified[f] && r.suspendsFinally(u.own[f]) }
	u.split.Bodies, u.elide.Bodies = &u.bodies, &p.loaded
	if u.group {
		u.inline.Body = u.bodies.Body
		u.split.Callees = &u.elide
		u.elide.Bodies = &u.bodies
		if r.calls != nil {
			u.elide.Tables = r.calls.Tables
		}
	}
	for _, mem := range u.members {
		u.at = mem.item
		r.guard(u, "reading", func() { r.loadMember(u, mem) })
		u.restOn(mem)
	}
	if l := lightly(ir.NewVerifier(u.m)).Symbols(); len(l) > 0 && !r.o.DisableVerify {
		u.report(l)
	}
	if u.group && !u.failed && !r.o.CheckOnly {
		u.split.ElideSafeCallees = r.findSafeCallees(u)
	}
	u.seen = len(u.m.Funcs)
	if r.grows && u.group && !u.failed {
		u.elide.NamedOutside = r.namedOutside(u)
		u.elide.IndexReferences()
	}
}

// loadMember parses a function of the file and checks it.
func (r *run) loadMember(u *unit, mem *member) {
	start := u.clock()
	before := len(u.m.Funcs)
	f, err := u.m.Func(mem.item.Name)
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
		u.report(ir.Errorf(ir.PosAt(mem.item.Head), "'@%s' is defined twice, as a function and as something else",
			mem.item.Name))
		return
	}
	f.Changed = r.file.CallsDebug(mem.item)
	mem.f, mem.funcs = f, []*ir.Func{f}
	u.own[f] = mem
	u.bodies.Own(f)
	failed := u.failed
	u.failed = false
	var dom *ir.DomTree // of f, still valid
	if !r.o.DisableVerify {
		start = u.clock()
		u.st = "verify"
		var l ir.ErrorList
		if l, dom = u.verifyInput(f, before); len(l) > 0 {
			if r.o.CheckOnly && mem.coro {
				u.st = "check"
				// for a fault that both find, check's finding has the fix
				l = rule.MergeFindings(l, check.Check(u.c, f))
			}
			check.Locate(u.m, f, l)
			u.report(l)
		}
		u.timed("VerifierPass", start)
	}
	if mem.coro && r.checks && !u.failed {
		start = u.clock()
		u.st = "check"
		var l ir.ErrorList
		if r.o.CheckOnly {
			l = check.Check(u.c, f)
		} else {
			l, dom = check.BeforeLowering(u.c, f, dom), nil
		}
		if len(l) > 0 {
			check.Locate(u.m, f, l)
			u.report(l)
		}
		u.timed("(check)", start)
	}
	if dom != nil {
		dom.Done()
	}
	if u.m.Err != nil {
		u.report(u.m.Err)
	}
	u.failed = u.failed || failed
}

// readingSteps returns the steps that run on functions that a unit only reads: the steps that lower
// intrinsics without splitting, up to the first step that uses facts of other functions or elides.
func readingSteps(steps []pass.Step) []*pass.Step {
	var list []*pass.Step
	for i := range steps {
		switch st := &steps[i]; {
		case st.Pass.Is.Has(pass.Across) || st.Pass.Is.Has(pass.Elides):
			return list
		case st.Pass.Is.Has(pass.Lowers) && !st.Pass.Is.Has(pass.Splits):
			list = append(list, st)
		}
	}
	return list
}

// print verifies the changed unit and prints it.
func (r *run) print(u *unit) {
	r.guard(u, "printing", func() {
		changed := false
		u.leaveForeign()
		u.privateCopies()
		for _, f := range u.m.Funcs {
			changed = changed || f.Changed || f.New
		}
		if changed && len(u.bodies.Foreign) > 0 && (u.bodies.Lowered || !u.tidy) {
			dropUnused(u, false)
		}
		if changed && !r.o.DisableVerify {
			start := u.clock()
			broken := []invalidFunc{{nil, u.verifier().Symbols()}}
			for _, f := range u.m.Funcs {
				if _, foreign := u.bodies.Foreign[f]; !foreign && u.early[f] == nil {
					found := u.verifier().Func(f)
					if len(found) > 0 && f.Declared && !f.New {
						// f is a declaration that the unit had not
						// referenced before: the input is at fault, also
						// for errors that follow from it
						u.report(found)
						continue
					}
					broken = append(broken, invalidFunc{f, found})
				}
			}
			if !u.failed {
				for _, b := range broken {
					u.invalid(b.f, b.list)
				}
			}
			u.timed("VerifierPass", start)
		}
		if changed && !u.failed {
			start := u.clock()
			for _, f := range u.m.Funcs {
				if f.Changed || f.New {
					u.spellAligns(f)
				}
			}
			if r.o.Module {
				u.keep()
			} else {
				u.text = newUnitText(u)
			}
			u.timed("(print)", start)
		}
		if u.m.Err != nil {
			u.report(u.m.Err)
		}
	})
	r.noteKernels(u)
	u.elisions = u.elide.Elisions()
	u.elide.Finish()
	u.noteCode()
	walks := u.elide.Walks()
	u.stats.Add(&Stats{Split: u.split.Stats, Elide: elide.Stats{Direct: u.elide.Direct},
		FoldedSizes: u.fold.Folded, Walks: walks})
	u.late = u.fold.Late
}

// noteCode completes the reports of frames with the sizes of the parts after the last pass.
func (u *unit) noteCode() {
	if len(u.described.Frames) == 0 || u.described.Brief {
		return
	}
	code := map[string]int{}
	for _, f := range u.m.Funcs {
		_, foreign := u.bodies.Foreign[f]
		switch {
		case u.early[f] != nil:
			code[f.Name] = u.code[f.Name]
		case !foreign && !f.Declared && f.Loaded():
			code[f.Name] = ir.CodeSize(f)
		}
	}
	for k := range u.described.Frames {
		r := &u.described.Frames[k]
		r.Instrs = code[r.Function]
		for n := range r.Parts {
			r.Parts[n].Instrs = code[r.Parts[n].Name]
		}
	}
}

// leaveForeign keeps functions that the unit only reads out of its text, although passes may have
// changed them.
func (u *unit) leaveForeign() {
	for f := range u.bodies.Foreign {
		f.Changed = false
	}
}

// privateCopies completes the private copies that decisions of the unit rest on.
func (u *unit) privateCopies() {
	var printed []*ir.Func
	for _, f := range u.m.Funcs {
		mem := u.own[f]
		if (f.Changed || f.New || mem != nil && len(u.r.rests[f.Name]) > 0) && u.elide.Owned(f) {
			printed = append(printed, f)
		}
	}
	err := u.elide.FinishPrivate(printed, func(f *ir.Func) error { return u.bodies.Lower(f, u.r.lowering) })
	if err != nil {
		u.report(err)
	}
}

// invalidFunc holds the findings in one function.
type invalidFunc struct {
	f    *ir.Func // nil: the findings are about the unit as a whole
	list ir.ErrorList
}

// invalid reports that passes made a function invalid. The message names the function and has its
// position, or that of the unit's first item if the function is new.
func (u *unit) invalid(f *ir.Func, l ir.ErrorList) {
	name, pos := u.item.Name, ir.PosAt(u.item.Head)
	if f != nil {
		name = f.Name
		if f.Pos.IsValid() {
			pos = f.Pos
		}
	}
	if len(l) > 0 {
		u.report(describe("the pipeline", name, l, pos))
	}
}

// callers returns the functions of the unit that may call a function of the file.
func (u *unit) callers(callee *ir.Func) (list []*ir.Func) {
	if mem := u.own[callee]; mem != nil {
		for _, m := range mem.callers {
			list = append(list, m.funcs...)
		}
	}
	return list
}

// recursive reports whether calls may lead from the callees of a function back to it.
func (u *unit) recursive(f *ir.Func) bool {
	mem := u.own[f]
	return mem == nil || mem.inCycle
}

// release drops all references to IR, so that its memory can be reused (TestReleaseLetsGoOfIR).
func (u *unit) release() {
	for _, mem := range u.members {
		mem.f, mem.funcs = nil, nil
	}
	u.job = nil
}
