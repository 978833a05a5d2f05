// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package run builds generated programs in several variants, runs them, and reports differences in
// behaviour. It also shrinks failing programs, and plants errors in the lowering to check that the
// programs find them. The plain lowering of opt defines the right behaviour. It runs under
// AddressSanitizer and with two fillings of fresh memory; see testdata/runtime.cpp.
package run

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/corolower/corolower/test/hard/gen"
)

// Variant is a combination of lowering and compiler options.
type Variant struct {
	Name  string
	Args  []string // options of corolower
	Level string   // optimisation level of clang
	Every int      // one of this number of batches is built so
}

// The pipelines that are compared.
const (
	plainPipeline   = "coro-early,cgscc(coro-split),coro-cleanup"
	sharingPipeline = "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup"
)

// witnessPipeline is the plain lowering for AddressSanitizer. sccp removes code that the destroy
// parts never reach: the body of the coroutine, after switches on the constant results of suspends.
// globaldce removes the cleanup parts, which only elided frames need. The two passes remove no
// memory access that can run, but a third of the bitcode.
const witnessPipeline = plainPipeline + ",function(sccp),globaldce,forceattrs"

// Variants lists the variants that each batch is built in.
var Variants = []Variant{
	{"default", nil, "0", 1},
	{"default-O2", nil, "2", 3},
	{"reuse", []string{"-passes=" + sharingPipeline}, "0", 1},
	{"plain", []string{"-passes=" + plainPipeline}, "0", 6},
	{"complete", []string{"-passes=complete<O2>"}, "0", 5},
}

// VariantList lists the names of Variants.
func VariantList() string {
	var list []string
	for _, v := range Variants {
		list = append(list, v.Name)
	}
	return strings.Join(list, " ")
}

// plainVariants are the plain lowering at both levels.
var plainVariants = []Variant{
	{"plain", []string{"-passes=" + plainPipeline}, "0", 1},
	{"plain-O2", []string{"-passes=" + plainPipeline}, "2", 1},
}

// Tools holds the program under test and the objects that all batches share.
type Tools struct {
	Bin string // corolower; "opt" tests LLVM instead, to check the generator
	dir string
	opt *Tools // the same with LLVM instead of Bin
	lld bool   // ld.lld is installed
	mu  sync.Mutex
	n   int
}

const toolLimit = 10 * time.Minute

// command runs a tool and returns its output.
func command(name string, args ...string) (out, errs string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), toolLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(),
		"ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0:symbolize=0:quarantine_size_mb=16")
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err = cmd.Run()
	if cmd.ProcessState != nil {
		spentMu.Lock()
		spent[what(name, args)] += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		spentMu.Unlock()
	}
	if err != nil {
		text := e.String()
		err = fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, text[:min(len(text), 1500)])
	}
	return o.String(), e.String(), err
}

// spent is the processor time of tools, by purpose.
var (
	spentMu sync.Mutex
	spent   = map[string]time.Duration{}
)

// what returns a short name for a command.
func what(name string, args []string) string {
	base := filepath.Base(name)
	switch {
	case len(args) > 0 && (args[0] == "record" || args[0] == "verify" || args[0] == "check"):
		return "run to " + args[0]
	case strings.HasPrefix(base, "clang"):
		for _, a := range args {
			if strings.HasPrefix(a, "-fsan") || a == "-O2" {
				return base + " " + a
			}
		}
	}
	return base
}

// Times returns the processor time of each tool in this process, largest first.
func Times() string {
	spentMu.Lock()
	defer spentMu.Unlock()
	var list []string
	for w := range spent {
		list = append(list, w)
	}
	sort.Slice(list, func(i, j int) bool { return spent[list[i]] > spent[list[j]] })
	var b strings.Builder
	for _, w := range list {
		fmt.Fprintf(&b, "%8.1fs %s\n", spent[w].Seconds(), w)
	}
	return b.String()
}

// all runs several functions in parallel and returns the first error.
func all(list ...func() error) error {
	errs := make(chan error, len(list))
	for _, f := range list {
		go func() { errs <- f() }()
	}
	var first error
	for range list {
		if err := <-errs; err != nil && first == nil {
			first = err
		}
	}
	return first
}

