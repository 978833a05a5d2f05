// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "strings"

// FreesMemory reports whether f, by its name, is a deallocation function of C or C++: free,
// operator delete (_Zdl) or operator delete[] (_Zda).
func FreesMemory(f *Func) bool {
	return f != nil && (f.Name == "free" || strings.HasPrefix(f.Name, "_Zdl") || strings.HasPrefix(f.Name, "_Zda"))
}

// OnlyReports reports whether f belongs to the sanitizers' runtime that frontends call. Such a
// function prints its arguments, captures none of them, writes no memory of the program, throws
// nothing, and returns or ends the program. For example, @__ubsan_handle_type_mismatch_v1 receives
// an address as a number.
func OnlyReports(f *Func) bool {
	return f != nil && f.Declared && strings.HasPrefix(f.Name, "__ubsan_handle_")
}
