// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package ptx writes a lowered module as PTX, NVIDIA's assembly, for nvptx64. It replaces llc and
// does not need LLVM.
//
// The package prints functions and kernels, globals, calls in NVIDIA's ABI, local memory for
// allocas, the pragma of coroutines, and the line positions of debug info. It selects the lowest
// PTX version that the output needs. ptxas allocates registers and schedules instructions, so every
// SSA value gets a virtual register of its own.
//
// The package does not lower coroutines, or link libraries (libdevice must be linked before). It
// optimizes only addresses. Package legalise rewrites what PTX has no instruction for, before a function
// is printed. If PTX or this writer cannot express an instruction, the result is an error that names the
// instruction, and no text.
//
// The files are: ptx.go for the module, features.go for the requirements of features, names.go and
// types.go for names and types, global.go for data, launch.go for kernels, func.go for functions
// and their parameters, has.go for what PTX lacks, block.go and phi.go for control flow, value.go for operands, addr.go for
// addresses, memory.go for loads and stores, int.go, wide.go, float.go and cast.go for arithmetic,
// atomic.go, call.go, intrinsic.go, math.go and nvvm.go for atomics, calls and intrinsics, asm.go
// for inline assembly, and debug.go for lines.
package ptx

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Pragma is the position of `.pragma "coroutine";` in the functions of a coroutine.
type Pragma uint8

// These are the positions of the pragma.
const (
	PragmaHeader Pragma = iota // a line before the function
	PragmaBody                 // the first statement of the body
	PragmaBoth
	PragmaNone
)

// PragmaNames are the command-line names of the positions.
var PragmaNames = [...]string{PragmaHeader: "header", PragmaBody: "body", PragmaBoth: "both", PragmaNone: "none"}

// Options select the GPU and the PTX version of the output.
type Options struct {
	CPU    string // sm_80, sm_90a ...; "" for DefaultCPU
	PTX    int    // PTX version times ten; 0 for the lowest sufficient one
	Pragma Pragma
}

// DefaultCPU is the default GPU.
const DefaultCPU = "sm_80"

// maxErrors is the maximum number of errors to report for one module.
const maxErrors = 20

// Program is a module whose symbols may belong to several units of one file. A unit has the
// functions and globals that its passes changed; for other symbols it has the declarations of the
// file. For example, if one unit changed @f and another @g, which calls @f, then the call refers to
// the declaration of @f in the unit of @g, and actual maps it to the @f of the first unit. The
// lists hold each symbol once, in the order of the module, with all bodies loaded.
type Program struct {
	Module  *ir.Module // has the target and the named metadata
	Funcs   []*ir.Func
	Globals []*ir.Global
	symbols map[string]ir.Value // the symbols of the lists by name; nil: Module has them all
}

// NewProgram returns a program with symbols of several units.
func NewProgram(m *ir.Module, funcs []*ir.Func, globals []*ir.Global) *Program {
	p := &Program{Module: m, Funcs: funcs, Globals: globals, symbols: make(map[string]ir.Value,
		len(funcs)+len(globals))}
	for _, g := range globals {
		p.symbols[g.Name] = g
	}
	for _, f := range funcs {
		p.symbols[f.Name] = f
	}
	return p
}

// actualFunc returns the function in the lists that f of any unit stands for.
func (p *Program) actualFunc(f *ir.Func) *ir.Func {
	if x, ok := p.symbols[f.Name].(*ir.Func); ok {
		return x
	}
	return f
}

// actual returns the symbol in the lists that v of any unit stands for.
func (p *Program) actual(v ir.Value) ir.Value {
	name := ""
	switch x := v.(type) {
	case *ir.Func:
		name = x.Name
	case *ir.Global:
		name = x.Name
	}
	if x := p.symbols[name]; x != nil {
		return x
	}
	return v
}

