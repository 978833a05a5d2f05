// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/corolower/corolower/framemap"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/words"
)

// This file is the lowering run: corolower without a subcommand.

// session is a lowering run over all its inputs.
type session struct {
	*app
	fl     *lowerFlags
	opts   driver.Options
	want   [3]*regexp.Regexp // of -pass-remarks, -missed, -analysis; by remark.Kind
	keep   *regexp.Regexp    // of -pass-remarks-filter
	yaml   bytes.Buffer
	stats  driver.Stats
	elided []byte // for -coro-elide-info-output-file
	times  pass.Times
	style  *diag.Style
	ptx    driver.PTXOptions
	tools  *tools       // for --emit=cubin and --emit=fatbin
	frames framemap.Map // of all inputs, for --frame-map=FILE
	sided  bool         // sideFiles has run
}

func (a *app) lower(fl *lowerFlags, files []string) error {
	if fl.listPasses {
		fmt.Fprint(a.stdout, driver.PrintPasses())
		return nil
	}
	if err := a.notCommand(files); err != nil {
		return err
	}
	s := &session{app: a, fl: fl, times: pass.Times{}, style: a.style()}
	if err := s.configure(); err != nil {
		return err
	}
	if fl.printPipe {
		text := s.opts.Pipeline.String()
		if !fl.noVerify {
			text = strings.TrimPrefix(text+",verify", ",")
		}
		fmt.Fprintln(a.stdout, text)
		return nil
	}
	if fl.summaries != "" && len(files) > 1 {
		return usagef("--summaries-out needs a single input, because each input has its own summaries")
	}
	if fl.bound && fl.summaries == "" {
		return usagef("--no-interposition needs --summaries-out")
	}
	if len(files) == 0 {
		files = []string{"-"}
		if f := fileOf(a.stdin); f != nil && a.terminal() && isTerminal(f) {
			fmt.Fprintln(a.stderr, "corolower: reading from the terminal; see `corolower --help` for how to name files")
		}
	}
	outs, err := s.outputs(files)
	if err != nil {
		return err
	}
	start := time.Now()
	for i, name := range files {
		if err := s.file(name, outs[i], i == len(files)-1); err != nil {
			s.code = max(s.code, exitFindings)
		}
	}
	if err := s.reports(time.Since(start)); err != nil {
		s.complain(err)
	}
	return nil
}

// configure converts the flags to the driver's options.
func (s *session) configure() error {
	fl := s.fl
	pl, err := s.pipeline()
	if err != nil {
		return err
	}
	if fl.reuse {
		pl.AddParam("coro-split", "reuse-storage")
	}
	switch fl.changed {
	case "", "full", "quiet":
	default:
		return usagef("for the --print-changed option: Cannot find option named '%s'! The modes are full and quiet",
			fl.changed)
	}
	if fl.llvm != 0 && (fl.llvm < 13 || fl.llvm > int(ir.NewestVersion)) {
		return usagef("for the --llvm-version option: %d is not between 13 and %d", fl.llvm, ir.NewestVersion)
	}
	if fl.remarks.format != "yaml" {
		return usagef("for the --pass-remarks-format option: '%s' is not supported; the only format is yaml",
			fl.remarks.format)
	}
	for _, name := range append(append([]string(nil), fl.before...), fl.after...) {
		if err := knownPass(name); err != nil {
			return err
		}
	}
	for _, r := range []struct {
		flag, text string
		re         **regexp.Regexp
	}{
		{"pass-remarks", fl.remarks.passed, &s.want[remark.Passed]}, {"pass-remarks-missed", fl.remarks.missed,
			&s.want[remark.Missed]},
		{"pass-remarks-analysis", fl.remarks.analysis, &s.want[remark.Analysis]}, {"pass-remarks-filter",
			fl.remarks.filter, &s.keep},
	} {
		if r.text == "" {
			continue
		}
		if *r.re, err = regexp.Compile(r.text); err != nil {
			return usagef("Invalid regular expression '%s' in -%s: %v", r.text, r.flag, err)
		}
	}
	if len(fl.extern) > 0 && fl.execCheck == "" {
		return usagef("--extern is for --exec-check, and for the command run")
	}
	bounds, err := fl.elide.options()
	if err != nil {
		return err
	}
	if s.ptx, err = fl.ptx.options(fl.emit); err != nil {
		return err
	}
	if s.tools, err = s.findTools(); err != nil {
		return err
	}
	s.opts = driver.Options{
		Pipeline: pl, Log: ir.CleanWriter(s.stderr), Jobs: fl.jobs, DisableVerify: fl.noVerify,
		Version: ir.Version(fl.llvm), Triple: fl.triple,
		DataLayout: fl.layout, KeepComments: fl.comments, Module: fl.emit != emitLL, Debug: debugging(),
		DebugFrame: true, Times: fl.timePasses, Elide: bounds,
		Summarise: fl.summaries != "", Bound: fl.bound,
		Report: pass.Options{
			VerifyEach: fl.verifyEach, Before: fl.before, After: fl.after,
			BeforeAll: fl.beforeAll, AfterAll: fl.afterAll,
			Changed: fl.changed, Filter: fl.filter, ModuleScope: fl.modScope, DebugManager: fl.debugPM,
			Bisect: fl.bisectSet, BisectLimit: fl.bisect,
		},
	}
	if err := fl.hostOnly(); err != nil {
		return err
	}
	if fl.frameMap != "" {
		s.opts.Frames, s.opts.Brief = true, true
	}
	if fl.ptx.nvvm {
		if fl.layout != "" {
			return usagef("--nvvm cannot be used with --data-layout, because NVIDIA's library needs its own layout")
		}
		s.opts.DataLayout = driver.NVVMLayout
	}
	for _, st := range pl.Steps() {
		s.opts.Report.NeedsPassOrder = s.opts.Report.NeedsPassOrder || st.Pass.Is.Has(pass.Shows)
	}
	for _, re := range s.want {
		s.opts.Remarks = s.opts.Remarks || re != nil
	}
	s.opts.Remarks = s.opts.Remarks || fl.remarks.output != ""
	return nil
}

