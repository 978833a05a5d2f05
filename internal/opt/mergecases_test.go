// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// TestMergeCases checks which blocks of a switch are merged. a and b are the code of two of them, x
// and y the values that they pass on. Without b and y, the second block is a copy of the first one.
func TestMergeCases(t *testing.T) {
	const (
		dispatch = `
declare i64 @get()
define i64 @f(i8 %%index, ptr %%frame, ptr %%other, i64 %%n, i1 %%q) {
entry:
  switch i8 %%index, label %%no [ i8 0, label %%start
    i8 1, label %%a
    i8 2, label %%b ]
a:
  %s
  br label %%loop, !llvm.loop !1
b:
  %s
  br label %%loop, !llvm.loop !1
start:
  br i1 %%q, label %%loop, label %%last
loop:
  %%v = phi i64 [ %s, %%a ], [ %s, %%b ], [ 7, %%start ]
  ret i64 %%v
last:
  ret i64 2
no:
  unreachable
}
!1 = distinct !{!1}
!2 = distinct !{!2}
`
		place  = "%x.p = getelementptr i8, ptr %frame, i64 24 "
		loaded = place + "%x = load i64, ptr %x.p, align 8 "
	)
	second := func(s string) string { return strings.ReplaceAll(s, "%x", "%y") }
	for name, k := range map[string]struct {
		a, b, x, y string
		old, new   string // a replacement in the function
		merged     bool
		has        string // in the result
	}{
		"loads":             {a: loaded, x: "%x", merged: true, has: "i8 1, label %a\n    i8 2, label %a\n"},
		"computed":          {a: loaded + "%x2 = add i64 %x, %n", x: "%x2", merged: true},
		"an address":        {a: loaded + "%x2 = ptrtoint ptr %x.p to i64", x: "%x2", merged: true},
		"compared numbers":  {a: loaded + "%xc = icmp eq i64 %x, 3 %x2 = zext i1 %xc to i64", x: "%x2", merged: true},
		"fewer flags":       {a: "%x = add nuw nsw i64 %n, 1", b: "%y = add nsw i64 %n, 1", x: "%x", merged: true, has: "add nsw i64"},
		"smaller alignment": {a: "%x = load i64, ptr %frame, align 8", b: "%y = load i64, ptr %frame, align 4", x: "%x", merged: true, has: "align 4"},
		"types' alignment":  {a: "%x = load i64, ptr %frame", x: "%x", merged: true},
		"one alignment":     {a: "%x = load i64, ptr %frame, align 1", b: "%y = load i64, ptr %frame", x: "%x"},
		"the default":       {a: loaded, x: "%x", old: "label %no [", new: "label %c [", merged: true},

		"another place":     {a: loaded, b: strings.Replace(second(loaded), "24", "32", 1), x: "%x"},
		"another frame":     {a: loaded, b: strings.Replace(second(loaded), "%frame", "%other", 1), x: "%x"},
		"another element":   {a: loaded, b: strings.Replace(second(loaded), "i8", "i16", 1), x: "%x"},
		"another width":     {a: "%x1 = load i32, ptr %frame %x = zext i32 %x1 to i64", b: "%y1 = load i16, ptr %frame %y = zext i16 %y1 to i64", x: "%x"},
		"another operation": {a: "%x = add i64 %n, 1", b: "%y = sub i64 %n, 1", x: "%x"},
		"another predicate": {a: "%xc = icmp eq i64 %n, 3 %x = zext i1 %xc to i64", b: "%yc = icmp ne i64 %n, 3 %y = zext i1 %yc to i64", x: "%x"},
		"another order":     {a: "%x = sub i64 1, %n", b: "%y = sub i64 %n, 1", x: "%x"},
		"another path":      {a: "%x1 = add i64 %n, 1 %x2 = add i64 %n, 2 %x = mul i64 %x1, 3", b: "%y1 = add i64 %n, 1 %y2 = add i64 %n, 2 %y = mul i64 %y2, 3", x: "%x"},
		"more code":         {a: loaded, b: second(loaded) + "%y2 = add i64 %y, 1", x: "%x", y: "%y2"},
		"another value":     {a: loaded, x: "%x", y: "1"},
		"another loop":      {a: loaded, x: "%x", old: "!1\nb:", new: "!2\nb:"},
		"another successor": {a: loaded, x: "%x", old: "label %loop, !llvm.loop !1\nstart", new: "label %last, !llvm.loop !1\nstart"},
		"also entered":      {a: loaded, x: "%x", old: "label %last\nloop", new: "label %b\nloop"},
		"volatile":          {a: "%x = load volatile i64, ptr %frame", x: "%x"},
		"atomic":            {a: "%x = load atomic i64, ptr %frame monotonic, align 8", x: "%x"},
		"a store":           {a: "store i64 1, ptr %frame " + loaded, x: "%x"},
		"a call":            {a: "%x = call i64 @get()", x: "%x"},
		"compared pointers": {a: "%xc = icmp eq ptr %frame, null %x = zext i1 %xc to i64", x: "%x"},
		"long":              {a: loaded + "%x0 = add i64 %n, 1 %x1 = add i64 %n, 1 %x2 = add i64 %n, 1 %x3 = add i64 %n, 1 %x4 = add i64 %n, 1 %x5 = add i64 %n, 1 %x6 = add i64 %n, 1", x: "%x"},
	} {
		t.Run(name, func(t *testing.T) {
			if k.b == "" {
				k.b = second(k.a)
			}
			if k.y == "" {
				k.y = second(k.x)
			}
			text := fmt.Sprintf(dispatch, k.a, k.b, k.x, k.y)
			if k.old != "" {
				if !strings.Contains(text, k.old) {
					t.Fatal("nothing to replace")
				}
				text = strings.Replace(text, k.old, k.new, 1)
			}
			switch name {
			case "the default":
				text = strings.NewReplacer("i8 2, label %b ]", "]", "\nb:", "\nc:", "%b ]", "%c ]").Replace(text)
			case "another successor":
				text = strings.Replace(text, ", [ "+k.y+", %b ]", "", 1)
			}
			m := load(t, text)
			var got bool
			apply(t, m, func(f *ir.Func) bool { got = opt.MergeCases(m, f); return got })
			f, _ := m.Func("f")
			if text := emit.FuncString(f); got != k.merged || !strings.Contains(text, k.has) {
				t.Errorf("merged: %v, want %v, with %q\n%s", got, k.merged, k.has, text)
			}
		})
	}
}

// TestMergeManyCases: a block is compared with few others.
func TestMergeManyCases(t *testing.T) {
	var cases, blocks strings.Builder
	phis := "%v = phi i64 "
	const n = 2000
	for k := range n {
		fmt.Fprintf(&cases, " i32 %d, label %%b%d\n", k, k)
		fmt.Fprintf(&blocks, "b%d:\n  %%v%d = add i64 %%n, %d\n  br label %%end\n", k, k, k/2)
		phis += fmt.Sprintf("[ %%v%d, %%b%d ], ", k, k)
	}
	m := load(t, "define i64 @f(i32 %k, i64 %n) {\nentry:\n switch i32 %k, label %no [\n"+cases.String()+"]\nno:\n  unreachable\n"+
		blocks.String()+"end:\n  "+strings.TrimSuffix(phis, ", ")+"\n  ret i64 %v\n}\n")
	apply(t, m, func(f *ir.Func) bool { return opt.MergeCases(m, f) })
	f, _ := m.Func("f")
	if got := f.NumBlocks(); got != n+3-4 {
		t.Errorf("%d blocks", got) // only the first four are remembered
	}
}
