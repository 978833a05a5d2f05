// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// overtakenText is a coroutine whose object %a is last needed before four values that are live
// across the next suspend. SAVE stands for code between a coro.save and its suspend, and BACK for
// code on the path back to the caller.
const overtakenText = `
define ptr @f(i1 %k) presplitcoroutine personality ptr @unwinds {
entry:
  %a = alloca [4 x i64], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @fill(ptr %a)
  %save = call token @llvm.coro.save(ptr %hdl)
  SAVE
  br label %rest

rest:
  %s0 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  %r = load i64, ptr %a, align 8
  call void @put(i64 %r)
  %b = call i64 @get(i64 1)
  %c = call i64 @get(i64 2)
  %d = call i64 @get(i64 3)
  %e = call i64 @get(i64 4)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %leave [
    i8 0, label %behind
    i8 1, label %cleanup
  ]

behind:
  call void @put(i64 %b)
  call void @put(i64 %c)
  call void @put(i64 %d)
  call void @put(i64 %e)
  call void @llvm.lifetime.end.p0(ptr %a)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %leave

suspend:
  BACK
  br label %leave

leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @late(ptr %this, ptr %h) {
  store i64 1, ptr %this, align 8
  call void @resume(ptr %h)
  store i64 99, ptr %this, align 8
  ret void
}
define void @early(ptr %this, ptr %h) {
  %n = load i64, ptr %this, align 8
  store i64 %n, ptr @g, align 8
  call void @resume(ptr %h)
  ret void
}
define void @deep(ptr %this, ptr %h) {
  call void @late(ptr %this, ptr %h)
  ret void
}
define void @leaf(ptr %this, ptr %h) {
  store ptr %h, ptr @g, align 8
  store i64 5, ptr %this, align 8
  ret void
}
define void @behindLeaf(ptr %this, ptr %h) {
  call void @leaf(ptr %this, ptr %h)
  %n = load i64, ptr %this, align 8
  store i64 %n, ptr @g, align 8
  call void @resume(ptr %h)
  ret void
}
define void @boxed(ptr %this, ptr %h) {
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @resume(ptr %h)
  %this1 = load ptr, ptr %this.addr, align 8
  %p = getelementptr i64, ptr %this1, i64 2
  store i64 99, ptr %p, align 8
  ret void
}
define void @around(ptr %this, ptr %h, i1 %k) {
  br label %loop
loop:
  %n = load i64, ptr %this, align 8
  call void @resume(ptr %h)
  br i1 %k, label %loop, label %out
out:
  ret void
}
define void @chosen(ptr %this, ptr %h, i1 %k) {
  %p = select i1 %k, ptr %this, ptr @g
  call void @resume(ptr %h)
  store i64 99, ptr %p, align 8
  ret void
}
define void @copied(ptr %this, ptr %h) {
  call void @resume(ptr %h)
  call void @llvm.memcpy.p0.p0.i64(ptr %this, ptr @g, i64 32, i1 false)
  ret void
}
define void @released(ptr %this) {
  store atomic i64 1, ptr @g release, align 8
  %n = load i64, ptr %this, align 8
  store i64 %n, ptr @h, align 8
  ret void
}
define void @caught(ptr %this, ptr %h) personality ptr @unwinds {
  invoke void @mayThrow() readnone to label %out unwind label %thrown
thrown:
  %lp = landingpad { ptr, i32 } catch ptr null
  call void @resume(ptr %h)
  %n = load i64, ptr %this, align 8
  store i64 %n, ptr @h, align 8
  br label %out
out:
  %m = load i64, ptr %this, align 8
  ret void
}
define void @uncaught(ptr %this, ptr %h) personality ptr @unwinds {
  invoke void @mayThrow() nounwind readnone to label %out unwind label %thrown
thrown:
  %lp = landingpad { ptr, i32 } catch ptr null
  call void @resume(ptr %h)
  %n = load i64, ptr %this, align 8
  store i64 %n, ptr @h, align 8
  br label %out
out:
  %m = load i64, ptr %this, align 8
  ret void
}
declare void @mayThrow()
define void @swaps(ptr %this) {
  %n = atomicrmw add ptr %this, i64 1 seq_cst
  ret void
}
define void @again(ptr %this, ptr %h, i1 %k) {
  br i1 %k, label %more, label %out
more:
  call void @again(ptr %this, ptr %h, i1 false)
  %n = load i64, ptr %this, align 8
  br label %out
out:
  ret void
}
define linkonce void @replaced(ptr %this, ptr %h) {
  ret void
}
define ptr @back(ptr %this) {
  ret ptr %this
}
@g = global [4 x i64] zeroinitializer
@h = global i64 0
declare i32 @unwinds(...)
declare i64 @get(i64)
declare void @put(i64)
declare void @fill(ptr captures(none))
declare void @unknown(ptr captures(none))
declare void @reads(ptr captures(none)) memory(read)
declare void @resume(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`

