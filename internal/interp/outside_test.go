// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/parse"
)

const retconDecls = `
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare { i1, i32 } @llvm.coro.suspend.retcon(...)
declare token @llvm.coro.end.results(...)
declare void @llvm.coro.end(ptr, i1, token)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
declare { ptr, i32 } @proto(ptr, i1, i32)
declare i32 @once(ptr, i1, i32)
declare ptr @take(i64)
declare void @give(ptr)
define { ptr, i32 } @count(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %t = call token @llvm.coro.alloca.alloc.i64(i64 4, i32 4)
  %p = call ptr @llvm.coro.alloca.get(token %t)
  store i32 %n, ptr %p
  br label %loop
loop:
  %v = load i32, ptr %p
  %r = call { i1, i32 } (...) @llvm.coro.suspend.retcon(i32 %v)
  %stop = extractvalue { i1, i32 } %r, 0
  %in = extractvalue { i1, i32 } %r, 1
  %w = add i32 %v, %in
  store i32 %w, ptr %p
  br i1 %stop, label %end, label %loop
end:
  call void @llvm.coro.alloca.free(token %t)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define { ptr, i32 } @single(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buf, ptr @once, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call { i1, i32 } (...) @llvm.coro.suspend.retcon(i32 %n)
  %in = extractvalue { i1, i32 } %r, 1
  %w = mul i32 %n, %in
  %e = call token (...) @llvm.coro.end.results(i32 %w)
  call void @llvm.coro.end(ptr %h, i1 false, token %e)
  unreachable
}
`

// TestRetcon runs coroutines with returned continuations that are not lowered.
func TestRetcon(t *testing.T) {
	out, code, failure := run(t, layout+retconDecls+`define i32 @main() {
  %buf = alloca [8 x i8], align 8
  %a = call { ptr, i32 } @count(ptr %buf, i32 5)
  %f = extractvalue { ptr, i32 } %a, 0
  %v = extractvalue { ptr, i32 } %a, 1
  call i32 (ptr, ...) @printf(ptr @d, i32 %v)
  %b = call { ptr, i32 } %f(ptr %buf, i1 false, i32 7)
  %g = extractvalue { ptr, i32 } %b, 0
  %w = extractvalue { ptr, i32 } %b, 1
  call i32 (ptr, ...) @printf(ptr @d, i32 %w)
  %c = call { ptr, i32 } %g(ptr %buf, i1 true, i32 0)
  %h = extractvalue { ptr, i32 } %c, 0
  %over = icmp eq ptr %h, null
  %x = zext i1 %over to i32
  call i32 (ptr, ...) @printf(ptr @d, i32 %x)
  %d = call { ptr, i32 } @single(ptr %buf, i32 6)
  %i = extractvalue { ptr, i32 } %d, 0
  %y = call i32 %i(ptr %buf, i1 false, i32 7)
  ret i32 %y }`, interp.Options{})
	if failure != "" || out != "5\n12\n1\n" || code != 42 {
		t.Errorf("%s: %d, %q", failure, code, out)
	}
	_, _, failure = run(t, layout+retconDecls+`define i32 @main() {
  %buf = alloca [8 x i8], align 8
  %a = call { ptr, i32 } @count(ptr %buf, i32 5)
  %f = extractvalue { ptr, i32 } %a, 0
  %b = call { ptr, i32 } %f(ptr %buf, i1 false, i32 7)
  %c = call { ptr, i32 } %f(ptr %buf, i1 true, i32 0)
  ret i32 0 }`, interp.Options{})
	if !strings.Contains(failure, "coroutine @count is continued with the continuation of an earlier suspend") {
		t.Error(failure)
	}
}

// TestMasked runs masked accesses in the forms of LLVM 22 and of earlier versions.
func TestMasked(t *testing.T) {
	out, _, failure := run(t, layout+`
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, <2 x i1>)
declare void @llvm.masked.scatter.v2i32.v2p0(<2 x i32>, <2 x ptr>, i32, <2 x i1>)
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, <2 x i1>, <2 x i32>)
define i32 @main() {
  %p = alloca <2 x i32>
  store <2 x i32> <i32 1, i32 2>, ptr %p
  call void @llvm.masked.store.v2i32.p0(<2 x i32> <i32 3, i32 4>, ptr %p, <2 x i1> <i1 false, i1 true>)
  %a = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 8, <2 x i1> <i1 true, i1 false>, <2 x i32> <i32 8, i32 9>)
  %b = extractelement <2 x i32> %a, i32 0
  %c = extractelement <2 x i32> %a, i32 1
  %q = getelementptr i32, ptr %p, i32 1
  %v = insertelement <2 x ptr> zeroinitializer, ptr %q, i32 0
  %g = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %v, <2 x i1> <i1 true, i1 false>, <2 x i32> zeroinitializer)
  %d = extractelement <2 x i32> %g, i32 0
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> <i32 5, i32 6>, <2 x ptr> %v, i32 4, <2 x i1> <i1 true, i1 false>)
  %e = load i32, ptr %q
  call i32 (ptr, ...) @printf(ptr @d, i32 %b)
  call i32 (ptr, ...) @printf(ptr @d, i32 %c)
  call i32 (ptr, ...) @printf(ptr @d, i32 %d)
  call i32 (ptr, ...) @printf(ptr @d, i32 %e)
  ret i32 0 }`, interp.Options{})
	if failure != "" || out != "1\n9\n4\n5\n" {
		t.Errorf("%s: %q", failure, out)
	}
	_, _, failure = run(t, layout+`
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
define i32 @main() {
  %p = alloca i32, align 4
  call void @llvm.masked.store.v2i32.p0(<2 x i32> <i32 3, i32 4>, ptr %p, i32 8, <2 x i1> <i1 true, i1 false>)
  ret i32 0 }`, interp.Options{})
	if !strings.Contains(failure, "write of a misaligned address") {
		t.Errorf("an object has more than its alignment: %s", failure)
	}
}

