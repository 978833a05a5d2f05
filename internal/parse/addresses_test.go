// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"slices"
	"testing"

	"github.com/corolower/corolower/internal/parse"
)

// TestAddresses finds block addresses everywhere except in comments, strings and names. A comment
// ends at any line end.
func TestAddresses(t *testing.T) {
	text := "; blockaddress(@f, %no)\n" +
		"@a = global ptr blockaddress(@f, %one)\n" +
		"@b = global { ptr, ptr addrspace(1) } { ptr ; a comment\r blockaddress ( @\"f\" ,\n" +
		" %\"t w\"), ptr addrspace(1) blockaddress(@g, %3) }\n" +
		"@c = global [22 x i8] c\"blockaddress(@f, %no)\\00\"\n" +
		"@d = global { [3 x i8], ptr addrspace(1) } { [3 x i8] c\"a;b\", ptr ; p\n addrspace( ; one\n" +
		" 1) blockaddress(@g, %x) }\n" +
		"@blockaddress = global i8* blockaddress(@f, %one), section \"blockaddress(@f, %no)\"\n" +
		"define void @f() {\n%blockaddress = add i32 0, 0\n" +
		"call void @use(ptr blockaddress(@f, %in)) ; blockaddress(@f, %no)\nret void\n}\n"
	f, err := parse.Scan("a.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range f.Addresses() {
		got = append(got, a.Func+" "+a.Label+" "+a.Type)
	}
	want := []string{"f one ptr", "f t w ptr", "g \x003 ptr addrspace(1)", "g x ptr addrspace( 1)", "f one i8*",
		"f in ptr"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
