// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// memoryShapes maps names to builders of large functions with memory, with a given number of slots
// or blocks.
var memoryShapes = map[string]func(n int) string{
	// slots that are live throughout a chain of diamonds, each of which writes one slot
	"diamonds": func(n int) string {
		var b strings.Builder
		b.WriteString("define i32 @f(i32 %x, i1 %c) {\nentry:\n")
		for i := range n {
			b.WriteString("  %s" + num(i) + " = alloca i32\n  store i32 " + num(i) + ", ptr %s" + num(i) + "\n")
		}
		b.WriteString("  br label %b0\n")
		for i := range n {
			k := num(i)
			b.WriteString("b" + k + ":\n  br i1 %c, label %t" + k + ", label %b" + num(i+1) + "\nt" + k + ":\n" +
				"  %v" + k + " = load i32, ptr %s" + k +
				"\n  %w" + k + " = add i32 %v" + k + ", %x\n  store i32 %w" + k + ", ptr %s" + k + "\n" +
				"  br label %b" + num(i+1) + "\n")
		}
		b.WriteString("b" + num(n) + ":\n  %r = load i32, ptr %s0\n  ret i32 %r\n}\n")
		return b.String()
	},
	// one slot that every block of a loop reads and writes
	"loop": func(n int) string {
		var b strings.Builder
		b.WriteString("define i32 @f(i32 %x, i1 %c) {\nentry:\n  %s = alloca i32\n  store i32 0, ptr %s\n" +
			"  br label %b0\n")
		for i := range n {
			k := num(i)
			b.WriteString("b" + k + ":\n  %v" + k + " = load i32, ptr %s\n  %w" + k + " = add i32 %v" + k + ", %x\n" +
				"  store i32 %w" + k +
				", ptr %s\n  br i1 %c, label %b" + num((i*7+3)%n) + ", label %b" + num(i+1) + "\n")
		}
		b.WriteString("b" + num(n) + ":\n  %r = load i32, ptr %s\n  ret i32 %r\n}\n")
		return b.String()
	},
	// structs that are copied one to the next; the fields of the first are written and those of the
	// last are read
	"copies": func(n int) string {
		var b strings.Builder
		b.WriteString("%s = type { i32, ptr, i64 }\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n" +
			"define i64 @f(i32 %x, i1 %c) {\nentry:\n")
		for i := range n {
			b.WriteString("  %s" + num(i) + " = alloca %s\n")
		}
		b.WriteString("  %p = getelementptr %s, ptr %s0, i32 0, i32 2\n  store i64 5, ptr %p\n")
		for i := range n - 1 {
			b.WriteString("  call void @llvm.memcpy.p0.p0.i64(ptr %s" + num(i+1) + ", ptr %s" + num(i) +
				", i64 24, i1 false)\n")
		}
		b.WriteString("  %q = getelementptr %s, ptr %s" + num(n-1) + ", i32 0, i32 2\n  %r = load i64, ptr %q\n" +
			"  ret i64 %r\n}\n")
		return b.String()
	},
	// the address of each slot is stored in the previous one
	"addresses": func(n int) string {
		var b strings.Builder
		b.WriteString("define ptr @f() {\nentry:\n")
		for i := range n {
			b.WriteString("  %s" + num(i) + " = alloca ptr\n")
		}
		for i := range n - 1 {
			b.WriteString("  store ptr %s" + num(i+1) + ", ptr %s" + num(i) + "\n")
		}
		b.WriteString("  ret ptr %s0\n}\n")
		return b.String()
	},
	// the suspends of a coroutine, each of which may be the one that a destroy starts at
	"suspends": func(n int) string {
		var b strings.Builder
		b.WriteString("declare i8 @llvm.coro.suspend(token, i1)\ndeclare void @use(i32)\n" +
			"define void @f(i32 %x) presplitcoroutine {\nentry:\n")
		for i := range n {
			b.WriteString("  %s" + num(i) + " = alloca i32\n  store i32 %x, ptr %s" + num(i) + "\n")
		}
		b.WriteString("  br label %b0\n")
		for i := range n {
			k := num(i)
			b.WriteString("b" + k + ":\n  %v" + k + " = load i32, ptr %s" + k + "\n" +
				"  call void @use(i32 %v" + k + ")\n  %w" + k + " = add i32 %v" + k +
				", 1\n  store i32 %w" + k + ", ptr %s" + k + "\n" +
				"  %u" + k + " = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
				"  switch i8 %u" + k + ", label %end [ i8 0, label %b" + num(i+1) + " ]\n")
		}
		b.WriteString("b" + num(n) + ":\n  br label %end\nend:\n  ret void\n}\n")
		return b.String()
	},
	// one expression repeatedly, in nested branches on known conditions
	"expressions": func(n int) string {
		var b strings.Builder
		b.WriteString("declare void @use(i32)\ndefine void @f(i32 %x, i32 %y) {\nentry:\n  br label %b0\n")
		for i := range n {
			k := num(i)
			b.WriteString("b" + k + ":\n  %a" + k + " = add i32 %x, " + num(i%7) + "\n" +
				"  call void @use(i32 %a" + k + ")\n  %c" + k +
				" = icmp ult i32 %a" + k + ", %y\n  br i1 %c" + k + ", label %b" + num(i+1) + ", label %end\n")
		}
		b.WriteString("b" + num(n) + ":\n  br label %end\nend:\n  ret void\n}\n")
		return b.String()
	},
}

func layout(t testing.TB) *target.Layout {
	l, err := target.ParseLayout("e-m:e-i64:64-n8:16:32:64-S128")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestScaleScalars runs large inputs, which would not finish with quadratic cost, and verifies the
// results.
func TestScaleScalars(t *testing.T) {
	for name, shape := range memoryShapes {
		t.Run(name, func(t *testing.T) {
			n := 10000
			if name == "diamonds" || name == "suspends" {
				n = 1000 // each slot is live in n blocks
			}
			m := load(t, shape(n))
			f, _ := m.Func("f")
			opt.Simplify(m, f, layout(t))
			if errs := ir.VerifyFunc(f); len(errs) > 0 {
				t.Error(errs)
			}
		})
	}
}

func BenchmarkSimplify(b *testing.B) {
	for _, name := range []string{"diamonds", "loop", "copies", "addresses", "suspends", "expressions"} {
		for _, n := range []int{2000, 10000} {
			text := memoryShapes[name](n)
			b.Run(name+"/"+num(n), func(b *testing.B) {
				l := layout(b)
				for b.Loop() {
					b.StopTimer()
					m := load(b, text)
					f, _ := m.Func("f")
					b.StartTimer()
					opt.Simplify(m, f, l)
				}
			})
		}
	}
}
