// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file upgrades calls of debug intrinsics to debug records, as LLVM does since version 19 when
// it reads a file. For example,
//
//	call void @llvm.dbg.value(metadata i32 %x, metadata !6, metadata !DIExpression()), !dbg !8
//
// becomes
//
//	#dbg_value(i32 %x, !6, !DIExpression(), !8)
//
// A module with both forms is invalid, so the upgrade covers all functions: the parser makes records
// (upgradeDbg), and each function with such calls is read and printed, although no pass changes it.

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

const dbgPrefix = "llvm.dbg."

// UpgradeDebug makes units read calls of debug intrinsics as records, and write new debug info as
// records. Call it before creating the first unit, and not after DropDebug.
func (f *File) UpgradeDebug() {
	if !f.ignoreDebug {
		f.upgradeDebug, f.DbgRecords = true, true
	}
}

// upgradeDbg turns the call of a debug intrinsic, with its attachments, into a record.
func (p *parser) upgradeDbg(i *ir.Instr) {
	d := i.Aux.(*ir.DbgAux)
	d.Call, i.Flags = nil, 0
	if loc := i.DebugLoc(); len(i.Meta) > 1 || loc == nil {
		i.Meta = nil
		i.SetDebugLoc(loc)
	}
	if d.Kind != "addr" {
		return
	}
	d.Kind = "value"
	expr := d.Ops[len(d.Ops)-1].MD
	if expr == nil {
		return // the verifier refuses it
	}
	n := p.m.MDNode(expr)
	if n == nil || n.Name != "DIExpression" {
		return
	}
	at := slices.IndexFunc(n.Fields, func(f ir.MDField) bool { return endsAddress(f.Val.Text) })
	if at < 0 {
		at = len(n.Fields)
	}
	own := n.Clone()
	own.Fields = slices.Insert(own.Fields, at, ir.MDField{Val: &ir.MD{Kind: ir.MDIdent, Text: derefWord}})
	d.Ops[len(d.Ops)-1].MD = &ir.MD{Kind: ir.MDNodeRef, Node: own}
}

const derefWord = "DW_OP_deref"

// endsAddress reports whether a word of an expression begins its last part, which does not compute
// the address of the variable.
func endsAddress(word string) bool {
	return word == "DW_OP_stack_value" || word == "DW_OP_LLVM_fragment"
}

// UpgradesDebug reports whether UpgradeDebug was called.
func (f *File) UpgradesDebug() bool { return f.upgradeDebug }

// CallsDebug reports whether a definition calls a debug intrinsic in a file that is to be upgraded, so
// that a unit has to read and print it.
func (f *File) CallsDebug(it *Item) bool {
	return f.upgradeDebug && it.Kind == ItemDefine && strings.Contains(f.src[it.Body:it.End], "@"+dbgPrefix)
}

// IsDebugIntrinsic reports whether an item only serves calls of debug intrinsics: their
// declaration, or the order of its uses.
func (f *File) IsDebugIntrinsic(it *Item) bool {
	switch it.Kind {
	case ItemDeclare:
		return debugForms[strings.TrimPrefix(it.Name, dbgPrefix)].intrinsic && strings.HasPrefix(it.Name, dbgPrefix)
	case ItemUseList:
		return strings.Contains(f.src[it.Head:it.End], "@"+dbgPrefix)
	}
	return false
}
