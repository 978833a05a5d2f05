// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// The function is a coroutine itself, not split yet; its frame is freed behind %cleanup.
const presplitHead = `define void @g() presplitcoroutine personality ptr @personality {
  %s = alloca ptr
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr @g, ptr null)
  %mem = call ptr @allocate(i1 true)
  %own = call ptr @llvm.coro.begin(token %id, ptr %mem)
`

const presplitTail = `
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %own)
  call void @release(ptr %m)
  br label %ret
ret:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}
`

var presplitCases = []struct {
	name string
	kind lifetime.MissKind
	text string
	body string
}{
	{"across a suspend", yes, "call fastcc void @f.cleanup(ptr %vFrame)", `
  %h = new
  %save = call token @llvm.coro.save(ptr null)
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %sp, label %ret [ i8 0, label %go
                              i8 1, label %kill ]
go:
  destroy %h
  br label %cleanup
kill:
  destroy %h
  br label %cleanup`},
	{"not destroyed when the function is", lifetime.MissPath, "", `
  %h = new
  %save = call token @llvm.coro.save(ptr null)
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %sp, label %ret [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  destroy %h
  br label %cleanup`},
	{"not destroyed where others write while the function is suspended", lifetime.MissEscape, "", `
  %flag = alloca i32
  %h = new
  store ptr %h, ptr @global
  call void @take.quiet(ptr %flag)
  store i32 0, ptr %flag
  %save = call token @llvm.coro.save(ptr null)
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  %v = load i32, ptr %flag
  %c = icmp eq i32 %v, 0
  br i1 %c, label %kill, label %cleanup
kill:
  destroy %h
  br label %cleanup`},
	{"destroyed behind the function's own coro.free", lifetime.MissPath, "", `
  %h = new
  %save = call token @llvm.coro.save(ptr null)
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %sp, label %ret [ i8 0, label %go
                              i8 1, label %go ]
go:
  %m2 = call ptr @llvm.coro.free(token %id, ptr %own)
  destroy %h
  br label %ret`},
	{"an awaited task in a variable", yes, "call fastcc void @f.cleanup(ptr %vFrame)", `
  %h = new
  store ptr %h, ptr %s
  %save = call token @llvm.coro.save(ptr null)
  invoke void @llvm.coro.await.suspend.void(ptr %s, ptr %own, ptr @look) to label %slept unwind label %pad
slept:
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %sp, label %ret [ i8 0, label %go
                              i8 1, label %go ]
go:
  %t = load ptr, ptr %s
  %c = icmp ne ptr %t, null
  br i1 %c, label %d, label %cleanup
d:
  destroy %t
  br label %cleanup
pad:
  %lp = landingpad { ptr, i32 } catch ptr null
  %t2 = load ptr, ptr %s
  destroy %t2
  br label %cleanup`},
	{"an awaiter that others come to know", lifetime.MissEscape, "await_suspend", `
  %h = new
  store ptr %h, ptr %s
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.void(ptr %s, ptr %own, ptr @keep2)
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %sp, label %ret [ i8 0, label %go
                              i8 1, label %go ]
go:
  %t = load ptr, ptr %s
  destroy %t
  br label %cleanup`},
	{"known while suspended, and destroyed before that or never", lifetime.MissPath, "the analysis loses the handle", `
  %h = new
  store ptr %h, ptr @global
  %now = call i1 @coin()
  br i1 %now, label %kill, label %wait
kill:
  destroy %h
  br label %cleanup
wait:
  %save = call token @llvm.coro.save(ptr null)
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %sp, label %ret [ i8 0, label %stop
                              i8 1, label %stop ]
stop:
  unreachable`},
	{"destroyed out of sight behind a suspend", lifetime.MissPath, "the analysis loses the handle while", `
  %h = new
  store ptr %h, ptr %s
  %save = call token @llvm.coro.save(ptr null)
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %sp, label %ret [ i8 0, label %go
                              i8 1, label %go ]
go:
  call void @drop(ptr %s)
  br label %cleanup`},
	{"a suspend that is no switch", yes, "", `
  %h = new
  %save = call token @llvm.coro.save(ptr null)
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  %asleep = icmp slt i8 %sp, 0
  %up = icmp eq i8 %sp, 0
  br i1 %up, label %go, label %other
go:
  destroy %h
  br label %cleanup
other:
  %killed = icmp eq i8 %sp, 1
  br i1 %killed, label %go, label %ret`},
	{"in a loop of suspends", yes, "", `
  br label %loop
loop:
  %h = new
  %save = call token @llvm.coro.save(ptr null)
  %sp = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %sp, label %ret [ i8 0, label %go
                              i8 1, label %kill ]
go:
  destroy %h
  br label %loop
kill:
  destroy %h
  br label %cleanup`},
}

// TestElidePresplit decides about coroutines created in a coroutine that was not split yet, and
// splits it.
func TestElidePresplit(t *testing.T) {
	for _, tc := range presplitCases {
		t.Run(tc.name, func(t *testing.T) {
			extra := "define void @keep2(ptr %this, ptr %h) {\n  store ptr %this, ptr @global\n  ret void\n}\n"
			c, g := elideUnit(t, extra+snippet(presplitHead+tc.body+presplitTail))
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			checkElided(t, c, g, tc.kind, tc.text)
			if _, err := c.SplitFunc(g); err != nil {
				t.Fatal(err)
			}
			if errs := ir.Verify(c.M); len(errs) > 0 {
				t.Fatalf("%v\n%s", errs, emit.FuncString(g))
			}
			_, frame, _ := strings.Cut(string(emit.Module(c.M)), "%g.Frame = type ")
			frame, _, _ = strings.Cut(frame, "\n")
			if strings.Contains(frame, "[48 x i8]") != (tc.kind == yes) {
				t.Errorf("the function's frame is %s", frame)
			}
		})
	}
}
