// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/lower/lowertest"
	"github.com/corolower/corolower/internal/parse"
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

// TestLookThroughTextSize checks that what is known to be long is not read.
func TestLookThroughTextSize(t *testing.T) {
	c := lowertest.Load(t, tinyText)
	file, err := parse.Scan("test.ll", []byte(tinyText))
	if err != nil {
		t.Fatal(err)
	}
	c.M = file.NewUnit() // in which nothing is loaded
	f := fn(t, c, "f")
	if err := f.Load(); err != nil {
		t.Fatal(err)
	}
	rest := &lowertest.File{Sizes: map[string]int{"value": 1 << 20, "ready": 100}}
	c.Elide.File = rest
	if _, err := c.Elide.LookThrough(f); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(rest.Read, " ")
	if strings.Contains(all, "value") || !strings.Contains(all, "ready") {
		t.Errorf("read are %s", all)
	}
}
