package driver

import (
	"runtime/debug"
	"time"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/lower/check"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// unit is one definition of the file on its way through the passes, or several that passes look at
// together. What is in it without the job stays until the end of the run, for every unit of the
// file.
type unit struct {
	item    *parse.Item // the first member's
	members []*member
	group   bool // passes that look across calls run on it
	// functions that are read by it and are no members name some that create coroutines
	// (waysBetween)
	hides          bool
	failed         bool
	calls          [][]int
	sccs           [][]*member // in the order in which an SCC stage visits them
	findings       ir.ErrorList
	checked        int       // how many findings there were before the first pass
	text           *unitText // what is left of the unit after the passes; nil when they changed nothing
	remarks        remark.Sink
	late           []lower.LateRemark
	elisions       []elide.Elision
	frames         []split.Report
	kernels        []kernel
	suspends       map[string]int // by coroutine that was split, where remarks are wanted
	oversimplified []string       // coroutines that must be split as they came: see split.Oversimplified

	*job // while passes run
}

// job is what a unit needs while passes run. A goroutine has one for one unit after the other.
type job struct {
	r *run
	// These go from one unit to the next.
	times  pass.Times     // nil: nobody wants to know
	stats  Stats          // of units that are done
	arena  *ir.Arena      // memory of the IR
	layout *target.Layout // the sizes of types that it knows are forgotten

	m          *ir.Module
	c          *pass.Unit
	split      *split.Splitter
	elide      *elide.State
	inline     *opt.Inliner
	dispatch   *lower.Dispatcher // nil in what is only read: nobody transfers there
	replaced   lower.ContextSizes
	merge      *lower.ContextMerger
	fold       *lower.SizeFolder
	passes     passes // what these seven point to
	debugFrame bool
	pragma     bool // parts say in their body that they are
	prove      bool // frames are held against what was before them, plain ones too
	ahead      bool // finished parts of coroutines leave the unit, where that can be done
	own        map[*ir.Func]*member
	foreign    map[*ir.Func]bool // functions that are only read here: whether the body is ready
	lowered    bool              // passes ran over one of those, and may have added what it names
	tidy       bool              // nothing has changed since globaldce ran
	seen       int               // how many of m.Funcs are filed with a member
	st         string            // pass that is running, for the message of a panic
	at         *parse.Item       // what it runs on
	steps      int               // how many have run, see restAfter
	step       int               // index in run.steps of the pass that runs
	simplified map[*ir.Func]bool // coroutines that passes changed before they are split, lowering apart
	// functions that were taken through the whole pipeline ahead of the unit, with what they refer
	// to
	early   map[*ir.Func]*marker
	verify  *ir.Verifier
	printer *emit.UnitPrinter
}

// passes are the passes' own parts of a unit.
type passes struct {
	c        pass.Unit
	split    split.Splitter
	elide    elide.State
	inline   opt.Inliner
	dispatch lower.Dispatcher
	merge    lower.ContextMerger
	fold     lower.SizeFolder
}

// newJob makes a job that adds the time of passes to times, if that is not nil.
func (r *run) newJob(times pass.Times) *job { return &job{r: r, times: times, arena: new(ir.Arena)} }

// begin makes the job ready for another unit.
func (j *job) begin() {
	*j = job{r: j.r, times: j.times, stats: j.stats, arena: j.arena, layout: j.layout, own: emptyMap(j.own),
		foreign:    emptyMap(j.foreign),
		simplified: emptyMap(j.simplified), early: emptyMap(j.early)}
}

// emptyMap is a map without what was in it. That of a large unit goes, as each unit behind it would
// walk over its memory to empty it.
func emptyMap[K comparable, V any](m map[K]V) map[K]V {
	if m == nil || len(m) > maxEmptied {
		return map[K]V{}
	}
	clear(m)
	return m
}

// maxEmptied is up to how many entries a map is emptied for the next unit.
const maxEmptied = 64

// verifier and printed make what remembers the functions of the unit that are done.
func (u *unit) verifier() *ir.Verifier {
	if u.verify == nil {
		u.verify = lightly(ir.NewVerifier(u.m))
	}
	return u.verify
}

// verifyInput checks a function as it was read, with the headers that came with it: those of the
// unit's functions from a number on. It gives the function's dominator tree if there are no
// findings.
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

// clock gives the time for timed, if somebody wants to know.
func (u *unit) clock() (now time.Time) {
	if u.times != nil {
		now = time.Now()
	}
	return now
}

// timed adds the time since start to a pass.
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

// guard runs one stage of a unit; a panic becomes a finding that names pass and function.
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

// load parses the unit's functions and checks them, before anything is rewritten.
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
	u.passes.c = pass.Unit{M: u.m, Layout: u.layout, Target: r.tgt}
	u.c = &u.passes.c
	if r.o.Remarks {
		u.c.Remarks = &u.remarks
	}
	p := &u.passes
	p.elide = elide.State{Unit: u.c, Opts: r.o.Elide, Print: emit.InstrString, Prove: r.o.Report.VerifyEach}
	p.elide.Opts.Summaries = r.summaries
	p.split = split.Splitter{Unit: u.c, ElideSafeCallee: r.elide, Explain: r.o.Frames, Ways: r.o.Ways,
		Brief:   r.o.Brief,
		Speller: emit.Speller}
	p.inline = opt.Inliner{M: u.m, Remarks: u.c.Remarks, Body: (*ir.Func).Loaded}
	p.dispatch, p.merge = lower.Dispatcher{Unit: u.c}, lower.ContextMerger{Unit: u.c, Tells: r.tellsSometime}
	p.fold = lower.SizeFolder{Unit: u.c, Tells: r.tells}
	u.elide, u.split, u.inline, u.dispatch, u.merge, u.fold = &p.elide,
		&p.split, &p.inline, &p.dispatch, &p.merge, &p.fold
	u.debugFrame, u.prove, u.pragma = r.o.DebugFrame, r.o.Report.VerifyEach, r.o.PartPragma
	body := func(f *ir.Func) bool { return r.body(u, f) }
	u.split.Body = body
	u.split.HadFinal = func(f *ir.Func) bool { return u.simplified[f] && r.suspendsFinally(u.own[f]) }
	if u.group {
		u.elide.Body, u.inline.Body = body, body
		u.split.Callees = u.elide
		u.elide.Callers = u.callers
		u.elide.TextSize = func(f *ir.Func) int {
			if it := r.file.Item(f.Name); u.own[f] == nil && it != nil && it.Kind == parse.ItemDefine {
				return it.End - it.Body
			}
			return 0
		}
		if r.sharing == shareCreators {
			u.elide.Creates = func(f *ir.Func) bool { return u.own[f] != nil || f.New }
			u.elide.Hides = u.hides
			if !r.o.apart {
				u.elide.FileNo, u.elide.Common = r.fileNo, r.common
			}
		}
	}
	for _, mem := range u.members {
		u.at = mem.item
		r.guard(u, "reading", func() { r.loadMember(u, mem) })
	}
	if l := lightly(ir.NewVerifier(u.m)).Symbols(); len(l) > 0 && !r.o.DisableVerify {
		u.report(l)
	}
	u.seen = len(u.m.Funcs)
	if r.grows && u.group && !u.failed {
		u.elide.NamedOutside = r.namedOutside(u)
		u.elide.NoteNamings()
	}
}

