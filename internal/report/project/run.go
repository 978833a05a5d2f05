// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file runs the units: it takes a result from the cache, or runs the compiler, the checks and
// the pipeline.

// Options configure a run.
type Options struct {
	Root     string // absolute; reports name paths below it relative to it
	Clang    string // used for compilers that are not clang; "": the newest on PATH
	Level    string // optimisation level, "O2", of all units; "": each unit's own
	Pipeline string // of all units; "": that of the level
	Extra    []string
	Edited   map[string]string // the text that the compiler reads for these absolute paths, instead of the files'
	Elide    elide.Options
	Jobs     int    // number of units in parallel; <= 0: one for each core
	Cache    *Cache // nil: none
	BuildID  string // of this program: cached results of other builds are ignored
	Text     bool   // parts include the source lines that they name, and the IR of coroutines
	Debug    bool   // do not recover panics
	Progress func(done, total, failed int)
	Worker   func() // called in each goroutine that runs units, for example to lower its priority; may be nil
}

// Result is the result of a run over a project.
type Result struct {
	Parts    []report.Part // in the order of the commands, thinned; none for sources that are neither C nor C++
	Compiled int           // runs of a compiler
	Cached   int           // units found in the cache
	Skipped  int           // commands for other languages
	Notes    []string      // messages about several units, each once
}

// runner is the state of one run.
type runner struct {
	o       *Options
	cs      *compilers
	roots   []string // the root, and its real path if that contains symbolic links
	tmp     string
	env     []string
	envKey  []string
	overlay []string // the options by which the compiler reads edited files
	sources texts
	mu      sync.Mutex
	instead map[string]int // number of units for which another compiler was used, by message
	refused map[string]bool
}

// environment lists the environment variables that affect clang's output.
var environment = []string{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH",
	"OBJCPLUS_INCLUDE_PATH", "SDKROOT", "CCC_OVERRIDE_OPTIONS",
	"MACOSX_DEPLOYMENT_TARGET", "COMPILER_PATH", "GCC_EXEC_PREFIX", "CL", "INCLUDE"}

// Run returns the parts of all commands. An error means that the context ended, or that the system
// failed; the failure of a unit is in its part.
func Run(ctx context.Context, commands []Command, o *Options) (*Result, error) {
	r, err := newRunner(o)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(r.tmp)
	jobs := o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	inside := max(1, jobs/max(1, len(commands)))
	outs := make([]outcome, len(commands))
	work := make(chan int)
	var wg sync.WaitGroup
	done, failed := 0, 0
	// Thinning makes memory depend on the listed coroutines, not on the number of units that
	// include them.
	thin := &report.Thinner{}
	for range min(jobs, len(commands)) {
		wg.Go(func() {
			if o.Worker != nil {
				o.Worker()
			}
			for k := range work {
				outs[k] = r.guarded(ctx, k, &commands[k], inside)
				if outs[k].part != nil {
					thin.Add(outs[k].part, k)
				}
				r.mu.Lock()
				done++
				if p := outs[k].part; p != nil && p.Unit.Failed != "" {
					failed++
				}
				if o.Progress != nil {
					o.Progress(done, len(commands), failed)
				}
				r.mu.Unlock()
			}
		})
	}
	for k := range commands {
		if ctx.Err() != nil {
			break
		}
		work <- k
	}
	close(work)
	wg.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r.result(outs), nil
}

// newRunner returns the state of a run. The caller removes its temporary directory.
func newRunner(o *Options) (*runner, error) {
	tmp, err := os.MkdirTemp("", "corolower-")
	if err != nil {
		return nil, err
	}
	r := &runner{o: o, tmp: tmp, env: append(os.Environ(), "LC_ALL=C"), instead: map[string]int{},
		refused: map[string]bool{}}
	r.cs = &compilers{clang: o.Clang, env: r.env, asked: map[string]*compiler{}, refuse: map[string][]string{}}
	if r.roots = []string{o.Root}; o.Root != "" {
		if real, err := filepath.EvalSymlinks(o.Root); err == nil && real != o.Root {
			r.roots = append(r.roots, real)
		}
	}
	for _, name := range environment {
		r.envKey = append(r.envKey, name+"="+os.Getenv(name))
	}
	if err := r.edit(o.Edited); err != nil {
		os.RemoveAll(tmp)
		return nil, err
	}
	return r, nil
}

