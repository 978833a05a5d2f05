// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package driver runs a pipeline over one file: text in, text out. It scans the file, finds the
// functions that the passes need, assigns them to units, runs the passes on the units in parallel,
// and merges the changes into the text of the file.
//
// The package does not read or write files, print, or exit; package cmd does. It does not depend on
// how any pass works.
//
// A run is all or nothing: it produces output only if the file has no error. Output, remarks and
// errors do not depend on the number of goroutines, because units are independent and the driver
// merges them in source order.
package driver

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/corolower/corolower/internal/callgraph"
	"github.com/corolower/corolower/internal/emit/ptx"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/summary"
	"github.com/corolower/corolower/internal/target"
)

// Options configure a run.
type Options struct {
	Reader        string         // the command that reads this input from a pipe, for hints; "": corolower
	Pipeline      *pass.Pipeline // nil: DefaultPipeline
	Report        pass.Options
	Log           io.Writer // receives dumps; nil discards them
	Jobs          int       // goroutines; <= 0: one per core
	DisableVerify bool
	// KeepComments keeps all comments of the file. Otherwise the output has only the comments
	// that LLVM prints, and fewer blank lines (parse.File.Uncommented).
	KeepComments bool
	CheckOnly    bool // report findings, run no pass, produce no output
	Version      ir.Version
	Triple       string // replaces the file's triple, if not ""
	DataLayout   string // replaces the file's data layout, if not ""
	// DebugFrame describes the frame to debuggers as the artificial variable __coro_frame.
	DebugFrame bool
	Elide      elide.Options
	Remarks    bool
	Times      bool // measure the time of each pass
	Frames     bool // describe the frame of each coroutine (Result.Frames)
	Brief      bool // limit Frames to the needs of a frame map (framereport.Reporter.Brief)
	Ways       bool // add to Frames the paths from one suspend to the next
	Summarise  bool // compute summaries of the file's functions (Result.Summaries)
	Bound      bool // the loader replaces no function of the shared library: summarise them all
	Debug      bool // let a panic in a pass propagate instead of reporting it as an error
	Progress   func(done, total int)
	// Rest is called by each goroutine after each unit, and now and then between two steps on a unit
	// (midway), whose IR is in memory. A garbage collection may run there.
	Rest func(midway bool)
	// Module keeps the lowered module in memory for Result.PTX. The run produces no text.
	Module bool
	apart  bool // units share no caches and no memory, for tests
}

// Stats counts what a run did, for -stats.
type Stats struct {
	Split       split.Stats
	Elide       elide.Stats
	FoldedSizes int // folded loads of sizes that callers allocate
	// Walks counts the work of the lifetime analysis. It is the same in every run, but -stats
	// does not print it.
	Walks lifetime.Stats
}

// Add adds the counters of o to those of s.
func (s *Stats) Add(o *Stats) {
	s.Split.Add(&o.Split)
	s.Elide.Add(&o.Elide)
	s.FoldedSizes += o.FoldedSizes
	s.Walks.Add(&o.Walks)
}

// Result is the result of a run.
type Result struct {
	File    *parse.File
	Remarks []remark.Remark
	// Elisions lists the sites that create coroutines, with the decision about each allocation.
	// The callers follow the order of the file.
	Elisions []elide.Elision
	// Frames describes the frame of each coroutine that the run split, in the order of the
	// file, if Options.Frames is set.
	Frames []framereport.Report
	Stats  Stats
	Times  pass.Times // of scan and merge, and of each pass if Options.Times is set
	// Warnings are the findings that did not stop the run, in source order. They do not include
	// errors.
	Warnings ir.ErrorList
	// SplitAlready names a coroutine that an earlier run split, if the file has no coroutine
	// left to split; otherwise it is "".
	SplitAlready string
	// Summaries describes the functions that other files may call, as they were before the
	// passes, if Options.Summarise is set.
	Summaries *summary.Table
	// Lowered is the number of functions that a pass changed.
	Lowered int
	pieces  pieces
	target  *target.Target
	pointer int          // size of an address in bytes
	program *ptx.Program // the lowered module, if Options.Module is set
	steps   []lower.Step // the parts that the dispatch loop of the lowered module calls
	// oversimplified names the coroutines that the passes must not simplify before they split
	// them. If there are any, Run starts again: see attempt.
	oversimplified []string
}

// WriteTo writes the output in many small writes, so w should be buffered.
func (r *Result) WriteTo(w io.Writer) (int64, error) { return r.pieces.writeTo(w) }

