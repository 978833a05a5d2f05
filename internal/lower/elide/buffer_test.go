// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/test/lowertest"
)

// bufferModule is a coroutine @f of which the frame of 24 bytes does not fit into 8, and a caller
// that begins it and goes on once. OBJECT, MORE and AFTER are places for edits: in the coroutine,
// between the caller's calls, and behind them.
const bufferModule = `
define internal {ptr, i64} @f(ptr %buf, i64 %n) presplitcoroutine {
entry:
  %x = alloca [3 x i64]
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i64 %n, ptr %x
  ; OBJECT
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  br i1 %s, label %done, label %more
more:
  %end = getelementptr i64, ptr %x, i64 2
  %v = load i64, ptr %end
  %w = load i64, ptr %x
  %vw = add i64 %v, %w
  %s2 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %vw)
  %u = load i64, ptr %x
  call void @show(i64 %u)
  br label %done
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define void @c(i64 %a, ptr %p, i1 %b) personality ptr @personality {
entry:
  %buf = alloca [8 x i8], align 8
  %r = call {ptr, i64} @f(ptr %buf, i64 %a) nounwind
  ; MORE
  %c = extractvalue {ptr, i64} %r, 0
  %r2 = call {ptr, i64} %c(ptr %buf, i1 false) nounwind
  %c2 = extractvalue {ptr, i64} %r2, 0
  ; AFTER
  ret void
}
@global = global ptr null
declare {ptr, i64} @proto(ptr, i1) nounwind
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare ptr @llvm.coro.prepare.retcon(ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @take(i64) nounwind
declare void @give(ptr) nounwind
declare void @show(i64) nounwind
declare void @lend(ptr captures(none)) nounwind
declare void @keep(ptr) nounwind
declare void @throws()
declare void @jumps() noreturn nounwind
declare i32 @personality(...)
`

// objectKnown lets others know an address in the frame.
const objectKnown = "; OBJECT => call void @keep(ptr %x)"

// toEnd is the caller when it drives the coroutine to its end.
const toEnd = `%r2 = call {ptr, i64} %c(ptr %buf, i1 false) nounwind => br label %loop
loop:
  %l = phi {ptr, i64} [ %r, %entry ], [ %r2, %next ]
  %lc = extractvalue {ptr, i64} %l, 0
  %ended = icmp eq ptr %lc, null
  br i1 %ended, label %over, label %next
next:
  %r2 = call {ptr, i64} %lc(ptr %buf, i1 false) nounwind
  br label %loop
over:
  ; OVER`

const noC2 = "%c2 = extractvalue {ptr, i64} %r2, 0 => "

// yieldingModule is bufferModule with a coroutine that yields an address in its frame.
var yieldingModule = strings.NewReplacer("{ptr, i64}", "{ptr, ptr}", "(i64 %n)", "(ptr %x)", "(i64 %vw)", "(ptr %x)",
	"presplitcoroutine {", "presplitcoroutine optsize {").Replace(bufferModule)

// endsOnce are edits of yieldingModule that make the coroutine one that ends with its first
// continuation.
var endsOnce = []string{"define internal {ptr, ptr} @f(ptr %buf, i64 %n) => define internal {ptr, ptr} @g(ptr %buf, i64 %n)",
	"declare {ptr, ptr} @proto => " + onceCoroutine + "declare {ptr, ptr} @proto",
	"%r2 = call {ptr, ptr} %c(ptr %buf, i1 false) nounwind => call void %c(ptr %buf, i1 false) nounwind", noC2Yielded}

const noC2Yielded = "%c2 = extractvalue {ptr, ptr} %r2, 0 => "

const onceCoroutine = `
declare void @once(ptr, i1) nounwind
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
define internal {ptr, ptr} @f(ptr %buf, i64 %n) presplitcoroutine optsize {
entry:
  %x = alloca [3 x i64]
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buf, ptr @once, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i64 %n, ptr %x
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %x)
  call void @lend(ptr %x)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
`

