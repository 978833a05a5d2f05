// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package target

// This file computes sizes, alignments and offsets of types. The size is 0, and false if there is a
// second result, for a type without a size (void, function, label, token, metadata, an opaque
// struct, a struct that contains itself, an unknown target type), for a type whose size is only
// known at run time (scalable vectors), and for a type that is too large for the address space.

import (
	"math"
	"math/bits"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// typeInfo holds the size in bits and the ABI alignment in bytes of a type.
type typeInfo struct {
	bits  int64
	align int64
	ok    bool
}

// maxBits bounds sizes so that sums of a few sizes cannot overflow.
const maxBits = math.MaxInt64 / 16

// Sized reports whether the type has a size known at compile time.
func (l *Layout) Sized(t *ir.Type) bool { return l.info(t).ok }

// Size returns the distance in bytes between two consecutive objects of the type (its alloc size),
// and whether the type has a size.
func (l *Layout) Size(t *ir.Type) (int64, bool) {
	i := l.info(t)
	return i.alloc(), i.ok
}

// SizeBits returns the size in bits without padding.
func (l *Layout) SizeBits(t *ir.Type) int64 { return l.info(t).bits }

// StoreSize returns the maximum number of bytes that a store of the type writes.
func (l *Layout) StoreSize(t *ir.Type) int64 { return (l.info(t).bits + 7) / 8 }

// AllocSize returns the distance in bytes between two consecutive objects of the type.
func (l *Layout) AllocSize(t *ir.Type) int64 { return l.info(t).alloc() }

// ABIAlign returns the minimum alignment in bytes of objects of the type, or 1 for a type without a
// size.
func (l *Layout) ABIAlign(t *ir.Type) int64 { return max(l.info(t).align, 1) }

// PrefAlign returns the preferred alignment in bytes, which an alloca without an alignment has.
func (l *Layout) PrefAlign(t *ir.Type) int64 {
	abi := l.ABIAlign(t)
	switch t.Kind() {
	case ir.Int, ir.Byte:
		return l.intSpec(t.Bits()).pref
	case ir.Ptr:
		return l.ptr(t.AddrSpace()).pref
	case ir.Half, ir.BFloat, ir.Float, ir.Double, ir.X86FP80, ir.FP128, ir.PPCFP128:
		if k, ok := findSpec(l.floats, int(l.SizeBits(t))); ok {
			return l.floats[k].pref
		}
	case ir.Vector, ir.X86MMX:
		if n := l.SizeBits(t); n > 0 && n < 1<<24 {
			if k, ok := findSpec(l.vectors, int(n)); ok {
				return l.vectors[k].pref
			}
		}
	case ir.Array:
		return l.PrefAlign(t.Elem())
	case ir.Struct:
		return max(abi, l.aggr.pref)
	case ir.TargetExt:
		if l.SizeBits(t) > 0 && t.Name() != "amdgcn.named.barrier" && !strings.HasSuffix(t.Name(), ".Padding") {
			return max(abi, l.ptr(0).pref)
		}
	}
	return abi
}

func (i typeInfo) alloc() int64 {
	if !i.ok {
		return 0
	}
	return AlignTo((i.bits+7)/8, i.align)
}

// AlignTo rounds n up to a multiple of a power of two.
func AlignTo(n, align int64) int64 { return (n + align - 1) &^ (align - 1) }

func (l *Layout) info(t *ir.Type) typeInfo {
	switch t.Kind() {
	case ir.Int, ir.Byte:
		return typeInfo{int64(t.Bits()), l.intSpec(t.Bits()).abi, true}
	case ir.Ptr:
		p := l.ptr(t.AddrSpace())
		return typeInfo{int64(p.size), p.abi, true}
	case ir.Half, ir.BFloat:
		return l.float(16)
	case ir.Float:
		return l.float(32)
	case ir.Double:
		return l.float(64)
	case ir.X86FP80:
		return l.float(80)
	case ir.FP128, ir.PPCFP128:
		return l.float(128)
	case ir.X86MMX:
		return typeInfo{64, l.vectorAlign(64), true}
	case ir.X86AMX:
		return typeInfo{8192, 64, true}
	case ir.Array, ir.Vector, ir.Struct, ir.TargetExt:
		if i, ok := l.cache[t]; ok {
			return i
		}
		l.cache[t] = typeInfo{} // a struct that contains itself finds this entry
		i := l.compound(t)
		l.cache[t] = i
		return i
	}
	return typeInfo{}
}

func (l *Layout) compound(t *ir.Type) typeInfo {
	switch t.Kind() {
	case ir.Array:
		e := l.info(t.Elem())
		n, ok := mulBits(e.alloc(), t.Len())
		return typeInfo{n * 8, e.align, e.ok && ok}.checked()
	case ir.Vector:
		e := l.info(t.Elem())
		if t.IsScalable() || !e.ok {
			return typeInfo{}
		}
		hi, n := bits.Mul64(uint64(e.bits), t.Len())
		if hi != 0 || n > maxBits {
			return typeInfo{}
		}
		return typeInfo{int64(n), l.vectorAlign(int64(n)), true}
	case ir.Struct:
		return l.structInfo(t)
	}
	return l.extInfo(t)
}

// checked returns the zero typeInfo for a type without a size.
func (i typeInfo) checked() typeInfo {
	if !i.ok {
		return typeInfo{}
	}
	return i
}

// mulBits multiplies bytes by a count, and reports whether the product in bits is within bounds.
func mulBits(size int64, n uint64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(size), n)
	if hi != 0 || lo > maxBits/8 {
		return 0, false
	}
	return int64(lo), true
}

