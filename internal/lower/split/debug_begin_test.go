// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/split"
)

// TestFirstRecords: a part says at its beginning that a variable is unknown only if LLVM would
// otherwise take the first record to hold from there, and never before a record whose value LLVM may
// lose later in the block.
func TestFirstRecords(t *testing.T) {
	const parameter, local = "!20", "!8"
	for _, tc := range []struct{ name, code, want string }{
		{"parameter in the frame", "#dbg_value(i32 poison, V, !DIExpression(), !7)\n #dbg_value(i32 %n, V, !DIExpression(), !7)",
			"memory"},
		{"parameter that is computed", "#dbg_value(i32 poison, V, !DIExpression(), !7)\n %b = add i32 %n, 1\n" +
			" call void @usei(i32 %b)\n #dbg_value(i32 %b, V, !DIExpression(), !7)", "computed"},
		{"parameter that gets a constant", "call void @usei(i32 1)\n #dbg_value(i32 5, V, !DIExpression(), !7)",
			"unknown constant"},
		{"parameter that is a constant", "#dbg_value(i32 5, V, !DIExpression(), !7)", "constant"},
		{"parameter with no value", "call void @usei(i32 1)\n #dbg_value(i32 poison, V, !DIExpression(), !7)", "unknown"},
		{"parameter whose memory changes", "call void @usei(i32 1)\n #dbg_value(i32 %n, V, !DIExpression(), !7)",
			"unknown memory"},
		{"parameter whose memory changes, and then it", "call void @usei(i32 1)\n #dbg_value(i32 %n, V, !DIExpression(), !7)\n" +
			" %b = add i32 %n, 1\n call void @usei(i32 %b)\n #dbg_value(i32 %b, V, !DIExpression(), !7)", "computed"},
		{"local that is computed", "L#dbg_value(i32 poison, V, !DIExpression(), !7)\n %b = add i32 %n, 1\n" +
			" call void @usei(i32 %b)\n #dbg_value(i32 %b, V, !DIExpression(), !7)", "computed"},
		{"local whose memory changes", "Lcall void @usei(i32 1)\n #dbg_value(i32 %n, V, !DIExpression(), !7)", "memory"},
		{"local that gets a constant", "Lcall void @usei(i32 1)\n #dbg_value(i32 5, V, !DIExpression(), !7)",
			"unknown constant"},
		{"declared local", "L#dbg_value(i32 poison, V, !DIExpression(), !7)\n %b = add i32 %n, 1\n call void @usei(i32 %b)\n" +
			" #dbg_value(i32 %b, V, !DIExpression(), !7)\n #dbg_declare(ptr %o, V, !DIExpression(), !7)",
			"declared memory unknown computed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, isLocal := strings.CutPrefix(tc.code, "L")
			v := parameter
			if isLocal {
				v = local
			}
			text := strings.NewReplacer("presplitcoroutine  {", "presplitcoroutine !dbg !4 {",
				"  br label %at.0\n", "  %o = alloca i32\n  br label %at.0\n",
				"  call void @yield(i32 1)\n", "  "+strings.ReplaceAll(code, "V,", v+",")+
					"\n  call void @keep(ptr %o)\n  call void @usei(i32 %n)\n  call void @yield(i32 1)\n").
				Replace(yields(4, "", "")) + "declare void @keep(ptr)\ndeclare void @usei(i32)\n" + debug +
				"!20 = !DILocalVariable(name: \"p\", arg: 1, scope: !4, file: !1, line: 2, type: !6)\n"
			_, body := splitYields(t, text, split.Options{Continuations: true})
			var got []string
			for _, l := range strings.Split(body["f.resume.0"], "\n") {
				switch {
				case !strings.Contains(l, "#dbg_"):
				case strings.Contains(l, "_declare("):
					got = append(got, "declared")
				case strings.Contains(l, "poison"):
					got = append(got, "unknown")
				case strings.Contains(l, "%hdl"):
					got = append(got, "memory")
				case strings.Contains(l, "i32 5"):
					got = append(got, "constant")
				default:
					got = append(got, "computed")
				}
			}
			if s := strings.Join(got, " "); s != tc.want {
				t.Errorf("%s, want %s\n%s", s, tc.want, body["f.resume.0"])
			}
		})
	}
}
