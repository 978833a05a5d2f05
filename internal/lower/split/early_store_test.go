// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/split"
)

// looping is a coroutine with a variable of a loop, %sum, that crosses a suspend. NEXT computes its
// next value, LAST follows before the loop goes on, SAVE is before the suspend, and KILL runs when the
// coroutine is destroyed there.
const looping = `
define ptr @f(i64 %n, ptr %out, i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @get(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %sum = phi i64 [ 0, %entry ], [ %next, %latch ]
  SAVE
  %s = call i8 @llvm.coro.suspend(token %t, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %killed
  ]
killed:
  KILL
  br label %cleanup
resumed:
  %x = call i64 @value(i64 %sum)
  %y = add i64 %x, 7
  NEXT
  LAST
latch:
  br label %loop
other:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %again
    i8 1, label %cleanup
  ]
again:
  %u = call i64 @value(i64 OTHER)
  br label %cleanup
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @drop(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @get(i64)
declare void @drop(ptr)
declare i64 @value(i64)
declare void @release(ptr)
declare void @see(i64)
declare void @give(ptr, ptr)
`

// TestEarlyStores checks where the next value of a loop's variable is stored before a call.
func TestEarlyStores(t *testing.T) {
	for name, k := range map[string]struct {
		save, next, last, other, kill string
		early                         bool
	}{
		"before a call":        {early: true},
		"a phi":                {next: "br i1 %c, label %a, label %b a: %m = mul i64 %y, 3 br label %b b: %next = phi i64 [ %m, %a ], [ %y, %resumed ]", early: true},
		"no call":              {last: "br label %latch"},
		"two uses":             {last: "call void @release(ptr %out) %v = call i64 @value(i64 %next) br label %latch"},
		"the result of a call": {next: "%next = call i64 @value(i64 %y)"},
		"a phi of calls":       {next: "br i1 %c, label %a, label %b a: %m = call i64 @value(i64 3) br label %b b: %next = phi i64 [ %m, %a ], [ %y, %resumed ]"},
		// Where %other reads it, the frame must still hold the old value.
		"the old value is read": {last: "call void @release(ptr %out) br i1 %c, label %latch, label %other", other: "%sum"},
		"another value is read": {last: "call void @release(ptr %out) br i1 %c, label %latch, label %other", other: "%n", early: true},
		"another value has the bytes": {next: "%q = call i64 @value(i64 1) %next = mul i64 %y, 3",
			last: "call void @release(ptr %out) br i1 %c, label %latch, label %other", other: "%q"},
		"another value gets the bytes": {last: "call void @release(ptr %out) %q = call i64 @value(i64 1) br i1 %c, label %latch, label %other",
			other: "%q", early: true},
		// After the call, another thread may resume the coroutine.
		"the handle was given away": {last: "call void @give(ptr %out, ptr %hdl) br label %latch",
			next: "call void @give(ptr %out, ptr %hdl) %next = mul i64 %y, 3"},
		// If the call throws, the coroutine counts as suspended where it was resumed.
		"a destroy reads the old value": {kill: "call void @see(i64 %sum)"},
		"a destroy after no exception":  {kill: "call void @see(i64 %sum)", last: "call void @release(ptr %out) nounwind br label %latch", early: true},
		"a destroy reads another value": {kill: "call void @see(i64 %n)", early: true},
		"given away afterwards":         {last: "call void @give(ptr %out, ptr %hdl) br label %latch", early: true},
	} {
		t.Run(name, func(t *testing.T) {
			for p, with := range map[*string]string{
				&k.save: "%t = call token @llvm.coro.save(ptr %hdl)", &k.next: "%next = mul i64 %y, 3",
				&k.last: "call void @release(ptr %out) br label %latch", &k.other: "1",
				&k.kill: "call void @see(i64 1)",
			} {
				if *p == "" {
					*p = with
				}
			}
			text := strings.NewReplacer("SAVE", k.save, "NEXT", k.next, "LAST", k.last, "OTHER", k.other, "KILL", k.kill).Replace(looping)
			_, body := splitYields(t, text, split.Options{ReuseStorage: true})
			resume := body["f.resume"]
			got := strings.Count(resume, "store i64 %next,") == 1
			if got != k.early {
				t.Errorf("stored early: %v, want %v\n%s", got, k.early, resume)
			}
		})
	}
}

