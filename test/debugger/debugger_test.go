// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package debugger tests how debuggers show suspended coroutines: a C++ program is lowered with a
// frame map, optimised, linked and stopped in gdb and lldb, which run the commands of `corolower
// gdb-script` and `lldb-script`. Both and `corolower decode` also read the same coroutines from a
// core file. docs/debugging.md shows two of these sessions; UPDATE_DOCS=1 writes them.
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
	"slices"
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
			cmd := exec.Command("go", "build", "-pgo=off", "-o", corolower, "../../cmd/corolower")
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

// build lowers and links a program of testdata in a folder of its own, with scripts for gdb and
// lldb. mapped is a value of --frame-map.
func build(t *testing.T, program, mapped string, flags ...string) (dir string) {
	t.Helper()
	need(t, "clang++-22", "gdb")
	source, err := filepath.Abs("testdata/" + program + ".cpp")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	tool(t, dir, "clang++-22", append([]string{"-std=c++20", "-O2", "-S", "-emit-llvm", "-Xclang",
		"-disable-llvm-passes", source, "-o", "input.ll"}, flags...)...)
	tool(t, dir, corolower, "--frame-map="+mapped, "input.ll", "-o", "lowered.ll")
	tool(t, dir, "clang++-22", "-O2", "-x", "ir", "lowered.ll", "-o", program)
	put(t, dir, "coro.py", tool(t, dir, corolower, "gdb-script"))
	put(t, dir, "coro_lldb.py", tool(t, dir, corolower, "lldb-script"))
	return dir
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
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
	put(t, dir, "session.gdb", strings.Join(lines, "\n")+"\n")
	out := tool(t, dir, "gdb", "-q", "-batch", "-nx", "-x", "session.gdb")
	_, text, ok := strings.Cut(out, begin+"\n")
	text, _, complete := strings.Cut(text, end+"\n")
	if !ok || !complete {
		t.Fatalf("gdb printed\n%s", out)
	}
	return plain(text)
}

// driver runs commands in lldb one after the other and writes what the later ones print into a
// file, each after its own line. lldb itself may print output of a process at any time.
const driver = `import lldb

def __lldb_init_module(debugger, _):
    debugger.SetAsync(False)
    with open("session.txt", "w") as f:
        for commands, shown in (START, False), (COMMANDS, True):
            for command in commands:
                result = lldb.SBCommandReturnObject()
                debugger.GetCommandInterpreter().HandleCommand(command, result)
                if shown or not result.Succeeded():
                    f.write("(lldb) %s\n%s%s" % (command, result.GetOutput() or "", result.GetError() or ""))
`