// hostOnly refuses options that output for a GPU cannot have.
func (fl *lowerFlags) hostOnly() error {
	if fl.emit == emitLL && !fl.ptx.nvvm {
		return nil
	}
	switch {
	case fl.execCheck != "":
		return usagef("--exec-check and PTX: the interpreter runs programs for the host")
	case fl.summaries != "":
		return usagef("--summaries-out cannot be used with PTX, where coroutines of other files are not elided")
	case fl.frameMap == inSection:
		return usagef("--frame-map=section cannot be used with PTX, which has no such sections; --frame-map=FILE " +
			"writes a file")
	}
	return nil
}

// pipeline returns the pipeline of -passes or -O, or the full default pipeline.
func (s *session) pipeline() (*pass.Pipeline, error) {
	// PTX output is never optimised by a later tool, so the default pipeline is complete
	complete := s.fl.emit != emitLL
	text := driver.LevelPipeline("", complete)
	given := len(s.fl.passes) > 0
	switch {
	case len(s.fl.passes) > 1:
		return nil, usagef("for the --passes option: may only occur zero or one times!")
	case given:
		text = s.fl.passes[0]
	}
	levels := 0
	for _, l := range []string{"O0", "O1", "O2", "O3", "Os", "Oz"} {
		if !*s.fl.levels[l] {
			continue
		}
		if given {
			return nil, usagef("Cannot specify -O# and --passes=, use -passes='default<O#>,other-pass'")
		}
		if levels++; levels > 1 {
			return nil, usagef("Cannot specify multiple -O#")
		}
		text = driver.LevelPipeline(l, complete)
	}
	return driver.Table.Parse(text)
}

func knownPass(name string) error {
	var names []string
	for _, p := range driver.Table.Passes {
		if p.Name == name {
			return nil
		}
		names = append(names, p.Name)
	}
	e := usagef("unknown pass name '%s' for -print-before or -print-after", name)
	if near := words.Nearest(name, names); near != "" {
		e.hint = fmt.Sprintf("Did you mean '%s'?", near)
	}
	return e
}

// outputs names the output of each input.
func (s *session) outputs(files []string) ([]string, error) {
	out := s.fl.output
	st, err := os.Stat(out)
	isDir := strings.HasSuffix(out, "/") || err == nil && st.IsDir()
	outs := make([]string, len(files))
	if !isDir {
		if len(files) > 1 && !s.fl.noOutput {
			return nil, usagef("several inputs need a directory for their outputs: -o DIR/")
		}
		for i := range outs {
			outs[i] = out
		}
		if strings.HasSuffix(out, ".bc") && !s.fl.noOutput {
			fmt.Fprintf(s.stderr, "corolower: warning: the output '%s' is text, not bitcode\n"+
				"hint: llvm-as converts it\n", diag.Clean(out))
		}
		if s.fl.noOutput {
			return outs, s.writable(files, s.reportFiles(), "")
		}
		return outs, s.writable(files, append(s.reportFiles(), output{"-o", out}), files[0])
	}
	seen := map[string]string{}
	for i, f := range files {
		base := filepath.Base(f)
		if f == "-" {
			base = "stdin.ll"
		}
		if old, dup := seen[base]; dup {
			return nil, usagef("'%s' and '%s' would both be written to %s", old, f, filepath.Join(out, base))
		}
		seen[base] = f
		outs[i] = filepath.Join(out, base)
	}
	if s.fl.noOutput {
		return outs, s.writable(files, s.reportFiles(), "")
	}
	all := s.reportFiles()
	for _, o := range outs {
		all = append(all, output{"-o", o})
	}
	if err := s.writable(files, all, ""); err != nil {
		return nil, err
	}
	return outs, os.MkdirAll(out, 0o777)
}

