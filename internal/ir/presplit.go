package ir

// The marker of a coroutine that is still to be split: an attribute since LLVM 15, a string attribute before.
const (
	PresplitAttr   = "presplitcoroutine"
	PresplitString = "coroutine.presplit"
)

// IsPresplit reports a coroutine that is still to be split, in either spelling of the marker.
func IsPresplit(m *Module, f *Func) bool {
	return !f.Declared && (f.Attrs.Has(m, PresplitAttr) || f.Attrs.GetStr(m, PresplitString) != nil)
}
