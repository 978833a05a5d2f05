// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"cmp"

	"strings"
)

// The attributes that say how a function treats denormal numbers: before LLVM 23 of all types and of
// float, and from 23 on of both.
const (
	DenormalsAttr      = "denormal-fp-math"
	FloatDenormalsAttr = "denormal-fp-math-f32"
	DenormalEnvAttr    = "denormal_fpenv"
)

// Denormals says how a function treats denormal numbers: "ieee", "preservesign" or "positivezero" if
// it may flush them, and "dynamic" if that is known only at run time.
type Denormals struct{ Results, Operands string }

// Denormals returns how the function treats denormal numbers of float, or of the other types.
func (f *Func) Denormals(m *Module, float bool) Denormals {
	text, sep := "", ","
	if a := f.Attrs.Get(m, DenormalEnvAttr); a != nil {
		all, floats, _ := strings.Cut(a.Val, "float:")
		if text, sep = strings.Trim(all, " ,"), "|"; float && floats != "" {
			text = floats
		}
	} else {
		a := f.Attrs.GetStr(m, DenormalsAttr)
		if b := f.Attrs.GetStr(m, FloatDenormalsAttr); b != nil && float {
			a = b
		}
		if a != nil {
			text = strings.ReplaceAll(a.Val, "-", "") // "preserve-sign"
		}
	}
	results, operands, two := strings.Cut(text, sep)
	results, operands = strings.TrimSpace(results), strings.TrimSpace(operands)
	results = cmp.Or(results, "ieee")
	if !two {
		operands = results
	}
	return Denormals{results, operands}
}