// edited makes the edits "old => new" in a text.
func edited(t *testing.T, text string, edits []string) string {
	t.Helper()
	for _, e := range edits {
		old, now, ok := strings.Cut(e, " => ")
		if !ok || !strings.Contains(text, old) {
			t.Fatalf("nothing to edit: %s", e)
		}
		text = strings.Replace(text, old, now, 1)
	}
	return text
}

// loadEdited reads an edited module, and notes who is named in it, as is done when a unit is
// loaded.
func loadEdited(t *testing.T, text string, edits []string) *lowertest.Unit {
	t.Helper()
	u := lowertest.Load(t, edited(t, text, edits))
	u.Elide.IndexReferences()
	return u
}

// splitGrowing splits the coroutines of a module with their callers asked, and gives what was told
// of calls of @f.
func splitGrowing(t *testing.T, u *lowertest.Unit, names ...string) []elide.Elision {
	t.Helper()
	u.Split.Callers = u.Elide
	u.Elide.Print = emit.InstrString
	for _, name := range names {
		f, err := u.M.Func(name)
		if err != nil || f == nil {
			t.Fatal(name, err)
		}
		if _, err := u.SplitFunc(f); err != nil {
			t.Fatal(err)
		}
		for _, f := range u.M.Funcs {
			if ir.IsPresplit(u.M, f) && f.New {
				if _, err := u.SplitFunc(f); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if l := ir.Verify(u.M); len(l) > 0 {
		t.Fatalf("%v\n%s", l, emit.Module(u.M))
	}
	return u.Elide.Elisions()
}

func TestBuffers(t *testing.T) {
	for _, x := range []struct {
		name  string
		want  string // the kind and a piece of the reason; "": the buffer grows
		edits []string
	}{
		{"plain", "", nil},
		{"prepared", "", []string{"%r = call {ptr, i64} @f => %f = call ptr @llvm.coro.prepare.retcon(ptr @f)\n" +
			"  %r = call {ptr, i64} %f"}},
		{"zero offset", "", []string{"%r = call {ptr, i64} @f(ptr %buf => %z = getelementptr [8 x i8], ptr %buf, " +
			"i64 0, i64 0\n  %r = call {ptr, i64} @f(ptr %z"}},
		{"lifetime", "", []string{"%r = call => call void @llvm.lifetime.start.p0(ptr %buf)\n  %r = call",
			"; AFTER => call void @llvm.lifetime.end.p0(ptr %buf)"}},
		{"phi of continuations", "", []string{toEnd, noC2}},
		{"kept in a variable", "buffer: code other than @f", []string{"%buf = alloca => %box = alloca {ptr, i64}\n  %buf = alloca",
			"; MORE => store {ptr, i64} %r, ptr %box\n  %rr = load {ptr, i64}, ptr %box",
			"{ptr, i64} %r, 0 => {ptr, i64} %rr, 0"}},
		{"select with null", "", []string{"; MORE => %q = extractvalue {ptr, i64} %r, 0\n" +
			"  %rr = select i1 %b, ptr %q, ptr null", "%r2 = call {ptr, i64} %c( => %r2 = call {ptr, i64} %rr("}},
		{"the second continuation", "", []string{"; AFTER => %r3 = call {ptr, i64} %c2(ptr %buf, i1 false) nounwind"}},
		{"throws", "", []string{"; MORE => call void @throws()"}},

		{"not local", "callers: code outside this file may call it, with a buffer of 8 bytes",
			[]string{"define internal => define"}},
		{"buffer within the parameter", "callers: its buffer is not a plain parameter",
			[]string{"%id = => %in = getelementptr i8, ptr %buf, i64 8\n  %id =", "i32 8, ptr %buf => i32 8, ptr %in"}},
		{"buffer is read", "callers: it uses its buffer for more than its frame",
			[]string{"store i64 %n, ptr %x => %y = load i64, ptr %buf\n  store i64 %y, ptr %x"}},
		{"buffer is a copy", "callers: its buffer is passed byval",
			[]string{"@f(ptr %buf, i64 %n) => @f(ptr byref([8 x i8]) %buf, i64 %n)"}},
		{"buffer is a copy of its own", "callers: its buffer is not a plain parameter",
			[]string{"@f(ptr %buf, i64 %n) => @f(ptr byval([8 x i8]) %buf, i64 %n)"}},
		{"stored", "callers: its address is taken", []string{"; AFTER => store ptr @f, ptr %p"}},
		{"passed", "callers: its address is taken", []string{"; AFTER => call void @keep(ptr @f)"}},
		{"in a constant", "callers: its address is taken",
			[]string{"; AFTER => store {ptr, i64} {ptr @f, i64 0}, ptr %p"}},
		{"compared", "callers: its address is taken", []string{"; AFTER => %same = icmp eq ptr @f, %p"}},
		{"prepared and kept", "callers: its address is taken",
			[]string{"; AFTER => %f = call ptr @llvm.coro.prepare.retcon(ptr @f)\n  store ptr %f, ptr %p"}},
		{"called and passed", "callers: its address is taken",
			[]string{"@f(ptr %buf, i64 %a) nounwind => @f(ptr %buf, i64 ptrtoint (ptr @f to i64)) nounwind"}},
		{"personality", "callers: its address is taken",
			[]string{"personality ptr @personality => personality ptr @f"}},
		{"of another type", "buffer: a call of this kind or type",
			[]string{"%r = call {ptr, i64} @f(ptr %buf, i64 %a) => %r = call {ptr, i64} @f(ptr %buf, i32 0)"}},
		{"of another convention", "buffer: a call of this kind or type",
			[]string{"%r = call {ptr, i64} @f => %r = call fastcc {ptr, i64} @f"}},
		{"passed as a copy", "buffer: the call passes a copy",
			[]string{"@f(ptr %buf, i64 %a) => @f(ptr byval([8 x i8]) %buf, i64 %a)"}},
		{"passed on as a copy", "buffer: code other than @f",
			[]string{"%c(ptr %buf, i1 => %c(ptr byval([8 x i8]) %buf, i1"}},
		{"parameter", "buffer: the buffer that @c provides is not a separate local variable",
			[]string{"@f(ptr %buf, i64 %a) => @f(ptr %p, i64 %a)"}},
		{"either", "buffer: the buffer that @c provides is not a separate local variable",
			[]string{"%r = call {ptr, i64} @f(ptr %buf => %which = select i1 %b, ptr %buf, ptr %p\n" +
				"  %r = call {ptr, i64} @f(ptr %which"}},
		{"within a variable", "buffer: the buffer that @c provides is not a separate local variable",
			[]string{"%r = call {ptr, i64} @f(ptr %buf => %in = getelementptr i8, ptr %buf, i64 4\n" +
				"  %r = call {ptr, i64} @f(ptr %in"}},
		{"of unknown size", "buffer: the buffer that @c provides has no constant size",
			[]string{"alloca [8 x i8], align 8 => alloca i8, i64 %a, align 8"}},
		{"not in the entry block", "buffer: the buffer that @c provides has no constant size",
			[]string{"entry:\n  %buf => entry:\n  br label %on\non:\n  %buf"}},
		{"part of a struct", "buffer: code other than @f", []string{"alloca [8 x i8] => alloca {[8 x i8], i64}",
			"; MORE => %own = getelementptr {[8 x i8], i64}, ptr %buf, i64 0, i32 1\n  store i64 1, ptr %own"}},
		{"is read", "buffer: code other than @f", []string{"; MORE => %y = load i64, ptr %buf"}},
		{"is written", "buffer: code other than @f", []string{"; MORE => store i64 0, ptr %buf"}},
		{"its address is kept", "buffer: code other than @f", []string{"; MORE => store ptr %buf, ptr %p"}},
		{"is lent", "buffer: code other than @f", []string{"; MORE => call void @lend(ptr %buf)"}},
		{"is in a phi", "buffer: code other than @f", []string{"; AFTER => br label %on\non:\n" +
			"  %either = phi ptr [ %buf, %entry ]"}},
		{"is compared", "buffer: code other than @f", []string{"; AFTER => %same = icmp eq ptr %buf, %p"}},
		{"is the second argument", "buffer: code other than @f",
			[]string{"@f(ptr %buf, i64 %a) => @f(ptr %buf, i64 %a)", "; AFTER => call void %c(ptr null, ptr %buf)"}},
		{"twice to a continuation", "buffer: code other than @f",
			[]string{"call {ptr, i64} %c(ptr %buf, i1 false) => call {ptr, i64} %c(ptr %buf, ptr %buf)"}},
		{"to any function", "buffer: code other than @f",
			[]string{"%r2 = call {ptr, i64} %c( => %r2 = call {ptr, i64} %p("}},
		{"to either function", "buffer: code other than @f",
			[]string{"%r2 = call {ptr, i64} %c( => %any = select i1 %b, ptr %c, ptr %p\n" +
				"  %r2 = call {ptr, i64} %any("}},
		{"to what is yielded", "buffer: code other than @f",
			[]string{"extractvalue {ptr, i64} %r, 0 => extractvalue {ptr, i64} %r, 1\n  %yc = inttoptr i64 %c to ptr",
				"call {ptr, i64} %c( => call {ptr, i64} %yc("}},
		{"itself", "recursion", []string{"; OBJECT => %own = alloca [8 x i8], align 8\n" +
			"  %again = call {ptr, i64} @f(ptr %own, i64 0)"}},

		{"lent object", "", []string{"; OBJECT => call void @lend(ptr %x)"}},
		{"known object", "escape", []string{objectKnown}},
		{"known handle", "escape", []string{"; OBJECT => call void @keep(ptr %h)"}},
		{"known object, private locals", "address-space", []string{objectKnown,
			"@global => target triple = \"nvptx64-nvidia-cuda\"\n@global"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			// it is not copied
			u := loadEdited(t, strings.Replace(bufferModule, "presplitcoroutine {", "presplitcoroutine optsize {", 1),
				x.edits)
			got := splitGrowing(t, u, "f")
			if len(got) == 0 {
				t.Fatal("nothing is told")
			}
			text := string(emit.Module(u.M))
			grown := !strings.Contains(text, "call ptr @take(")
			switch e := got[0]; {
			case grown != e.Elided:
				t.Errorf("told that it is elided: %v, and it is: %v", e.Elided, grown)
			case x.want == "" && !e.Elided:
				t.Errorf("%s: %s", e.Miss.Kind, e.Miss.Text)
			case x.want != "" && e.Elided:
				t.Error("the buffer grew")
			case x.want != "" && !strings.HasPrefix(e.Miss.Kind.String()+": "+e.Miss.Text, x.want):
				t.Errorf("it says %s: %s", e.Miss.Kind, e.Miss.Text)
			}
			if grown == strings.Contains(text, "alloca [8 x i8]") && strings.Contains(text, "alloca [8 x i8]") {
				t.Errorf("the buffer is as it was:\n%s", text)
			}
		})
	}
}

// TestGrown looks at what becomes of a caller whose buffer grows.
func TestGrown(t *testing.T) {
	for _, x := range []struct {
		name  string
		edits []string
		want  []string
		never string
	}{
		{"size", nil, []string{"%buf = alloca [24 x i8], align 8",
			"@f.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(24) %0"}, ""},
		{"alignment", []string{"alloca [3 x i64] => alloca [3 x i64], align 64"},
			[]string{"%buf = alloca [24 x i8], align 64", "nonnull align 64 dereferenceable(24) %0"}, ""},
		{"what was larger", []string{"alloca [8 x i8], align 8 => alloca [5 x i64], align 128"},
			[]string{"%buf = alloca [40 x i8], align 128"}, ""},
		{"claims", []string{"(ptr %buf, i64 %a) nounwind => (ptr writeonly captures(none) %buf, i64 %a) nounwind " +
			"memory(argmem: write)",
			"%c(ptr %buf, i1 false) nounwind => %c(ptr readonly noalias %buf, i1 false) nounwind memory(argmem: read)"},
			[]string{"@f(ptr %buf, i64 %a) #", "%c(ptr noalias %buf, i1 false) #"}, "memory("},
		{"known addresses", []string{"%c(ptr %buf => %c(ptr noalias %buf",
			"; MORE => tail call void @show(i64 1)", "%r2 = call => %r2 = tail call"},
			[]string{"@f.resume.0(ptr noundef", "%c(ptr %buf,", "  call void @show(i64 1)"}, "tail call"},
		{"not known", []string{"; MORE => tail call void @show(i64 1)"}, []string{"  tail call void @show(i64 1)"}, ""},
		{"two callers", []string{"@global => define void @d() {\n  %mine = alloca i64\n" +
			"  %r = call {ptr, i64} @f(ptr %mine, i64 1)\n  ret void\n}\n@global"},
			[]string{"%buf = alloca [24 x i8]", "%mine = alloca [24 x i8], align 8"}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			module := bufferModule
			if x.name == "known addresses" {
				module = yieldingModule
			}
			u := loadEdited(t, module, x.edits)
			for _, e := range splitGrowing(t, u, "f") {
				if !e.Elided {
					t.Fatalf("%s: %s", e.Caller, e.Miss.Text)
				}
			}
			text := string(emit.Module(u.M))
			for _, w := range x.want {
				if !strings.Contains(text, w) {
					t.Errorf("no %s in\n%s", w, text)
				}
			}
			if x.never != "" && strings.Contains(text, x.never) {
				t.Errorf("%s in\n%s", x.never, text)
			}
		})
	}
}

// TestBuffersClaim: a call that gives a coroutine the memory for its frame claims nothing of that
// memory which is not true of a frame. It may claim what is true of the memory itself.
func TestBuffersClaim(t *testing.T) {
	for _, claim := range []string{"nocapture", "captures(none)", "initializes((0, 8))", "dead_on_return", "readnone",
		"readonly", "writeonly"} {
		u := loadEdited(t, bufferModule, []string{"@f(ptr %buf, i64 %a) => @f(ptr nonnull " + claim + " %buf, i64 %a)",
			"%c(ptr %buf, i1 false) => %c(ptr nonnull " + claim + " %buf, i1 false)"})
		all := splitGrowing(t, u, "f")
		c, _ := u.M.Func("c")
		if text := emit.FuncString(c); !strings.Contains(text, "[24 x i8]") ||
			strings.Count(text, "ptr nonnull %buf") != 2 {
			t.Errorf("%s of a buffer that grew: %v\n%s", claim, all, text)
		}
	}
}

func TestBuffersBounded(t *testing.T) {
	two := []string{"@global => define void @d() {\n  %b1 = alloca i64\n  %b2 = alloca i64\n" +
		"  %r = call {ptr, i64} @f(ptr %b1, i64 1)\n  %s = call {ptr, i64} @f(ptr %b2, i64 1)\n  ret void\n}\n@global"}
	for _, x := range []struct {
		opts  elide.Options
		edits []string
		want  string
	}{
		{elide.Options{MaxFrame: 24, MaxStack: 48}, two, ""},
		{elide.Options{MaxFrame: 23}, nil, "the frame has 24 bytes, more than the limit of 23 for one frame " +
			"on the stack"},
		{elide.Options{MaxStack: 47}, two, "the frame has 24 bytes, more than its share of the stack: @d begins 2 " +
			"coroutines, which share 47 bytes equally"},
		{elide.Options{MaxFrame: 23, MaxStack: 23},
			[]string{"define void @c(i64 %a, ptr %p, i1 %b) => define void @c(i64 %a, ptr %p, i1 %b) " +
				"presplitcoroutine"}, ""},
	} {
		u := loadEdited(t, bufferModule, x.edits)
		u.Elide.Opts = x.opts
		got := ""
		for _, e := range splitGrowing(t, u, "f") {
			if !e.Elided && e.Miss.Kind.String() == "too-large" {
				got = e.Miss.Text
			}
		}
		if got != x.want {
			t.Errorf("%+v: %q, not %q", x.opts, got, x.want)
		}
	}
}

// TestBuffersChanged does not believe what was known of calls before others were made of them.
func TestBuffersChanged(t *testing.T) {
	for name, edit := range map[string]func(call *ir.Instr){
		"copied before it was split": func(call *ir.Instr) {
			call.Func().Module().CloneInstr(call).InsertAfter(call)
		},
		"changed before it was split": func(call *ir.Instr) {
			ir.ReplaceUses(call, call.Func().Module().Poison(call.Type()))
			call.Erase()
		},
	} {
		u := loadEdited(t, bufferModule, []string{"presplitcoroutine { => presplitcoroutine optsize {",
			"@global => define void @d() {\n  %mine = alloca i64\n  %r = call {ptr, i64} @f(ptr %mine, i64 1)\n" +
				"  ret void\n}\n@global"})
		d, err := u.M.Func("d")
		if err != nil {
			t.Fatal(err)
		}
		edit(d.Entry().First().Next())
		got := splitGrowing(t, u, "f")
		if len(got) == 0 || got[0].Elided || !strings.HasSuffix(got[0].Miss.Text, name) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestBufferOfNobody: what nobody calls is as it was.
func TestBufferOfNobody(t *testing.T) {
	u := loadEdited(t, bufferModule,
		[]string{"%r = call {ptr, i64} @f(ptr %buf, i64 %a) nounwind => %r = call {ptr, i64} %p(ptr %buf, i64 %a)"})
	if got := splitGrowing(t, u, "f"); len(got) > 0 || !strings.Contains(string(emit.Module(u.M)), "@take(i64 24)") {
		t.Errorf("%+v\n%s", got, emit.Module(u.M))
	}
}

// TestBuffersBlame: whose buffer cannot grow is told why, and the others whose fault it is, the
// first by name, in whatever order they stand.
func TestBuffersBlame(t *testing.T) {
	bad := func(name string) string {
		return "define void @" + name + "(ptr %p) {\n  %r = call {ptr, i64} @f(ptr %p, i64 1)\n  ret void\n}\n"
	}
	for _, text := range []string{bad("x") + bad("d"), bad("d") + bad("x")} {
		u := loadEdited(t, bufferModule, []string{"presplitcoroutine { => presplitcoroutine optsize {",
			"@global => " + text + "@global"})
		for _, e := range splitGrowing(t, u, "f") {
			want := "callers: @d also calls it, and cannot provide a larger buffer"
			if e.Caller != "c" {
				want = "buffer: the buffer that @" + e.Caller + " provides is not a separate local variable"
			}
			if got := e.Miss.Kind.String() + ": " + e.Miss.Text; got != want {
				t.Errorf("%s: %s, not %s", e.Caller, got, want)
			}
		}
	}
}

// TestBuffersCopied: where not all callers can bring more, those who can call a copy.
func TestBuffersCopied(t *testing.T) {
	const another = "@global => define void @d(ptr %p) {\n  %r = call {ptr, i64} @f(ptr %p, i64 1)\n" +
		"  ret void\n}\n@global"
	external := "define internal {ptr, i64} @f => define {ptr, i64} @f"
	for _, x := range []struct {
		name  string
		want  string // callers that bring more, of the copy
		why   string // a piece of the reason of another
		edits []string
	}{
		{"not local", "c", "", []string{external}},
		{"of one definition", "c", "", []string{"define internal {ptr, i64} @f => define linkonce_odr {ptr, i64} @f"}},
		{"its address is taken", "c", "", []string{"; AFTER => store ptr @f, ptr %p"}},
		{"prepared, and its address is taken", "c", "",
			[]string{"%r = call {ptr, i64} @f => %f = call ptr @llvm.coro.prepare.retcon(ptr @f)\n" +
				"  %r = call {ptr, i64} %f", "; AFTER => store ptr %f, ptr %p"}},
		{"another cannot", "c", "the buffer that @d provides is not a separate local variable", []string{another}},
		{"in a comdat", "c", "",
			[]string{"define internal {ptr, i64} @f(ptr %buf, i64 %n) presplitcoroutine => $f = comdat any\n" +
				"define linkonce_odr {ptr, i64} @f(ptr %buf, i64 %n) presplitcoroutine comdat"}},

		{"either's continuation", "", "code other than @f and its continuations",
			[]string{external, "; MORE => %s = call {ptr, i64} @f(ptr %p, i64 1)\n" +
				"  %either = select i1 %b, {ptr, i64} %r, {ptr, i64} %s",
				"extractvalue {ptr, i64} %r, 0 => extractvalue {ptr, i64} %either, 0"}},
		{"one buffer in two ways", "", "code other than @f and its continuations",
			[]string{external, "; MORE => %s = call fastcc {ptr, i64} @f(ptr %buf, i64 1)"}},
		{"all can", "", "", nil},
		{"nobody can", "", "code other than @f", []string{external, "; MORE => store i64 0, ptr %buf"}},
		{"weak", "", "code outside this file may call it",
			[]string{"define internal {ptr, i64} @f => define weak {ptr, i64} @f"}},
		{"optsize", "", "code outside this file may call it",
			[]string{external, "presplitcoroutine { => presplitcoroutine optsize {"}},
		{"minsize", "", "code outside this file may call it",
			[]string{external, "presplitcoroutine { => presplitcoroutine minsize {"}},
		{"large", "", "code outside this file may call it",
			[]string{external, "; OBJECT => " + strings.Repeat("call void @show(i64 1)\n  ", 400)}},
		{"address of a block", "", "code outside this file may call it",
			[]string{external, "@global = global ptr null => @global = global ptr blockaddress(@f, %more)"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			u := loadEdited(t, bufferModule, x.edits)
			want, why := "", ""
			for _, e := range splitGrowing(t, u, "f") {
				switch {
				case e.Callee != "f":
					t.Errorf("told of @%s", e.Callee)
				case !e.Elided:
					why += e.Miss.Text + "\n"
				case x.name != "all can":
					want += e.Caller
				}
			}
			if want != x.want || !strings.Contains(why, x.why) || (why == "") != (x.why == "") {
				t.Errorf("%q bring more, not %q; the others: %q, not %q", want, x.want, why, x.why)
			}
			text := string(emit.Module(u.M))
			copied := x.want != ""
			if strings.Contains(text, "define internal { ptr, i64 } @f.inbuffer(ptr %buf, i64 %n) {") != copied ||
				strings.Contains(text, "@f.inbuffer.resume.1(") != copied ||
				strings.Contains(text, "= call { ptr, i64 } @f.inbuffer(ptr %buf, i64 %a)") != copied ||
				strings.Contains(text, "call ptr @take(") != (x.name != "all can") {
				t.Error(text)
			}
		})
	}
}

// TestBuffersYielded: what is yielded is an address in the frame. Where the caller keeps it to
// itself, it may be left in any way.
func TestBuffersYielded(t *testing.T) {
	const lent = "; MORE => %y = extractvalue {ptr, ptr} %r, 1\n  "
	edits := func(more ...string) []string { return append(slices.Clone(endsOnce), more...) }
	for _, x := range []struct {
		name  string
		want  string // the kind; "": the buffer grows
		edits []string
	}{
		{"not looked at", "", nil},
		{"read and written", "", []string{lent + "%v = load i64, ptr %y\n  store i64 1, ptr %y"}},
		{"lent", "", []string{lent + "call void @lend(ptr %y)"}},
		{"throws", "", []string{lent + "call void @throws()"}},
		{"a ramp that may throw", "", []string{"@f(ptr %buf, i64 %a) nounwind => @f(ptr %buf, i64 %a)"}},
		{"suspends", "", []string{lent + "%s = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 0)"}},
		{"number", "", []string{lent + "%c0 = icmp eq ptr %y, null"}},
		{"kept", "escape", []string{lent + "call void @keep(ptr %y)"}},
		{"stored", "escape", []string{lent + "store ptr %y, ptr %p"}},
		{"as a number", "escape", []string{lent + "%no = ptrtoint ptr %y to i64\n  call void @show(i64 %no)"}},
		{"merged and kept", "escape", []string{lent + "%z = select i1 %b, {ptr, ptr} %r, {ptr, ptr} zeroinitializer\n" +
			"  %zy = extractvalue {ptr, ptr} %z, 1\n  call void @keep(ptr %zy)"}},
		{"stored whole", "escape", []string{lent + "store {ptr, ptr} %r, ptr %p"}},
		{"of the continuation, kept", "escape", []string{"; AFTER => %y2 = extractvalue {ptr, ptr} %r2, 1\n" +
			"  call void @keep(ptr %y2)"}},
		{"leaked by the coroutine", "escape", []string{objectKnown}},
		{"begun again", "path", []string{"; AFTER => %s = call {ptr, ptr} @f(ptr %buf, i64 %a) nounwind"}},
		{"begun again in a loop", "path", []string{"%r = call => br label %again\nagain:\n  %r = call",
			"; AFTER => br i1 %b, label %again, label %over\nover:"}},
		{"invoked, and marked to end", "path", []string{
			"%r = call {ptr, ptr} @f(ptr %buf, i64 %a) nounwind => %r = invoke {ptr, ptr} @f(ptr %buf, i64 %a) " +
				"to label %on unwind label %pad\npad:\n  %lp = landingpad {ptr, i32} cleanup\n" +
				"  call void @llvm.lifetime.end.p0(ptr %buf)\n  ret void\non:"}},
		{"once, and begun again behind", "", edits("; AFTER => %s = call {ptr, ptr} @f(ptr %buf, i64 %a) nounwind")},
		{"once, and begun again before", "path", edits("; MORE => %s = call {ptr, ptr} @f(ptr %buf, i64 %a) nounwind")},
		{"once, and marked to end behind", "", edits("; AFTER => call void @llvm.lifetime.end.p0(ptr %buf)")},
		{"once, and marked to end on another path", "path", edits("; MORE => br i1 %b, label %go, label %leave\n" +
			"leave:\n  call void @llvm.lifetime.end.p0(ptr %buf)\n  ret void\ngo:")},
		{"once, invoked, and marked to end", "path", edits("call void %c(ptr %buf, i1 false) nounwind => " +
			"invoke void %c(ptr %buf, i1 false) to label %on unwind label %pad\npad:\n" +
			"  %lp = landingpad {ptr, i32} cleanup\n  call void @llvm.lifetime.end.p0(ptr %buf)\n  ret void\non:")},
		{"marked to end", "path", []string{"; AFTER => call void @llvm.lifetime.end.p0(ptr %buf)"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := splitGrowing(t, loadEdited(t, yieldingModule, x.edits), "f")
			switch {
			case len(got) == 0:
				t.Error("nothing is told")
			case got[0].Elided != (x.want == ""):
				t.Errorf("it grows: %v, %+v", got[0].Elided, got[0].Miss)
			case !got[0].Elided && got[0].Miss.Kind.String() != x.want:
				t.Error(got[0].Miss)
			}
		})
	}
}
