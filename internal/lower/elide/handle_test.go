// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/remark"
)

type gpuCase struct {
	name, body, text string
	kind             lifetime.MissKind
}

const gpuHead = `
@boxes = internal global [4 x ptr] zeroinitializer
declare i32 @coin.number() nounwind
declare void @print(i32, ...) nounwind
`

// TestElideOnGPU holds a handle back that goes where the address of a local variable may not.
func TestElideOnGPU(t *testing.T) {
	const head = "target triple = \"nvptx64-nvidia-cuda\"\n"
	// What is done with the handle %h between the creation and the destruction.
	published := func(name, code, text string) gpuCase {
		return gpuCase{name, gpuHead + "define void @g() {\n %h = new\n " + code + "\n destroy %h\n ret void\n}", text,
			lifetime.MissAddrSpace}
	}
	private := func(name, code string) gpuCase {
		c := published(name, code, "")
		c.kind = yes
		return c
	}
	for _, tc := range []gpuCase{
		{"plain", "define void @g() {\n %h = new\n destroy %h\n ret void\n}", "", yes},
		{"to shared memory", "define void @g(ptr addrspace(3) %p) {\n %h = new\n" +
			" store ptr %h, ptr addrspace(3) %p\n destroy %h\n ret void\n}",
			"stored in shared memory", lifetime.MissAddrSpace},
		{"through another space to the generic one", "define void @g() {\n %h = new\n" +
			" %l = addrspacecast ptr %h to ptr addrspace(5)\n" +
			" %k = addrspacecast ptr addrspace(5) %l to ptr\n call void @take.quiet(ptr %k)\n destroy %h\n ret void\n}",
			"passed to @take.quiet", lifetime.MissAddrSpace},
		published("through local memory with an offset", "%l = addrspacecast ptr %h to ptr addrspace(5)\n"+
			" %o = getelementptr i8, ptr addrspace(5) %l, i64 16\n %k = addrspacecast ptr addrspace(5) %o to ptr\n"+
			" store ptr %k, ptr @boxes", "stored in @boxes"),
		private("as an address in local memory", "%l = addrspacecast ptr %h to ptr addrspace(5)\n"+
			" %o = getelementptr i8, ptr addrspace(5) %l, i64 16\n store i8 1, ptr addrspace(5) %o"),
		published("as the number of an address in local memory", "%l = addrspacecast ptr %h to ptr addrspace(5)\n"+
			" %n = ptrtoint ptr addrspace(5) %l to i64\n store i64 %n, ptr @boxes", "is cast to"),
		published("through a vector", "%x = insertelement <2 x ptr> poison, ptr %h, i32 1\n"+
			" %y = shufflevector <2 x ptr> %x, <2 x ptr> poison, <2 x i32> <i32 1, i32 0>\n"+
			" %z = extractelement <2 x ptr> %y, i32 0\n store ptr %z, ptr @boxes", "stored in @boxes"),
		published("with a vector of addresses", "%x = getelementptr i8, ptr %h, <2 x i64> <i64 0, i64 8>\n"+
			" store <2 x ptr> %x, ptr @boxes", "stored in @boxes"),
		published("in a nested structure", "%x = insertvalue {i32, {ptr, [2 x ptr]}} poison, ptr %h, 1, 1, 1\n"+
			" %y = extractvalue {i32, {ptr, [2 x ptr]}} %x, 1\n"+
			" %z = extractvalue {ptr, [2 x ptr]} %y, 1, 1\n store ptr %z, ptr @boxes", "stored in @boxes"),
		published("as a whole structure in a variable", "%a = alloca {i64, ptr}\n"+
			" %x = insertvalue {i64, ptr} zeroinitializer, ptr %h, 1\n store {i64, ptr} %x, ptr %a\n"+
			" %f = getelementptr i8, ptr %a, i64 8\n %v = load ptr, ptr %f\n store ptr %v, ptr @boxes",
			"stored in @boxes"),
		published("copied", "%a = alloca [2 x ptr]\n %b = alloca [2 x ptr]\n %f = getelementptr i8, ptr %a, i64 8\n"+
			" store ptr %h, ptr %f\n"+
			" call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 false)\n"+
			" %g = getelementptr i8, ptr %b, i64 8\n %v = load ptr, ptr %g\n store ptr %v, ptr @boxes",
			"stored in @boxes"),
		published("copied to a global", "%a = alloca ptr\n store ptr %h, ptr %a\n"+
			" call void @llvm.memcpy.p0.p0.i64(ptr @boxes, ptr %a, i64 8, i1 false)", "stored in @boxes"),
		published("copied with a length that is not known", "%a = alloca [2 x ptr]\n %b = alloca [2 x ptr]\n"+
			" store ptr %h, ptr %a\n %n = load i64, ptr @boxes\n"+
			" call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 %n, i1 false)\n"+
			" %g = getelementptr i8, ptr %b, i64 8\n %v = load ptr, ptr %g\n store ptr %v, ptr @boxes",
			"stored in @boxes"),
		published("read back by cmpxchg", "%a = alloca ptr\n store ptr null, ptr %a\n"+
			" %x = cmpxchg ptr %a, ptr null, ptr %h seq_cst seq_cst\n"+
			" %y = cmpxchg ptr %a, ptr null, ptr null seq_cst seq_cst\n"+
			" %z = extractvalue {ptr, i1} %y, 0\n store ptr %z, ptr @boxes", "stored in @boxes"),
		published("in pieces", "%x = ptrtoint ptr %h to i64\n %y = lshr i64 %x, 32\n %z = trunc i64 %y to i32\n"+
			" store i32 %z, ptr @boxes", "stored in @boxes"),
		published("in bytes, each by a mask", "%x = ptrtoint ptr %h to i64\n %y = lshr i64 %x, 32\n"+
			" %z = and i64 %y, 255\n store i64 %z, ptr @boxes", "stored in @boxes"),
		published("in digits, each by a remainder", "%x = ptrtoint ptr %h to i64\n %y = udiv i64 %x, 10\n"+
			" %z = urem i64 %y, 10\n store i64 %z, ptr @boxes", "stored in @boxes"),
		published("as what a table has for a digit", "%x = ptrtoint ptr %h to i64\n %y = lshr i64 %x, 8\n"+
			" %z = and i64 %y, 15\n %a = getelementptr i8, ptr @boxes, i64 %z\n"+
			" %v = load i8, ptr %a\n store i8 %v, ptr @boxes", "bits of the handle decide"),
		published("as a decision by a bit", "%x = ptrtoint ptr %h to i64\n %y = lshr i64 %x, 8\n"+
			" %z = and i64 %y, 1\n %c = icmp ne i64 %z, 0\n store i1 %c, ptr @boxes",
			"bits of the handle decide"),
		published("by the sign of its distance from a number", "%n = call i32 @coin.number()\n"+
			" %w = zext i32 %n to i64\n %x = ptrtoint ptr %h to i64\n %d = sub i64 %x, %w\n"+
			" %c = icmp slt i64 %d, 0\n store i1 %c, ptr @boxes", "bits of the handle decide"),
		published("as a decision by the bit of a select", "%n = call i32 @coin.number()\n %w = icmp eq i32 %n, 0\n"+
			" %x = ptrtoint ptr %h to i64\n %y = shl i64 %x, 8\n %z = select i1 %w, i64 %x, i64 %y\n"+
			" %c = icmp slt i64 %z, 0\n store i1 %c, ptr @boxes", "bits of the handle decide"),
		private("its distance from itself tested", "%q = getelementptr i8, ptr %h, i64 24\n"+
			" %x = ptrtoint ptr %h to i64\n %y = ptrtoint ptr %q to i64\n %d = sub i64 %y, %x\n"+
			" %z = lshr i64 %d, 3\n %c = icmp ugt i64 %z, 2\n store i1 %c, ptr @boxes"),
		private("tested for its alignment", "%x = ptrtoint ptr %h to i64\n %y = and i64 %x, 15\n"+
			" store i64 %y, ptr @boxes"),
		published("as a number at an address made of one", "%n = call i32 @coin.number()\n"+
			" %w = zext i32 %n to i64\n %p = inttoptr i64 %w to ptr\n store ptr %h, ptr %p",
			"unknown memory"),
		published("through a variable that others know", "%a = alloca ptr\n store ptr %a, ptr @boxes\n"+
			" store ptr %h, ptr %a", "stored in @boxes"),
		published("to variadic code", "call void (i32, ...) @print(i32 1, ptr %h)", "passed to @print"),
		published("as an address within it", "%x = getelementptr i8, ptr %h, i64 16\n store ptr %x, ptr @boxes",
			"stored in @boxes"),
		published("by an index", "%x = ptrtoint ptr %h to i64\n %y = getelementptr i8, ptr null, i64 %x\n"+
			" store ptr %y, ptr @boxes", "stored in @boxes"),
		published("by a select of pointers to variables", "%a = alloca ptr\n %b = alloca ptr\n"+
			" %n = call i32 @coin.number()\n %c = icmp eq i32 %n, 0\n %p = select i1 %c, ptr %a, ptr %b\n"+
			" store ptr %h, ptr %p\n %v = load ptr, ptr %b\n store ptr %v, ptr @boxes", "stored in @boxes"),
		private("in the other of two variables", "%a = alloca ptr\n %b = alloca ptr\n store ptr @boxes, ptr %b\n"+
			" store ptr %h, ptr %a\n %v = load ptr, ptr %b\n store ptr %v, ptr @boxes"),
		published("in halves through a variable", "%a = alloca i64\n %x = ptrtoint ptr %h to i64\n"+
			" store i64 %x, ptr %a\n %v = load i32, ptr %a\n store i32 %v, ptr @boxes", "stored in @boxes"),
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, g := elideUnit(t, head+snippet(tc.body))
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			checkElided(t, c, g, tc.kind, tc.text)
		})
	}
}