// TestOutside asks about memory from outside: a variable of a coroutine lives as long as the
// coroutine, and what the ramp uses after coro.end as long as the ramp.
func TestOutside(t *testing.T) {
	const text = layout + generator + `
declare void @know(ptr)
declare i64 @live(i64)
@g = global i64 77
define ptr @dies() presplitcoroutine {
entry:
  %x = alloca i64
  %ret = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i64 5, ptr %x
  store ptr %hdl, ptr %ret
  call void @know(ptr %x)
  call void @know(ptr %ret)
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @llvm.coro.destroy(ptr %hdl)
  %a = call i64 @live(i64 0)
  %b = call i64 @live(i64 1)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [ i8 0, label %go i8 1, label %clean ]
go:
  br label %clean
clean:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  %r = load ptr, ptr %ret
  ret ptr %r
}
define i32 @main() {
  %h = call ptr @dies()
  ret i32 3
}`
	m, err := parse.Module("t.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var last [2]uint64
	for k, skip := range []int{0, 100} {
		p, err := interp.LoadSkipping(m, skip)
		if err != nil {
			t.Fatal(err)
		}
		mach := p.New(interp.Options{})
		var known []uint64
		var answers []bool
		p.Extern("know", func(_ *interp.Thread, a []uint64) uint64 {
			o := mach.Object(a[0])
			if !o.Live || o.Start != a[0] || o.Size != 8 || o.Handle == 0 || o.Frame {
				t.Errorf("%+v", o)
			}
			known = append(known, a[0])
			return 0
		})
		p.Extern("live", func(_ *interp.Thread, a []uint64) uint64 {
			_, ok := mach.Word(known[a[0]])
			if o := mach.Object(known[a[0]]); o.Live != ok {
				t.Errorf("%+v", o)
			}
			answers = append(answers, ok)
			return 0
		})
		if code, err := mach.Run("main"); code != 3 || err != nil {
			t.Fatal(code, err)
		}
		if len(answers) != 2 || answers[0] || !answers[1] {
			t.Errorf("after the destruction the variables live: %v", answers)
		}
		last[k], _ = p.Global("g")
		if x, ok := mach.Word(last[k]); x != 77 || !ok {
			t.Error("the global is not found")
		}
		if code, ended := mach.Ended(); !ended || code != 3 {
			t.Error("the program has not ended")
		}
	}
	if last[0] == last[1] {
		t.Error("two programs have the same addresses")
	}
	p := load(t, layout+"declare void @no()\ndefine i32 @main() {\n  call void @no()\n  ret i32 0\n}")
	p.Extern("no", func(t *interp.Thread, _ []uint64) uint64 { t.Fail("%d is wrong", 7); return 0 })
	var e *interp.Error
	if _, err := p.New(interp.Options{}).Run("main"); !errors.As(err, &e) || e.Finding.Msg != "7 is wrong" {
		t.Error(err)
	}
}

// TestOutsideLifetime runs a coroutine to its end inside its ramp. The clean-up in the resumption
// ends the lifetime of the return object, which is the ramp's: the parts have one of their own.
func TestOutsideLifetime(t *testing.T) {
	const text = layout + generator + `
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @inside() presplitcoroutine {
entry:
  %ret = alloca i32, !coro.outside.frame !0
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %ret)
  store i32 7, ptr %ret
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @llvm.coro.resume(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [ i8 0, label %go i8 1, label %clean ]
go:
  call void @llvm.lifetime.start.p0(ptr %ret)
  br label %clean
clean:
  call void @llvm.lifetime.end.p0(ptr %ret)
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  %r = load i32, ptr %ret
  call void @llvm.lifetime.end.p0(ptr %ret)
  ret i32 %r
}
define i32 @main() {
  %r = call i32 @inside()
  ret i32 %r
}
!0 = !{}`
	if _, code, failure := run(t, text, interp.Options{}); failure != "" || code != 7 {
		t.Errorf("%d, %s", code, failure)
	}
	late := strings.Replace(text, "  %r = load i32, ptr %ret\n  call void @llvm.lifetime.end.p0(ptr %ret)",
		"  call void @llvm.lifetime.end.p0(ptr %ret)\n  %r = load i32, ptr %ret", 1)
	if _, _, failure := run(t, late, interp.Options{}); !strings.Contains(failure, "outside its lifetime") {
		t.Errorf("a read after the ramp's own lifetime.end: %q", failure)
	}
}