// loadMember parses a function of the file and checks it.
func (r *run) loadMember(u *unit, mem *member) {
	start := u.clock()
	before := len(u.m.Funcs)
	f, err := r.file.Func(u.m, mem.item.Name)
	if err == nil && f != nil {
		err = r.file.Body(f)
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
	mem.f, mem.funcs = f, []*ir.Func{f}
	u.own[f] = mem
	failed := u.failed
	u.failed = false
	var dom *ir.DomTree // of the function as it is
	if !r.o.DisableVerify {
		start = u.clock()
		u.st = "verify"
		var l ir.ErrorList
		if l, dom = u.verifyInput(f, before); len(l) > 0 {
			if r.o.CheckOnly && mem.coro {
				u.st = "check"
				l = rule.MergeFindings(l, check.Check(u.c, f)) // which has the fix for what both find
			}
			check.Locate(u.m, f, l)
			u.report(l)
		}
		u.timed("verify", start)
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

// body reports whether a function has a body that other functions of the unit may look into, and
// reads it if the unit has not yet.
func (r *run) body(u *unit, f *ir.Func) bool {
	if f.Declared || u.early[f] != nil {
		return false
	}
	if f.New || u.own[f] != nil {
		return f.Loaded() && f.Entry() != nil
	}
	ready, known := u.foreign[f]
	if !known {
		ready = r.readForeign(u, f)
		u.foreign[f] = ready
	}
	return ready
}

// readForeign is the step (read): a function of the file that is not a member comes into the unit
// as the steps of r.reading make it, once, whichever pass asks and whenever. What cannot be read is
// no error here: it is the business of a unit of its own, if of any.
func (r *run) readForeign(u *unit, f *ir.Func) bool {
	st, start := u.st, u.clock()
	defer func() {
		u.st = st
		u.timed("(read)", start)
	}()
	u.st = "(read)"
	if r.file.Body(f) != nil || u.m.Err != nil || !r.o.DisableVerify && !r.verifyForeign(u, f) {
		u.m.Err = nil
		return false
	}
	if it := r.file.Item(f.Name); it != nil && !r.file.HasCoro(it) {
		return true
	}
	u.lowered = true
	quiet := *u.c
	quiet.Remarks = nil
	for _, step := range r.reading {
		if _, err := r.rows[step.Index].run(&unit{job: &job{c: &quiet}}, f, step); err != nil {
			return false
		}
	}
	return true
}

// verifyForeign reports a function that is only read to be valid. One that is the same to all units
// is verified by the first that reads it.
func (r *run) verifyForeign(u *unit, f *ir.Func) bool {
	no := -1
	if r.unitInvariant != nil && !r.o.apart {
		no = r.fileNo(f)
	}
	if no >= 0 && !r.o.Report.VerifyEach {
		if valid, known := r.valid.Get(no); known {
			return valid
		}
	}
	valid := len(u.verifier().Func(f)) == 0
	if no >= 0 {
		r.valid.Put(no, valid, f)
	}
	return valid
}

// readingSteps are the steps that bodies which are only read go through: those that lower what
// stands in one function, as far as they come before the first that looks from one function into
// another.
func readingSteps(steps []pass.Step) []*pass.Step {
	var list []*pass.Step
	for i := range steps {
		switch st := &steps[i]; {
		case st.Pass.Across || st.Pass.Elides:
			return list
		case st.Pass.Lowers && !st.Pass.Splits:
			list = append(list, st)
		}
	}
	return list
}

// print verifies what the passes made and prints it.
func (r *run) print(u *unit) {
	r.guard(u, "printing", func() {
		changed := false
		u.leaveForeign()
		for _, f := range u.m.Funcs {
			changed = changed || f.Changed || f.New
		}
		if changed && len(u.foreign) > 0 && !u.tidy {
			dropUnused(u, false)
		}
		if changed && !r.o.DisableVerify {
			start := u.clock()
			broken := []invalidFunc{{nil, u.verifier().Symbols()}}
			for _, f := range u.m.Funcs {
				if _, foreign := u.foreign[f]; !foreign && u.early[f] == nil {
					found := u.verifier().Func(f)
					if len(found) > 0 && f.Declared && !f.New {
						// a declaration that nothing named before: the input's fault, as is what
						// follows from it
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
			u.timed("verify", start)
		}
		if changed && !u.failed {
			start := u.clock()
			for _, f := range u.m.Funcs {
				if f.Changed || f.New {
					u.spellAligns(f)
				}
			}
			u.text = newUnitText(u)
			u.timed("(print)", start)
		}
		if u.m.Err != nil {
			u.report(u.m.Err)
		}
	})
	r.noteKernels(u)
	u.elisions = u.elide.Elisions()
	u.elide.Finish()
	u.frames = u.split.Frames
	walks := u.elide.Walks()
	u.stats.Add(&Stats{Split: u.split.Stats, Elide: elide.Stats{Direct: u.elide.Direct}, Merge: u.merge.Stats,
		FoldedSizes: u.fold.Folded, Walks: walks})
	u.late = append(u.merge.Late, u.fold.Late...)
}

// leaveForeign keeps functions that are only read here out of the unit's text, whatever was done to
// make them ready.
func (u *unit) leaveForeign() {
	for f := range u.foreign {
		f.Changed = false
	}
}

// invalidFunc are the findings in one function.
type invalidFunc struct {
	f    *ir.Func // nil: in the unit as a whole
	list ir.ErrorList
}

// invalid reports what passes broke in a function, which the message names first: in its place in
// the source, or in that of the unit's first item if the function is new.
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

// callers gives the direct calls of a function in the unit's members that name it.
func (u *unit) callers(callee *ir.Func) []*ir.Instr {
	mem := u.own[callee]
	if mem == nil {
		return nil
	}
	var out []*ir.Instr
	for _, m := range mem.callers {
		for _, f := range m.funcs {
			for b := f.Entry(); b != nil; b = b.Next() {
				for i := b.First(); i != nil; i = i.Next() {
					if i.CalledFunc() == callee {
						out = append(out, i)
					}
				}
			}
		}
	}
	return out
}

// release lets go of what the unit needed while passes ran: all that leads to IR
// (TestReleaseLetsGoOfIR).
func (u *unit) release() {
	for _, mem := range u.members {
		mem.f, mem.funcs = nil, nil
	}
	u.job = nil
}
