// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file finds the kernels and their launch bounds. These come from attributes, for example
// "nvvm.maxntid"="128,2", and from !nvvm.annotations, the older form of the same facts:
//
//	!{ptr @k, !"maxntidx", i32 128, !"maxntidy", i32 2}
//
// A bound that PTX has no directive for, or that ptxas rejects, is an error. A kernel that loses a
// launch bound fails at its launch or, worse, does not fail.

import (
	"maps"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Annotations is the named metadata that lists kernels and their launch bounds.
const Annotations = "nvvm.annotations"

// readKernels finds the kernels and their launch properties.
func (w *writer) readKernels() {
	kernel, _, notes := w.findKernels()
	for _, f := range w.Funcs {
		w.checkNotes(f, notes[f])
		if kernel[f] {
			w.kernels[f] = &launch{w.launchBounds(f, notes[f]), w.gridConstants(f, notes[f]), opaqueParams(notes[f])}
		}
	}
}

// Kernels finds the kernels of a module by calling convention, attribute, or !nvvm.annotations.
// annotated holds those that are listed in !nvvm.annotations.
func Kernels(m *ir.Module) (kernels, annotated map[*ir.Func]bool, err error) {
	w := &writer{Program: &Program{Module: m, Funcs: m.Funcs}, m: m}
	kernels, annotated, _ = w.findKernels()
	if len(w.errs) > 0 {
		return nil, nil, w.errs
	}
	return kernels, annotated, nil
}

func (w *writer) findKernels() (kernel, annotated map[*ir.Func]bool, notes map[*ir.Func][]note) {
	kernel, notes = map[*ir.Func]bool{}, map[*ir.Func][]note{}
	if list, err := w.m.Source.LoadNamedMD(w.m, Annotations); err == nil {
		for _, md := range list {
			w.annotation(w.m.MDNode(md), kernel, notes)
		}
	} else {
		w.errs = append(w.errs, asError(err, 0))
	}
	annotated = maps.Clone(kernel)
	cc := target.Parse(w.m.Triple).KernelCC()
	for _, f := range w.Funcs {
		if f.CC == cc || f.CC == "cc 71" || f.Attrs.GetStr(w.m, "nvvm.kernel") != nil || f.HasAttr("nvvm.kernel") {
			kernel[f] = true
		}
	}
	return kernel, annotated, notes
}

func (w *writer) annotation(n *ir.MDNode, kernel map[*ir.Func]bool, notes map[*ir.Func][]note) {
	if n == nil || len(n.Fields) < 3 || n.Fields[0].Val.Kind != ir.MDValue {
		return
	}
	f, ok := n.Fields[0].Val.Val.(*ir.Func)
	if !ok {
		if g, isVar := n.Fields[0].Val.Val.(*ir.Global); isVar {
			w.annotateGlobal(g, n)
		}
		return
	}
	f = w.actualFunc(f)
	for k := 1; k+1 < len(n.Fields); k += 2 {
		key, val := n.Fields[k].Val, n.Fields[k+1].Val
		if key.Kind != ir.MDString {
			continue
		}
		c, _ := val.Val.(*ir.Const)
		isInt := val.Kind == ir.MDValue && c != nil && c.IsInt()
		switch {
		case key.Text == "kernel":
			kernel[f] = kernel[f] || isInt && c.Uint64() == 1
		case isInt:
			notes[f] = append(notes[f], note{key.Text, c.Uint64(), nil})
		default:
			notes[f] = append(notes[f], note{key.Text, 0, w.m.MDNode(val)})
		}
	}
}

// note is one property that an annotation gives a function.
type note struct {
	key  string
	n    uint64
	node *ir.MDNode // set if the value is not a number
}

// bound is a launch bound: the attribute that holds it, and the annotation keys of its dimensions.
type bound struct {
	attr string
	keys []string
}

var (
	maxThreads   = bound{"nvvm.maxntid", []string{"maxntidx", "maxntidy", "maxntidz"}}
	reqThreads   = bound{"nvvm.reqntid", []string{"reqntidx", "reqntidy", "reqntidz"}}
	minBlocks    = bound{"nvvm.minctasm", []string{"minctasm"}}
	maxRegisters = bound{"nvvm.maxnreg", []string{"maxnreg"}}
	clusterDim   = bound{"nvvm.cluster_dim", []string{"cluster_dim_x", "cluster_dim_y", "cluster_dim_z"}}
	clusterRank  = bound{"nvvm.maxclusterrank", []string{"maxclusterrank"}}
	allBounds    = []*bound{&maxThreads, &reqThreads, &minBlocks, &maxRegisters, &clusterDim, &clusterRank}
)

// knownAttrs are the attributes of kernels that this file handles.
var knownAttrs = map[string]bool{"nvvm.kernel": true, "nvvm.maxntid": true, "nvvm.reqntid": true, "nvvm.minctasm": true,
	"nvvm.maxnreg":     true,
	"nvvm.cluster_dim": true, "nvvm.maxclusterrank": true, "nvvm.blocksareclusters": true}

// olderKeys maps the old names of annotations to the present ones.
var olderKeys = map[string]string{"cluster_max_blocks": "maxclusterrank"}

// dimension returns the index of an annotation key in a bound.
func (b *bound) dimension(key string) (int, bool) {
	if now := olderKeys[key]; now != "" {
		key = now
	}
	for k, name := range b.keys {
		if name == key {
			return k, true
		}
	}
	return 0, false
}

// checkNotes reports annotations that this file does not handle.
func (w *writer) checkNotes(f *ir.Func, notes []note) {
next:
	for _, n := range notes {
		for _, b := range allBounds {
			if _, ok := b.dimension(n.key); ok && n.node == nil {
				continue next
			}
		}
		switch {
		case n.key == "grid_constant" && n.node != nil:
		case opaqueKinds[n.key] != "" && n.node == nil:
		case n.key == "align" && n.node == nil:
			w.checkAlignNote(f, int(n.n>>16), int64(n.n&0xffff))
		default:
			w.failAt(f.Pos, "", "function %s: the annotation \"%s\", which PTX has no directive for",
				quote(f.Name), n.key)
		}
	}
}

// opaqueKinds maps the annotations of textures, surfaces and samplers to the words of PTX. The first
// three annotate variables, and the others parameters, counted from 0.
var opaqueKinds = map[string]string{"texture": ".texref", "surface": ".surfref", "managed": ".attribute(.managed)",
	"rdoimage": ".texref", "wroimage": ".surfref", "rdwrimage": ".surfref", "sampler": ".samplerref"}

// annotateGlobal reads the annotation of a variable.
func (w *writer) annotateGlobal(g *ir.Global, n *ir.MDNode) {
	for k := 1; k+1 < len(n.Fields); k += 2 {
		key := n.Fields[k].Val
		c, _ := n.Fields[k+1].Val.Val.(*ir.Const)
		word := opaqueKinds[key.Text]
		if key.Kind != ir.MDString || word == "" || c == nil || !c.IsInt() {
			w.failAt(g.Pos, "", "variable %s: the annotation \"%s\"", quote(g.Name), key.Text)
			return
		}
		if x, ok := w.actual(g).(*ir.Global); ok && c.Uint64() == 1 && w.opaque != nil {
			w.opaque[x] = word
		}
	}
}

// opaqueParams returns the words of the parameters that are textures, surfaces and samplers.
func opaqueParams(notes []note) map[int]string {
	out := map[int]string{}
	for _, n := range notes {
		if word := opaqueKinds[n.key]; word != "" && n.node == nil {
			out[int(n.n)] = word
		}
	}
	return out
}

// checkAlignNote checks an annotated alignment against the alignment in the output. The annotation
// counts parameters from 1; 0 is the result.
func (w *writer) checkAlignNote(f *ir.Func, which int, align int64) {
	t, attrs := f.FTy.Ret(), f.RetAttrs
	if which > len(f.Params) || which == 0 && t.IsVoid() {
		w.failAt(f.Pos, "", "function %s: the annotation \"align\" names parameter %d, which does not exist",
			quote(f.Name), which)
		return
	}
	if which > 0 {
		t, attrs = f.Params[which-1].Type(), f.Params[which-1].Attrs
	}
	if p := w.passing(t, attrs); p.bits == 0 && p.align != align {
		w.failAt(f.Pos, "write the alignment as alignstack or, with byval, as align",
			"function %s: the annotation \"align\" of %d bytes instead of the usual %d",
			quote(f.Name), align, p.align)
	}
}

// dimensions returns the numbers of a bound. An annotation sets its own dimension. Lower dimensions
// that are not specified are 1.
func (w *writer) dimensions(f *ir.Func, notes []note, b *bound) []uint64 {
	var out []uint64
	if a := f.Attrs.GetStr(w.m, b.attr); a != nil {
		for _, s := range strings.Split(a.Val, ",") {
			n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 32)
			if err != nil || len(out) == len(b.keys) {
				w.failAt(f.Pos, "", "function %s: the attribute \"%s\"=\"%s\"", quote(f.Name), b.attr, a.Val)
				return nil
			}
			out = append(out, n)
		}
	}
	for _, n := range notes {
		if k, ok := b.dimension(n.key); ok && n.node == nil {
			for len(out) <= k {
				out = append(out, 1)
			}
			out[k] = n.n & 0xffffffff
		}
	}
	return out
}

