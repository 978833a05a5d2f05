// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file computes source locations of instructions. Inlined code has two locations: its own,
// which LLVM's remarks print, and that of the call in the present function, which an explanation of
// that function needs.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// maxInlined bounds a chain of inlined calls. Only broken debug info has a longer one.
const maxInlined = 1000

// CallerLoc returns the source location of an instruction in its present function: the location of
// the outermost call through which it was inlined, or else its own. It is zero without debug info.
func CallerLoc(m *ir.Module, i *ir.Instr) remark.Loc {
	at := i.DebugLoc()
	for range maxInlined {
		n := m.MDNode(at)
		if n == nil || n.Name != "DILocation" {
			break
		}
		call := n.Field("inlinedAt")
		if call == nil || m.MDNode(call) == nil {
			break
		}
		at = call
	}
	return mdLoc(m, at)
}

// InstrLoc returns the source location of an instruction. It is zero without debug info.
func InstrLoc(m *ir.Module, i *ir.Instr) remark.Loc { return mdLoc(m, i.DebugLoc()) }

// mdLoc returns the source location of a DILocation.
func mdLoc(m *ir.Module, at *ir.MD) remark.Loc {
	n := m.MDNode(at)
	if n == nil || n.Name != "DILocation" {
		return remark.Loc{}
	}
	num := func(name string) int {
		v := n.Field(name)
		if v == nil {
			return 0
		}
		k, _ := strconv.Atoi(v.Text)
		return k
	}
	loc := remark.Loc{Line: num("line"), Col: num("column")}
	scope := n.Field("scope")
	for k := 0; scope != nil && k < 64; k++ {
		s := m.MDNode(scope)
		if s == nil || setFile(m, &loc, s) {
			break
		}
		scope = s.Field("scope")
	}
	return loc
}

// setFile sets the file of a location to the file of a node, and reports whether the node has one.
func setFile(m *ir.Module, loc *remark.Loc, n *ir.MDNode) bool {
	file := m.MDNode(n.Field("file"))
	if file == nil {
		return false
	}
	loc.File, loc.Dir, loc.Sum = text(file, "filename"), text(file, "directory"), text(file, "checksum")
	return true
}
