// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// copyEnv records the functions of which a simplified copy was requested.
type copyEnv struct {
	testEnv
	copied []string
}

func (e *copyEnv) Simplified(f *ir.Func) (*ir.Func, []*ir.Func) {
	e.copied = append(e.copied, f.Name)
	return f, nil
}

// TestParamUse: how a function uses the address in its last parameter, and whether the answer needs
// the simplified copy of the function.
func TestParamUse(t *testing.T) {
	const local = "  %a = alloca ptr\n  store ptr %p, ptr %a\n  %v = load ptr, ptr %a\n"
	all := allUses
	lost := allUses
	lost.surely = true
	for _, c := range []struct {
		name, text string
		want       addrUse
		copied     bool
	}{
		{"reads", "define void @f(ptr %p) {\n" + local + "  %n = load i32, ptr %v\n  ret void\n}", addrUse{}, false},
		{"writes", "define void @f(ptr %p) {\n" + local + "  store i32 1, ptr %v\n  ret void\n}",
			addrUse{written: true}, false},
		{"returns", "define ptr @f(ptr %p) {\n" + local + "  ret ptr %v\n}", addrUse{returned: true}, false},
		{"through two locals", "define void @f(ptr %p) {\n" + local + "  %b = alloca ptr\n  store ptr %v, ptr %b\n" +
			"  %w = load ptr, ptr %b\n  store i32 1, ptr %w\n  ret void\n}", addrUse{written: true}, false},
		{"passes on", "define void @f(ptr %p) {\n" + local + "  call void @set(ptr %v)\n  ret void\n}",
			addrUse{written: true}, false},
		{"a callee returns it", "define void @f(ptr %p) {\n  %v = call ptr @same(ptr %p)\n  store i32 1, ptr %v\n" +
			"  ret void\n}", addrUse{written: true}, false},
		{"given to other code that only reads", "define void @f(ptr %p) {\n  call void @peek(ptr %p)\n" +
			"  store i32 1, ptr %p\n  ret void\n}", lost, false},
		{"given to other code in a callee", "define void @f(ptr %p) {\n  call void @give(ptr %p)\n  ret void\n}", lost,
			false},
		{"called", "define void @f(ptr %h, ptr %p) {\n  call void %h(ptr %p)\n  ret void\n}", lost, false},
		{"read by other code", "define void @f(ptr %p) {\n  call void @look(ptr %p)\n  ret void\n}",
			addrUse{handled: true, written: true}, false},
		{"what a callee forgets is not lost", "define void @f(ptr %p) {\n  call void @look(ptr %p)\n" +
			"  store ptr %p, ptr @g\n  ret void\n}", all, true},
		{"kept", "define void @f(ptr %p) {\n  store ptr %p, ptr @g\n  ret void\n}", all, true},
		{"stored by a constructor", "define void @f(ptr %o, ptr %p) {\n  store ptr %p, ptr %o\n  ret void\n}", all, true},
		{"passed to a constructor", "define void @f(ptr %p) {\n  %o = alloca ptr\n" +
			"  call void @construct(ptr %o, ptr %p)\n  ret void\n}", all, true},
		{"in a local that others know", "define void @f(ptr %p) {\n" + local + "  call void @peek(ptr %a)\n  ret void\n}",
			all, true},
		{"in a local that is copied", "define void @f(ptr %p) {\n" + local +
			"  call void @llvm.memcpy.p0.p0.i64(ptr @g, ptr %a, i64 8, i1 false)\n  ret void\n}", all, true},
		{"in a local that is read as an integer", "define i64 @f(ptr %p) {\n" + local +
			"  %i = load i64, ptr %a\n  ret i64 %i\n}", all, true},
		{"in a volatile local", "define void @f(ptr %p) {\n  %a = alloca ptr\n  store volatile ptr %p, ptr %a\n" +
			"  ret void\n}", all, true},
		{"used often", "define void @f(ptr %p) {\n" + strings.Repeat("  store i32 1, ptr %p\n", maxDirectUses+1) +
			"  ret void\n}", addrUse{written: true}, true},
	} {
		m := module(t, `@g = global ptr null
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @peek(ptr) readonly
declare void @look(ptr nocapture)
define void @set(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define ptr @same(ptr %p) {
  ret ptr %p
}
define void @give(ptr %p) {
  call void @peek(ptr %p)
  ret void
}
define void @construct(ptr %o, ptr %p) {
  store ptr %p, ptr %o
  ret void
}
`+c.text+"\n")
		env := &copyEnv{}
		fa := env.facts(m)
		fa.Bodies = env
		f := function(m, "f")
		got, _ := fa.param(f, len(f.Params)-1, 0)
		if got != c.want || slices.Contains(env.copied, "f") != c.copied {
			t.Errorf("%s: %+v, copied %v; want %+v, copied %t", c.name, got, env.copied, c.want, c.copied)
		}
	}
}

// twinEnv is a unit whose function @f has the simplified copy @f.copy, if there is one.
type twinEnv struct {
	testEnv
	m *ir.Module
}

func (e *twinEnv) Simplified(f *ir.Func) (*ir.Func, []*ir.Func) {
	if c := function(e.m, f.Name+".copy"); c != nil && e.Body(c) {
		return c, nil
	}
	return f, nil
}

// TestParamUseHeight: if the bound is the reason why a simplified copy is examined, the answer holds only
// at its own depth. Otherwise it would be another one if the same query came from further up before.
func TestParamUseHeight(t *testing.T) {
	m := module(t, `@kept = global ptr null
declare void @unknown(ptr)
define void @to3(ptr %a) {
  call void @unknown(ptr %a)
  ret void
}
define void @to2(ptr %a) {
  call void @to3(ptr %a)
  ret void
}
define void @to1(ptr %a) {
  call void @to2(ptr %a)
  ret void
}
define void @keeps(ptr %a) {
  store ptr %a, ptr @kept
  ret void
}
define void @f(ptr %a) {
  call void @keeps(ptr %a)
  call void @to1(ptr %a)
  ret void
}
define void @f.copy(ptr %a) {
  call void @unknown(ptr %a)
  call void @keeps(ptr %a)
  ret void
}
`)
	f := function(m, "f")
	e := &twinEnv{m: m}
	e.Body(f)
	facts := func() *Facts {
		fa := e.facts(m)
		fa.Bodies = e
		return fa
	}
	alone, _ := facts().param(f, 0, 0)
	fa := facts()
	deep, _ := fa.param(f, 0, 1)
	after, _ := fa.param(f, 0, 0)
	if after != alone || deep == alone {
		t.Errorf("at depth 0: %+v, after depth 1: %+v, at depth 1: %+v", alone, after, deep)
	}
}
