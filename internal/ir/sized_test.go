package ir

import "testing"

// Whether values of a struct can be stored does not depend on whether its body was looked up
// before, or on how often it is asked.
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
