// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit

// This file prints function headers, blocks and names, and numbers unnamed values.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// printer is the state of printing one unit. It appends to b only.
type printer struct {
	*buffers
	m    *ir.Module
	f    *ir.Func
	sets *setTable
	refs *refs // Module: the groups and nodes that the text references
	dump bool  // output for people: no fixups, IDs unchanged
	// progAS is the default address space of functions. If it is not 0, every function prints its
	// address space.
	progAS int
	brief  bool // omit attachments of instructions
	// addresses of blocks of other functions, which become fixups
	addresses []Address
	sizes     []Size                         // sizes that become fixups
	labels    map[*ir.Func]map[string]string // for a whole module: see labels

	// In buffers: slots holds the numbers of unnamed instructions and blocks by ID, or -1 if one
	// has a name or no result. params holds the same for parameters.
	byVal map[ir.Value]int32 // replaces slots in a dump
}

// begin numbers the unnamed values of a function as LLVM does: parameters, then blocks and
// instructions in layout order.
func (p *printer) begin(f *ir.Func) {
	p.f, p.progAS = f, f.Module().ProgramAddrSpace()
	n := int32(0)
	number := func(unnamed bool) int32 {
		if !unnamed {
			return -1
		}
		n++
		return n - 1
	}
	p.params = p.params[:0]
	for _, a := range f.Params {
		p.params = append(p.params, number(a.Name == ""))
	}
	if !p.dump {
		p.slots = f.Slots(p.slots, n)
		return
	}
	p.byVal = map[ir.Value]int32{}
	for b := f.Entry(); b != nil; b = b.Next() {
		p.byVal[b] = number(b.Name() == "")
		for i := b.First(); i != nil; i = i.Next() {
			p.byVal[i] = number(i.Name() == "" && i.Type().Kind() != ir.Void)
		}
	}
}

func (p *printer) int(n int)    { p.b = strconv.AppendInt(p.b, int64(n), 10) }
func (p *printer) str(s string) { p.b = append(p.b, s...) }

// name appends a name, with quotes if needed.
func (p *printer) name(s string) { p.b = append(p.b, ir.QuoteName(s)...) }

// slot prints the number of an unnamed instruction or block.
func (p *printer) slot(id int, v ir.Value) {
	n := int32(-1)
	switch {
	case p.dump:
		k, ok := p.byVal[v]
		if ok {
			n = k
		}
	case id >= 0 && id < len(p.slots):
		n = p.slots[id]
	}
	if n < 0 {
		p.str("<badref>")
		return
	}
	p.int(int(n))
}

// block prints the name or number of a block without its percent sign.
func (p *printer) block(b *ir.Block) {
	if s := b.Name(); s != "" {
		p.name(s)
	} else {
		p.slot(b.ID, b)
	}
}

func (p *printer) function(f *ir.Func) {
	body := f.Loaded()
	p.header(f, body)
	if !body {
		p.b = append(p.b, '\n')
		return
	}
	p.body(f)
}

// header prints the part of a definition before its body, or a declaration without its newline.
func (p *printer) header(f *ir.Func, body bool) {
	if body {
		p.str("define ")
	} else {
		p.str("declare")
		p.attachments(f.Meta, " ")
		p.b = append(p.b, ' ')
	}
	p.word(f.Linkage)
	for _, w := range f.Words {
		p.word(w)
	}
	p.word(f.CC)
	p.attrList(f.RetAttrs)
	p.str(f.FTy.Ret().String())
	p.str(" @")
	p.name(f.Name)
	p.paramList(f, body)
	if f.UnnamedAdr != "" {
		p.b = append(p.b, ' ')
		p.str(f.UnnamedAdr)
	}
	if f.AddrSpace != 0 || p.progAS != 0 {
		p.str(" addrspace(")
		p.int(f.AddrSpace)
		p.b = append(p.b, ')')
	}
	p.fnAttrs(f.Attrs)
	p.quoted(" section ", f.Section)
	p.quoted(" partition ", f.Partition)
	if f.Comdat != "" {
		p.b = append(p.b, ' ')
		p.str(f.Comdat)
	}
	if f.Align != 0 {
		p.str(" align ")
		p.int(f.Align)
	}
	if f.PrefAlign != 0 {
		p.str(" prefalign(")
		p.int(f.PrefAlign)
		p.b = append(p.b, ')')
	}
	p.quoted(" gc ", f.GC)
	p.optional(" prefix ", f.Prefix)
	p.optional(" prologue ", f.Prologue)
	p.optional(" personality ", f.Person)
	if body {
		p.attachments(f.Meta, " ")
	}
}

func (p *printer) body(f *ir.Func) {
	p.str(" {")
	for b := f.Entry(); b != nil; b = b.Next() {
		p.basicBlock(b, b == f.Entry())
	}
	// Directives describe the original uses and would be wrong in a changed body.
	if len(f.UseListOrders) > 0 && !f.Changed && !f.New {
		p.str("\n; uselistorder directives\n")
		for _, u := range f.UseListOrders {
			p.str("  ")
			p.str(u)
			p.b = append(p.b, '\n')
		}
	}
	p.str("}\n")
}

// paramList prints the parameters. It prints names only in definitions, as LLVM does.
func (p *printer) paramList(f *ir.Func, body bool) {
	p.b = append(p.b, '(')
	for k, a := range f.Params {
		if k > 0 {
			p.str(", ")
		}
		p.str(a.Type().String())
		if a.Attrs != nil {
			for j := range a.Attrs.List {
				p.b = append(p.b, ' ')
				p.b = a.Attrs.List[j].Append(p.b, false)
			}
		}
		if body {
			p.str(" %")
			if a.Name != "" {
				p.name(a.Name)
			} else {
				p.int(int(p.params[k]))
			}
		}
	}
	if f.FTy.IsVariadic() {
		if len(f.Params) > 0 {
			p.str(", ")
		}
		p.str("...")
	}
	p.b = append(p.b, ')')
}

func (p *printer) word(w string) {
	if w != "" {
		p.b = append(p.b, w...)
		p.b = append(p.b, ' ')
	}
}

func (p *printer) quoted(before, s string) {
	if s != "" {
		p.str(before)
		p.b = append(p.b, '"')
		p.str(s)
		p.b = append(p.b, '"')
	}
}

func (p *printer) optional(before string, v ir.Value) {
	if v != nil {
		p.str(before)
		p.typed(v)
	}
}

const predColumn = 50 // column of the comment on predecessors

const spaces = "                                                  "

func (p *printer) basicBlock(b *ir.Block, entry bool) {
	switch {
	case b.Name() != "":
		p.b = append(p.b, '\n')
	case !entry:
		p.b = append(p.b, '\n')
	}
	start := len(p.b)
	if b.Name() != "" || !entry {
		p.block(b)
		p.b = append(p.b, ':')
	}
	if !entry {
		pad := predColumn - (len(p.b) - start)
		if pad < 1 {
			pad = 1
		}
		p.b = append(p.b, spaces[:pad]...)
		p.b = append(p.b, ';')
		p.preds = b.Preds(p.preds[:0])
		if len(p.preds) == 0 {
			p.str(" No predecessors!")
		} else {
			p.str(" preds = ")
			for k, x := range p.preds {
				if k > 0 {
					p.str(", ")
				}
				p.b = append(p.b, '%')
				p.block(x)
			}
		}
	}
	p.b = append(p.b, '\n')
	for i := b.First(); i != nil; i = i.Next() {
		for _, d := range i.Dbg {
			p.dbg(d)
			p.b = append(p.b, '\n')
		}
		p.instr(i)
		p.b = append(p.b, '\n')
	}
}