// writer is the state of one module.
type writer struct {
	*Program
	m   *ir.Module // the program's
	lay *target.Layout
	gpu
	sourceFiles
	numbers
	innerWords

	names   map[ir.Value]string
	taken   map[string]ir.Value // the symbol of each PTX name
	kernels map[*ir.Func]*launch
	shapes  map[*ir.Type]*shape
	errs    ir.ErrorList
	// warnings are about instructions that are written with a limit.
	warnings ir.ErrorList
	helpers  [numHelpers]bool
	needed   map[ir.Value]bool // symbols that printed text references
	worklist []ir.Value        // the same in order of discovery, and the symbols in llvm.used
	funcs    map[*ir.Func][]byte
	scratch  scratch
	vars     map[*ir.Global]*variable
	opaque   map[*ir.Global]string // the words of textures, surfaces, samplers and managed variables
	// constSize is the constant memory that the variables take.
	constSize int64
}

// gpu is the machine that PTX is written for, and the version of PTX.
type gpu struct {
	sm    int    // 80
	cpu   string // sm_80
	fixed int    // the selected PTX version, or 0
	ptx   int    // version needed so far
	opts  Options
	cuda  bool // kernels get pointers from CUDA: see fn.hostPointer
}

// sourceFiles is what debug info of any function refers to.
type sourceFiles struct {
	files   fileTable
	inlined fileTable // names of inlined functions
}

// numbers count what has a number in its name.
type numbers struct {
	protos  int // .callprototype labels
	tables  int // .branchtargets labels
	calls   int // call sequences
	ordinal int // functions
	asmUID  int
}

// Write prints a module. The error is an ir.ErrorList. There is no text if there is an error.
func Write(p *Program, lay *target.Layout, o Options) (text []byte, warnings ir.ErrorList, err error) {
	intrinsicsOnce.Do(makeIntrinsics)
	w := &writer{
		Program: p, m: p.Module, lay: lay, gpu: gpu{opts: o}, names: map[ir.Value]string{},
		taken: map[string]ir.Value{}, kernels: map[*ir.Func]*launch{},
		shapes: map[*ir.Type]*shape{}, needed: map[ir.Value]bool{},
		funcs: map[*ir.Func][]byte{}, vars: map[*ir.Global]*variable{}, opaque: map[*ir.Global]string{},
	}
	w.cuda = target.Parse(w.m.Triple).GlobalKernelPointers()
	w.machine()
	w.checkModule()
	if len(w.errs) > 0 {
		return nil, nil, w.errs
	}
	w.readKernels()
	w.nameSymbols()
	prototypes, aliases := w.aliases()
	w.printReachable()
	globals := w.globals()
	decls := append(w.declarations(), prototypes...)
	if len(w.errs) > 0 {
		sort.SliceStable(w.errs, func(i, j int) bool { return w.errs[i].Pos < w.errs[j].Pos })
		return nil, nil, w.errs[:min(len(w.errs), maxErrors)]
	}
	helpers := w.helperText()
	size := 256 + len(decls) + len(globals) + len(helpers) + len(aliases)
	for _, b := range w.funcs {
		size += len(b)
	}
	out := make([]byte, 0, size)
	out = append(out, "//\n// Generated by corolower\n//\n\n"...)
	out = fmt.Appendf(out, ".version %d.%d\n.target %s\n.address_size 64\n\n", w.ptx/10, w.ptx%10, w.cpu)
	out = append(out, decls...)
	out = append(out, globals...)
	out = append(out, helpers...)
	for _, f := range w.Funcs {
		out = append(out, w.funcs[f]...)
	}
	out = append(out, aliases...)
	return w.appendStrings(w.files.append(out)), w.sortedWarnings(), nil
}

// sortedWarnings returns each warning once. The body of an alias is written twice.
func (w *writer) sortedWarnings() ir.ErrorList {
	sort.SliceStable(w.warnings, func(i, j int) bool { return w.warnings[i].Pos < w.warnings[j].Pos })
	return slices.CompactFunc(w.warnings, func(a, b *ir.Error) bool { return a.Pos == b.Pos && a.Error() == b.Error() })
}

