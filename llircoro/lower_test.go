// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"

	"github.com/corolower/corolower/llircoro"
)

// The programs are squares and Fibonacci numbers, primes by trial division, and generators that run
// other generators.
var testGens = []generator{
	{"squares", []string{"n"}, []stmt{
		while{num(1), []stmt{
			yield{bin{"*", ref("n"), ref("n")}},
			assign{"n", bin{"+", ref("n"), num(1)}},
		}},
	}},
	{"fibonacci", nil, []stmt{
		assign{"b", num(1)},
		while{num(1), []stmt{
			yield{ref("a")},
			assign{"next", bin{"+", ref("a"), ref("b")}},
			assign{"a", ref("b")},
			assign{"b", ref("next")},
		}},
	}},
	{"primes", []string{"limit"}, []stmt{
		assign{"p", num(2)},
		while{bin{"<", ref("p"), ref("limit")}, []stmt{
			assign{"prime", num(1)},
			assign{"d", num(2)},
			while{bin{"<", bin{"*", ref("d"), ref("d")}, bin{"+", ref("p"), num(1)}}, []stmt{
				when{bin{"==", bin{"%", ref("p"), ref("d")}, num(0)}, []stmt{assign{"prime", num(0)}}},
				assign{"d", bin{"+", ref("d"), num(1)}},
			}},
			when{ref("prime"), []stmt{yield{ref("p")}}},
			assign{"p", bin{"+", ref("p"), num(1)}},
		}},
	}},
	{"sums", []string{"limit"}, []stmt{
		each{"p", "primes", []expr{ref("limit")}, []stmt{
			assign{"sum", bin{"+", ref("sum"), ref("p")}},
			yield{ref("sum")},
		}},
	}},
	// The digits of a number by recursion, with one coroutine for each digit.
	{"digits", []string{"n"}, []stmt{
		when{bin{"<", num(9), ref("n")}, []stmt{
			assign{"last", bin{"%", ref("n"), num(10)}},
			assign{"k", num(0)},
			// There is no division: k becomes n/10.
			while{bin{"<", bin{"*", bin{"+", ref("k"), num(1)}, num(10)}, bin{"+", ref("n"), num(1)}}, []stmt{
				assign{"k", bin{"+", ref("k"), num(1)}},
			}},
			each{"d", "digits", []expr{ref("k")}, []stmt{yield{ref("d")}}},
			assign{"n", ref("last")},
		}},
		yield{ref("n")},
	}},
	{"nothing", nil, nil},
}

var testProgram = []take{
	{"squares", []int64{3}, 5}, {"squares", []int64{-2}, 1}, {"fibonacci", nil, 30}, {"primes", []int64{60}, 1000},
	{"primes", []int64{2}, 10}, {"sums", []int64{30}, 100}, {"digits", []int64{4096}, 10},
	{"nothing", nil, 3}, {"fibonacci", nil, 0},
}

// TestGenerators compiles the programs with each pipeline and with clang, and runs them.
func TestGenerators(t *testing.T) {
	clang := needTool(t, "clang-14")
	var want bytes.Buffer
	interpret(&want, testGens, testProgram)
	for _, passes := range []string{"", "default<O0>", "coro-early,coro-split,coro-cleanup"} {
		for _, level := range []string{"-O0", "-O2"} {
			t.Run(passes+level, func(t *testing.T) {
				m := compile(testGens, testProgram)
				lowered, _, err := llircoro.Lower(m, llircoro.Options{Passes: passes})
				if err != nil {
					t.Fatal(err)
				}
				if s := lowered.String(); strings.Contains(s, "call token @llvm.coro") ||
					strings.Contains(s, "@llvm.coro.suspend(token none") {
					t.Error("coroutine intrinsics are left")
				}
				dir := t.TempDir()
				src, exe := filepath.Join(dir, "p.ll"), filepath.Join(dir, "p")
				if err := os.WriteFile(src, []byte(lowered.String()), 0o666); err != nil {
					t.Fatal(err)
				}
				if out, err := exec.Command(clang, level, "-Wno-override-module", "-o", exe,
					src).CombinedOutput(); err != nil {
					t.Fatalf("clang: %v\n%s", err, out)
				}
				got, err := exec.Command(exe).CombinedOutput()
				if err != nil || !bytes.Equal(got, want.Bytes()) {
					t.Errorf("%v; printed\n%s\nwant\n%s", err, got, want.Bytes())
				}
			})
		}
	}
}

func needTool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}

