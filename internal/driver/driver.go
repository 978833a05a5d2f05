// Package driver runs a pipeline over one file: text in, text out. It scans the file, decides which
// functions the passes need, gives each of them a unit of its own, runs the passes on the units in
// parallel, and merges what they changed into the text of the file.
//
// It does not read or write files, print or exit: package cmd does. It knows no pass from the
// inside.
//
// A run is all or nothing: output exists only when there was no error anywhere in the file.
// Whatever the number of goroutines, output, remarks and errors are the same, because units know
// nothing of each other and are merged in the order of the source.
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

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/handle"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/summary"
	"github.com/corolower/corolower/internal/target"
)

// Options say what is run and how.
type Options struct {
	Pipeline      *pass.Pipeline // nil: DefaultPipeline
	Report        pass.Options
	Log           io.Writer // dumps and the like; nil: nowhere
	Jobs          int       // goroutines; <= 0: one a core
	DisableVerify bool
	// all of the file's; otherwise those that LLVM prints, and blank lines as Uncommented of
	// package parse says
	KeepComments bool
	CheckOnly    bool // report findings, run no pass, make no output
	Version      ir.Version
	Triple       string // replaces the file's, "" leaves it
	DataLayout   string // replaces the file's, "" leaves it
	// DebugFrame offers the artificial variable __coro_frame to debuggers.
	DebugFrame bool
	// PartPragma puts `.pragma "coroutine";` into the parts of coroutines for a target that knows
	// it, as inline assembly that llc prints.
	PartPragma bool
	Elide      elide.Options
	Remarks    bool
	Times      bool // tell how long passes took
	Frames     bool // tell of the frames of coroutines what they are made of (Result.Frames)
	Brief      bool // and no more than a map of frames needs (split.Splitter.Brief)
	Ways       bool // and by which ways the coroutines come from one suspend to the next
	Summarise  bool // make summaries of the file's functions (Result.Summaries)
	Debug      bool // a panic in a pass goes through instead of becoming an error
	Progress   func(done, total int)
	Rest       func() // called by each goroutine from time to time, between two steps: garbage may be collected
	apart      bool   // units take nothing over from those before them, for tests
}

// Stats counts what a run did, for -stats.
type Stats struct {
	Split       split.Stats
	Elide       elide.Stats
	Merge       lower.MergeStats
	FoldedSizes int // loads of the sizes that callers allocate
	// Walks are what the searches for ways on which a frame lives on looked at: the same in every
	// run, but not told by -stats.
	Walks handle.Stats
}

// Add sums counters.
func (s *Stats) Add(o *Stats) {
	s.Split.Add(&o.Split)
	s.Elide.Add(&o.Elide)
	s.Merge.Add(&o.Merge)
	s.FoldedSizes += o.FoldedSizes
	s.Walks.Add(&o.Walks)
}

// Result is what a run gives.
type Result struct {
	File    *parse.File
	Remarks []remark.Remark
	// Elisions are the places at which coroutines are created and what became of their allocation,
	// callers in the order of the file.
	Elisions []elide.Elision
	// Frames tell of each coroutine that was split what its frame is made of, in the order of the
	// file, where Options.Frames asks for it.
	Frames []split.Report
	Stats  Stats
	Times  pass.Times // of scan and merge, and of passes where Options.Times asks for it
	// Warnings are findings that did not stop the run, in the order of their places. Errors are not
	// among them.
	Warnings ir.ErrorList
	// SplitAlready names a coroutine that was split before the file came here, if the file has no
	// other; "" otherwise.
	SplitAlready string
	// Summaries are of the functions that other files may call, as they were before the passes,
	// where Options.Summarise asks for them.
	Summaries *summary.Table
	// Lowered is how many functions a pass changed.
	Lowered int
	pieces  pieces
	target  *target.Target
	pointer int // bytes of an address
	// oversimplified are coroutines that must be split as they came. If there are any, the run
	// begins again: see attempt.
	oversimplified []string
}

// WriteTo writes the output, in parts that may be small: w had better have a buffer.
func (r *Result) WriteTo(w io.Writer) (int64, error) { return r.pieces.writeTo(w) }

// Append adds lines behind the output.
func (r *Result) Append(text []byte) {
	r.pieces.endLine()
	r.pieces.bytes(text)
}

// ObjectFormat is the format of the target's object files (target.Target.ObjectFormat).
func (r *Result) ObjectFormat() string { return r.target.ObjectFormat() }

// PointerSize is how many bytes an address has.
func (r *Result) PointerSize() int { return r.pointer }

// Bytes is the output in one piece.
func (r *Result) Bytes() []byte { return r.pieces.join() }

