// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debugger

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/framemap"
)

// waiting is a running program of testdata.
type waiting struct {
	dir, pid string
	program  string
	in       io.WriteCloser
	out      *bufio.Reader
	truth    string
}

// compiled compiles testdata/waiting.cpp, lowered, into a folder of its own.
func compiled(t *testing.T, compiler string, flags ...string) (dir string) {
	t.Helper()
	return compiledProgram(t, "waiting", compiler, flags...)
}

func compiledProgram(t *testing.T, program, compiler string, flags ...string) (dir string) {
	t.Helper()
	need(t, compiler)
	dir = t.TempDir()
	source, err := filepath.Abs("testdata/" + program + ".cpp")
	if err != nil {
		t.Fatal(err)
	}
	tool(t, dir, corolower, append([]string{"cc", "--frame-map=section", compiler, "-std=c++20", "-O2", source, "-o", program},
		flags...)...)
	return dir
}

// start runs the program until everything in it waits.
func start(t *testing.T, dir string, args ...string) *waiting {
	t.Helper()
	return startProgram(t, dir, "waiting", args...)
}

func startProgram(t *testing.T, dir, program string, args ...string) *waiting {
	t.Helper()
	cmd := exec.Command(filepath.Join(dir, program), args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w := &waiting{dir: dir, program: program, pid: fmt.Sprint(cmd.Process.Pid), in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the program ends with %v", err)
		}
	})
	w.ready(t)
	return w
}

// ready waits for the program, and reads what it prints about its coroutines.
func (w *waiting) ready(t *testing.T) {
	t.Helper()
	for w.truth = ""; ; {
		line, err := w.out.ReadString('\n')
		if err != nil {
			t.Fatalf("the program prints %q: %v", line, err)
		}
		if line == "ready\n" {
			return
		}
		w.truth += line
	}
}

// decode runs `corolower decode` on the program.
func (w *waiting) decode(t *testing.T, args ...string) string {
	t.Helper()
	return tool(t, w.dir, corolower, append([]string{"decode", "--pid=" + w.pid}, args...)...)
}