// TestElideShapes covers coroutines of which something is missing: nothing is elided, nothing
// breaks.
func TestElideShapes(t *testing.T) {
	body := "define void @g() {\n %h = new\n resume %h\n destroy %h\n ret void\n}"
	for _, tc := range []struct {
		name, old, with string
		kind            lifetime.MissKind
	}{
		{"size not known", "dereferenceable(48)", "", lifetime.MissUnknownSize},
		{"no coro.alloc", "%h.need = call i1 @llvm.coro.alloc(token %h.id)", "%h.need = call i1 @coin()",
			lifetime.MissNoAlloc},
		{"no coro.begin", "call ptr @llvm.coro.begin(token %h.id, ptr %h.mem)", "call ptr @allocate(i1 true)",
			lifetime.MissNoAlloc},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, g := elideUnit(t, strings.ReplaceAll(snippet(body), tc.old, tc.with))
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			if errs := ir.VerifyFunc(g); len(errs) > 0 {
				t.Fatal(errs)
			}
			list := c.Elide.Elisions()
			if len(list) != 1 || list[0].Elided || list[0].Miss.Kind != tc.kind || list[0].Miss.Text == "" {
				t.Errorf("%+v", list)
			}
			out := emit.FuncString(g)
			if strings.Contains(out, "alloca [") || tc.kind == lifetime.MissUnknownSize && !strings.Contains(out,
				"void @f.destroy(ptr %h)") {
				t.Error(out)
			}
		})
	}
}

