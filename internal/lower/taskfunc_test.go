// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

import (
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestTaskFunc: a call that differs from that of the runtime's allocator in one property is not one.
func TestTaskFunc(t *testing.T) {
	const declared = "declare swiftcc ptr @swift_task_alloc(i64)"
	for name, c := range map[string]struct {
		declare, call string
		is            bool
	}{
		"the call":                     {declared, "call swiftcc ptr @swift_task_alloc(i64 8)", true},
		"a tail call":                  {declared, "tail call swiftcc ptr @swift_task_alloc(i64 8)", true},
		"a call in place of this":      {declared, "musttail call swiftcc ptr @swift_task_alloc(i64 %n)", false},
		"with a bundle":                {declared, `call swiftcc ptr @swift_task_alloc(i64 8) [ "x"(i32 1) ]`, false},
		"of another convention":        {declared, "call ptr @swift_task_alloc(i64 8)", false},
		"of another type":              {declared, "call swiftcc ptr @swift_task_alloc(i32 8)", false},
		"of another function":          {"declare swiftcc ptr @swift_task_free(i64)", "call swiftcc ptr @swift_task_free(i64 8)", false},
		"of a local function":          {"define internal swiftcc ptr @swift_task_alloc(i64 %n) {\n ret ptr null\n}", "call swiftcc ptr @swift_task_alloc(i64 8)", false},
		"of a function of two":         {"declare swiftcc ptr @swift_task_alloc(i64, i64)", "call swiftcc ptr @swift_task_alloc(i64 8, i64 8)", false},
		"of a variadic function":       {"declare swiftcc ptr @swift_task_alloc(i64, ...)", "call swiftcc ptr (i64, ...) @swift_task_alloc(i64 8)", false},
		"of a function of a large one": {"declare swiftcc ptr @swift_task_alloc(i128)", "call swiftcc ptr @swift_task_alloc(i128 8)", false},
		"of a function of a pointer":   {"declare swiftcc ptr @swift_task_alloc(ptr)", "call swiftcc ptr @swift_task_alloc(ptr null)", false},
		"of a function to an integer":  {"declare swiftcc i64 @swift_task_alloc(i64)", "call swiftcc i64 @swift_task_alloc(i64 8)", false},
		"of a pointer":                 {declared, "call swiftcc ptr %p(i64 8)", false},
	} {
		end := "ret ptr null"
		if name == "a call in place of this" {
			end = "ret ptr %r"
		}
		text := c.declare + "\ndefine swiftcc ptr @f(i64 %n) {\n  %p = load ptr, ptr null\n  %r = " + c.call + "\n  " + end + "\n}\n"
		m, err := parse.Module("f.ll", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		var call *ir.Instr
		for i := range f.Instrs() {
			if i.IsCall() {
				call = i
			}
		}
		if got := taskFunc(call, taskAlloc) != nil; got != c.is {
			t.Errorf("%s: %v, want %v", name, got, c.is)
		}
	}
}