// lldb runs commands in a session and returns what they print, each after its own line.
func lldb(t *testing.T, dir string, start []string, commands []string) string {
	t.Helper()
	need(t, "lldb-22")
	list := func(words []string) string {
		var b strings.Builder
		for _, w := range words {
			fmt.Fprintf(&b, "%q, ", w)
		}
		return "[" + b.String() + "]"
	}
	put(t, dir, "session.py", "START = "+list(start)+"\nCOMMANDS = "+list(commands)+"\n"+driver)
	out := tool(t, dir, "lldb-22", "--no-lldbinit", "--batch", "-o", "command script import session.py")
	text, err := os.ReadFile(filepath.Join(dir, "session.txt"))
	if err != nil {
		t.Fatalf("%v; lldb printed\n%s", err, out)
	}
	return plain(string(text))
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

// live stops a process where everything is suspended.
func live(program string) []string {
	return []string{"file " + program, "break stopped", "run", "source coro.py"}
}

// liveLLDB does the same in lldb.
func liveLLDB(program string) []string {
	return []string{"settings set target.disable-aslr false", "target create " + program,
		"breakpoint set --name stopped", "process launch", "command script import coro_lldb.py"}
}

// shown compares a session with docs/debugging.md, or writes it there.
func shown(t *testing.T, debugger, text string) {
	t.Helper()
	name := filepath.Join("..", "..", "docs", "debugging.md")
	doc, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	open, shut := "<!-- session of "+debugger+" -->\n```text\n", "```\n<!-- end of session -->"
	front, rest, ok := strings.Cut(string(doc), open)
	old, back, whole := strings.Cut(rest, shut)
	if !ok || !whole {
		t.Fatalf("docs/debugging.md has no session of %s", debugger)
	}
	if os.Getenv("UPDATE_DOCS") != "" {
		put(t, ".", name, front+open+text+shut+back)
	} else if old != text {
		t.Errorf("docs/debugging.md shows\n%s\n%s prints\n%s", old, debugger, text)
	}
}

// TestSession is the sessions of docs/debugging.md: an optimised program with -g in gdb and lldb,
// live and from the core of the same process. Of the data that are shown, only addresses differ
// between machines.
func TestSession(t *testing.T) {
	dir := build(t, "server", "section", "-g")
	commands := []string{"coro list --count", "coro bt sample", "coro locals sample", "print sample"}
	text := gdb(t, dir, live("server"), commands, "generate-core-file core")
	shown(t, "gdb", text)
	if core := gdb(t, dir, []string{"file server", "core-file core", "source coro.py"}, commands); core != text {
		t.Errorf("from the core, gdb prints\n%s\ninstead of\n%s", core, text)
	}
	text = tool(t, dir, corolower, "decode", "--core=core", "--bt", "--locals", "server")
	decoded(t, text, true)
	if err := os.Link(filepath.Join(dir, "server"), filepath.Join(dir, "renamed")); err != nil {
		t.Fatal(err)
	}
	if again := tool(t, dir, corolower, "decode", "--core=core", "--bt", "--locals", "renamed"); again != text {
		t.Errorf("of a renamed file, decode prints\n%s\ninstead of\n%s", again, text)
	}
	other := lldb(t, dir, liveLLDB("server"), commands)
	shown(t, "lldb", other)
	core := lldb(t, dir, []string{"target create server --core core", "command script import coro_lldb.py"}, commands)
	if core != other {
		t.Errorf("from the core, lldb prints\n%s\ninstead of\n%s", core, other)
	}
}

// TestContinuation checks --continuation: promises of testdata/jobs.cpp have pointers to the
// promises of those that continue, and handles that mean something else.
func TestContinuation(t *testing.T) {
	const option = "--continuation=job::promise_type::link.parent"
	for _, flags := range [][]string{{"-g"}, nil} {
		dir := build(t, "jobs", "section", flags...)
		word := option
		if flags == nil {
			word = "--continuation=job::promise_type+16"
		}
		text := gdb(t, dir, live("jobs"), []string{"coro bt", "coro bt " + word}, "generate-core-file core")
		without, with, ok := strings.Cut(text, "(gdb) coro bt "+word+"\n")
		at := regexp.MustCompile(`0x1000|0x[2-9]000|  at [^\n]*`)
		want := "#0  ADDR  watch()AT\n#0  ADDR  leaf(int)AT\n#1  ADDR  middle(int)AT\n#2  ADDR  root(int)AT\n"
		simple := func(text string) string {
			return at.ReplaceAllStringFunc(text, func(s string) string {
				if s[0] == ' ' {
					return "AT"
				}
				return "ADDR"
			})
		}
		if !ok || !inAnyOrder(simple(with), want) || !strings.Contains(without, "#3 ") { // the supervisor
			t.Errorf("gdb prints\n%s", text)
		}
		decoded := tool(t, dir, corolower, "decode", "--core=core", "--bt", word, "jobs")
		held := regexp.MustCompile(`(?m)^ .*\n`) // who holds the first and the last
		if decoded = strings.TrimSuffix(plain(held.ReplaceAllString(decoded, "")), "4 suspended coroutines\n"); !inAnyOrder(simple(decoded),
			want) {
			t.Errorf("decode prints\n%s", decoded)
		}
		fromCore := []string{"target create jobs --core core", "command script import coro_lldb.py"}
		seen := lldb(t, dir, fromCore, []string{"coro bt " + word, "coro bt --continuation=job::promise_type::parent",
			"coro bt --continuation=task::promise_type::parent"})
		seen = strings.TrimPrefix(seen, "(lldb) coro bt "+word+"\n")
		seen, wrong, _ := strings.Cut(seen, "(lldb) ")
		if !inAnyOrder(simple(seen), want) {
			t.Errorf("lldb prints\n%s", seen)
		}
		has := map[bool]string{true: "it knows names only with debug info",
			false: "the type has link.parent, supervisor"}
		if !strings.Contains(wrong, has[flags == nil]) || !strings.Contains(wrong, "has a promise of type 'task::") {
			t.Errorf("with wrong members, lldb prints\n%s", wrong)
		}
		cmd := exec.Command(corolower, "decode", "--core=core", "--bt", "--continuation=job::promise_type::parent",
			"jobs")
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), has[flags == nil]) {
			t.Errorf("with a wrong member, decode prints\n%s", out)
		}
	}
}

// inAnyOrder reports whether a text has the backtraces of another one, in any order: they are in
// the order of the addresses.
func inAnyOrder(text, want string) bool {
	split := func(s string) []string {
		list := strings.Split("\n"+s, "\n#0")
		slices.Sort(list)
		return list
	}
	return slices.Equal(split(strings.TrimSuffix(text, "\n")), split(strings.TrimSuffix(want, "\n")))
}

// TestWithoutDebugInfo: functions, suspends, values and waiting are known without -g, from the
// section and from a file.
func TestWithoutDebugInfo(t *testing.T) {
	handle := "*(void **) &sample"
	commands := []string{"coro list --count", "coro bt " + handle, "coro locals " + handle}
	dir := build(t, "server", "section")
	bytes := regexp.MustCompile(`(\(promise\) = )\{[0-9a-f ]*\}`) // addresses are among them
	section := bytes.ReplaceAllString(gdb(t, dir, live("server"), commands), "$1")
	other := bytes.ReplaceAllString(lldb(t, dir, liveLLDB("server"), commands), "$1")
	if strings.ReplaceAll(other, "(lldb) ", "(gdb) ") != section {
		t.Errorf("gdb prints\n%s\nlldb prints\n%s", section, other)
	}
	dir = build(t, "server", "map.json")
	start := append(live("server"), "coro map map.json")
	file := bytes.ReplaceAllString(gdb(t, dir, start, commands, "generate-core-file core"), "$1")
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
	place := map[bool]string{true: "at server.cpp:24", false: "at suspend 1"}[debugInfo]
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
	dir := build(t, "server", "section")
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
	dir := build(t, "server", "section")
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
