package opt

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// SimplifyAll is Simplify with all passes in both rounds.
func SimplifyAll(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	changed, _ := simplify(m, f, l, false)
	return changed
}
