package lower

// Places of instructions in the source. Code that was inlined has two: where it is written, which LLVM's remarks tell, and in the function
// that it is in now, which is what an explanation of that function needs.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// maxInlined bounds a chain of inlined calls; only broken debug info has longer ones.
const maxInlined = 1000

// callerLoc is the source location of an instruction in the function that it is in: of the outermost call through which it was inlined,
// else its own. It is zero without debug info.
func callerLoc(m *ir.Module, i *ir.Instr) remark.Loc {
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
