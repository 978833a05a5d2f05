// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file adds declarations of intrinsics for passes, in the form of the LLVM version and dialect
// and with the attributes that LLVM itself prints for that version. If the file already declares
// the intrinsic in that form, passes use that declaration.

import (
	"strconv"
	"strings"
)

// declaration describes the declaration of an intrinsic.
type declaration struct {
	attrs  []wordsUntil // of the function; nil for none
	params []string     // attributes by parameter; "nocapture" is translated to the version's spelling
	last   string       // attributes of the last parameter, if the forms differ in length
}

// wordsUntil is the list of attributes up to a version; 0 means up to the newest version.
type wordsUntil struct {
	until Version
	words string
}

// The function attributes of declarations.
var (
	attrsPlain     = []wordsUntil{{0, "nounwind"}}
	attrsNoMerge   = []wordsUntil{{15, "nounwind"}, {0, "nomerge nounwind"}}
	memNone        = []wordsUntil{{15, "nounwind readnone"}, {0, "nounwind memory(none)"}}
	argmemRead     = []wordsUntil{{15, "argmemonly nounwind readonly"}, {0, "nounwind memory(argmem: read)"}}
	argmemReadWill = []wordsUntil{{15, "argmemonly nounwind readonly"}, {16, "nounwind memory(argmem: read)"},
		{0, "nocallback nofree nosync nounwind willreturn memory(argmem: read)"}}
	attrsAssume = []wordsUntil{{15, "inaccessiblememonly nofree nosync nounwind willreturn"},
		{0, "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)"}}
	attrsScope = []wordsUntil{{15, "inaccessiblememonly nofree nosync nounwind willreturn"},
		{0, "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)"}}
	attrsLaunder = []wordsUntil{{15, "inaccessiblememonly nofree nosync nounwind speculatable willreturn"},
		{0, "nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)"}}
	poplessAttrs = []wordsUntil{{0, "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)"}}
	attrsTrap    = []wordsUntil{{17, "cold noreturn nounwind"}, {0, "cold noreturn nounwind memory(inaccessiblemem: write)"}}
	stackAttrs   = []wordsUntil{{14, "nofree nosync nounwind willreturn"},
		{0, "nocallback nofree nosync nounwind willreturn"}}
)

func declare(attrs []wordsUntil, params ...string) *declaration {
	return &declaration{attrs: attrs, params: params}
}

func declareLast(words string) *declaration { return &declaration{last: words} }

// swift returns the forms of an intrinsic that has a different form in the Swift compiler's fork.
func swift(llvm, fork string) []Form { return []Form{{fork, SwiftFork}, {llvm, 0}} }

// formFor returns the form of an intrinsic in a version.
func (r *IntrinsicInfo) formFor(v Version) string {
	for _, f := range r.Forms {
		if f.Until == 0 || f.Until >= v {
			return f.Sig
		}
	}
	panic("ir: llvm." + r.Name + " has no form to declare it in")
}

// DeclareIntrinsic returns the intrinsic's function, and declares it in the unit if the file does
// not. overload has the types of the name's suffix, which replace the letters o and n of the form.
// If the file uses the name for something else, or with another type, DeclareIntrinsic sets the
// unit's Err.
func DeclareIntrinsic(m *Module, id Intrinsic, overload ...*Type) *Func {
	r := id.Info()
	name := IntrinsicPrefix + r.Name
	for _, t := range overload {
		name += "." + overloadSuffix(t)
	}
	v, err := m.Lookup(name)
	version := m.spelling()
	sig := r.formFor(version)
	ret := declType(m, sig[0], &overload)
	var params []*Type
	for k := 2; k < len(sig)-1; k++ {
		params = append(params, declType(m, sig[k], &overload))
	}
	fty := m.Types.Func(ret, params, false)
	known, isFunc := v.(*Func)
	if isFunc && (known.FTy == fty || id.IsLifetime() && id.HasForm(known.FTy)) {
		return known // markers are called in the form that the file has
	}
	f := NewDecl(m, name, fty)
	for k, p := range f.Params {
		words := ""
		if k < len(r.decl.params) {
			words = r.decl.params[k]
		}
		if k == len(f.Params)-1 && r.decl.last != "" {
			words = r.decl.last
		}
		if words != "" {
			p.Attrs = paramAttrs(m, words)
		}
	}
	for _, a := range r.decl.attrs {
		if a.until == 0 || a.until >= version {
			f.Attrs = NewAttrs(attrWords(a.words)...)
			break
		}
	}
	switch {
	case err != nil:
	case isFunc:
		err = Unsupportedf(known.Pos, "a call of @%s has to be added, which is %s here and must be %s", name,
			known.FTy, fty)
	case v != nil:
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

// overloadSuffix spells a type in the name of an intrinsic.
func overloadSuffix(t *Type) string {
	if !t.IsPtr() {
		return t.String()
	}
	s := "p" + strconv.Itoa(t.AddrSpace())
	if t.Elem() != nil {
		s += overloadSuffix(t.Elem())
	}
	return s
}

// declType returns the type of a letter in a form.
func declType(m *Module, letter byte, overload *[]*Type) *Type {
	switch letter {
	case 'o', 'n':
		t := (*overload)[0]
		*overload = (*overload)[1:]
		return t
	case 'p':
		return m.PtrType(0)
	case 't':
		return m.Types.Simple(Token)
	case '1':
		return m.Types.Int(1)
	case '8':
		return m.Types.Int(8)
	case 'i':
		return m.Types.Int(32)
	case 'l':
		return m.Types.Int(64)
	case 'm':
		return m.Types.Simple(MetadataTy)
	case 'v':
		return m.Types.Void()
	}
	panic("ir: a form with the letter " + string(letter) + " cannot be declared")
}

// paramAttrs returns parameter attributes in the dialect's spelling and order.
func paramAttrs(m *Module, words string) *AttrSet {
	list := strings.Fields(words)
	if m.Has(CapturesAttr) && list[0] == "nocapture" {
		list = append(list[1:], "captures(none)")
	}
	return NewAttrs(list...)
}

// attrWords splits attributes at spaces outside parentheses.
func attrWords(s string) (out []string) {
	for s != "" {
		n, depth := 0, 0
		for n < len(s) && (s[n] != ' ' || depth > 0) {
			switch s[n] {
			case '(':
				depth++
			case ')':
				depth--
			}
			n++
		}
		out = append(out, s[:n])
		s = strings.TrimPrefix(s[n:], " ")
	}
	return out
}