func (l *Layout) structInfo(t *ir.Type) typeInfo {
	if t.IsOpaque() {
		return typeInfo{}
	}
	fields := t.Fields()
	offs := make([]int64, len(fields))
	size, align := int64(0), int64(1)
	for k, f := range fields {
		i := l.info(f)
		if !i.ok {
			return typeInfo{}
		}
		if !t.IsPacked() {
			size = AlignTo(size, i.align)
			align = max(align, i.align)
		}
		offs[k] = size
		size += i.alloc()
		if size > maxBits/8 {
			return typeInfo{}
		}
	}
	size = AlignTo(size, align)
	l.fields[t] = offs
	if !t.IsPacked() {
		// A larger alignment of all aggregates affects the alloc size only.
		align = max(align, l.aggr.abi)
	}
	return typeInfo{size * 8, align, true}
}

// extInfo returns the layout of the target types that have one. Those of SPIR-V and DirectX are
// handles, that is, pointers.
func (l *Layout) extInfo(t *ir.Type) typeInfo {
	name := t.Name()
	switch {
	case name == "spirv.Literal" || name == "spirv.IntegralConstant" ||
		name == "aarch64.svcount" || name == "riscv.vector.tuple":
		return typeInfo{}
	case name == "spirv.Type":
		if len(t.ExtInts()) > 2 && t.ExtInts()[1] > 0 && t.ExtInts()[1] < maxBits/8 {
			n := int64(t.ExtInts()[1])
			a := int64(t.ExtInts()[2])
			if a <= 0 || a&(a-1) != 0 {
				return typeInfo{}
			}
			return typeInfo{n * 8, a, true}
		}
	case name == "spirv.Padding" || name == "dx.Padding":
		if len(t.ExtInts()) == 1 && t.ExtInts()[0] < maxBits/8 {
			return typeInfo{int64(t.ExtInts()[0]) * 8, 1, true}
		}
		return typeInfo{}
	case name == "amdgcn.named.barrier":
		return typeInfo{128, l.vectorAlign(128), true}
	case strings.HasPrefix(name, "spirv."), strings.HasPrefix(name, "dx."):
	default:
		return typeInfo{}
	}
	p := l.ptr(0)
	return typeInfo{int64(p.size), p.abi, true}
}

// intSpec returns the specification of the narrowest specified integer with at least n bits, or
// that of the widest integer.
func (l *Layout) intSpec(n int) alignSpec {
	k, _ := findSpec(l.ints, n)
	return l.ints[min(k, len(l.ints)-1)]
}

