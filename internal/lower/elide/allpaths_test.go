// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"
)

// allPathsBase destroys the frame on each path: behind two calls, and in the cleanup of both.
const allPathsBase = `declare i32 @__gxx_personality_v0(...)
declare void @longjmps() noreturn
declare void @leaves() noreturn nounwind
declare void @free(ptr) nounwind
define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  store ptr %h, ptr @global
  invoke void @throws() to label %a unwind label %pad
a:
  br i1 %c, label %b, label %d
b:
  invoke void @throws() to label %d unwind label %pad
d:
  destroy %h
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  destroy %h
  resume { ptr, i32 } %e
}`

// allPathsEdits change the base to something that destroys the frame on all paths still, or not.
var allPathsEdits = []struct {
	name, old, new string
	elided         bool
	parts          []string // of the coroutine: a name, and code in front of what it has
}{
	{"as it is", "", "", true, nil},
	{"a branch to the return", "br i1 %c, label %b, label %d", "br i1 %c, label %b, label %out\nout:\n  ret void",
		false, nil},
	{"a branch to the end of the program", "br i1 %c, label %b, label %d", "br i1 %c, label %b, label %out\nout:\n" +
		"  unreachable", true, nil},
	{"a branch to a jump", "br i1 %c, label %b, label %d", "br i1 %c, label %b, label %out\nout:\n" +
		"  call void @leaves()\n  unreachable", false, nil},
	{"a jump out of an invoke", "br i1 %c, label %b, label %d", "br i1 %c, label %b, label %out\nout:\n" +
		"  invoke void @longjmps() to label %no unwind label %pad\nno:\n  unreachable", true, nil},
	{"a jump past a handler", "%e = landingpad { ptr, i32 } cleanup\n",
		"%e = landingpad { ptr, i32 } catch ptr null\n  %x = extractvalue { ptr, i32 } %e, 0\n" +
			"  %y = call ptr @__cxa_begin_catch(ptr %x)\n  br label %jump\njump:\n  call void @leaves()\n" +
			"  unreachable\nrest:\n", false, nil},
	{"back to the creation", "br i1 %c, label %b, label %d", "br i1 %c, label %b, label %entry2", false, nil},
	{"a cleanup that does not destroy", "cleanup\n  destroy %h\n  resume", "cleanup\n  resume", false, nil},
	{"a call that may throw", "d:\n  destroy %h", "d:\n  call void @throws()\n  destroy %h", false, nil},
	{"a call that does not", "d:\n  destroy %h", "d:\n  call void @quiet()\n  destroy %h", true, nil},
	{"a call behind the destroy", "d:\n  destroy %h", "d:\n  destroy %h\n  call void @throws()", true, nil},
	{"the promise's handle", "d:\n  destroy %h", "d:\n  %p = getelementptr i8, ptr %h, i64 16\n" +
		"  %q = getelementptr i8, ptr %p, i64 -16\n  destroy %q", true, nil},
	{"another handle", "d:\n  destroy %h", "d:\n  %p = getelementptr i8, ptr %h, i64 16\n  destroy %p", false, nil},
	{"a resume", "d:\n  destroy %h", "d:\n  resume %h", false, nil},
	{"the handle is null", "d:\n  destroy %h", "d:\n  %n = icmp eq ptr %h, null\n" +
		"  br i1 %n, label %none, label %some\nnone:\n  ret void\nsome:\n  destroy %h", true, nil},
	{"the handle is not null", "d:\n  destroy %h", "d:\n  %n = icmp ne ptr %h, null\n" +
		"  br i1 %n, label %some, label %none\nnone:\n  ret void\nsome:\n  destroy %h", true, nil},
	{"the destroy part for another", "d:\n  destroy %h", "d:\n  %o = load ptr, ptr @global\n" +
		"  %f = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)\n  call fastcc void %f(ptr %o)", false, nil},
	{"assembly that may leave", "d:\n  destroy %h", "d:\n" +
		"  callbr void asm sideeffect \"\", \"!i\"() to label %x [label %x]\nx:\n  destroy %h", false, nil},
	{"destroyed by its name, and the program ends", "br i1 %c, label %b, label %d",
		"br i1 %c, label %b, label %end\nend:\n  %k = load ptr, ptr %s\n  call void @f.destroy(ptr %k)\n  unreachable",
		false, nil},
	{"freed, and the program ends", "br i1 %c, label %b, label %d", "br i1 %c, label %b, label %end\nend:\n" +
		"  call void @free(ptr %h)\n  unreachable", false, nil},
	{"another is null", "d:\n  destroy %h", "d:\n  %z = load ptr, ptr @global\n  %n = icmp eq ptr %z, null\n" +
		"  br i1 %n, label %none, label %some\nnone:\n  ret void\nsome:\n  destroy %h", false, nil},
	{"assembly that jumps", "d:\n  destroy %h", "d:\n" +
		"  callbr void asm sideeffect \"\", \"!i\"() to label %x [label %y]\ny:\n  ret void\nx:\n  destroy %h",
		false, nil},
	{"a coroutine that frees itself", "", "", false, []string{"@f.resume", "  call void @release(ptr %h)\n",
		"@f.destroy", "  call void @release(ptr %h)\n"}},
	{"a coroutine that does not", "", "", true, []string{"@f.resume", "  call void @quiet()\n", "@f.destroy",
		"  call void @release(ptr %h)\n"}},
	{"a destroy that may leave the frame alive", "", "", false, []string{"@f.destroy",
		"  %c = call i1 @coin()\n  br i1 %c, label %free, label %out\nfree:\n  call void @release(ptr %h)\n" +
			"  br label %out\nout:\n"}},
	{"a loop with the creation in it", "d:\n  destroy %h\n  ret void", "d:\n  destroy %h\n" +
		"  br i1 %c, label %entry2, label %out\nout:\n  ret void", true, nil},
}

// TestAllPaths: the frame lies in the function if each path destroys it, whoever has the handle.
func TestAllPaths(t *testing.T) {
	for _, tc := range allPathsEdits {
		t.Run(tc.name, func(t *testing.T) {
			body := allPathsBase
			if tc.old != "" {
				if !strings.Contains(body, tc.old) {
					t.Fatal("not in the base")
				}
				body = strings.Replace(body, tc.old, tc.new, 1)
			}
			if strings.Contains(body, "label %entry2") {
				body = strings.Replace(body, "  %h = new\n", "  br label %entry2\nentry2:\n  %h = new\n", 1)
			}
			body = body + "\ndeclare ptr @__cxa_begin_catch(ptr) nounwind\n"
			text := snippet(body)
			for k := 0; k < len(tc.parts); k += 2 {
				text = strings.Replace(text, tc.parts[k]+"(ptr noundef nonnull align 16 dereferenceable(48) %h) {\n",
					tc.parts[k]+"(ptr noundef nonnull align 16 dereferenceable(48) %h) {\n"+tc.parts[k+1], 1)
			}
			elideOne(t, text, tc.elided)
		})
	}
}