// edit makes the compiler read other texts for some files. The sources on disk stay, and so do all
// paths in the IR.
func (r *runner) edit(texts map[string]string) error {
	if len(texts) == 0 {
		return nil
	}
	files := map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		files[path] = filepath.Join(r.tmp, fmt.Sprintf("edited%d", len(files)))
		if err := os.WriteFile(files[path], []byte(texts[path]), 0o600); err != nil {
			return err
		}
		r.envKey = append(r.envKey, path, texts[path])
	}
	name := filepath.Join(r.tmp, "overlay")
	r.overlay = []string{"-Xclang", "-ivfsoverlay", "-Xclang", name}
	return os.WriteFile(name, launch.Overlay(files), 0o600)
}

// Emit returns the IR of a command's source, with coroutines that are not lowered, and notes about
// the compiler. A command at -O0 is run at -O2: at -O0, clang forbids every optimisation.
func Emit(ctx context.Context, c *Command, o *Options) (text []byte, notes []string, err error) {
	v, err := c.read(o.Extra...)
	switch {
	case err != nil:
		return nil, nil, err
	case v.skip:
		return nil, nil, errors.New("the source is neither C nor C++")
	case v.level == "O0" && o.Level == "":
		at := *o
		at.Level, o = "O2", &at
	}
	r, err := newRunner(o)
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(r.tmp)
	clang, err := r.compiler(ctx, v, c)
	notes = r.result(nil).Notes
	if err != nil {
		return nil, notes, err
	}
	key := slices.Concat([]string{"IR", o.BuildID, clang.path, clang.version, clang.stamp, c.Dir, c.File, o.Level}, r.envKey,
		v.env, []string{"--"}, v.args)
	if have := ""; o.Cache != nil && o.Cache.get(key, &have) {
		return []byte(have), notes, nil
	}
	text, files, err := r.compile(ctx, 0, clang.path, v, c)
	if err == nil && o.Cache != nil {
		o.Cache.store(key, files, string(text))
	}
	return text, notes, err
}

// outcome is the result of one command.
type outcome struct {
	part             *report.Part // nil: the source is neither C nor C++
	compiled, cached bool
}

func (r *runner) result(outs []outcome) *Result {
	res := &Result{}
	for _, out := range outs {
		switch {
		case out.part == nil:
			res.Skipped++
			continue
		case out.compiled:
			res.Compiled++
		case out.cached:
			res.Cached++
		}
		res.Parts = append(res.Parts, *out.part)
	}
	for what, n := range r.instead {
		res.Notes = append(res.Notes, explain.Count(n, "unit")+what)
	}
	var refused []string
	for a := range r.refused {
		refused = append(refused, a)
	}
	slices.Sort(res.Notes)
	slices.Sort(refused)
	if res.Parts == nil && res.Skipped > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%s left out, because their sources are not C or C++",
			explain.Count(res.Skipped, "command")))
	}
	if refused != nil {
		res.Notes = append(res.Notes, "left out options that clang does not know: "+strings.Join(refused, " "))
	}
	return res
}

// guarded is unit, but a panic only makes this unit fail.
func (r *runner) guarded(ctx context.Context, number int, c *Command, jobs int) (out outcome) {
	if !r.o.Debug {
		defer func() {
			if e := recover(); e != nil {
				p := &report.Part{Unit: report.Unit{File: r.shown(c.File),
					Failed: firstLines(fmt.Sprintf("internal error: %v; this is a bug in corolower, please report it",
						e))}}
				out = outcome{part: p}
			}
		}()
	}
	return r.unit(ctx, number, c, jobs)
}

