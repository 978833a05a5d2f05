// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"slices"
	"testing"

	"github.com/corolower/corolower/internal/parse"
)

// TestReferences finds the names in an item after text that looks like the start of a name.
func TestReferences(t *testing.T) {
	f, err := parse.Scan("test.ll", []byte(`
define void @a() {
  ret void
}
define void @"b c"() {
  call void @a()
  ret void
}
define void @d() {
  call void asm "x@", ""()
  call void @"b c"()
  call void @declared()
  ret void
}
define void @e() section "x@" {
  call void @a()
  ret void
}
declare void @declared()
@g = global [2 x ptr] [ptr @d, ptr @d]
define void @0() {
  call void @0()
  ret void
}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"a": {"a"}, "b c": {"b c", "a"}, "d": {"d", "b c"}, "e": {"e", "a"}, "g": {"d", "d"},
		"\x000": {"\x000", "\x000"}}
	for i := range f.Items {
		it := &f.Items[i]
		var got []string
		f.References(it, func(to int) { got = append(got, f.Items[to].Name) })
		if !slices.Equal(got, want[it.Name]) {
			t.Errorf("%s names %q, not %q", it.Name, got, want[it.Name])
		}
	}
}

// TestNamesAny checks that the end of a string that looks like the start of a name hides no name.
func TestNamesAny(t *testing.T) {
	f, err := parse.Scan("test.ll", []byte("@g = global { [1 x i8], ptr } { [1 x i8] c\"@\", ptr @a }, section \"s\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if !f.NamesAny(&f.Items[0], map[string]bool{"a": true}) {
		t.Error("@a is not found")
	}
}
