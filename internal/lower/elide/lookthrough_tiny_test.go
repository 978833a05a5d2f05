// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/test/lowertest"
)

// tinyText is a coroutine that asks each of some functions something: before the suspend, between
// save and suspend, where await_suspend has thrown, and behind the suspend.
const tinyText = `
@tls = thread_local global i32 0
@seen = global i32 0

define ptr @f(ptr %awaiter) presplitcoroutine personality ptr @personality {
entry:
  %promise = alloca { i32, i32 }
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @make.promise(ptr %promise)
  call void @count()
  %own = call ptr @own()
  %many = call i32 @many(ptr %awaiter)
  %lots = call i32 @many(ptr %promise)
  call void @calls(ptr %awaiter)
  %ready = call i1 @ready(ptr %awaiter)
  br i1 %ready, label %go, label %wait

wait:
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @await_suspend(ptr %awaiter)
  invoke void @llvm.coro.await.suspend.void(ptr %awaiter, ptr %hdl, ptr @wrapper)
    to label %suspend unwind label %thrown

suspend:
  call void @await_suspend(ptr %awaiter)
  %late = call i32 @many(ptr %promise)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %end [
    i8 0, label %go
    i8 1, label %free
  ]

go:
  %v = call i32 @value(ptr %awaiter)
  %at = getelementptr { i32, i32 }, ptr %promise, i32 0, i32 1
  store i32 %v, ptr %at
  %both = add i32 %lots, %many
  %sink = add i32 %v, %both
  call void @use(ptr %own, i32 %sink)
  br label %free

thrown:
  %lp = landingpad { ptr, i32 }
    cleanup
  call void @on.throw(ptr %promise)
  br label %free

free:
  %gone = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %gone)
  br label %end

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @make.promise(ptr %this) nounwind {
  %slot = alloca ptr
  store ptr %this, ptr %slot
  %self = load ptr, ptr %slot
  store i32 7, ptr %self
  ret void
}

define void @count() nounwind {
  %n = load i32, ptr @seen
  %m = add i32 %n, 1
  store i32 %m, ptr @seen
  ret void
}

define ptr @own() nounwind {
  ret ptr @tls
}

define i32 @many(ptr %p) nounwind {
  %a = load volatile i32, ptr %p
  %b = load volatile i32, ptr %p
  %c = load volatile i32, ptr %p
  %d = load volatile i32, ptr %p
  %e = load volatile i32, ptr %p
  %f = load volatile i32, ptr %p
  %g = load volatile i32, ptr %p
  %h = add i32 %a, %g
  ret i32 %h
}

define void @calls(ptr %p) {
  call void @use(ptr %p, i32 0)
  ret void
}

define i1 @ready(ptr %p) nounwind {
  %yes = call i1 @yes()
  ret i1 %yes
}

define i1 @yes() nounwind {
  ret i1 false
}

define void @await_suspend(ptr %p) nounwind {
  store ptr %p, ptr @seen
  ret void
}

define void @on.throw(ptr %p) nounwind {
  store i32 -1, ptr %p
  ret void
}

define i32 @value(ptr %p) nounwind {
  %a = load i32, ptr %p
  ret i32 %a
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare i32 @personality(...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr, i32)
declare void @wrapper(ptr, ptr)
`

// TestLookThroughTiny checks which calls go into a coroutine before it is split, and that nothing
// goes into a function that is none.
func TestLookThroughTiny(t *testing.T) {
	c := lowertest.Load(t, tinyText)
	f := fn(t, c, "f")
	if !look(t, c, f) {
		t.Fatal("nothing is inlined")
	}
	text := emit.FuncString(f)
	for _, name := range []string{"make.promise", "count", "value", "on.throw", "yes"} {
		if strings.Contains(text, "@"+name+"(") {
			t.Errorf("@%s is not inlined", name)
		}
	}
	for name, n := range map[string]int{"own": 1, "many": 2, "calls": 1, "await_suspend": 2} {
		if got := strings.Count(text, "@"+name+"("); got != n {
			t.Errorf("@%s is called %d times, want %d", name, got, n)
		}
	}
	if t.Failed() {
		t.Log(text)
	}

	c = lowertest.Load(t, strings.ReplaceAll(tinyText, ") presplitcoroutine personality", ") personality"))
	if f := fn(t, c, "f"); look(t, c, f) {
		t.Errorf("a function that is no coroutine is changed:\n%s", emit.FuncString(f))
	}
}

// TestLookThroughFinal asks whether a final suspend happens, which it never does. In a coroutine that
// an exception can leave the call stays, unless there is no other suspend.
func TestLookThroughFinal(t *testing.T) {
	const text = `
define ptr @f(ptr %awaiter) presplitcoroutine personality ptr @personality {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  ; FIRST
  invoke void @throws() to label %last unwind label %pad
last:
  %ready = call i1 @yes(ptr %awaiter)
  br i1 %ready, label %free, label %wait
wait:
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 true)
  switch i8 %s, label %end [
    i8 0, label %trap
    i8 1, label %free
  ]
trap:
  unreachable
pad:
  %lp = landingpad { ptr, i32 }
    cleanup
  call void @llvm.coro.end(ptr %hdl, i1 true, token none)
  resume { ptr, i32 } %lp
free:
  %gone = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %gone)
  br label %end
end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
define i1 @yes(ptr %this) nounwind {
  ret i1 true
}
declare void @throws()
declare i32 @personality(...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`
	const first = "%s0 = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
		"  switch i8 %s0, label %end [\n    i8 0, label %go\n    i8 1, label %free\n  ]\ngo:"
	for edited, stays := range map[string]bool{text: false, strings.Replace(text, "; FIRST", first, 1): true} {
		c := lowertest.Load(t, edited)
		f := fn(t, c, "f")
		look(t, c, f)
		if got := emit.FuncString(f); strings.Contains(got, "@yes(") != stays {
			t.Errorf("the call should stay: %v\n%s", stays, got)
		}
	}
}

