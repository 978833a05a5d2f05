// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file prints functions: header, registers, local memory and parameters.

import (
	"fmt"
	"iter"
	"sort"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// fn is the state of the function being written.
type fn struct {
	*writer
	m    *ir.Module // the unit of f
	f    *ir.Func
	num  int
	name string
	scratch

	at  *ir.Instr // the current instruction, for messages
	loc *ir.MD    // debug location of the previous instruction
	// sites are the locations of calls that have a .loc in this function.
	sites map[*ir.MD]bool
	regs  [numClasses]uint64

	allocas    map[*ir.Instr]int64 // offset of a static alloca in the depot
	byvals     map[*ir.Param]int64 // depot offsets of the copies of by-value parameters
	inPlace    map[*ir.Param]bool  // by-value parameters of a kernel that are only read
	constants  map[*ir.Param]bool  // whether nothing writes through a noalias parameter, once asked
	fused      map[*ir.Instr]int   // additions and subtractions that fma computes, with their product's operand
	twins      map[ir.Value]opnd   // addresses in global memory of pointers that the host passes
	depotSize  int64
	depotAlign int64
	generic    bool // %SP is used

	nlabel int
	ftz    string // .ftz if float operations flush denormals
	// entries caches the incoming blocks of phis with many entries.
	entries map[*ir.Instr]map[*ir.Block]int
	// inPlaceOf is set if the function is written in place of a call.
	inPlaceOf *expansion
}

// scratch is memory that the next function reuses.
type scratch struct {
	b      []byte  // the body so far
	base   []int32 // by instruction ID: 1 + index of its first register in slots, or 0 if it has none yet
	pbase  []int32 // the same by parameter index
	slots  []opnd
	modes  []mode
	spaces []space
	labels []int32 // by block ID: its number, or -1 if it is unreachable
	moves  []move
}

// zeroed returns n zeros, in the memory of s if it is large enough.
func zeroed[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}

// launch holds the properties of a kernel.
type launch struct {
	directives []string           // after its parameters
	constants  map[*ir.Param]bool // by-value parameters that no thread writes
	opaque     map[int]string     // the words of parameters that are textures, surfaces and samplers
}

// function prints a definition.
func (w *writer) function(f *ir.Func) []byte { return w.functionAs(f, w.names[f], f.Linkage) }

// functionAs prints a definition under the given name and linkage.
func (w *writer) functionAs(f *ir.Func, name, linkage string) []byte {
	e := &fn{writer: w, m: f.Module(), f: f, num: w.ordinal, name: name, allocas: map[*ir.Instr]int64{},
		twins: map[ir.Value]opnd{}, constants: map[*ir.Param]bool{}, scratch: w.scratch}
	defer func() { w.scratch = e.scratch }()
	w.ordinal++
	if !e.checkHeader() {
		return nil
	}
	w.legalise(f)
	f.Renumber()
	e.b, e.slots = e.b[:0], e.slots[:0]
	e.base, e.pbase = zeroed(e.base, f.NumIDs()), zeroed(e.pbase, len(f.Params))
	e.analyse()
	e.params()
	for b := f.Entry(); b != nil; b = b.Next() {
		if e.labels[b.ID] >= 0 {
			e.block(b)
		}
	}
	head := w.headerAs(f, name, linkage, false)
	out := make([]byte, 0, len(head)+len(e.b)+512) // the text between them is short
	marked := ir.PartOf(w.m, f) != ""
	if marked && (w.opts.Pragma == PragmaHeader || w.opts.Pragma == PragmaBoth) {
		out = append(out, ".pragma \"coroutine\";\n"...)
	}
	out = append(out, head...)
	out = append(out, "\n{\n"...)
	if e.depotSize > 0 {
		out = fmt.Appendf(out, "\t.local .align %d .b8 %s[%d];\n", e.depotAlign, e.depotName(), e.depotSize)
	}
	if e.generic {
		out = append(out, "\t.reg .b64 %SP;\n"...)
	}
	for c := range numClasses {
		if n := e.regs[c]; n > 0 {
			out = append(append(append(append(out, "\t.reg "...), classes[c].decl...), ' '), classes[c].prefix...)
			out = append(strconv.AppendUint(append(out, '<'), n+1, 10), ">;\n"...)
		}
	}
	if marked && (w.opts.Pragma == PragmaBody || w.opts.Pragma == PragmaBoth) {
		out = append(out, "\t.pragma \"coroutine\";\n"...)
	}
	if e.generic {
		out = fmt.Appendf(out, "\tmov.b64 %%SP, %s;\n\tcvta.local.u64 %%SP, %%SP;\n", e.depotName())
	}
	out = append(out, e.b...)
	return append(out, "}\n\n"...)
}

// analyse decides what the function's text depends on before any of it is written.
func (e *fn) analyse() {
	e.setDenormals()
	e.numberBlocks()
	e.layOut()
	e.pointerModes()
	e.fuse()
	e.coalesce()
	e.beginLines()
}

// setDenormals determines whether float operations flush denormals.
func (e *fn) setDenormals() {
	switch e.f.Denormals(e.m, true).Results {
	case "preservesign":
		e.ftz = ".ftz"
	case "positivezero":
		e.failAt(e.f.Pos, "", "function %s: denormal results that become +0: PTX keeps the sign", quote(e.f.Name))
	}
}

// checkHeader reports properties that no function may have.
func (e *fn) checkHeader() bool {
	f := e.f
	before := len(e.errs)
	bad := func(hint, format string, args ...any) {
		e.failAt(f.Pos, hint, "function %s: "+format, append([]any{quote(f.Name)}, args...)...)
	}
	switch {
	case f.FTy.IsVariadic() && e.kernels[f] != nil:
		bad("", "a kernel has no variable arguments")
	case e.kernels[f] != nil && !f.FTy.Ret().IsVoid():
		bad("", "a kernel returns nothing")
	case f.GC != "":
		bad("", "garbage collection ('gc \"%s\"')", f.GC)
	case f.Prefix != nil || f.Prologue != nil:
		bad("", "prefix and prologue data")
	}
	return len(e.errs) == before
}

// fail reports that the current instruction cannot be written.
func (e *fn) fail(hint, format string, args ...any) {
	why := fmt.Sprintf(format, args...)
	i := e.at
	if i == nil {
		e.failAt(e.f.Pos, hint, "function %s: %s", quote(e.f.Name), why)
		return
	}
	e.failAt(i.Pos, hint, "in %s, '%s': %s", quote(e.f.Name), shown(i), why)
}

// warn reports that the current instruction is written with a limit.
func (e *fn) warn(hint, format string, args ...any) {
	err := ir.Errorf(e.at.Pos, "in %s, '%s': %s", quote(e.f.Name), shown(e.at), fmt.Sprintf(format, args...))
	err.Severity, err.Hint = ir.SevWarning, hint
	e.warnings = append(e.warnings, err)
}

// shown returns the text of an instruction for a message.
func shown(i *ir.Instr) string {
	text := strings.TrimSpace(emit.InstrString(i))
	if len(text) > 160 {
		return text[:160] + "..."
	}
	return text
}

// use requires a feature for the current instruction.
func (e *fn) use(k feature) bool {
	pos := e.f.Pos
	if e.at != nil {
		pos = e.at.Pos
	}
	return e.useAt(k, pos)
}

// fits reports whether values of a type have registers. If not, it reports an error.
func (e *fn) fits(t *ir.Type) bool {
	if s := e.shape(t); s.bad != "" {
		e.fail("", "%s", s.bad)
		return false
	}
	return true
}

// operandsFit reports whether the operands of an instruction have registers. If not, it reports an
// error, for example for a pointer into an address space that PTX does not have, or for an i200.
func (e *fn) operandsFit(i *ir.Instr) bool {
	for t := range operandTypes(i) {
		if !e.fits(t) || t.IsPtr() && t.AddrSpace() == 7 && !e.use(featCluster) {
			return false
		}
	}
	return true
}

// operandTypes yields the types of the operands that need registers.
func operandTypes(i *ir.Instr) iter.Seq[*ir.Type] {
	return func(yield func(*ir.Type) bool) {
		for k := range i.NumArgs() {
			switch t := i.Arg(k).Type(); t.Kind() {
			case ir.Label, ir.MetadataTy, ir.Token, ir.Void, ir.FuncTy:
			default:
				if !yield(t) {
					return
				}
			}
		}
	}
}

// Registers.

// fresh returns a new register.
func (e *fn) fresh(c class) opnd {
	e.regs[c]++
	return opnd{v: e.regs[c], cls: c}
}

// alloc creates registers for a type and returns 1 + the index of the first in slots.
func (e *fn) alloc(t *ir.Type) int32 {
	at := int32(len(e.slots))
	for _, c := range e.shape(t).slots {
		e.slots = append(e.slots, e.fresh(c))
	}
	return at + 1
}

func (e *fn) regsAt(base int32, t *ir.Type) []opnd {
	n := len(e.shape(t).slots)
	return e.slots[base-1 : int(base)-1+n : int(base)-1+n]
}

// def returns the registers of an instruction's result.
func (e *fn) def(i *ir.Instr) []opnd {
	if e.base[i.ID] == 0 {
		e.base[i.ID] = e.alloc(i.Type())
	}
	return e.regsAt(e.base[i.ID], i.Type())
}

// define makes operands the result of an instruction, which shares their registers. This is correct
// because every register is written only once, except those of phis. A phi's registers change only
// on an edge into its block, where every value computed from the phi is dead or is computed again.
func (e *fn) define(i *ir.Instr, v []opnd) {
	if e.base[i.ID] == 0 {
		e.base[i.ID] = int32(len(e.slots)) + 1
		for _, o := range v {
			e.slots = append(e.slots, e.reg(o))
		}
		return
	}
	for k, d := range e.def(i) { // a block earlier in the text uses these registers
		e.mov(d, v[k])
	}
}

// reg copies an immediate to a register.
func (e *fn) reg(o opnd) opnd {
	if !o.imm {
		return o
	}
	d := e.fresh(o.cls)
	e.mov(d, o)
	return d
}

func (e *fn) mov(d, s opnd) { e.op("mov."+classes[d.cls].mov, d, s) }

// Printing.

func (e *fn) line(s string) {
	e.b = append(e.b, '\t')
	e.b = append(e.b, s...)
	e.b = append(e.b, '\n')
}

func (e *fn) linef(format string, args ...any) {
	e.b = append(e.b, '\t')
	e.b = fmt.Appendf(e.b, format, args...)
	e.b = append(e.b, '\n')
}

func (e *fn) begin(op string) {
	e.b = append(e.b, '\t')
	e.b = append(e.b, op...)
	e.b = append(e.b, ' ')
}

func (e *fn) end() { e.b = append(e.b, ";\n"...) }

// op writes an operation with operands, of which the first is the result.
func (e *fn) op(op string, operands ...opnd) {
	e.begin(op)
	for k, o := range operands {
		if k > 0 {
			e.b = append(e.b, ", "...)
		}
		e.b = o.append(e.b)
	}
	e.end()
}

// new1, new2 and new3 write an operation with a new result register.
func (e *fn) new1(op string, c class, x opnd) opnd {
	d := e.fresh(c)
	e.op(op, d, x)
	return d
}

func (e *fn) new2(op string, c class, x, y opnd) opnd {
	d := e.fresh(c)
	e.op(op, d, x, y)
	return d
}

func (e *fn) new3(op string, c class, x, y, z opnd) opnd {
	d := e.fresh(c)
	e.op(op, d, x, y, z)
	return d
}

// Header and parameters.

// passing describes the passing of a parameter or result: in a word of 32 or 64 bits, or as bytes
// in memory.
type passing struct {
	bits        int // 32 or 64; 0 for bytes
	size, align int64
	byval       bool
}

func (w *writer) passing(t *ir.Type, attrs *ir.AttrSet) passing {
	if bv := attrs.Get(w.m, "byval"); bv != nil {
		vt := bv.Type
		if vt == nil {
			vt = t.Elem()
		}
		p := passing{size: w.lay.AllocSize(vt), align: w.lay.ABIAlign(vt), byval: true}
		if a := attrs.Get(w.m, "align"); a != nil {
			p.align = max(p.align, atoi(a.Val))
		}
		return p
	}
	switch t.Kind() {
	case ir.Int:
		if t.Bits() <= 32 {
			return passing{bits: 32}
		}
		if t.Bits() <= 64 {
			return passing{bits: 64}
		}
	case ir.Ptr, ir.Double:
		return passing{bits: 64}
	case ir.Float:
		return passing{bits: 32}
	}
	p := passing{size: w.lay.AllocSize(t), align: w.lay.ABIAlign(t)}
	if t.IsInt() {
		p = passing{size: 16, align: 16}
	}
	if a := attrs.Get(w.m, "alignstack"); a != nil {
		p.align = atoi(a.Val)
	}
	return p
}

// noResult reports whether a function that returns t returns nothing in PTX: void, or an empty struct or
// array.
func (w *writer) noResult(t *ir.Type) bool {
	return t.IsVoid() || w.shape(t).bad == "" && w.passing(t, nil) == passing{align: w.lay.ABIAlign(t)}
}

func atoi(s string) int64 {
	n := int64(0)
	for i := 0; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = 10*n + int64(s[i]-'0')
	}
	return n
}

