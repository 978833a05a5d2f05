// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// TestSSARepairSwap checks that swapped definitions read the old values before either is written.
func TestSSARepairSwap(t *testing.T) {
	m := load(t, `
declare void @use(i32)
define i32 @f(i32 %x, i1 %c) {
entry:
  %a = add i32 %x, 1
  %b = add i32 %x, 2
  br label %mid
mid:
  %s = sub i32 %a, %b
  call void @use(i32 %s)
  br i1 %c, label %copy, label %out
copy:
  br label %mid
out:
  ret i32 %a
}`)
	f, _ := m.Func("f")
	named := map[string]*ir.Instr{}
	var block *ir.Block
	for b := f.Entry(); b != nil; b = b.Next() {
		if b.Name() == "copy" {
			block = b
		}
		for i := b.First(); i != nil; i = i.Next() {
			named[i.Name()] = i
		}
	}
	opt.RepairSwap(m, f, named["a"], named["b"], block)
	if errs := ir.VerifyFunc(f); len(errs) > 0 {
		t.Fatal(errs)
	}
	text := emit.FuncString(f)
	for _, want := range []string{"%0 = phi i32 [ %a, %entry ], [ %1, %copy ]",
		"%1 = phi i32 [ %b, %entry ], [ %0, %copy ]", "%s = sub i32 %0, %1", "ret i32 %0"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestThreadShapes checks that copies are valid if the block is in a loop with two entries,
// branches to itself, or follows an invoke whose result it receives, and if a value of the block is
// an argument of a musttail call or used only by a debug record.
func TestThreadShapes(t *testing.T) {
	const decls = `
declare i32 @get()
declare void @use(i32)
declare i32 @pers(...)
`
	for name, k := range map[string]struct{ text, has string }{
		"two entries": {`
define i32 @f(i1 %c, i1 %d, ptr %p) {
entry:
  br i1 %c, label %one, label %two
one:
  %w = phi i1 [ true, %entry ], [ false, %two ], [ %d, %back ]
  %l = load i32, ptr %p
  %s = select i1 %w, i32 %l, i32 4
  br i1 %w, label %two, label %three
two:
  %v = phi i32 [ 0, %entry ], [ %s, %one ]
  call void @use(i32 %v)
  br i1 %d, label %one, label %out
three:
  call void @use(i32 %l)
  br label %back
back:
  br label %one
out:
  %r = phi i32 [ %v, %two ]
  ret i32 %r
}`, ""},
		"itself": {`
define i32 @f(i1 %c, i1 %d, ptr %p) {
entry:
  br i1 %c, label %one, label %two
two:
  call void @use(i32 2)
  br label %one
one:
  %w = phi i1 [ true, %entry ], [ false, %two ], [ %w, %one ]
  %l = phi i32 [ 1, %entry ], [ 2, %two ], [ 3, %one ]
  br i1 %w, label %out, label %one
out:
  ret i32 %l
}`, ""},
		"invoke": {`
define i32 @f(i1 %c, i1 %d, ptr %p) personality ptr @pers {
entry:
  br i1 %c, label %a, label %b
a:
  %x = invoke i32 @get() to label %on unwind label %pad
b:
  call void @use(i32 1)
  br label %on
on:
  %v = phi i32 [ %x, %a ], [ 7, %b ]
  %w = phi i1 [ true, %a ], [ false, %b ]
  %l = load i32, ptr %p
  %s = select i1 %w, i32 %l, i32 %v
  br i1 %w, label %yes, label %no
yes:
  call void @use(i32 %v)
  br label %no
no:
  %k = add i32 %s, %v
  ret i32 %k
pad:
  %q = landingpad { ptr, i32 } cleanup
  ret i32 0
}`, "call void @use(i32 %x)"},
		"musttail": {`
define i32 @f(i1 %c, i1 %d, ptr %p) {
entry:
  br i1 %c, label %a, label %b
a:
  call void @use(i32 1)
  br label %on
b:
  br label %on
on:
  %w = phi i1 [ true, %a ], [ %d, %b ]
  %q = phi ptr [ null, %a ], [ %p, %b ]
  %n = getelementptr i8, ptr %q, i64 4
  br i1 %w, label %yes, label %no
yes:
  %r = musttail call i32 @f(i1 %c, i1 %w, ptr %n)
  ret i32 %r
no:
  ret i32 0
}`, "musttail call i32 @f(i1 %c, i1 %"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, pass := range []func(*ir.Module, *ir.Func) bool{opt.ThreadConstants, opt.ThreadLoops,
				opt.ThreadAndSimplifyCFG} {
				m := load(t, decls+k.text)
				f, _ := m.Func("f")
				pass(m, f)
				text := emit.FuncString(f)
				if errs := ir.VerifyFunc(f); len(errs) > 0 || strings.Contains(text, "poison") ||
					!strings.Contains(text, k.has) {
					t.Errorf("%v\n%s", errs, text)
				}
			}
		})
	}
}
