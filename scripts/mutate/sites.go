// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file finds the places of the product's code that can be mutated, and writes the mutated code.

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
)

// A site is one possible mutation.
type site struct {
	n    int // its number in the program
	kind string
	pos  token.Position
	at   string // name of the file, from the root of the tree, and line
	what string // the code concerned
	edit *edit
}

// An edit is what makes one mutation possible, or several with numbers in sequence. Its text is inserted around
// and into the code, never in place of code: so edits may be nested, lines keep their numbers, and no variable
// becomes unused.
type edit struct {
	first      *site
	insertions []insertion
}

// An insertion is text at an offset of a file. It contains number for the number of the edit's first site. Of several
// at one offset, the ends of code come first, the smallest extent first; then the starts, the largest first.
type insertion struct {
	offset, extent int
	start          bool
	text           string
}

const (
	negate    = "condition negated"
	drop      = "operand dropped"
	bound     = "bound moved"
	early     = "early return"
	remove    = "statement deleted"
	swap      = "arguments swapped"
	offByOne  = "constant off by one"
	alias     = "xmut" // the name by which mutated code imports package mut
	number    = "\x00" // in no source, while a character of the source may be a #
	whole     = 1 << 30
	whatWidth = 60
)

// kinds are the kinds of mutations, in the order of reports.
var kinds = []string{negate, drop, bound, early, remove, swap, offByOne}

// finder collects the sites of a file.
type finder struct {
	fset  *token.FileSet
	info  *types.Info
	src   []byte
	name  string // of the file, from the root of the tree
	stack []ast.Node
	sites []*site
	pure  *purity
	inner map[ast.Expr]bool // a chain's operands that are chains of the same operator
}

// find returns the sites of a file.
func find(fset *token.FileSet, info *types.Info, name string, src []byte, file *ast.File, pure *purity) []*site {
	f := &finder{fset: fset, info: info, src: src, name: name, pure: pure, inner: map[ast.Expr]bool{}}
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			f.stack = f.stack[:len(f.stack)-1]
			return true
		}
		f.node(n)
		f.stack = append(f.stack, n)
		return true
	})
	return f.sites
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *finder) text(n ast.Node) string { return string(f.src[f.offset(n.Pos()):f.offset(n.End())]) }

// wrap returns insertions before and after a node.
func (f *finder) wrap(n ast.Node, before, after string) []insertion {
	from, to := f.offset(n.Pos()), f.offset(n.End())
	return []insertion{{from, to - from, true, before}, {to, to - from, false, after}}
}

func (f *finder) add(kind string, n ast.Node, insertions ...insertion) {
	e := &edit{insertions: insertions}
	e.first = f.addTo(e, kind, n)
}

func (f *finder) addTo(e *edit, kind string, n ast.Node) *site {
	pos := f.fset.Position(n.Pos())
	what := strings.Join(strings.Fields(f.text(n)), " ")
	if len(what) > whatWidth {
		what = what[:whatWidth-3] + "..."
	}
	s := &site{kind: kind, pos: pos, at: fmt.Sprintf("%s:%d", f.name, pos.Line), what: what, edit: e}
	f.sites = append(f.sites, s)
	return s
}

func (f *finder) parent() ast.Node { return f.stack[len(f.stack)-1] }

func (f *finder) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.negate(n.Cond)
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, s := range n.Body.List {
				for _, e := range s.(*ast.CaseClause).List {
					f.negate(e)
				}
			}
		}
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.BlockStmt:
		f.remove(n.List)
	case *ast.CaseClause:
		f.remove(n.Body)
	case *ast.FuncDecl:
		f.early(n)
	case *ast.CallExpr:
		f.swap(n)
	case *ast.BasicLit, *ast.Ident:
		f.constant(n.(ast.Expr))
	}
}

