// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
)

// TestResumeEntry: a function that begins a coroutine with continuations stores one of them. If it
// calls the resume part by name, it must store the resume part instead, which does not store the
// next continuation. If only the frame says how to resume the coroutine, the continuation stays.
func TestResumeEntry(t *testing.T) {
	const resume = "call fastcc void @f.resume(ptr %"
	for _, tc := range []struct {
		name, body string
		stays      bool
		calls      string
	}{
		{"elided, resumed by name", "%h = new\nstore ptr @f.resume.1, ptr %h\nresume %h\ndestroy %h\nret void", false, resume},
		{"not elided, resumed by name", "%h = new\nstore ptr @f.resume.1, ptr %h\nresume %h\nstore ptr %h, ptr @global\nret void",
			false, resume},
		{"not resumed", "%h = new\nstore ptr @f.resume.1, ptr %h\ndestroy %h\nret void", true, "@f.cleanup"},
		{"resumed through the frame", "%h = new\nstore ptr @f.resume.1, ptr %h\nstore ptr %h, ptr @global\n" +
			"%x = load ptr, ptr @global\nresume %x\nret void", true, "@llvm.coro.subfn.addr(ptr %x"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := snippet("define internal fastcc void @f.resume.1(ptr %f) {\n  ret void\n}\n" +
				"define void @g() nounwind {\n" + tc.body + "\n}\n")
			table := "[3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]"
			if !strings.Contains(text, table) {
				t.Fatal("no table in the text")
			}
			text = strings.Replace(text, table, "[5 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup, ptr null, ptr @f.resume.1]", 1)
			c, g := elideUnit(t, text)
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			out := emit.FuncString(g)
			if strings.Contains(out, "store ptr @f.resume.1, ") != tc.stays ||
				strings.Contains(out, "store ptr @f.resume, ") == tc.stays || !strings.Contains(out, tc.calls) {
				t.Errorf("wrong:\n%s", out)
			}
		})
	}
}

// TestDropContinuations: the ramp of a coroutine stores the resume part if the unit elides all its
// frames. It keeps the continuations if a function may create another frame: if it calls the ramp,
// stores a continuation itself, or is unknown.
func TestDropContinuations(t *testing.T) {
	const creates = "%h = new\nstore ptr @f.resume.1, ptr %h\n"
	const elides = "define void @g() nounwind {\n" + creates + "resume %h\ndestroy %h\nret void\n}\n"
	for _, tc := range []struct {
		name, ramp, part, more string
		unknown, stays         bool
	}{
		{name: "elided"},
		{name: "not elided", more: "define void @k() {\n" + creates + "store ptr %h, ptr @global\nret void\n}\n", stays: true},
		{name: "called", more: "define void @k() {\ncall ptr @f()\nret void\n}\n", stays: true},
		{name: "creates itself", part: "call ptr @f()\n", stays: true},
		{name: "named by a part", part: "store ptr @f.resume.1, ptr %f\n"},
		{name: "an unknown function", unknown: true, stays: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := snippet("define internal fastcc void @f.resume.1(ptr %f) {\n" + tc.part + "ret void\n}\n" + elides + tc.more)
			table := "[3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]"
			text = strings.Replace(text, table, "[5 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup, ptr null, ptr @f.resume.1]", 1)
			const declared = "declare ptr @f()\n"
			if !strings.Contains(text, declared) {
				t.Fatal("no ramp in the text")
			}
			text = strings.Replace(text, declared, strings.TrimPrefix(snippet("define ptr @f() {\n"+creates+"ret ptr %h\n}\n"), elideHead), 1)
			c, g := elideUnit(t, text)
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			for _, x := range c.M.Funcs {
				if err := x.Load(); err != nil {
					t.Fatal(err)
				}
			}
			f, _ := c.M.Func("f")
			c.Elide.DropContinuations(f, func(*ir.Func) ([]ir.Value, bool) { return nil, !tc.unknown })
			out := emit.FuncString(f)
			if strings.Contains(out, "store ptr @f.resume.1, ") != tc.stays || strings.Contains(out, "store ptr @f.resume, ") == tc.stays {
				t.Errorf("wrong:\n%s", out)
			}
		})
	}
}
