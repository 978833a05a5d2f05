package ir

// Funclets: exception handlers that are pieces of a function, each begun by a pad of which the
// token is named by what belongs to it. Which forms there are, and what may stand in them, depends
// on the personality.

// Personality is what a function's personality routine is to passes.
type Personality uint8

// The personalities, by what they do with funclets.
const (
	PersonNone Personality = iota // no personality, or one that is not known
	PersonMSVC                    // C++ on Windows: a cleanup catches nothing itself
	// structured exceptions: any instruction may throw, and a funclet has no exceptions of its own
	PersonSEH
	PersonFunclet // others whose funclets are free of such rules: CoreCLR, WebAssembly
)

// personalities are those that have funclets.
var personalities = map[string]Personality{
	"__CxxFrameHandler3": PersonMSVC, "_except_handler3": PersonSEH,
	"_except_handler4": PersonSEH, "__C_specific_handler": PersonSEH,
	"ProcessCLRException": PersonFunclet, "__gxx_wasm_personality_v0": PersonFunclet,
}

// PersonalityOf tells a function's personality.
func PersonalityOf(f *Func) Personality {
	if p, ok := StripCasts(f.Person).(*Func); ok {
		return personalities[p.Name]
	}
	return PersonNone
}

// FuncletPad is the pad that a call names as the funclet it is in, nil if it names none.
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

// AddFuncletPad makes a call name the funclet it is in.
func AddFuncletPad(m *Module, call, pad *Instr) {
	aux := *call.Call() // copies of the call may share it
	at := call.calleeIndex()
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

// ParentPad is the pad that a pad is nested in, nil for one in no other. A catchpad is nested where
// its catchswitch is.
func ParentPad(pad *Instr) *Instr {
	if pad.Op == OpCatchPad {
		if pad = AsInstr(pad.args[0].val); pad == nil {
			return nil
		}
	}
	return AsInstr(pad.args[0].val)
}

// UnwindDest is where a cleanupret or catchswitch unwinds to, nil for the caller.
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

// CatchesAll reports a catchswitch that no exception goes past: a handler has null for a type,
// which is any to the personalities that are known.
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