// isBool reports whether an expression is of type bool and not constant.
func (f *finder) isBool(e ast.Expr) bool {
	tv := f.info.Types[e]
	return tv.Value == nil && tv.Type != nil && types.Identical(types.Default(tv.Type), types.Typ[types.Bool])
}

func (f *finder) negate(e ast.Expr) {
	if f.isBool(e) {
		f.add(negate, e, f.wrap(e, alias+".On("+number+") != (", ")")...)
	}
}

func (f *finder) binary(b *ast.BinaryExpr) {
	if !f.isBool(b) {
		return
	}
	f.compareOther(b)
	call := ""
	switch b.Op {
	case token.LAND, token.LOR:
		if !f.inner[b] {
			f.chain(b)
		}
	case token.LSS:
		call = alias + ".Less"
	case token.LEQ:
		call = alias + ".LessEq"
	case token.GTR:
		call = "!" + alias + ".LessEq"
	case token.GEQ:
		call = "!" + alias + ".Less"
	}
	if call == "" || f.info.Types[b.X].Value != nil && f.info.Types[b.Y].Value != nil {
		return
	}
	operand := b.X
	if f.info.Types[b.X].Value != nil { // an untyped constant has the type of the other operand
		operand = b.Y
	}
	// The operator becomes a comment: a < b is xmut.Less(1, a, /*<*/ b).
	around := f.wrap(b, call+f.instance(operand)+"("+number+", ", ")")
	op := f.offset(b.OpPos)
	f.add(bound, b, around[0], insertion{op, 1, true, ", /*"}, insertion{op + len(b.Op.String()), 1, false, "*/"}, around[1])
}

// chain drops an operand of && or ||, or several at the start.
func (f *finder) chain(b *ast.BinaryExpr) {
	var operands []ast.Expr
	var ops []token.Pos
	pure, bools := uint64(0), true
	for e := ast.Expr(b); ; {
		x, ok := e.(*ast.BinaryExpr)
		if ok = ok && x.Op == b.Op; ok {
			f.inner[x], ops = true, append(ops, x.OpPos)
			e = x.Y
		}
		bools = bools && f.isBool(e)
		operands = append(operands, e)
		if !ok {
			break
		}
		e = x.X
	}
	slices.Reverse(operands)
	slices.Reverse(ops)
	if !bools || len(operands) > 64 {
		return
	}
	call := alias + ".And("
	if b.Op == token.LOR {
		call = alias + ".Or("
	}
	for k, x := range operands {
		if f.pure.expr(f.info, x) {
			pure |= 1 << k
		}
	}
	e := &edit{}
	around := f.wrap(b, call+number+fmt.Sprintf(", %#x, func() bool { return (", pure), ") })")
	e.insertions = append(e.insertions, around[0])
	for k, x := range operands {
		if s := f.addTo(e, drop, x); k == 0 {
			e.first = s
		} else {
			at := f.offset(ops[k-1])
			e.insertions = append(e.insertions, insertion{at, 1, true, ") }, func() bool { return ( /*"}, insertion{at + len(b.Op.String()), 1, false, "*/"})
		}
	}
	e.insertions = append(e.insertions, around[1])
	for k := 2; k < len(operands); k++ {
		f.addTo(e, drop, &ast.BinaryExpr{X: operands[0], Y: operands[k-1]})
	}
}

// compareOther compares with a constant that is off by one.
func (f *finder) compareOther(b *ast.BinaryExpr) {
	switch b.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return
	}
	c, x := b.Y, b.X
	if f.info.Types[x].Value != nil {
		c, x = x, c
	}
	other, _, ok := f.offByOne(c)
	if !ok || f.info.Types[x].Value != nil || strings.Contains(f.text(b), "\n") || !f.pure.expr(f.info, x) {
		return
	}
	f.inner[c] = true
	text, at := f.text(b), f.offset(c.Pos())-f.offset(b.Pos())
	f.add(offByOne, b, f.wrap(b, alias+".Either("+number+", ", ", "+text[:at]+other+text[at+len(f.text(c)):]+")")...)
}

