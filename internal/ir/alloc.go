package ir

import "strings"

// FreesMemory reports the functions of C and C++ that give memory back, by their names.
func FreesMemory(f *Func) bool {
	return f != nil && (f.Name == "free" || strings.HasPrefix(f.Name, "_Zdl") || strings.HasPrefix(f.Name, "_Zda"))
}

// OnlyReports reports the functions of the sanitizers' runtime that frontends call: they print what
// they are given, keep none of it, write no memory of the program, throw nothing, and return or end
// the program. For example, @__ubsan_handle_type_mismatch_v1 gets an address as a number.
func OnlyReports(f *Func) bool {
	return f != nil && f.Declared && strings.HasPrefix(f.Name, "__ubsan_handle_")
}
