// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/remark"
)

// MarkedCall is a call marked coro_elide_safe.
type MarkedCall struct {
	Callee, Caller string
	Defined        bool // the callee, in this module
	Pos            ir.Pos
	Loc            remark.Loc
}

// MarkedCalls returns the marked calls of a module.
func MarkedCalls(text []byte) (list []MarkedCall, err error) {
	m, err := parse.Module("unit.ll", text)
	if err != nil {
		return nil, err
	}
	for _, f := range m.Funcs {
		for i := range f.Instrs() {
			if !i.IsCall() || !i.Call().Attrs.Has(m, elide.SafeAttr) {
				continue
			}
			c := MarkedCall{Callee: "a function that is not known", Caller: f.Name, Pos: i.Pos, Loc: debuginfo.CallerLoc(m, i)}
			if callee := i.CalledFunc(); callee != nil {
				c.Callee, c.Defined = callee.Name, !callee.Declared
			}
			list = append(list, c)
		}
	}
	return list, nil
}
