// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestDominanceAgainstDefinition compares the verifier with the definition of dominance in random
// graphs with one use each: a value is defined at a use if no path from the entry reaches the use
// without the definition. The value of an invoke is defined on its normal edge.
func TestDominanceAgainstDefinition(t *testing.T) {
	rnd := rand.New(rand.NewSource(7))
	wrong, tried := 0, 8000
	if testing.Short() {
		tried = 1000
	}
	for range tried {
		src, want := randomUse(rnd)
		m, err := parse.Module("t.ll", []byte(src))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		l := ir.VerifyFunc(f)
		got := len(l) == 0
		if !got && !strings.Contains(l[0].Msg, "does not dominate") || got != want {
			t.Fatalf("defined: got %v, want %v: %v\n%s", got, want, l, src)
		}
		if !want {
			wrong++
		}
	}
	if wrong < tried/10 || wrong > tried*9/10 {
		t.Errorf("%d of %d uses are wrong", wrong, tried)
	}
}

// randomUse returns a function with one use of one value, and whether the value is defined there.
func randomUse(rnd *rand.Rand) (src string, defined bool) {
	n := 2 + rnd.Intn(7)
	type block struct {
		to     []int // the normal edge of an invoke; its other edge leads to a landingpad in a block that returns
		invoke bool
	}
	g := make([]block, n)
	preds := make([][]int, n)
	for k := range g {
		to := func() int { return 1 + rnd.Intn(n-1) }
		switch rnd.Intn(8) {
		case 0:
		case 1, 2, 3:
			g[k].to = []int{to()}
		case 4, 5:
			g[k].to, g[k].invoke = []int{to()}, true
		default:
			g[k].to = []int{to(), to()}
		}
		for _, s := range g[k].to {
			preds[s] = append(preds[s], k)
		}
	}
	def, use := rnd.Intn(n), rnd.Intn(n)
	phi := rnd.Intn(2) == 0 && len(preds[use]) > 0
	from := -1 // the predecessor whose phi entry is the used value
	if phi {
		from = preds[use][rnd.Intn(len(preds[use]))]
	}
	before := rnd.Intn(2) == 0 // if the use is in the block of the definition, whether it precedes the definition
	var b strings.Builder
	b.WriteString("declare i32 @g()\ndeclare i32 @p(...)\ndeclare void @use(i32)\n" +
		"define void @f(i1 %c) personality ptr @p {\n")
	for k := range g {
		fmt.Fprintf(&b, "b%d:\n", k)
		if phi && k == use {
			b.WriteString("  %u = phi i32 ")
			for j, p := range preds[k] {
				val := "7"
				if p == from {
					val = fmt.Sprintf("%%v%d", def)
				}
				fmt.Fprintf(&b, "%s[ %s, %%b%d ]", strings.Repeat(", ", min(j, 1)), val, p)
			}
			b.WriteString("\n")
		}
		direct := func(when bool) {
			if !phi && k == use && before == when {
				fmt.Fprintf(&b, "  call void @use(i32 %%v%d)\n", def)
			}
		}
		direct(true)
		if !g[k].invoke {
			fmt.Fprintf(&b, "  %%v%d = add i32 1, 2\n", k)
		}
		direct(false)
		switch {
		case g[k].invoke:
			fmt.Fprintf(&b, "  %%v%d = invoke i32 @g() to label %%b%d unwind label %%l%d\nl%d:\n"+
				"  %%x%d = landingpad i32 cleanup\n  ret void\n", k, g[k].to[0], k, k, k)
		case len(g[k].to) == 0:
			b.WriteString("  ret void\n")
		case len(g[k].to) == 1:
			fmt.Fprintf(&b, "  br label %%b%d\n", g[k].to[0])
		default:
			fmt.Fprintf(&b, "  br i1 %%c, label %%b%d, label %%b%d\n", g[k].to[0], g[k].to[1])
		}
	}
	b.WriteString("}\n")

	// reach computes the blocks that are reachable from the entry, for paths without the definition
	// (index 0) and with it (index 1).
	var entered [2][16]bool
	var reach func(k int, defined int)
	reach = func(k, defined int) {
		if entered[defined][k] {
			return
		}
		entered[defined][k] = true
		if k == def {
			defined = 1
		}
		for _, s := range g[k].to {
			reach(s, defined)
		}
	}
	reach(0, 0)
	at := use
	if phi {
		at = from
	}
	undefined := entered[0][at] // a path reaches the start of the block without the definition
	if at == def {
		// In the block of the definition, the value is defined after the definition. The result of
		// an invoke is defined on its normal edge.
		if phi || !g[def].invoke && !before {
			undefined = false
		}
	}
	return b.String(), !undefined
}

