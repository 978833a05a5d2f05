// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// kindCases are bodies of a function, and the mutations of one kind that they have: the code between
// the first and the last difference.
var kindCases = []struct {
	kind, body string
	want       []string
}{
	{negate, "if a < b { return a }; return b", []string{"if xmut.On(0) != (a < b) {"}},
	{negate, "switch { case p: return a; default: return b }", []string{"case xmut.On(0) != (p):"}},
	{negate, "for a < b { a++ }; return a", nil}, // never ends
	{drop, "if p && q { return a }; return b", []string{andPQ, andPQ}},
	{drop, "p = p || f5(q) || h(q); return a", []string{or5, or5, or5, or5}}, // one operand each, and the first two; h has an effect
	{bound, "p = a < b; return a", []string{"p = xmut.Less[int](0, a , /*<*/ b);"}},
	{bound, "p = a <= 3; return a", []string{"p = xmut.LessEq[int](0, a , /*<=*/ 3);"}},
	{bound, "p = 3 > s.n; return a", []string{"p = !xmut.LessEq[int64](0, 3 , /*>*/ s.n);"}},
	{bound, "p = t >= u; return a", []string{"p = !xmut.Less(0, t , /*>=*/ u);"}},
	{early, "f(a)\nreturn b", []string{"if xmut.On(0) { return *new(int) }; f(a)", "if xmut.On(0) { return *new(int) }; return b"}},
	{early, "int := 1\nreturn int", []string{"if xmut.On(0) { return *new(int) }; int := 1"}}, // afterwards, int is a variable
	{remove, "f(a); a++; a = b; v := a; _ = v; panic(1)", []string{"if !xmut.On(0) { f(a) };", "if !xmut.On(0) { a++ };",
		"if !xmut.On(0) { a = b };"}},
	{remove, "for { if p { break }; if q { continue } }; return a", []string{"{ if !xmut.On(0) { break } }", "{ if !xmut.On(0) { continue } }"}},
	{swap, "f2(a, p, b); return a", []string{"f2(xmut.Either[int](0, a, b), p, xmut.Either[int](0, b, a));"}},
	{swap, "f3(t, u); f3(t, f4()); f3(t, t); return a", []string{"f3(xmut.Either(0, t, u), xmut.Either(0, u, t));"}},
	{offByOne, "p = s.n == 7; return a", []string{"p = xmut.Either(0, s.n == 7, s.n == 7 - 1);"}},
	{offByOne, "p = f6() == 7; return a", []string{"p = f6() == xmut.Pick[int](0, 7, 7 - 1);"}},
	{offByOne, "s.n = 7; return a", []string{"s.n = xmut.Pick[int64](0, 7, 7 - 1);"}},
	{offByOne, "s.n = '#'; return a", []string{"s.n = xmut.Pick[int64](0, '#', '#' - 1);"}},
	{offByOne, "s.n = 0; return a", []string{"s.n = xmut.Pick[int64](0, 0, 0 + 1);"}},
	{offByOne, "const k = 3; var l [4]int; f(len(l)); s.n = 2 * k; return a", nil}, // have to be constant, or belong to a constant
}

const (
	andPQ = "if xmut.And(0, 0x3, func() bool { return (p ) }, func() bool { return ( /*&&*/ q) }) {"
	or5   = "p = xmut.Or(0, 0x3, func() bool { return (p ) }, func() bool { return ( /*||*/ f5(q) ) }, func() bool { return ( /*||*/ h(q)) });"
)

const kindHead = `package x

type text string

type st struct{ n int64 }

func f(int)               {}
func f2(a int, p bool, b int) {}
func f3(t, u text)        {}
func f4() text            { return "" }
func f5(p bool) bool      { l := make([]bool, 1); l[0] = p; return l[0] }
func f6() int             { n++; return n }
func h(p bool) bool       { return p && f6() > f6() }

var n int

func g(a, b int, p, q bool, t, u text, s *st) int {
`

func sitesOf(t *testing.T, text string) (*token.FileSet, *ast.File, []*site) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := check(fset, "x", []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	pure := newPurity()
	pure.add(info, []*ast.File{file})
	pure.close()
	return fset, file, find(fset, info, "x.go", []byte(text), file, pure)
}

func TestKinds(t *testing.T) {
	for _, c := range kindCases {
		text := kindHead + c.body + "\n}\n"
		fset, file, sites := sitesOf(t, text)
		var got []string
		for _, s := range sites {
			if s.kind == c.kind && s.pos.Offset >= len(kindHead) {
				s.edit.first.n = 0
				got = append(got, string(mutated([]byte(text), file, fset, []*site{s}, mutPath)))
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s in %s: %d, want %d\n%s", c.kind, c.body, len(got), len(c.want), strings.Join(got, "\n"))
			continue
		}
		for k, want := range c.want {
			if !strings.Contains(got[k], want) {
				t.Errorf("%s in %s: no %s in\n%s", c.kind, c.body, want, got[k])
			}
		}
	}
}

// imports finds package mut in its source.
type imports struct{ mut *types.Package }

func (i imports) Import(string) (*types.Package, error) { return i.mut, nil }

// TestAllTogether: a file with all its mutations is a correct program, and lines keep their numbers.
func TestAllTogether(t *testing.T) {
	text := kindHead
	for _, c := range kindCases {
		text += "{\n" + c.body + "\n}\n"
	}
	text += "return 0 }\n"
	fset, file, sites := sitesOf(t, text)
	chosen := choose(sites, 1, 0)
	if len(chosen) != len(sites) || len(chosen) < len(kindCases) {
		t.Fatalf("%d of %d sites are chosen", len(chosen), len(sites))
	}
	for k, s := range sites {
		s.n = k
	}
	out := string(mutated([]byte(text), file, fset, sites, mutPath))
	if a, b := strings.Count(text, "\n"), strings.Count(out, "\n"); a != b {
		t.Errorf("%d lines became %d", a, b)
	}
	fset = token.NewFileSet()
	source, err := os.ReadFile("mut/mut.go")
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := parser.ParseFile(fset, "mut.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.Default()}
	checked, err := conf.Check(mutPath, fset, []*ast.File{pkg}, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := parser.ParseFile(fset, "y.go", out, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := check(fset, "x", []*ast.File{again}, imports{checked}); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestChooseBySeed(t *testing.T) {
	names := func(seed uint64) (list []string) {
		_, _, sites := sitesOf(t, kindHead+"f(a); f(b); f(1); f(2); f(3); a = b; b = a; p = a < b && q; p = p || q\nreturn 4\n}\n")
		for _, s := range choose(sites, seed, 9) {
			list = append(list, s.String())
		}
		return list
	}
	if a, b := names(1), names(1); !slices.Equal(a, b) || len(a) != 9 {
		t.Errorf("%q and %q", a, b)
	}
	if slices.Equal(names(1), names(2)) {
		t.Error("the seed changes nothing")
	}
}

// TestGroups: cheap tests run first, and no command has tests of two suites.
func TestGroups(t *testing.T) {
	a, b := &suite{name: "a"}, &suite{name: "b"}
	tests := []*test{{suite: a, name: "slow", cost: 9 * time.Second}, {suite: b, name: "x", cost: 3 * time.Second},
		{suite: a, name: "1", cost: time.Second / 2}, {suite: a, name: "2", cost: time.Second / 2}}
	var got []string
	for _, g := range groups(tests) {
		for _, t := range g {
			got = append(got, t.String())
		}
		got = append(got, "|")
	}
	if s := strings.Join(got, " "); s != "a 1 a 2 | b x | a slow |" {
		t.Error(s)
	}
}
