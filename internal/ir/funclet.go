// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Funclets are exception handlers that are pieces of a function. Each begins with a pad, and the
// instructions of the funclet refer to the pad's token. The personality decides which forms exist
// and which instructions they may contain.

// Personality classifies a function's personality routine for passes.
type Personality uint8

// The personalities, by their rules for funclets.
const (
	PersonNone Personality = iota // no personality, or an unknown one
	PersonMSVC                    // C++ on Windows: a cleanup catches nothing itself
	// structured exception handling: any instruction may throw, and a funclet has no exceptions of
	// its own
	PersonSEH
	PersonFunclet // others whose funclets have no such rules: CoreCLR, WebAssembly
)

// personalities maps the personality routines with funclets.
var personalities = map[string]Personality{
	"__CxxFrameHandler3": PersonMSVC, "_except_handler3": PersonSEH,
	"_except_handler4": PersonSEH, "__C_specific_handler": PersonSEH,
	"ProcessCLRException": PersonFunclet, "__gxx_wasm_personality_v0": PersonFunclet,
}

// PersonalityOf returns a function's personality.
func PersonalityOf(f *Func) Personality {
	if p, ok := StripCasts(f.Person).(*Func); ok {
		return personalities[p.Name]
	}
	return PersonNone
}

// FuncletPad returns the pad in a call's funclet bundle, or nil if it has none. For example, it
// returns %pad for `call void @f() [ "funclet"(token %pad) ]`.
func FuncletPad(call *Instr) *Instr {
	c := call.Call()
	k := c.NArgs
	for _, b := range c.Bundles {
		if b.Tag == "funclet" && b.N == 1 {
			return AsInstr(call.Arg(k))
		}
		k += b.N
	}
	return nil
}

// AddFuncletPad adds a funclet bundle with a pad to a call.
func AddFuncletPad(m *Module, call, pad *Instr) {
	aux := *call.Call() // clones of the call may share it
	at := call.CalleeArg()
	args := make([]Value, 0, len(call.args)+1)
	for k := range call.args {
		if k == at {
			args = append(args, pad)
		}
		args = append(args, call.args[k].val)
	}
	aux.Bundles = append(aux.Bundles[:len(aux.Bundles):len(aux.Bundles)], Bundle{Tag: "funclet", N: 1})
	call.Aux = &aux
	call.SetArgs(m, args)
}

// ParentPad returns the pad that contains a pad, or nil if no pad does. A catchpad has the parent
// of its catchswitch.
func ParentPad(pad *Instr) *Instr {
	if pad.Op == OpCatchPad {
		if pad = AsInstr(pad.args[0].val); pad == nil {
			return nil
		}
	}
	return AsInstr(pad.args[0].val)
}

// UnwindDest returns the block that a cleanupret or catchswitch unwinds to, or nil for the caller.
func UnwindDest(t *Instr) *Block {
	switch t.Op {
	case OpCleanupRet:
		if len(t.args) > 1 {
			return t.args[1].val.(*Block)
		}
	case OpCatchSwitch:
		if a, ok := t.Aux.(*CatchSwitchAux); ok && a.HasUnwind {
			return t.args[len(t.args)-1].val.(*Block)
		}
	}
	return nil
}

// CatchesAll reports whether a catchswitch catches every exception: one of its handlers has null as
// its type, which the known personalities treat as any type. For example,
// `catchpad within %s [ptr null, i32 64, ptr null]` catches every exception.
func CatchesAll(t *Instr) bool {
	if PersonalityOf(t.Func()) == PersonNone {
		return false
	}
	for k := 1; k < len(t.args); k++ {
		b := t.args[k].val.(*Block)
		if b == UnwindDest(t) {
			continue
		}
		pad := b.FirstNonPhi()
		if pad == nil || pad.Op != OpCatchPad || len(pad.args) < 2 {
			continue
		}
		if c, ok := pad.args[1].val.(*Const); ok && c.Kind == ConstNull {
			return true
		}
	}
	return false
}
