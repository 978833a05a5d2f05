// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Programs compiled with flags that people use in builds. The flags change the frontend's output:
// its attributes, metadata, calls and lifetime markers. After the lowering, clang continues with
// the same flags, so its sanitizers instrument lowered coroutines.

package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/programs"
)

// flagSet is a build configuration.
type flagSet struct {
	name    string
	flags   []string // for both stages
	front   []string // for the source compilation only
	profile bool     // the profile of a run is compared, and used in the next build
	lto     bool     // opt's LTO pipelines run on the lowered file
	without *regexp.Regexp
	sample  []string // the programs to build; E2E_FLAGS=all: all that are suitable
}

// throws matches source that -fno-exceptions rejects.
var throws = regexp.MustCompile(`\b(throw|try|catch|rethrow_exception)\b`)

var flagSets = []flagSet{
	{name: "strict-vtable-pointers", flags: []string{"-O2", "-fstrict-vtable-pointers"},
		sample: []string{"virtual_coroutines", "await_transform", "shared_task",
			"strict_vtable_awaiters", "strict_vtable_elided", "strict_vtable_nested", "strict_vtable_objects",
			"strict_vtable_promise", "strict_vtable_turns"}},
	{name: "no-exceptions", flags: []string{"-O2", "-fno-exceptions"}, without: throws, sample: []string{"simd_locals",
		"goto_coroutine"}},
	{name: "address-undefined-O0", flags: []string{"-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"},
		sample: []string{"early_destroy_every_suspend", "array_locals"}},
	{name: "address-undefined", flags: []string{"-O2", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"},
		sample: []string{"throw_everywhere", "temporaries_across_await"}},
	{name: "thread", flags: []string{"-O1", "-fsanitize=thread"}, sample: []string{"threads_handoff", "threads_pool"}},
	{name: "native", flags: []string{"-O2", "-march=native"}, sample: []string{"simd_locals", "floating_point"}},
	{name: "lto", flags: []string{"-O2"}, front: []string{"-flto", "-fwhole-program-vtables", "-fvisibility=hidden"},
		lto: true, sample: []string{"virtual_coroutines", "elide_makers"}},
	{name: "thinlto", flags: []string{"-O2"}, front: []string{"-flto=thin", "-fsplit-lto-unit",
		"-fwhole-program-vtables", "-fvisibility=hidden"}, lto: true,
		sample: []string{"state_machine"}},
	{name: "profile", flags: []string{"-O2"}, profile: true, sample: []string{"elide_in_loop", "switch_coroutine",
		"nested_try"}},
	{name: "hardened", flags: []string{"-O2", "-fstack-protector-all", "-ftrivial-auto-var-init=pattern",
		"-D_FORTIFY_SOURCE=3", "-fcf-protection=full"}, sample: []string{"large_locals"}},
	{name: "pic-sections", flags: []string{"-O1", "-fno-omit-frame-pointer", "-fPIC", "-fno-plt", "-ffunction-sections",
		"-fno-threadsafe-statics"},
		sample: []string{"statics_in_coroutine"}},
	{name: "fast-math", flags: []string{"-O3", "-ffast-math", "-fno-semantic-interposition", "-fwrapv",
		"-fno-strict-aliasing"}, sample: []string{"variant_locals"}},
}

func TestFlags(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds many programs")
	}
	if toolName() != "corolower" {
		t.Skip("opt lowers what its own clang writes in other tests")
	}
	list := loadPrograms(t)
	tool := newTool(t)
	all := os.Getenv("E2E_FLAGS") == "all"
	for _, set := range flagSets {
		chosen := list
		if !all {
			chosen = selectPrograms(t, list, set.sample)
		}
		for _, p := range chosen {
			t.Run(set.name+"/"+p.Name, func(t *testing.T) {
				t.Parallel()
				text, err := os.ReadFile(p.Path)
				if err != nil {
					t.Fatal(err)
				}
				if !p.Wants(22) || set.without != nil && set.without.Match(text) {
					if !all {
						t.Errorf("%s cannot be built with %s", p.Name, set.name)
					}
					t.Skip("not with these flags")
				}
				b := &flagBuild{t: t, tool: tool, program: p, set: set,
					dir: scratchDir(t, "flags."+set.name+"."+p.Name)}
				b.run()
				if !t.Failed() {
					os.RemoveAll(b.dir)
				}
			})
		}
	}
}

