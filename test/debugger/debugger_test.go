// Package debugger tests how debuggers show suspended coroutines: a C++ program is lowered with a
// frame map, optimised, linked and stopped in gdb, which runs the commands of `corolower
// gdb-script`. gdb and `corolower decode` also read the same coroutines from a core file.
// docs/debugging.md shows one of these sessions; UPDATE_DOCS=1 writes it.
//
// Addresses depend on the machine, so the test replaces each by its number in the order of the
// text.
package debugger

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/framemap"
)

// corolower is the program under test.
var corolower string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		if corolower = os.Getenv("COROLOWER_BIN"); corolower == "" {
			dir, err := os.MkdirTemp("", "debugger")
			if err != nil {
				panic(err)
			}
			defer os.RemoveAll(dir)
			corolower = filepath.Join(dir, "corolower")
			cmd := exec.Command("go", "build", "-o", corolower, "../../cmd/corolower")
			if out, err := cmd.CombinedOutput(); err != nil {
				panic(fmt.Sprintf("%v\n%s", err, out))
			}
		}
		return m.Run()
	}())
}

// need skips a test if a tool is missing.
func need(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s", tool)
		}
	}
}

// tool runs a program in a folder and returns its stdout.
func tool(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("%s %v: %v\n%s", name, args, err, exit.Stderr)
		}
		t.Fatal(err)
	}
	return string(out)
}

