package pass

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// Unit is what every pass sees besides the function it runs on: the part of the module that is
// loaded, the target, and where to report. What only one pass needs (options, statistics, caches)
// is that pass's own.
type Unit struct {
	M       *ir.Module
	Layout  *target.Layout
	Target  *target.Target
	Remarks *remark.Sink // nil: nobody listens
}
