package lower

// Removal of unreachable code around splitting.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// removeUnreachable folds terminators and deletes unreachable blocks of a ramp or clone, and reports whether anything changed.
func removeUnreachable(_ *Context, f *ir.Func) bool { return opt.RemoveUnreachable(f) }
