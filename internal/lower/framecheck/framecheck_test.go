// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/framecheck"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

// checked is a coroutine with a loop over two suspends. %x lives from its definition over the first
// suspend, %y over the second. %a is an object that only this function accesses, and %b is known to
// outside code from the first activation on.
const checked = `
define ptr @f(ptr %mem, i64 %n) presplitcoroutine {
entry:
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @keep(ptr %b)
  SETJMP
  br label %loop
loop:
  %x = call i64 @get()
  store i64 %x, ptr %a, align 8
  br label %first
first:
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %first.after
first.after:
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  call void @put(i64 %x)
  %v = load i64, ptr %a, align 8
  %y = call i64 @get()
  br label %second
second:
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %second.after
second.after:
  switch i8 %s1, label %suspend [
    i8 0, label %again
    i8 1, label %cleanup
  ]
again:
  call void @put(i64 %y)
  br label %loop
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare i64 @get() nounwind
declare void @put(i64) nounwind
declare void @keep(ptr) nounwind
declare void @free(ptr) nounwind
declare i32 @setjmp(ptr) nounwind returns_twice
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`

// frames lists frames of the coroutine, built by hand, with the finding that each deserves; none:
// the frame is right. A line moves one thing to the frame:
//
//	spill x 32 next     store %x at 32 after its definition, reload it at the head of %next
//	object a 24         all uses of %a after coro.begin use the frame's bytes at 24
//	reload x 40 next    reload %x from 40 at the head of %next
//	stack a             %a stays on the stack
//	store y 32 again    an additional store, at the head of %again
var frames = []struct{ name, edits, want string }{
	{"each thing has bytes of its own", `
		spill x 32 next
		spill y 40 again
		object a 24
		object b 16`, ``},
	{"two values that are never needed at the same time share bytes", `
		spill x 32 next
		spill y 32 again
		object a 24
		object b 16`, ``},
	{"the object of the function alone shares bytes with a later value", `
		spill x 32 next
		spill y 24 again
		object a 24
		object b 16`, ``},
	{"a value is used after the suspend without a reload", `
		spill y 40 again
		object a 24
		object b 16`, `%x`},
	{"a value is stored over one that is still needed", `
		spill x 32 next
		spill y 40 again
		object a 32
		object b 16`, `%x is reloaded here, but something else overlaps it`},
	{"a value is stored over an object that outside code knows", `
		spill x 32 next
		spill y 16 again
		object a 24
		object b 16`, `%b`},
	{"a reload reads bytes that another value has", `
		reload x 40 next
		spill x 32 next
		spill y 40 again
		object a 24
		object b 16`, `%x is reloaded from 40`},
	{"an object whose content is needed after the suspend stays on the stack", `
		spill x 32 next
		spill y 40 again
		stack a
		object b 16`, `%a`},
	{"a value overlaps half of another", `
		spill x 32 next
		spill y 36 again
		object a 28
		object b 16`, `%`},
	{"a slot lies in the fixed fields", `
		spill x 8 next
		spill y 40 again
		object a 24
		object b 16`, `%x overlaps fixed fields`},
	{"a later store of the value itself goes elsewhere", `
		spill x 32 next
		spill y 40 again
		store y 48 again
		object a 24
		object b 16`, `%y is stored at`},
}

// rewriter moves values and objects of a recorded function to the frame.
type rewriter struct {
	t *testing.T
	m *ir.Module
	f *ir.Func
	b *ir.Builder

	original map[*ir.Instr]bool
	stack    []*ir.Instr
}

func (r *rewriter) named(name string) *ir.Instr {
	r.t.Helper()
	for b := r.f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Name() == name {
				return i
			}
		}
	}
	r.t.Fatalf("no %%%s", name)
	return nil
}

func (r *rewriter) block(name string) *ir.Block {
	r.t.Helper()
	for b := r.f.Entry(); b != nil; b = b.Next() {
		if b.Name() == name {
			return b
		}
	}
	r.t.Fatalf("no block %%%s", name)
	return nil
}

// at inserts the address of the frame's bytes from off on, where the builder stands.
func (r *rewriter) at(off int64) *ir.Instr {
	return r.b.ByteGEP(r.named("hdl"), r.m.ConstInt(r.m.Types.Int(64), off), 0, "")
}

// edit executes a line of the table.
func (r *rewriter) edit(line string) {
	r.t.Helper()
	word := strings.Fields(line)
	v := r.named(word[1])
	var off int64
	if len(word) > 2 {
		n, err := strconv.ParseInt(word[2], 10, 64)
		if err != nil {
			r.t.Fatal(err)
		}
		off = n
	}
	if word[0] == "spill" {
		r.b.After(v)
		r.b.Store(v, r.at(off), 8)
	}
	switch word[0] {
	case "spill", "reload":
		to := r.block(word[3])
		r.b.Before(to.First())
		again := r.b.Load(v.Type(), r.at(off), 8, "")
		for i := to.First(); i != nil; i = i.Next() {
			for k := range i.NumArgs() {
				if r.original[i] && i.Arg(k) == ir.Value(v) {
					i.SetArg(k, again)
				}
			}
		}
	case "object":
		var users []*ir.Use
		for u := v.FirstUse(); u != nil; u = u.Next() {
			users = append(users, u)
		}
		for _, u := range users {
			r.b.Before(u.User())
			u.User().SetArg(u.Index(), r.at(off))
		}
	case "store":
		r.b.Before(r.block(word[3]).First())
		r.b.Store(v, r.at(off), 8)
	case "stack":
		r.stack = append(r.stack, v)
	default:
		r.t.Fatalf("unknown edit %q", line)
	}
}

