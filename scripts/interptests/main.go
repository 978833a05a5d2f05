// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command interptests runs programs of other projects in `corolower run`, without lowering their
// coroutines, and compares output and exit code with LLVM's. The programs are not part of the
// project; pass their directories, for example llvm/test/ExecutionEngine of LLVM 19, which has
// programs for lli, or a folder of C++ programs.
//
//	go run ./scripts/interptests [-tool BIN] [-llvm 22] [-I DIR] [-v] TREE...
//
// Three kinds of files are programs: .ll files with a RUN line of lli, .ll files with coroutines
// and a main, and .cpp files with a main. lli runs the first kind; opt -O0 and lli the
// second. clang++-22 compiles the third, for the interpreter with -disable-llvm-passes, and else
// with -O2. Functions that a .ll file only declares and no library has are defined in a second
// file: they print their name and integer arguments, and return zero.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// limit is the time limit of a command.
const limit = 60 * time.Second

// program is one file with the ways to run it.
type program struct {
	file   string
	coro   bool     // its coroutines are lowered for lli
	entry  string   // the function to run; "" for main
	extra  []string // modules to link
	args   []string
	result string // the same, or why not
	detail string
}

// run is what a command did.
type run struct {
	code     int
	out, err string
	timeout  bool
}

var tool, version, include *string

func main() {
	tool = flag.String("tool", "bin/corolower", "the program to test")
	version = flag.String("llvm", "22", "the version of opt and lli: tests of an older LLVM have older intrinsics")
	include = flag.String("I", "", "a folder with headers of the C++ programs")
	verbose := flag.Bool("v", false, "show each program that is not the same")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	var list []*program
	for _, tree := range flag.Args() {
		found, err := programs(tree)
		if err != nil {
			fmt.Fprintln(os.Stderr, "interptests:", err)
			os.Exit(1)
		}
		list = append(list, found...)
	}
	dir, err := os.MkdirTemp("", "interptests-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "interptests:", err)
		os.Exit(1)
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.NumCPU() {
		wg.Go(func() {
			for k := range next {
				list[k].judge(filepath.Join(dir, fmt.Sprint(k)))
			}
		})
	}
	for k := range list {
		next <- k
	}
	close(next)
	wg.Wait()
	os.RemoveAll(dir)
	report(list, *verbose)
}

var (
	runLine  = regexp.MustCompile(`(?m)^\s*[;#/]+\s*RUN:(.*)$`)
	lliWord  = regexp.MustCompile(`(?:^|[\s|;&])(?:%lli\w*|lli)(\s[^|;&<>]*)`)
	hasMain  = regexp.MustCompile(`(?m)^define [^@]*@main\(`)
	mainCpp  = regexp.MustCompile(`(?m)^\s*int\s+main\s*\(`)
	declared = regexp.MustCompile(`(?m)^declare ([^@(]*?)(\S+) @([\w.$-]+)\(([^)]*)\)`)
)

// programs returns the programs below a directory.
func programs(tree string) ([]*program, error) {
	var out []*program
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, "/Inputs/") {
			return err
		}
		ext := filepath.Ext(path)
		if ext != ".ll" && ext != ".cpp" {
			return nil
		}
		text, err := os.ReadFile(path)
		switch {
		case err != nil:
			return err
		case ext == ".cpp":
			if mainCpp.Match(text) {
				out = append(out, &program{file: path})
			}
			return nil
		}
		if p := forLLI(path, string(text)); p != nil {
			out = append(out, p)
		} else if hasMain.Match(text) && bytes.Contains(text, []byte("@llvm.coro.")) {
			out = append(out, &program{file: path, coro: true})
		}
		return nil
	})
	return out, err
}

