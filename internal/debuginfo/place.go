package debuginfo

// Places of instructions in the source. Code that was inlined has two: where it is written, which
// LLVM's remarks tell, and in the function that it is in now, which is what an explanation of that
// function needs.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// maxInlined bounds a chain of inlined calls; only broken debug info has longer ones.
const maxInlined = 1000

// CallerLoc is the source location of an instruction in the function that it is in: of the
// outermost call through which it was inlined, else its own. It is zero without debug info.
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

// InstrLoc is the source location of an instruction, zero without debug info.
func InstrLoc(m *ir.Module, i *ir.Instr) remark.Loc { return mdLoc(m, i.DebugLoc()) }

// mdLoc is the place that a DILocation tells.
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
		if s == nil {
			break
		}
		if setFile(m, &loc, s) {
			break
		}
		scope = s.Field("scope")
	}
	return loc
}

// setFile gives a place the file that a node names, and reports whether it names one.
func setFile(m *ir.Module, loc *remark.Loc, n *ir.MDNode) bool {
	file := m.MDNode(n.Field("file"))
	if file == nil {
		return false
	}
	loc.File, loc.Dir, loc.Sum = text(file, "filename"), text(file, "directory"), text(file, "checksum")
	return true
}