// Append adds lines at the end of the output.
func (r *Result) Append(text []byte) {
	r.pieces.endLine()
	r.pieces.bytes(text)
}

// ObjectFormat returns the format of the target's object files (target.Target.ObjectFormat).
func (r *Result) ObjectFormat() string { return r.target.ObjectFormat() }

// PointerSize returns the size of an address in bytes.
func (r *Result) PointerSize() int { return r.pointer }

// Bytes returns the output as one slice.
func (r *Result) Bytes() []byte { return r.pieces.join() }

// run is the state of one Run.
type run struct {
	o    *Options
	file *parse.File
	schedule
	dialect
	sizeGlobals
	safeCalls
	imported
	calls     *callgraph.Graph // nil: no functions share a unit
	batch     int              // maximum size of a batch of units, in bytes of text
	mentions  bool             // the file mentions coroutines
	parts     bool             // joins is set, and the file already has parts
	longJumps bool             // the file calls one of lifetime.LongJumps
	rest      ir.ErrorList     // findings of verify outside functions
	kernels   map[string]bool  // kernels that annotations name, if remarks are on
	asItCame  map[string]bool  // coroutines that no pass may simplify before the split: see attempt
	scope     []*unit          // all units, if dumps show the whole module (-print-module-scope)
}

// schedule is the pipeline, with what its steps need.
type schedule struct {
	stages   []pass.Stage
	steps    []pass.Step  // of all stages, each once
	runs     []runFunc    // of the steps
	reading  []*pass.Step // the steps that run on functions that a unit only reads
	lowering []*pass.Step // the steps that lower intrinsics without splitting
	whole    bool         // a step looks at every function of the file
	sharing  sharing      // which functions share a unit
	grows    bool         // a step enlarges the buffers of callers of returned continuations
	marks    bool         // a step marks coroutines, before the first that splits
	splits   bool         // a step splits coroutines
	prunes   bool         // a step deletes unused declarations
	joins    bool         // a step converts transfers between parts to a dispatch loop, which the target needs
	checks   bool         // the rules of coroutines are checked, because a step lowers them or the run only checks
}

// dialect is the target, and the version of IR.
type dialect struct {
	layout     *target.Layout
	layoutText string // the data layout string
	tgt        *target.Target
	version    ir.Version
	oldest     ir.Version // see ir.Module.Oldest
	triple     string
}

// sizeGlobals are the globals that hold the size of a coroutine's context or frame.
type sizeGlobals struct {
	// pointers holds the globals of the file whose only purpose is a size that splitting
	// writes. The value reports whether all coroutines that name the global are marked as not
	// split yet. nil: no step needs them.
	pointers map[string]bool
	sizesNow map[string]bool // those of pointers whose size splitting writes in this run
}

// safeCalls are the calls marked coro_elide_safe.
type safeCalls struct {
	safeOnce  sync.Once // for safe
	safe      bool      // see annotated
	safeGroup bool      // an attribute group of the file has coro_elide_safe
	// safeCallees holds the functions that coroutines call with coro_elide_safe, except in groups.
	safeCallees map[string]bool
}

// imported are the summaries that the run reads and writes.
type imported struct {
	summaries  *summary.Table // of functions of other files; nil: none
	summarised []*summary.Func
	rests      map[string][]string // by function: the functions whose bodies its summary rests on (made.rests)
	links      summaryLinks
}

// Run runs a pipeline over the text of a file. The error is an ir.ErrorList with every error of the
// file. The result is never nil and holds the warnings.
func Run(name string, text []byte, o *Options) (*Result, error) {
	if o.Log == nil {
		o.Log = io.Discard
	}
	if o.Triple != "" {
		normal := *o
		normal.Triple = target.Normalize(o.Triple)
		o = &normal
	}
	for a := (attempt{}); ; {
		res, err := runFile(name, text, o, a)
		next, again := a.after(o, res, err)
		if !again {
			return res, err
		}
		a = next
	}
}

