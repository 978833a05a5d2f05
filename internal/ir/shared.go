package ir

// Shared is what units over one source have in common that one goroutine takes through the passes
// one after the other: types, constants, attribute groups, and what the source keeps ready for the
// next unit. All of it is what the file says and never changes, so that no unit can tell whether
// others came before it.
//
// What it does not hold: symbols, bodies and metadata nodes, which passes change, and types that
// passes add. A unit for which something could not be read leaves nothing behind (Spoil), so that
// the next one that asks for it is told of the error again.
type Shared struct {
	source    Source
	types     *Types
	consts    map[constKey]*Const
	groups    []attrGroup        // by number, up to denseGroups
	farGroups map[int]*attrGroup // of numbers beyond
	symbols   map[string]Value
	ofSource  any
	spoiled   bool
}

// Bounds of what is kept from unit to unit: a large file must not come to be in memory as a whole.
const (
	keptTypes   = 1 << 12
	keptConsts  = 1 << 12
	keptSymbols = 1 << 10
)

func newShared(src Source) *Shared {
	return &Shared{source: src, types: NewTypes(), consts: make(map[constKey]*Const), symbols: make(map[string]Value)}
}

// next gives what a unit begins with that comes behind the ones that used s, which may be nil.
func (s *Shared) next(src Source) *Shared {
	if s == nil || s.spoiled || s.source != src || len(s.types.byStr)+len(s.types.names) > keptTypes {
		return newShared(src)
	}
	s.types.dropAdded()
	if len(s.consts) > keptConsts {
		s.consts = make(map[constKey]*Const)
	}
	if len(s.symbols) > keptSymbols {
		s.symbols = make(map[string]Value)
	} else {
		clear(s.symbols)
	}
	return s
}

// Spoil says that something was wrong: nothing that the unit knows is kept for others.
func (m *Module) Spoil() { m.shared.spoiled = true }

// OfSource is the place for what the source keeps for all units that share types.
func (m *Module) OfSource() *any { return &m.shared.ofSource }
