// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package pass

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// Unit is the context that every pass receives in addition to its function: the loaded part of the
// module, the target, and the sink for remarks. Data of a single pass (options, statistics, caches)
// is not part of it.
type Unit struct {
	M       *ir.Module
	Layout  *target.Layout
	Target  *target.Target
	Remarks *remark.Sink // nil: no remarks
}
