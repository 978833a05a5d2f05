package ir

import "strings"

// FreesMemory reports the functions of C and C++ that give memory back, by their names.
func FreesMemory(f *Func) bool {
	return f != nil && (f.Name == "free" || strings.HasPrefix(f.Name, "_Zdl") || strings.HasPrefix(f.Name, "_Zda"))
}
