// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debug_test

// This file compares the variables that a debugger prints for lowered programs with those for clang
// -O0. Each program in programs/ stops at marked lines, most of them after a resume. There gdb
// reads all locals and parameters, down to members, elements and pointees. Each value must be the
// one of clang -O0's program at the same stop. "optimised out" is allowed within bounds: compared
// with the program that opt creates with the same pipeline, nearly as many values must be readable.
// If clang -O0 itself is wrong, a comment after STOP has the correct value, for example `a = 12`.

import (
	"debug/elf"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/corolower/corolower/test/sample"
)

// A build is one way to build an executable from a program's source.
type build struct {
	name, clang string // clang: the -O level of the frontend, which runs without passes
	passes      string
	llc         string // the level of llc
	likeClang   bool   // may have the wrong values of clang -O0
}

const plainSplit = "coro-early,cgscc(coro-split),coro-cleanup"

var builds = []build{
	{"split of -O0", "-O0", plainSplit, "-O0", true},
	{"default O0", "-O0", "default<O0>", "-O0", true},
	{"default O2 of -O0", "-O0", "default<O2>", "-O0", true},
	{"split of -O2", "-O2", plainSplit, "-O2", true},
	{"default O1", "-O1", "default<O1>", "-O1", false},
	{"default O2, llc -O0", "-O2", "default<O2>", "-O0", false},
	{"default O2", "-O2", "default<O2>", "-O2", false},
}

// A stop is gdb's output at one stop.
type stop struct {
	Line      int // 0: a signal stopped the program
	Function  string
	Variables map[string]map[string]string // by "name:line", then by the path of a leaf
}

// The minimum numbers of readable values, in percent of those in opt's program: for each program,
// and for all together. Less than 100 is necessary for optimised code. If all frames of a program
// are elided, opt describes more registers, while here frames were replaced by values. In
// optimised code, all programs together have more than twice as many readable values as with opt. A
// part that is inlined into the creator leaves less to read in one program (elided_generators).
const atLeastHere, atLeastInAll = 70, 98

// unknown is the output of stops.py if gdb has no value.
const unknown = "?"

func TestValuesAreTrue(t *testing.T) {
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(t.TempDir(), "corolower")
		run(t, "go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower")
	}
	sources, err := filepath.Glob("programs/*.cpp")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	all := 0 // number of compared programs
	var mu sync.Mutex
	sums := map[string][2]int{}
	t.Run("programs", func(t *testing.T) {
		for _, source := range sources {
			if !sample.Has(source, 3) {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(source), ".cpp"), func(t *testing.T) {
				t.Parallel()
				values := compareValues(t, bin, source)
				mu.Lock()
				defer mu.Unlock()
				all++
				for b, n := range values {
					sums[b] = [2]int{sums[b][0] + n[0], sums[b][1] + n[1]}
				}
			})
		}
	})
	for _, b := range builds {
		nOurs, nTheirs := sums[b.name][0], sums[b.name][1]
		t.Logf("%-20s %d values can be read; opt: %d", b.name, nOurs, nTheirs)
		if all == len(sources) && nOurs*100 < nTheirs*atLeastInAll {
			t.Errorf("%s: only %d values can be read; opt: %d", b.name, nOurs, nTheirs)
		}
	}
}

// compareValues builds one program in all ways. For each build, it returns the number of correct
// values in our program and in opt's.
func compareValues(t *testing.T, bin, source string) map[string][2]int {
	dir := t.TempDir()
	exe := func(name string) string { return filepath.Join(dir, name) }
	common := []string{"-std=c++20", "-g", "-fno-pie"}
	run(t, "clang++-22", append(common, "-O0", "-no-pie", source, "-o", exe("reference"))...)
	list := []string{exe("reference")}
	modules := map[string]string{}
	link := func(b build, tool string) {
		in, ok := modules[b.clang]
		if !ok {
			in = exe("in" + b.clang + ".ll")
			run(t, "clang++-22", append(common, b.clang, "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", source,
				"-o", in)...)
			modules[b.clang] = in
		}
		out := exe(fmt.Sprint(len(list)))
		lowered, ok := modules[tool+in+b.passes]
		if !ok {
			lowered = out + ".ll"
			run(t, tool, "-S", "-passes="+b.passes, in, "-o", lowered)
			modules[tool+in+b.passes] = lowered
		}
		run(t, "llc-22", b.llc, "-filetype=obj", "-relocation-model=static", lowered, "-o", out+".o")
		run(t, "clang++-22", "-no-pie", out+".o", "-o", out)
		list = append(list, out)
	}
	for _, b := range builds {
		link(b, bin)
		link(b, "opt-22")
	}
	stops := readStops(t, dir, list)
	want := stops[0]
	correctStops(t, source, want)
	out := map[string][2]int{}
	for k, b := range builds {
		ours, wrong := compareStops(b, want, stops[1+2*k])
		theirs, wrongInOpt := compareStops(b, want, stops[2+2*k])
		nOurs, nTheirs := len(ours), len(theirs)
		for _, w := range wrong {
			t.Errorf("%s: %s", b.name, w)
		}
		if nOurs*100 < nTheirs*atLeastHere {
			t.Errorf("%s: only %d values can be read; opt: %d", b.name, nOurs, nTheirs)
			for _, v := range theirs {
				if !slices.Contains(ours, v) {
					t.Logf("%s: not to be read: %s", b.name, v)
				}
			}
		}
		if testing.Verbose() {
			t.Logf("%s: %d values can be read; opt: %d, and %d that are wrong", b.name, nOurs, nTheirs, len(wrongInOpt))
		}
		out[b.name] = [2]int{nOurs, nTheirs}
	}
	return out
}