// flagBuild builds one program in one configuration, with the lowering under test and with clang
// alone.
type flagBuild struct {
	t       *testing.T
	tool    lowerTool
	program *programs.Program
	set     flagSet
	dir     string
}

func (b *flagBuild) run() {
	if !b.set.profile {
		b.compare("", b.set.front, false)
		return
	}
	// First an instrumented build, then one that uses its profile.
	if b.compare("count.", []string{"-fprofile-instr-generate"}, true) {
		b.compare("use.", []string{"-fprofile-instr-use=" + filepath.Join(b.dir, "count.want.profdata")}, false)
	}
}

// compare builds and runs the program with both lowerings. With counts, it also compares their
// profiles.
func (b *flagBuild) compare(prefix string, front []string, counts bool) bool {
	in, out := filepath.Join(b.dir, prefix+"in.ll"), filepath.Join(b.dir, prefix+"out.ll")
	if !source(b.t, b.program, 22, in, slices.Concat(b.set.flags, front)...) {
		return false
	}
	if !b.tool.lower(b.t, 22, byDefault, in, out) || !checkLowered(b.t, 22, out) {
		return false
	}
	want, ok := b.execute(in, prefix+"want", counts)
	if !ok {
		return false
	}
	got, ok := b.execute(out, prefix+"got", counts)
	if !ok {
		return false
	}
	if diff := got.differs(want); diff != "" {
		b.t.Errorf("%s%s\nlowered IR kept in %s", prefix, diff, keep(out))
		return false
	}
	if counts && !b.program.Threads {
		return b.sameCounts(prefix)
	}
	return true
}

// execute links a module and runs it.
func (b *flagBuild) execute(module, name string, counts bool) (result, bool) {
	exe := filepath.Join(b.dir, name)
	if b.set.lto {
		linked := exe + ".bc"
		if !mustRun(b.t, opt(22), "-passes=lto-pre-link<O2>", module, "-o", linked) || !mustRun(b.t, opt(22),
			"-passes=lto<O2>", linked, "-o", linked) {
			return result{}, false
		}
		module = linked
	}
	args := slices.Concat(b.set.flags, []string{"-w", module, "-o", exe})
	if counts {
		args = append(args, "-fprofile-instr-generate="+exe+".profraw")
	}
	if b.program.Threads {
		args = append(args, "-pthread")
	}
	if !mustRun(b.t, clang(22), args...) {
		return result{}, false
	}
	r := execute(exe)
	if r.err != nil {
		b.t.Errorf("%s: %v", name, r.err)
		return r, false
	}
	return r, true
}

// countLine matches a line of a profile with a function's name or its counts.
var countLine = regexp.MustCompile(`(?m)^  (?:Block counts|Function count|Counters|\S.*:$).*`)

// sameCounts compares the counts of the two builds.
func (b *flagBuild) sameCounts(prefix string) bool {
	var texts [2][]byte
	for k, name := range []string{"want", "got"} {
		data := filepath.Join(b.dir, prefix+name+".profdata")
		if !mustRun(b.t, "llvm-profdata-22", "merge", "-o", data, filepath.Join(b.dir, prefix+name+".profraw")) {
			return false
		}
		text, err := exec.Command("llvm-profdata-22", "show", "--all-functions", "--counts", data).Output()
		if err != nil {
			b.t.Error(err)
			return false
		}
		texts[k] = bytes.Join(countLine.FindAll(text, -1), []byte("\n"))
	}
	if len(texts[0]) == 0 || !bytes.Equal(texts[0], texts[1]) {
		b.t.Errorf("other counts:%s", firstDifference(texts[1], texts[0]))
		return false
	}
	return true
}

// TestFlagsAreKnown verifies that the names in the table are unique and valid, and that each set
// has a sample.
func TestFlagsAreKnown(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range flagSets {
		if seen[s.name] || len(s.sample) == 0 || strings.ContainsAny(s.name, " /") {
			t.Errorf("flag set %q is there twice, or has no sample or a bad name", s.name)
		}
		seen[s.name] = true
	}
}
