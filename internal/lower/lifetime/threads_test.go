// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// TestOfItself: which part of a coroutine a call runs that passes the frame from which the function
// was read; -1: it may be another.
func TestOfItself(t *testing.T) {
	for code, want := range map[string]int64{
		"%c = load ptr, ptr %h\n call void %c(ptr %h)":                                            0,
		"%p = getelementptr i8, ptr %h, i64 0\n %c = load ptr, ptr %p\n call void %c(ptr %h)":     0,
		"%p = getelementptr i8, ptr %h, i64 8\n %c = load ptr, ptr %p\n call void %c(ptr %h)":     1,
		"%p = getelementptr ptr, ptr %h, i32 1\n %c = load ptr, ptr %p\n call void %c(ptr %h)":    1,
		"%p = getelementptr i8, ptr %h, i64 4\n %c = load ptr, ptr %p\n call void %c(ptr %h)":     -1,
		"%p = getelementptr i8, ptr %h, i64 16\n %c = load ptr, ptr %p\n call void %c(ptr %h)":    -1,
		"%p = getelementptr i8, ptr %h, i64 -8\n %c = load ptr, ptr %p\n call void %c(ptr %h)":    -1,
		"%p = getelementptr i8, ptr %h, i64 %n\n %c = load ptr, ptr %p\n call void %c(ptr %h)":    -1,
		"%p = getelementptr i8, ptr %other, i64 8\n %c = load ptr, ptr %p\n call void %c(ptr %h)": -1,
		"%c = load ptr, ptr %other\n call void %c(ptr %h)":                                        -1,
		"%c = load ptr, ptr %h\n call void %c(ptr %h, ptr %other)":                                -1,
		"%c = load ptr, ptr %h\n call void %c()":                                                  -1,
		"call void %other(ptr %h)":                                                                -1,
		"%c = call ptr @llvm.coro.subfn.addr(ptr %h, i8 0)\n call void %c(ptr %h)":                0,
		"%c = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)\n call void %c(ptr %h)":                1,
		"%c = call ptr @llvm.coro.subfn.addr(ptr %h, i8 2)\n call void %c(ptr %h)":                -1,
		"%c = call ptr @llvm.coro.subfn.addr(ptr %other, i8 1)\n call void %c(ptr %h)":            -1,
		"%c = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)\n call void %c(ptr %h)":        -1,
	} {
		m := module(t, "declare ptr @llvm.coro.subfn.addr(ptr, i8)\ndeclare ptr @llvm.coro.promise(ptr, i32, i1)\n"+
			"define void @f(ptr %h, ptr %other, i64 %n) {\n "+code+"\n ret void\n}\n")
		var call *ir.Instr
		for i := range function(m, "f").Instrs() {
			if i.IsCall() {
				call = i
			}
		}
		is, k := (&threads{fa: new(testEnv).facts(m)}).ofItself(call)
		if !is {
			k = -1
		}
		if k != want {
			t.Errorf("%s: part %d, want %d", code, k, want)
		}
	}
}
