// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/lifetime"
)

// TestWhatPartsDo decides about a creation by what the coroutine's parts do. The handle, or what
// may be made the handle again, is in a global, and the creator may leave with the frame alive.
// Each case goes wrong when the search misses one thing.
func TestWhatPartsDo(t *testing.T) {
	const pad = "\npad:\n  %e = landingpad { ptr, i32 } catch ptr null\n  ret void\n}"
	for _, tc := range []struct {
		name                     string
		resume, destroy, cleanup string // in front of the return
		body                     string
	}{
		{"a destroy that throws has not freed the frame", "", "call void @throws()\n  call void @release(ptr %h)",
			"call void @throws()",
			"define void @g() personality ptr @personality {\n  %h = new\n  store ptr %h, ptr @global\n" +
				"  %d = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)\n" +
				"  invoke fastcc void %d(ptr %h) to label %ok unwind label %pad\nok:\n  ret void" + pad},
		{"a destroy that returns has not freed the frame", "", "%c = call i1 @coin()\n" +
			"  br i1 %c, label %yes, label %no\nyes:\n  call void @release(ptr %h)\n  ret void\nno:", "",
			"define void @g() {\n  %h = new\n  store ptr %h, ptr @global\n  destroy %h\n  ret void\n}"},
		{"the frame holds an address in it, which is published", "%p = getelementptr i8, ptr %h, i64 24\n" +
			"  %at = getelementptr i8, ptr %h, i64 16\n  store ptr %p, ptr %at\n" +
			"  %q = load ptr, ptr %at\n  store ptr %q, ptr @global", "", "", "define void @g() {\n  %h = new\n" +
			"  resume %h\n  ret void\n}"},
		{"a callee keeps an address in the frame", "%p = getelementptr i8, ptr %h, i64 24\n  call void @take(ptr %p)",
			"", "", "define void @g() {\n  %h = new\n  resume %h\n  ret void\n}"},
		{"a remainder of the handle by a large number is published", "", "", "",
			"define void @g() {\n  %h = new\n  %i = ptrtoint ptr %h to i64\n  %r = urem i64 %i, 1000000007\n" +
				"  store i64 %r, ptr @global\n  ret void\n}"},
		{"a condition that is known to be false", "", "", "",
			"define void @g() {\n  %s = alloca i32\n  %h = new\n  store ptr %h, ptr @global\n" +
				"  store i32 0, ptr %s\n  %v = load i32, ptr %s\n" +
				"  %c = icmp ne i32 %v, 0\n  br i1 %c, label %kill, label %lost\nkill:\n  destroy %h\n  ret void\n" +
				"lost:\n  ret void\n}"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := withParts(snippet(tc.body), map[string]string{"resume": tc.resume, "destroy": tc.destroy, "cleanup": tc.cleanup})
			c, g := elideUnit(t, text)
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			checkElided(t, c, g, lifetime.MissEscape, "")
		})
	}
}

// TestPartStoresThroughParameter checks what a function may do with a handle that it stores through a
// parameter. For s390x, clang returns a struct with a handle in this way.
func TestPartStoresThroughParameter(t *testing.T) {
	const functions = `
define internal void @inner(ptr %out, ptr %p) {
  store ptr %p, ptr %out
  ret void
}
define internal void @wrap(ptr %out, ptr %p) {
  call void @inner(ptr %out, ptr %p)
  ret void
}
define internal void @copy(ptr %out, ptr %p, ptr %in) {
  store ptr %p, ptr %out
  %q = load ptr, ptr %in
  store ptr %q, ptr @global
  ret void
}
define internal void @indirect(ptr %out, ptr %p) {
  %to = load ptr, ptr %out
  store ptr %p, ptr %to
  ret void
}
`
	const wrapped = "%s = alloca ptr\n  call void @wrap(ptr %s, ptr %h)\n  "
	for _, tc := range []struct {
		name, resume string
		miss         lifetime.MissKind
	}{
		{"a variable", wrapped + "%q = load ptr, ptr %s\n  %c = icmp eq ptr %q, null", yes},
		{"a variable that is published", "%s = alloca ptr\n  store ptr %s, ptr @global\n  call void @wrap(ptr %s, ptr %h)",
			lifetime.MissEscape},
		{"a variable that is published later", wrapped + "store ptr %s, ptr @global", lifetime.MissEscape},
		{"a variable whose content is published", wrapped + "%q = load ptr, ptr %s\n  store ptr %q, ptr @global",
			lifetime.MissEscape},
		{"a variable that unknown code reads", wrapped + "call void @take(ptr %s)", lifetime.MissEscape},
		{"a variable that the function reads", "%s = alloca ptr\n  call void @copy(ptr %s, ptr %h, ptr %s)",
			lifetime.MissEscape},
		{"a global variable", "call void @wrap(ptr @global, ptr %h)", lifetime.MissEscape},
		{"the frame", "%at = getelementptr i8, ptr %h, i64 16\n  call void @wrap(ptr %at, ptr %h)\n" +
			"  %q = load ptr, ptr %at\n  store ptr %q, ptr @global", lifetime.MissEscape},
		{"a variable of a variable", "%s = alloca ptr\n  store ptr @global, ptr %s\n" +
			"  call void @indirect(ptr %s, ptr %h)", lifetime.MissEscape},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := snippet("define void @g() {\n  %h = new\n  resume %h\n  ret void\n}") + functions
			c, g := elideUnit(t, withParts(text, map[string]string{"resume": tc.resume}))
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			checkElided(t, c, g, tc.miss, "")
		})
	}
}

// withParts puts code in front of the returns of the coroutine's parts.
func withParts(text string, bodies map[string]string) string {
	for part, body := range bodies {
		if body == "" {
			continue
		}
		front, rest, _ := strings.Cut(text, "@f."+part+"(ptr noundef")
		head, rest, _ := strings.Cut(rest, "{\n")
		_, rest, _ = strings.Cut(rest, "  ret void\n")
		text = front + "@f." + part + "(ptr noundef" + head + "{\n  " + body + "\n  ret void\n" + rest
	}
	return text
}

// TestDestroyThrows: the destructor of an object in the frame may throw. Nobody has the handle but the
// creator, so the frame is lost either way, unless the destroy function itself gave it away before.
func TestDestroyThrows(t *testing.T) {
	const body = "define void @g() personality ptr @personality {\n  %h = new\n" +
		"  %d = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)\n" +
		"  invoke fastcc void %d(ptr %h) to label %ok unwind label %pad\nok:\n  ret void\n" +
		"pad:\n  %e = landingpad { ptr, i32 } catch ptr null\n  ret void\n}"
	for _, before := range []string{"", "  store ptr %h, ptr @global\n"} {
		text := withParts(snippet(body), map[string]string{
			"destroy": before + "call void @throws()\n  call void @release(ptr %h)", "cleanup": before + "call void @throws()"})
		elideOne(t, text, before == "")
	}
}