// NewTools compiles the objects that all batches share. source is the folder of runtime.cpp, and
// dir receives the files.
func NewTools(bin, source, dir string) (*Tools, error) {
	_, err := exec.LookPath("ld.lld-22")
	t := &Tools{Bin: bin, dir: dir, lld: err == nil, opt: &Tools{Bin: "opt", dir: dir, lld: err == nil}}
	t.opt.opt = t.opt
	if err := os.WriteFile(t.at("support.ll"), []byte(gen.Support()), 0o644); err != nil {
		return nil, err
	}
	runtime := filepath.Join(source, "runtime.cpp")
	tool := func(name string, args ...string) func() error {
		return func() error { _, _, err := command(name, args...); return err }
	}
	return t, all(tool("clang-22", "-w", "-O1", "-c", t.at("support.ll"), "-o", t.at("support.o")),
		tool("clang-22", "-w", "-O1", "-c", "-fsanitize=address", t.at("support.ll"), "-o", t.at("support.w.o")),
		tool("clang++-22", "-O1", "-c", runtime, "-o", t.at("runtime.o")),
		tool("clang++-22", "-O1", "-c", "-DWITNESS", "-fsanitize=address", runtime, "-o", t.at("witness.o")))
}

func (t *Tools) at(name string) string { return filepath.Join(t.dir, name) }

// batchName returns a file name prefix for one batch.
func (t *Tools) batchName() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	return t.at(fmt.Sprintf("b%d", t.n))
}

// Failure describes a program that fails in one variant.
type Failure struct {
	Program *gen.Program
	Variant Variant
	Kind    string // behaves, refused, invalid
	Detail  string
	paths   []path // the paths with a different behaviour; Detail describes the first
}

// path is an execution path on which a program behaves differently.
type path struct {
	n      int
	detail string
}

func (f *Failure) String() string {
	return fmt.Sprintf("seed %d, %s: %s: %s", f.Program.Seed, f.Variant.Name, f.Kind, f.Detail)
}

// Result sums up the results of batches.
type Result struct {
	Programs, Paths, Dropped int
	Bad                      int // programs that opt rejects
	// programs that differ only on paths on which LLVM's plain lowering differs too: the
	// witness missed undefined behaviour there
	Undefined       int
	Creations       int // calls of ramps, for pipelines that report elisions
	Elided          int
	Frames, Smaller int                    // coroutines, and those with shared storage
	Reached         [len(reachedNames)]int // programs that reach each of reachedNames
	Failures        []*Failure
	BadText         string
}

// Add adds the results of another batch.
func (r *Result) Add(o *Result) {
	r.Programs += o.Programs
	r.Paths += o.Paths
	r.Dropped += o.Dropped
	r.Bad += o.Bad
	r.Undefined += o.Undefined
	r.Creations += o.Creations
	r.Elided += o.Elided
	r.Frames += o.Frames
	r.Smaller += o.Smaller
	for k, n := range o.Reached {
		r.Reached[k] += n
	}
	r.Failures = append(r.Failures, o.Failures...)
	if r.BadText == "" {
		r.BadText = o.BadText
	}
}

func (r *Result) String() string {
	return fmt.Sprintf("%d programs, %d paths, %d dropped (%d%%); %d frames elided of %d creations, %d of %d "+
		"frames with shared storage; %d programs fail, %d are undefined",
		r.Programs, r.Paths, r.Dropped, 100*r.Dropped/max(1, r.Paths+r.Dropped),
		r.Elided, r.Creations, r.Smaller, r.Frames, r.failing(), r.Undefined)
}

// reachedNames are the events that runtime.cpp records on a path.
var reachedNames = [...]string{"thread", "queue", "second return", "await_suspend", "awaiter behind a resume",
	"awaiter's coroutine gone", "await_suspend throws"}

// Health describes how many programs reach each event on a path that counts.
func (r *Result) Health() string {
	var list []string
	for k, n := range r.Reached {
		list = append(list, fmt.Sprintf("%s %d%%", reachedNames[k], 100*n/max(1, r.Programs)))
	}
	return "reached by programs: " + strings.Join(list, ", ")
}

func (r *Result) failing() int {
	seen := map[uint64]bool{}
	for _, f := range r.Failures {
		seen[f.Program.Seed] = true
	}
	return len(seen)
}

// Batch builds one executable per variant from the programs, and runs it.
func (t *Tools) Batch(programs []*gen.Program, variants []Variant) (*Result, error) {
	name := t.batchName()
	defer t.forget(name)
	sizes, err := t.prepare(name, programs)
	if err != nil {
		if len(programs) == 1 {
			return &Result{Programs: 1, Bad: 1, BadText: err.Error()}, nil
		}
		return t.halves(programs, variants)
	}
	return t.try(name, programs, variants, sizes)
}

