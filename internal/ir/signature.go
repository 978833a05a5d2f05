// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Signatures of intrinsics, as LLVM 13 to 22 and Swift's fork declare them: this file compares
// types with the forms of the table.

import (
	"slices"
	"strings"
)

// matchType reports whether a type matches a letter of a form.
func matchType(t *Type, letter byte) bool {
	switch letter {
	case 't':
		return t.IsToken()
	case 'p':
		return t.IsPtr() && t.AddrSpace() == 0 && (t.Elem() == nil || t.Elem().IsIntN(8))
	case 'i':
		return t.IsIntN(32)
	case 'l':
		return t.IsIntN(64)
	case '8':
		return t.IsIntN(8)
	case '1':
		return t.IsIntN(1)
	case 'n':
		return t.IsInt()
	case 'm':
		return t.kind == MetadataTy
	case 'v':
		return t.IsVoid()
	case 'x', 'o':
		return !t.IsVoid()
	}
	return true
}

// Matches reports whether a function type has this form.
func (f Form) Matches(t *Type) bool {
	params := f.Sig[2 : len(f.Sig)-1]
	params, dots := strings.CutSuffix(params, ".")
	if t.IsVariadic() != dots || len(t.Params()) != len(params) || !matchType(t.Ret(), f.Sig[0]) {
		return false
	}
	for k, p := range t.Params() {
		if !matchType(p, params[k]) {
			return false
		}
	}
	return true
}

// HasForm reports whether a type is one of the intrinsic's forms. It returns true for an intrinsic
// whose forms are not listed.
func (id Intrinsic) HasForm(t *Type) bool {
	forms := id.Info().Forms
	return len(forms) == 0 || slices.ContainsFunc(forms, func(f Form) bool { return f.Matches(t) })
}

// SignatureFits reports whether a call of an intrinsic has one of its forms. It checks the callee's
// type and the call's own type.
func SignatureFits(i *Instr, id Intrinsic) bool {
	forms := id.Info().Forms
	fn, c := i.CalledFunc(), i.Call()
	if len(forms) == 0 || c.FTy == nil || fn.FTy == nil {
		return len(forms) == 0
	}
	n := len(c.FTy.Params())
	if c.NArgs < n || c.NArgs > n && !c.FTy.IsVariadic() {
		return false
	}
	return slices.ContainsFunc(forms, func(form Form) bool {
		return form.Matches(fn.FTy) && form.Matches(c.FTy)
	})
}
