package ir

// What is known of the functions of a split coroutine by marks on them, for stages behind the
// split.

// SuspendIDMeta is the kind of the metadata by which a suspend carries a number that the program
// gave it: !{i32 N}.
const SuspendIDMeta = "corolower.suspend"

// PartAttr is the key of the string attribute that tells, where the target wants it to be known
// behind the split, which part of a coroutine a function is. It outlives other tools, and says what
// no name does. Its value is a Part.
const PartAttr = "corolower.coroutine"

// A Part is a function that a coroutine becomes.
type Part string

// The parts. A step is a resume part's body where transfers are made by a loop, and the dispatcher
// is that loop.
const (
	PartRamp     Part = "ramp"
	PartResume   Part = "resume"
	PartDestroy  Part = "destroy"
	PartCleanup  Part = "cleanup"
	PartStep     Part = "step"
	PartDispatch Part = "dispatch"
)

// PartOf is the part that a function is marked as; "" without a mark.
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
