// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "testing"

// TestSizedStructs checks that isSized does not depend on whether the body of a struct was loaded
// before, or on earlier calls.
func TestSizedStructs(t *testing.T) {
	ts := NewTypes()
	named := func(name string, fields ...*Type) *Type {
		return ts.Named(name, "%"+name, func(t *Type) error {
			if fields != nil {
				t.SetBody(fields, false)
			}
			return nil
		})
	}
	inner := named("inner", ts.Int(32))
	opaque := named("opaque")
	for _, c := range []struct {
		typ   *Type
		sized bool
	}{{named("outer", inner, ts.Array(inner, 4)), true}, {inner, true}, {opaque, false},
		{named("with", inner, ts.Array(opaque, 2)), false}} {
		for range 2 {
			if got := c.typ.isSized(); got != c.sized {
				t.Errorf("%s: %v", c.typ, got)
			}
		}
	}
}