// run is the state of one Run.
type run struct {
	o             *Options
	file          *parse.File
	stages        []pass.Stage
	steps         []pass.Step  // of all stages, each once
	rows          []*row       // of the steps
	reading       []*pass.Step // what bodies that are only read go through
	layout        *target.Layout
	tgt           *target.Target
	version       ir.Version
	oldest        ir.Version // see ir.Module.Oldest
	triple        string
	elide         func(string) bool
	whole         bool          // a step looks at every function of the file
	sharing       sharing       // which functions share a unit
	unitInvariant []bool        // items that are the same to all units that have creators: see findUnitInvariant
	common        *elide.Common // what is known of those
	grows         bool          // a step asks callers of returned continuations for larger buffers
	outside       namers        // who names these
	batch         int           // size up to which units are joined, in bytes of text
	mentions      bool          // the file speaks of coroutines
	marks         bool          // a step marks coroutines, before the first that splits
	splits        bool          // a step splits coroutines
	joins         bool          // a step makes a loop of the transfers of parts, as the target wants
	parts         bool          // the same, and the file has parts already
	// globals that tell nothing but sizes that splitting writes: whether all their coroutines are
	// marked; nil: no step asks
	pointers map[string]bool
	foreign  map[string]bool // globals of other files that look like such
	checks   bool            // the rules of coroutines are checked: some step lowers them
	rest     ir.ErrorList    // findings of verify about what is no function
	kernels  map[string]bool // those that annotations name, where remarks are wanted
	asItCame map[string]bool // coroutines that no pass simplifies before they are split: see attempt
	scope    func() []byte   // the module as it stands, where dumps show all of it (-print-module-scope)
	safeOnce sync.Once       // for safe
	safe     bool            // see annotated

	summaries  *summary.Table // of functions of other files; nil: none
	layoutText string         // the data layout, as it is written

	valid handle.CommonFacts[bool] // whether the verifier found functions that are alike valid
}

