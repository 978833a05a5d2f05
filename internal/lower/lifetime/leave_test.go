// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import "testing"

// TestInStd checks that only functions without template arguments count as the C++ library's own.
func TestInStd(t *testing.T) {
	for name, want := range map[string]bool{
		"_ZSt20__throw_length_errorPKc":                               true,
		"_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE": true,
		"_ZSt9terminatev": true,
		"_ZNSt3__120__throw_length_errorB8ne220100EPKc": true,
		"_ZNSt6thread4joinEv":                           true,
		"_ZNSt9exceptionD1Ev":                           true,
		"_ZNSt7__cxx1110_List_node_base4swapERS0_S1_":   true,
		"_ZSt4fillB5cxx11Pc":                            true,

		"_ZSt17throw_with_nestedI1XEvOT_":                         false,
		"_ZSt17throw_with_nestedB5cxx11I1XEvOT_":                  false,
		"_ZNSt6vectorI1XSaIS0_EE9push_backERKS0_":                 false,
		"_ZNSt3__16vectorI1XNS_9allocatorIS1_EEE9push_backERKS1_": false,
		"_ZNSt6thread5startI1XEEvT_":                              false,
		"_ZNKSt8functionIFvvEEclEv":                               false,
		"_Z3dieNSt6threadE":                                       false,
		"_ZN4mine3dieEv":                                          false,
		"_ZSt99fill":                                              false,
		"_ZSt99999999999999999999fill":                            false,
		"_ZNSt4join":                                              false,
		"_ZSt":                                                    false,
		"die":                                                     false,
	} {
		if got := inStd(name); got != want {
			t.Errorf("inStd(%q) = %t, want %t", name, got, want)
		}
	}
}
