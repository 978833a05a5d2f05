// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/test/lowertest"
)

// frameMemory lists coroutines whose frame lies in memory to which a parameter points. In each
// module, CLAIM marks the parameter, or the parameter of the declaration from which the named
// function takes its attributes.
var frameMemory = []struct{ name, module, function string }{
	{"the buffer of a ramp", edit(retconModule, "ptr %buf, i32 %n) presplit", "ptr CLAIM %buf, i32 %n) presplit"), "f"},
	{"the buffer of a continuation", edit(retconModule, "@proto(ptr, i1, i32)", "@proto(ptr CLAIM, i1, i32)"),
		"f.resume.0"},
	{"the buffer of a ramp that is resumed once", edit(onceModule, "ptr %buf, i32 %n) presplit",
		"ptr CLAIM %buf, i32 %n) presplit"), "f"},
	{"the buffer of a continuation that is called once", edit(onceModule, "@proto(ptr, i1)", "@proto(ptr CLAIM, i1)"),
		"f.resume.0"},
	{"an asynchronous context", edit(asyncModule, "ptr swiftasync %ctx, i32 %n) presplit",
		"ptr swiftasync CLAIM %ctx, i32 %n) presplit"), "f"},
}

func edit(text, old, new string) string {
	if strings.Count(text, old) != 1 {
		panic(old)
	}
	return strings.Replace(text, old, new, 1)
}

// spelled maps attributes to their text, if that differs from the name.
var spelled = map[string]string{"captures": "captures(none)", "initializes": "initializes((0, 8))", "align": "align 4",
	"dereferenceable": "dereferenceable(4)"}

func spell(claim string) string {
	if s := spelled[claim]; s != "" {
		return s
	}
	return claim
}

// firstParam splits the coroutine and returns the text of a function's first parameter.
func firstParam(t *testing.T, module, function string) string {
	t.Helper()
	c := lowertest.Load(t, module)
	if _, err := c.SplitFunc(c.M.Funcs[0]); err != nil {
		t.Fatal(err)
	}
	f, err := c.M.Func(function)
	if err != nil || f == nil {
		t.Fatalf("no @%s (%v)", function, err)
	}
	head, _, _ := strings.Cut(emit.FuncString(f), "\n")
	_, params, _ := strings.Cut(head, "@"+function+"(")
	first, _, ok := strings.Cut(params, " %")
	if !ok {
		t.Fatalf("no parameter: %s", head)
	}
	return first
}

// TestClaimsOfKept uses a parameter in each way, and says whether its claim captures(none) stays.
func TestClaimsOfKept(t *testing.T) {
	for use, stays := range map[string]bool{
		"": true, "load ptr, ptr %p": true, "store i32 0, ptr %p": true, "store ptr %p, ptr @g": false,
		"cmpxchg ptr @g, ptr %p, ptr null seq_cst seq_cst": false, "cmpxchg ptr @g, ptr null, ptr %p seq_cst seq_cst": false,
		"cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst": true, "atomicrmw xchg ptr @g, ptr %p seq_cst": false,
		"atomicrmw add ptr %p, i64 1 seq_cst": true, "call i32 @keep(ptr %p)": false, "call i32 @look(ptr %p)": true,
		"call i32 @look(ptr null) [ \"deopt\"(ptr %p) ]":                                           false,
		"getelementptr i8, ptr %p, i64 8\n  store ptr %x, ptr @g":                                  false,
		"getelementptr i8, ptr %p, i64 8\n  store i32 0, ptr %x":                                   true,
		"getelementptr i8, ptr %p, i64 8\n  %y = cmpxchg ptr @g, ptr null, ptr %x seq_cst seq_cst": false,
	} {
		code := use
		if use != "" && !strings.HasPrefix(use, "store") {
			code = "%x = " + use
		}
		c := lowertest.Load(t, `
define ptr @f(ptr captures(none) %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  `+code+`
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
@g = global ptr null
declare i32 @keep(ptr)
declare i32 @look(ptr captures(none))
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
`)
		f := c.M.Funcs[0]
		if _, err := c.SplitFunc(f); err != nil {
			t.Fatal(err)
		}
		if got := f.Params[0].Attrs.Has(c.M, "captures"); got != stays {
			t.Errorf("%q: the claim stays: %v", code, got)
		}
	}
}

// notOfFrames lists the claims that are false of memory that holds a frame. The table of claims
// must list exactly these.
var notOfFrames = []string{"nocapture", "captures", "initializes", "dead_on_return", "readnone", "readonly",
	"writeonly"}

// TestClaimsOfFrame checks that every function that receives the frame's memory loses the claims of
// the frontend that are false of a frame.
func TestClaimsOfFrame(t *testing.T) {
	if got := ir.Dropped(ir.ParamClaim, ir.IsFrame); !slices.Equal(got, notOfFrames) {
		t.Errorf("dropped are %q", got)
	}
	for _, x := range frameMemory {
		for _, n := range notOfFrames {
			text := firstParam(t, strings.Replace(x.module, "CLAIM", spell(n)+" nonnull", 1), x.function)
			if strings.Contains(text, n) || !strings.Contains(text, "nonnull") {
				t.Errorf("%s that claims %s: %s", x.name, n, text)
			}
		}
	}
}

// TestClaimsOfFrameWeakened checks the claims of a prototype about a continuation's buffer:
// splitting preserves them as far as they are true of the frame. noalias is dropped if other
// functions know an address in the frame; alignment and size become those of the buffer.
func TestClaimsOfFrameWeakened(t *testing.T) {
	known := edit(retconModule, "  %s = call", "  %x = alloca i32\n  call void @keep(ptr %x)\n"+
		"  %s = call") + "declare void @keep(ptr)\n"
	known = edit(known, "  call void @llvm.coro.end", "  call void @keep(ptr %x)\n  call void @llvm.coro.end")
	for _, c := range []struct{ name, module, claim, want, not string }{
		{"no address is known", retconModule, "noalias", "noalias", "CLAIM"},
		{"an address is known", known, "noalias", "ptr", "noalias"},
		{"alignment", known, "align 4", "align 8", "align 4"},
		{"size", known, "dereferenceable(4)", "dereferenceable(8)", "dereferenceable(4)"},
	} {
		text := firstParam(t, edit(c.module, "@proto(ptr, i1, i32)", "@proto(ptr "+c.claim+", i1, i32)"), "f.resume.0")
		if !strings.Contains(text, c.want) || strings.Contains(text, c.not) {
			t.Errorf("%s: %s of a buffer that claims %s", c.name, text, c.claim)
		}
	}
}
