package driver_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/parse"
)

// TestAlike checks that no unit-invariant function references a member of a unit, by name or
// through a table, in any order of the file.
func TestAlike(t *testing.T) {
	parts := []string{
		coro("a", "presplitcoroutine"), caller("user", 0, "a", "lib", "viaTable"), caller("large", 2000, "a"),
		caller("lib", 1, "deeper", "lib"), caller("deeper", 1), caller("throughLarge", 0, "way"),
		caller("way", 0, "large"), caller("cycle", 0, "cycle2"),
		caller("cycle2", 0, "cycle", "throughLarge"),
		"@text = constant [2 x i8] c\"it\"\n", "@table = constant [1 x ptr] [ptr @a]\n",
		"@outer = constant [1 x ptr] [ptr @table]\n",
		"@none = constant [2 x ptr] [ptr @text, ptr @plain]\n", "@called = alias void (), ptr @deeper\n",
		"define ptr @viaTable() {\n  %p = load ptr, ptr @table\n  ret ptr %p\n}\n", "define ptr @viaOuter() {\n" +
			"  %p = load ptr, ptr @outer\n  ret ptr %p\n}\n",
		"define ptr @viaText() {\n  %p = load ptr, ptr @none\n  ret ptr %p\n}\n", "define void @viaAlias() {\n" +
			"  call void @called()\n  ret void\n}\n",
		"define void @resumes(ptr %h) {\n  call void @llvm.coro.resume(ptr %h)\n  ret void\n}\n",
	}
	want := []string{"deeper", "lib", "resumes", "viaText"}
	for range 2 {
		file, err := parse.Scan("t.ll", []byte(decls+"declare void @plain(i32)\n"+strings.Join(parts, "")))
		if err != nil {
			t.Fatal(err)
		}
		got := driver.UnitInvariant(file, pipeline(t, "default<O2>"))
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q are alike, not %q", got, want)
		}
		slices.Reverse(parts)
	}
}
