package opt

import (
	"github.com/corolower/corolower/internal/ir"
)

// NoMemory reports a call whose attributes rule out any access to memory. A bundle may stand for an effect that they leave out.
func NoMemory(m *ir.Module, i *ir.Instr) bool {
	if len(i.Call().Bundles) > 0 {
		return false
	}
	if CallHas(m, i, "readnone") {
		return true
	}
	none := func(s *ir.AttrSet) bool {
		a := s.Get(m, "memory")
		return a != nil && a.Val == "none"
	}
	if none(i.Call().Attrs) {
		return true
	}
	f := i.CalledFunc()
	return f != nil && none(f.Attrs)
}
