// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file finds expressions that may be computed once more, because they have no effect.

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// purity is what is known of functions. A function of the product is pure if it assigns only to its own variables and
// to maps and slices that it made, and calls pure functions. A function that it gets as an argument counts as
// pure, because the function that passes it on has to be.
type purity struct {
	needs  map[string][]string // what a pure function calls, by full name
	effect map[string]bool
	method map[string][]string // functions by name, for calls of interfaces
}

// effectFree are packages whose functions have no effect, and some functions of others.
var effectFree = map[string][]string{"strings": nil, "cmp": nil, "math": nil, "math/bits": nil, "unicode": nil, "unicode/utf8": nil, "strconv": nil, "bytes": nil,
	"slices": {"Contains", "ContainsFunc", "Index", "IndexFunc", "Equal", "EqualFunc", "Max", "Min", "Compare", "Backward", "All", "Values", "BinarySearch",
		"BinarySearchFunc", "Clone", "Concat"},
	"maps": {"Keys", "Values", "All", "Equal", "Clone"}, "fmt": {"Sprint", "Sprintf", "Errorf"}}

func newPurity() *purity {
	return &purity{needs: map[string][]string{}, effect: map[string]bool{}, method: map[string][]string{}}
}

// add looks at the functions of a package.
func (p *purity) add(info *types.Info, files []*ast.File) {
	for _, file := range files {
		for _, d := range file.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Body == nil {
				continue
			}
			name := info.Defs[d.Name].(*types.Func).FullName()
			s := scan{info: info, p: p, own: d, made: map[types.Object]bool{}}
			s.node(d.Body)
			p.effect[name], p.needs[name] = s.effect, s.needs
			p.method[d.Name.Name] = append(p.method[d.Name.Name], name)
		}
	}
}

// close finds the functions that call one with an effect.
func (p *purity) close() {
	for again := true; again; {
		again = false
		for name, needs := range p.needs {
			if !p.effect[name] && slices.ContainsFunc(needs, p.hasEffect) {
				p.effect[name], again = true, true
			}
		}
	}
}

// hasEffect reports whether a function, or one of the methods of a name that begins with a point, has an effect.
func (p *purity) hasEffect(name string) bool {
	if m, ok := strings.CutPrefix(name, "."); ok {
		return len(p.method[m]) == 0 || slices.ContainsFunc(p.method[m], p.hasEffect)
	}
	effect, known := p.effect[name]
	return effect || !known
}

// expr reports whether an expression has no effect.
func (p *purity) expr(info *types.Info, e ast.Expr) bool {
	s := scan{info: info, p: p}
	s.node(e)
	return !s.effect && !slices.ContainsFunc(s.needs, p.hasEffect)
}

// scan looks at the code of a function, or at an expression.
type scan struct {
	info   *types.Info
	p      *purity
	own    *ast.FuncDecl
	made   map[types.Object]bool // maps and slices that the function made
	effect bool
	needs  []string
}

func (s *scan) node(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SendStmt, *ast.SelectStmt, *ast.DeferStmt:
			s.effect = true
		case *ast.UnaryExpr:
			s.effect = s.effect || n.Op == token.ARROW
		case *ast.AssignStmt:
			for k, l := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) && s.makes(n.Rhs[k]) {
					if id, ok := l.(*ast.Ident); ok {
						s.made[s.info.ObjectOf(id)] = true
					}
				}
				s.store(l)
			}
		case *ast.IncDecStmt:
			s.store(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				s.effect = true
			}
		case *ast.CallExpr:
			s.call(n)
		case *ast.Ident: // also a function that is passed on
			if f, ok := s.info.Uses[n].(*types.Func); ok {
				s.function(f)
			}
		}
		return !s.effect
	})
}

// makes reports whether an expression is a new map, slice or struct.
func (s *scan) makes(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && (id.Name == "make" || id.Name == "new")
	}
	return false
}

// store looks at what is assigned to.
func (s *scan) store(e ast.Expr) {
	through := false // a pointer, map or slice
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
			continue
		case *ast.SelectorExpr:
			_, pointer := s.info.TypeOf(x.X).Underlying().(*types.Pointer)
			through = through || pointer
			e = x.X
			continue
		case *ast.IndexExpr:
			_, array := s.info.TypeOf(x.X).Underlying().(*types.Array)
			through = through || !array
			e = x.X
			continue
		case *ast.Ident:
			o := s.info.ObjectOf(x)
			if x.Name == "_" || o != nil && s.own != nil && s.own.Pos() <= o.Pos() && o.Pos() < s.own.End() && (!through || s.made[o]) {
				return
			}
		}
		s.effect = true
		return
	}
}

// call looks at a call; the names of functions are looked at on their own.
func (s *scan) call(c *ast.CallExpr) {
	fun := s.info.Types[c.Fun]
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		switch o := s.info.Uses[f].(type) {
		case *types.Builtin:
			if slices.Contains([]string{"delete", "copy", "clear", "close", "print", "println"}, o.Name()) {
				s.effect = true
			}
		case *types.Var: // a parameter or a variable of the function
			if s.own == nil || o.Pos() < s.own.Pos() || o.Pos() >= s.own.End() {
				s.effect = true
			}
		}
	case *ast.SelectorExpr:
		if _, field := s.info.Uses[f.Sel].(*types.Var); field {
			s.effect = true
		}
	case *ast.FuncLit, *ast.IndexExpr, *ast.IndexListExpr, *ast.ArrayType, *ast.MapType:
	default:
		s.effect = s.effect || !fun.IsType()
	}
}

func (s *scan) function(f *types.Func) {
	f = f.Origin()
	sig := f.Type().(*types.Signature)
	if r := sig.Recv(); r != nil && types.IsInterface(r.Type()) {
		s.needs = append(s.needs, "."+f.Name())
		return
	}
	if f.Pkg() == nil {
		s.effect = true
		return
	}
	if names, ok := effectFree[f.Pkg().Path()]; ok && sig.Recv() == nil && (names == nil || slices.Contains(names, f.Name())) {
		return
	}
	s.needs = append(s.needs, f.FullName())
}
