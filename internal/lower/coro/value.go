// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// Properties of single values of a coroutine.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// ByvalType returns the pointee type of a byval parameter, or nil for other values.
func ByvalType(m *ir.Module, v ir.Value) *ir.Type {
	p, ok := v.(*ir.Param)
	if !ok {
		return nil
	}
	a := p.Attrs.Get(m, "byval")
	if a == nil {
		return nil
	}
	if a.Type == nil {
		return p.Type().Elem() // `byval` without a type: LLVM 13's typed spelling
	}
	return a.Type
}

// IsObject reports whether the slot of v holds the object at v's address. This is so for an alloca
// and for a by-value parameter.
func IsObject(m *ir.Module, v ir.Value) bool {
	i := ir.AsInstr(v)
	return i != nil && i.Op == ir.OpAlloca || ByvalType(m, v) != nil
}

// SuspendID returns the number that the program gave to a suspend, or "" if there is none.
func SuspendID(m *ir.Module, s *ir.Instr) string {
	md := s.MetaOf(ir.SuspendIDMeta)
	if md == nil {
		return ""
	}
	n := m.MDNode(md)
	if n == nil || len(n.Fields) != 1 || n.Fields[0].Val.Kind != ir.MDValue {
		return ""
	}
	if c, ok := n.Fields[0].Val.Val.(*ir.Const); ok && c.IsInt() {
		return strconv.FormatUint(c.Uint64(), 10)
	}
	return ""
}