// runFile makes one attempt of Run.
func runFile(name string, text []byte, o *Options, a attempt) (*Result, error) {
	res := &Result{Times: pass.Times{}}
	if err := scanFile(name, text, o, a, res); err != nil {
		return res, err
	}
	r := &run{o: o, file: res.File, batch: batchSize, asItCame: a.asItCame}
	if err := r.prepare(); err != nil {
		return res, err
	}
	if err := r.file.CheckEnd(); err != nil {
		return res, ir.AsList(err)
	}
	res.target, res.pointer = r.tgt, int(r.layout.PtrSize(0))
	res.Warnings = append(res.Warnings, r.importSummaries(r.layoutText)...)
	r.kernels = r.kernelNames()
	if o.Report.VerifyEach || o.CheckOnly {
		if wrong := r.verifyFile(o.Report.VerifyEach); len(wrong) > 0 {
			return res, wrong
		}
	}
	units := r.plan()
	var unsummarised ir.ErrorList
	if !o.CheckOnly {
		unsummarised = r.summarise(res)
	}
	if u := r.restingUnit(units); u != nil {
		units = append(units, u)
	}
	if len(units) == 0 {
		if done, err := r.copyFile(res, unsummarised); done {
			return res, err
		}
	} else if a.debug == nil && !o.DisableVerify {
		if e := r.sharedSubprogram(); e != nil {
			return res, ir.ErrorList{e}
		}
	}
	r.prepareElide(units)
	if r.whole && !o.DisableVerify {
		r.rest = r.verifyRest()
	}
	if o.Report.PassOrder() && !o.CheckOnly {
		r.passByPass(units, res)
	} else {
		r.functionByFunction(units, res)
	}
	for _, u := range units {
		res.oversimplified = append(res.oversimplified, u.oversimplified...)
	}
	if res.oversimplified != nil {
		return res, nil
	}
	return res, r.finish(units, res, unsummarised)
}

// scanFile scans the text into res.File, and drops its debug info if that is invalid.
func scanFile(name string, text []byte, o *Options, a attempt, res *Result) error {
	if err := notText(name, text, o); err != nil {
		return ir.ErrorList{err}
	}
	start := time.Now()
	file, err := parse.Scan(name, text)
	res.Times["(scan)"] = time.Since(start)
	if err != nil {
		return ir.AsList(withHint(name, text, o, err))
	}
	res.File, res.SplitAlready = file, splitAlready(file)
	if version, ignored := file.IgnoreDebug(); ignored {
		res.Warnings = append(res.Warnings, ir.Warningf(0, "ignoring debug info with an invalid version (%d)", version))
	}
	if wrong := a.debug; wrong != nil {
		file.DropDebug()
		w := ir.Warningf(wrong.Pos, "ignoring invalid debug info: %s", wrong.Msg)
		w.Notes = wrong.Notes
		res.Warnings = append(res.Warnings, w)
	}
	return nil
}

// copyFile produces the output of a run without units. done is false if a step works on the file as a
// whole.
func (r *run) copyFile(res *Result, unsummarised ir.ErrorList) (done bool, err error) {
	switch o := r.o; {
	case unsummarised != nil:
		return true, unsummarised
	case r.whole || o.Report.PassOrder() || o.Triple != "" || o.DataLayout != "" || r.file.UpgradesDebug():
		return false, nil
	case o.CheckOnly:
		return true, nil
	}
	res.Warnings = append(res.Warnings, r.stockWarnings()...)
	if r.o.Module {
		return true, r.leave(nil, res)
	}
	if err := r.linkSummaries(r.summarised); err != nil {
		return true, ir.AsList(err)
	}
	res.pieces = r.stock(r.copyOnly().out)
	r.links.append(&res.pieces)
	return true, nil
}

// finish collects findings, remarks and counters in source order. If there is no error, it merges
// the output. A check explains the failure of a summary, so it is reported instead.
func (r *run) finish(units []*unit, res *Result, unsummarised ir.ErrorList) error {
	errs := r.rest
	if !checksFailed(units) {
		errs = append(errs, unsummarised...)
	} else {
		// Timing decides whether other functions reached a pass. Findings of passes are
		// dropped here, so that the errors do not depend on timing.
		for _, u := range units {
			u.findings = u.findings[:u.checked]
		}
	}
	for _, u := range units {
		for _, e := range u.findings {
			if e.Severity == ir.SevError {
				errs = append(errs, e)
			} else {
				res.Warnings = append(res.Warnings, e)
			}
		}
	}
	for _, e := range sizesOf(units).Shared() {
		res.Warnings = append(res.Warnings, e)
	}
	res.Warnings = append(append(res.Warnings, r.stockWarnings()...), r.unsigned()...)
	res.Warnings = append(res.Warnings, r.notPTXNames()...)
	errs, res.Warnings = sortFindings(errs), sortFindings(res.Warnings)
	if slices.ContainsFunc(errs, func(e *ir.Error) bool { return e.Internal }) {
		if wrong := r.verifyFile(true); len(wrong) > 0 {
			return wrong
		}
	}
	if len(errs) > 0 {
		return errs
	}
	if r.o.CheckOnly {
		return nil
	}
	res.steps = stepsOf(units)
	late, err := r.lateRemarks(units)
	if err != nil {
		return ir.AsList(err)
	}
	for k, u := range units {
		res.Remarks = append(append(res.Remarks, u.remarks.List...), late[k]...)
		if r.o.Remarks {
			res.Remarks = append(res.Remarks, r.kernelRemarks(u, len(res.steps))...)
		}
		res.Elisions = append(res.Elisions, u.elisions...)
		res.Frames = append(res.Frames, u.described.Frames...)
		for k := range u.elisions {
			res.Stats.Elide.Count(&u.elisions[k])
		}
		if u.text != nil && !u.upgrade {
			res.Lowered += u.inFile()
		}
	}
	return r.leave(units, res)
}