// TestEarlyStoresUnwound: an unwinding coro.end makes the coroutine count as suspended at its final
// suspend. There, the frame must hold the old value if a destroy reads it.
func TestEarlyStoresUnwound(t *testing.T) {
	for _, k := range []struct {
		final, killed string
		early         bool
	}{
		{"i1 true", "%sum", false},
		{"i1 true", "1", true},
		{"i1 false", "1", true}, // without a final suspend, it counts as suspended where it was resumed
	} {
		text := strings.NewReplacer("presplitcoroutine {", "presplitcoroutine personality ptr @p {",
			"token none, i1 false)\n  switch i8 %s2", "token none, "+k.final+")\n  switch i8 %s2",
			"i8 0, label %again\n    i8 1, label %cleanup", "i8 0, label %cleanup\n    i8 1, label %again",
			"SAVE", "%t = call token @llvm.coro.save(ptr %hdl)", "KILL", "", "OTHER", k.killed,
			"NEXT", "br i1 %c, label %go, label %other go: %next = mul i64 %y, 3",
			"LAST", "invoke void @release(ptr %out) to label %latch unwind label %pad pad: %e = landingpad { ptr, i32 } cleanup "+
				"call void @llvm.coro.end(ptr %hdl, i1 true, token none) unreachable").Replace(looping)
		_, body := splitYields(t, text+"declare i32 @p(...)\n", split.Options{ReuseStorage: true})
		resume := body["f.resume"]
		if got := strings.Count(resume, "store i64 %next,") == 1; got != k.early {
			t.Errorf("final %s, a destroy there reads %s: stored early: %v, want %v\n%s", k.final, k.killed, got, k.early, resume)
		}
	}
}

// TestLateStores checks when the store at a loop's head is removed, because all edges to the head
// have a store.
func TestLateStores(t *testing.T) {
	for name, k := range map[string]struct {
		replace     []string // pairs for looping, before its places are filled
		last, other string
		late        bool
	}{
		"one way in": {},
		"two ways in": {replace: []string{"  br label %loop\nloop:", "  br i1 %c, label %in, label %also\nin:\n  br label %loop\nalso:\n  br label %loop\nloop:",
			"[ 0, %entry ]", "[ 0, %in ], [ 5, %also ]"}},
		"three ways in": {late: true, replace: []string{"  br label %loop\nloop:", "  switch i64 %n, label %in [ i64 3, label %also\n i64 5, label %third ]\nin:\n" +
			"  br label %loop\nalso:\n  br label %loop\nthird:\n  br label %loop\nloop:", "[ 0, %entry ]", "[ 0, %in ], [ 5, %also ], [ 7, %third ]"}},
		"another way back": {last: "call void @release(ptr %out) br i1 %c, label %latch, label %more more: %o = call i64 @value(i64 7) br label %loop",
			replace: []string{"[ %next, %latch ]", "[ %next, %latch ], [ %o, %more ]"}},
		// The bytes hold %q when control comes to the head.
		"another value gets the bytes": {late: true, other: "%q",
			last: "call void @release(ptr %out) %q = call i64 @value(i64 1) br i1 %c, label %latch, label %other"},
	} {
		t.Run(name, func(t *testing.T) {
			if k.last == "" {
				k.last = "call void @release(ptr %out) br label %latch"
			}
			if k.other == "" {
				k.other = "1"
			}
			text := strings.NewReplacer("SAVE", "%t = call token @llvm.coro.save(ptr %hdl)", "NEXT", "%next = mul i64 %y, 3",
				"LAST", k.last, "OTHER", k.other, "KILL", "call void @see(i64 1)").Replace(strings.NewReplacer(k.replace...).Replace(looping))
			_, body := splitYields(t, text, split.Options{ReuseStorage: true})
			// The resume part has the early store, and a store on each other way back.
			want := 1 + strings.Count(k.last, "label %more ")
			if k.late {
				want++
			}
			resume := body["f.resume"]
			if got := strings.Count(resume, ", ptr %sum.spill.addr"); got != want {
				t.Errorf("%d stores of the variable instead of %d\n%s", got, want, resume)
			}
			first := "store i64 %.loop, ptr %sum.spill.addr"
			if k.late {
				first = "store i64 %sum, ptr %sum.spill.addr"
			}
			if !strings.Contains(body["f"], first) {
				t.Errorf("the ramp has no %s\n%s", first, body["f"])
			}
		})
	}
}
