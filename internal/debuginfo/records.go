// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file finds the debug records that name the variable in a value or an object.

import "github.com/corolower/corolower/internal/ir"

// FullDebug reports whether a unit, which may be nil, describes more than line numbers.
func FullDebug(unit *ir.MDNode) bool {
	if unit == nil {
		return false
	}
	kind := unit.Field("emissionKind")
	return kind != nil && (kind.Text == "FullDebug" || kind.Text == "1")
}

// DeclareOf returns the first record that declares a variable whose storage is exactly v, or nil.
func DeclareOf(v ir.LocalValue) *ir.Instr { return firstRecord(v, "declare") }

func firstRecord(v ir.LocalValue, kind string) *ir.Instr {
	var found *ir.Instr
	for u := v.FirstDbgUse(); u != nil; u = u.Next() {
		if d := u.User(); d.Aux.(*ir.DbgAux).Kind == kind && d.NumArgs() == 1 && Variable(d) != nil {
			found = d // the list is newest first
		}
	}
	return found
}

// RecordsOf returns the first record of each kind that names the variable in v's slot, the best
// kind first. For an object, only a declaration names it.
func RecordsOf(v ir.Value, object bool) []*ir.Instr {
	lv, ok := v.(ir.LocalValue)
	if !ok {
		return nil
	}
	kinds := []string{"declare", "declare_value", "value"}
	if object {
		kinds = kinds[:1]
	}
	var out []*ir.Instr
	for _, kind := range kinds {
		if rec := firstRecord(lv, kind); rec != nil {
			out = append(out, rec)
		}
	}
	return out
}

// Counts holds the number of records of each variable of a function.
type Counts map[Var]int

// CountRecords counts the records of a function's variables.
func CountRecords(m *ir.Module, f *ir.Func) Counts {
	out := Counts{}
	for i := range f.Instrs() {
		for _, d := range i.Dbg {
			if v, ok := VarOf(m, d); ok {
				out[v]++
			}
		}
	}
	return out
}

// AlwaysIs reports whether all records of rec's variable refer to v. Then the slot of v holds that
// variable at all times.
func (c Counts) AlwaysIs(m *ir.Module, v ir.LocalValue, rec *ir.Instr) bool {
	id, ok := VarOf(m, rec)
	n := 0
	for u := v.FirstDbgUse(); u != nil; u = u.Next() {
		if w, ok := VarOf(m, u.User()); ok && w == id {
			n++
		}
	}
	return ok && n == c[id]
}

// VariableName returns the name of the source variable that an alloca holds, or "" if debug info has
// none.
func VariableName(m *ir.Module, alloca *ir.Instr) string {
	list := RecordsOf(alloca, true)
	if rec := ReadOf(m, alloca); rec != nil {
		list = append(list, rec)
	}
	for _, rec := range list {
		if n := m.MDNode(Variable(rec)); n != nil && n.Field("name") != nil {
			return n.Field("name").Text
		}
	}
	return ""
}

// ReadOf returns the first value record that describes a variable by the memory at an address.
// Passes rewrite a declaration to such a record if the variable also has value records.
func ReadOf(m *ir.Module, v ir.LocalValue) *ir.Instr {
	var found *ir.Instr
	for u := v.FirstDbgUse(); u != nil; u = u.Next() {
		if d := u.User(); d.Aux.(*ir.DbgAux).Kind == "value" && Variable(d) != nil && ReadsMemory(m,
			d) {
			found = d // the list is newest first
		}
	}
	return found
}