// unit returns the result of one command.
func (r *runner) unit(ctx context.Context, number int, c *Command, jobs int) outcome {
	v, err := c.read(r.o.Extra...)
	if err == nil && v.skip {
		return outcome{}
	}
	p := &report.Part{Unit: report.Unit{File: c.File}}
	fail := func(err error) outcome {
		p.Unit.Failed = firstLines(err.Error())
		r.place(p, c)
		return outcome{part: p}
	}
	if err != nil {
		return fail(err)
	}
	if v.output != "" {
		if p.Unit.Object = v.output; !filepath.IsAbs(v.output) {
			p.Unit.Object = filepath.Join(c.Dir, v.output)
		}
	}
	level := v.level
	if r.o.Level != "" {
		level = r.o.Level
	}
	if p.Unit.Pipeline = r.o.Pipeline; p.Unit.Pipeline == "" {
		p.Unit.Pipeline = driver.LevelPipeline(level, false)
	}
	clang, err := r.compiler(ctx, v, c)
	if err != nil {
		return fail(err)
	}
	p.Unit.Compiler = clang.version
	key := slices.Concat([]string{r.o.BuildID, clang.path, clang.version, clang.stamp, c.Dir, c.File, p.Unit.Pipeline,
		r.o.Level, fmt.Sprint(r.o.Elide)},
		r.envKey, v.env, []string{"--"}, v.args)
	if r.o.Cache != nil {
		if have := r.o.Cache.load(key); have != nil {
			failed := have.Unit.Failed
			have.Unit = p.Unit
			have.Unit.Failed = failed
			r.place(have, c)
			return outcome{part: have, cached: true}
		}
	}
	text, files, err := r.compile(ctx, number, clang.path, v, c)
	if err == nil {
		r.analyse(p, c, text, jobs)
		if r.o.Cache != nil && ctx.Err() == nil {
			r.o.Cache.store(key, files, p)
		}
	} else {
		p.Unit.Failed = firstLines(err.Error())
	}
	r.place(p, c)
	return outcome{part: p, compiled: true}
}

// compiler returns the clang for a command, and removes from the command the options that this
// clang does not support.
func (r *runner) compiler(ctx context.Context, v *invocation, c *Command) (*compiler, error) {
	clang, extra, instead, err := r.cs.choose(ctx, v, c.Dir)
	if err != nil || !instead {
		return clang, err
	}
	args, refused := r.cs.known(ctx, clang, append(extra, v.args...), c.Dir)
	v.args = args
	r.mu.Lock()
	defer r.mu.Unlock()
	r.instead[fmt.Sprintf(" compiled by %s (%s) instead of %s", clang.path, clang.version, v.compiler)]++
	for _, a := range refused {
		r.refused[a] = true
	}
	return clang, nil
}

// compile emits the IR of a unit, and returns the files that the compiler read. The error contains
// the compiler's messages.
func (r *runner) compile(ctx context.Context, number int, clang string, v *invocation, c *Command) (text []byte,
	files []string, err error) {
	base := filepath.Join(r.tmp, fmt.Sprint(number))
	ll, deps := base+".ll", base+".d"
	defer os.Remove(ll)
	defer os.Remove(deps)
	if st, err := os.Stat(c.Dir); err != nil || !st.IsDir() {
		return nil, nil, fmt.Errorf("the command's directory %s does not exist", c.Dir)
	}
	cmd := command(ctx, clang, append(r.overlay, v.line(ll, deps, r.o.Level)...)...)
	cmd.Dir, cmd.Env = c.Dir, append(slices.Clone(r.env), v.env...)
	said := &bounded{max: maxSaid}
	cmd.Stderr = said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if said.Len() == 0 {
			return nil, nil, fmt.Errorf("%s: %w", clang, cause(err))
		}
		return nil, nil, errors.New(said.String())
	}
	if st, err := os.Stat(ll); err == nil && st.Size() > maxIR {
		return nil, nil, fmt.Errorf("the IR has %d bytes, more than the limit of %d", st.Size(), int64(maxIR))
	}
	if text, err = os.ReadFile(ll); err != nil {
		return nil, nil, fmt.Errorf("%s wrote no IR: %w", clang, cause(err))
	}
	list, err := os.ReadFile(deps)
	if err != nil {
		return nil, nil, fmt.Errorf("%s wrote no list of files: %w", clang, cause(err))
	}
	files = append(dependencies(string(list), c.Dir), named(v.args, c.Dir)...)
	slices.Sort(files)
	return text, slices.Compact(files), nil
}

// maxIR is the size of the largest supported IR file; positions have 32 bits.
const maxIR = 1<<32 - 16

// maxSaid bounds the recorded messages of a compiler in bytes.
const maxSaid = 1 << 16

// bounded is a buffer that only stores the first max bytes written to it.
type bounded struct {
	bytes.Buffer
	max int
}

func (b *bounded) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), b.max-b.Len())])
	return len(p), nil
}

