// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"plain ö\u00a0":   "plain ö\u00a0",
		"a\nb\tc\x7f":     `a\0Ab\09c\7F`,
		"\u009b1m\xff":    `\C2\9B1m\FF`,
		"\u202ea\u2066":   `\E2\80\AEa\E2\81\A6`,
		"\u200e\u061c":    `\E2\80\8E\D8\9C`,
		"\u2028\ufeffend": `\E2\80\A8\EF\BB\BFend`,
	} {
		if got := ir.Clean(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestCleanWriter(t *testing.T) {
	var b strings.Builder
	w := ir.CleanWriter(&b)
	for _, s := range []string{"@s = c\"a\x1b\n::error\"\n", "; don't \"\n", "define @\"f\u202e\"() {\n\tret\n}\n"} {
		if n, err := w.Write([]byte(s)); n != len(s) || err != nil {
			t.Fatal(n, err)
		}
	}
	want := "@s = c\"a\\1B\\0A::error\"\n; don't \"\ndefine @\"f\\E2\\80\\AE\"() {\n\tret\n}\n"
	if b.String() != want {
		t.Errorf("got\n%q\nwant\n%q", b.String(), want)
	}
}
