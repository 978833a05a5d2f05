// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The differential run: corolower and LLVM's opt lower modules from package gen. The results are
// compiled and run, and their traces must be equal. Frame sizes are compared as well.
//
//	go test ./test/diff -seeds 300 -first 1000      other seeds
//	DIFF_TOOL=opt go test ./test/diff               LLVM against itself, to judge the generator
//	go run ./test/diff/gencoro -seed 17             the module of a seed
//
// COROLOWER_BIN names the program under test; without it, the test builds the program from this
// tree. The test is skipped if LLVM 22 is not installed. The parts for the older dialects are
// skipped if their tools are not installed.
package diff_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/corolower/corolower/test/diff/gen"
	"github.com/corolower/corolower/test/sample"
)

var (
	seeds = flag.Int("seeds", 60, "number of generated modules")
	first = flag.Uint64("first", 1, "seed of the first module")
	keep  = flag.String("keep", "", "directory for the files of failing seeds; a temporary one when empty")
)

// chunk is the number of modules in one program. A larger one saves linking, a smaller one saves
// work after a failure.
const chunk = 10

// pipeline is the plain lowering, without sharing of frame slots.
const pipeline = "coro-early,cgscc(coro-split),coro-cleanup"

// sharing is the lowering that LLVM's own optimisation pipelines use.
const sharing = "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup"

// variant is a configuration for lowering a module, with the levels at which the result is
// compiled.
type variant struct {
	name     string
	llvm     int  // version of the tools that verify and compile the result
	portable bool // the module is the portable one
	hard     bool // the module has a form that LLVM lowers wrongly
	levels   []string
	sizes    string // how frame sizes relate to LLVM's: "equal", "atmost" or ""
	cmd      func(in, out string) *exec.Cmd
}

// reference lowers with opt-22. The variants are compared with it.
func reference(portable bool) variant {
	return variant{name: "ref", llvm: 22, portable: portable, levels: []string{"0"}, cmd: opt(22, pipeline)}
}

func opt(version int, passes string) func(in, out string) *exec.Cmd {
	return func(in, out string) *exec.Cmd {
		return exec.Command(fmt.Sprintf("opt-%d", version), "-S", "-passes="+passes, "-pass-remarks=coro-split",
			in, "-o", out)
	}
}

// variants returns the configurations to run: corolower's, or LLVM's instead.
func variants(t *testing.T) []variant {
	both := []string{"0", "2"}
	if os.Getenv("DIFF_TOOL") == "opt" {
		return []variant{
			{name: "plain", llvm: 22, levels: []string{"2"}, sizes: "equal", cmd: opt(22, pipeline)},
			{name: "shared", llvm: 22, levels: both, sizes: "atmost", cmd: opt(22, sharing)},
			{name: "llvm19", llvm: 19, portable: true, levels: []string{"0"}, cmd: opt(19, pipeline)},
		}
	}
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(t.TempDir(), "corolower")
		out, err := exec.Command("go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower").CombinedOutput()
		if err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
	}
	run := func(args ...string) func(in, out string) *exec.Cmd {
		return func(in, out string) *exec.Cmd {
			return exec.Command(bin, append(append([]string{}, args...), "-pass-remarks=coro-split", in, "-o", out)...)
		}
	}
	return []variant{
		{name: "plain", llvm: 22, levels: both, sizes: "equal", cmd: run("-S", "-passes="+pipeline)},
		{name: "shared", llvm: 22, levels: []string{"0"}, sizes: "atmost", cmd: run("-S", "-passes="+sharing)},
		// Elided frames of other coroutines make these frames larger.
		{name: "default", llvm: 22, levels: both, cmd: run("-S")},
		{name: "hard", llvm: 22, hard: true, levels: []string{"0"}, cmd: run("-S", "-passes="+pipeline)},
		{name: "dialect19", llvm: 19, portable: true, levels: []string{"0"}, cmd: run("-S", "-passes="+pipeline)},
		{name: "dialect14", llvm: 14, portable: true, levels: []string{"0"}, cmd: run("-S", "-passes="+pipeline)},
	}
}

