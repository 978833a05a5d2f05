// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// twice is a loop over two coroutines with one state. FIRST asks for the state, AGAIN asks again, and
// ON leads from %more to there.
const twice = `
declare void @use(i64)
define i64 @f(i2 %STATE, i1 %c, i1 %d, i64 %n) {
entry:
  br label %outer
outer:
  %state = phi i2 [ %STATE, %entry ], [ 1, %back ]
  %sum = phi i64 [ 0, %entry ], [ %total, %back ]
  FIRST
more:
  call void @use(i64 %sum)
  ON
inner:
  %mean = phi i64 [ 1, %outer ], [ %sum, %more ]
  %double = add i64 %mean, %mean
  AGAIN
start:
  call void @use(i64 1)
  br label %back
next:
  call void @use(i64 2)
  br label %back
back:
  %total = add i64 %double, %sum
  br i1 %c, label %outer, label %exit
exit:
  ret i64 %total
never:
  unreachable
}
`

// TestThreadKnown checks which branches are known to go where an earlier branch on the same value
// tells.
func TestThreadKnown(t *testing.T) {
	const (
		ask   = "switch i2 %state, label %never [ i2 0, label %inner i2 1, label %more ]"
		again = "switch i2 %state, label %never [ i2 0, label %start i2 1, label %next ]"
		join  = "br label %inner"
	)
	for name, k := range map[string]struct {
		first, on, again string
		start, next      string // the blocks that lead to %start and %next afterwards
	}{
		"switches":           {start: "outer", next: "more"},
		"other targets":      {again: "switch i2 %state, label %start [ i2 0, label %next ]", start: "more", next: "outer"},
		"a longer way":       {on: "br label %far far: call void @use(i64 3) br label %inner", start: "outer", next: "far"},
		"the default":        {first: "switch i2 %state, label %inner [ i2 1, label %more ]", start: "inner", next: "inner more"},
		"two values":         {first: "switch i2 %state, label %never [ i2 0, label %inner i2 1, label %more i2 2, label %more ]", start: "inner outer", next: "inner"},
		"branches":           {first: "br i1 %d, label %inner, label %more", again: "br i1 %d, label %next, label %start", start: "more", next: "outer"},
		"one branch":         {first: "br i1 %d, label %more, label %more", again: "br i1 %d, label %next, label %start", start: "inner", next: "inner"},
		"another value":      {first: "br i1 %c, label %inner, label %more", again: "br i1 %d, label %next, label %start", start: "inner", next: "inner"},
		"defined in between": {on: "%e = icmp eq i64 %sum, 7 br label %inner", again: "br i1 %e, label %next, label %start", start: "inner", next: "inner"},
		"a call":             {again: "call void @use(i64 %double) " + again, start: "inner", next: "inner"},
		"long":               {again: strings.Repeat("%NUM = mul i64 %n, %n ", 7) + again, start: "inner", next: "inner"},
	} {
		t.Run(name, func(t *testing.T) {
			for p, with := range map[*string]string{&k.first: ask, &k.on: join, &k.again: again} {
				if *p == "" {
					*p = with
				}
			}
			text := strings.NewReplacer("FIRST", k.first, "ON", k.on, "AGAIN", k.again).Replace(twice)
			if strings.Contains(k.on, "%far") {
				text = strings.Replace(text, "[ %sum, %more ]", "[ %sum, %far ]", 1)
			}
			for n := 0; strings.Contains(text, "%NUM"); n++ {
				text = strings.Replace(text, "%NUM", "%num"+string(rune('a'+n)), 1)
			}
			switch name {
			case "one branch":
				text = strings.Replace(text, "[ 1, %outer ], ", "", 1)
			case "defined in between":
				text = strings.NewReplacer("inner i2 1", "never i2 1", "[ 1, %outer ], ", "").Replace(text)
			}
			m := load(t, text)
			apply(t, m, func(f *ir.Func) bool { return opt.ThreadLoads(m, f) })
			f, _ := m.Func("f")
			for b := f.Entry(); b != nil; b = b.Next() {
				var from []string
				for _, p := range b.Preds(nil) {
					if strings.HasPrefix(p.Name(), "inner.thread") {
						p = p.SinglePred()
					}
					from = append(from, p.Name())
				}
				slices.Sort(from)
				want, ok := map[string]string{"start": k.start, "next": k.next}[b.Name()]
				if got := strings.Join(from, " "); ok && got != want {
					t.Errorf("%s lead to %%%s, not %s\n%s", got, b.Name(), want, emit.FuncString(f))
				}
			}
		})
	}
}
