package elide

import "github.com/corolower/corolower/internal/ir"

// Barren gives the tests of the package what is known of a function without glue.
func Barren(c *State, f *ir.Func) bool { return c.barren(f) }