// carefree assumes that no call lets other code run. A tool that trusts attributes which state that
// no other code captures an address would make this error.
type carefree struct{}

func (carefree) HandsOn(*ir.Instr) bool          { return false }
func (carefree) TouchesLate(*ir.Instr, int) bool { return false }

const none = "ptr captures(none) %a"

// TestProofOfOvertaken plants the same error in each coroutine: the analysis assumes that callees
// access nothing while other code may run. The check must find the error if the assumption is
// false, and nothing if it is true. Without the planted error the frame passes the check.
func TestProofOfOvertaken(t *testing.T) {
	const resume = "call void @resume(ptr %hdl)\n  "
	for _, x := range []struct {
		name, save, back string
		wrong            bool
	}{
		{"nothing", "", "", false},
		{"a call that writes behind a resume", "call void @late(" + none + ", ptr %hdl)", "", true},
		{"one that only reads in front of it", "call void @early(" + none + ", ptr %hdl)", "", false},
		{"a call of one that does", "call void @deep(" + none + ", ptr %hdl)", "", true},
		{"a call that lets nobody run", "call void @leaf(" + none + ", ptr %hdl)", "", false},
		{"one that reads behind such a call", "call void @behindLeaf(" + none + ", ptr %hdl)", "", false},
		{"an address in a variable of the callee", "call void @boxed(" + none + ", ptr %hdl)", "", true},
		{"a read that a loop brings behind the resume", "call void @around(" + none + ", ptr %hdl, i1 %k)", "", true},
		{"one of two addresses", "call void @chosen(" + none + ", ptr %hdl, i1 %k)", "", true},
		{"a copy into it", "call void @copied(" + none + ", ptr %hdl)", "", true},
		{"a read behind a release", "call void @released(" + none + ")", "", true},
		{"a resume in the handler of an exception", "call void @caught(" + none + ", ptr %hdl)", "", true},
		{"the handler of a call that does not throw", "call void @uncaught(" + none + ", ptr %hdl)", "", false},
		{"an atomic change of its own", "call void @swaps(" + none + ")", "", false},
		{"a cycle of calls", "call void @again(" + none + ", ptr %hdl, i1 true)", "", true},
		{"a body that the linker may replace", "call void @replaced(" + none + ", ptr %hdl)", "", true},
		{"a function that is not known", "call void @unknown(" + none + ")", "", true},
		{"one that only reads memory", "call void @reads(" + none + ")", "", false},
		{"a call that gets a copy", "call void @late(ptr byval([4 x i64]) align 8 %a, ptr %hdl)", "", false},
		{"a call that gets a copy behind another", resume + "call void @late(ptr byval([4 x i64]) align 8 %a, ptr " +
			"%hdl)", "", true},
		{"a harmless call behind another", resume + "call void @leaf(" + none + ", ptr %hdl)", "", true},
		{"a store behind a call", resume + "store i64 99, ptr %a, align 8", "", true},
		{"a store in front of it", "store i64 99, ptr %a, align 8\n  call void @resume(ptr %hdl)", "", false},
		{"a load behind a plain store", "store ptr %hdl, ptr @h, align 8\n  %l = load i64, ptr %a, align 8\n" +
			"  store i64 %l, ptr @g, align 8", "", false},
		{"a store on the way back", "", resume + "store i64 99, ptr %a, align 8", true},
		{"a store on the way back, behind a call in front of the suspend", resume, "store i64 99, ptr %a, align 8",
			true},
		{"a load where it does not return", resume + "br i1 %k, label %rest, label %dead\n\ndead:\n" +
			"  %l = load i64, ptr %a, align 8\n  store i64 %l, ptr @g, align 8\n  unreachable\n\nunused:", "", true},
		{"a load where an exception of who was resumed comes",
			"invoke void @resume(ptr %hdl) to label %rest unwind label %thrown\n\nthrown:\n" +
				"  %lp = landingpad { ptr, i32 } cleanup\n  %l = load i64, ptr %a, align 8\n" +
				"  store i64 %l, ptr @g, align 8\n  br label %next\n\nunused:", "", true},
		{"a load where it decides not to suspend", resume + "br i1 %k, label %rest, label %on\n\non:\n" +
			"  %l = load i64, ptr %a, align 8\n  store i64 %l, ptr @g, align 8\n  br label %next\n\nunused:",
			"", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			text := strings.Replace(strings.Replace(overtakenText, "SAVE", x.save, 1), "BACK", x.back, 1)
			co, _ := beginProved(t, text, true) // callees are unknown
			if doubt, err := doubts(co.moveToFrame()); err != nil || len(doubt) > 0 || x.wrong && co.frame.Shared {
				t.Error("without the error:", err, doubt, co.frame.Shared)
			}
			co, _ = beginProved(t, text, true)
			co.c.Callees = carefree{}
			doubt, err := doubts(co.moveToFrame())
			if err != nil {
				t.Fatal(err)
			}
			if !co.frame.Shared {
				t.Error("nothing shares bytes")
			}
			if found := len(doubt) > 0; found != x.wrong {
				t.Errorf("found %v", doubt)
			}
			for _, d := range doubt {
				if d.Unproved {
					t.Error("not followed: " + d.Msg)
				}
			}
		})
	}
}