// analyse runs the checks and the pipeline on a unit's IR. The source paths in the added entries
// are absolute.
func (r *runner) analyse(p *report.Part, c *Command, text []byte, jobs int) {
	if !parse.MentionsCoro(text) {
		return
	}
	pl, err := driver.Table.Parse(p.Unit.Pipeline)
	if err != nil {
		p.Unit.Failed = err.Error()
		return
	}
	file := diag.NewFile(c.File+".ll", text)
	res, err := driver.Run(file.Name, text, &driver.Options{CheckOnly: true, Jobs: jobs, Debug: r.o.Debug})
	found := slices.Concat(res.Warnings, ir.AsList(err))
	type finding struct {
		pos ir.Pos
		msg string
	}
	known := map[finding]bool{}
	for _, e := range found {
		known[finding{e.Pos, e.Error()}] = true
		p.Findings = append(p.Findings, report.NewFinding(file, e))
	}
	res, err = driver.Run(file.Name, text, &driver.Options{Pipeline: pl, Frames: true, Ways: true, Elide: r.o.Elide,
		Jobs: jobs, Debug: r.o.Debug})
	var failed strings.Builder
	for _, e := range ir.AsList(err) {
		if !known[finding{e.Pos, e.Error()}] {
			failed.WriteString(diag.Text("corolower", diag.Finding{File: file, Err: e}, diag.Plain()))
		}
	}
	p.Unit.Failed = firstLines(failed.String())
	if err == nil {
		order := explain.Names{}.Add(res)
		p.Add(p.Unit.Pipeline, explain.Coroutines(file, res, order), explain.Creations(file, res, order), true)
	}
	AbsoluteSources(p, c.Dir)
}

// AbsoluteSources makes the source paths of a part absolute. Relative ones are relative to dir.
func AbsoluteSources(p *report.Part, dir string) {
	p.EachSource(func(s *explain.Source) {
		if s.File != "" {
			s.File = Absolute(s.File, Absolute(s.Dir, dir))
		}
	})
}

// Absolute returns an absolute path; a relative one is relative to dir.
func Absolute(path, dir string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// place makes the paths of a part relative to the project's root, and adds source lines if the
// options ask for them.
func (r *runner) place(p *report.Part, c *Command) {
	if r.o.Text {
		p.Carry(func(file string) []string {
			if filepath.IsAbs(filepath.FromSlash(r.shown(file))) {
				return nil // a #line directive can name any file, and reports are passed on to others
			}
			return r.sources.lines(file)
		})
	} else {
		for k := range p.Coroutines {
			p.Coroutines[k].IR = nil
		}
	}
	p.EachSource(func(s *explain.Source) { s.File = r.shown(s.File) })
	for k := range p.Sources {
		p.Sources[k].File = r.shown(p.Sources[k].File)
	}
	p.Unit.File, p.Unit.Object = r.shown(p.Unit.File), r.shown(p.Unit.Object)
	name := r.shown(c.File) + ".ll"
	for k := range p.Coroutines {
		p.Coroutines[k].File = name
	}
	for k := range p.Creations {
		p.Creations[k].SetFile(name)
	}
	for k := range p.Findings {
		p.Findings[k].File = name
	}
}

// shown returns a path as reports show it: relative to the root if it lies below it, with slashes.
func (r *runner) shown(path string) string {
	if path == "" {
		return ""
	}
	for _, root := range r.roots {
		if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
			path = rel
			break
		}
	}
	return filepath.ToSlash(path)
}

// texts caches the lines of files.
type texts struct {
	mu    sync.Mutex
	files map[string][]string
}

// lines returns the lines of a file, or nil if it cannot be read.
func (t *texts) lines(file string) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l, ok := t.files[file]; ok {
		return l
	}
	var l []string
	if text, err := os.ReadFile(file); err == nil {
		l = report.Lines(text)
	}
	ir.Put(&t.files, file, l)
	return l
}

// maxLines bounds the reported lines about a failed unit, and maxLine the bytes of each.
const (
	maxLines = 12
	maxLine  = 400
)

// firstLines returns the first lines of a compiler's messages, without control characters, and the
// number of further lines.
func firstLines(s string) string {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(s, "\t", " "), "\r\n "), "\n")
	more := len(lines) - maxLines
	if more > 1 {
		lines = lines[:maxLines]
	}
	for k := range lines {
		if lines[k] = diag.Clean(strings.TrimRight(lines[k], "\r ")); len(lines[k]) > maxLine {
			lines[k] = strings.ToValidUTF8(lines[k][:maxLine], "") + "..."
		}
	}
	if more > 1 {
		lines = append(lines, fmt.Sprintf("... and %d more lines", more))
	}
	return strings.Join(lines, "\n")
}