// printReachable prints the functions and variables that are visible outside of the module. It also
// prints every other symbol that printed text references: a symbol that is local to the module, or
// one that each module defines as needed, such as a C++ inline function. It omits the rest, for
// example the ramp of a coroutine that was elided everywhere.
func (w *writer) printReachable() {
	for _, f := range w.Funcs {
		if !f.IsLocal() && !f.Declared && !f.IsIntrinsic() && f.Linkage != "available_externally" &&
			!discardable(f.Linkage) {
			w.printFunc(f)
		}
	}
	for _, g := range w.Globals {
		switch {
		case g.GKind == ir.GlobalIFunc:
			w.failAt(g.Pos, "", "ifunc %s: PTX has none", quote(g.Name))
		case g.GKind == ir.GlobalAlias:
		case dropped[g.Name]:
			w.keepUsed(g)
		case !isLocal(g.Linkage) && !g.Declared && g.Linkage != "available_externally" && !discardable(g.Linkage):
			w.printGlobal(g)
		}
	}
	for k := 0; k < len(w.worklist); k++ {
		switch v := w.worklist[k].(type) {
		case *ir.Func:
			if !v.Declared && v.Linkage != "available_externally" {
				w.printFunc(v)
			}
		case *ir.Global:
			if v.GKind == ir.GlobalVar {
				w.printGlobal(v)
			}
		}
	}
}

// discardable reports whether each module that references a symbol of this linkage defines it. An
// unreferenced symbol may be dropped.
func discardable(linkage string) bool { return strings.HasPrefix(linkage, "linkonce") }

func (w *writer) printFunc(f *ir.Func) {
	if _, done := w.funcs[f]; !done {
		w.funcs[f] = nil // a recursive function is visited again
		w.funcs[f] = w.function(f)
	}
}

// keepUsed prints the symbols in llvm.used, because other code may look them up.
func (w *writer) keepUsed(g *ir.Global) {
	init, _ := g.Initializer()
	c, ok := init.(*ir.Const)
	if !ok || g.Name == "llvm.metadata" {
		return
	}
	for _, x := range c.Elems {
		if s, _, ok := w.symbolic(x); ok && !w.needed[w.actual(s)] {
			w.worklist = append(w.worklist, w.actual(s))
		}
	}
}

// machine reads the options.
func (w *writer) machine() {
	w.cpu = w.opts.CPU
	w.cpu = cmp.Or(w.cpu, DefaultCPU)
	sm, base, err := ParseCPU(w.cpu)
	if err != nil {
		w.errs = append(w.errs, ir.Errorf(0, "%v", err))
		return
	}
	w.sm, w.ptx, w.fixed = sm, max(base, w.compiledFor()), w.opts.PTX
	if w.fixed != 0 {
		if w.fixed < base {
			w.errs = append(w.errs, ir.Errorf(0, "%s needs PTX %d.%d, but --ptx asks for %d.%d", w.cpu, base/10,
				base%10, w.fixed/10, w.fixed%10))
		}
		w.ptx = w.fixed
	}
}

// compiledFor returns the PTX version times ten that the frontend compiled the module's functions for, or
// 0. Inline assembly may need it. For example, clang's "target-features"="+ptx88,+sm_80" is version 8.8.
func (w *writer) compiledFor() (version int) {
	for _, f := range w.Funcs {
		a := f.Attrs.GetStr(w.m, "target-features")
		if f.Declared || a == nil {
			continue
		}
		for _, word := range strings.Split(a.Val, ",") {
			if n, err := strconv.Atoi(strings.TrimPrefix(word, "+ptx")); err == nil {
				version = max(version, n)
			}
		}
	}
	return version
}