// TestLower checks the results of Lower other than the module.
func TestLower(t *testing.T) {
	m := compile(testGens, testProgram)
	before := m.String()
	lowered, remarks, err := llircoro.Lower(m, llircoro.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m.String() != before {
		t.Error("the module was changed")
	}
	var split []llircoro.Remark
	for _, r := range remarks {
		if r.Pass == "coro-split" {
			split = append(split, r)
		}
	}
	if len(split) != len(testGens) {
		t.Fatalf("%d remarks, want one a generator: %v", len(split), remarks)
	}
	r := split[0]
	if r.Kind != "Passed" || r.Pass != "coro-split" || r.Name != "CoroSplit" || r.Function != "squares" ||
		!strings.HasPrefix(r.Message, "Split 'squares' (frame_size=") {
		t.Errorf("remark %+v", r)
	}
	if len(r.Args) != 3 || r.Args[1].Key != "frame_size" || !strings.Contains(r.Message,
		"frame_size="+r.Args[1].Value+",") {
		t.Errorf("arguments %v", r.Args)
	}
	names := map[string]bool{}
	for _, f := range lowered.Funcs {
		names[f.Name()] = len(f.Blocks) > 0
	}
	for _, name := range []string{"squares", "squares.resume", "squares.destroy", "digits.resume"} {
		if !names[name] {
			t.Errorf("there is no function %s", name)
		}
	}
	again, _, err := llircoro.Lower(lowered, llircoro.Options{})
	if err != nil || again.String() != lowered.String() {
		t.Errorf("lowering twice: %v", err)
	}
}

// broken returns a generator in a module with a mistake.
func broken(spoil func(m *ir.Module, f *ir.Func)) *ir.Module {
	m := compile(testGens[:1], nil)
	for _, f := range m.Funcs {
		if f.Name() == "squares" {
			spoil(m, f)
		}
	}
	return m
}

func TestErrors(t *testing.T) {
	plain := func(*ir.Module, *ir.Func) {}
	for _, tc := range []struct {
		name  string
		spoil func(m *ir.Module, f *ir.Func)
		opts  llircoro.Options
		want  string
		fn    string
	}{
		{"no begin", func(_ *ir.Module, f *ir.Func) { dropCall(f, "llvm.coro.begin") }, llircoro.Options{},
			"coro.begin", "squares"},
		{"missing attribute", func(_ *ir.Module, f *ir.Func) { f.FuncAttrs = nil }, llircoro.Options{}, "presplit",
			"squares"},
		{"bad passes", plain, llircoro.Options{Passes: "coro-splt"}, "coro-splt", ""},
		{"no terminator", func(_ *ir.Module, f *ir.Func) { f.Blocks[0].Term = nil }, llircoro.Options{}, "squares", ""},
		{"nil function", func(m *ir.Module, _ *ir.Func) { m.Funcs = append(m.Funcs, nil) }, llircoro.Options{},
			"nil", ""},
		{"wrong type", func(_ *ir.Module, f *ir.Func) {
			f.Blocks[0].Insts = append(f.Blocks[0].Insts, ir.NewBitCast(f.Params[0], types.Float))
		}, llircoro.Options{}, "", "squares"},
		{"unknown word", func(_ *ir.Module, f *ir.Func) { f.FuncAttrs = append(f.FuncAttrs, word("banana")) },
			llircoro.Options{}, "banana", "squares"},
		{"not in llir", func(_ *ir.Module, f *ir.Func) { f.FuncAttrs = append(f.FuncAttrs, word("optdebug")) },
			llircoro.Options{}, "llir cannot hold", "squares"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, _, err := llircoro.Lower(broken(tc.spoil), tc.opts)
			if err == nil || got != nil {
				t.Fatalf("no error")
			}
			var l llircoro.Errors
			if !errors.As(err, &l) || len(l) == 0 {
				t.Fatalf("error %T: %v", err, err)
			}
			if !strings.Contains(l[0].Error(), tc.want) || l[0].Function != tc.fn || l[0].Module != "minigen" {
				t.Errorf("error %q in function %q, want %q in %q", l[0].Error(), l[0].Function, tc.want, tc.fn)
			}
			if l[0].Line > 0 && l[0].Text == "" {
				t.Errorf("%v: a line without its text", l[0])
			}
		})
	}
	var warned []*llircoro.Error
	m := broken(func(_ *ir.Module, f *ir.Func) { f.FuncAttrs = nil })
	_, _, err := llircoro.Lower(m, llircoro.Options{Lax: true,
		Warn: func(e *llircoro.Error) { warned = append(warned, e) }})
	if err != nil || len(warned) != 1 || warned[0].Rule != "presplit-missing" ||
		warned[0].Hint == "" || len(warned[0].Notes) == 0 {
		t.Errorf("Lax: error %v, warnings %v", err, warned)
	}
	if _, _, err := llircoro.Lower(nil, llircoro.Options{}); err == nil {
		t.Error("a nil module is no error")
	}
}