// Run runs a pipeline over the text of a file, which may be memory that a file is mapped to: a
// fault in it is a panic of the goroutine that called Run, if it asked for that
// (debug.SetPanicOnFault). The error is an ir.ErrorList with every error of the file; warnings are
// in the result, which is then not nil.
func Run(name string, text []byte, o *Options) (*Result, error) {
	if o.Log == nil {
		o.Log = io.Discard
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

// runFile is one attempt of Run.
func runFile(name string, text []byte, o *Options, a attempt) (*Result, error) {
	res := &Result{Times: pass.Times{}}
	if err := notText(name, text); err != nil {
		return res, ir.ErrorList{err}
	}
	start := time.Now()
	file, err := parse.Scan(name, text)
	res.Times["(scan)"] = time.Since(start)
	if err != nil {
		l := ir.AsList(err)
		if h := sourceHint(name, text); h != "" {
			l[0].Hint = h
		}
		return res, l
	}
	res.File, res.SplitAlready = file, splitAlready(file)
	if version, ignored := file.IgnoreDebug(); ignored {
		e := ir.Errorf(0, "ignoring debug info with an invalid version (%d)", version)
		e.Severity = ir.SevWarning
		res.Warnings = append(res.Warnings, e)
	}
	if wrong := a.debug; wrong != nil {
		file.DropDebug()
		e := ir.Errorf(wrong.Pos, "ignoring invalid debug info: %s", wrong.Msg)
		e.Severity = ir.SevWarning
		res.Warnings = append(res.Warnings, e)
	}
	r := &run{o: o, file: file, batch: batchSize, asItCame: a.asItCame}
	if err := r.prepare(); err != nil {
		return res, err
	}
	res.target, res.pointer = r.tgt, int(r.layout.PtrSize(0))
	res.Warnings = append(res.Warnings, r.importSummaries(r.layoutText)...)
	r.kernels = r.kernelNames()
	units := r.plan()
	if len(units) == 0 && !r.whole && !o.Report.PassOrder() && o.Triple == "" && o.DataLayout == "" {
		if !o.CheckOnly {
			m := &merger{file: file, keep: o.KeepComments}
			m.flush(len(text))
			res.pieces = r.stock(m.out)
			res.Warnings = append(res.Warnings, r.stockWarnings()...)
			return res, r.summarise(res)
		}
		return res, nil
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
	return res, r.finish(units, res)
}

// finish collects findings, remarks and numbers in source order, and merges the output when there
// is no error.
func (r *run) finish(units []*unit, res *Result) error {
	errs := r.rest
	if checksFailed(units) {
		// Whether other functions came as far as a pass depends on timing; what a pass said is left
		// out so that errors do not.
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
	errs, res.Warnings = sortFindings(errs), sortFindings(res.Warnings)
	if len(errs) > 0 {
		return errs
	}
	if r.o.CheckOnly {
		return nil
	}
	steps := len(stepsOf(units))
	late, err := r.lateRemarks(units)
	if err != nil {
		return ir.AsList(err)
	}
	for k, u := range units {
		res.Remarks = append(append(res.Remarks, u.remarks.List...), late[k]...)
		if r.o.Remarks {
			res.Remarks = append(res.Remarks, r.kernelRemarks(u, steps)...)
		}
		res.Elisions = append(res.Elisions, u.elisions...)
		res.Frames = append(res.Frames, u.frames...)
		for k := range u.elisions {
			res.Stats.Elide.Count(&u.elisions[k])
		}
		if u.text != nil {
			res.Lowered += u.text.inFile()
		}
	}
	start := time.Now()
	pieces, err := r.merge(units)
	res.Times["(merge)"] += time.Since(start)
	if err != nil {
		return ir.AsList(err)
	}
	res.pieces = r.stock(pieces)
	return r.summarise(res)
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

// sortFindings puts findings in the order of their places. What several units found about something
// they share is told once.
func sortFindings(l ir.ErrorList) ir.ErrorList {
	sort.SliceStable(l, func(i, j int) bool { return l[i].Pos < l[j].Pos })
	return slices.CompactFunc(l, func(a, b *ir.Error) bool { return a.Pos == b.Pos && a.Msg == b.Msg })
}

// prepare works out pipeline, target and dialect.
func (r *run) prepare() error {
	pl := r.o.Pipeline
	if pl == nil {
		var err error
		if pl, err = Table.Parse(DefaultPipeline); err != nil {
			return ir.AsList(err)
		}
	}
	r.checks = r.o.CheckOnly
	r.mentions = parse.MentionsCoro(r.file.Text)
	r.stages, r.steps = pl.Stages(), pl.Steps()
	for i := range r.steps {
		r.rows = append(r.rows, rowOf(&r.steps[i]))
	}
	r.reading = readingSteps(r.steps)
	for i := range r.steps {
		st := &r.steps[i]
		if r.active(st) {
			r.checks = r.checks || st.Pass.Lowers
			r.marks = r.marks || st.Pass.Marks && !r.splits
			r.splits = r.splits || st.Pass.Splits
			r.joins = r.joins || st.Pass.Joins
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
	if e := r.checkStock(); e != nil {
		return ir.ErrorList{e}
	}
	return nil
}

// itemOf is the place of the first item of a kind.
func (r *run) itemOf(k parse.Kind) ir.Pos {
	for i := range r.file.Items {
		if r.file.Items[i].Kind == k {
			return ir.PosAt(r.file.Items[i].Head)
		}
	}
	return 0
}

// annotated reports whether the file may have calls marked coro_elide_safe. Most have none, which
// one search over the text tells.
func (r *run) annotated() bool {
	r.safeOnce.Do(func() { r.safe = bytes.Contains(r.file.Text, []byte(elide.SafeAttr)) })
	return r.safe
}

// prepareElide finds the functions that some call in a coroutine, marked coro_elide_safe, names:
// they get a ramp for callers that bring the frame along.
func (r *run) prepareElide(units []*unit) {
	if r.o.CheckOnly {
		return
	}
	var names map[string]bool
	inGroup := r.file.GroupMentions(elide.SafeAttr)
	for _, u := range units {
		for _, mem := range u.members {
			if mem.coro && (inGroup || bytes.Contains(r.file.Source(mem.item), []byte(elide.SafeAttr))) {
				if names == nil {
					names = map[string]bool{}
				}
				r.safeCallees(mem.item, names)
			}
		}
	}
	if names != nil {
		r.elide = func(name string) bool { return names[name] }
	}
}

// safeCallees adds the functions that a coroutine's calls marked coro_elide_safe name.
func (r *run) safeCallees(it *parse.Item, names map[string]bool) {
	m := r.file.NewUnit()
	f, err := r.file.Func(m, it.Name)
	if err != nil || f == nil || r.file.Body(f) != nil || !ir.IsPresplit(m, f) {
		return // what is wrong is reported when the function itself is looked at
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if g := i.CalledFunc(); g != nil && i.Call().Attrs.Has(m, elide.SafeAttr) {
				names[g.Name] = true
			}
		}
	}
}

// internalError is the message for what only a mistake in this program can cause.
func internalError(pos ir.Pos, format string, args ...any) *ir.Error {
	e := ir.Errorf(pos, "internal error: "+format, args...)
	e.Hint = "this is a bug in corolower, not in your IR; please report it with the function"
	return e
}

// quoteFunc spells a function's name for a message.
func quoteFunc(name string) string { return "@" + strings.TrimSpace(ir.QuoteName(name)) }

// describe gives the findings of the verifier after a pass as one internal error.
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
