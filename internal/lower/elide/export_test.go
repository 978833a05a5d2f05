// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

import "github.com/corolower/corolower/internal/ir"

// Barren gives the tests of the package what is known of a function without glue.
func CreatesNone(c *State, f *ir.Func) bool { return c.createsNone(f) }