// TestElideTail: calls that may come to see the frame lose the promise that they see no variable of
// the caller.
func TestElideTail(t *testing.T) {
	run := func(body string) string {
		c, g := elideUnit(t, snippet(body))
		if _, err := c.Elide.Elide(g, false); err != nil {
			t.Fatal(err)
		}
		checkElided(t, c, g, yes, "")
		return emit.FuncString(g)
	}
	out := run("define void @g(ptr %p) {\n %h = new\n tail call void @quiet()\n" +
		" tail call void @take.quiet(ptr captures(none) %h)\n" +
		" tail call void @take.quiet(ptr %p)\n tail call void @take.quiet(ptr @global)\n destroy %h\n ret void\n}")
	for want, tail := range map[string]bool{"@quiet()": true, "@take.quiet(ptr captures(none) %vFrame)": false,
		"@take.quiet(ptr %p)":      false,
		"@take.quiet(ptr @global)": true} {
		if strings.Contains(out, "tail call void "+want) != tail || !strings.Contains(out, "call void "+want) {
			t.Errorf("%s: tail should be %v\n%s", want, tail, out)
		}
	}
	out = run("define void @g() {\n %h = new\n store ptr %h, ptr @global\n tail call void @quiet()\n" +
		" destroy %h\n ret void\n}")
	if strings.Contains(out, "tail call void @quiet()") {
		t.Errorf("the callee may find the frame in @global\n%s", out)
	}
}

