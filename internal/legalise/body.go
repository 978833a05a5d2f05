// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package legalise

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Body returns a function that computes what a call of an intrinsic computes, for a user that does not
// change the caller. It gets the operands that are not constant.
func Body(call *ir.Instr, lay *target.Layout, has func(i *ir.Instr) bool) *ir.Func {
	m := call.Func().Module()
	var types []*ir.Type
	for _, v := range Operands(call) {
		types = append(types, v.Type())
	}
	callee := call.CalledFunc()
	f := ir.NewFunc(m, callee.Name, m.Types.Func(call.Type(), types, false))
	b := ir.NewBuilder(m).AtEnd(f.NewBlock("", nil))
	args, next := make([]ir.Value, call.NumCallArgs()), 0
	for k := range args {
		args[k] = call.Arg(k)
		if _, constant := args[k].(*ir.Const); !constant {
			args[k] = f.Params[next]
			next++
		}
	}
	inner := b.CallFunc(callee, "", args...)
	*inner.Call() = *call.Call()
	inner.Pos = call.Pos
	if call.Type().IsVoid() {
		b.Ret(nil)
	} else {
		b.Ret(inner)
	}
	Func(f, lay, has)
	return f
}

// Operands returns the operands of a call that are not constant.
func Operands(call *ir.Instr) (out []ir.Value) {
	for k := range call.NumCallArgs() {
		if _, constant := call.Arg(k).(*ir.Const); !constant {
			out = append(out, call.Arg(k))
		}
	}
	return out
}
