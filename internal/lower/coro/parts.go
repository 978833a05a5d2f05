// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// The parts of a split coroutine, from the table that its coro.id names. Nothing else links the
// functions.

import (
	"github.com/corolower/corolower/internal/ir"
)

// Parts are the functions of a split coroutine.
type Parts struct {
	Ramp, Resume, Destroy, Cleanup *ir.Func
	Continuations                  []*ir.Func // each resumes the coroutine at one suspend
}

// firstContinuation is the index of the first continuation in the table. The .noalloc ramp, or null,
// is before it.
const firstContinuation = 4

// PartsOf reads the table of a split coroutine's coro.id. It returns nil if there is no such table,
// as in a coroutine that was not split. The error is that of reading the file.
func PartsOf(id *ir.Instr) (*Parts, error) {
	if id.NumCallArgs() != 4 || !ir.IsPostSplit(id) {
		return nil, nil
	}
	p := &Parts{}
	var ok bool
	if p.Ramp, ok = ir.StripCasts(id.Arg(ir.IdCoro)).(*ir.Func); !ok {
		return nil, nil
	}
	init, err := ir.StripCasts(id.Arg(ir.IdInfo)).(*ir.Global).Initializer()
	if err != nil {
		return nil, err
	}
	table, ok := init.(*ir.Const)
	if !ok || len(table.Elems) < 3 {
		return nil, nil
	}
	for k, fn := range []**ir.Func{&p.Resume, &p.Destroy, &p.Cleanup} {
		if *fn, ok = ir.StripCasts(table.Elems[k]).(*ir.Func); !ok || (*fn).IsIntrinsic() {
			return nil, nil
		}
	}
	for k := firstContinuation; k < len(table.Elems); k++ {
		fn, ok := ir.StripCasts(table.Elems[k]).(*ir.Func)
		if !ok {
			return nil, nil
		}
		p.Continuations = append(p.Continuations, fn)
	}
	return p, nil
}
