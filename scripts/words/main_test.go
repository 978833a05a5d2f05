// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompare compares a small tree, in which each kind has a word that the reader knows and one that it
// does not know.
func TestCompare(t *testing.T) {
	tree := t.TempDir()
	for file, text := range map[string]string{
		"llvm/lib/AsmParser/LLLexer.cpp": "KEYWORD(fastcc);\nKEYWORD(newcc);\n// Summary index keywords.\nKEYWORD(unread);\n" +
			"#undef KEYWORD\nTYPEKEYWORD(\"half\", x);\nTYPEKEYWORD(\"quarter\", x);\nINSTKEYWORD(load, Load); INSTKEYWORD(fetch, Fetch);\n",
		"llvm/include/llvm/IR/Attributes.td": "def A : EnumAttr<\"noipa\", X, [Y]>;\ndef B : IntAttr<\"newattr\", X, [Y]>;\n",
		"llvm/lib/AsmParser/LLParser.cpp": "case lltok::kw_fmaximumnum:\n  Operation = AtomicRMWInst::A;\ncase lltok::kw_newop:\n" +
			"  Operation = AtomicRMWInst::B;\n",
		"llvm/include/llvm/IR/Metadata.def":        "HANDLE_SPECIALIZED_MDNODE_LEAF(DILocation)\nHANDLE_SPECIALIZED_MDNODE_LEAF_UNIQUABLE(DINew)\n",
		"llvm/include/llvm/BinaryFormat/Dwarf.def": "HANDLE_DW_OP(0x1000, LLVM_fragment, 0, 0, X, Y)\nHANDLE_DW_OP(0x1001, LLVM_new, 0, 0, X, Y)\n",
		"llvm/include/llvm/IR/Intrinsics.td":       "def int_coro_await_suspend_void : X;\ndef int_coro_is_in_ramp : X;\ndef int_coro_new : X;\n",
	} {
		file = filepath.Join(tree, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := compare(&b, tree, "../.."); err != nil {
		t.Fatal(err)
	}
	const want = `keywords: 2, missing 1: newcc
types: 2, missing 1: quarter
instructions: 2, missing 1: fetch
attributes: 2, missing 1: newattr
atomicrmw: 2, missing 1: newop
metadata nodes: 2, missing 1: DINew
operators of DIExpression: 2, missing 1: LLVM_new
coroutine intrinsics: 3, missing 1: coro_new
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
}