// instance returns the type argument of a call for an expression of a basic type, as the type that an
// untyped constant would have may be another one.
func (f *finder) instance(e ast.Expr) string {
	if b, ok := types.Default(f.info.Types[e].Type).(*types.Basic); ok {
		return "[" + b.Name() + "]"
	}
	return ""
}

func (f *finder) remove(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); !ok || f.text(call.Fun) == "panic" { // may be what ends a function
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || f.text(s.Lhs[0]) == "_" {
				continue
			}
		case *ast.BranchStmt:
			if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
				continue
			}
		case *ast.IncDecStmt, *ast.DeferStmt:
		default:
			continue
		}
		f.add(remove, s, f.wrap(s, "if !"+alias+".On("+number+") { ", " }")...)
	}
}

// early returns from a function before one of the statements of its body.
func (f *finder) early(d *ast.FuncDecl) {
	if d.Body == nil {
		return
	}
	for _, s := range d.Body.List {
		if r, ok := s.(*ast.ReturnStmt); ok && len(r.Results) == 0 {
			continue
		}
		if values, ok := f.zeros(d, s); ok {
			f.add(early, s, insertion{f.offset(s.Pos()), whole, true, "if " + alias + ".On(" + number + ") { return " + values + " }; "})
		}
	}
}

// zeros returns the operands of a return of nothing before a statement of a function.
func (f *finder) zeros(d *ast.FuncDecl, s ast.Stmt) (string, bool) {
	var list []string
	if d.Type.Results == nil {
		return "", true
	}
	for _, r := range d.Type.Results.List {
		if len(r.Names) > 0 {
			return "", true
		}
		if f.shadowed(d, r.Type, s.Pos()) {
			return "", false
		}
		list = append(list, "*new("+f.text(r.Type)+")")
	}
	return strings.Join(list, ", "), true
}

// shadowed reports whether a name of a type means something else at another place of its function.
func (f *finder) shadowed(d *ast.FuncDecl, t ast.Expr, at token.Pos) (found bool) {
	scope := f.info.Scopes[d.Type].Innermost(at)
	if scope == nil {
		scope = f.info.Scopes[d.Type]
	}
	ast.Inspect(t, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			n = s.X
		}
		id, ok := n.(*ast.Ident)
		if ok {
			_, o := scope.LookupParent(id.Name, at)
			found = found || o != f.info.ObjectOf(id)
		}
		return !ok
	})
	return found
}

func (f *finder) swap(c *ast.CallExpr) {
	if fun := f.info.Types[c.Fun]; fun.IsBuiltin() || fun.IsType() || strings.HasPrefix(f.text(c.Fun), "fmt.") {
		return
	}
	for k, a := range c.Args {
		for _, b := range c.Args[k+1:] {
			ta, tb := f.info.Types[a].Type, f.info.Types[b].Type
			if !f.plain(a) || !f.plain(b) || !types.Identical(ta, tb) || f.text(a) == f.text(b) {
				continue
			}
			call := alias + ".Pick"
			if types.Comparable(ta) {
				call = alias + ".Either"
			}
			call += f.instance(a) + "(" + number + ", "
			f.add(swap, c, slices.Concat(f.wrap(a, call, ", "+f.text(b)+")"), f.wrap(b, call, ", "+f.text(a)+")"))...)
			break
		}
	}
}

// plain reports whether an argument is a variable, a field or a constant, so that it may be evaluated
// twice.
func (f *finder) plain(e ast.Expr) bool {
	if b, ok := f.info.Types[e].Type.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		return false // nil
	}
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return f.plain(e.X)
	case *ast.Ident, *ast.BasicLit:
		return true
	}
	return false
}