// readStops runs executables under gdb.
func readStops(t *testing.T, dir string, list []string) [][]stop {
	t.Helper()
	in, out := filepath.Join(dir, "in.json"), filepath.Join(dir, "out.json")
	type program struct {
		Executable string         `json:"executable"`
		Stops      map[uint64]int `json:"stops"` // line by address
	}
	var programs []program
	for _, e := range list {
		programs = append(programs, program{e, stopsOf(t, e)})
	}
	text, err := json.Marshal(programs)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(in, text, 0o644); err != nil {
		t.Fatal(err)
	}
	gdb := exec.Command("gdb", "-q", "-batch", "-nx", "-x", "stops.py")
	gdb.Env = append(os.Environ(), "STOPS_IN="+in, "STOPS_OUT="+out)
	said, err := gdb.CombinedOutput()
	if err != nil {
		t.Fatalf("gdb: %v\n%s", err, said)
	}
	var stops [][]stop
	if text, err = os.ReadFile(out); err == nil {
		err = json.Unmarshal(text, &stops)
	}
	if err != nil || len(stops) != len(list) {
		t.Fatalf("gdb: %v\n%s", err, said)
	}
	return stops
}

// stopsOf reads the section in which an executable lists its stops.
func stopsOf(t *testing.T, executable string) map[uint64]int {
	t.Helper()
	f, err := elf.Open(executable)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := f.Section("stops")
	if s == nil {
		t.Fatalf("%s has no stops", executable)
	}
	data, err := s.Data()
	if err != nil {
		t.Fatal(err)
	}
	out := map[uint64]int{}
	for ; len(data) >= 16; data = data[16:] {
		out[f.ByteOrder.Uint64(data)] = int(f.ByteOrder.Uint64(data[8:]))
	}
	return out
}

var truth = regexp.MustCompile(`([\w.]+) = ([\w.?]+)`)

// correctStops replaces values of the reference by those in the comment after STOP, and removes
// values that gdb fails to read there. It keeps a replaced value under the path with a leading ~,
// because code that is not optimised may have it too.
func correctStops(t *testing.T, source string, list []stop) {
	t.Helper()
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for _, s := range list {
		for _, leaves := range s.Variables {
			for path, v := range leaves {
				if strings.HasPrefix(v, "error: ") {
					leaves[path] = unknown
				}
			}
		}
		_, comment, ok := strings.Cut(lines[s.Line-1], "STOP; //")
		if !ok {
			continue
		}
		for _, m := range truth.FindAllStringSubmatch(comment, -1) {
			found := false
			for _, leaves := range s.Variables {
				if v, ok := leaves[m[1]]; ok {
					leaves["~"+m[1]], leaves[m[1]], found = v, m[2], true
				}
			}
			if !found {
				t.Errorf("%s:%d: no variable %s in the comment's place", source, s.Line, m[1])
			}
		}
	}
}

// compareStops returns the correct and the wrong leaves of the program.
func compareStops(b build, want, got []stop) (right, wrong []string) {
	if len(got) != len(want) {
		wrong = append(wrong, fmt.Sprintf("%d stops, want %d", len(got), len(want)))
	}
	for k := range min(len(got), len(want)) {
		w, g := want[k], got[k]
		if w.Line != g.Line {
			return right, append(wrong, fmt.Sprintf("stop %d is at line %d in %s, want %d", k, g.Line,
				g.Function, w.Line))
		}
		r, l := compareVariables(b, fmt.Sprintf("stop %d, line %d", k, w.Line), w.Line, w.Variables, g.Variables)
		right, wrong = append(right, r...), append(wrong, l...)
	}
	return right, wrong
}

// compareVariables compares the variables declared before a line. Later ones have no value yet.
func compareVariables(b build, where string, line int, want, got map[string]map[string]string) (right, wrong []string) {
	for _, v := range slices.Sorted(maps.Keys(want)) {
		_, at, _ := strings.Cut(v, ":")
		if n, err := strconv.Atoi(at); err != nil || n >= line {
			continue
		}
		for _, path := range slices.Sorted(maps.Keys(got[v])) {
			is, should := got[v][path], want[v][path]
			leaf := fmt.Sprintf("%s: %s (%s)", where, path, v)
			switch {
			case is == unknown || should == unknown:
			case is == should:
				right = append(right, leaf)
			case b.likeClang && is == want[v]["~"+path]:
			default:
				wrong = append(wrong, fmt.Sprintf("%s = %s, want %s", leaf, is, should))
			}
		}
	}
	return right, wrong
}
