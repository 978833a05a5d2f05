// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package lowertest loads text for the tests of lowering's packages and of opt: a module, and on it
// the passes with what they keep.
//
// Only tests import it.
package lowertest

import (
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

// Unit is a module with the passes on it.
type Unit struct {
	*pass.Unit
	Split  *split.Splitter
	Elide  *elide.State
	Inline *opt.Inliner
}

// Load reads a module. Its first line may name the LLVM version meant: `; version 14`.
func Load(t testing.TB, text string) *Unit {
	t.Helper()
	m, err := parse.Module("test.ll", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if first, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "; version ") {
		n, err := strconv.Atoi(strings.TrimPrefix(first, "; version "))
		if err != nil {
			t.Fatal(err)
		}
		m.Version, m.Oldest = ir.Version(n), ir.Version(n)
	}
	return Passes(t, m)
}

// Passes puts the passes on a module.
func Passes(t testing.TB, m *ir.Module) *Unit {
	t.Helper()
	l, err := target.ParseLayout(m.DataLayout)
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{M: m, Layout: l, Target: target.Parse(m.Triple)}
	m.NoUnwind = !u.Target.Unwinds()
	c := &Unit{Unit: u, Elide: &elide.State{Unit: u, Bodies: &bodies.Table{Unit: u}, Prove: true}}
	c.Split = &split.Splitter{Unit: u}
	c.Inline = &opt.Inliner{M: m, Body: (*ir.Func).Loaded}
	return c
}

// SplitFunc runs coro-split on a function, taking all parts.
func (c *Unit) SplitFunc(f *ir.Func) (*split.Plan, error) {
	r, err := c.Split.Split(f)
	if err != nil {
		return r, err
	}
	if r.Frame != nil {
		c.Elide.Framed(f, r.Frame.Size, r.Frame.Align)
	}
	r.All()
	return r, nil
}

// Function is the text of one function.
func Function(t testing.TB, module, name string) string {
	t.Helper()
	for _, part := range strings.Split(module, "\ndefine ")[1:] {
		if strings.Contains(strings.SplitN(part, "\n", 2)[0], "@"+name+"(") {
			return part[:strings.Index(part, "\n}")]
		}
	}
	t.Fatalf("no function %s in\n%s", name, module)
	return ""
}
