// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/test/lowertest"
)

// spills lists what of a coroutine goes to the frame and why: each line is a slot, with the texts
// of the lines that define it, use it, and suspend in between. plain is LLVM's layout; reuse is
// that with shared storage, if it differs.
var spills = []struct{ name, promise, early, before, after, plain, reuse string }{
	{name: "nothing"},
	{name: "a value used behind the suspend",
		before: `%v = call i32 @geti()`, after: `call void @usei(i32 %v)`,
		plain: `%v i32: used across a suspend; def %v = call i32 @geti(); use call void @usei(i32 %v); over THE SUSPEND`},
	{name: "a value used on one side only",
		before: "%v = call i32 @geti()\n call void @usei(i32 %v)", after: "%w = call i32 @geti()\n" +
			" call void @usei(i32 %w)"},
	{name: "a value computed again from its leaf",
		before: `%v = add i32 %n, 1`, after: "call void @usei(i32 %v)\n call void @usei(i32 %n)",
		plain: `%n i32: used across a suspend; def argument; use %v = add i32 %n, 1; over THE SUSPEND`},
	{name: "a value kept, because nothing else needs its leaf",
		before: `%v = add i32 %n, 1`, after: `call void @usei(i32 %v)`,
		plain: `%n i32: used across a suspend; def argument; use %v = add i32 %n, 1; over THE SUSPEND`,
		reuse: `%v i32: used across a suspend; def %v = add i32 %n, 1; use call void @usei(i32 %v); over THE SUSPEND`},
	{name: "a comparison kept, where its two leaves would take more",
		before: "%v = call i32 @geti()\n %w = call i32 @geti()\n %c = icmp eq i32 %v, %w",
		after:  "%d = select i1 %c, i32 1, i32 2\n call void @usei(i32 %d)",
		plain: `%v i32: used across a suspend; def %v = call i32 @geti(); use %c = icmp eq i32 %v, %w; over THE SUSPEND
			%w i32: used across a suspend; def %w = call i32 @geti(); use %c = icmp eq i32 %v, %w; over THE SUSPEND`,
		reuse: `%c i1: used across a suspend; def %c = icmp eq i32 %v, %w; use %d = select i1 %c, i32 1, i32 2; over THE SUSPEND`},
	{name: "a byval argument is kept itself",
		after: `call void @read(ptr %bv)`,
		plain: `%bv i64: used across a suspend; def argument; use call void @read(ptr %bv); over THE SUSPEND`},
	{name: "a byval argument that is written to is a variable",
		before: `store i64 1, ptr %bv`, after: `call void @read(ptr %bv)`,
		plain: `%bv.own i64: used on both sides of a suspend, early; def argument; use call void @read(ptr %bv); over THE SUSPEND`},
	{name: "the result of the suspend is defined behind it",
		after: "%e = zext i8 %s to i32\n call void @usei(i32 %e)"},
	{name: "an object that escapes",
		before: "%x = alloca i32\n call void @use(ptr %x)",
		plain:  `%x i32: its address escapes; def %x = alloca i32; use call void @use(ptr %x); over THE SUSPEND`},
	{name: "an object that escapes before the frame exists",
		early: "%x = alloca i32\n call void @use(ptr %x)",
		plain: `%x i32: its address escapes, early; def %x = alloca i32; use call void @use(ptr %x); over THE SUSPEND`},
	{name: "an object used on both sides",
		before: "%x = alloca i32\n store i32 1, ptr %x", after: `call void @read(ptr %x)`,
		plain: `%x i32: used on both sides of a suspend; def %x = alloca i32; use call void @read(ptr %x); over THE SUSPEND`},
	{name: "an object of which no content crosses",
		before: "%x = alloca i32\n store i32 1, ptr %x\n call void @read(ptr %x)", after: "store i32 2, ptr %x\n" +
			" call void @read(ptr %x)",
		plain: `%x i32: used on both sides of a suspend; def %x = alloca i32; use store i32 2, ptr %x; over THE SUSPEND`,
		reuse: "\n"},
	{name: "an object used on one side",
		before: "%x = alloca i32\n store i32 1, ptr %x\n call void @read(ptr %x)"},
	{name: "a life over the suspend",
		before: "%x = alloca i32\n call void @llvm.lifetime.start.p0(ptr %x)\n call void @use(ptr %x)",
		after:  `call void @llvm.lifetime.end.p0(ptr %x)`,
		plain:  `%x i32: its lifetime spans a suspend; def %x = alloca i32; use call void @llvm.lifetime.start.p0(ptr %x); over THE SUSPEND`},
	{name: "a life on one side",
		before: "%x = alloca i32\n call void @llvm.lifetime.start.p0(ptr %x)\n call void @use(ptr %x)\n" +
			" call void @llvm.lifetime.end.p0(ptr %x)"},
	{name: "a life without an end",
		before: "%x = alloca i32\n call void @llvm.lifetime.start.p0(ptr %x)\n call void @use(ptr %x)",
		plain:  `%x i32: its lifetime never ends; def %x = alloca i32; use call void @llvm.lifetime.start.p0(ptr %x)`},
	{name: "the promise", promise: "%x", early: "%x = alloca i32",
		plain: `%x i32: the promise; def %x = alloca i32; use %id = call token @llvm.coro.id(i32 0, ptr %x, ptr null, ptr null)`},
	{name: "two that are not needed together share",
		before: "%v = call i32 @geti()",
		after: "call void @usei(i32 %v)\n %w = call i32 @geti()\n" +
			" %t = call i8 @llvm.coro.suspend(token none, i1 false) ; THE OTHER\n" +
			" switch i8 %t, label %suspend [ i8 0, label %more\n i8 1, label %cleanup ]\nmore:\n" +
			" call void @usei(i32 %w)",
		plain: `%v i32: used across a suspend; def %v = call i32 @geti(); use call void @usei(i32 %v); over THE SUSPEND
			%w i32: used across a suspend; def %w = call i32 @geti(); use call void @usei(i32 %w); over THE OTHER`,
		reuse: `%v i32: used across a suspend; def %v = call i32 @geti(); use call void @usei(i32 %v); over THE SUSPEND; shares with %w
			%w i32: used across a suspend; def %w = call i32 @geti(); use call void @usei(i32 %w); over THE OTHER; shares with %v`},
}