// constant adds one to an integer constant, or takes one from it, where none has to be constant.
func (f *finder) constant(e ast.Expr) {
	if f.inner[e] {
		return
	}
	for k := len(f.stack) - 1; k >= 0; k-- {
		switch p := f.stack[k].(type) {
		case *ast.GenDecl:
			if p.Tok == token.CONST {
				return
			}
		case *ast.ArrayType:
			return
		}
	}
	switch p := f.parent().(type) {
	case *ast.SelectorExpr, *ast.CaseClause:
		return
	case *ast.KeyValueExpr:
		if p.Key == e {
			return
		}
	case ast.Expr:
		if f.info.Types[p].Value != nil {
			return
		}
	}
	if other, t, ok := f.offByOne(e); ok {
		f.add(offByOne, e, f.wrap(e, alias+".Pick["+t+"]("+number+", ", ", "+other+")")...)
	}
}

// offByOne returns another constant in place of an integer constant, and the name of its type.
func (f *finder) offByOne(e ast.Expr) (other, typ string, ok bool) {
	switch e.(type) {
	case *ast.BasicLit, *ast.Ident:
	default:
		return "", "", false
	}
	tv := f.info.Types[e]
	b, ok := tv.Type.(*types.Basic)
	if !ok || tv.Value == nil || b.Info()&types.IsInteger == 0 {
		return "", "", false
	}
	t := types.Default(b).(*types.Basic)
	other = " - 1"
	if v, exact := constant.Int64Val(tv.Value); exact && (v <= 0 || b.Kind() == types.Int && v < 1<<20 && f.offset(e.Pos())%2 == 0) {
		other = " + 1" // fits the type
	}
	return f.text(e) + other, t.Name(), true
}

// choose returns count sites, or all if count is 0: as many of each kind as there are, in an order
// that depends on the seed alone.
func choose(sites []*site, seed uint64, count int) []*site {
	r := rand.New(rand.NewPCG(seed, 0))
	of := map[string][]*site{}
	for _, s := range sites {
		of[s.kind] = append(of[s.kind], s)
	}
	for _, k := range kinds {
		r.Shuffle(len(of[k]), func(i, j int) { of[k][i], of[k][j] = of[k][j], of[k][i] })
	}
	var chosen []*site
	for round := 0; round < len(sites) && (count == 0 || len(chosen) < count); round++ {
		for _, k := range kinds {
			if round < len(of[k]) && (count == 0 || len(chosen) < count) {
				chosen = append(chosen, of[k][round])
			}
		}
	}
	return chosen
}

// mutated returns a file with the insertions of its sites.
func mutated(src []byte, file *ast.File, fset *token.FileSet, sites []*site, path string) []byte {
	list := []insertion{{offset: fset.Position(file.Name.End()).Offset, text: "; import " + alias + " \"" + path + "\""}}
	done := map[*edit]bool{}
	for _, s := range sites {
		if done[s.edit] {
			continue
		}
		done[s.edit] = true
		for _, i := range s.edit.insertions {
			i.text = strings.ReplaceAll(i.text, number, fmt.Sprint(s.edit.first.n))
			list = append(list, i)
		}
	}
	order := func(a, b insertion) int {
		switch {
		case a.offset != b.offset:
			return cmp.Compare(a.offset, b.offset)
		case a.start != b.start:
			if a.start {
				return 1
			}
			return -1
		case a.start:
			return cmp.Compare(b.extent, a.extent)
		}
		return cmp.Compare(a.extent, b.extent)
	}
	// Of equal extents, the first site is the outer one: it begins first and ends last.
	ends := slices.Clone(list)
	slices.Reverse(ends)
	list = append(slices.DeleteFunc(ends, func(i insertion) bool { return i.start }),
		slices.DeleteFunc(list, func(i insertion) bool { return !i.start })...)
	slices.SortStableFunc(list, order)
	var out []byte
	from := 0
	for _, i := range list {
		out = append(append(out, src[from:i.offset]...), i.text...)
		from = i.offset
	}
	return append(out, src[from:]...)
}