// checkModule reports modules that do not match the target.
func (w *writer) checkModule() {
	if !target.Parse(w.m.Triple).IsPTX() {
		e := ir.Errorf(0, "PTX needs the target nvptx64, but the module's triple is '%s'", w.m.Triple)
		e.Hint = "compile with --target=nvptx64-nvidia-cuda, or replace the triple with -mtriple=nvptx64-nvidia-cuda"
		w.errs = append(w.errs, e)
		return
	}
	if w.lay.BigEndian || w.lay.PtrSize(0) != 8 {
		e := ir.Errorf(0, "the data layout '%s' is not one of nvptx64: pointers are 8 bytes and little-endian",
			w.m.DataLayout)
		e.Hint = "if the module's code does not depend on it, replace it with -data-layout=" +
			target.DefaultLayout("nvptx64")
		w.errs = append(w.errs, e)
	}
	for _, as := range []int{1, 3, 4, 5, 7} {
		if w.lay.PtrSize(as) != 8 {
			w.errs = append(w.errs, ir.Unsupportedf(0, "pointers of address space %d with %d bits (-nvptx-short-ptr)",
				as, 8*w.lay.PtrSize(as)))
		}
	}
}

// failAt reports an error at an instruction.
func (w *writer) failAt(pos ir.Pos, hint, format string, args ...any) {
	if len(w.errs) >= 4*maxErrors {
		return
	}
	e := ir.Unsupportedf(pos, format, args...)
	e.Hint = hint
	w.errs = append(w.errs, e)
}

// quote returns a symbol's spelling for a message.
func quote(name string) string { return "'@" + strings.TrimSpace(ir.QuoteName(name)) + "'" }

// declarations prints prototypes of functions that are used before their definition: external
// functions, and functions of the module that a body or an initializer references.
func (w *writer) declarations() []byte {
	var out []byte
	for _, f := range w.Funcs {
		if w.needed[f] {
			out = append(out, w.header(f, true)...)
			out = append(out, "\n;\n"...)
		}
	}
	if len(out) > 0 {
		out = append(out, '\n')
	}
	return out
}

// refer records that printed text references a symbol, and returns its name.
func (w *writer) refer(v ir.Value) string {
	v = w.actual(v)
	if !w.needed[v] {
		w.needed[v] = true
		w.worklist = append(w.worklist, v)
	}
	return w.names[v]
}

// aliases prints aliases of functions: their prototypes, which belong to the declarations, and
// their definitions, which follow the functions. An alias of a weak function is a copy of the
// function under the alias's name. ptxas rejects an alias of a weak function, and would bind it to
// this body, not to the body that the linker chooses.
func (w *writer) aliases() (prototypes, out []byte) {
	for _, g := range w.Globals {
		if g.GKind != ir.GlobalAlias {
			continue
		}
		f, ok := w.aliasee(g)
		if !ok || f.Declared || w.kernels[f] != nil {
			w.failAt(g.Pos, "", "alias %s: PTX has only aliases of defined device functions", quote(g.Name))
			continue
		}
		if isWeak(f.Linkage) {
			prototypes = append(append(prototypes, w.headerAs(f, w.names[g], g.Linkage, true)...), "\n;\n"...)
			out = append(out, w.functionAs(f, w.names[g], g.Linkage)...)
			continue
		}
		if !w.useAt(featAlias, g.Pos) {
			continue
		}
		prototypes = append(prototypes, w.headerAs(f, w.names[g], g.Linkage, true)...)
		prototypes = append(prototypes, "\n;\n"...)
		out = fmt.Appendf(out, ".alias %s, %s;\n", w.names[g], w.refer(f))
	}
	return prototypes, out
}

// aliasee returns the function that an alias stands for, through other aliases.
func (w *writer) aliasee(g *ir.Global) (*ir.Func, bool) {
	for range w.Globals {
		to, _ := g.Initializer()
		if to == nil {
			return nil, false
		}
		switch x := w.actual(to).(type) {
		case *ir.Func:
			return x, true
		case *ir.Global:
			if x.GKind != ir.GlobalAlias {
				return nil, false
			}
			g = x
		default:
			return nil, false
		}
	}
	return nil, false
}

// isWeak reports whether the linker may replace a definition with this linkage by another module's.
func isWeak(linkage string) bool {
	return strings.HasPrefix(linkage, "weak") || strings.HasPrefix(linkage, "linkonce")
}

func itoa(n int) string { return strconv.Itoa(n) }