// maxParamAlign is the maximum alignment of a parameter or result of a device function.
const maxParamAlign = 128

// decl declares a parameter of a device function.
func (p passing) decl(b []byte, name string) []byte {
	p.align = min(p.align, maxParamAlign)
	return p.kernelDecl(b, name)
}

// kernelDecl declares a parameter of a kernel that is passed like a device function's.
func (p passing) kernelDecl(b []byte, name string) []byte {
	if p.bits != 0 {
		return fmt.Appendf(b, ".param .b%d %s", p.bits, name)
	}
	return fmt.Appendf(b, ".param .align %d .b8 %s[%d]", p.align, name, p.size)
}

// kernelParam declares a parameter of a kernel. Its scalars have their own types.
func (w *writer) kernelParam(b []byte, p *ir.Param, pass passing, name, opaque string) []byte {
	t := p.Type()
	switch {
	case opaque != "" && t.IsInt() && t.Bits() == 64:
		w.useAt(featOpaqueParams, p.Fn.Pos)
		return fmt.Appendf(b, ".param .u64 .ptr %s %s", opaque, name)
	case pass.byval:
	case t.IsPtr():
		align := int64(1)
		if a := p.Attrs.Get(w.m, "align"); a != nil {
			align = atoi(a.Val)
		}
		sp := map[int]string{1: ".global ", 3: ".shared ", 4: ".const "}[t.AddrSpace()]
		return fmt.Appendf(b, ".param .u64 .ptr %s.align %d %s", sp, align, name)
	case t.Kind() == ir.Float:
		return fmt.Appendf(b, ".param .f32 %s", name)
	case t.Kind() == ir.Double:
		return fmt.Appendf(b, ".param .f64 %s", name)
	case t.IsInt() && t.Bits() <= 64:
		n := 8
		for n < t.Bits() {
			n *= 2
		}
		return fmt.Appendf(b, ".param .u%d %s", n, name)
	}
	return pass.kernelDecl(b, name)
}

