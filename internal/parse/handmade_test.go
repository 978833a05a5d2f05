// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"testing"

	"github.com/corolower/corolower/internal/parse"
)

// TestHasHandmadeFrames checks which uses of which functions may put them into a frame that is made
// by hand.
func TestHasHandmadeFrames(t *testing.T) {
	const part = "define internal void @f(ptr noundef nonnull dereferenceable(8) %p) #0 {\n  ret void\n}\n"
	body := func(lines string) string { return part + "define void @g(ptr %p) {\n  " + lines + "\n  ret void\n}\n" }
	for text, want := range map[string]bool{
		part:                                  false,
		body("call void @f(ptr %p)"):          false,
		body("store ptr @f, ptr %p"):          true,
		body("call void @g(ptr noundef @f)"):  true,
		body("store ptr @g, ptr %p, align 8"): true,
		body("store ptr @h, ptr %p") + "declare void @h(ptr)\n":                                         false,
		body("store ptr @h, ptr %p") + "define fastcc void @h(ptr %p) {\n  ret void\n}\n":               false,
		body("store ptr @h, ptr %p") + "define void @h(ptr %p, i32 %n) {\n  ret void\n}\n":              false,
		body("store ptr @h, ptr %p") + "define i32 @h(ptr %p) {\n  ret i32 0\n}\n":                      false,
		body("store ptr @h, ptr %p") + "define void @h(i32 %n) {\n  ret void\n}\n":                      false,
		body("store ptr @h, ptr %p") + "@h = alias void (ptr), ptr @f\n":                                true,
		part + "@h = alias void (ptr), ptr @f\n":                                                        false,
		part + "@table = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @f] }\n":           false,
		part + "@table = constant { ptr, ptr } { ptr @f, ptr null }\n":                                  true,
		part + "@table = constant { ptr, ptr } { ptr @table, ptr @f }\n":                                false,
		body("%1 = call i32 @__cxa_atexit(ptr @f, ptr %p, ptr null)") + "declare i32 @__cxa_atexit()\n": false,
	} {
		f, err := parse.Scan("test.ll", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.HasHandmadeFrames(); got != want {
			t.Errorf("%s%v, want %v", text, got, want)
		}
	}
}
