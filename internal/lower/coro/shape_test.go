// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/parse"
)

// declarations declares every intrinsic that the tests call.
const declarations = `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.begin.custom.abi(token, ptr, i32)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.end.async(ptr, i1, ...)
declare ptr @llvm.coro.frame()
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare i1 @llvm.coro.is_in_ramp()
@resumers = private constant [1 x ptr] [ptr null]
`

// shapes lists bodies with the shape that is found in each.
var shapes = []struct{ name, body, want string }{
	{"nothing", `ret void`, `no begin`},
	{"switched, with a final suspend in the middle", `
		%p = alloca i32
		%id = call token @llvm.coro.id(i32 0, ptr %p, ptr null, ptr null)
		%h = call ptr @llvm.coro.begin(token %id, ptr null)
		%a = call i8 @llvm.coro.suspend(token none, i1 false)
		%b = call i8 @llvm.coro.suspend(token none, i1 true)
		%s = call token @llvm.coro.save(ptr %h)
		%c = call i8 @llvm.coro.suspend(token %s, i1 false)
		call void @llvm.coro.end(ptr %h, i1 true, token none)
		call void @llvm.coro.end(ptr %h, i1 false, token none)
		ret void`, `llvm.coro.id: suspends %a %c %b, final; ends 10 9, unwind; promise %p`},
	{"what else speaks of the frame", `
		%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
		%f = call ptr @llvm.coro.frame()
		%n = call i64 @llvm.coro.size.i64()
		%h = call ptr @llvm.coro.begin(token %id, ptr null)
		%s = call token @llvm.coro.save(ptr %h)
		%r = call i1 @llvm.coro.is_in_ramp()
		%q = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)
		ret void`, `llvm.coro.id: suspends; ends; frames %f; sizes %n; saves %s; ramp %r; hidden %q`},
	{"begun by an inlined ramp", `
		%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @resumers)
		%h = call ptr @llvm.coro.begin(token %id, ptr null)
		ret void`, `no begin`},
	{"returned continuation", `
		%id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr null, ptr null, ptr null, ptr null)
		%h = call ptr @llvm.coro.begin(token %id, ptr null)
		%a = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %h)
		%b = call i1 (...) @llvm.coro.suspend.retcon.i1()
		call void @llvm.coro.end(ptr %h, i1 false, token none)
		ret void`, `llvm.coro.id.retcon: suspends %a %b; ends 6`},
	{"async, with several ends", `
		%id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr null)
		%h = call ptr @llvm.coro.begin(token %id, ptr null)
		%a = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr null, ptr null)
		call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
		call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
		ret void`, `llvm.coro.id.async: suspends %a; ends 5 6`},
	{"custom", `
		%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
		%h = call ptr @llvm.coro.begin.custom.abi(token %id, ptr null, i32 0)
		ret void`, `llvm.coro.id: suspends; ends`},
	{"two finals", `
		%a = call i8 @llvm.coro.suspend(token none, i1 true)
		%b = call i8 @llvm.coro.suspend(token none, i1 true)
		ret void`, `3: Only one suspend point can be marked as final`},
	{"two begins", `
		%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
		%h = call ptr @llvm.coro.begin(token %id, ptr null)
		%k = call ptr @llvm.coro.begin(token %id, ptr null)
		ret void`, `4: coroutine should have exactly one defining @llvm.coro.begin`},
	{"no id", `
		%h = call ptr @llvm.coro.begin(token none, ptr null)
		ret void`, `2: coro.begin's first argument must be a coro.id`},
	{"two ends that fall through", `
		call void @llvm.coro.end(ptr null, i1 false, token none)
		call void @llvm.coro.end(ptr null, i1 false, token none)
		ret void`, `3: Only one coro.end can be marked as fallthrough`},
	{"a save for two", `
		%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
		%h = call ptr @llvm.coro.begin(token %id, ptr null)
		%s = call token @llvm.coro.save(ptr %h)
		%a = call i8 @llvm.coro.suspend(token %s, i1 false)
		%b = call i8 @llvm.coro.suspend(token %s, i1 false)
		ret void`, `5: coro.save used by more than one coro.suspend`},
	{"no save", `
		%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
		%h = call ptr @llvm.coro.begin(token %id, ptr null)
		%a = call i8 @llvm.coro.suspend(token %id, i1 false)
		ret void`, `4: coro.suspend's first argument must be a coro.save or none`},
	{"no promise", `
		%id = call token @llvm.coro.id(i32 0, ptr @resumers, ptr null, ptr null)
		%h = call ptr @llvm.coro.begin(token %id, ptr null)
		ret void`, `2: coro.id promise must be an alloca`},
}

func TestFind(t *testing.T) {
	for _, c := range shapes {
		t.Run(c.name, func(t *testing.T) {
			text := "define void @f() presplitcoroutine {" + c.body + "\n}\n" + declarations
			m, err := parse.Module("t.ll", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			f := m.Funcs[0]
			before := string(emit.Module(m))
			s, err := coro.Find(f)
			got := ""
			if err != nil {
				e := ir.AsError(err)
				got = fmt.Sprintf("%d: %s", line(text, e.Pos), e.Msg)
			} else {
				got = spell(text, s)
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if string(emit.Module(m)) != before {
				t.Error("the function was changed")
			}
		})
	}
}

// line returns the line of a position; the body's first line is 1.
func line(text string, p ir.Pos) int { return 1 + strings.Count(text[:p.Offset()], "\n") }

func spell(text string, s *coro.Shape) string {
	if s.Begin == nil {
		return "no begin"
	}
	list := func(what string, l []*ir.Instr) string {
		for _, i := range l {
			if i.Type().IsVoid() {
				what += fmt.Sprintf(" %d", line(text, i.Pos))
			} else {
				what += " %" + i.Name()
			}
		}
		return what
	}
	out := s.ID.CalledFunc().Name + ":" + list(" suspends", s.Suspends)
	if s.HasFinal {
		out += ", final"
	}
	out += list("; ends", s.Ends)
	if s.UnwindEnd {
		out += ", unwind"
	}
	for _, x := range []struct {
		what string
		l    []*ir.Instr
	}{{"frames", s.Frames}, {"sizes", s.Sizes}, {"aligns", s.Aligns}, {"saves", s.Saves},
		{"awaits", s.Awaits}, {"ramp", s.InRamp}, {"hidden", s.Hidden}} {
		if len(x.l) > 0 {
			out += list("; "+x.what, x.l)
		}
	}
	if s.Promise != nil {
		out += "; promise %" + s.Promise.Name()
	}
	return out
}
