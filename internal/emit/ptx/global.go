// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file prints global variables with their initializers.

import (
	"encoding/binary"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// globalSpace returns the space of a variable. LLVM's address space 0 is global memory.
func globalSpace(g *ir.Global) space {
	switch g.AddrSpace {
	case 3:
		return spaceShared
	case 4:
		return spaceConst
	}
	return spaceGlobal
}

// data is an initializer: bytes, and the symbols at some offsets.
type data struct {
	bytes []byte
	syms  map[int64]symRef
	bad   string
}

type symRef struct {
	v       ir.Value
	off     int64
	generic bool
}

// maxData is the maximum size of an initializer.
const maxData = 1 << 28

// dropped are the variables that have a meaning only to LLVM.
var dropped = map[string]bool{"llvm.used": true, "llvm.compiler.used": true, "llvm.metadata": true}

// variable is a printed global variable.
type variable struct {
	data *data
	text []byte
}

// printGlobal prints a variable.
func (w *writer) printGlobal(g *ir.Global) {
	if _, done := w.vars[g]; done {
		return
	}
	w.vars[g] = nil
	switch {
	case g.Name == "llvm.global_ctors" || g.Name == "llvm.global_dtors":
		if init, _ := g.Initializer(); init != nil && g.ValueType.Kind() == ir.Array && g.ValueType.Len() > 0 {
			w.failAt(g.Pos, "initialise it in a kernel, or with a constant expression",
				"a variable that is initialised or destroyed by code (%s)", quote(g.Name))
		}
		return
	case g.Linkage == "appending":
		w.failAt(g.Pos, "", "%s has appending linkage", quote(g.Name))
		return
	case strings.HasPrefix(g.Name, "llvm."):
		w.failAt(g.Pos, "", "%s: a variable of LLVM that PTX cannot express", quote(g.Name))
		return
	}
	d, ok := w.variable(g)
	if !ok {
		return
	}
	if g.AddrSpace == 4 {
		w.constSize += w.lay.AllocSize(g.ValueType)
		if w.constSize > 64<<10 {
			w.failAt(g.Pos, "", "constant memory has 64 KiB, and %s does not fit", quote(g.Name))
		}
	}
	w.vars[g] = &variable{d, w.globalText(g, d)}
}

// globals returns the text of the variables, each after the variables that its initializer
// references.
func (w *writer) globals() []byte {
	var out []byte
	state := map[*ir.Global]int{}
	var visit func(g *ir.Global)
	visit = func(g *ir.Global) {
		v := w.vars[g]
		switch {
		case v == nil || state[g] == 2:
			return
		case state[g] == 1:
			w.failAt(g.Pos, "", "variable %s: initialisers refer to each other in a cycle, but PTX allows only "+
				"references to earlier variables", quote(g.Name))
			return
		}
		state[g] = 1
		for _, off := range offsets(v.data) {
			if x, ok := w.actual(v.data.syms[off].v).(*ir.Global); ok {
				visit(x)
			}
		}
		state[g] = 2
		out = append(out, v.text...)
	}
	for _, g := range w.Globals {
		visit(g)
	}
	if len(out) > 0 {
		out = append(out, '\n')
	}
	return out
}

func offsets(d *data) []int64 {
	if d == nil {
		return nil
	}
	out := make([]int64, 0, len(d.syms))
	for k := range d.syms {
		out = append(out, k)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

// variable checks a variable and reads its initializer.
func (w *writer) variable(g *ir.Global) (*data, bool) {
	bad := func(hint, format string, args ...any) (*data, bool) {
		w.failAt(g.Pos, hint, "variable %s: "+format, append([]any{quote(g.Name)}, args...)...)
		return nil, false
	}
	for _, word := range g.Words {
		if strings.HasPrefix(word, "thread_local") {
			return bad("keep it in a local variable", "PTX has no variables of a thread")
		}
	}
	switch g.AddrSpace {
	case 0, 1, 3, 4:
	default:
		return bad("", "PTX has no variables in address space %d", g.AddrSpace)
	}
	size, ok := w.lay.Size(g.ValueType)
	if !ok && !g.Declared {
		return bad("", "a variable of type %s has no size", g.ValueType)
	}
	init, err := g.Initializer()
	if err != nil {
		w.errs = append(w.errs, asError(err, g.Pos))
		return nil, false
	}
	if g.Declared || init == nil || g.Linkage == "available_externally" {
		return nil, true
	}
	c, isConst := init.(*ir.Const)
	empty := isConst && (c.Kind == ir.ConstUndef || c.Kind == ir.ConstPoison || c.Kind == ir.ConstZero || c.IsZero() ||
		isPlusZero(c))
	// Shared memory has no initial value. A zero is a frontend's way to write that there is none.
	if g.AddrSpace == 3 && !empty {
		return bad("initialise it with undef or zeroinitializer", "shared memory has no initial value")
	}
	if empty {
		return nil, true
	}
	if size > maxData {
		return bad("", "an initialiser of %d bytes", size)
	}
	d := &data{bytes: make([]byte, size), syms: map[int64]symRef{}}
	w.fill(d, init, 0)
	if d.bad != "" {
		return bad("", "its initialiser has %s", d.bad)
	}
	return d, true
}

// isPlusZero reports whether a constant is the float +0.
func isPlusZero(c *ir.Const) bool {
	if c.Kind != ir.ConstFloat {
		return false
	}
	bits, ok := c.Type().Kind().FloatLiteral(c.Text)
	return ok && bits == 0
}

func asError(err error, pos ir.Pos) *ir.Error {
	if e := ir.AsError(err); e != nil {
		return e
	}
	return ir.Errorf(pos, "%v", err)
}

// fill writes a constant into an initializer.
func (w *writer) fill(d *data, v ir.Value, off int64) {
	t := v.Type()
	c, ok := v.(*ir.Const)
	if !ok {
		d.syms[off] = symRef{v, 0, spaceOf(t) == spaceGeneric}
		return
	}
	put := func(n uint64, size int64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], n)
		copy(d.bytes[off:off+size], b[:])
	}
	switch c.Kind {
	case ir.ConstInt:
		size := w.lay.StoreSize(t)
		if t.Bits() <= 64 {
			put(c.Uint64(), size)
			return
		}
		n := c.Big()
		lo, hi := split128(n, min(t.Bits(), 128))
		if t.Bits() > 128 {
			d.bad = fmt.Sprintf("an integer of %d bits", t.Bits())
			return
		}
		put(lo, 8)
		off += 8
		put(hi, size-8)
	case ir.ConstFloat:
		n, ok := t.Kind().FloatLiteral(c.Text)
		if _, _, bad := scalarClass(t); bad != "" || !ok {
			d.bad = "a literal of type " + t.String()
			return
		}
		put(n, w.lay.StoreSize(t))
	case ir.ConstNull, ir.ConstUndef, ir.ConstPoison, ir.ConstZero:
	case ir.ConstString:
		copy(d.bytes[off:], ir.Unescape(c.Text))
	case ir.ConstStruct:
		for k, x := range c.Elems {
			w.fill(d, x, off+w.lay.FieldOffset(t, k))
		}
	case ir.ConstArray, ir.ConstVector, ir.ConstSplat:
		n := w.lay.AllocSize(t.Elem())
		if t.Kind() == ir.Vector {
			if w.shape(t).packed {
				w.fillPacked(d, c, off)
				return
			}
			n = w.lay.SizeBits(t.Elem()) / 8
		}
		for k := range int64(t.Len()) {
			x := c.Elems[0]
			if c.Kind != ir.ConstSplat {
				x = c.Elems[k]
			}
			w.fill(d, x, off+k*n)
		}
	case ir.ConstExpr, ir.ConstDSOLocalEquivalent, ir.ConstNoCFI:
		s, n, ok := w.symbolic(c)
		if !ok {
			if x, isInt := w.foldInt(c); isInt {
				put(x, w.lay.StoreSize(t))
				return
			}
			d.bad = fmt.Sprintf("a constant expression ('%s') that is not a symbol plus an offset", c.Op)
			return
		}
		generic := spaceOf(t) == spaceGeneric
		if !t.IsPtr() {
			generic = w.rootGeneric(c)
		}
		d.syms[off] = symRef{s, n, generic}
	case ir.ConstBlockAddress:
		d.bad = "the address of a block"
	default:
		d.bad = "a constant of this kind"
	}
}

// rootGeneric reports whether the integer form of an address comes from a generic pointer.
func (w *writer) rootGeneric(v ir.Value) bool {
	for {
		if v.Type().IsPtr() {
			return spaceOf(v.Type()) == spaceGeneric
		}
		c, ok := v.(*ir.Const)
		if !ok || len(c.Elems) == 0 {
			return true
		}
		v = c.Elems[0]
		if x, isConst := v.(*ir.Const); isConst && x.IsInt() && len(c.Elems) > 1 {
			v = c.Elems[1]
		}
	}
}

// foldInt evaluates the remaining constant expressions on integers and on pointers with a numeric
// value. The result has the bits of the type.
func (w *writer) foldInt(v ir.Value) (n uint64, ok bool) {
	c, _ := v.(*ir.Const)
	switch {
	case c == nil:
		return 0, false
	case c.IsInt():
		return c.Uint64(), true
	case c.Kind == ir.ConstNull:
		return 0, true
	case c.Kind != ir.ConstExpr || len(c.Elems) == 0:
		return 0, false
	}
	from, bits := c.Elems[0].Type(), 64
	if c.Type().IsInt() {
		bits = c.Type().Bits()
	}
	if n, ok = w.foldInt(c.Elems[0]); !ok || bits > 64 {
		return 0, false
	}
	switch {
	case c.Op == ir.OpGEP:
		off, ok := w.lay.GEPOffset(c.SrcTy, c.Elems[1:])
		return n + uint64(off), ok
	case c.Op.Info().Binary:
		y, known := w.foldInt(c.Elems[1])
		n, ok = ir.FoldBits(c.Op, bits, n, y)
		return n, ok && known
	case c.Op == ir.OpSExt:
		n = uint64(int64(n<<(64-from.Bits())) >> (64 - from.Bits()))
	case !c.Op.Info().Cast || from.IsFloat() || from.Kind() == ir.Vector:
		return 0, false
	}
	return n & maskOf(bits), true
}

// fillPacked writes a vector whose elements are not whole bytes.
func (w *writer) fillPacked(d *data, c *ir.Const, off int64) {
	bits := c.Type().Elem().Bits()
	for k := range int(c.Type().Len()) {
		x := c.Elems[0]
		if c.Kind != ir.ConstSplat {
			x = c.Elems[k]
		}
		n, ok := x.(*ir.Const)
		if !ok || bits > 64 || !n.IsInt() {
			if ok && (n.Kind == ir.ConstUndef || n.Kind == ir.ConstPoison) {
				continue
			}
			d.bad = "a vector of type " + c.Type().String()
			return
		}
		for b := range bits {
			if at := k*bits + b; n.Uint64()>>b&1 != 0 {
				d.bytes[off+int64(at/8)] |= 1 << (at % 8)
			}
		}
	}
}

// globalAlign returns the alignment of a variable.
func (w *writer) globalAlign(g *ir.Global) int64 {
	for _, t := range g.Tail {
		if rest, ok := strings.CutPrefix(t, "align "); ok {
			return max(atoi(rest), 1)
		}
	}
	if !w.lay.Sized(g.ValueType) {
		return 1
	}
	return w.lay.PrefAlign(g.ValueType)
}

// globalText prints a variable.
func (w *writer) globalText(g *ir.Global, d *data) []byte {
	b := append(w.linking(g), spaceNames[globalSpace(g)]...)
	name := w.names[g]
	switch word := w.opaque[g]; {
	case strings.HasSuffix(word, "ref"):
		return fmt.Appendf(b, " %s %s;\n", word, name)
	case word != "":
		b = append(append(b, ' '), word...)
	}
	b = fmt.Appendf(b, " .align %d ", w.globalAlign(g))
	t := g.ValueType
	size := int64(0)
	if w.lay.Sized(t) {
		size = w.lay.AllocSize(t)
	}
	switch {
	case d != nil && len(d.syms) > 0:
		return w.symbolData(b, g, d, name)
	case (t.Kind() == ir.Int && t.Bits() <= 64 && t.Bits() > 0 && powerOfTwo(size)) || t.IsPtr():
		b = fmt.Appendf(b, ".u%d %s", 8*size, name)
		if d != nil {
			var word [8]byte
			copy(word[:], d.bytes)
			b = append(b, " = "...)
			b = strconv.AppendUint(b, binary.LittleEndian.Uint64(word[:]), 10)
		}
	case t.Kind() == ir.Float || t.Kind() == ir.Double:
		b = fmt.Appendf(b, ".f%d %s", 8*size, name)
		if d != nil && t.Kind() == ir.Float {
			b = fmt.Appendf(b, " = 0f%08X", binary.LittleEndian.Uint32(d.bytes))
		} else if d != nil {
			b = fmt.Appendf(b, " = 0d%016X", binary.LittleEndian.Uint64(d.bytes))
		}
	case size == 0 && elsewhere(g):
		b = fmt.Appendf(b, ".b8 %s[]", name)
	case size == 0: // PTX has no variable without bytes. This one has an address of its own.
		b = fmt.Appendf(b, ".b8 %s", name)
	default:
		b = fmt.Appendf(b, ".b8 %s[%d]", name, size)
		if d != nil {
			end := len(d.bytes)
			for end > 1 && d.bytes[end-1] == 0 {
				end--
			}
			b = append(b, " = {"...)
			for k, x := range d.bytes[:end] {
				if k > 0 {
					b = append(b, ", "...)
				}
				b = strconv.AppendUint(b, uint64(x), 10)
			}
			b = append(b, '}')
		}
	}
	return append(b, ";\n"...)
}

// elsewhere reports whether another module defines a variable.
func elsewhere(g *ir.Global) bool {
	return g.Declared || g.Linkage == "available_externally" || g.Linkage == "extern_weak"
}

// linking returns the linking directive of a variable.
func (w *writer) linking(g *ir.Global) []byte {
	switch {
	case elsewhere(g):
		return []byte(".extern ")
	case g.Linkage == "common" && w.useAt(featCommon, g.Pos):
		return []byte(".common ")
	case isLocal(g.Linkage), g.Linkage == "common":
		return nil
	case isWeak(g.Linkage):
		return []byte(".weak ")
	}
	return []byte(".visible ")
}

func powerOfTwo(n int64) bool { return n > 0 && n&(n-1) == 0 }

// symbolData prints an initializer that contains addresses, as words of 64 bits. For example, a
// table of generic pointers is `.u64 table[2] = {generic(a), generic(b)+8}`.
func (w *writer) symbolData(b []byte, g *ir.Global, d *data, name string) []byte {
	size := int64(len(d.bytes))
	for _, off := range offsets(d) {
		if off%8 != 0 || size%8 != 0 {
			return w.maskedData(b, g, d, name)
		}
	}
	words := size / 8
	b = fmt.Appendf(b, ".u64 %s", name)
	if words > 1 || !g.ValueType.IsPtr() {
		b = fmt.Appendf(b, "[%d] = {", words)
	} else {
		b = append(b, " = "...)
	}
	for k := range words {
		if k > 0 {
			b = append(b, ", "...)
		}
		s, ok := d.syms[8*k]
		if !ok {
			b = strconv.AppendUint(b, binary.LittleEndian.Uint64(d.bytes[8*k:]), 10)
			continue
		}
		b = w.appendSymbol(b, s)
	}
	if words > 1 || !g.ValueType.IsPtr() {
		b = append(b, '}')
	}
	return append(b, ";\n"...)
}

// appendSymbol prints an address in an initializer.
func (w *writer) appendSymbol(b []byte, s symRef) []byte {
	text := w.refer(s.v)
	if v, isVar := s.v.(*ir.Global); isVar && v.GKind == ir.GlobalVar && s.generic {
		text = "generic(" + text + ")"
	}
	return appendOffset(append(b, text...), s.off)
}

// maskedData prints an initializer with addresses that are not aligned, byte by byte. For example,
// 0xFF00(f) is the second byte of the address of f.
func (w *writer) maskedData(b []byte, g *ir.Global, d *data, name string) []byte {
	if !w.useAt(featMask, g.Pos) {
		return nil
	}
	size := int64(len(d.bytes))
	b = fmt.Appendf(b, ".u8 %s[%d] = {", name, size)
	for k := int64(0); k < size; {
		if k > 0 {
			b = append(b, ", "...)
		}
		s, ok := d.syms[k]
		if !ok {
			b = strconv.AppendUint(b, uint64(d.bytes[k]), 10)
			k++
			continue
		}
		for n := range 8 {
			if n > 0 {
				b = append(b, ", "...)
			}
			b = append(w.appendSymbol(fmt.Appendf(b, "0x%X(", uint64(0xff)<<(8*n)), s), ')')
		}
		k += 8
	}
	return append(b, "};\n"...)
}