// forLLI returns the program that the first RUN line of lli runs, or nil.
func forLLI(path, text string) *program {
	text = strings.ReplaceAll(text, "\\\n", " ")
	for _, line := range runLine.FindAllStringSubmatch(text, -1) {
		m := lliWord.FindStringSubmatch(line[1])
		if m == nil || strings.Contains(line[1], "not ") || strings.Contains(line[1], "llvm-as") {
			continue
		}
		p := &program{}
		words := strings.Fields(strings.NewReplacer("%p", filepath.Dir(path), "%S", filepath.Dir(path), "%s", path).Replace(m[1]))
		for k := 0; k < len(words); k++ {
			w := words[k]
			_, module, _ := strings.Cut(w, "-extra-module=")
			_, entry, _ := strings.Cut(w, "-entry-function=")
			switch {
			case p.file != "":
				p.args = append(p.args, strings.Trim(w, `"'`))
			case module != "":
				p.extra = append(p.extra, module)
			case strings.HasSuffix(w, "-extra-module") && k+1 < len(words):
				k++
				p.extra = append(p.extra, words[k])
			case entry != "":
				p.entry = entry
			case !strings.HasPrefix(w, "-"):
				p.file = w
			}
		}
		if filepath.Ext(p.file) == ".ll" {
			return p
		}
	}
	return nil
}

// judge runs a program both ways.
func (p *program) judge(dir string) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.result = err.Error()
		return
	}
	var ref run
	file := p.file
	if filepath.Ext(file) == ".cpp" {
		var ok bool
		if file, ref, ok = p.compile(dir); !ok {
			return
		}
	} else {
		var ok bool
		if ref, ok = p.lli(dir); !ok {
			return
		}
	}
	args := []string{"run", "--max-steps=200000000"}
	if p.entry != "" {
		args = append(args, "--entry="+p.entry)
	}
	for _, x := range p.extra {
		args = append(args, "--extern="+x)
	}
	got := execute(*tool, append(append(args, file, "--"), p.args...)...)
	switch {
	case got.timeout:
		p.result = "does not end"
	case strings.Contains(got.err, ": unsupported: "):
		_, text, _ := strings.Cut(got.err, ": unsupported: ")
		p.result, p.detail = "cannot be run", firstLine(text)
	case strings.Contains(got.err, "corolower: ") && strings.Contains(got.err, " error: "):
		_, text, _ := strings.Cut(got.err, " error: ")
		p.result, p.detail = "is an error", firstLine(text)
	case got.code != ref.code || got.out != ref.out:
		p.result = "differs"
		p.detail = fmt.Sprintf("exit code %d, LLVM %d; output %.200q, LLVM %.200q", got.code, ref.code, got.out, ref.out)
	default:
		p.result = "the same"
	}
}

// lli runs a program with LLVM's tools.
func (p *program) lli(dir string) (run, bool) {
	text, err := os.ReadFile(p.file)
	if err != nil {
		p.result = err.Error()
		return run{}, false
	}
	if helpers := define(string(text)); helpers != "" && len(p.extra) == 0 {
		x := filepath.Join(dir, "helpers.ll")
		if err := os.WriteFile(x, []byte(helpers), 0o644); err != nil {
			p.result = err.Error()
			return run{}, false
		}
		p.extra = append(p.extra, x)
	}
	file := p.file
	if p.coro {
		file = filepath.Join(dir, "lowered.ll")
		if r := execute("opt-"+*version, "-passes=default<O0>", "-S", p.file, "-o", file); r.code != 0 {
			p.result, p.detail = "LLVM cannot run it", firstLine(r.err)
			return run{}, false
		}
	}
	var args []string
	for _, x := range p.extra {
		args = append(args, "-extra-module="+x)
	}
	if p.entry != "" {
		args = append(args, "-entry-function="+p.entry)
	}
	r := execute("lli-"+*version, append(append(args, file), p.args...)...)
	if r.timeout || strings.Contains(r.err, "lli") && (strings.Contains(r.err, "error") || r.code > 128 || r.code < 0) {
		p.result, p.detail = "LLVM cannot run it", firstLine(r.err)
		return r, false
	}
	return r, true
}

