// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// errorCases are inputs with one mistake. The mark § precedes the position that the error names.
var errorCases = []struct{ src, msg, hint string }{
	{"define void @f() {\n  %x = add i32 §%y, 1\n  ret void\n}", "use of undefined value '%y'", ""},
	{"define void @f() {\n  %x = add i32 §%\"a b\", 1\n  ret void\n}", `use of undefined value '%"a b"'`, ""},
	{"define void @f() {\n  %x = add i32 §%7, %z\n  ret void\n}", "use of undefined value '%7'", ""},
	{"define void @f() {\n  br label §%nope\n}", "use of undefined value '%nope'", ""},
	{"define void @f() {\n  call void §@nope()\n  ret void\n}", "use of undefined value '@nope'", ""},
	{"@g = global ptr §@nope", "use of undefined value '@nope'", ""},
	{"@g = global ptr §@5", "use of undefined value '@5'", ""},
	{"define void @f() {\n  §frobnicate i32 1\n  ret void\n}", `expected instruction opcode, found "frobnicate"`, ""},
	{"define void @f() {\n  §lod i32, ptr null\n  ret void\n}", `expected instruction opcode, found "lod"`,
		"did you mean 'load'?"},
	{"define void @f(i32 %a) {\n  %x = load i32, ptr §%a\n  ret void\n" +
		"}", "'%a' defined with type 'i32' but expected 'ptr'", ""},
	{"define void @f() {\n  %5 = add i32 1, 2\n  §%4 = add i32 1, 2\n  ret void\n" +
		"}", "instruction expected to be numbered '%6' or greater", ""},
	{"define void @f(i32 %3, i32 §%2) {\n  ret void\n}", "argument expected to be numbered '%4' or greater", ""},
	{"define void @f() {\n  br label %5\n5:\n  br label %5\n§3:\n  ret void\n" +
		"}", "label expected to be numbered '6' or greater", ""},
	{"define void @f() {\n  %a = add i32 1, 2\n  §%a = add i32 1, 2\n  ret void\n" +
		"}", "multiple definition of local value named 'a'", ""},
	{"define i32 @f() {\n  ret §i64 0\n}", "value doesn't match function result type 'i32'", ""},
	{"define void @f() {\n  §%x = call void @f()\n  ret void\n}", "instructions returning void cannot have a name", ""},
	{"define void @f() {\n  ret void, !dbg §!7\n}", "use of undefined metadata '!7'", ""},
	{"define void @f() §#3000000000 {\n  ret void\n}", "attribute group number '#3000000000' is too large", ""},
	{"define void @f(i32 %0) {\n  %3§.x = alloca i32\n  ret void\n}", "expected '=' after instruction id", ""},
	{"define void @f() §nounwnd {\n  ret void\n}", `expected '{' in function body, found "nounwnd"`,
		"did you mean 'nounwind'?"},
	{"define void @f(i32 §noundeff %x) {\n  ret void\n}", `expected ')' at end of argument list, found "noundeff"`,
		"did you mean 'noundef'?"},
	{"attributes #0 = { nounwind §nonul }\n", `unknown attribute "nonul"`, "did you mean 'nonnull'?"},
	{"define void @f() {\n  %x = alloca §%T\n  ret void\n}", "use of undefined type named 'T'", ""},
	{"%T = type opaque\ndefine void @f() {\n  %x = alloca §%T\n  ret void\n}", "cannot allocate unsized type", ""},
	{"define void @f() {\n  %x = add i32 §1.0, 2\n  ret void\n}", "floating point constant invalid for type", ""},
	{"@g = global float §1.1", "floating point constant invalid for type", ""},
	{"@g = global half §0.1", "floating point constant invalid for type", ""},
	{"@g = global half §65536.0", "floating point constant invalid for type", ""},
	{"@g = global half §0x3FF8000000000001", "floating point constant invalid for type", ""},
	{"@g = global bfloat §1.01", "floating point constant invalid for type", ""},
	{"@g = global half §0xK3FFF8000000000000000", "floating point constant invalid for type", ""},
	{"define void @f() {\n  %x = add §ptr null, null\n  ret void\n}", "invalid operand type for instruction", ""},
	{"define void @f() {\n  %x = and §float 1.0, 1.0\n  ret void\n" +
		"}", "instruction requires integer or integer vector operands", ""},
	{"define void @f(ptr %p) {\n  %x = getelementptr { i32 }, §ptr %p, i32 0, i32 1\n  ret void\n" +
		"}", "invalid getelementptr indices", ""},
	{"define void @f(ptr %p) {\n  %x = getelementptr i32, ptr %p, §float 1.0\n  ret void\n" +
		"}", "getelementptr index must be an integer", ""},
	{"define void @f(i64 %p) {\n  %x = trunc §i64 %p to i128\n  ret void\n" +
		"}", "invalid cast opcode for cast from 'i64' to 'i128'", ""},
	{"define void @f(i64 %p) {\n  switch i64 %p, label %a [\n    i64 1, label %a\n    §i64 1, label %a\n  ]\na:\n" +
		"  ret void\n}", "duplicate case value in switch", ""},
	{"define void @f(i1 %c) {\n  br §i32 0, label %a, label %a\na:\n  ret void\n" +
		"}", "branch condition must have 'i1' type", ""},
	{"define void @f() {\na:\n  ret void\n§a:\n  ret void\n}", "unable to create block named 'a'", ""},
	{"define void @f() §{\n}", "function body requires at least one basic block", ""},
	{"define void @f() §{\n  ret void\n", "found end of file in a function body that opens here", ""},
	{"define void @f() {\n  %x = add i32 1, 2\n§}", `expected instruction opcode, found "}"`, ""},
	{"define void @f(i32 %x) {\n  %y = phi i32 [ %z, %0 ]\n  §%z = add i64 0, 0\n  ret void\n" +
		"}", "instruction forward referenced with type 'i32'", ""},
	{"define void @f(i32 %x) {\n  call §void (i32, i32) @f(i32 1)\n  ret void\n" +
		"}", "not enough parameters specified for call", ""},
	{"define void @f(i32 %x) {\n  call void (i32) @f(i32 1, §i32 2)\n  ret void\n}", "too many arguments specified",
		""},
	{"define void @f(i32 %x) {\n  call void ({ i32, i8 }, i32) @f({ i32, i8 } zeroinitializer, §i64 1)\n  ret void\n}",
		"argument is not of expected type 'i32'", ""},
	{"@g = global i32 §null", "null must be a pointer type", ""},
	{"@g = global [2 x i32] §[i32 1]", "constant expression type mismatch: got an array of 1 elements but expected " +
		"'[2 x i32]'", ""},
	{"@g = global { i32, i8 } §{ i32 1, i32 2 }", "element 1 of struct initializer doesn't match struct element type",
		""},
	{"@g = global ptr §%x", "invalid use of function-local name", ""},
	{"@g = §gloobal i32 0", `expected 'global' or 'constant', found "gloobal"`, "did you mean 'global'?"},
	{"@g = global i32 0, §alignn 4", `unknown global variable property "alignn"`, "did you mean 'align'?"},
	{"@g = global i32 0\n§@\"\" = alias i32, ptr @g", "an alias or ifunc must have a name", ""},
	{"@g = global i32 0, align §3", "alignment is not a power of two", ""},
	{"@g = global i8 0, comdat(§$c)", "use of undefined comdat '$c'", ""},
	{"declare void @f(i32 %x, i32 §%x)", "redefinition of argument '%x'", ""},
	{"@a = global i32 0\n§@a = global i32 0", "redefinition of global '@a'", ""},
	{"declare void @f()\n§define void @f() {\n  ret void\n}", "invalid redefinition of function 'f'", ""},
	{"%a = type { i32 }\n§%a = type { i8 }", "redefinition of type '%a'", ""},
	{"§frob @x", "expected top-level entity", ""},
	{"!0 = !{§!1}", "use of undefined metadata '!1'", ""},
	{"!0 = !{}\n§!0 = !{}", "metadata id is already used", ""},
	{"!0 = !DIFile(filename: \"a\", §filename: \"b\")", "field 'filename' cannot be specified more than once", ""},
	{"!0 = !DIFile(§\"a\")", `expected field label here, found "\"a\""`, ""},
	{"define void @f() {\n  %x = load §i33000000000, ptr null\n  ret void\n}", "bitwidth for integer type out of range",
		""},
	{"define void @f() {\n  %x = icmp §eqq i32 0, 1\n  ret void\n}", `expected icmp predicate (e.g. 'eq'), found "eqq"`,
		"did you mean 'eq'?"},
	{"define void @f(i32 %n) {\n  %x = load atomic i32, ptr null §seqcst, align 4\n  ret void\n" +
		"}", `expected ordering on atomic instruction, found "seqcst"`, "did you mean 'seq_cst'?"},
	{"define void @f(i32 %n) {\n  %x = extractvalue §{ i32 } undef, 1\n  ret void\n" +
		"}", "invalid indices for extractvalue", ""},
	{"define void @f(i32 %n) {\n  store i32 %n, ptr null, §aling 4\n  ret void\n" +
		"}", `expected metadata or 'align', found "aling"`, ""},
	{"%a = type §{ %a }\n@x = global %a zeroinitializer", "identified structure type 'a' is recursive", ""},
	{"define void @f(i32 %n) memory(argmem: §rea) {\n  ret void\n}", `unknown memory access "rea"`,
		"did you mean 'read'?"},
	{"define §fastc void @f(i32 %n) {\n  ret void\n}", `expected type, found "fastc"`, "did you mean 'fastcc'?"},
	{"define void @f(i32 %n) {\n  %v = insertelement §<4 x i32> undef, float 0.0, i32 0\n  ret void\n" +
		"}", "invalid insertelement operands", ""},
	{"define void @f(i32 %n) {\n  %v = select §i32 0, i32 0, i32 1\n  ret void\n" +
		"}", "select condition must be i1 or <n x i1>", ""},
	{"define void @f(i32 %n) {\n  ret void\n} §trailing", "expected top-level entity", ""},
	{"define void @f(i32 %n) {\n  ret void %n\n§}", "expected '=' after instruction name", ""},
	{"define void @f(i32 %n) {\n  %a = add nuw nsw §exact i32 1, 2\n  ret void\n}", `expected type, found "exact"`, ""},
	{"define void @f(i32 %n) {\n    #§dbg_valu(i32 %n, !0, !0, !0)\n  ret void\n}\n!0 = !{}",
		`expected debug record type here, found "dbg_valu"`, "did you mean 'dbg_value'?"},
	{"define void @f() {\n  %x = freeze label §%y\ny:\n  ret void\n}", "a label is not allowed here", ""},
	{"define void @f() {\n  musttail call void @f(§...)\n  ret void\n" +
		"}", "unexpected ellipsis in argument list for musttail call in non-varargs function", ""},
	{"define void @f() {\n  br label %x\nx:\n  %y = add i32 §%x, 1\n  ret void\n" +
		"}", "'%x' defined with type 'label' but expected 'i32'", ""},
	{"define void @f(i32 %x) {\n  br label §%x\n}", "'%x' is not a basic block", ""},
	{"@s = global [3 x i8] §c\"ab\"", "constant expression type mismatch: got type '[2 x i8]' but expected '[3 x i8]'",
		""},
	{"@s = global [3 x i8] c§\"ab", "end of file in string constant", ""},
	{"define void @f() {\n  ret void\n}\n§@ = global i32 0", "expected a name here", ""},
	{"@g = global i32 zext (i1 §%x to i32)", "invalid use of function-local name", ""},
	{"@g = global ptr §getelementptr ({ i32 }, ptr @g, i32 0, i32 3)", "invalid getelementptr indices", ""},
	{"declare void @f(ptr captures(§addres))", `unknown capture component "addres"`, "did you mean 'address'?"},
	// typed pointers
	{"@g = global i32 0\n@p = global i8* §@g", "'@g' defined with type 'i32*' but expected 'i8*'", ""},
	{"define void @f(i32* %p) {\n  %x = load §i64, i64* %p\n  ret void\n}", "", ""},
	{"define void @f(i32* %p) {\n  %x = §load i64, i32* %p\n  ret void\n" +
		"}", "explicit pointee type 'i64' doesn't match operand's pointee type 'i32'", ""},
	{"define void @f(i32* %p) {\n  store §i64 0, i32* %p\n  ret void\n" +
		"}", "stored value and pointer type do not match ('i64' and 'i32')", ""},
	{"declare void @g(i32)\ndefine void @f(i32* %p) {\n  call void §@g(i64 1)\n  ret void\n" +
		"}", "'@g' defined with type 'void (i32)*' but expected 'void (i64)*'", ""},
	{"declare §void* @f()", "pointers to void are invalid; use i8* instead", "use i8* instead"},
}

