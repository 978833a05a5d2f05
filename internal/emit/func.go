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
	refs *refs // Module: which groups and nodes were mentioned
	dump bool  // printed for people: no fixups, IDs untouched
	// progAS is the address space that a function without one is read to be in; in others than 0 it
	// is always written.
	progAS int
	brief  bool // what is attached to an instruction is left out
	// addresses of blocks of other functions, which get a fixup
	addresses []Address
	sizes     []Size                         // that get a fixup
	labels    map[*ir.Func]map[string]string // in a whole module: see labels

	// commented is the set of which lastComment tells.
	commented   *ir.AttrSet
	lastComment string

	// In buffers: slots are numbers of unnamed instructions and blocks by ID, -1: named or without
	// result; params those of parameters.
	byVal map[ir.Value]int32 // in place of slots in a dump
}

// begin numbers the unnamed values of a function: parameters, then blocks and instructions in
// layout order, as LLVM does.
func (p *printer) begin(f *ir.Func) {
	p.f, p.progAS = f, f.Module().ProgramAddrSpace()
	n := int32(0)
	p.params = p.params[:0]
	for _, a := range f.Params {
		s := int32(-1)
		if a.Name == "" {
			s = n
			n++
		}
		p.params = append(p.params, s)
	}
	if !p.dump {
		p.slots = f.Slots(p.slots, n)
		return
	}
	p.byVal = map[ir.Value]int32{}
	for b := f.Entry(); b != nil; b = b.Next() {
		s := int32(-1)
		if b.Name() == "" {
			s = n
			n++
		}
		p.byVal[b] = s
		for i := b.First(); i != nil; i = i.Next() {
			s := int32(-1)
			if i.Name() == "" && i.Type().Kind() != ir.Void {
				s = n
				n++
			}
			p.byVal[i] = s
		}
	}
}

func (p *printer) int(n int)    { p.b = strconv.AppendInt(p.b, int64(n), 10) }
func (p *printer) str(s string) { p.b = append(p.b, s...) }

// bare tells which bytes a name may have without quotes.
var bare = func() (t [256]bool) {
	for c := 0; c < 256; c++ {
		t[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_'
	}
	return t
}()

// name appends a name, quoted when it must be.
func (p *printer) name(s string) { p.b = appendName(p.b, s) }

func appendName(b []byte, s string) []byte {
	ok := s != "" && (s[0] < '0' || s[0] > '9')
	for i := 0; ok && i < len(s); i++ {
		ok = bare[s[i]]
	}
	if ok {
		return append(b, s...)
	}
	return append(b, ir.QuoteName(s)...)
}

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

// local prints the name or number of a local value without its percent sign.
func (p *printer) block(b *ir.Block) {
	from := len(p.b)
	if s := b.Name(); s != "" {
		p.name(s)
	} else {
		p.slot(b.ID, b)
	}
	if b == p.variants.entry {
		p.variants.mark(from, len(p.b), nil)
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

// header prints what stands in front of a function's body, or the declaration of one that has none,
// but for its newline.
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
	p.quoted(" gc ", f.GC)
	p.optional(" prefix ", f.Prefix)
	p.optional(" prologue ", f.Prologue)
	p.optional(" personality ", f.Person)
	if body {
		p.attachments(f.Meta, " ")
	}
}

func (p *printer) body(f *ir.Func) {
	p.variants.body = uint32(len(p.b))
	p.str(" {")
	for b := f.Entry(); b != nil; b = b.Next() {
		p.basicBlock(b, b == f.Entry())
	}
	// Directives speak of the uses as they were written; in a changed body they would be wrong.
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

// paramList prints the parameters: with names for a definition, as LLVM leaves them out of
// declarations.
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

const predColumn = 50 // where the comment on predecessors begins

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
		from := len(p.b)
		p.instr(i)
		if i == p.variants.next {
			p.variants.mark(from, len(p.b), i)
		}
		p.b = append(p.b, '\n')
	}
}
