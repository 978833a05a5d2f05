// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/lifetime"
)

// TestKeptInFrame: what a creator reads from a frame in which the coroutine keeps its own address
// may be that address.
func TestKeptInFrame(t *testing.T) {
	const head = "@f.resume(ptr noundef nonnull align 16 dereferenceable(48) %h) {\n"
	for _, tc := range []struct {
		name, read string
		elided     bool
	}{
		{"nothing is read", "", true},
		{"a load", "%v = load ptr, ptr %p\n  store ptr %v, ptr @global", false},
		{"a copy to a local", "call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %p, i64 8, i1 false)\n" +
			"  %v = load ptr, ptr %s\n  store ptr %v, ptr @global", false},
		{"a copy to memory that others know", "call void @llvm.memcpy.p0.p0.i64(ptr @global, ptr %p, i64 8, i1 false)",
			false},
		{"a copy of what splitting made", "call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %h, i64 16, i1 false)", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := snippet("define void @g(i1 %c) {\n  %s = alloca [2 x ptr]\n  %h = new\n  resume %h\n" +
				"  %p = getelementptr i8, ptr %h, i64 24\n  " + tc.read +
				"\n  br i1 %c, label %a, label %b\na:\n  destroy %h\n  ret void\nb:\n  ret void\n}")
			text = strings.Replace(text, head, head+"  %p = getelementptr i8, ptr %h, i64 24\n  store ptr %h, ptr %p\n",
				1)
			e := elideOne(t, text, tc.elided)
			if !tc.elided && e.Miss.Kind != lifetime.MissEscape ||
				tc.name == "a load" && !strings.Contains(e.Miss.Text, "may read an address within the frame") {
				t.Error(e)
			}
		})
	}
}

// TestReasonOutsideTheFrame: a store of an address in the frame into the frame is no reason that
// helps anybody.
func TestReasonOutsideTheFrame(t *testing.T) {
	const own = "  %p = getelementptr i8, ptr %h, i64 16\n  store ptr %p, ptr %p\n"
	for _, tc := range []struct {
		name, body, text string
		kind             lifetime.MissKind
	}{
		{"given away behind it", "  store ptr %h, ptr @global\n  ret void", "stored to @global", lifetime.MissEscape},
		{"given to a function behind it", "  call void @take(ptr %h)\n  ret void", "passed to @take",
			lifetime.MissUnknownCallee},
		{"never given away", "  ret void", "the function returns with the frame alive", lifetime.MissPath},
		{"left by a jump", "  call void @leaves()\n  unreachable", "a jump from @leaves", lifetime.MissPath},
		{"left by an exception", "  call void @throws()\n  destroy %h\n  ret void", "an exception from @throws",
			lifetime.MissPath},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := elideOne(t, snippet("declare void @leaves() noreturn nounwind\ndefine void @g() {\n"+
				"  %h = new\n"+own+tc.body+"\n}"), false)
			if e.Miss.Kind != tc.kind || !strings.Contains(e.Miss.Text, tc.text) {
				t.Error(e)
			}
		})
	}
}

// TestTriedFix: the fix "call only nounwind functions" is named only if the frame is then elided.
func TestTriedFix(t *testing.T) {
	for _, tc := range []struct {
		name, rest string
		fix        bool
	}{
		{"destroyed", "destroy %h\n  ret void", true},
		{"never destroyed", "ret void", false},
		{"destroyed on one path", "br i1 %c, label %a, label %b\na:\n  destroy %h\n  ret void\nb:\n  ret void", false},
		{"another one is destroyed", "destroy %o\n  ret void", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := elideOne(t, snippet("define void @g(i1 %c, ptr %o) {\n  %h = new\n  call void @take(ptr %h)\n  "+
				tc.rest+"\n}"), false)
			if (e.Miss.Fix != "") != tc.fix {
				t.Errorf("%v, fix %q", e, e.Miss.Fix)
			}
		})
	}
}