func (l *Layout) float(n int) typeInfo {
	if k, ok := findSpec(l.floats, n); ok {
		return typeInfo{int64(n), l.floats[k].abi, true}
	}
	return typeInfo{int64(n), ceilPow2(int64(n+7) / 8), true}
}

func (l *Layout) vectorAlign(n int64) int64 {
	if n < 1<<24 {
		if k, ok := findSpec(l.vectors, int(n)); ok {
			return l.vectors[k].abi
		}
	}
	return ceilPow2((n + 7) / 8)
}

func ceilPow2(n int64) int64 {
	if n <= 1 {
		return 1
	}
	return 1 << bits.Len64(uint64(n-1))
}

// FieldOffset returns the offset in bytes of field i of a struct type. It returns 0 for a struct
// without a size or a field that does not exist.
func (l *Layout) FieldOffset(t *ir.Type, i int) int64 {
	offs := l.fieldOffsets(t)
	if i < 0 || i >= len(offs) {
		return 0
	}
	return offs[i]
}

// fieldOffsets returns the offsets of a struct's fields, or nil if the struct has no size.
func (l *Layout) fieldOffsets(t *ir.Type) []int64 {
	offs, ok := l.fields[t]
	if !ok && l.info(t).ok {
		offs = l.fields[t]
	}
	return offs
}

// Base follows an address back through casts and getelementptrs with constant indices, at most to stop,
// which may be nil. It returns where that ends, and the offset of the address from there.
func (l *Layout) Base(v, stop ir.Value) (base ir.Value, off int64) {
	for v != stop {
		switch x := v.(type) {
		case *ir.Instr:
			switch x.Op {
			case ir.OpBitCast, ir.OpAddrSpaceCast:
				v = x.Arg(0)
				continue
			case ir.OpGEP:
				if d, ok := l.GEPOffset(x.ElemTy, x.Operands(1)); ok {
					v, off = x.Arg(0), off+d
					continue
				}
			}
		case *ir.Const:
			switch {
			case x.Kind != ir.ConstExpr:
			case x.Op == ir.OpBitCast || x.Op == ir.OpAddrSpaceCast:
				v = x.Elems[0]
				continue
			case x.Op == ir.OpGEP:
				if d, ok := l.GEPOffset(x.SrcTy, x.Elems[1:]); ok {
					v, off = x.Elems[0], off+d
					continue
				}
			}
		}
		break
	}
	return v, off
}

// GEPOffset returns the offset in bytes of a getelementptr with these indices (without the base).
// It returns false if an index is not a constant, or if a type that the offset depends on has no
// size. For example, the offset is 8 for
//
//	getelementptr { i32, [4 x i16] }, ptr %p, i64 0, i32 1, i64 2
func (l *Layout) GEPOffset(srcElem *ir.Type, indices []ir.Value) (int64, bool) {
	off := int64(0)
	t := srcElem
	for k, v := range indices {
		c, ok := v.(*ir.Const)
		if !ok || !(c.IsInt() || c.Kind == ir.ConstZero && c.Type().IsInt()) {
			return 0, false
		}
		n := c.Int64()
		if k == 0 {
			if n != 0 {
				size, ok := l.Size(t)
				if !ok {
					return 0, false
				}
				off += size * n
			}
			continue
		}
		switch t.Kind() {
		case ir.Struct:
			if t.IsOpaque() || n < 0 || n >= int64(len(t.Fields())) {
				return 0, false
			}
			if n != 0 { // the first field is at offset 0, even in an unsized struct
				offs := l.fieldOffsets(t)
				if offs == nil {
					return 0, false
				}
				off += offs[n]
			}
			t = t.Fields()[n]
		case ir.Array:
			size, ok := l.Size(t.Elem())
			if n != 0 && !ok {
				return 0, false
			}
			off += size * n
			t = t.Elem()
		case ir.Vector:
			e := l.info(t.Elem())
			if n != 0 && (!e.ok || e.bits%8 != 0) {
				return 0, false
			}
			off += e.bits / 8 * n
			t = t.Elem()
		default:
			return 0, false
		}
	}
	return off, true
}