// compile builds a C++ program and runs it. It returns the module for the interpreter.
func (p *program) compile(dir string) (module string, ref run, ok bool) {
	module, program := filepath.Join(dir, "p.ll"), filepath.Join(dir, "p")
	common := []string{"-std=c++20", "-w", "-I", filepath.Dir(p.file), p.file}
	if *include != "" {
		common = append(common, "-I", *include)
	}
	for _, args := range [][]string{
		{"-O1", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-g", "-o", module},
		{"-O2", "-pthread", "-o", program},
	} {
		if r := execute("clang++-22", append(args, common...)...); r.code != 0 {
			p.result, p.detail = "clang cannot compile it", firstLine(r.err)
			return "", run{}, false
		}
	}
	ref = execute(program)
	if ref.timeout {
		p.result = "does not end when compiled"
		return "", ref, false
	}
	return module, ref, true
}

// execute runs a command.
func execute(name string, args ...string) run {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, name, args...)
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	r := run{out: out.String(), err: errs.String(), timeout: ctx.Err() != nil}
	var e *exec.ExitError
	switch {
	case errors.As(err, &e):
		if r.code = e.ExitCode(); r.code < 0 {
			r.code = 128 + 6 // a signal; programs here have no other than that of abort
		}
	case err != nil:
		r.code, r.err = -1, err.Error()
	}
	return r
}

// inLibrary are declared functions that need no definition.
var inLibrary = []string{"malloc", "free", "printf", "puts", "putchar", "exit", "abort", "memcpy", "memset", "memcmp",
	"strlen", "calloc", "realloc", "strcmp", "atoi", "rand", "srand", "fmod", "sin", "cos", "sqrt", "fflush", "write",
	"setjmp", "_setjmp", "longjmp", "atexit", "printf", "sprintf", "strtol", "__cxa_atexit"}

// define returns a module with the functions that a program declares and no library has.
func define(text string) string {
	var b strings.Builder
	for _, m := range declared.FindAllStringSubmatch(text, -1) {
		ret, name, params := m[2], m[3], m[4]
		if strings.HasPrefix(name, "llvm.") || strings.HasPrefix(name, "_") || slices.Contains(inLibrary, name) ||
			strings.Contains(params, "...") || strings.ContainsAny(ret, "{[<)}>]") {
			continue
		}
		types, values, format := "", "", ""
		for k, t := range strings.Split(params, ",") {
			f := strings.Fields(t)
			if len(f) == 0 {
				continue
			}
			types += fmt.Sprintf(", %s %%a%d", f[0], k)
			if f[0] == "i32" || f[0] == "i64" {
				values += fmt.Sprintf(", %s %%a%d", f[0], k)
				format += " %d"
			}
		}
		format = name + format
		fmt.Fprintf(&b, "@fmt.%s = private constant [%d x i8] c\"%s\\0A\\00\"\n", name, len(format)+2, format)
		fmt.Fprintf(&b, "define %s @%s(%s) {\n  %%r = call i32 (ptr, ...) @printf(ptr @fmt.%s%s)\n", ret, name,
			strings.TrimPrefix(types, ", "), name, values)
		switch ret {
		case "void":
			b.WriteString("  ret void\n}\n")
		default:
			fmt.Fprintf(&b, "  ret %s zeroinitializer\n}\n", ret)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "declare i32 @printf(ptr, ...)\n" + b.String()
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// report prints the counts, and why programs are not the same.
func report(list []*program, verbose bool) {
	counts, reasons := map[string]int{}, map[string]int{}
	for _, p := range list {
		counts[p.result]++
		if p.result != "the same" {
			reasons[p.result+": "+p.detail]++
		}
	}
	fmt.Printf("%d programs\n", len(list))
	for _, m := range []map[string]int{counts, reasons} {
		var keys []string
		for k := range m {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b string) int {
			if m[a] != m[b] {
				return m[b] - m[a]
			}
			return strings.Compare(a, b)
		})
		for _, k := range keys {
			fmt.Printf("%6d %s\n", m[k], k)
		}
		fmt.Println()
	}
	for _, p := range list {
		if verbose && p.result != "the same" {
			fmt.Printf("%s: %s: %s\n", p.file, p.result, p.detail)
		}
	}
}