// build lowers and links testdata/server.cpp in a folder of its own. mapped is a value of
// --frame-map.
func build(t *testing.T, mapped string, flags ...string) (dir string) {
	t.Helper()
	need(t, "clang++-22", "gdb")
	source, err := filepath.Abs("testdata/server.cpp")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	tool(t, dir, "clang++-22", append([]string{"-std=c++20", "-O2", "-S", "-emit-llvm", "-Xclang",
		"-disable-llvm-passes", source, "-o", "server.ll"}, flags...)...)
	tool(t, dir, corolower, "--frame-map="+mapped, "server.ll", "-o", "lowered.ll")
	tool(t, dir, "clang++-22", "-O2", "-x", "ir", "lowered.ll", "-o", "server")
	script := tool(t, dir, corolower, "gdb-script")
	if err := os.WriteFile(filepath.Join(dir, "coro.py"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// begin and end delimit the output of a session.
const begin, end = "=== begin", "=== end"

// gdb runs commands in a session and returns what they print, each after its own line.
func gdb(t *testing.T, dir string, start []string, commands []string, after ...string) string {
	t.Helper()
	lines := append([]string{"set pagination off", "set confirm off", "set width 0"}, start...)
	lines = append(lines, "echo "+begin+`\n`)
	for _, c := range commands {
		lines = append(lines, `echo (gdb) `+strings.ReplaceAll(c, `\`, `\\`)+`\n`, c)
	}
	lines = append(append(lines, "echo "+end+`\n`), after...)
	if err := os.WriteFile(filepath.Join(dir, "session.gdb"), []byte(strings.Join(lines, "\n")+"\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	out := tool(t, dir, "gdb", "-q", "-batch", "-nx", "-x", "session.gdb")
	_, text, ok := strings.Cut(out, begin+"\n")
	text, _, complete := strings.Cut(text, end+"\n")
	if !ok || !complete {
		t.Fatalf("gdb printed\n%s", out)
	}
	return plain(text)
}

var address = regexp.MustCompile(`0x[0-9a-f]{4,}`)

// plain replaces addresses by their numbers, from 0x1000 in steps of 0x1000.
func plain(text string) string {
	number := map[string]string{}
	return address.ReplaceAllStringFunc(text, func(a string) string {
		if number[a] == "" {
			number[a] = fmt.Sprintf("%#x", 0x1000*(len(number)+1))
		}
		return number[a]
	})
}

// live is how a process is stopped where everything is suspended.
var live = []string{"file server", "break stopped", "run", "source coro.py"}

// TestSession is the session of docs/debugging.md: an optimised program with -g, live and from the
// core of the same process. Of the data that are shown, only addresses differ between machines.
func TestSession(t *testing.T) {
	dir := build(t, "section", "-g")
	commands := []string{"coro list --count", "coro bt sample", "coro locals sample", "print sample"}
	text := gdb(t, dir, live, commands, "generate-core-file core")
	name := filepath.Join("..", "..", "docs", "debugging.md")
	doc, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const open, shut = "<!-- session -->\n```text\n", "```\n<!-- end of session -->"
	front, rest, ok := strings.Cut(string(doc), open)
	shown, back, whole := strings.Cut(rest, shut)
	if !ok || !whole {
		t.Fatal("docs/debugging.md has no session")
	}
	if os.Getenv("UPDATE_DOCS") != "" {
		if err := os.WriteFile(name, []byte(front+open+text+shut+back), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if shown != text {
		t.Errorf("docs/debugging.md shows\n%s\ngdb prints\n%s", shown, text)
	}
	if core := gdb(t, dir, []string{"file server", "core-file core", "source coro.py"}, commands); core != text {
		t.Errorf("from the core, gdb prints\n%s\ninstead of\n%s", core, text)
	}
	decoded(t, tool(t, dir, corolower, "decode", "--core=core", "--bt", "--locals", "server"), true)
}

// TestWithoutDebugInfo: functions, suspends, values and waiting are known without -g, from the
// section and from a file.
func TestWithoutDebugInfo(t *testing.T) {
	handle := "*(void **) &sample"
	commands := []string{"coro list --count", "coro bt " + handle, "coro locals " + handle}
	section := gdb(t, build(t, "section"), live, commands)
	dir := build(t, "map.json")
	start := append(live[:len(live):len(live)], "coro map map.json")
	file := gdb(t, dir, start, commands, "generate-core-file core")
	if section != file {
		t.Errorf("the section shows\n%s\nthe file\n%s", section, file)
	}
	for _, want := range []string{"   333  read_some(int, int)  at suspend 1\n", "1000 suspended coroutines\n",
		"#0  0x1000  read_some(int, int)  at suspend 1\n#1  0x2000  handle_request(int, int)  at suspend 1\n" +
			"#2  0x3000  session(int)  at suspend 1\n",
		"[%struct.data]  (the awaiter)\n", " = 42  [i32]\n"} {
		if !strings.Contains(section, want) {
			t.Errorf("there is no %q in\n%s", want, section)
		}
	}
	decoded(t, tool(t, dir, corolower, "decode", "--core=core", "--map=map.json", "--bt", "server"), false)
}

// decoded looks at the output of `decode --bt`.
func decoded(t *testing.T, text string, debugInfo bool) {
	t.Helper()
	if !strings.HasSuffix(text, "\n1000 suspended coroutines\n") {
		t.Errorf("decode ends with %q", text[max(0, len(text)-60):])
	}
	place := map[bool]string{true: "at server.cpp:63", false: "at suspend 1"}[debugInfo]
	for front, want := range map[string]int{"#0 ": 334, "#1 ": 333, "#2 ": 333, "#3 ": 0} {
		if n := strings.Count("\n"+text, "\n"+front); n != want {
			t.Errorf("%d lines of decode begin with %s, not %d", n, front, want)
		}
	}
	if n := strings.Count(text, "  read_some(int, int)  "+place+"\n"); n != 333 {
		t.Errorf("%d reads are suspended %s, not 333", n, place)
	}
	if debugInfo && strings.Count(text, "\n  socket = 42  [int]\n") != 3 {
		t.Error("the chain of socket 42 is not shown three times")
	}
}

// TestSection: the section is in the object file and the program, is not loaded, survives strip,
// and a part that the optimiser removed has no address. Nothing is exported for it.
func TestSection(t *testing.T) {
	dir := build(t, "section")
	need(t, "strip")
	tool(t, dir, "strip", "--strip-all", "server", "-o", "stripped")
	for _, name := range []string{"server", "stripped"} {
		f, err := elf.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		s := f.Section(framemap.SectionName)
		if s == nil || s.Flags&elf.SHF_ALLOC != 0 {
			t.Fatalf("%s: section %+v", name, s)
		}
		m, err := framemap.ReadELF(f)
		if err != nil || len(m.Coroutines) != 4 {
			t.Fatalf("%s: %v, %v", name, m, err)
		}
		symbols, _ := f.Symbols()
		at := map[string]elf.Symbol{}
		for _, sym := range symbols {
			if sym.Section != elf.SHN_UNDEF { // lld lists references to removed parts, GNU ld does not
				at[sym.Name] = sym
			}
		}
		for _, c := range m.Coroutines {
			for _, p := range c.Parts {
				sym, ok := at[p.Name]
				if name == "server" && p.Addr != sym.Value || ok && elf.ST_BIND(sym.Info) != elf.STB_LOCAL {
					t.Errorf("%s is at %#x, and its symbol is %+v", p.Name, p.Addr, sym)
				}
			}
			if c.Parts[0].Addr == 0 {
				t.Errorf("%s: the resume function of %s has no address", name, c.Function)
			}
		}
	}
}

// TestLinkTimeOptimisation: the maps of two modules that link-time optimisation joins are both
// there.
func TestLinkTimeOptimisation(t *testing.T) {
	need(t, "ld.lld-22")
	dir := build(t, "section")
	const other = "#include <coroutine>\nstruct t { struct promise_type { t get_return_object() { return {}; }\n" +
		"std::suspend_always initial_suspend() { return {}; } std::suspend_never final_suspend() noexcept { " +
		"return {}; }\n" +
		"void return_void() {} void unhandled_exception() {} }; };\n" +
		"t other(int n) { co_await std::suspend_always{}; }\n"
	if err := os.WriteFile(filepath.Join(dir, "other.cpp"), []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	tool(t, dir, "clang++-22", "-std=c++20", "-O2", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "other.cpp",
		"-o", "other.ll")
	tool(t, dir, corolower, "--frame-map=section", "other.ll", "-o", "other-lowered.ll")
	for _, name := range []string{"lowered", "other-lowered"} {
		tool(t, dir, "clang++-22", "-O2", "-flto", "-c", "-x", "ir", name+".ll", "-o", name+".o")
	}
	tool(t, dir, "clang++-22", "-O2", "-flto", "--ld-path=ld.lld-22", "lowered.o", "other-lowered.o", "-o", "joined")
	f, err := elf.Open(filepath.Join(dir, "joined"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := framemap.ReadELF(f)
	if err != nil || len(m.Coroutines) != 5 {
		t.Fatalf("%+v, %v", m, err)
	}
	for _, c := range m.Coroutines {
		if c.Parts[0].Addr == 0 && c.Function != "_Z5otheri" { // which nothing calls
			t.Errorf("the resume function of %s has no address", c.Function)
		}
	}
}