func TestSpills(t *testing.T) {
	for _, c := range spills {
		t.Run(c.name, func(t *testing.T) {
			text := lowertest.OneSuspend(c.early, c.promise, c.before, c.after)
			if c.reuse == "" {
				c.reuse = c.plain
			}
			for _, reuse := range []bool{false, true} {
				want := c.plain
				if reuse {
					want = c.reuse
				}
				want = strings.TrimSpace(strings.ReplaceAll(want, "\t", ""))
				if got := slotsOf(t, text, split.Options{ReuseStorage: reuse}); got != want {
					t.Errorf("reuse storage: %v\ngot:\n%s\nwant:\n%s", reuse, got, want)
				}
			}
		})
	}
}

// slotsOf splits the first function of a text and lists the slots of its frame by name, except the
// ABI's own.
func slotsOf(t *testing.T, text string, opts split.Options) string {
	t.Helper()
	c := lowertest.Load(t, text)
	c.Split.Opts = opts
	f := c.M.Funcs[0]
	r, err := c.Split.Split(f)
	if err != nil {
		t.Fatal(err)
	}
	// at returns the text at a position.
	at := func(p ir.Pos) string {
		from := strings.LastIndex(text[:p.Offset()], "\n") + 1
		line, _, _ := strings.Cut(text[from:], "\n")
		if strings.HasPrefix(line, "define") {
			return "argument"
		}
		if _, mark, ok := strings.Cut(line, " ; "); ok {
			return mark
		}
		return strings.TrimSpace(line)
	}
	var out []string
	for _, s := range r.Frame.Slots {
		if s.Value == nil {
			continue
		}
		line := fmt.Sprintf("%%%s %s: %s", ir.ValueName(s.Value), s.Typ, s.Why.Rule)
		if s.Why.Early {
			line += ", early"
		}
		line += "; def " + at(s.Why.Def) + "; use " + at(s.Why.Use)
		if s.Why.Suspend.IsValid() {
			line += "; over " + at(s.Why.Suspend)
		}
		out = append(out, line+sharing(r.Frame, s))
	}
	r.All()
	sort.Strings(out)
	return strings.Join(out, "\n")
}

func sharing(fr *frame.Layout, s *frame.Slot) string {
	out := ""
	for k, o := range fr.Sharing(s) {
		if k == 0 {
			out = "; shares with"
		}
		out += " %" + ir.ValueName(o.Value)
	}
	return out
}

// Reports of these frames match their layouts.
func TestReportIsTheLayout(t *testing.T) {
	for _, c := range spills {
		for _, reuse := range []bool{false, true} {
			u := lowertest.Load(t, lowertest.OneSuspend(c.early, c.promise, c.before, c.after))
			u.Split.Opts.ReuseStorage = reuse
			told := &framereport.Reporter{Ways: true}
			told.Attach(u.Split)
			r, err := u.Split.Split(u.M.Funcs[0])
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if err := lowertest.CheckReport(&told.Frames[0]); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if rep := &told.Frames[0]; rep.Size != r.Frame.Size || len(rep.Rows) != len(r.Frame.Slots) {
				t.Errorf("%s: the report has %d bytes in %d rows, and the frame %d in %d", c.name, rep.Size, len(rep.Rows),
					r.Frame.Size, len(r.Frame.Slots))
			}
		}
	}
}