// header prints a function's header without its terminator. The prototype of a function that this
// module defines has the linkage of the definition.
func (w *writer) header(f *ir.Func, prototype bool) []byte {
	return w.headerAs(f, w.names[f], f.Linkage, prototype)
}

// headerAs prints a header under the given name and linkage.
func (w *writer) headerAs(f *ir.Func, name, linkage string, prototype bool) []byte {
	var b []byte
	switch {
	case f.Declared || linkage == "available_externally":
		b = append(b, ".extern "...)
	case isLocal(linkage):
	case isWeak(linkage):
		b = append(b, ".weak "...)
	default:
		b = append(b, ".visible "...)
	}
	kernel := w.kernels[f]
	ret := f.FTy.Ret()
	switch {
	case kernel != nil:
		w.checkKernelParams(f)
		b = append(b, ".entry "...)
	case w.noResult(ret):
		b = append(b, ".func "...)
	default:
		b = append(b, ".func ("...)
		b = w.checkedPassing(f, ret, f.RetAttrs).decl(b, w.resultWord+"0")
		b = append(b, ") "...)
	}
	b = append(b, name...)
	b = append(b, '(')
	for k, p := range f.Params {
		b = append(b, "\n\t"...)
		if k > 0 {
			b = append(b[:len(b)-2], ",\n\t"...)
		}
		pass := w.checkedPassing(f, p.Type(), p.Attrs)
		if kernel != nil {
			b = w.kernelParam(b, p, pass, w.paramName(name, k), kernel.opaque[k])
		} else {
			b = pass.decl(b, w.paramName(name, k))
		}
	}
	if f.FTy.IsVariadic() {
		if len(f.Params) > 0 {
			b = append(b, ',')
		}
		b = append(b, "\n\t.param .b64 "...)
		b = append(b, w.paramName(name, len(f.Params))...)
	}
	if len(f.Params) > 0 || f.FTy.IsVariadic() {
		b = append(b, '\n')
	}
	b = append(b, ')')
	if kernel != nil && !prototype {
		for _, d := range kernel.directives {
			b = append(b, '\n')
			b = append(b, d...)
		}
	}
	return b
}