// undefined returns the paths of a program on which LLVM's plain lowering does not behave as the
// witness did.
func (t *Tools) undefined(p *gen.Program) (map[int]bool, error) {
	if t.opt == t {
		return nil, nil
	}
	name := t.batchName() + ".opt"
	defer t.forget(name)
	sizes, err := t.opt.prepare(name, []*gen.Program{p})
	if err != nil {
		return nil, err
	}
	res, err := t.opt.try(name, []*gen.Program{p}, plainVariants, sizes)
	if err != nil {
		return nil, err
	}
	paths := map[int]bool{}
	for _, f := range res.Failures {
		for _, x := range f.paths {
			paths[x.n] = true
		}
	}
	return paths, nil
}

// drop removes the paths in a set from a failure. It reports whether no path is left.
func (f *Failure) drop(paths map[int]bool) bool {
	if f.Kind != "behaves" {
		return false
	}
	f.paths = slices.DeleteFunc(f.paths, func(x path) bool { return paths[x.n] })
	if len(f.paths) == 0 {
		return true
	}
	f.Detail = f.paths[0].detail
	return false
}

// dropUndefined removes paths with undefined behaviour from the failures of a result.
func (t *Tools) dropUndefined(r *Result) error {
	known := map[uint64]map[int]bool{}
	failing := map[uint64]bool{}
	var rest []*Failure
	for _, f := range r.Failures {
		seed := f.Program.Seed
		paths, asked := known[seed]
		if !asked && f.Kind == "behaves" {
			var err error
			if paths, err = t.undefined(f.Program); err != nil {
				return err
			}
			known[seed] = paths
		}
		if !f.drop(paths) {
			rest = append(rest, f)
			failing[seed] = true
		}
	}
	for seed := range known {
		if !failing[seed] {
			r.Undefined++
		}
	}
	r.Failures = rest
	return nil
}

// forget removes the files of a batch.
func (t *Tools) forget(name string) {
	files, _ := filepath.Glob(name + ".*")
	for _, f := range files {
		os.Remove(f)
	}
}

// prepare records the behaviour of programs, and writes their module.
func (t *Tools) prepare(name string, programs []*gen.Program) (sizes map[string]int, err error) {
	if sizes, err = t.record(name, []byte(gen.Module(programs, true))); err != nil {
		return nil, err
	}
	return sizes, os.WriteFile(name+".in.ll", []byte(gen.Module(programs, false)), 0o644)
}

// try lowers, compiles and runs prepared programs.
func (t *Tools) try(name string, programs []*gen.Program, variants []Variant, sizes map[string]int) (*Result, error) {
	res := &Result{Programs: len(programs)}
	lowered := map[string]string{}
	for _, v := range variants {
		key := strings.Join(v.Args, " ")
		out := lowered[key]
		if out == "" {
			out = fmt.Sprintf("%s.%d.ll", name, len(lowered))
			remarks, err := t.lower(v, name+".in.ll", out, name+".elided")
			if err != nil {
				if len(programs) == 1 {
					res.Failures = append(res.Failures, &Failure{Program: programs[0], Variant: v, Kind: "refused",
						Detail: err.Error()})
					continue
				}
				return t.halves(programs, variants)
			}
			lowered[key] = out
			text, err := os.ReadFile(name + ".in.ll")
			if err != nil {
				return nil, err
			}
			res.count(v, remarks, sizes, name+".elided", text)
		}
		said, err := t.compare(v, name, out)
		if err != nil {
			if len(programs) == 1 {
				res.Failures = append(res.Failures, &Failure{Program: programs[0], Variant: v, Kind: "invalid",
					Detail: err.Error()})
				continue
			}
			return t.halves(programs, variants)
		}
		res.read(said, v, programs)
	}
	return res, nil
}

// halves splits a batch if one program makes the whole module fail.
func (t *Tools) halves(programs []*gen.Program, variants []Variant) (*Result, error) {
	res := &Result{}
	n := len(programs) / 2
	for _, part := range [][]*gen.Program{programs[:n], programs[n:]} {
		r, err := t.Batch(part, variants)
		if err != nil {
			return nil, err
		}
		res.Add(r)
	}
	return res, nil
}

// record records the behaviour of the programs in a witness's module, and which paths are
// well-defined.
func (t *Tools) record(name string, text []byte) (sizes map[string]int, err error) {
	in := name + ".w.ll"
	if err := os.WriteFile(in, text, 0o644); err != nil {
		return nil, err
	}
	_, remarks, err := command("opt-22", "-passes="+witnessPipeline, "-force-attribute=sanitize_address",
		"-pass-remarks=coro-split", in, "-o", name+".w.bc")
	if err != nil {
		return nil, err
	}
	exe := name + ".w.exe"
	if err := t.link(exe, name+".w.bc", t.at("witness.o"), t.at("support.w.o"), "-O0", "-fsanitize=address"); err != nil {
		return nil, err
	}
	if _, _, err := command(exe, "record", name+".seen", "171"); err != nil {
		return nil, err
	}
	if _, _, err := command(exe, "verify", name+".seen", "84", name+".want"); err != nil {
		return nil, err
	}
	return frameSizes(remarks), nil
}