// writable refuses an output that would overwrite another output or an input.
func (s *session) writable(files []string, outs []output, inPlace string) error {
	if err := distinct(outs); err != nil {
		return err
	}
	if len(files) > 1 {
		for _, o := range s.reportFiles() {
			if err := creatable(o.name); err != nil {
				return err
			}
		}
	}
	return notInputs(files, outs, inPlace)
}

// reportFiles returns the files that options name for output other than the module.
func (s *session) reportFiles() []output {
	return []output{{"--pass-remarks-output", s.fl.remarks.output}, {"--info-output-file", s.fl.infoFile},
		{"--coro-elide-info-output-file", s.fl.elideInfo},
		{"--summaries-out", s.fl.summaries}, {"--frame-map", s.fl.mapFile()}}
}

// unreadable reports an input that cannot be read, and sets the exit code.
func (a *app) unreadable(shown string, err error) {
	var refused *compileError
	if errors.As(err, &refused) {
		fmt.Fprintf(a.stderr, "%s\ncorolower: %s: %s the compiler refuses it\n", refused.said, diag.Clean(shown),
			a.style().Error("error:"))
		a.code = max(a.code, exitFindings)
		return
	}
	fmt.Fprintf(a.stderr, "corolower: %s: %s %s\n", diag.Clean(shown), a.style().Error("error:"),
		diag.Clean(err.Error()))
	a.code = exitUsage
}

// notCommand returns an error if the first word names no file and looks like a mistyped command.
func (a *app) notCommand(files []string) error {
	if len(files) == 0 || len(a.args) == 0 || a.args[0] != files[0] ||
		strings.ContainsAny(files[0], "./\\") || exists(files[0]) {
		return nil
	}
	var names []string
	for _, c := range a.commands {
		names = append(names, c.Name())
	}
	near := words.Nearest(files[0], names)
	if near == "" {
		return nil
	}
	e := usagef("'%s' is neither a file nor a command", files[0])
	e.hint = fmt.Sprintf("did you mean 'corolower %s'?", near)
	return e
}

var errReported = errors.New("reported")

// file lowers one input; last: there is no other after it. It has printed the error if it returns one.
func (s *session) file(name, out string, last bool) error {
	update, stop := s.progress(shownName(name))
	stop = sync.OnceFunc(stop)
	defer stop()
	shown, text, err := s.readInput(name)
	if err != nil {
		stop()
		s.unreadable(shown, err)
		return err
	}
	opts := s.opts
	opts.Progress, opts.Rest = update, s.gc.rest
	text = unixLines(text)
	res, err := driver.Run(shown, text, &opts)
	stop()
	return s.lowered(shown, text, res, err, out, last)
}