func TestErrors(t *testing.T) {
	for _, c := range errorCases {
		want := strings.Index(c.src, "§")
		src := strings.Replace(c.src, "§", "", 1)
		_, err := parse.Module("x.ll", []byte(src))
		e := ir.AsError(err)
		switch {
		case e == nil:
			t.Errorf("%s\nerror %v, want %q", src, err, c.msg)
		case c.msg == "":
			// require only an error with a position
		case e.Msg != c.msg:
			t.Errorf("%s\nerror %q\nwant  %q", src, e.Msg, c.msg)
		case e.Pos != ir.PosAt(want):
			t.Errorf("%s\n%q at %d, want %d: %s", src, e.Msg, e.Pos.Offset(), want, where([]byte(src), err))
		case e.Hint != c.hint && c.hint != "":
			t.Errorf("%s\nhint %q, want %q", src, e.Hint, c.hint)
		}
		if e != nil && !e.Pos.IsValid() {
			t.Errorf("%s\nerror %q has no place", src, e.Msg)
		}
	}
}

// TestStrayCharacters puts each character between two words, and inside of two names. Only blanks
// separate words, and only the characters of names continue one.
func TestStrayCharacters(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for c := range 256 {
		s := string([]byte{byte(c)})
		inName := strings.Contains(letters+"0123456789_-$.", s)
		for _, x := range []struct {
			src  string
			want bool
		}{
			{"declare void" + s + "@f()", strings.Contains(" \t\n\r", s)},
			{"declare void @f" + s + "f()", inName},
			{"define void @f() {\n  br label %l" + s + "5\nl" + s + "5:\n  ret void\n}", inName},
			{"!a" + s + "41 = !{}", inName || s == `\`},
		} {
			if _, err := parse.Module("x.ll", []byte(x.src)); (err == nil) != x.want {
				t.Errorf("%q: error %v", x.src, err)
			}
		}
	}
}

// TestNesting checks that excessive nesting is an error with a position, and that less deep nesting
// is accepted.
func TestNesting(t *testing.T) {
	deep := func(open, core, shut string, n int) string {
		return strings.Repeat(open, n) + core + strings.Repeat(shut, n)
	}
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString("%t" + itoa(i) + " = type { i32, %t" + itoa(i+1) + " }\n")
		}
		b.WriteString("%t" + itoa(n) + " = type { i8 }\n@g = global %t0 zeroinitializer\n")
		return b.String()
	}
	for name, gen := range map[string]func(n int) string{
		"types":     func(n int) string { return "@g = external global " + deep("{ ", "i32", " }", n) },
		"arrays":    func(n int) string { return "@g = external global " + deep("[1 x ", "i32", "]", n) },
		"pointers":  func(n int) string { return "@g = external global i32" + strings.Repeat("*", n) },
		"functions": func(n int) string { return "@g = external global " + deep("void (", "i32", ")*", n) },
		"constants": func(n int) string { return "@g = global i64 " + deep("add (i64 ", "1", ", i64 1)", n) },
		"metadata":  func(n int) string { return "!0 = " + deep("!{", "null", "}", n) },
		"nodes":     func(n int) string { return "!0 = " + deep("!DIX(a: ", "null", ")", n) },
		"structs":   func(n int) string { return chain(4 * n) },
	} {
		if _, err := parse.Module("x", []byte(gen(100))); err != nil {
			t.Errorf("%s, 100 levels: %v", name, err)
		}
		for _, n := range []int{400, 20000} {
			_, err := parse.Module("x", []byte(gen(n)))
			if e := ir.AsError(err); e == nil || !e.Pos.IsValid() || !strings.Contains(e.Msg, "levels") {
				t.Errorf("%s, %d levels: %v", name, n, err)
			}
		}
	}
}

// TestUnknownWord inserts an unknown word before every token of a file that uses the whole grammar.
// Each time, reading the file must fail with a position.
func TestUnknownWord(t *testing.T) {
	for _, file := range []string{"instructions.ll", "typed.ll", "swift.ll"} {
		text := readTestdata(t, file)
		step := 1
		if testing.Short() {
			step = 13
		}
		offs := tokenStarts(text)
		for k := 0; k < len(offs); k += step {
			o := offs[k]
			src := text[:o] + " zork " + text[o:]
			_, err := parse.Module(file, []byte(src))
			e := ir.AsError(err)
			if e == nil || !e.Pos.IsValid() {
				line := text[strings.LastIndexByte(text[:o], '\n')+1:]
				line, _, _ = strings.Cut(line, "\n")
				t.Errorf("%s: no error (%v) for a word at offset %d, before %.20q in %s", file, err, o, text[o:], line)
			}
		}
	}
}

// tokenStarts returns the offsets of all tokens outside of strings, comments and names.
func tokenStarts(s string) []int {
	var out []int
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\n':
			i++
		case c == ';':
			i += strings.IndexByte(s[i:], '\n')
		case c == '"':
			out = append(out, i)
			i += strings.IndexByte(s[i+1:], '"') + 2
		default:
			out = append(out, i)
			j := i + 1
			for j < len(s) && strings.IndexByte(" \n;\",()[]{}<>=|*", s[j]) < 0 && strings.IndexByte(",()[]{}<>=|*",
				c) < 0 {
				j++
			}
			if j < len(s) && s[j] == '"' && strings.IndexByte("%@!$c", c) >= 0 && j == i+1 {
				j += strings.IndexByte(s[j+1:], '"') + 2
			}
			i = j
		}
	}
	return out
}
