// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Shared is the data that successive units over one source have in common when one goroutine sends
// them through the passes: types, constants, attribute groups, and the data that the source keeps
// for the next unit. All of it comes from the file and never changes, so earlier units cannot
// influence a later one.
//
// Shared does not hold symbols, bodies and metadata nodes, which passes change, nor types that
// passes add. If part of a unit could not be read, nothing of the unit is shared (Spoil), so the
// next unit that loads the part gets the error again.
type Shared struct {
	source    Source
	types     *Types
	consts    map[constKey]*Const
	groups    []*attrGroup       // by number, up to denseGroups; nil: not known yet
	farGroups map[int]*attrGroup // with larger numbers
	symbols   map[string]Value
	ofSource  any
	spoiled   bool
}

// Limits of the data that is kept from unit to unit, so that a large file does not accumulate in
// memory.
const (
	keptTypes   = 1 << 12
	keptConsts  = 1 << 12
	keptSymbols = 1 << 10
)

func newShared(src Source) *Shared {
	return &Shared{source: src, types: NewTypes(), consts: make(map[constKey]*Const), symbols: make(map[string]Value)}
}

// next returns the shared data for the unit after those that used s, which may be nil.
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

// Spoil records an error, so that nothing the unit loaded is kept for later units.
func (m *Module) Spoil() { m.shared.spoiled = true }

// OfSource returns the slot for data that the source keeps for all units that share types.
func (m *Module) OfSource() *any { return &m.shared.ofSource }