// TestElideReports: one remark a call site, however often the pass runs, in LLVM's words; a miss
// comes with a reason and its path.
func TestElideReports(t *testing.T) {
	body := "define void @g(i1 %c) {\nentry:\n %h = new\n store ptr %h, ptr @global\n %k = new\n destroy %k\n" +
		" br i1 %c, label %left, label %right\n" +
		"left:\n destroy %h\n ret void\nright:\n br label %out\nout:\n ret void\n}"
	c, g := elideUnit(t, snippet(body))
	for range 3 {
		if _, err := c.Elide.Elide(g, false); err != nil {
			t.Fatal(err)
		}
	}
	c.Elide.Finish()
	var got []string
	for _, r := range c.Remarks.List {
		got = append(got, r.Name+": "+r.Message())
	}
	if len(got) != 3 || len(c.Elide.Elisions()) != 2 {
		t.Fatalf("%q", got)
	}
	for k, want := range []string{"CoroElide: 'f' not elided in 'g' (frame_size=48, align=16)",
		"CoroElideReason: 'f' stays on the heap: ",
		"CoroElide: 'f' elided in 'g' (frame_size=48, align=16)"} {
		if !strings.HasPrefix(got[k], want) {
			t.Errorf("got %q, want %q", got[k], want)
		}
	}
	if c.Remarks.List[1].Kind != remark.Analysis || c.Remarks.List[0].Kind != remark.Missed ||
		c.Remarks.List[2].Kind != remark.Passed {
		t.Error("kinds of remarks")
	}
	miss := (c.Elide.Elisions())[0].Miss
	var path []string
	for _, s := range miss.Path {
		path = append(path, s.Block)
	}
	if p := strings.Join(path, " "); p != "%entry %right %out" {
		t.Errorf("path %s", p)
	}
	if miss.Instr != "store ptr %h, ptr @global" || !miss.Pos.IsValid() || miss.Fix != "" || miss.NoFix() == "" {
		t.Errorf("%+v", miss)
	}
}

// TestElideDirect: handles that are known are resumed and destroyed by direct calls where the frame
// stays on the heap, too.
func TestElideDirect(t *testing.T) {
	c, g := elideUnit(t, snippet("define ptr @g(i1 %c) {\n %h = new\n resume %h\n br i1 %c, label %a, label %b\n"+
		"a:\n destroy %h\n ret ptr null\n"+
		"b:\n ret ptr %h\n}"))
	if _, err := c.Elide.Elide(g, false); err != nil {
		t.Fatal(err)
	}
	out := emit.FuncString(g)
	if strings.Contains(out, "subfn.addr") || !strings.Contains(out, "call fastcc void @f.resume(ptr %h)") ||
		!strings.Contains(out, "call fastcc void @f.destroy(ptr %h)") {
		t.Error(out)
	}
}

// TestElideBlockers names the calls that to look through might decide, in the order of the code.
func TestElideBlockers(t *testing.T) {
	c, g := elideUnit(t, snippet("define void @g() {\n %s = alloca ptr\n %h = new\n store ptr %h, ptr %s\n"+
		" call void @take.quiet(ptr %s)\n"+
		" call void @quiet()\n call void @take(ptr %h)\n ret void\n}"))
	before := emit.FuncString(g)
	lives := c.Elide.Lifetimes(g)
	if len(lives) != 1 || lives[0].Miss == nil {
		t.Fatalf("%+v", lives)
	}
	var names []string
	for _, b := range lives[0].Blockers {
		names = append(names, b.CalledFunc().Name)
	}
	if s := strings.Join(names, " "); s != "take.quiet take" {
		t.Errorf("blockers: %s", s)
	}
	if emit.FuncString(g) != before {
		t.Error("the analysis changed the function")
	}
}