// TestLookThroughTextSize checks that what is known to be long is not read.
func TestLookThroughTextSize(t *testing.T) {
	c := lowertest.Load(t, tinyText)
	long := strings.Replace(tinyText, "define i32 @value(ptr %p) nounwind {\n",
		"define i32 @value(ptr %p) nounwind {\n"+strings.Repeat("; long\n", 10000), 1)
	file, err := parse.Scan("test.ll", []byte(long))
	if err != nil {
		t.Fatal(err)
	}
	c.M = file.NewUnit() // in which nothing is loaded
	f := fn(t, c, "f")
	if err := f.Load(); err != nil {
		t.Fatal(err)
	}
	c.Elide.Bodies.File = file
	c.Elide.Bodies.Own(f)
	if _, err := c.Elide.LookThrough(f, false); err != nil {
		t.Fatal(err)
	}
	if value, ready := fn(t, c, "value").Loaded(), fn(t, c, "ready").Loaded(); value || !ready {
		t.Errorf("@value is read: %t, @ready: %t", value, ready)
	}
}

// iteratorText is a coroutine whose local %it is the iterator of a generator, and a function that
// advances it.
const iteratorText = `
@tls = thread_local global i32 0
@seen = global ptr null

define ptr @f(ptr %generator, ptr %awaiter) presplitcoroutine personality ptr @personality {
entry:
  %it = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %generator, ptr %it
  br label %loop

loop:
  BEFORE
  %r = invoke ptr @next(ptr %it) to label %more unwind label %thrown

more:
  AFTER
  %v = load ptr, ptr %it
  %save = call token @llvm.coro.save(ptr %hdl)
  WAITING
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %end [
    i8 0, label %loop
    i8 1, label %free
  ]

thrown:
  %lp = landingpad { ptr, i32 }
    cleanup
  br label %free

free:
  %gone = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %gone)
  br label %end

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @next(ptr %this) ATTRS {
  %h = load ptr, ptr %this
  %resume = load ptr, ptr %h
  call void %resume(ptr %h)
  BODY
  ret ptr %this
}

define void @look(ptr %p) {
  %h = load ptr, ptr %p
  call void @use(ptr %h, i32 1)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare i32 @personality(...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr, i32)
`

// TestFreeLocals checks which functions with calls go into a coroutine because that takes a local
// out of memory.
func TestFreeLocals(t *testing.T) {
	for name, k := range map[string]struct {
		before, after, waiting, body, attrs string
		calls                               int // of next that remain
	}{
		"only accesses":      {},
		"another accessor":   {before: "call void @look(ptr %it)"},
		"kept by the callee": {body: "store ptr %this, ptr @seen", calls: 1},
		"kept by another":    {before: "call void @use(ptr %it, i32 0)", calls: 1},
		"result is kept":     {after: "store ptr %r, ptr @seen", calls: 1},
		"result is read":     {after: "%w = load ptr, ptr %r"},
		"volatile":           {after: "%w = load volatile ptr, ptr %it", calls: 1},
		"noinline":           {attrs: "noinline", calls: 1},
		"of a thread":        {body: "store i32 1, ptr @tls", calls: 1},
		"variable later":     {body: "%a = alloca i64 call void @use(ptr %a, i32 0)"},
		"variable in a loop": {body: "br label %on on: %a = alloca i64 call void @use(ptr %a, i32 0) " +
			"%again = icmp eq ptr %h, null br i1 %again, label %on, label %out out:", calls: 1},
		"large": {body: strings.Repeat("call void @use(ptr %h, i32 1) ", 6), calls: 1},
		// the call in the loop is inlined, and the one before the suspend is not
		"while it suspends": {waiting: "call ptr @next(ptr %it)", calls: 1},
	} {
		t.Run(name, func(t *testing.T) {
			c := lowertest.Load(t, strings.NewReplacer("BEFORE", k.before, "AFTER", k.after, "WAITING", k.waiting, "BODY",
				k.body, "ATTRS", k.attrs).Replace(iteratorText))
			f := fn(t, c, "f")
			look(t, c, f)
			text := emit.FuncString(f)
			if got := strings.Count(text, "@next("); got != k.calls || strings.Contains(text, "@look(") && k.calls == 0 ||
				strings.Contains(text, "alloca") && strings.LastIndex(text, " alloca") > strings.Index(text, "coro.begin") {
				t.Errorf("@next is called %d times, want %d\n%s", got, k.calls, text)
			}
		})
	}
}
