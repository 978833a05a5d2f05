// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"strings"
	"testing"
)

// TestFlags checks that names are unique and spelled as options, and that Try contains the option.
func TestFlags(t *testing.T) {
	seen := map[string]bool{}
	for k := range Flags {
		f := &Flags[k]
		if seen[f.Name] || !strings.HasPrefix(f.Name, "-") {
			t.Errorf("%s: twice, or no option", f.Name)
		}
		seen[f.Name] = true
		if f.Try != "" && !strings.Contains(f.Try, f.Name) && f.Same != Untested {
			t.Errorf("%s is not in what is tried: %s", f.Name, f.Try)
		}
		if f.Try == "" && f.Same != Untested && f.Form != Exact {
			if got, next := Lookup(f.Name); got != f || next {
				t.Errorf("%s needs a value to be tried", f.Name)
			}
		}
	}
}

func TestLookup(t *testing.T) {
	for word, want := range map[string]string{
		"-Iinc": "-I", "-I": "-I", "-isystem": "-isystem", "-isysteminc": "-isystem",
		"-std=c++20": "-std=", "-fPIC": "-f", "-fno-such": "-f",
		"-Wp,-MD,x": "-Wp,", "-Wpedantic": "-W", "-gsplit-dwarf": "-gsplit-dwarf", "-gz=zlib": "-g", "-O2": "-O",
		"-O": "-O", "-oa.o": "-o", "-objcmt-x": "-objc",
		"-MDx": "", "-MD": "-MD", "-MFx": "-MF", "-fmodules-ts": "-fmodules",
		"--unheard-of": "", "-ftime-trace=x": "-ftime-trace=",
	} {
		got := ""
		if f, _ := Lookup(word); f != nil {
			got = f.Name
		}
		if got != want {
			t.Errorf("%s: row %q, want %q", word, got, want)
		}
	}
}

// TestPlan checks which commands are accepted, and why others run as written.
func TestPlan(t *testing.T) {
	for _, c := range []struct{ command, object, why string }{
		{"clang++ -c a.cpp", "a.o", ""},
		{"clang++ -c dir/a.b.cpp", "a.b.o", ""},
		{"clang++ -c a.cpp -o out/x", "out/x", ""},
		{"clang++ -oout/x -c a.cpp", "out/x", ""},
		{"clang++ -x c++ -c - -o b.o", "b.o", ""},
		{"clang++ -x c++ -c a.inc", "a.o", ""},
		{"clang++ -c -- a.cpp", "a.o", ""},
		{"clang++ -c a.ii", "a.o", ""},
		{"clang++ -c a.cpp -I inc -Xclang -include -Xclang b.cpp", "a.o", ""},
		{"clang++ -c a.cpp b.cpp", "", "several inputs"},
		{"clang++ a.cpp", "", "not a compile"},
		{"clang++ -c", "", "no source"},
		{"clang++ -c a.c", "", "another language"},
		{"clang++ -x c++-header -c a.h", "", "another language"},
		{"clang++ -c a.s", "", "another language"},
		{"clang++ --cuda-path=/cuda --cuda-gpu-arch=sm_80 -c a.cu", "a.o", ""},
		{"clang++ -x cuda --offload-arch=sm_80,sm_90 --cuda-include-ptx=all -nocudalib -c a.cpp", "a.o", ""},
		{"clang++ -fgpu-rdc -c a.cu", "", "-fgpu-rdc"},
		{"clang++ --cuda-device-only -c a.cu", "", "--cuda-device-only"},
		{"ccache clang++ -c a.cu", "", deviceCode},
		{"clang++ -x cuda -S a.cpp", "", deviceCode},
		{"clang++ -x hip -c a.cpp", "", deviceCode},
		{"clang++ -E a.cu", "", "-E"},
		{"clang++ -c a.cu -fno-corolower", "", "-fno-corolower"},
		{"clang++ -E a.cpp", "", "-E"},
		{"clang++ -c -S a.cpp", "a.s", ""},
		{"clang++ -S -emit-llvm a.cpp", "a.ll", ""},
		{"clang++ -emit-llvm --compile a.cpp", "a.bc", ""},
		{"clang++ -emit-llvm a.cpp", "", "not a compile"},
		{"clang++ -c a.cppm", "a.o", ""},
		{"clang++ -c -Xclang -emit-llvm a.cpp", "", "-emit-llvm"},
		{"clang++ -c -Xclang -o -Xclang x.o a.cpp", "", "-o"},
		{"clang++ -c a.cpp -o -", "-", ""},
		{"clang++ -c a.cpp -fno-corolower", "", "-fno-corolower"},
		{"clang++ -c a.cpp -fno-corolower -fcorolower", "a.o", ""},
		{"clang++ -c a.cpp --coverage", "", "--coverage"},
		{"clang++ -c a.cpp --unheard-of", "", "unknown option --unheard-of"},
		{"clang++ --driver-mode=cl -c a.cpp", "", "another driver"},
		{"clang-cl -c a.cpp", "", "another driver"},
	} {
		u, why, warn := plan(Parse(strings.Fields(c.command)), &Options{})
		object := ""
		if u != nil {
			object = strings.TrimSuffix(u.object, ".obj")
		}
		if strings.TrimSuffix(object, ".o") != strings.TrimSuffix(c.object, ".o") ||
			why != c.why || warn != (strings.HasPrefix(why, "unknown") || why == deviceCode ||
			why != "" && strings.HasSuffix(c.command, "a.cu") && why != "-E") {
			t.Errorf("%s: object %q, %q, warning %v", c.command, object, why, warn)
		}
	}
}

