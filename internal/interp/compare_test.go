// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/interp"
)

// compare returns the exit code of two programs, or the text of the difference.
func compare(t *testing.T, before, after string, o interp.Options) (code int, failure string) {
	t.Helper()
	if o.MaxSteps == 0 {
		o.MaxSteps = 1e6
	}
	code, err := interp.Compare(load(t, layout+before), load(t, layout+after), o, "main")
	if err != nil {
		failure = err.Error()
	}
	var d *interp.Difference
	if errors.As(err, &d) {
		second, first := d.Findings()
		failure = second.Error() + " | " + first.Error()
	}
	return code, failure
}

const print3 = "define i32 @main() {\n  %r = call i32 (ptr, ...) @printf(ptr @d, i32 3)\n  ret i32 5\n}\n"

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		what, before, after string
		want                string
	}{
		{"the same", print3, print3, ""},
		{"the same bytes in two writes", print3,
			"define i32 @main() {\n  %r = call i32 @putchar(i32 51)\n  %s = call i32 @putchar(i32 10)\n" +
				"  ret i32 5\n}\ndeclare i32 @putchar(i32)\n", ""},
		{"other text", print3, strings.Replace(print3, "i32 3", "i32 4", 1),
			`this program writes "4\n" to stdout, and the original writes "3\n" to stdout | the original writes "3\n" to stdout`},
		{"more text", print3, strings.Replace(print3, "  ret", "  %s = call i32 (ptr, ...) @printf(ptr @d, i32 1)\n"+
			"  ret", 1),
			`this program writes "1\n" to stdout, and the original ends with exit code 5 | the original ends with exit code 5`},
		{"less text", print3, "define i32 @main() {\n  ret i32 5\n}\n",
			`this program ends with exit code 5, and the original writes "3\n" to stdout | the original writes "3\n" to stdout`},
		{"another exit code", print3, strings.Replace(print3, "i32 5", "i32 6", 1),
			"this program ends with exit code 6, and the original ends with exit code 5 | the original ends " +
				"with exit code 5"},
		{"undefined behaviour behind", print3, strings.Replace(print3, "  ret i32 5", "  store i32 0, ptr null\n"+
			"  ret i32 5", 1),
			"this program ends with an error, and the original ends with exit code 5: write of 4 bytes at address " +
				"0: the null pointer, or near it | the original ends with exit code 5"},
		{"undefined behaviour in front", strings.Replace(print3, "  ret i32 5", "  store i32 0, ptr null\n  ret i32 5",
			1), print3,
			"write of 4 bytes at address 0: the null pointer, or near it"},
		{"no end", print3, "define i32 @main() {\n  %r = call i32 (ptr, ...) @printf(ptr @d, i32 3)\n" +
			"  br label %l\nl:\n  br label %l\n}\n",
			"this program has not ended after 20 times as many instructions, and the original ends with exit code " +
				"5: the program has not ended after"},
		{"not to be run", print3, "declare void @unheard_of()\ndefine i32 @main() {\n  call void @unheard_of()\n" +
			"  ret i32 5\n}\n",
			"unsupported: @unheard_of is called"},
	} {
		t.Run(c.what, func(t *testing.T) {
			code, got := compare(t, c.before, c.after, interp.Options{})
			if c.want == "" && (got != "" || code != 5) || c.want != "" && !strings.HasPrefix(got, c.want) {
				t.Errorf("exit code %d, %q, want %q", code, got, c.want)
			}
		})
	}
}

// TestCompareInput checks that each run reads the input from its start.
func TestCompareInput(t *testing.T) {
	const echo = "declare i32 @getchar()\ndeclare i32 @putchar(i32)\ndefine i32 @main() {\n" +
		"  %c = call i32 @getchar()\n  %d = add i32 %c, 0\n  %r = call i32 @putchar(i32 %d)\n  ret i32 0\n}\n"
	_, got := compare(t, echo, strings.Replace(echo, "%c, 0", "%c, 1", 1),
		interp.Options{Stdin: strings.NewReader("ab")})
	if want := `this program writes "b" to stdout, and the original writes "a" to stdout | the original writes "a" to stdout`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
