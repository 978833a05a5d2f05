// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file finds declarations that an attribute in the source can mark.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// Decl is the declaration of a function or a class. Line 0 of Loc: it is unknown.
type Decl struct {
	Name  string // without scopes and template arguments
	Loc   remark.Loc
	Param int // of a function: the number in the source of one of its parameters, from 1
}

func decl(m *ir.Module, n *ir.MDNode, param int) Decl {
	name, _, _ := strings.Cut(text(n, "name"), "<")
	return Decl{name, DeclLoc(m, n), param}
}

// DeclOf returns the declaration of a function, and the number of a parameter there: the result's
// address and `this` have none, and are not counted.
func DeclOf(m *ir.Module, f *ir.Func, param int) Decl {
	sp := m.MDNode(SubprogramOf(f))
	if sp == nil {
		return Decl{}
	}
	if len(f.Params) > 0 && f.Params[0].Attrs.Get(m, "sret") != nil {
		param--
	}
	if IsThis(m, f, 0) {
		param--
	}
	return decl(m, sp, param+1)
}

// ResultOf returns the declaration of the class that a function returns.
func ResultOf(m *ir.Module, f *ir.Func) Decl {
	if sp := m.MDNode(SubprogramOf(f)); sp != nil {
		if typ := m.MDNode(sp.Field("type")); typ != nil {
			if list := m.MDNode(typ.Field("types")); list != nil && len(list.Fields) > 0 {
				if n := plainType(m, list.Fields[0].Val); n != nil && n.Name == "DICompositeType" {
					return decl(m, n, 0)
				}
			}
		}
	}
	return Decl{}
}
