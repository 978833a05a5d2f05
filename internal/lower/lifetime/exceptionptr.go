// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The functions of std::exception_ptr, in libstdc++ and libc++. Promises contain an exception_ptr, and
// these functions get its address, although their bodies are unknown. Each pointer that they receive
// is the address of one exception_ptr, which is the size of a pointer. They access nothing else
// through it, and do not keep it.

import "github.com/corolower/corolower/internal/ir"

var exceptionPtrFuncs = map[string]bool{
	"_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv":           true,
	"_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv":         true,
	"_ZNSt15__exception_ptr13exception_ptrC1ERKS0_":               true,
	"_ZNSt15__exception_ptr13exception_ptrC2ERKS0_":               true,
	"_ZNSt15__exception_ptr13exception_ptrD1Ev":                   true,
	"_ZNSt15__exception_ptr13exception_ptrD2Ev":                   true,
	"_ZNSt15__exception_ptr13exception_ptr4swapERS0_":             true,
	"_ZNSt13exception_ptrC1ERKS_":                                 true,
	"_ZNSt13exception_ptrC2ERKS_":                                 true,
	"_ZNSt13exception_ptrD1Ev":                                    true,
	"_ZNSt13exception_ptrD2Ev":                                    true,
	"_ZSt17current_exceptionv":                                    true,
	"_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE": true,
	"_ZSt17rethrow_exceptionSt13exception_ptr":                    true,
}

// ofExceptionPtr reports whether an instruction calls such a function.
func ofExceptionPtr(i *ir.Instr) bool {
	g := i.CalledFunc()
	return g != nil && g.Declared && exceptionPtrFuncs[g.Name] && len(i.Call().Bundles) == 0
}

// exceptionPtr executes a call of such a function. It may run the destructor of an exception, which
// may be any code.
func (w *pathSearch) exceptionPtr(s *abstractState, i *ir.Instr, n int, g *ir.Func) []callOut {
	size := w.an.facts.Layout.PtrSize(0)
	for k := range i.NumCallArgs() {
		a := w.eval(s, i.Arg(k))
		if a.kind == knownFrame {
			w.readFrame(s, i, a, size)
			a = w.frameAddr(a)
		}
		if a.kind == knownAddr {
			w.leakContents(s, i, a, size)
			s.store(a, size, abstractValue{}, w.at(i))
		}
	}
	s.clobber()
	return w.outcomes(s, i, n, abstractValue{}, g)
}
