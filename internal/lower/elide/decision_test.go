// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// TestDecision checks that Elide does not search a function that a trial has decided, unless a
// function changed since, or a callee may call the function.
func TestDecision(t *testing.T) {
	for _, tc := range []struct {
		name      string
		recursive bool
		itself    bool // it calls itself
		changes   int
		searched  bool
	}{
		{"decided", false, false, 1, false},
		{"changed since", false, false, 2, true},
		{"not reported", false, false, 0, true},
		{"recursive", true, false, 1, true},
		{"calls itself", false, true, 1, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := generators(t)
			c.Elide.Prove = false
			f := fn(t, c, "_Z4madev")
			if tc.itself {
				ir.NewBuilder(c.M).Before(f.Entry().First()).CallFunc(f, "")
			}
			if won, err := c.Elide.LookThrough(f, tc.recursive); err != nil || !won {
				t.Fatal(won, err)
			}
			for range tc.changes {
				c.Elide.Changed(f)
			}
			before := c.Elide.Walks().Blocks
			if _, err := c.Elide.Elide(f, true); err != nil {
				t.Fatal(err)
			}
			if searched := c.Elide.Walks().Blocks > before; searched != tc.searched {
				t.Errorf("searched: %v, want %v", searched, tc.searched)
			}
			if l := c.Elide.Elisions(); len(l) != 1 || !l[0].Elided {
				t.Errorf("not elided: %v", l)
			}
		})
	}
}

// TestSettled checks that Simplify changes nothing in a settled function, and that a function is
// settled until the next change after its trial.
func TestSettled(t *testing.T) {
	for _, name := range []string{"_Z4madev", "_Z5movedv", "_Z5inneri"} {
		c := generators(t)
		f := fn(t, c, name)
		if won, err := c.Elide.LookThrough(f, true); err != nil || !won {
			t.Fatal(name, won, err)
		}
		for n, want := range []bool{false, true, false} { // by number of reported changes
			if got := c.Elide.Settled(f); got != want {
				t.Errorf("@%s, %d changes: settled is %v", name, n, got)
			}
			if c.Elide.Settled(f) && opt.Simplify(c.M, f, c.Layout) {
				t.Errorf("@%s is not settled", name)
			}
			c.Elide.Changed(f)
		}
	}
}

// TestStaleDecision checks that a decision does not outlive a change of the function: if the change
// is reported, Elide searches again; if it is not, Prove panics.
func TestStaleDecision(t *testing.T) {
	for _, reported := range []bool{false, true} {
		c := generators(t)
		f := fn(t, c, "_Z4madev")
		if won, err := c.Elide.LookThrough(f, false); err != nil || !won {
			t.Fatal(won, err)
		}
		c.Elide.Changed(f)
		for b := f.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; i = i.Next() {
				if i.Op == ir.OpInvoke && i.CalledFunc() == nil { // a destroy
					i.SetCallee(fn(t, c, "_Z5counti.resume"))
				}
				if ir.CoroCall(i) == ir.CoroBegin { // other code gets the handle
					ir.NewBuilder(c.M).Before(i.Next()).Store(i, c.M.Null(i.Type()), 8)
				}
			}
		}
		if reported {
			c.Elide.Changed(f)
		}
		panicked := func() (yes bool) {
			defer func() { yes = recover() != nil }()
			c.Elide.Elide(f, true)
			return false
		}()
		if panicked == reported {
			t.Errorf("reported: %v, panicked: %v", reported, panicked)
		}
		for _, e := range c.Elide.Elisions() {
			if e.Elided {
				t.Errorf("reported: %v, elided: %v", reported, e)
			}
		}
	}
}