// checkedPassing is passing for a header. It reports types that cannot be passed.
func (w *writer) checkedPassing(f *ir.Func, t *ir.Type, attrs *ir.AttrSet) passing {
	p := w.passing(t, attrs)
	if s := w.shape(t); s.bad != "" {
		w.failAt(f.Pos, "", "function %s: %s", quote(f.Name), s.bad)
	} else if p.bits == 0 && p.size == 0 {
		w.failAt(f.Pos, "", "function %s: a parameter or result of type %s has no size", quote(f.Name), t)
	}
	for _, word := range []string{"inalloca", "preallocated", "swifterror"} {
		if attrs.Has(w.m, word) {
			w.failAt(f.Pos, "", "function %s: parameters that are %s", quote(f.Name), word)
		}
	}
	return p
}

// These are the maximum sizes of a kernel's parameters in bytes. The larger one needs newer GPUs
// and PTX versions.
const maxKernelParams, maxLargeKernelParams = 4352, 32764

// checkKernelParams checks the size of a kernel's parameters against the limits.
func (w *writer) checkKernelParams(f *ir.Func) {
	size := int64(0)
	for _, p := range f.Params {
		pass := w.passing(p.Type(), p.Attrs)
		if pass.bits != 0 {
			pass.size = w.lay.StoreSize(p.Type())
			for pass.size&(pass.size-1) != 0 {
				pass.size++
			}
			pass.align = pass.size
		}
		size = target.AlignTo(size, pass.align) + pass.size
	}
	switch {
	case size > maxLargeKernelParams:
		w.failAt(f.Pos, "pass a pointer to them", "kernel %s: its parameters take %d bytes, but a kernel may have "+
			"only %d", quote(f.Name), size, maxLargeKernelParams)
	case size > maxKernelParams:
		w.useAt(featLargeParams, f.Pos)
	}
}