// TestDominatesUse checks uses of the results of invokes and of callbr, each next to one that differs in
// one property. %v is the result; `use` is the use.
func TestDominatesUse(t *testing.T) {
	const invoke = `
declare i32 @g()
declare i32 @p(...)
define void @f(i1 %c) personality ptr @p {
entry:
  br i1 %c, label %call, label %other
call:
  %v = invoke i32 @g() to label %normal unwind label %pad
normal:
  NORMAL
  br i1 %c, label %inner, label %join
inner:
  br label %join
other:
  br label %OTHER
join:
  JOIN
  ret void
pad:
  PAD
  ret void
}`
	const callBr = `
define void @f(i1 %c) {
entry:
  br i1 %c, label %call, label %other
call:
  %v = callbr i32 asm "", "=r,!i"() to label %normal [label %indirect]
normal:
  NORMAL
  br label %join
indirect:
  PAD
  br label %join
other:
  br label %OTHER
join:
  JOIN
  ret void
}`
	// itself is a block that the invoke at its end enters again.
	itself := strings.NewReplacer("to label %normal", "to label %call", "%v = invoke", "%use = add i32 %v, 1\n  %v = invoke").Replace(invoke)
	const pad = "%e = landingpad i32 cleanup\n"
	for name, c := range map[string]struct {
		text, other, normal, join, pad string
		want                           bool
	}{
		"in the normal destination":              {invoke, "join", "%use = add i32 %v, 1", "", pad, true},
		"where others enter":                     {invoke, "normal", "%use = add i32 %v, 1", "", pad, false},
		"in the unwind destination":              {invoke, "join", "", "", pad + "%use = add i32 %v, 1", false},
		"behind the normal destination":          {invoke, "normal", "", "%use = add i32 %v, 1", pad, false},
		"joined":                                 {invoke, "join", "", "%use = add i32 %v, 1", pad, false},
		"on the edge":                            {invoke, "normal", "%use = phi i32 [ %v, %call ], [ 0, %other ]", "", pad, true},
		"on the other edge":                      {invoke, "normal", "%use = phi i32 [ 0, %call ], [ %v, %other ]", "", pad, false},
		"on the unwind edge":                     {invoke, "join", "", "", "%use = phi i32 [ %v, %call ]\n" + pad, false},
		"on an edge behind the normal one":       {invoke, "join", "", "%use = phi i32 [ %v, %inner ], [ 0, %normal ], [ 0, %other ]", pad, true},
		"on an edge of others":                   {invoke, "join", "", "%use = phi i32 [ 0, %inner ], [ 0, %normal ], [ %v, %other ]", pad, false},
		"in front of it in a loop":               {itself, "join", "", "", pad, false},
		"callbr, in the normal destination":      {callBr, "join", "%use = add i32 %v, 1", "", "", true},
		"callbr, where others enter":             {callBr, "normal", "%use = add i32 %v, 1", "", "", false},
		"callbr, in the indirect destination":    {callBr, "join", "", "", "%use = add i32 %v, 1", true},
		"callbr, on the edge":                    {callBr, "normal", "%use = phi i32 [ %v, %call ], [ 0, %other ]", "", "", true},
		"callbr, on the indirect edge":           {callBr, "join", "", "", "%use = phi i32 [ %v, %call ]", true},
		"callbr, on an edge of others":           {callBr, "join", "", "%use = phi i32 [ 0, %normal ], [ 0, %indirect ], [ %v, %other ]", "", false},
		"callbr, on an edge behind the indirect": {callBr, "join", "", "%use = phi i32 [ 0, %normal ], [ %v, %indirect ], [ 0, %other ]", "", true},
		"callbr, joined":                         {callBr, "join", "", "%use = add i32 %v, 1", "", false},
		"callbr, on the other edge":              {callBr, "normal", "%use = phi i32 [ 0, %call ], [ %v, %other ]", "", "", false},
	} {
		src := strings.NewReplacer("NORMAL", c.normal, "OTHER", c.other, "JOIN", c.join, "PAD", c.pad).Replace(c.text)
		m, err := parse.Module("t.ll", []byte(src))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, src)
		}
		f := fn(t, m, "f")
		v := value(t, f, "v")
		if got := ir.NewDomTree(f).DominatesUse(v, v.FirstUse()); got != c.want {
			t.Errorf("%s: %v, want %v\n%s", name, got, c.want, src)
		}
	}
}

// TestChangeMD: a node of the file that a unit changes is read back, and is listed once however often
// it changes.
func TestChangeMD(t *testing.T) {
	m := load(t, "!named = !{!0, !1}\n!0 = !{i32 1}\n!1 = !{i32 2}\n")
	for _, num := range []int{1, 0, 1} {
		n := m.MDNode(&ir.MD{Kind: ir.MDRef, Num: num}).Clone()
		m.ChangeMD(num, n)
		if got := m.MDNode(&ir.MD{Kind: ir.MDRef, Num: num}); got != n {
			t.Errorf("!%d is %p, not the new node %p", num, got, n)
		}
	}
	if fmt.Sprint(m.ChangedMDs) != "[1 0]" {
		t.Errorf("changed: %v", m.ChangedMDs)
	}
}