// TestAsWritten checks that a command with an option of each row that is not taken apart runs as
// written, and for that reason.
func TestAsWritten(t *testing.T) {
	for k := range Flags {
		f := &Flags[k]
		if f.Use != Whole && f.Use != Profile {
			continue
		}
		option := f.Name
		switch {
		case f.Form == Separate:
			option += " value"
		case f.Form != Exact:
			option += "value"
		}
		for _, command := range []string{"clang++ -O2 " + option + " -c a.cpp", "clang++ -c a.cpp " + option} {
			if u, why, warn := plan(Parse(strings.Fields(command)), &Options{}); u != nil || why != f.Name || warn {
				t.Errorf("%s: taken %v, %q, warning %v", command, u != nil, why, warn)
			}
		}
	}
}

// TestStages checks that each stage has its options, and that the launcher writes its own anew.
func TestStages(t *testing.T) {
	for _, c := range []struct{ command, frontend, backend string }{
		{"clang++ -std=c++20 -O2 -c a.cpp -o x/a.o -MD -Wall -Wa,-x -fPIC",
			"-std=c++20 -O2 -MD -Wall -fPIC -MF x/a.d -MQ x/a.o", "-O2 -Wall -Wa,-x -fPIC"},
		{"clang++ -c a.cpp -Wp,-MMD,made.d", "-Wp,-MMD,made.d -MQ a.o", ""},
		{"clang++ -c a.cpp -MMD -MF d -MT t", "-MMD -MF d -MT t", ""},
		{"clang++ -c a.cpp -g -gsplit-dwarf -o o/b.c.o", "-g -gsplit-dwarf -Xclang -split-dwarf-file -Xclang o/b.c.dwo",
			"-g -gsplit-dwarf"},
		{"clang++ -c a.cpp -gsplit-dwarf=single -gno-split-dwarf", "-gsplit-dwarf=single -gno-split-dwarf",
			"-gsplit-dwarf=single -gno-split-dwarf"},
		{"clang++ -c a.cpp -fsave-optimization-record", "-Rpass=^$", "-fsave-optimization-record"},
		{"clang++ -c a.cpp -Xclang -include-pch -Xclang x.pch", "-Xclang -include-pch -Xclang x.pch", ""},
		{"clang++ -c a.cpp -Xclang -target-feature -Xclang +avx", "-Xclang -target-feature -Xclang +avx",
			"-Xclang -target-feature -Xclang +avx"},
	} {
		u, why, _ := plan(Parse(strings.Fields(c.command)), &Options{})
		if u == nil {
			t.Errorf("%s: %s", c.command, why)
			continue
		}
		front, back := strings.Join(u.frontend("OUT", ""), " "), strings.Join(u.backend("", ""), " ")
		front, rest, _ := strings.Cut(front, "-S -emit-llvm ")
		if strings.TrimSpace(front) != c.frontend || !strings.HasSuffix(rest, "-o OUT a.cpp") {
			t.Errorf("%s: frontend\n%s\nwant\n%s", c.command, front, c.frontend)
		}
		_, back, _ = strings.Cut(back, "-fno-crash-diagnostics")
		back, _, _ = strings.Cut(back, "-Wno-everything")
		if strings.TrimSpace(back) != c.backend {
			t.Errorf("%s: code generation\n%s\nwant\n%s", c.command, back, c.backend)
		}
	}
}