// TestElideTrialBlockers checks that a trial inlines nothing where no call is on the path with the
// miss: whatever the other calls do, that path keeps the frame on the heap.
func TestElideTrialBlockers(t *testing.T) {
	for _, tc := range []struct {
		name, before, kept, free string // code before the branch, and in its two arms
		trial                    int    // number of calls named in a trial; outside a trial, it is 1
	}{
		{"a call on another path", "", "store ptr %h, ptr @boxes", "call void @take.quiet(ptr %s)", 0},
		{"a call before the store", "call void @take.quiet(ptr %s)", "store ptr %h, ptr @boxes", "", 1},
		{"a call after the store", "", "store ptr %h, ptr @boxes\n call void @take.quiet(ptr %s)", "", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, g := elideUnit(t, snippet(gpuHead+"define void @g(i1 %x) {\n %s = alloca ptr\n %h = new\n"+
				" store ptr %h, ptr %s\n "+tc.before+"\n br i1 %x, label %kept, label %free\nkept:\n "+tc.kept+
				"\n ret void\nfree:\n "+tc.free+"\n br label %last\nlast:\n destroy %h\n ret void\n}"))
			for _, l := range elide.TrialLifetimes(c.Elide, g) {
				if l.Miss == nil || len(l.Blockers) != tc.trial {
					t.Errorf("in a trial: %d calls, miss %+v", len(l.Blockers), l.Miss)
				}
			}
			lives := c.Elide.Lifetimes(g)
			if len(lives) != 1 || lives[0].Miss == nil || len(lives[0].Blockers) != 1 {
				t.Errorf("%+v", lives)
			}
		})
	}
}

// TestElideTrialReads checks when the search of a trial goes on behind a path with a miss: if the
// path reads a function pointer that may be proved to be this coroutine's. The calls of such
// pointers are made direct.
func TestElideTrialReads(t *testing.T) {
	var rest strings.Builder // blocks that a search need not visit
	for k := range 100 {
		n := strconv.Itoa(k)
		rest.WriteString(" br label %rest" + n + "\nrest" + n + ":\n")
	}
	for _, tc := range []struct {
		name, handle string // the operand of the read
		resumes      int
		short        bool
	}{
		{"the coroutine's, through memory", "%l", 1, false},
		{"the coroutine's", "%h", 1, true},
		{"another coroutine's", "%other", 0, true},
		{"of one of two coroutines", "%either", 0, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, g := elideUnit(t, snippet(gpuHead+"define void @g(i1 %x, i1 %y, ptr %other) {\n %s = alloca ptr\n"+
				" %h = new\n store ptr %h, ptr %s\n store ptr %h, ptr @boxes\n"+
				" %either = select i1 %y, ptr %h, ptr %other\n"+
				" br i1 %x, label %kept, label %free\nkept:\n %l = load ptr, ptr %s\n"+
				" %f = call ptr @llvm.coro.subfn.addr(ptr "+tc.handle+", i8 0)\n"+
				" call fastcc void %f(ptr "+tc.handle+")\n ret void\nfree:\n"+rest.String()+
				" destroy %h\n ret void\n}"))
			lives := elide.TrialLifetimes(c.Elide, g)
			if len(lives) != 1 || lives[0].Miss == nil || len(lives[0].Resumes) != tc.resumes {
				t.Fatalf("%+v", lives)
			}
			if n := c.Elide.Walks().Blocks; n < 50 != tc.short {
				t.Errorf("%d blocks are visited", n)
			}
		})
	}
}

