// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/legalise"
)

// Lacking returns a warning, or nil, with the functions that the program calls and that nobody has, and
// with the first call of each. Calls count in functions that an entry, a constructor or a destructor
// references, perhaps through other functions and variables.
func (p *Program) Lacking(entry string) (e *ir.Error) {
	first, err := p.entry(entry)
	if err != nil {
		return nil // Run reports it
	}
	var work ir.Worklist[ir.Value]
	var names []string
	for _, f := range slices.Concat(p.ctors, []*function{first}, p.dtors) {
		work.Add(f.ir)
	}
	call := func(i *ir.Instr) {
		f := i.CalledFunc()
		switch {
		case f == nil, slices.Contains(names, f.Name):
			return
		case f.IsIntrinsic():
			if coroIntrinsics[f.Intrinsic()] != nil || codeOf(f) != nil || legalise.Covers(f.Name) {
				return
			}
		default:
			if fn := p.first[p.address(f)>>32].fn; !fn.ir.Declared || fn.lib != nil {
				return
			}
		}
		names = append(names, f.Name)
		if e == nil {
			e = ir.Warningf(placeOf(i), "the interpreter lacks functions that the program calls, and such a call ends the run:")
			e.Source, e.File = sourceOf(i), fileOf(i)
		} else {
			e.Msg += ","
			e.Notes = append(e.Notes, noteAt(i, "@"+f.Name+" is called here, in "+funcName(i)))
		}
		e.Msg += " @" + f.Name
		if e.Hint == "" && !f.IsIntrinsic() {
			e.Hint = externHint
		}
	}
	for v := range work.All {
		if other := p.linked[v]; other != nil {
			work.Add(other)
			continue
		}
		if f, ok := v.(*ir.Func); ok {
			if f.Load() != nil {
				continue // a call of it reports the error
			}
			for i := range f.Instrs() {
				call(i)
			}
		}
		ir.AddReferences(&work, v)
	}
	return e
}
