// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// This file finds external symbols whose names PTX does not have. llc renames only local symbols:
//
//	define void @my.fn()           .visible .func my.fn       a syntax error for ptxas
//	define internal void @my.fn()  .func my_$_fn
//
// The PTX writer refuses such a symbol itself (emit/ptx).

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/emit/ptx"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// nameHint is the fix for a symbol whose name PTX does not have.
const nameHint = "give it internal linkage or another name, for example with __asm__(\"name\") in C++"

// notPTXNames returns at most one warning per file, about the first external symbol that llc would
// write to PTX under a name that ptxas refuses.
func (r *run) notPTXNames() ir.ErrorList {
	if r.o.CheckOnly || r.o.Module || r.o.DataLayout == NVVMLayout || !r.tgt.IsPTX() {
		return nil
	}
	m := r.file.NewUnit()
	var odd []*parse.Item
	for _, it := range oddNames(r.file, func(name string) bool {
		return isPTXName(strings.TrimPrefix(name, "\x01")) // llc drops the mark of a mangled name
	}) {
		if v, err := m.Lookup(it.Name); err == nil && !isLocal(v) { // an error is reported elsewhere
			odd = append(odd, it)
		}
	}
	if len(odd) == 0 {
		return nil
	}
	text := "external symbol '@%s' is not a PTX identifier: llc writes the name as it is, and ptxas refuses it"
	e := ir.Warningf(ir.PosAt(odd[0].Head), text, ir.QuoteName(odd[0].Name))
	if others := len(odd) - 1; others > 0 {
		e.Notes = []ir.Note{{Msg: fmt.Sprintf("the same holds for %d more symbols of the file", others)}}
	}
	e.Hint = nameHint
	return ir.ErrorList{e}
}

// oddNames returns the symbols of a file whose names are not fine, without declarations that nothing
// names: these are not written.
func oddNames(file *parse.File, fine func(name string) bool) (odd []*parse.Item) {
	found := map[int]bool{}
	for k := range file.Items {
		switch it := &file.Items[k]; it.Kind {
		case parse.ItemDefine, parse.ItemDeclare, parse.ItemGlobal:
			if !fine(it.Name) {
				found[k] = true
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	named := map[int]bool{}
	for k := range file.Items {
		file.Names(&file.Items[k], func(to int) {
			if to != k && found[to] {
				named[to] = true
			}
		})
	}
	for k := range file.Items {
		if it := &file.Items[k]; found[k] && (it.Kind != parse.ItemDeclare || named[k]) {
			odd = append(odd, it)
		}
	}
	return odd
}

// isPTXName reports whether a symbol of that name can be external. Intrinsics and LLVM's own
// variables are not written, and numbered symbols (a leading NUL) get names.
func isPTXName(name string) bool {
	return ptx.IsName(name) || strings.HasPrefix(name, ir.IntrinsicPrefix) || strings.HasPrefix(name, "\x00")
}

// isLocal reports whether only the module can name a symbol.
func isLocal(v ir.Value) bool {
	switch x := v.(type) {
	case *ir.Func:
		return x.IsLocal()
	case *ir.Global:
		return x.Linkage == ir.LinkInternal || x.Linkage == ir.LinkPrivate
	}
	return false
}

// nvvmNames returns an error for each external symbol that libNVVM refuses for its name.
func nvvmNames(m *ir.Module) (errs ir.ErrorList) {
	file := m.Source.(*parse.File)
	for _, it := range oddNames(file, isPTXName) {
		v, err := m.Lookup(it.Name)
		if err != nil || isLocal(v) {
			continue // the module has been read, so there is no error
		}
		e := ir.Errorf(ir.PosAt(it.Head), "external symbol '@%s' is not a PTX identifier, and NVIDIA's library refuses it",
			ir.QuoteName(it.Name))
		e.Hint = nameHint
		errs = append(errs, e)
	}
	return errs
}