// launchBounds returns the directives of a kernel.
func (w *writer) launchBounds(f *ir.Func, notes []note) []string {
	var out []string
	bad := func(format string, args ...any) {
		w.failAt(f.Pos, "", "kernel %s: "+format, append([]any{quote(f.Name)}, args...)...)
	}
	positive := func(directive string, b *bound) bool {
		dims := w.dimensions(f, notes, b)
		for _, n := range dims {
			if n == 0 {
				bad("%s of 0", b.attr)
				return false
			}
		}
		if dims != nil {
			out = append(out, directive+" "+joinNumbers(dims))
		}
		return dims != nil
	}
	if most, exact := positive(".maxntid", &maxThreads), positive(".reqntid", &reqThreads); most && exact {
		bad("nvvm.maxntid and nvvm.reqntid together, but PTX allows only one")
	}
	positive(".minnctapersm", &minBlocks)
	positive(".maxnreg", &maxRegisters)
	for _, a := range f.Attrs.Expanded(w.m) {
		if a.Str && strings.HasPrefix(a.Name, "nvvm.") && !knownAttrs[a.Name] {
			bad("the attribute \"%s\", which PTX has no directive for", a.Name)
		}
	}
	dims, rank := w.dimensions(f, notes, &clusterDim), w.dimensions(f, notes, &clusterRank)
	areClusters := f.Attrs.GetStr(w.m, "nvvm.blocksareclusters") != nil
	if dims == nil && rank == nil && !areClusters {
		return out
	}
	if w.sm < versions[featCluster].sm {
		err := ir.Errorf(f.Pos, "kernel %s: %s has no clusters, so its launch bounds for them are ignored", quote(f.Name), w.cpu)
		err.Severity, err.Hint = ir.SevWarning, "select a machine with clusters with -mcpu=sm_90"
		w.warnings = append(w.warnings, err)
		return out
	}
	if !w.useAt(featCluster, f.Pos) {
		return out
	}
	// A size of 0 means that the launch chooses the cluster size.
	sized := dims != nil && dims[0] != 0
	if dims != nil && !areClusters {
		out = append(out, ".explicitcluster")
	}
	if sized {
		out = append(out, ".reqnctapercluster "+joinNumbers(dims))
	}
	switch {
	case areClusters && (!sized || w.dimensions(f, notes, &reqThreads) == nil):
		bad("nvvm.blocksareclusters without nvvm.reqntid and nvvm.cluster_dim")
	case areClusters && w.useAt(featBlocksAreClusters, f.Pos):
		out = append(out, ".blocksareclusters")
	}
	if rank != nil && sized {
		bad("nvvm.cluster_dim and nvvm.maxclusterrank together, but PTX allows only one")
	}
	if rank != nil {
		out = append(out, ".maxclusterrank "+joinNumbers(rank))
	}
	return out
}

func joinNumbers(list []uint64) string {
	var b []byte
	for k, n := range list {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendUint(b, n, 10)
	}
	return string(b)
}

// gridConstants finds the parameters that no thread writes. Such a parameter keeps its own address,
// which is the same for all threads, and is not copied. The annotation counts parameters from 1.
func (w *writer) gridConstants(f *ir.Func, notes []note) map[*ir.Param]bool {
	out := map[*ir.Param]bool{}
	for _, p := range f.Params {
		if p.Attrs.GetStr(w.m, "nvvm.grid_constant") != nil {
			out[p] = true
		}
	}
	for _, n := range notes {
		if n.key != "grid_constant" || n.node == nil {
			continue
		}
		for _, fd := range n.node.Fields {
			c, ok := fd.Val.Val.(*ir.Const)
			if !ok || !c.IsInt() || c.Uint64() == 0 || c.Uint64() > uint64(len(f.Params)) {
				w.failAt(f.Pos, "", "kernel %s: the annotation \"grid_constant\" of a parameter that it does not have",
					quote(f.Name))
				continue
			}
			out[f.Params[c.Uint64()-1]] = true
		}
	}
	return out
}