// check rewrites the coroutine and returns what Check finds.
func check(t *testing.T, text, edits string, all bool) []framecheck.Finding {
	t.Helper()
	m, err := parse.Module("checked.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	layout, err := target.ParseLayout("e-m:e-i64:64-n8:16:32:64-S128")
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	r := &rewriter{t: t, m: m, f: f, b: ir.NewBuilder(m), original: map[*ir.Instr]bool{}}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			r.original[i] = true
		}
	}
	rec := framecheck.Record(f, r.named("hdl"))
	suspends := []*ir.Instr{r.named("s0"), r.named("s1")}
	for line := range strings.Lines(edits) {
		if line = strings.TrimSpace(line); line != "" {
			r.edit(line)
		}
	}
	return rec.Check(m, layout, &framecheck.Frame{Suspends: suspends, Fixed: []framecheck.Range{{From: 0, To: 16}},
		Stack: r.stack, Align: 16, All: all})
}

func messages(list []framecheck.Finding) (text []string) {
	for _, x := range list {
		text = append(text, x.Msg)
	}
	return text
}

func TestCheck(t *testing.T) {
	for _, c := range frames {
		t.Run(c.name, func(t *testing.T) {
			got := messages(check(t, strings.Replace(checked, "SETJMP", "", 1), c.edits, true))
			if c.want == "" && len(got) > 0 {
				t.Errorf("found in a right frame: %q", got)
			}
			if c.want != "" && !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, c.want) }) {
				t.Errorf("found %q, want a finding with %q", got, c.want)
			}
		})
	}
}

// If a call may return twice, no two things may share bytes, and a right frame without sharing
// stays right.
func TestCheckReturnsTwice(t *testing.T) {
	text := strings.Replace(checked, "SETJMP", "%j = call i32 @setjmp(ptr %b) returns_twice", 1)
	for _, c := range frames[:2] {
		got := messages(check(t, text, c.edits, false))
		if shares := c.name == frames[1].name; shares != (len(got) > 0) {
			t.Errorf("%s: found %q", c.name, got)
		}
	}
}

// Without All, only things that share bytes are checked.
func TestCheckOnlyShared(t *testing.T) {
	if got := check(t, strings.Replace(checked, "SETJMP", "", 1), frames[0].edits, false); len(got) > 0 {
		t.Errorf("found in a frame without sharing: %q", messages(got))
	}
}

// marked is a coroutine with two objects whose addresses other code knows. The lifetime of %a is over
// before that of %b begins, but both reach @fatal.
const marked = `
define ptr @f(ptr %mem) presplitcoroutine personality ptr @personality {
entry:
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @keep(ptr %a)
  br label %first
first:
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %first.after
first.after:
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  invoke void @drop(ptr %a) to label %dropped unwind label %failed
dropped:
  FIRST
  SECOND
  call void @keep(ptr %b)
  br label %second
second:
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %second.after
second.after:
  switch i8 %s1, label %suspend [
    i8 0, label %again
    i8 1, label %cleanup
  ]
again:
  invoke void @drop(ptr %b) to label %cleanup unwind label %failed
failed:
  %pad = landingpad { ptr, i32 } catch ptr null
  call void @fatal()
  unreachable
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare void @keep(ptr) nounwind
declare void @drop(ptr)
declare void @fatal() nounwind noreturn
declare void @free(ptr) nounwind
declare i32 @personality(...)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`

// Two objects may share bytes if on no path both are alive, although paths meet in @fatal that find
// one of them alive each.
func TestCheckMeetingPaths(t *testing.T) {
	const end, start = "call void @llvm.lifetime.end.p0(ptr %a)", "call void @llvm.lifetime.start.p0(ptr %b)"
	for _, c := range []struct{ first, second, want string }{
		{end, start, ""},
		{start + "\n  call void @keep(ptr %b)", end, "something else overlaps"},
		{start, "", "something else overlaps"},
	} {
		text := strings.NewReplacer("FIRST", c.first, "SECOND", c.second).Replace(marked)
		got := messages(check(t, text, "object a 24\nobject b 24", false))
		if c.want == "" && len(got) > 0 {
			t.Errorf("%s; %s: found %q", c.first, c.second, got)
		}
		if c.want != "" && !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, c.want) }) {
			t.Errorf("%s; %s: found %q, want a finding with %q", c.first, c.second, got, c.want)
		}
	}
}