// unixLines ends the lines of a text as the output does. A text with both kinds of lines would follow
// from copying what no pass changes.
func unixLines(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// lowered reports the result of an input's run and writes its output.
func (s *session) lowered(shown string, text []byte, res *driver.Result, err error, out string, last bool) error {
	warnings := res.Warnings
	if s.fl.quiet {
		warnings = nil
	}
	s.printFindings(diag.NewFile(shown, text), warnings, err, s.style)
	if !s.fl.quiet {
		s.noteSplit(shown, res)
	}
	if err != nil || s.fl.execCheck != "" && !s.behaveTheSame(shown, text, res) {
		return errReported
	}
	s.stats.Add(&res.Stats)
	s.times.Add(res.Times)
	s.printRemarks(res.Remarks)
	for _, e := range res.Elisions {
		if e.Elided {
			s.elided = append(s.elided, "Elide "+ir.Clean(e.Callee)+" in "+ir.Clean(e.Caller)+"\n"...)
		}
	}
	if res.Summaries != nil {
		if err := s.writeOutput(s.fl.summaries, res.Summaries.Write); err != nil {
			s.complain(err)
			return err
		}
	}
	if err := s.frameMapped(shown, text, res); err != nil {
		s.complain(err)
		return err
	}
	if last {
		if err := s.sideFiles(); err != nil {
			s.complain(err)
			return err
		}
	}
	if s.fl.emit != emitLL {
		return s.writePTX(res, out)
	}
	if s.fl.ptx.nvvm {
		return s.writeNVVM(res, out)
	}
	if s.fl.noOutput {
		return nil
	}
	err = s.writeOutput(out, func(w io.Writer) error {
		if f := fileOf(s.stdout); out == "-" && f != nil && isTerminal(f) {
			_, err := ir.CleanWriter(w).Write(res.Bytes())
			return err
		}
		_, err := res.WriteTo(w)
		return err
	})
	if err != nil {
		s.complain(err)
	}
	return err
}

// behaveTheSame reports whether the input and the lowered module do the same (--exec-check). If
// not, it prints the first difference.
func (s *session) behaveTheSame(shown string, text []byte, res *driver.Result) bool {
	before := s.linkProgram(shown, text, s.fl.extern)
	if before == nil {
		return false
	}
	after := s.linkProgram("lowered "+shown, res.Bytes(), s.fl.extern)
	if after == nil {
		return false
	}
	before.CheckAttributes()
	after.CheckAttributes()
	return s.compareRuns(before, after, interp.Options{}, s.fl.execCheck, []string{shown})
}

// noteSplit prints a note for a file whose coroutines were already split: the user probably
// expected this run to split them.
func (a *app) noteSplit(shown string, res *driver.Result) {
	if f := res.SplitAlready; f != "" {
		st := a.style()
		fmt.Fprintf(a.stderr, "corolower: %s: %s %s was split already: it has a resume and a destroy function\n"+
			"%s add -Xclang -disable-llvm-passes to the clang command that wrote the file\n",
			diag.Clean(shown), st.Note("note:"), diag.Clean(explain.Symbol(f)), st.Hint("hint:"))
	}
}

// printFindings prints warnings and errors of a file in the order of their places.
func (a *app) printFindings(f *diag.File, warnings ir.ErrorList, err error, st *diag.Style) {
	var list []diag.Finding
	for _, e := range warnings {
		list = append(list, diag.Finding{File: f, Err: e})
	}
	if err != nil {
		for _, e := range err.(ir.ErrorList) {
			list = append(list, diag.Finding{File: f, Err: e})
		}
	}
	diag.Sort(list, []*diag.File{f})
	for _, fd := range list {
		fmt.Fprint(a.stderr, diag.Text("corolower", fd, st))
	}
}

func (s *session) printRemarks(list []remark.Remark) {
	for i := range list {
		r := &list[i]
		if re := s.want[r.Kind]; re != nil && re.MatchString(r.Pass) {
			const word = "remark:"
			fmt.Fprintln(s.stderr, s.style.Note(word)+strings.TrimPrefix(diag.Clean(remark.Text(r,
				s.fl.remarks.hotness)), word))
		}
		if s.fl.remarks.output != "" && (s.keep == nil || s.keep.MatchString(r.Pass)) {
			s.yaml.Write(remark.AppendYAML(nil, r, true))
		}
	}
}

// sideFiles writes the files about all inputs. It runs before the last module is written: if one of
// them cannot be written, there is no module. Errors in the last input leave them to reports.
func (s *session) sideFiles() error {
	if s.sided {
		return nil
	}
	s.sided = true
	if name := s.fl.remarks.output; name != "" {
		if err := s.writeText(name, s.yaml.Bytes()); err != nil {
			return err
		}
	}
	if err := s.writeFrameMap(); err != nil {
		return err
	}
	return s.appendElided()
}

// reports writes the output that follows all inputs: -stats, -time-passes.
func (s *session) reports(total time.Duration) error {
	if err := s.sideFiles(); err != nil {
		return err
	}
	var b bytes.Buffer
	if s.fl.timePasses {
		s.times.Write(&b, total)
	}
	if s.fl.stats && !s.fl.statsJSON {
		b.WriteString(statsText(&s.stats))
	}
	if s.fl.statsJSON {
		b.Write(statsJSON(&s.stats))
	}
	if b.Len() == 0 {
		return nil
	}
	if s.fl.infoFile != "" {
		return s.writeText(s.fl.infoFile, b.Bytes())
	}
	_, err := s.stderr.Write(b.Bytes())
	return err
}
