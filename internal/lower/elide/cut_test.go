package elide_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// randomScopes is a function that creates some coroutines, gives their handles away and destroys
// them in random places. Its blocks come in a random graph, mostly forward. suspends: the function
// is a coroutine.
func randomScopes(rnd *rand.Rand, suspends bool) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	handles, blocks := 1+rnd.Intn(3), 3+rnd.Intn(10)
	head := "define void @g(i1 %c, i32 %n) personality ptr @__gxx_personality_v0 {"
	if suspends {
		head = "define void @g(i1 %c, i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {"
	}
	line("declare i32 @__gxx_personality_v0(...)\ndeclare void @free(ptr) nounwind\n"+
		"declare void @longjmps() noreturn\n%s\nentry:", head)
	if suspends {
		line("  %%own.id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)\n" +
			"  %%own.size = call i64 @llvm.coro.size.i64()")
		line("  %%own.mem = call ptr @malloc(i64 %%own.size)\n" +
			"  %%own = call ptr @llvm.coro.begin(token %%own.id, ptr %%own.mem)")
	}
	scopes := rnd.Intn(3) > 0 // handles are destroyed in order
	at := 0
	for h := range handles {
		if h > 0 && rnd.Intn(2) == 0 {
			line("  br label %%next%d\nnext%[1]d:", h)
		}
		line("%%h%d = new\n  store ptr %%h%[1]d, ptr @global", h)
	}
	line("  br label %%b0")
	pads := 0
	to := func(k int) string {
		switch {
		case rnd.Intn(12) == 0:
			return fmt.Sprintf("%%b%d", rnd.Intn(blocks))
		case k+1 < blocks:
			return fmt.Sprintf("%%b%d", k+1+rnd.Intn(min(2, blocks-k-1)))
		}
		return "%out"
	}
	for k := range blocks {
		line("b%d:", k)
		for range rnd.Intn(3) {
			switch rnd.Intn(6) {
			case 0:
				line("  call void @quiet()")
			case 1:
				if rnd.Intn(4) == 0 {
					line("  call void @throws()")
				}
			case 2:
				h := rnd.Intn(handles)
				switch rnd.Intn(6) {
				case 0:
					line("  %%f%d.%d = call ptr @llvm.coro.free(token %%h%d.id, ptr %%h%[3]d)", k, at, h)
				case 1:
					line("  call void @free(ptr %%h%d)", h)
				default:
					line("resume %%h%d", h)
				}
				at++
			default:
				h := rnd.Intn(handles)
				if scopes {
					h = max(handles-1-at, 0)
					at++
				}
				line("destroy %%h%d", h)
			}
		}
		switch rnd.Intn(8) {
		case 0:
			line("  br label %%b%d", k-rnd.Intn(min(k+1, 2)))
		case 1:
			line("  invoke void @%s() to label %s unwind label %%pad%d", []string{"throws", "throws",
				"longjmps"}[rnd.Intn(3)], to(k), pads)
			pads++
		case 6:
			h := rnd.Intn(handles)
			line("  %%d%d = call ptr @llvm.coro.subfn.addr(ptr %%h%d, i8 1)", k, h)
			line("  invoke fastcc void %%d%d(ptr %%h%d) to label %s unwind label %%pad%d", k, h, to(k), pads)
			pads++
		case 2:
			if suspends {
				line("  %%s%d = call i8 @llvm.coro.suspend(token none, i1 false)", k)
				line("  switch i8 %%s%d, label %%sleep [ i8 0, label %s i8 1, label %s ]", k, to(k), to(k))
			} else {
				line("  switch i32 %%n, label %s [ i32 0, label %s ]", to(k), to(k))
			}
		case 3:
			if rnd.Intn(2) == 0 {
				line("  unreachable")
			} else {
				line("  br label %s", to(k))
			}
		default:
			line("  br i1 %%c, label %s, label %s", to(k), to(k))
		}
	}
	line("out:")
	for h := range handles {
		if rnd.Intn(2) == 0 {
			line("destroy %%h%d", h)
		}
	}
	if suspends {
		line("  br label %%sleep\nsleep:\n  call void @llvm.coro.end(ptr %%own, i1 false, token none)")
	}
	line("  ret void")
	for k := range pads {
		line("pad%d:\n  %%e%[1]d = landingpad { ptr, i32 } cleanup", k)
		for h := range handles {
			if rnd.Intn(4) > 0 {
				line("destroy %%h%d", h)
			}
		}
		line("  resume { ptr, i32 } %%e%d", k)
	}
	line("}")
	if suspends {
		line("declare ptr @malloc(i64)\ndeclare i64 @llvm.coro.size.i64()")
	}
	return b.String()
}

// TestExitTree: the answer by the tree of exits is that by following all paths, or no answer. With
// State.Prove another one panics.
func TestExitTree(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	elided := 0
	for n := range 5000 {
		text := snippet(randomScopes(rnd, n%2 == 0))
		if n%5 > 0 {
			text = strings.Replace(text, "%h) {\n  call void @throws()\n", "%h) {\n", 1) // of the resume part
		}
		if n%7 == 0 {
			text = strings.Replace(text, "@f.destroy(ptr noundef nonnull align 16 dereferenceable(48) %h) {\n",
				"@f.destroy(ptr noundef nonnull align 16 dereferenceable(48) %h) {\n  call void @throws()\n", 1)
		}
		c, g := elideUnit(t, text)
		if errs := ir.VerifyFunc(g); len(errs) > 0 {
			t.Fatal(errs, "\n", text)
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Fatal(n, r, "\n", text)
				}
			}()
			for _, l := range c.Elide.Lifetimes(g) {
				if l.Miss == nil {
					elided++
				}
			}
		}()
	}
	t.Log(elided)
	if elided < 500 {
		t.Errorf("only %d frames die in their creator", elided)
	}
}
