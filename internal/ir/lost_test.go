// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

const lostText = `
define i32 @f(i32 %a, i1 %c) {
entry:
  %x = add i32 %a, 1
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi i32 [ 0, %entry ], [ %x, %then ]
  ret i32 %r
dead:
  %y = add i32 %a, %a
  br label %behind
behind:
  %z = add i32 %y, 1
  ret i32 %z
}`

// TestLost checks that a reachable use of a value that was erased as unreachable is an error, also
// in a phi, and that other uses are none.
func TestLost(t *testing.T) {
	for _, k := range []struct {
		value string
		wrong bool
	}{{"x", true}, {"y", false}} {
		m := load(t, lostText)
		f := fn(t, m, "f")
		for b := f.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; i = i.Next() {
				if i.Name() == k.value {
					ir.ReplaceUses(i, m.Lost(i.Type()))
				}
			}
		}
		l := ir.VerifyFunc(f)
		if wrong := len(l) == 1 && strings.Contains(l[0].Msg, "was erased"); wrong != k.wrong || len(l) > 1 {
			t.Errorf("%%%s is lost: %v", k.value, l)
		}
	}
}

// TestEraseUsedBlock checks that the remaining uses of values of an erased block become Lost.
func TestEraseUsedBlock(t *testing.T) {
	m := load(t, lostText)
	f := fn(t, m, "f")
	f.EraseBlocks(func(b *ir.Block) bool { return b.Name() == "then" })
	if l := ir.VerifyFunc(f); len(l) == 0 {
		t.Error("a destination was erased, and nothing is wrong")
	}
	m = load(t, strings.Replace(lostText, "ret i32 %r", "ret i32 %y", 1))
	f = fn(t, m, "f")
	f.EraseBlocks(func(b *ir.Block) bool { return b.Name() == "dead" })
	if l := ir.VerifyFunc(f); len(l) != 1 || !strings.Contains(l[0].Msg, "was erased") {
		t.Errorf("a value that is used was erased: %v", l)
	}
}