// right adds to the stacks that the program printed the lines of the source. Without lines, it adds the
// numbers of the suspends, which all are 1.
func (w *waiting) right(t *testing.T, lines bool) string {
	t.Helper()
	at := places(t, w.program)
	var list []string
	for line := range strings.Lines(w.truth) {
		stack, number := cutLast(line)
		levels := strings.Split(stack, ";")
		for k, name := range levels {
			if levels[k] = cmp.Or(at[name], name); !lines && at[name] != "" {
				levels[k] = name + " suspend 1"
			}
		}
		list = append(list, strings.Join(levels, ";")+" "+number+"\n")
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// places returns the function and the line of each comment of a program that names one: of the comment
// session.request, it is "session asio.cpp:46".
func places(t *testing.T, program string) map[string]string {
	t.Helper()
	source, err := os.ReadFile("testdata/" + program + ".cpp")
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]string{}
	for k, line := range strings.Split(string(source), "\n") {
		if _, name, ok := strings.Cut(line, " // "); ok && strings.ContainsAny(line, ";{") {
			function, _, _ := strings.Cut(name, ".") // what follows distinguishes its lines
			at[name] = fmt.Sprintf("%s %s.cpp:%d", function, program, k+1)
		}
	}
	return at
}

// same compares stacks. A ring begins with either of its coroutines.
func same(t *testing.T, got, want string) {
	t.Helper()
	ring := regexp.MustCompile(`(\[ring of 2\]);(pong[^;\n]*);(ping[^;\n]*) 1\n`)
	if got = ring.ReplaceAllString(got, "$1;$3;$2 1\n"); got != want {
		t.Errorf("decode prints\n%s\ninstead of\n%s", got, want)
	}
}

// TestWaiting compares what `decode --pid` finds in a running program with the truth: every chain of
// awaiters with its lines, and nothing else, for all the ways of linking it.
func TestWaiting(t *testing.T) {
	for _, v := range []struct {
		name, compiler string
		flags          []string
		sessions       []int
	}{
		{"pie", "clang++-22", []string{"-g"}, []int{10, 1000, 10000, 100000}},
		{"without -g", "clang++-22", nil, []int{10}},
		{"fixed address", "clang++-22", []string{"-g", "-no-pie"}, []int{10}},
		{"static", "clang++-22", []string{"-g", "-static"}, []int{10}},
		{"older clang", "clang++-19", []string{"-g"}, []int{1000}},
	} {
		t.Run(v.name, func(t *testing.T) {
			dir := compiled(t, v.compiler, v.flags...)
			for _, n := range v.sessions {
				w := start(t, dir, fmt.Sprint(n))
				same(t, w.decode(t, "--folded"), w.right(t, v.flags != nil))
			}
		})
	}
}

// TestPipeline is the same for asynchronous generators, and tasks that wait for several others.
func TestPipeline(t *testing.T) {
	dir := compiledProgram(t, "pipeline", "clang++-22", "-g")
	w := startProgram(t, dir, "pipeline", "1000")
	same(t, w.decode(t, "--folded"), w.right(t, true))
}

// TestHeld: epoll holds a coroutine, and what is destroyed is not shown or marked. jemalloc leaves freed
// memory as it was.
func TestHeld(t *testing.T) {
	dir := compiledProgram(t, "held", "clang++-22", "-g")
	w := startProgram(t, dir, "held", "100")
	same(t, w.decode(t, "--folded"), w.right(t, true))
	if text := w.decode(t, "--bt"); !regexp.MustCompile(`reader\(int\)  at held\.cpp:\d+\n    #0 is held by epoll file \d+, for file 0\n`).MatchString(text) {
		t.Errorf("decode --bt prints\n%s", text)
	}
	const jemalloc = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2"
	if _, err := os.Stat(jemalloc); err != nil {
		t.Skip("no jemalloc")
	}
	t.Setenv("LD_PRELOAD", jemalloc)
	w = startProgram(t, dir, "held", "100")
	t.Setenv("LD_PRELOAD", "")
	marked := regexp.MustCompile(`(?m)^\[(?:perhaps destroyed|nothing refers to it)\];worker .*\n`)
	text := w.decode(t, "--folded")
	same(t, marked.ReplaceAllString(text, ""), w.right(t, true))
	if !marked.MatchString(text) || !strings.Contains(w.decode(t, "--bt"), ", which may be destroyed: jemalloc ") {
		t.Errorf("no coroutine is marked:\n%s", text)
	}
}

// TestWaitingCross: a core file of a program of another processor, which qemu writes.
func TestWaitingCross(t *testing.T) {
	need(t, "qemu-aarch64", "aarch64-linux-gnu-g++")
	for _, flags := range [][]string{{"-g"}, {"-g", "-no-pie"}, {"-g", "-static"}} {
		dir := compiled(t, "clang++-22", append(flags, "--target=aarch64-linux-gnu")...)
		tool(t, dir, "sh", "-c", "ulimit -c unlimited; qemu-aarch64 -L /usr/aarch64-linux-gnu ./waiting 1000 dump < /dev/null > truth; mv qemu_*.core arm.core")
		truth, err := os.Open(filepath.Join(dir, "truth"))
		if err != nil {
			t.Fatal(err)
		}
		defer truth.Close()
		w := &waiting{program: "waiting", out: bufio.NewReader(truth)}
		w.ready(t)
		same(t, tool(t, dir, corolower, "decode", "--core=arm.core", "--folded", "waiting"), w.right(t, true))
	}
}

// TestWaitingStripped: the section and the symbols of a stripped program or library come from the
// file with its debug info.
func TestWaitingStripped(t *testing.T) {
	need(t, "objcopy", "strip")
	for _, shared := range []bool{false, true} {
		var dir string
		file := "waiting"
		if shared {
			dir = compiled(t, "clang++-22", "-g", "-fPIC", "-shared", "-Dmain=real_main", "-Wl,--build-id")
			file = "libwaiting.so"
			if err := os.Rename(filepath.Join(dir, "waiting"), filepath.Join(dir, file)); err != nil {
				t.Fatal(err)
			}
		} else {
			dir = compiled(t, "clang++-22", "-g", "-Wl,--build-id=none")
		}
		tool(t, dir, "objcopy", "--only-keep-debug", file, file+".debug")
		tool(t, dir, "strip", "--strip-all", "--remove-section="+framemap.SectionName, file)
		tool(t, dir, "objcopy", "--add-gnu-debuglink="+file+".debug", file)
		if shared {
			put(t, dir, "main.cpp", "int real_main(int, char **);\nint main(int n, char **v) { return real_main(n, v); }\n")
			tool(t, dir, "clang++-22", "main.cpp", "-o", "waiting", "-L.", "-lwaiting", "-Wl,-rpath,"+dir)
		}
		w := start(t, dir, "100")
		same(t, w.decode(t, "--folded"), w.right(t, true))
		text := w.decode(t, "--bt")
		for want, n := range map[string]int{"#0 is held by memory of queue+0": 102, "#2 is held by memory of all+0": 100,
			" is held by ping_handle+0": 1} {
			if got := strings.Count(text, want+"\n"); got != n {
				t.Errorf("%s: %d times instead of %d, in\n%s", want, got, n, text)
			}
		}
	}
}

// TestBusy: of a program that never waits, every stack without a running coroutine is a right one, or
// a part of one whose inner or outer coroutine ran.
func TestBusy(t *testing.T) {
	w := start(t, compiled(t, "clang++-22", "-g"), "1000", "busy")
	right := map[string]bool{}
	for line := range strings.Lines(w.right(t, true)) {
		stack, _ := cutLast(line)
		levels := strings.Split(stack, ";")
		for k := range levels {
			for n := k; n < len(levels); n++ {
				right[strings.Join(levels[k:n+1], ";")] = true
			}
		}
	}
	for range 5 {
		for line := range strings.Lines(w.decode(t, "--folded")) {
			if stack, _ := cutLast(line); !right[stack] && !strings.ContainsAny(stack, "[") &&
				!strings.Contains(stack, " (running)") && !strings.Contains(stack, " (done)") {
				t.Errorf("there is the stack %s", stack)
			}
		}
	}
}

// cutLast cuts a line of collapsed stacks in two.
func cutLast(line string) (stack, number string) {
	line = strings.TrimSuffix(line, "\n")
	k := strings.LastIndexByte(line, ' ')
	return line[:k], line[k+1:]
}

// TestSnapshots is series of snapshots, the forms of output and differences.
func TestSnapshots(t *testing.T) {
	dir := compiled(t, "clang++-22", "-g")
	w := start(t, dir, "10")
	before := w.decode(t, "--folded")
	same(t, before, w.right(t, true))
	series := []string{"--every=10ms", "--for=30ms"}
	if text := w.decode(t, series...); !strings.HasPrefix(text, "    10.0  session ") ||
		!strings.Contains(text, "\n          10 suspended at the same place in all 4 snapshots\n") {
		t.Errorf("of a series, decode prints\n%s", text)
	}
	same(t, w.decode(t, append(series, "--folded")...), strings.NewReplacer(" 10\n", " 40\n", " 2\n", " 8\n", " 1\n", " 4\n").Replace(before))
	ages := w.decode(t, append(series, "--folded", "--weight=age")...)
	if want := "request waiting.cpp"; strings.Count(ages, " 300\n") != 1 || !strings.Contains(ages, want) {
		t.Errorf("the ages are\n%s", ages)
	}
	need(t, "gcore")
	tool(t, dir, "gcore", "-o", "core", w.pid)
	same(t, tool(t, dir, corolower, "decode", "--core=core."+w.pid, "--folded", "waiting"), w.right(t, true))
	if err := os.Remove(filepath.Join(dir, "waiting")); err != nil { // as an update does
		t.Fatal(err)
	}
	bytes := w.decode(t, "--folded", "--weight=bytes")
	if n := strings.Count(bytes, "session waiting.cpp:"); n != 3 {
		t.Errorf("the sizes are\n%s", bytes)
	}
	put(t, dir, "waiting.pb.gz", w.decode(t, append(series, "--format=pprof")...))
	top := tool(t, dir, "go", "tool", "pprof", "-sample_index=coroutines", "-top", "waiting.pb.gz")
	if !regexp.MustCompile(`(?m)^ +40 .* read_some$`).MatchString(top) ||
		!regexp.MustCompile(`(?m)^ +0 +0% +[0-9.]+% +40 .* session$`).MatchString(top) {
		t.Errorf("pprof prints\n%s", top)
	}
	if trace := w.decode(t, append(series, "--format=trace")...); strings.Count(trace, `"name": "read_some waiting.cpp:`) != 10 {
		t.Errorf("the trace is\n%s", trace)
	}
	if _, err := io.WriteString(w.in, "more\n"); err != nil {
		t.Fatal(err)
	}
	w.ready(t)
	put(t, dir, "before.folded", before)
	after := w.decode(t, "--folded")
	same(t, after, w.right(t, true))
	put(t, dir, "after.folded", after)
	diff := tool(t, dir, corolower, "decode", "--diff", "before.folded", "after.folded")
	if !regexp.MustCompile(`^ +\+5  \(10 to 15\)  session [^\n]*\n$`).MatchString(diff) {
		t.Errorf("the difference is\n%s", diff)
	}
	if text := w.decode(t, "--bt"); !strings.HasSuffix(text, "nothing refers to 1 coroutine: leaked, held by the kernel only, or "+
		"freed memory\ndeadlock: 2 coroutines in rings\n56 suspended coroutines\n") {
		t.Errorf("decode --bt ends with\n%s", text[max(0, len(text)-400):])
	}
}

// TestDebuggers: gdb and lldb show the chains that decode does.
func TestDebuggers(t *testing.T) {
	need(t, "gdb", "gcore")
	for _, program := range []string{"waiting", "pipeline"} {
		dir := compiledProgram(t, program, "clang++-22", "-g")
		w := startProgram(t, dir, program, "2")
		tool(t, dir, "gcore", "-o", "core", w.pid)
		held := regexp.MustCompile(`(?m), nothing refers to it$|^    #\d+ is held by .*\n|^(?:nothing refers|deadlock:|\d+ suspended) .*\n`)
		parameters := regexp.MustCompile(`\(.*\)  `) // debuggers spell default arguments of templates
		want := plain(held.ReplaceAllString(tool(t, dir, corolower, "decode", "--core=core."+w.pid, "--bt", program), ""))
		want = parameters.ReplaceAllString(want, "  ")
		put(t, dir, "coro.py", tool(t, dir, corolower, "gdb-script"))
		put(t, dir, "coro_lldb.py", tool(t, dir, corolower, "lldb-script"))
		const command = "coro bt"
		got := gdb(t, dir, []string{"file " + program, "core-file core." + w.pid, "source coro.py"}, []string{command})
		same(t, parameters.ReplaceAllString(strings.TrimPrefix(got, "(gdb) "+command+"\n"), "  "), want)
		got = lldb(t, dir, []string{"target create " + program + " --core core." + w.pid, "command script import coro_lldb.py"}, []string{command})
		same(t, parameters.ReplaceAllString(strings.TrimPrefix(got, "(lldb) "+command+"\n"), "  "), want)
	}
}

// TestAsio is the same for a server on asio, which stands for all that was not made for this test.
// Its own coroutines are in the chains, and are left out of the comparison. The flame graph of it is in
// docs/waiting.md.
func TestAsio(t *testing.T) {
	if _, err := os.Stat("/usr/include/asio.hpp"); err != nil {
		t.Skip("no asio")
	}
	dir := compiledProgram(t, "asio", "clang++-22", "-g", "-DASIO_HAS_CO_AWAIT", "-DASIO_HAS_STD_COROUTINE", "-include", "utility")
	w := startProgram(t, dir, "asio", "60", "25", "35")
	text := w.decode(t, "--folded")
	own := regexp.MustCompile(`asio::[^; ]* [^; ]*;|;asio::[^; ]* [^; ]*`)
	same(t, own.ReplaceAllString(text, ""), w.right(t, true))
	put(t, dir, "folded", text)
	tool(t, ".", "go", "build", "-o", filepath.Join(dir, "flame"), "../../scripts/flame")
	picture := tool(t, dir, "sh", "-c", "./flame < folded")
	const name = "../../docs/waiting.svg"
	if os.Getenv("UPDATE_DOCS") != "" {
		put(t, ".", name, picture)
	}
	have, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`hpp:\d+`) // lines of asio
	if plain := version.ReplaceAllString(picture, "hpp"); plain != version.ReplaceAllString(string(have), "hpp") {
		t.Errorf("docs/waiting.svg is not\n%s", picture)
	}
}