// word is a function attribute that llir does not know.
type word string

func (w word) String() string { return string(w) }
func (word) IsFuncAttribute() {}

// dropCall removes a call of an intrinsic and replaces its result by null.
func dropCall(f *ir.Func, name string) {
	for _, b := range f.Blocks {
		for i, inst := range b.Insts {
			call, ok := inst.(*ir.InstCall)
			if !ok {
				continue
			}
			if callee, ok := call.Callee.(*ir.Func); !ok || callee.Name() != name {
				continue
			}
			b.Insts = append(b.Insts[:i:i], b.Insts[i+1:]...)
			for _, b := range f.Blocks {
				for _, u := range b.Insts {
					replace(u, call)
				}
				replace(b.Term, call)
			}
			return
		}
	}
}

func replace(user interface{}, old *ir.InstCall) {
	switch u := user.(type) {
	case *ir.InstCall:
		for i, a := range u.Args {
			if a == old {
				u.Args[i] = null
			}
		}
	case *ir.TermRet:
		if u.X == old {
			u.X = null
		}
	}
}

// TestDebugInfo checks that a module keeps its metadata.
func TestDebugInfo(t *testing.T) {
	m := compile(testGens[:2], testProgram[:1])
	file := &metadata.DIFile{MetadataID: -1, Filename: "gen.mg", Directory: "/src"}
	unit := &metadata.DICompileUnit{MetadataID: -1, Distinct: true, Language: 12, File: file, Producer: "minigen",
		EmissionKind: 1}
	types := &metadata.DISubroutineType{MetadataID: -1, Types: &metadata.Tuple{MetadataID: -1}}
	m.MetadataDefs = append(m.MetadataDefs, file, unit, types.Types, types)
	m.NamedMetadataDefs["llvm.dbg.cu"] = &metadata.NamedDef{Name: "llvm.dbg.cu", Nodes: []metadata.Node{unit}}
	version := &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{
		constant.NewInt(i32, 2), &metadata.String{Value: "Debug Info Version"}, constant.NewInt(i32, 3)}}
	m.MetadataDefs = append(m.MetadataDefs, version)
	m.NamedMetadataDefs["llvm.module.flags"] = &metadata.NamedDef{Name: "llvm.module.flags",
		Nodes: []metadata.Node{version}}
	for _, f := range m.Funcs {
		if len(f.Blocks) == 0 {
			continue
		}
		sp := &metadata.DISubprogram{MetadataID: -1, Distinct: true, Name: f.Name(), Scope: file, File: file, Line: 1,
			Type: types, IsDefinition: true, Unit: unit}
		at := &metadata.DILocation{MetadataID: -1, Line: 2, Column: 3, Scope: sp}
		m.MetadataDefs = append(m.MetadataDefs, sp, at)
		f.Metadata = append(f.Metadata, &metadata.Attachment{Name: "dbg", Node: sp})
		for _, b := range f.Blocks {
			for _, i := range b.Insts {
				if c, ok := i.(*ir.InstCall); ok {
					c.Metadata = append(c.Metadata, &metadata.Attachment{Name: "dbg", Node: at})
				}
			}
		}
	}
	lowered, _, err := llircoro.Lower(m, llircoro.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := lowered.String()
	for _, want := range []string{`name: "squares"`, "!dbg !", `!llvm.dbg.cu`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in the output", want)
		}
	}
	opt := needTool(t, "opt-14")
	cmd := exec.Command(opt, "-passes=verify", "-disable-output")
	cmd.Stdin = strings.NewReader(out)
	if msg, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(msg), "invalid debug info") {
		t.Errorf("opt-14: %v\n%s", err, msg)
	}
}

// ExampleLower builds a coroutine that suspends once, and lowers it.
func ExampleLower() {
	m := compile([]generator{{"one", nil, []stmt{yield{num(1)}}}}, nil)
	lowered, remarks, err := llircoro.Lower(m, llircoro.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range lowered.Funcs {
		if len(f.Blocks) > 0 {
			fmt.Println(f.Name())
		}
	}
	fmt.Println(remarks[0])
	// Output:
	// one
	// main
	// one.resume
	// one.destroy
	// Split 'one' (frame_size=32, align=8)
}
