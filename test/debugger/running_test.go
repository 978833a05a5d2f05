// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debugger

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// spelled replaces the names of places in a text, as {session}, by functions and lines.
func spelled(t *testing.T, program, text string) string {
	t.Helper()
	var pairs []string
	for name, at := range places(t, program) {
		pairs = append(pairs, "{"+name+"}", at)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// TestRunning: stacks of running coroutines get their names, also of those that became a part of another
// function, and the coroutines that were suspended above them in snapshots. What glibc and sanitizers
// print, and what perf prints, comes from the same addresses.
func TestRunning(t *testing.T) {
	dir := compiledProgram(t, "running", "clang++-22", "-g", "-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer", "-Wl,--build-id")
	w := startProgram(t, dir, "running")
	forms := map[string]string{}
	for _, part := range regexp.MustCompile(`(?m)^(?:glibc|perf|sanitizer) `).Split("\n"+w.truth, -1)[1:] {
		form := "glibc"
		if strings.Contains(part, "cpu-clock") {
			_, part, _ = strings.Cut(part, "\n") // the name
			form = "perf"
		} else if strings.Contains(part, "#0") {
			form = "sanitizer"
		}
		forms[form] += part
	}
	for form, text := range forms {
		put(t, dir, form, text)
	}
	seen := w.decode(t, "--folded")
	put(t, dir, "seen", seen)
	const stack = `(?m)^running;.*?;((?:session|upload|batch|parse|hash|numbers) .*?);\[unknown\]( \d+)$`
	inner := regexp.MustCompile(stack)
	running := func(args ...string) string {
		return inner.ReplaceAllString(tool(t, dir, corolower, append([]string{"perf-script", "perf"}, args...)...), "$1$2")
	}
	same(t, seen, spelled(t, "running", "{batch};{hash.suspend} 3\n{session};{request};{parse.suspend} 1\n{upload};{hash.suspend} 1\n"))
	same(t, running(), spelled(t, "running", "{numbers} 1\n{hash} 4\n{parse} 1\n"))
	chains := spelled(t, "running", "{numbers} 1\n{batch} (perhaps suspended);{hash} 3\n{session} (suspended);{request} (suspended);{parse} 1\n"+
		"{upload} (perhaps suspended);{hash} 1\n")
	same(t, running("--snapshots=seen"), chains)

	hash := "    coroutine {hash}\n    perhaps (3 of 4) awaited by {batch}\n    perhaps (1 of 4) awaited by {upload}\n"
	traced := spelled(t, "running", "    coroutine {parse}\n    awaited by {request}, by {session}\n"+strings.Repeat(hash, 4)+"    coroutine {numbers}\n")
	added := regexp.MustCompile(`(?m)^    (?:coroutine|awaited|perhaps) .*\n`)
	bare := regexp.MustCompile(`(?m)^ *(#\d+) (\w+) .*$`).ReplaceAllString(forms["sanitizer"], "$1  $2 in f ()") // as gdb prints it
	put(t, dir, "bare", bare)
	for form, args := range map[string][]string{"glibc": {"--snapshots=seen", "running"}, "sanitizer": {"--pid=" + w.pid},
		"bare": {"--pid=" + w.pid}} {
		text := tool(t, dir, corolower, append([]string{"decode", "--trace=" + form}, args...)...)
		same(t, strings.Join(added.FindAllString(text, -1), ""), traced)
	}

	// A stripped program has the names, and its debug file the lines.
	need(t, "objcopy", "strip")
	tool(t, dir, "objcopy", "--only-keep-debug", "running", "running.debug")
	tool(t, dir, "objcopy", "--strip-all", "--add-gnu-debuglink=running.debug", "running", "stripped")
	if err := os.Rename(filepath.Join(dir, "running"), filepath.Join(dir, "other")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "stripped"), filepath.Join(dir, "running")); err != nil {
		t.Fatal(err)
	}
	same(t, running("--snapshots=seen"), chains)
	if err := os.Remove(filepath.Join(dir, "running.debug")); err != nil {
		t.Fatal(err)
	}
	if text, want := running(), ";hash;[unknown] 4\n"; !strings.Contains(text, want) {
		t.Errorf("of a stripped program, perf-script prints\n%s", text)
	}
}

// TestPerf is the same with samples of perf itself. Which there are depends on time; each has the
// right chain. A sample at the beginning of a function may lack its caller, for example main.
func TestPerf(t *testing.T) {
	need(t, "perf")
	dir := compiledProgram(t, "running", "clang++-22", "-g", "-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer")
	put(t, dir, "lines", strings.Repeat("\n", 1000))
	cmd := exec.Command("sh", "-c", "perf record -q -e cpu-clock:u -g -o data ./running < lines > out")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("no permission for perf: %v %s", err, out)
	}
	put(t, dir, "seen", spelled(t, "running", "{batch};{hash.suspend} 3\n{session};{request};{parse.suspend} 1\n{upload};{hash.suspend} 1\n"))
	text := tool(t, dir, "sh", "-c", "perf script -i data | "+corolower+" perf-script --snapshots=seen")
	chains := map[string][]string{"parse": {"{session} (suspended);{request} (suspended);"},
		"hash": {"{upload} (perhaps suspended);", "{batch} (perhaps suspended);"}}
	for line := range strings.Lines(text) {
		for name, list := range chains {
			if strings.Contains(line, ";"+name+" ") && !slices.ContainsFunc(list, func(above string) bool {
				return strings.Contains(line, spelled(t, "running", ";"+above+name+" "))
			}) {
				t.Errorf("there is the stack %s", line)
			}
		}
	}
	if !strings.Contains(text, ";parse ") && !strings.Contains(text, ";hash ") {
		t.Errorf("no sample has a coroutine:\n%s", text)
	}
}
