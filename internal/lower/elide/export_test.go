// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// Lifetimes gives the tests of the package the lifetimes that coro-elide sees.
func (c *State) Lifetimes(f *ir.Func) []*lifetime.Lifetime {
	return c.lifetimes(f, lifetime.Query{})
}

// TrialLifetimes gives the tests of the package the lifetimes that a trial of LookThrough sees.
func TrialLifetimes(c *State, f *ir.Func) []*lifetime.Lifetime {
	return c.lifetimes(f, lifetime.Query{Trial: true})
}