func (w *writer) paramName(fn string, k int) string { return fn + w.paramWord + itoa(k) }

// object is an alloca or the copy of a parameter, in local memory.
type object struct {
	size, align int64
	instr       *ir.Instr
	param       *ir.Param
}

// layOut assigns depot offsets in local memory to static allocas and to copies of parameters, in
// descending order of alignment.
func (e *fn) layOut() {
	var objs []object
	e.byvals, e.inPlace = map[*ir.Param]int64{}, map[*ir.Param]bool{}
	for _, p := range e.f.Params {
		if e.kernels[e.f] != nil && p.Attrs.Has(e.m, "byval") && onlyRead(p) {
			e.inPlace[p] = true
		}
		if pass := e.passing(p.Type(), p.Attrs); pass.byval && p.HasUses() && e.copied(p, pass) {
			objs = append(objs, object{size: max(pass.size, 1), align: pass.align, param: p})
		}
	}
	for i := e.f.Entry().First(); i != nil; i = i.Next() {
		if i.Op != ir.OpAlloca {
			continue
		}
		size, ok := e.staticSize(i)
		switch {
		case !ok:
		case unused(i):
			e.allocas[i] = 0 // takes no space: the lowering leaves the alloca of a variable that moved to the frame
		default:
			objs = append(objs, object{size: size, align: max(int64(i.Align), 1), instr: i})
			if i.Align == 0 {
				objs[len(objs)-1].align = e.lay.PrefAlign(i.ElemTy)
			}
		}
	}
	sort.SliceStable(objs, func(i, j int) bool { return objs[i].align > objs[j].align })
	e.depotAlign = 1
	for _, o := range objs {
		at := target.AlignTo(e.depotSize, o.align)
		e.depotAlign = max(e.depotAlign, o.align)
		e.depotSize = at + o.size
		if o.instr != nil {
			e.allocas[o.instr] = at
		} else {
			e.byvals[o.param] = at
		}
	}
	if len(objs) > 0 && e.depotSize == 0 {
		e.depotSize = 1
	}
	if e.depotSize > maxLocal {
		e.fail("put large arrays into global memory", "its locals take %d bytes, but a thread has only %d",
			e.depotSize, maxLocal)
	}
}

