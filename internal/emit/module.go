// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit

// This file prints globals and types, and whole modules for tests and dumps. A whole module
// contains only the groups and nodes that its text references.

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// refs collects the attribute groups and numbered nodes that the text references.
type refs struct {
	groups map[int]bool
	nodes  map[int]bool
	queue  []int
}

func (r *refs) node(n int) {
	if !r.nodes[n] {
		r.nodes[n] = true
		r.queue = append(r.queue, n)
	}
}

// mentions collects the references in a piece of source text.
func (r *refs) mentions(s string) {
	quoted := false
	for i := 0; i+1 < len(s); i++ {
		c := s[i]
		if c == '"' {
			quoted = !quoted
		}
		if quoted || c != '!' && c != '#' {
			continue
		}
		k := i + 1
		for k < len(s) && s[k] >= '0' && s[k] <= '9' {
			k++
		}
		n, err := strconv.Atoi(s[i+1 : k])
		switch {
		case err != nil:
		case c == '#':
			r.groups[n] = true
		default:
			r.node(n)
		}
	}
}

func (p *printer) global(g *ir.Global) {
	p.b = append(p.b, '@')
	p.name(g.Name)
	p.str(" = ")
	if g.GKind == ir.GlobalVar && g.Linkage == "" && g.Declared {
		p.str("external ")
	}
	p.word(g.Linkage)
	space := ""
	if g.AddrSpace != 0 && g.GKind == ir.GlobalVar {
		space = "addrspace(" + strconv.Itoa(g.AddrSpace) + ")"
	}
	for _, w := range g.Words {
		if w == "externally_initialized" {
			p.word(space)
			space = ""
		}
		p.word(w)
	}
	p.word(space)
	switch {
	case g.GKind == ir.GlobalAlias:
		p.str("alias ")
	case g.GKind == ir.GlobalIFunc:
		p.str("ifunc ")
	case g.IsConst:
		p.str("constant ")
	default:
		p.str("global ")
	}
	p.str(g.ValueType.String())
	init, _ := g.Initializer()
	if init != nil {
		if g.GKind == ir.GlobalVar {
			p.b = append(p.b, ' ')
			p.value(init)
		} else {
			p.str(", ")
			// LLVM omits the type of an expression only here.
			if c, ok := init.(*ir.Const); ok && c.Kind == ir.ConstExpr {
				p.value(init)
			} else {
				p.typed(init)
			}
		}
	}
	for _, t := range g.Tail {
		switch t[0] {
		case '#', '"':
			p.b = append(p.b, ' ')
		case ' ':
		default:
			p.str(", ")
		}
		p.str(t)
		if p.refs != nil {
			p.refs.mentions(t)
		}
	}
	p.b = append(p.b, '\n')
}

func appendTypeDef(b []byte, t *ir.Type) []byte {
	b = append(b, t.String()...)
	b = append(b, " = type "...)
	b = append(b, t.BodyString()...)
	return append(b, '\n')
}

// Module prints a fully loaded unit as a module of its own. raw is text for items that a unit does
// not hold (comdat definitions, module asm, named metadata). It is printed first, and the groups
// and nodes that it references are printed too.
func Module(m *ir.Module, raw ...string) []byte {
	r := &refs{groups: map[int]bool{}, nodes: map[int]bool{}}
	sets := &setTable{}
	p := &printer{buffers: &buffers{}, m: m, sets: sets, refs: r}
	if m.DataLayout != "" {
		p.target("datalayout", m.DataLayout)
	}
	if m.Triple != "" {
		p.target("triple", m.Triple)
	}
	for _, s := range raw {
		p.str(strings.TrimSuffix(s, "\n"))
		p.b = append(p.b, '\n')
		r.mentions(s)
	}
	for k, t := range m.Types.NamedStructs() {
		if k == 0 {
			p.b = append(p.b, '\n')
		}
		p.b = appendTypeDef(p.b, t)
	}
	for k, g := range m.Globals {
		if k == 0 {
			p.b = append(p.b, '\n')
		}
		p.global(g)
	}
	for _, f := range m.Funcs {
		p.b = append(p.b, '\n')
		p.str(attrsComment(f))
		p.begin(f)
		p.function(f)
	}
	return p.finish(r, sets)
}

// target prints a line such as `target triple = "nvptx64"`.
func (p *printer) target(word, text string) {
	p.str("target " + word + ` = "`)
	p.b = append(ir.AppendEscaped(p.b, text), "\"\n"...)
}

// finish appends groups and metadata and applies the fixups.
func (p *printer) finish(r *refs, sets *setTable) []byte {
	p.f, p.slots, p.params = nil, nil, nil
	groups := slices.Sorted(maps.Keys(r.groups))
	next := 0
	if len(groups)+len(sets.bodies) > 0 {
		p.b = append(p.b, '\n')
	}
	for _, n := range groups {
		p.attrGroup(n, CanonicalGroup(p.m.AttrGroup(n)))
		next = n + 1
	}
	attrNums := make([]int, len(sets.bodies))
	for k, body := range sets.bodies {
		attrNums[k] = next + k
		p.attrGroup(next+k, body)
	}
	var chunks []Chunk
	for _, n := range p.m.NewMDs {
		q := &printer{buffers: &buffers{}, m: p.m, sets: sets, refs: r}
		q.newNode(n)
		chunks = append(chunks, q.keep())
	}
	text := map[int]Chunk{}
	for len(r.queue) > 0 {
		n := r.queue[0]
		r.queue = r.queue[1:]
		node := p.m.MDNode(p.m.MDRef(n))
		if node == nil {
			continue
		}
		q := &printer{buffers: &buffers{}, m: p.m, sets: sets, refs: r}
		q.mdNum(n)
		q.str(" = ")
		q.node(node)
		q.b = append(q.b, '\n')
		text[n] = q.keep()
	}
	nums := slices.Sorted(maps.Keys(r.nodes))
	next = 0
	if len(nums) > 0 {
		next = nums[len(nums)-1] + 1
	}
	mdNums := make([]int, len(chunks))
	for k := range mdNums {
		mdNums[k] = next + k
	}
	fill := &Fill{Attrs: attrNums, MDs: mdNums}
	out := Apply(Chunk{Text: p.b, Fixups: p.fix}, fill, make([]byte, 0, len(p.b)+len(p.b)/16))
	if len(nums)+len(chunks) > 0 {
		out = append(out, '\n')
	}
	for _, n := range nums {
		out = Apply(text[n], fill, out)
	}
	for _, c := range chunks {
		out = Apply(c, fill, out)
	}
	return out
}

func (p *printer) attrGroup(n int, body string) {
	p.str("attributes #")
	p.int(n)
	p.str(" = ")
	p.str(body)
	p.b = append(p.b, '\n')
}
