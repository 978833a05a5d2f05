// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// This file writes the module as NVVM IR for NVIDIA's NVVM library, which itself rejects coroutine
// intrinsics. The library accepts this dialect (LLVM 22's) for compute_100 and later.
//
// The library has further requirements: its own data layout, which the run already uses for
// lowering; !nvvmir.version; kernels in !nvvm.annotations in addition to their calling convention;
// no alignment and no (no)builtin on functions and calls; no declarations of coroutine intrinsics.

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/emit/ptx"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

// NVVMLayout is the data layout (Options.DataLayout) for a run whose output is NVVM IR.
const NVVMLayout = target.NVVMLayout

// versionMD is the named metadata with the version of NVVM IR.
const versionMD = "nvvmir.version"

// NVVM returns the output of the run in the form that libNVVM requires. The error is an
// ir.ErrorList.
func (r *Result) NVVM() (out []byte, low Lowered, err error) {
	low = r.lowered()
	defer func() {
		if e := asInternal(recover(), "writing NVVM IR"); e != nil {
			out, err = nil, e
		}
	}()
	m, err := readBack(low)
	if err != nil {
		return nil, low, err
	}
	if !target.Parse(m.Triple).IsPTX() {
		e := ir.Errorf(0, "NVVM IR needs the target nvptx64, but the module's triple is '%s'", m.Triple)
		e.Hint = "compile with --target=nvptx64-nvidia-cuda, or replace the triple with -mtriple=nvptx64-nvidia-cuda"
		return nil, low, ir.ErrorList{e}
	}
	kernels, annotated, err := ptx.Kernels(m)
	if err != nil {
		return nil, low, ir.AsList(err)
	}
	var bare []*ir.Func // kernels without an annotation
	for _, f := range m.Funcs {
		if kernels[f] {
			f.CC = target.Parse(m.Triple).KernelCC()
		}
		if kernels[f] && !annotated[f] {
			bare = append(bare, f)
		}
	}
	if errs := append(nvvmNames(m), forNVVM(m)...); len(errs) > 0 {
		return nil, low, sortFindings(errs)
	}
	file := m.Source.(*parse.File)
	annotations, versioned := "", false
	for _, it := range file.Items {
		switch {
		case it.Kind != parse.ItemNamedMD:
		case it.Name == ptx.Annotations:
			annotations = string(file.Text[it.Head:it.End])
		case it.Name == versionMD:
			versioned = true
		}
	}
	out = printWhole(m)
	if m.Err != nil {
		return nil, low, ir.AsList(m.Err)
	}
	return withVersion(out, file.NextMD(), bare, annotations, versioned), low, nil
}

// printWhole prints a module that was parsed as a whole, with the items that a module does not hold.
func printWhole(m *ir.Module) []byte {
	file := m.Source.(*parse.File)
	var raw []string
	for _, it := range file.Items {
		switch it.Kind {
		case parse.ItemNamedMD, parse.ItemSource, parse.ItemAsm, parse.ItemComdat:
			raw = append(raw, string(file.Text[it.Head:it.End]))
		}
	}
	return emit.Module(m, raw...)
}

// forNVVM removes attributes and declarations that the library rejects. It returns an error for
// each remaining call of a coroutine intrinsic.
func forNVVM(m *ir.Module) (errs ir.ErrorList) {
	drop := func(s *ir.AttrSet) *ir.AttrSet { return s.Without(m, "nobuiltin").Without(m, "builtin") }
	for _, f := range m.Funcs {
		f.Align, f.Attrs = 0, drop(f.Attrs)
		for i := range f.Instrs() {
			if !i.IsCall() {
				continue
			}
			if g := i.CalledFunc(); g != nil && g.Intrinsic().IsCoro() {
				e := ir.Errorf(i.Pos, "a call of @%s remains, but NVIDIA's library refuses coroutine intrinsics",
					g.Name)
				e.Hint = "run the whole pipeline with --nvvm"
				errs = append(errs, e)
			}
			if a := drop(i.Call().Attrs); a != i.Call().Attrs {
				call := *i.Call()
				call.Attrs = a
				i.Aux = &call
			}
		}
	}
	funcs := m.Funcs[:0]
	for _, f := range m.Funcs {
		if !f.Declared || !f.Intrinsic().IsCoro() && f.Intrinsic() != ir.NVVMCreateSuspend {
			funcs = append(funcs, f)
		}
	}
	m.Funcs = funcs
	return errs
}

// withVersion adds metadata with the version of NVVM IR, and with the kernels that the annotations
// do not list yet. next is the first free metadata number.
func withVersion(out []byte, next int, kernels []*ir.Func, annotations string, versioned bool) []byte {
	var nodes, list []byte
	node := func(format string, args ...any) []byte {
		nodes = fmt.Appendf(nodes, "!%d = !{"+format+"}\n", append([]any{next}, args...)...)
		next++
		return fmt.Appendf(nil, "!%d", next-1)
	}
	for _, f := range kernels {
		if len(list) > 0 {
			list = append(list, ", "...)
		}
		list = append(list, node("ptr @%s, !\"kernel\", i32 1", ir.QuoteName(f.Name))...)
	}
	named := func(name string, list []byte) []byte { return fmt.Appendf(nil, "!%s = !{%s}\n", name, list) }
	switch {
	case len(list) == 0:
	case annotations == "":
		nodes = append(named(ptx.Annotations, list), nodes...)
	default:
		open := strings.TrimSuffix(strings.TrimSpace(annotations), "}")
		if !strings.HasSuffix(open, "{") {
			open += ", "
		}
		out = bytes.Replace(out, []byte(annotations), fmt.Appendf(nil, "%s%s}", open, list), 1)
	}
	if !versioned {
		v := target.NVVMVersion
		at := node("i32 %d, i32 %d, i32 %d, i32 %d", v[0], v[1], v[2], v[3])
		nodes = append(named(versionMD, at), nodes...)
	}
	return append(append(out, '\n'), nodes...)
}