// leave produces the output, in memory or as text.
func (r *run) leave(units []*unit, res *Result) error {
	if err := r.linkSummaries(r.summarised); err != nil {
		return ir.AsList(err)
	}
	start := time.Now()
	var err error
	if r.o.Module {
		res.program, err = r.program(units)
	} else {
		var text pieces
		text, err = r.merge(units, r.prunes)
		res.pieces = r.stock(text)
		if err == nil && r.joins && !r.tgt.FunctionPointers() {
			err = r.callByNumber(res)
		}
		r.links.append(&res.pieces)
	}
	res.Times["(merge)"] += time.Since(start)
	if err != nil {
		return ir.AsList(err)
	}
	return nil
}

func checksFailed(units []*unit) bool {
	for _, u := range units {
		for _, e := range u.findings[:u.checked] {
			if e.Severity == ir.SevError {
				return true
			}
		}
	}
	return false
}

// sortFindings sorts findings by position and removes duplicates, which several units report about
// something that they share.
func sortFindings(l ir.ErrorList) ir.ErrorList {
	sort.SliceStable(l, func(i, j int) bool { return l[i].Pos < l[j].Pos })
	return slices.CompactFunc(l, func(a, b *ir.Error) bool { return a.Pos == b.Pos && a.Msg == b.Msg })
}

// prepare determines pipeline, target and IR dialect.
func (r *run) prepare() error {
	pl := r.o.Pipeline
	if pl == nil {
		var err error
		if pl, err = Table.Parse(DefaultPipeline); err != nil {
			return ir.AsList(err)
		}
	}
	r.checks = r.o.CheckOnly
	r.longJumps = slices.ContainsFunc(lifetime.LongJumps, r.file.HasSymbol)
	r.mentions = parse.MentionsCoro(r.file.Text)
	r.stages, r.steps = pl.Stages(), pl.Steps()
	for i := range r.steps {
		r.runs = append(r.runs, runOf(&r.steps[i]))
	}
	r.reading = readingSteps(r.steps)
	for i := range r.steps {
		st := &r.steps[i]
		if r.active(st) {
			if r.checks = r.checks || st.Pass.Is.Has(pass.Lowers); st.Pass.Is.Has(pass.Lowers) && !st.Pass.Is.Has(pass.Splits) {
				r.lowering = append(r.lowering, st)
			}
			r.marks = r.marks || st.Pass.Is.Has(pass.Marks) && !r.splits
			r.splits = r.splits || st.Pass.Is.Has(pass.Splits)
			r.joins = r.joins || st.Pass.Is.Has(pass.Joins)
			r.prunes = r.prunes || st.Pass.Is.Has(pass.Prunes)
		}
	}
	if !r.o.CheckOnly {
		r.share(r.stages)
		r.findPointers()
	}
	r.triple = r.file.Triple
	if r.o.Triple != "" {
		r.triple = r.o.Triple
	}
	r.tgt = target.Parse(r.triple)
	r.joins = r.joins && r.tgt.Transfer("") == target.TransferLoop
	r.parts = r.joins && bytes.Contains(r.file.Text, []byte(ir.PartAttr))
	spec, where := r.file.DataLayout, r.itemOf(parse.ItemLayout)
	if r.o.DataLayout != "" {
		spec, where = r.o.DataLayout, 0
	}
	if spec == "" {
		spec = target.DefaultLayout(r.triple)
	}
	r.layoutText = spec
	var err error
	if r.layout, err = target.ParseLayout(spec); err != nil {
		e := ir.Errorf(where, "%v", err)
		if where == 0 {
			e.Msg = "-data-layout: " + e.Msg
		}
		return ir.ErrorList{e}
	}
	r.version, r.oldest = r.file.Version, r.file.Oldest
	if r.o.Version != 0 {
		r.version, r.oldest = r.o.Version, r.o.Version
	}
	if r.o.Version.Has(ir.DebugRecords) {
		r.file.UpgradeDebug()
	}
	if e := r.checkStock(); e != nil {
		return ir.ErrorList{e}
	}
	return nil
}