// TestElideManyAlive has frames that all live to the end of a function with many branches: more
// than could be followed path by path for each. One that is never destroyed gets a reason of
// bounded length.
func TestElideManyAlive(t *testing.T) {
	const n = 1000
	for _, kept := range []bool{false, true} {
		var sb strings.Builder
		sb.WriteString("define void @g(i1 %x) {\n br label %b0\n")
		for k := range n {
			h := strconv.Itoa(k)
			next := strconv.Itoa(k + 1)
			known := ""
			if kept && k == 0 {
				known = " store ptr %h0, ptr @global\n"
			}
			sb.WriteString("b" + h + ":\n %h" + h + " = new\n" + known + " br i1 %x, label %c" + h + ", label %b" +
				next + "\n")
			sb.WriteString("c" + h + ":\n br label %b" + next + "\n")
		}
		sb.WriteString("b" + strconv.Itoa(n) + ":\n")
		for k := range n {
			if h := "%h" + strconv.Itoa(k); !kept || k > 0 {
				fn := "%fn" + strconv.Itoa(k)
				sb.WriteString(fn + " = call ptr @llvm.coro.subfn.addr(ptr " + h + ", i8 1)\n" +
					"call fastcc void " + fn + "(ptr " + h + ")\n")
			}
		}
		sb.WriteString(" ret void\n}")
		c, g := elideUnit(t, snippet(sb.String()))
		c.Elide.Opts.MaxStack = -1
		if _, err := c.Elide.Elide(g, false); err != nil {
			t.Fatal(err)
		}
		for k, e := range c.Elide.Elisions() {
			switch {
			case e.Elided != (!kept || k > 0):
				t.Fatalf("kept %v: number %d elided: %v %v", kept, k, e.Elided, e.Miss)
			case !e.Elided && (e.Miss.Kind != lifetime.MissEscape || len(e.Miss.Path) < 10 || len(e.Miss.Path) > n/2):
				t.Errorf("kind %d, path of %d", e.Miss.Kind, len(e.Miss.Path))
			}
		}
		if len(c.Elide.Elisions()) != n {
			t.Errorf("%d reported", len(c.Elide.Elisions()))
		}
	}
}

// TestElidePlain has handles that are nothing but resumed and destroyed, which is enough whatever
// the paths.
func TestElidePlain(t *testing.T) {
	for _, tc := range []struct {
		name, body, text string
		kind             lifetime.MissKind
	}{
		{"destroyed on both ways",
			"define void @g(i1 %x) {\n %h = new\n br i1 %x, label %a, label %b\na:\n destroy %h\n ret void\nb:\n" +
				" destroy %h\n ret void\n}",
			"", yes},
		{"on one way",
			"define void @g(i1 %x) {\n %h = new\n br i1 %x, label %a, label %b\na:\n destroy %h\n ret void\n" +
				"b:\n ret void\n}",
			"", yes},
		{"in each round", "define void @g(i1 %x) {\n br label %a\na:\n %h = new\n resume %h\n destroy %h\n" +
			" br i1 %x, label %a, label %b\nb:\n ret void\n}", "", yes},
		{"never", "define void @g(i1 %x) {\n %h = new\n resume %h\n ret void\n}", "", yes},
		{"the handle of no memory", "define void @g() {\n %h = new\n %z = icmp eq ptr %h, null\n" +
			" br i1 %z, label %a, label %b\na:\n ret void\nb:\n" +
			" destroy %h\n ret void\n}", "", yes},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, g := elideUnit(t, snippet(tc.body))
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			checkElided(t, c, g, tc.kind, tc.text)
		})
	}
}

// TestWhatOthersWrite holds the search to what others may do between two instructions of the
// creator. Each creator publishes the handle, or a variable that holds it, and leaves on a path
// without a destroy that only what others wrote leads to.
func TestWhatOthersWrite(t *testing.T) {
	for _, tc := range []struct{ name, body string }{
		{"before a monotonic load", `define void @g() nounwind {
  %flag = alloca i32
  %h = new
  store ptr %h, ptr @global
  call void @take.quiet(ptr %flag)
  store i32 0, ptr %flag
  %v = load atomic i32, ptr %flag monotonic, align 4
  %c = icmp eq i32 %v, 0
  br i1 %c, label %kill, label %lost
kill:
  destroy %h
  ret void
lost:
  ret void
}`},
		{"through an address that an indirect call got before the creation", `define void @g(ptr %fn) nounwind {
  %cell = alloca ptr
  call void %fn(ptr %cell) nounwind
  %h = new
  store ptr %h, ptr %cell
  ret void
}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, g := elideUnit(t, snippet(tc.body))
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			checkElided(t, c, g, lifetime.MissEscape, "the handle is stored")
		})
	}
}