// harness holds the state that all chunks share.
type harness struct {
	dir     string // directory for all files of the run
	runtime string // runtime.o
	vars    []variant
}

func TestDifferential(t *testing.T) {
	for _, tool := range []string{"opt-22", "clang-22", "clang++-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	n := *seeds
	if testing.Short() {
		n = min(n, 10)
	}
	h := &harness{dir: *keep}
	if h.dir == "" {
		dir, err := os.MkdirTemp("", "corodiff")
		if err != nil {
			t.Fatal(err)
		}
		h.dir = dir
	} else if err := os.MkdirAll(h.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, v := range variants(t) {
		if _, err := exec.LookPath(fmt.Sprintf("clang-%d", v.llvm)); err != nil {
			t.Logf("variant %s is left out: clang-%d is not installed", v.name, v.llvm)
			continue
		}
		h.vars = append(h.vars, v)
	}
	h.runtime = filepath.Join(h.dir, "runtime.o")
	if err := run(exec.Command("clang++-22", "-O1", "-c", "testdata/runtime.cpp", "-o", h.runtime)); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	slots := make(chan bool, runtime.NumCPU())
	for at := 0; at < n; at += chunk {
		var list []uint64
		for i := at; i < min(n, at+chunk); i++ {
			if seed := *first + uint64(i); sample.Has(fmt.Sprint(seed), 4) {
				list = append(list, seed)
			}
		}
		slots <- true
		wg.Go(func() {
			h.chunk(t, list)
			<-slots
		})
	}
	wg.Wait()
	switch {
	case t.Failed():
		t.Logf("files are kept in %s", h.dir)
	case *keep == "":
		os.RemoveAll(h.dir)
	}
}

// chunk checks some seeds in every variant.
func (h *harness) chunk(t *testing.T, list []uint64) {
	for _, portable := range []bool{false, true} {
		some := list
		if portable {
			// The older dialects differ only in spelling, so fewer seeds suffice.
			some = nil
			for _, s := range list {
				if s%3 == 0 {
					some = append(some, s)
				}
			}
		}
		var vars []variant
		for _, v := range h.vars {
			if v.portable == portable {
				vars = append(vars, v)
			}
		}
		if len(some) == 0 || len(vars) == 0 {
			continue
		}
		want, sizes := h.lowerAll(t, reference(portable), some)
		ref := h.traces(t, reference(portable), "0", want)
		reuse := map[uint64]frames{}
		for _, v := range vars {
			if v.sizes == "atmost" {
				reuse = h.reuseSizes(t, some)
			}
			good, got := h.lowerAll(t, v, v.differing(some))
			for _, s := range good {
				switch v.sizes {
				case "equal":
					compareSizes(t, s, v.name, sizes[s], got[s], true)
				case "atmost":
					compareSizes(t, s, v.name, reuse[s], got[s], false)
				}
			}
			for _, level := range v.levels {
				got := h.traces(t, v, level, good)
				for _, s := range good {
					if tr, ok := got[s]; ok && ref[s] != "" && tr != ref[s] {
						t.Errorf("seed %d: %s at -O%s behaves differently:\n%s", s, v.name, level,
							firstDifference(ref[s], got[s]))
					}
				}
			}
		}
	}
}

// source writes a seed's module in the dialect of a variant and returns its path.
func (h *harness) source(v variant, seed uint64) (string, error) {
	o := gen.Opts{Portable: v.portable, Hard: v.hard}
	switch v.llvm {
	case 19:
		o.Dialect = gen.LLVM19
	case 14:
		o.Dialect = gen.LLVM14
	}
	path := filepath.Join(h.dir, fmt.Sprintf("s%d%s.llvm%d.ll", seed, v.kind(), v.llvm))
	return path, os.WriteFile(path, []byte(gen.Module(seed, o)), 0o644)
}

func (h *harness) lowered(v variant, seed uint64) string {
	return filepath.Join(h.dir, fmt.Sprintf("s%d%s.%s.ll", seed, v.kind(), v.name))
}

// differing returns the seeds whose hard module differs from the ordinary one.
func (v variant) differing(list []uint64) []uint64 {
	if !v.hard {
		return list
	}
	var out []uint64
	for _, s := range list {
		if gen.Module(s, gen.Opts{}) != gen.Module(s, gen.Opts{Hard: true}) {
			out = append(out, s)
		}
	}
	return out
}

// kind returns the part of a file name that distinguishes the modules of one seed.
func (v variant) kind() string {
	switch {
	case v.portable:
		return ".portable"
	case v.hard:
		return ".hard"
	}
	return ""
}

// lowerAll lowers and verifies modules. It returns the seeds that succeed and the frame sizes that
// are reported for them.
func (h *harness) lowerAll(t *testing.T, v variant, list []uint64) (good []uint64, sizes map[uint64]frames) {
	sizes = map[uint64]frames{}
	for _, s := range list {
		in, err := h.source(v, s)
		if err != nil {
			t.Error(err)
			continue
		}
		out := h.lowered(v, s)
		cmd := v.cmd(in, out)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := run(cmd); err != nil {
			t.Errorf("seed %d: %s does not lower: %v", s, v.name, err)
			continue
		}
		if err := run(exec.Command(fmt.Sprintf("opt-%d", v.llvm), "-passes=verify", "-disable-output",
			out)); err != nil {
			t.Errorf("seed %d: output of %s is invalid: %v", s, v.name, err)
			continue
		}
		sizes[s] = parseFrames(stderr.String())
		good = append(good, s)
	}
	return good, sizes
}

// reuseSizes runs opt to get the frame sizes with shared slots.
func (h *harness) reuseSizes(t *testing.T, list []uint64) map[uint64]frames {
	_, sizes := h.lowerAll(t, variant{name: "reuse", llvm: 22, cmd: opt(22, sharing)}, list)
	return sizes
}

// traces compiles modules into one program and returns the output of each module. If they do not
// compile together, it compiles each one alone.
func (h *harness) traces(t *testing.T, v variant, level string, list []uint64) map[uint64]string {
	out := map[uint64]string{}
	if len(list) == 0 {
		return out
	}
	bin := filepath.Join(h.dir, fmt.Sprintf("c%d-%d.%s.%t.O%s", list[0], list[len(list)-1], v.name, v.portable, level))
	if err := h.link(v, level, list, bin); err != nil {
		if len(list) == 1 {
			t.Errorf("seed %d: output of %s does not compile at -O%s: %v", list[0], v.name, level, err)
			return out
		}
		for _, s := range list {
			for k, tr := range h.traces(t, v, level, []uint64{s}) {
				out[k] = tr
			}
		}
		return out
	}
	for i, s := range list {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
		text, err := exec.CommandContext(ctx, bin, fmt.Sprint(i)).Output()
		cancel()
		tr := string(text)
		if err != nil {
			tr += fmt.Sprintf("ended with %v\n", err)
			if v.name == "ref" {
				t.Errorf("seed %d: the reference itself fails: %v", s, err)
			}
		}
		if v.name == "ref" {
			for _, word := range []string{"LEAK", "DOUBLE", "BAD FREE", "OVERRUN", "AFTER FREE", "STASH LEFT",
				"MISALIGNED", "too many"} {
				if strings.Contains(tr, word) {
					t.Errorf("seed %d: the reference's trace has %q: the generated program is at fault", s, word)
				}
			}
		}
		out[s] = tr
	}
	return out
}

// link compiles lowered modules with the runtime into bin.
func (h *harness) link(v variant, level string, list []uint64, bin string) error {
	p := "ptr"
	if v.llvm == 14 {
		p = "i8*"
	}
	var b strings.Builder
	b.WriteString("target triple = \"x86_64-pc-linux-gnu\"\n")
	var refs, files []string
	for _, s := range list {
		name := "@" + gen.Prefix(s) + "module"
		fmt.Fprintf(&b, "%s = external global i8\n", name)
		refs = append(refs, p+" "+name)
		files = append(files, h.lowered(v, s))
	}
	fmt.Fprintf(&b, "@rt_modules = constant [%d x %s] [%s]\n@rt_nmodules = constant i64 %d\n",
		len(list), p, strings.Join(refs, ", "), len(list))
	if err := os.WriteFile(bin+".ll", []byte(b.String()), 0o644); err != nil {
		return err
	}
	args := append([]string{"-O" + level, "-w", "-no-pie", bin + ".ll", h.runtime}, files...)
	return run(exec.Command(fmt.Sprintf("clang-%d", v.llvm), append(args, "-lstdc++", "-o", bin)...))
}

// run runs a command. An error contains the end of the output.
func run(cmd *exec.Cmd) error {
	var b bytes.Buffer
	if cmd.Stderr == nil {
		cmd.Stderr = &b
	} else {
		cmd.Stderr = multi{cmd.Stderr.(*bytes.Buffer), &b}
	}
	if err := cmd.Run(); err != nil {
		text := strings.TrimSpace(b.String())
		return fmt.Errorf("%w\n%s\n%s", err, strings.Join(cmd.Args, " "), text[:min(len(text), 1500)])
	}
	return nil
}

type multi [2]*bytes.Buffer

func (m multi) Write(p []byte) (int, error) {
	m[0].Write(p)
	return m[1].Write(p)
}

// frames maps a coroutine to the frame in its remark.
type frames map[string]frame

type frame struct{ size, align int }

// parseFrames reads the remarks `Split 'f' (frame_size=N, align=A)`.
func parseFrames(text string) frames {
	out := frames{}
	for _, line := range strings.Split(text, "\n") {
		i := strings.Index(line, "Split '")
		if i < 0 {
			continue
		}
		name, rest, _ := strings.Cut(line[i+len("Split '"):], "'")
		var f frame
		if _, err := fmt.Sscanf(rest, " (frame_size=%d, align=%d)", &f.size, &f.align); err == nil {
			out[name] = f
		}
	}
	return out
}

// compareSizes compares frames with LLVM's: they must be equal, or none may be larger.
func compareSizes(t *testing.T, seed uint64, who string, want, got frames, equal bool) {
	var names []string
	for n := range want {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		w, g := want[n], got[n]
		switch {
		case g.size == 0:
			// The default pipeline may drop or inline an unused coroutine.
			if equal {
				t.Errorf("seed %d: %s reports no frame of %s, LLVM has %d bytes", seed, who, n, w.size)
			}
		case equal && g != w:
			t.Errorf("seed %d: %s gives %s a frame of %d bytes align %d, LLVM %d align %d", seed, who, n, g.size,
				g.align, w.size, w.align)
		case g.size > w.size:
			t.Errorf("seed %d: %s gives %s a frame of %d bytes, LLVM %d", seed, who, n, g.size, w.size)
		}
	}
}

// firstDifference formats the first line in which two traces differ, with the coroutine's lifetime
// in which it occurs.
func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	life := ""
	for i := range w {
		if strings.HasPrefix(w[i], "= ") {
			life = w[i]
		}
		if i >= len(g) || w[i] != g[i] {
			have := "(nothing)"
			if i < len(g) {
				have = g[i]
			}
			return fmt.Sprintf("  %s\n  line %d: want %q\n          have %q", life, i+1, w[i], have)
		}
	}
	return fmt.Sprintf("  the trace goes on: %q", g[len(w)-1])
}