// TestProofOfTwoReturns shares storage in a coroutine with a call that returns twice, which
// splitting would not do.
func TestProofOfTwoReturns(t *testing.T) {
	text := strings.Replace(strings.Replace(overtakenText, "SAVE", "", 1), "BACK", "", 1)
	text = strings.Replace(text, "  %b = call", "  %j = call i32 @setjmp(ptr @g)\n  %b = call", 1)
	co, _ := beginProved(t, text, true)
	if doubt, err := doubts(co.moveToFrame()); err != nil || len(doubt) > 0 || co.frame.Shared || co.notShared == "" {
		t.Error(err, doubt, co.frame.Shared)
	}
	co, _ = beginProved(t, text, true)
	co.reuse = true
	if doubt, err := doubts(co.moveToFrame()); err != nil || len(doubt) == 0 || !strings.Contains(doubt[0].Msg,
		"come back here from any later call") {
		t.Error("not found", err, doubt)
	}
}

// TestProofOfOvertakenByInstructions turns a plain store before a load into one for which another
// thread may wait, after the analysis of package live.
func TestProofOfOvertakenByInstructions(t *testing.T) {
	const save = "store ptr %hdl, ptr @h, align 8\n  %l = load i64, ptr %a, align 8\n  store i64 %l, ptr @g, align 8"
	text := strings.Replace(strings.Replace(overtakenText, "SAVE", save, 1), "BACK", "", 1)
	for _, x := range []struct {
		name   string
		is     func(store *ir.Instr)
		before string // the instruction in the text from the start
		wrong  bool
	}{
		{"plain", func(*ir.Instr) {}, "", false},
		{"release", func(i *ir.Instr) { i.Order = ir.Release }, "store atomic ptr %hdl, ptr @h release, align 8", true},
		{"volatile", func(i *ir.Instr) { i.Flags |= ir.FlagVolatile }, "store volatile ptr %hdl, ptr @h, align 8",
			true},
		{"fence", nil, "fence release", true},
		{"assembly", nil, `call void asm sideeffect "", "~{memory}"()`, true},
		{"exchange", nil, "%x = atomicrmw xchg ptr @h, i64 1 acquire", true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.is != nil {
				co, _ := beginProved(t, text, true)
				p := planted{t, co}
				doubt, err := doubts(co.moveToFrameAnd(func() { x.is(p.named("l").Prev()) }))
				if err != nil || !co.frame.Shared || len(doubt) > 0 != x.wrong {
					t.Error(err, doubt, co.frame.Shared)
				}
			}
			if x.before != "" {
				co, _ := beginProved(t, strings.Replace(text, "store ptr %hdl, ptr @h, align 8", x.before, 1), true)
				if doubt, err := doubts(co.moveToFrame()); err != nil || len(doubt) > 0 || co.frame.Shared {
					t.Error("from the start:", err, doubt, co.frame.Shared)
				}
			}
		})
	}
}