func TestPlace(t *testing.T) {
	got := place("warning: <unknown>:0:0: stack\nremark: b.h:3:0: inlined\n  x\n"+
		"\x1b[1mwarning: \x1b[0m<unknown>:0:0: y\n", "d/a$1.cpp")
	want := "d/a$1.cpp: warning: stack\nb.h:3:0: remark: inlined\n  x\nd/a$1.cpp: \x1b[1mwarning: \x1b[0my\n"
	if got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestStore checks that counters are summed under a lock, and that an unwritable folder is no
// error.
func TestStore(t *testing.T) {
	s := Store{t.TempDir() + "/a b"}
	done := make(chan bool)
	for range 4 {
		go func() {
			for range 25 {
				s.Add(&Outcome{Source: "a.cpp", Lowered: &Lowered{Coroutines: 2, Elided: 1}})
			}
			s.Add(&Outcome{Source: "b.cpp", Written: "-S"})
			s.Add(&Outcome{Source: "c.cpp", Fallback: "no\nluck"})
			done <- true
		}()
	}
	for range 4 {
		<-done
	}
	c, err := s.Read()
	if err != nil || c.Commands != 108 || c.Units != 104 || c.Lowered != 100 || c.Coroutines != 200 ||
		c.Written["-S"] != 4 || c.Fallbacks["no\nluck"] != 4 {
		t.Errorf("%v, %+v", err, c)
	}
	if err := s.Zero(); err != nil {
		t.Error(err)
	}
	if c, err := s.Read(); err != nil || c.Commands != 0 || len(c.Written) != 0 {
		t.Errorf("%v, %+v", err, c)
	}
	Store{"/dev/null/x"}.Add(&Outcome{})
	Store{}.Add(&Outcome{})
}

func TestJoinTraces(t *testing.T) {
	name := t.TempDir() + "/t.json"
	if err := joinTraces(name, []byte(`{"traceEvents":[{"name":"Frontend","ts":5,"pid":1}],"beginningOfTime":100}`),
		[]byte(`{"traceEvents":[{"name":"Backend","ts":7,"pid":2}],"beginningOfTime":150}`)); err != nil {
		t.Fatal(err)
	}
	if err := joinTraces(name, nil, nil); err == nil {
		t.Error("no events are no error")
	}
}

// TestRemarks checks that the last option of a kind applies.
func TestRemarks(t *testing.T) {
	for words, want := range map[string][3]string{
		"":                                {},
		"-Rpass=coro-.* -Rpass-missed=a":  {"coro-.*", "a", ""},
		"-Rpass=a -Rpass=b":               {"b", "", ""},
		"-Rpass":                          {".*", "", ""},
		"-Rpass=a -Rno-pass":              {},
		"-Rpass-analysis=a -Reverything":  {".*", ".*", "a"},
		"-Reverything -Rno-pass-missed":   {".*", "", ".*"},
		"-Reverything -Rno-everything":    {},
		"-Xclang -Rpass=a -Rmodule-build": {"a", "", ""},
		"-o -Rpass=a":                     {},
	} {
		if got := Parse(strings.Fields("clang++ -c a.cpp " + words)).Remarks(); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

// TestJoin checks that the messages of two stages end with one line that counts them.
func TestJoin(t *testing.T) {
	for _, c := range []struct{ first, second, want string }{
		{"", "", ""},
		{"a\n", "b\n", "a\nb\n"},
		{"a\n1 warning generated.\n", "", "a\n1 warning generated.\n"},
		{"a\n1 warning generated.\n", "b\n2 warnings generated.\n", "a\nb\n3 warnings generated.\n"},
		{"", "b\n1 warnings generated.\n", "b\n1 warning generated.\n"},
		{"a\n2 warnings and 1 error generated.\n", "b\n1 error generated.\n", "a\nb\n2 warnings and 2 errors generated.\n"},
		{"1 warning generated.\nmore\n", "", "1 warning generated.\nmore\n"},
	} {
		if got := join(c.first, c.second); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.first, c.second, got, c.want)
		}
	}
}

// TestSplit checks which messages of the second stage clang prints in another run.
func TestSplit(t *testing.T) {
	const frame = "a.cpp:4:5: warning: stack frame size (50) exceeds limit (40) in 'f()' [-Wframe-larger-than]\n   4 | int f() {\n"
	for _, c := range []struct {
		said, own string
		cites     bool
	}{
		{"", "", false},
		{"Pass Arguments:  -tti\n", "Pass Arguments:  -tti\n", false},
		{frame + "1 warning generated.\n", frame + "1 warning generated.\n", false},
		{frame + "b.h:1:2: warning: loop not vectorized\n" + "2 warnings generated.\n", frame + "1 warnings generated.\n", true},
		{"warning: loop not vectorized\nb.h:1:2: remark: a: note: b\n", "b.h:1:2: remark: a: note: b\n", true},
		{"\x1b[1mb.h:1:2: \x1b[0m\x1b[0;1;35mwarning: \x1b[0m\x1b[1mloop\x1b[0m\n", "", true},
	} {
		if own, cites := split(c.said); own != c.own || cites != c.cites {
			t.Errorf("%q: %q, %v, want %q, %v", c.said, own, cites, c.own, c.cites)
		}
	}
}

// TestStats checks that the statistics give rates and explain zeros.
func TestStats(t *testing.T) {
	c := Counts{Commands: 12, Units: 8, Lowered: 5, Plain: 4, Excluded: 1, Coroutines: 9, Created: 3, Bypassed: 1,
		Written: map[string]int{"compiled by g++, which is not clang": 2, "--precompile": 1, "--coverage": 1}}
	for _, want := range []string{
		"      8  compiled in two stages (66.7% of 12)\n      5  of them with coroutines (62.5% of 8)\n",
		"             1  unit excluded in corolower.toml\n",
		"      0  allocations elided (0.0% of 3)\n             4  units at -O0: nothing is elided there\n",
		"      4  run as written (33.3% of 12)\n             2  compiled by g++, which is not clang\n",
		"             1  module interfaces (--precompile): no code, compiled as written\n",
		"--instrumented lowers it\n",
		"      1  not cached by ccache: the launcher must be corolower;cc;ccache (8.3% of 12)\n",
	} {
		if !strings.Contains(c.Text(), want) {
			t.Errorf("%q is not in\n%s", want, c.Text())
		}
	}
	c = Counts{}
	if !strings.Contains(c.Text(), "No command ran under corolower cc since --zero-stats.") {
		t.Error(c.Text())
	}
	c = Counts{Commands: 2, Units: 2, Lowered: 2, Coroutines: 2}
	if !strings.Contains(c.Text(), "             2  units create no coroutine that the same unit defines\n") {
		t.Error(c.Text())
	}
}

func TestIsCommand(t *testing.T) {
	for command, want := range map[string]bool{
		"/usr/bin/c++ -c a.cpp": true, "clang++-22 a.cpp": true, "ccache g++ -c a.cpp": true, "cl.exe /c a.cpp": true,
		"x86_64-linux-gnu-g++ -c a.cpp": true, "a.ll b.ll": false, "clang++": true, "": false, "check f.ll": false,
		"f.ll clang++ x": false, "-O2 clang++ x": false,
	} {
		if got := IsCommand(strings.Fields(command)); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
}

// TestShort checks that no row repeats what the row of a shorter name says.
func TestShort(t *testing.T) {
	for k := range Flags {
		f := &Flags[k]
		var best *Flag
		for j := range Flags {
			if g := &Flags[j]; j != k && (g.Form == Joined || g.Form == Either) && strings.HasPrefix(f.Name, g.Name) &&
				(best == nil || len(g.Name) > len(best.Name)) {
				best = g
			}
		}
		named := f.Note != "" || f.Name == "-Wframe-larger-than=" || f.Name == "-fmessage-length=" // the program looks for these
		if best != nil && best.Form == Joined && f.Form != Separate && f.Form != Either && best.Use == f.Use && best.Drop == f.Drop && !named {
			t.Errorf("%s says what %s says", f.Name, best.Name)
		}
	}
}
