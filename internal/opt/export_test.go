// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

import "github.com/corolower/corolower/internal/ir"

// RepairSwap repairs SSA form as if two values were swapped in a block.
func RepairSwap(m *ir.Module, f *ir.Func, a, b *ir.Instr, in *ir.Block) {
	var s ssaRepair
	s.define(a, b, in)
	s.define(b, a, in)
	s.run(m, f)
}

// UnusualAttrs lists the attributes that inlining compares or merges only if a function has an unusual
// one.
func UnusualAttrs() (enums, strings []string) {
	enums = append(enums, instrumenting[:]...)
	enums = append(enums, protecting[:]...)
	enums = append(enums, guards[:]...)
	enums = append(enums, "noimplicitfloat")
	strings = append(strings, guarding[:]...)
	strings = append(strings, weakened[:]...)
	strings = append(strings, required[:]...)
	return enums, append(strings, "use-soft-float", "no-builtins", "no-builtin-memcpy", "loader-replaceable", "aarch64_za",
		"denormal-fp-math", "denormal-fp-math-f32", "probe-stack", "stack-probe-size")
}