// compare compiles a variant's output and compares its behaviour with the record.
func (t *Tools) compare(v Variant, name, out string) (said string, err error) {
	exe := name + "." + v.Name
	if err := t.link(exe, out, t.at("runtime.o"), t.at("support.o"), "-O"+v.Level); err != nil {
		return "", err
	}
	said, _, err = command(exe, "check", name+".want")
	return said, err
}

// link compiles a module and links it. lld links in a third of the time of ld, but it finds no
// handlers in a function that lies after a function of no bytes: both have an entry for the same
// address in the table of unwinding, and it keeps the first. So code for unreachable is a trap,
// which also stops programs that get there.
func (t *Tools) link(exe string, args ...string) error {
	args = append(args, "-w", "-mllvm", "-trap-unreachable", "-o", exe)
	if t.lld {
		args = append(args, "-fuse-ld=lld")
	}
	_, _, err := command("clang++-22", args...)
	return err
}

// lower runs the program under test.
func (t *Tools) lower(v Variant, in, out, elided string) (remarks string, err error) {
	if t.Bin == "opt" {
		pipeline := "default<O2>"
		if len(v.Args) > 0 {
			// opt has no complete<...>.
			pipeline = strings.Replace(strings.TrimPrefix(v.Args[0], "-passes="), "complete<", "default<", 1)
		}
		_, remarks, err = command("opt-22", "-S", "-passes="+pipeline, "-pass-remarks=coro-split", in, "-o", out)
		return remarks, err
	}
	os.Remove(elided)
	args := append([]string{"-S", "-pass-remarks=coro-split", "-verify-each", in, "-o", out}, v.Args...)
	if len(v.Args) == 0 {
		args = append(args, "-coro-elide-info-output-file="+elided)
	}
	_, remarks, err = command(t.Bin, args...)
	return remarks, err
}

var (
	splitRemark = regexp.MustCompile(`Split '(\w+)' \(frame_size=(\d+)`)
	rampCall    = regexp.MustCompile(`(?m)(?:call|invoke) ptr @p\d+_c\d+\(`)
	differLine  = regexp.MustCompile(`DIFFERS prog=(\d+) (path=(\d+) .*)`)
	countLine   = regexp.MustCompile(`paths (\d+) dropped (\d+)(?: reached([ \d]*))?`)
)

func frameSizes(remarks string) map[string]int {
	sizes := map[string]int{}
	for _, m := range splitRemark.FindAllStringSubmatch(remarks, -1) {
		sizes[m[1]], _ = strconv.Atoi(m[2])
	}
	return sizes
}

func (r *Result) count(v Variant, remarks string, plain map[string]int, elided string, text []byte) {
	switch v.Name {
	case "default", "default-O2":
		r.Creations += len(rampCall.FindAll(text, -1))
		if list, err := os.ReadFile(elided); err == nil {
			r.Elided += bytes.Count(list, []byte("\n"))
		}
	case "reuse":
		for f, n := range frameSizes(remarks) {
			r.Frames++
			if n < plain[f] {
				r.Smaller++
			}
		}
	}
}

// read adds the output of a tested executable to the result.
func (r *Result) read(said string, v Variant, programs []*gen.Program) {
	of := map[int]*Failure{} // by program
	for _, m := range differLine.FindAllStringSubmatch(said, -1) {
		k, _ := strconv.Atoi(m[1])
		n, _ := strconv.Atoi(m[3])
		if k >= len(programs) {
			continue
		}
		if of[k] == nil {
			of[k] = &Failure{Program: programs[k], Variant: v, Kind: "behaves", Detail: m[2]}
			r.Failures = append(r.Failures, of[k])
		}
		of[k].paths = append(of[k].paths, path{n, m[2]})
	}
	m := countLine.FindStringSubmatch(said)
	if m == nil {
		return
	}
	// All variants run the same paths, so count them once.
	if ok, _ := strconv.Atoi(m[1]); r.Paths == 0 {
		r.Paths = ok
		r.Dropped, _ = strconv.Atoi(m[2])
		for k, n := range strings.Fields(m[3]) {
			r.Reached[k], _ = strconv.Atoi(n)
		}
	}
}