// itemOf returns the position of the first item of a kind.
func (r *run) itemOf(k parse.Kind) ir.Pos {
	for i := range r.file.Items {
		if r.file.Items[i].Kind == k {
			return ir.PosAt(r.file.Items[i].Head)
		}
	}
	return 0
}

// annotated reports whether the file may have calls marked coro_elide_safe. One search over the
// text suffices for most files, which have none.
func (r *run) annotated() bool {
	r.safeOnce.Do(func() { r.safe = r.file.Mentions(elide.SafeAttr, len("coro_elide_sa")) })
	return r.safe
}

// prepareElide finds the functions that coroutines call with the attribute coro_elide_safe. These
// functions get a ramp for callers that provide the frame. Functions that name a coroutine share
// its unit if the unit is a group, so such a unit finds them when it has loaded its functions
// (findSafeCallees). Other units are read here, before the first of them is split.
func (r *run) prepareElide(units []*unit) {
	if r.o.CheckOnly {
		return
	}
	r.safeGroup = r.file.GroupMentions(elide.SafeAttr)
	for _, u := range units {
		if u.group {
			continue
		}
		for _, mem := range u.members {
			if r.maySafelyCall(mem) {
				if r.safeCallees == nil {
					r.safeCallees = map[string]bool{}
				}
				r.addSafeCallees(mem.item)
			}
		}
	}
}

// maySafelyCall reports whether a member may be a coroutine with calls marked coro_elide_safe.
func (r *run) maySafelyCall(mem *member) bool {
	return mem.coro && (r.safeGroup || bytes.Contains(r.file.Source(mem.item), []byte(elide.SafeAttr)))
}

// addSafeCallees adds the callees of a coroutine's calls marked coro_elide_safe.
func (r *run) addSafeCallees(it *parse.Item) {
	m := r.file.NewUnit()
	f, err := m.Func(it.Name)
	if err != nil || f == nil || f.Load() != nil {
		return // errors are reported when the function's own unit loads it
	}
	eachSafeCallee(m, f, func(g *ir.Func) { r.safeCallees[g.Name] = true })
}

// findSafeCallees returns the callees of the calls marked coro_elide_safe in the coroutines of a
// group, as the unit has loaded them.
func (r *run) findSafeCallees(u *unit) map[string]bool {
	var names map[string]bool
	for _, mem := range u.members {
		if mem.f == nil || !r.maySafelyCall(mem) {
			continue
		}
		eachSafeCallee(u.m, mem.f, func(g *ir.Func) {
			ir.Put(&names, g.Name, true)
		})
	}
	return names
}

// eachSafeCallee calls visit for each callee of a call marked coro_elide_safe, if f is a coroutine
// that is not split yet.
func eachSafeCallee(m *ir.Module, f *ir.Func, visit func(g *ir.Func)) {
	if !ir.IsPresplit(m, f) {
		return
	}
	for i := range f.Instrs() {
		if g := i.CalledFunc(); g != nil && i.Call().Attrs.Has(m, elide.SafeAttr) {
			visit(g)
		}
	}
}

// internalError returns the message for an error that only a bug in this program can cause, because
// finish has found no error in the input.
func internalError(pos ir.Pos, format string, args ...any) *ir.Error {
	e := ir.Errorf(pos, "internal error: "+format, args...)
	e.Hint = "this is a bug in corolower, not in your IR; please report it with the function"
	e.Internal = true
	return e
}

// quoteFunc quotes a function's name for a message.
func quoteFunc(name string) string { return "@" + strings.TrimSpace(ir.QuoteName(name)) }

// describe combines the verifier's findings after a pass into one internal error.
func describe(st string, f string, l ir.ErrorList, pos ir.Pos) *ir.Error {
	e := internalError(pos, "%s created invalid IR from %s: %s", st, quoteFunc(f), l[0].Msg)
	for _, x := range l[1:min(len(l), 5)] {
		e.Notes = append(e.Notes, ir.Note{Msg: x.Msg})
	}
	if len(l) > 5 {
		e.Notes = append(e.Notes, ir.Note{Msg: fmt.Sprintf("and %d more", len(l)-5)})
	}
	return e
}