// copied reports whether a function copies a by-value parameter. A kernel copies it, because its
// parameters are read-only and have no generic address. A device function copies it if PTX aligns
// the parameter less than the value.
func (e *fn) copied(p *ir.Param, pass passing) bool {
	k := e.kernels[e.f]
	if k == nil {
		return pass.align > maxParamAlign
	}
	return !e.constantParam(p)
}

// onlyRead reports whether a pointer is used only to read memory, also through getelementptrs.
func onlyRead(v ir.LocalValue) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		switch x := u.User(); {
		case x.Op == ir.OpLoad && x.Flags&(ir.FlagAtomic|ir.FlagVolatile) == 0, ir.IsLifetime(x):
		case x.Op == ir.OpGEP && x.Type().IsPtr() && u.Index() == 0:
			if !onlyRead(x) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// constantParam reports whether a kernel uses a by-value parameter in place.
func (e *fn) constantParam(p *ir.Param) bool {
	k := e.kernels[e.f]
	return e.inPlace[p] || k != nil && k.constants[p] && p.Attrs.Has(e.m, "byval") && e.has(featParamAddress)
}

// unused reports whether lifetime markers are the only uses of a variable.
func unused(i *ir.Instr) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if !ir.IsLifetime(u.User()) {
			return false
		}
	}
	return true
}

// maxLocal is the maximum size of a thread's local memory.
const maxLocal = 512 << 10

// staticSize returns the size of an alloca of the entry block with a constant count.
func (e *fn) staticSize(i *ir.Instr) (int64, bool) {
	size, ok := e.lay.Size(i.ElemTy)
	if !ok || i.NumArgs() == 0 {
		return size, ok
	}
	c, ok := i.Arg(0).(*ir.Const)
	if !ok || !c.IsInt() || c.Int64() < 0 || c.Int64() > 1<<30 {
		return 0, false
	}
	return size * c.Int64(), true
}

// params loads the parameters that have uses.
func (e *fn) params() {
	for k, p := range e.f.Params {
		if !p.HasUses() || e.shape(p.Type()).bad != "" {
			continue
		}
		pass := e.passing(p.Type(), p.Attrs)
		from := addr{sym: e.paramName(e.name, k), space: spaceParam}
		switch {
		case pass.byval && e.constantParam(p): // used in place
		case pass.byval && e.copied(p, pass):
			e.copyBytes(addr{sym: e.depotName(), off: e.byvals[p], space: spaceLocal}, from, pass.size, pass.align, "")
		case pass.byval:
			d := e.fresh(clsRD)
			e.linef("mov.b64 %%rd%d, %s;", d.v, from.sym)
			e.op("cvta.local.u64", d, d)
			e.slots = append(e.slots, d)
			e.pbase[k] = int32(len(e.slots))
		default:
			e.pbase[k] = e.alloc(p.Type())
			align := int64(16)
			if pass.bits == 0 {
				align = pass.align
			}
			e.load(from, p.Type(), align, "", e.regsAt(e.pbase[k], p.Type()))
			if e.globalParam(p) && e.reached(p) {
				e.twins[p] = e.toGlobal(e.value(p)[0])
			}
		}
	}
}

func (e *fn) depotName() string { return e.depotWord + itoa(e.num) }
