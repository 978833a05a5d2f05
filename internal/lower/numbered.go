// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// Calls by number, for targets without pointers to functions. Each function whose address code takes gets a
// number, and a call by address becomes a switch over those that it may call:
//
//	store ptr @f.resume, ptr %frame                store ptr inttoptr (i64 1 to ptr), ptr %frame
//	...                                            ...
//	%fn = load ptr, ptr %handle               =>   %fn = load ptr, ptr %handle
//	call fastcc void %fn(ptr %handle)              call fastcc void @.corocall(ptr %fn, ptr %handle)
//
//	.corocall(fn, h):
//	  switch fn: 1: call @f.resume(h); 3: call @g.resume(h); else: trap
//
// A call of the first function of a frame calls resume parts, and a call of the second none. Comparisons of
// addresses compare numbers. Numbers of another file mean other functions, so the file must be the whole
// program.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
)

// numbering is the state of CallByNumber.
type numbering struct {
	*pass.Unit
	order    []*ir.Func
	numberOf map[*ir.Func]ir.Value
	switches map[switchKey]*ir.Func
}

// switchKey describes the functions that a call by address may call.
type switchKey struct {
	fty   *ir.Type
	cc    string
	index int64 // of the function in a frame; -1: any function
}

// CallByNumber rewrites a whole module. It returns the first function with a call by address that can reach no
// function of the module, or nil.
func CallByNumber(c *pass.Unit) *ir.Func {
	n := &numbering{Unit: c, numberOf: map[*ir.Func]ir.Value{}, switches: map[switchKey]*ir.Func{}}
	for _, g := range c.M.Globals { // lists like llvm.used stay
		if init, err := g.Initializer(); err == nil && init != nil && g.Linkage != "appending" {
			g.Init = n.value(init)
		}
	}
	var calls []*ir.Instr
	for _, f := range c.M.Funcs {
		for i := range f.Instrs() {
			callee := ir.Value(nil)
			if i.IsCall() {
				callee = i.Callee()
			}
			for k := range i.NumArgs() {
				if v := i.Arg(k); v != callee {
					if now := n.value(v); now != v {
						i.SetArg(k, now)
					}
				}
			}
			if _, computed := callee.(ir.LocalValue); computed {
				calls = append(calls, i)
			}
		}
	}
	for _, call := range calls {
		if !n.rewrite(call) {
			return call.Func()
		}
	}
	return nil
}

// value returns a value with numbers instead of functions.
func (n *numbering) value(v ir.Value) ir.Value {
	switch x := v.(type) {
	case *ir.Const:
		if x.Kind != ir.ConstBlockAddress {
			return x.WithElems(n.value)
		}
	case *ir.Func:
		if n.numberOf[x] == nil {
			n.order = append(n.order, x)
			n.numberOf[x] = n.M.ConstCast(ir.OpIntToPtr, n.number(len(n.order)), x.Type())
		}
		return n.numberOf[x]
	}
	return v
}

func (n *numbering) number(k int) *ir.Const {
	return n.M.ConstInt(n.M.Types.Int(n.Layout.IndexBits(0)), int64(k))
}

// rewrite lets a call by address call a switch. It returns false if the switch has no case.
func (n *numbering) rewrite(call *ir.Instr) bool {
	if call.Op == ir.OpInvoke {
		call = opt.InvokeToCall(n.M, call)
	}
	old := call.Call()
	key := switchKey{old.FTy, old.CC, n.frameIndex(call)}
	f := n.switches[key]
	if f == nil {
		if f = n.newSwitch(key, call.Callee().Type()); f == nil {
			return false
		}
		n.switches[key] = f
	}
	b := ir.NewBuilder(n.M)
	b.Before(call).SetDebugLoc(call.DebugLoc())
	args := []ir.Value{call.Callee()}
	for k := range call.NumCallArgs() {
		args = append(args, call.Arg(k))
	}
	now := b.CallFunc(f, "", args...)
	now.Call().Attrs, now.Call().RetAttrs, now.Flags = old.Attrs, old.RetAttrs, call.Flags&^(ir.FlagTail|ir.FlagMustTail)
	ir.ReplaceUses(call, now)
	call.Erase()
	return true
}

// frameIndex returns 0 if a call calls the first function of the frame that is its argument, 1 for the second,
// and -1 for any other callee.
func (n *numbering) frameIndex(call *ir.Instr) int64 {
	load := ir.AsInstr(call.Callee())
	if load == nil || load.Op != ir.OpLoad || call.NumCallArgs() != 1 {
		return -1
	}
	at, off := n.Layout.Base(load.Arg(0), call.Arg(0))
	switch size := n.Layout.PtrSize(0); {
	case at == call.Arg(0) && off == 0:
		return 0
	case at == call.Arg(0) && off == size:
		return 1
	}
	return -1
}

// newSwitch creates the switch for a kind of calls, or returns nil if it has no case.
func (n *numbering) newSwitch(key switchKey, number *ir.Type) *ir.Func {
	m := n.M
	f := ir.NewFunc(m, m.UniqueSymbol(".corocall"), m.Types.Func(key.fty.Ret(), append([]*ir.Type{number}, key.fty.Params()...), false))
	f.Linkage, f.CC, f.Attrs = ir.LinkInternal, key.cc, ir.NewAttrs("convergent", "nounwind")
	entry, other := f.NewBlock("entry", nil), f.NewBlock("other", nil)
	b := ir.NewBuilder(m)
	b.AtEnd(entry)
	sw := b.Switch(b.Cast(ir.OpPtrToInt, f.Params[0], n.number(0).Type(), "number"), other)
	for k, g := range n.order {
		part := ir.PartOf(m, g)
		if g.FTy != key.fty || g.CC != key.cc || key.index == 0 && (part == ir.PartDestroy || part == ir.PartCleanup) ||
			key.index == 1 && part == ir.PartResume {
			continue
		}
		blk := f.NewBlockBefore(g.Name, other)
		sw.AddCase(m, n.number(k+1), blk)
		b.AtEnd(blk)
		args := make([]ir.Value, len(g.Params))
		for k := range args {
			args[k] = f.Params[k+1]
		}
		call := b.CallFunc(g, "", args...)
		for _, p := range g.Params {
			call.Call().ArgAttrs = append(call.Call().ArgAttrs, p.Attrs)
		}
		if call.Type().IsVoid() {
			b.Ret(nil)
		} else {
			b.Ret(call)
		}
	}
	if sw.NumArgs() == 2 {
		return nil
	}
	b.AtEnd(other).CallFunc(ir.DeclareIntrinsic(m, ir.Trap), "")
	b.Unreachable()
	m.AddFunc(f)
	return f
}
