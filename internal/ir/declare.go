package ir

// Declarations of coroutine intrinsics that passes add: signatures by dialect and attributes by version, as LLVM's own declarations print.
// A declaration that the file has already is taken as it is.

import ()

// intrinsicDecl is a declaration to be made. Types are letters: P pointer, t token, b i1, c i8, w i32, v void; the first is the result.
type intrinsicDecl struct {
	name  string
	types string
	mem   string         // memory effects since LLVM 16: what stands in `memory(...)`; "" any
	old   string         // the same in words, before
	deflt bool           // carries nocallback nofree nosync willreturn, too, in newer versions
	param map[int]string // parameter attributes; "nocapture" is spelled by version
}

var intrinsicDecls = map[Intrinsic]intrinsicDecl{
	CoroID: {name: "id", types: "twPPP", mem: "argmem: read", old: "argmemonly readonly", deflt: true,
		param: map[int]string{1: "readnone", 2: "nocapture readonly"}},
	CoroSubFnAddr: {name: "subfn.addr", types: "PPc", mem: "argmem: read", old: "argmemonly readonly", deflt: true,
		param: map[int]string{0: "nocapture readonly"}},
	CoroPromise:  {name: "promise", types: "PPwb", mem: "none", old: "readnone", param: map[int]string{0: "nocapture"}},
	CoroBegin:    {name: "begin", types: "PtP", param: map[int]string{1: "writeonly"}},
	CoroFree:     {name: "free", types: "PtP", mem: "argmem: read", old: "argmemonly readonly", param: map[int]string{1: "nocapture readonly"}},
	CoroSave:     {name: "save", types: "tP"},
	CoroSuspend:  {name: "suspend", types: "ctb"},
	CoroAlloc:    {name: "alloc", types: "bt"},
	CoroFrame:    {name: "frame", types: "P", mem: "none", old: "readnone"},
	CoroNoop:     {name: "noop", types: "P", mem: "none", old: "readnone"},
	CoroIsInRamp: {name: "is_in_ramp", types: "b", mem: "none", old: "readnone"},
	CoroResume:   {name: "resume", types: "vP"},
	CoroDestroy:  {name: "destroy", types: "vP"},
}

// DeclareIntrinsic gives the intrinsic's function, declaring it in the unit when the file does not. A file that uses the name for
// something else is reported in the unit's Err.
func DeclareIntrinsic(m *Module, id Intrinsic) *Func {
	d := intrinsicDecls[id]
	name := CoroPrefix + d.name
	v, err := m.Lookup(name)
	if f, ok := v.(*Func); ok {
		return f
	}
	types := make([]*Type, len(d.types))
	for k := range types {
		types[k] = declType(m, d.types[k])
	}
	f := NewDecl(m, name, m.Types.Func(types[0], types[1:], false))
	for k, words := range d.param {
		f.Params[k].Attrs = paramAttrs(m.Version, words)
	}
	f.Attrs = d.attrs(m.Version, id)
	if v != nil && err == nil {
		err = Errorf(NoPos, "@%s is not a function", name)
	}
	if err != nil {
		if m.Err == nil {
			m.Err = err
		}
		return f
	}
	m.AddFunc(f)
	return f
}

func declType(m *Module, letter byte) *Type {
	switch letter {
	case 'P':
		return m.PtrType(0)
	case 't':
		return m.Types.Simple(Token)
	case 'b':
		return m.Types.Int(1)
	case 'c':
		return m.Types.Int(8)
	case 'w':
		return m.Types.Int(32)
	}
	return m.Types.Void()
}

// paramAttrs gives parameter attributes in the version's spelling and order.
func paramAttrs(v Version, words string) *AttrSet {
	switch words {
	case "nocapture readonly":
		if v >= 21 {
			return NewAttrs("readonly", "captures(none)")
		}
		return NewAttrs("nocapture", "readonly")
	case "nocapture":
		if v >= 21 {
			return NewAttrs("captures(none)")
		}
	}
	return NewAttrs(words)
}

// attrs are the function attributes of a declaration, in LLVM's printing order.
func (d *intrinsicDecl) attrs(v Version, id Intrinsic) *AttrSet {
	if id == CoroResume || id == CoroDestroy {
		return nil // they may unwind
	}
	switch {
	case v < 16:
		switch d.old {
		case "argmemonly readonly":
			return NewAttrs("argmemonly", "nounwind", "readonly")
		case "readnone":
			return NewAttrs("nounwind", "readnone")
		}
		return NewAttrs("nounwind")
	case id == CoroSave:
		return NewAttrs("nomerge", "nounwind")
	case d.deflt && v >= 17:
		return NewAttrs("nocallback", "nofree", "nosync", "nounwind", "willreturn", "memory("+d.mem+")")
	case d.mem != "":
		return NewAttrs("nounwind", "memory("+d.mem+")")
	}
	return NewAttrs("nounwind")
}
