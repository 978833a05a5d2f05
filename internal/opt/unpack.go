// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Unpacking of loads and stores of structs that contain a single scalar, for example a coroutine
// handle or a smart pointer. On some targets (nvptx64) clang returns them by value and stores them
// as a whole, so analyses of addresses see a struct instead of a pointer:
//
//	store %handle %s, ptr %slot
//
// becomes
//
//	%h = extractvalue %handle %s, 0
//	store ptr %h, ptr %slot
//
// This applies to accesses at any address. Structs of more fields (SROA splits those in allocas),
// volatile and atomic accesses, and phis of structs stay.

import (
	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// unpackSingles rewrites the loads and stores of one-scalar structs. It reports whether it changed
// anything.
func unpackSingles(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	changed := false
	b := ir.NewBuilder(m)
	for blk := f.Entry(); blk != nil; blk = blk.Next() {
		for i := blk.First(); i != nil; {
			next := i.Next()
			switch i.Op {
			case ir.OpLoad:
				changed = unpackLoad(b, l, i) || changed
			case ir.OpStore:
				changed = unpackStore(b, l, i) || changed
			}
			i = next
		}
	}
	return changed
}

// single returns the path and type of the scalar that fills an aggregate, or nil if there is no
// single such scalar.
func single(l *target.Layout, t *ir.Type) (path []int, scalar *ir.Type) {
	if !t.IsAggregate() || !l.Sized(t) {
		return nil, nil
	}
	list, ok := leaves(l, t)
	if !ok || len(list) != 1 || list[0].off != 0 || l.StoreSize(list[0].typ) != l.StoreSize(t) {
		return nil, nil
	}
	return list[0].path, list[0].typ
}

func unpackLoad(b *ir.Builder, l *target.Layout, i *ir.Instr) bool {
	path, scalar := single(l, i.Type())
	if path == nil || !plainAccess(i) {
		return false
	}
	b.Before(i).SetDebugLoc(i.DebugLoc())
	count.ScalarStruct.Hit()
	load := b.Load(scalar, i.Arg(0), alignOf(l, i, i.Type()), "")
	load.Dbg, i.Dbg = i.Dbg, nil
	ir.ReplaceUses(i, b.InsertValue(b.Module().Poison(i.Type()), load, "", path...))
	i.Erase()
	return true
}

func unpackStore(b *ir.Builder, l *target.Layout, i *ir.Instr) bool {
	path, _ := single(l, i.Arg(0).Type())
	if path == nil || !plainAccess(i) {
		return false
	}
	b.Before(i).SetDebugLoc(i.DebugLoc())
	value := b.ExtractValue(i.Arg(0), "", path...)
	value.Dbg, i.Dbg = i.Dbg, nil
	b.Store(value, i.Arg(1), alignOf(l, i, i.Arg(0).Type()))
	i.Erase()
	return true
}

// alignOf returns the alignment of an access.
func alignOf(l *target.Layout, i *ir.Instr, t *ir.Type) uint32 {
	if i.Align != 0 {
		return i.Align
	}
	return uint32(l.ABIAlign(t))
}
