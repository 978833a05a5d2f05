// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file follows the continuations of a returned-continuation coroutine that is not split yet,
// in a function that calls it. The ramp returns a continuation, and each continuation returns the
// next. The question is whether a pointer is always one of these. It is not followed through memory,
// because sroa runs before.

import (
	"github.com/corolower/corolower/internal/ir"
)

// chain finds the continuations of one coroutine.
type chain struct {
	f     *ir.Func
	once  bool               // a continuation returns no other
	ramps map[*ir.Instr]bool // the calls of the ramp
	known map[ir.Value]bool  // cached answers
}

// holds reports whether a pointer is null or a continuation of the coroutine wherever it is called.
func (ch *chain) holds(v ir.Value) bool {
	if yes, ok := ch.known[v]; ok {
		return yes
	}
	if ch.known == nil {
		ch.known = map[ir.Value]bool{}
	}
	work := ir.NewWorklist(v)
	for w := range work.All {
		from, ok := ch.from(w)
		for _, x := range from {
			if yes, known := ch.known[x]; known {
				ok = ok && yes
			} else {
				work.Add(x)
			}
		}
		if !ok {
			ch.known[v] = false
			return false
		}
	}
	for _, w := range work.Added() { // the sources of each are continuations
		ch.known[w] = true
	}
	return true
}

// from returns the values that must be continuations so that v is one. v is a pointer, or a struct
// that begins with a pointer.
func (ch *chain) from(v ir.Value) ([]ir.Value, bool) {
	switch x := v.(type) {
	case *ir.Const:
		switch x.Kind {
		case ir.ConstNull, ir.ConstPoison, ir.ConstUndef:
			return nil, true
		}
	case *ir.Instr:
		switch x.Op {
		case ir.OpBitCast:
			return []ir.Value{x.Arg(0)}, true
		case ir.OpExtractValue:
			idx := x.Aux.(*ir.IndexAux).Indices
			return []ir.Value{x.Arg(0)}, len(idx) == 1 && idx[0] == 0 && x.Arg(0).Type().Kind() == ir.Struct
		case ir.OpPhi:
			return x.Operands(0), true
		case ir.OpSelect:
			return x.Operands(1), true
		case ir.OpCall, ir.OpInvoke:
			switch {
			case ch.ramps[x]:
				return nil, true
			case x.CalledFunc() == nil && !ch.once && x.Type() == ch.f.FTy.Ret():
				return []ir.Value{x.Callee()}, true
			}
		}
	}
	return nil, false
}
