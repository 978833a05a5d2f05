// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Marks on the functions of a split coroutine, for stages after the split.

// SuspendIDMeta is the kind of the metadata that gives a suspend the number from the program: !{i32
// N}.
const SuspendIDMeta = "corolower.suspend"

// PartAttr is the key of the string attribute that says which part of a coroutine a function is,
// for targets that need it after the split. Its value is a Part. Unlike a name, the attribute is
// unambiguous, and other tools preserve it.
const PartAttr = "corolower.coroutine"

// Part is the role of a function that a coroutine is split into.
type Part string

// The parts. If a loop makes the symmetric transfers, a step is the body of a resume part and the
// dispatcher is the loop.
const (
	PartRamp     Part = "ramp"
	PartResume   Part = "resume"
	PartDestroy  Part = "destroy"
	PartCleanup  Part = "cleanup"
	PartStep     Part = "step"
	PartDispatch Part = "dispatch"
)

// PartOf returns the part in a function's mark, or "" if it has none.
func PartOf(m *Module, f *Func) Part {
	if a := f.Attrs.GetStr(m, PartAttr); a != nil {
		return Part(a.Val)
	}
	return ""
}

// MarkPart marks a function as a part.
func MarkPart(m *Module, f *Func, p Part) {
	f.Attrs = f.Attrs.With(m, Attr{Name: PartAttr, Str: true, Val: string(p), Has: true})
}

// PartConvention returns the calling convention of the functions that a frame points to, as
// Func.CC.
func PartConvention(m *Module) string {
	if m.Has(PlainPartConvention) {
		return ""
	}
	return "fastcc"
}
