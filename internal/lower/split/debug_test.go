// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/test/lowertest"
)

// debugModule is a coroutine with debug info. ATTRS stands for its attributes, EARLY precedes
// coro.begin, START is in the ramp's part, AFTER follows the suspend, and NODES is more metadata.
const debugModule = `define ptr @f(i32 %n, ptr byval(i64) %bv, ptr %ref) presplitcoroutine ATTRS !dbg !4 {
entry:
  %promise = alloca i32, align 4
  %x = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null), !dbg !10
  EARLY
  %mem = call ptr @get(), !dbg !10
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem), !dbg !10
  START
  %s = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !11
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ], !dbg !11
cont:
  AFTER
  br label %cleanup, !dbg !11
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl), !dbg !11
  call void @use(ptr %memory), !dbg !11
  br label %suspend, !dbg !11
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none), !dbg !11
  ret ptr %hdl, !dbg !11
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @get()
declare void @use(ptr)
declare void @usei(i32)
declare void @usel(i64)
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_20, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.cpp", directory: "/src")
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", linkageName: "_Z1fv", scope: !1, file: !1, line: 12, type: !3, scopeLine: 12, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !5)
!5 = !{}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocation(line: 13, column: 1, scope: !4)
!11 = !DILocation(line: 14, column: 3, scope: !4)
!20 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 12, type: !6)
!21 = !DILocalVariable(name: "w", scope: !4, file: !1, line: 12, type: !6)
!22 = !DILocalVariable(name: "__promise", scope: !4, type: !6)
!23 = distinct !DIAssignID()
NODES`

type debugCase struct {
	attrs, early, start, after, nodes string
	opts                              split.Options
	version                           ir.Version
}

func (d debugCase) text() string {
	return strings.NewReplacer("ATTRS", d.attrs, "EARLY", d.early, "START", d.start, "AFTER", d.after, "NODES",
		d.nodes).Replace(debugModule)
}

// splitText runs coro-split on every function of a text and prints the module. It verifies the
// result.
func splitText(t *testing.T, text string, opts split.Options, version ir.Version) string {
	t.Helper()
	m, err := parse.Module("debug.ll", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if version != 0 {
		m.Version = version
	}
	c := lowertest.Passes(t, m)
	c.Split.Opts = opts
	for _, f := range append([]*ir.Func(nil), m.Funcs...) {
		if _, err := c.SplitFunc(f); err != nil {
			t.Fatal(err)
		}
	}
	if m.Err != nil {
		t.Fatal(m.Err)
	}
	if l := ir.Verify(m); len(l) > 0 {
		t.Errorf("broken: %v", l)
	}
	out := string(emit.Module(m))
	if _, err := parse.Module("out.ll", []byte(out)); err != nil {
		t.Errorf("output: %v\n%s", err, out)
	}
	return out
}

func (d debugCase) split(t *testing.T) string {
	t.Helper()
	return splitText(t, d.text(), d.opts, d.version)
}

var (
	nodeLine   = regexp.MustCompile(`(?m)^!(\d+) = (.*)$`)
	recordLine = regexp.MustCompile(`(?m)^ +#dbg_(\w+)\((.*), !\d+\)$`)
	nodeName   = regexp.MustCompile(`name: "([^"]*)"`)
	nodeRef    = regexp.MustCompile(`!\d+`)
)

// records lists the debug records of a function with the names of variables, but without locations
// and the prefix DW_OP_.
func records(t *testing.T, module, name string) []string {
	t.Helper()
	nodes := map[string]string{}
	for _, l := range nodeLine.FindAllStringSubmatch(module, -1) {
		nodes["!"+l[1]] = l[2]
	}
	var out []string
	for _, r := range recordLine.FindAllStringSubmatch(lowertest.Function(t, module, name), -1) {
		s := nodeRef.ReplaceAllStringFunc(r[2], func(ref string) string {
			if n := nodeName.FindStringSubmatch(nodes[ref]); n != nil {
				return n[1]
			}
			return "!"
		})
		out = append(out, r[1]+" "+strings.ReplaceAll(strings.ReplaceAll(s, "DW_OP_", ""), "!DIExpression", ""))
	}
	return out
}

func sameStrings(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }

// checkVariables compares the debug records of f.resume, except labels, with those expected.
func checkVariables(t *testing.T, out string, want []string) {
	t.Helper()
	var got []string
	for _, r := range records(t, out, "f.resume") {
		if !strings.HasPrefix(r, "label") {
			got = append(got, r)
		}
	}
	if !sameStrings(got, want) {
		t.Errorf("got  %q\nwant %q\n%s", got, want, lowertest.Function(t, out, "f.resume"))
	}
}

// The frame of debugModule without additions is { resume, destroy, i32 promise, ... }: the first
// 4-byte slot is at 20, and 8-byte slots begin at 24.
func TestValueRecordsInClones(t *testing.T) {
	const twice = "#dbg_value(i32 %n, !20, !DIExpression(), !10)"
	for _, tc := range []struct {
		name string
		debugCase
		want []string
	}{
		{"argument", debugCase{start: twice, after: "#dbg_value(i32 %n, !20, !DIExpression(), !11)\n" +
			" call void @usei(i32 %n)"},
			[]string{"value ptr %hdl, v, (plus_uconst, 20, deref_size, 4, stack_value)",
				"value ptr %hdl, v, (plus_uconst, 20, deref_size, 4, stack_value)"}},
		{"fragment", debugCase{after: "#dbg_value(i32 %n, !20, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !11)\n" +
			" call void @usei(i32 %n)"},
			[]string{"value ptr %hdl, v, (plus_uconst, 20, deref_size, 4, stack_value, LLVM_fragment, 0, 16)"}},
		{"computed in the expression", debugCase{
			after: "#dbg_value(i32 %n, !20, !DIExpression(DW_OP_constu, 2, DW_OP_shr, DW_OP_stack_value), !11)\n" +
				" call void @usei(i32 %n)"},
			[]string{"value ptr %hdl, v, (plus_uconst, 20, deref_size, 4, constu, 2, shr, " +
				"stack_value)"}},
		{"computed again", debugCase{start: "%m = mul i32 %n, 3\n %k = add i32 %m, -1",
			after: "#dbg_value(i32 %k, !20, !DIExpression(), !11)\n call void @usei(i32 %k)\n call void @usei(i32 %n)"},
			[]string{"value ptr %hdl, v, (plus_uconst, 20, deref_size, 4, constu, 3, mul, " +
				"constu, 1, minus, stack_value)"}},
		{"widened", debugCase{start: "%m = sext i32 %n to i64",
			after: "#dbg_value(i64 %m, !20, !DIExpression(), !11)\n call void @usei(i32 %n)"},
			[]string{"value ptr %hdl, v, (plus_uconst, 20, deref_size, 4, constu, 32, shl, " +
				"constu, 32, shra, stack_value)"}},
		{"widened and multiplied", debugCase{start: "%m = zext i32 %n to i64\n %k = mul i64 %m, -2",
			after: "#dbg_value(i64 %k, !20, !DIExpression(), !11)\n call void @usei(i32 %n)"},
			[]string{"value ptr %hdl, v, (plus_uconst, 20, deref_size, 4, constu, 4294967295, " +
				"and, constu, 18446744073709551614, mul, stack_value)"}},
		{"wider than an address", debugCase{start: "%m = zext i32 %n to i128",
			after: "#dbg_value(i128 %m, !20, !DIExpression(), !11)\n call void @usei(i32 %n)"},
			[]string{"value i128 poison, v, ()"}},
		{"two values", debugCase{start: "%m = call ptr @get()\n %i = ptrtoint ptr %m to i32",
			after: "#dbg_value(!DIArgList(i32 %n, i32 %i), !20, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, " +
				"1, DW_OP_plus, DW_OP_stack_value), !11)\n" +
				" call void @usei(i32 %n)\n call void @use(ptr %m)"},
			[]string{"value !DIArgList(ptr %hdl, ptr %hdl), v, (LLVM_arg, 0, plus_uconst, 20, deref_size, 4, " +
				"LLVM_arg, 1, plus_uconst, 24, deref_size, 8, plus, stack_value)"}},
		{"memory may have changed", debugCase{start: "%m = load i32, ptr %ref",
			after: "#dbg_value(i32 %m, !20, !DIExpression(), !11)\n call void @use(ptr %ref)"},
			[]string{"value i32 poison, v, ()"}},
		{"not in the frame", debugCase{after: "#dbg_value(i32 %n, !20, !DIExpression(), !11)"},
			[]string{"value i32 poison, v, ()"}},
		{"behind the suspend", debugCase{after: "%m = call ptr @get()\n" +
			"#dbg_value(ptr %m, !20, !DIExpression(), !11)\n call void @use(ptr %m)"},
			[]string{"value ptr %m, v, ()"}},
		{"address of an object", debugCase{start: "call void @use(ptr %x)\n%m = getelementptr i8, ptr %x, i64 1",
			after: "#dbg_value(ptr %m, !20, !DIExpression(), !11)\n call void @use(ptr %x)"},
			[]string{"value ptr %hdl, v, (plus_uconst, 20, plus_uconst, 1, stack_value)"}},
		{"pointer to the variable", debugCase{after: "#dbg_value(ptr %ref, !20, !DIExpression(DW_OP_deref), !11)\n" +
			" call void @use(ptr %ref)"},
			[]string{"value !DIArgList(ptr %hdl, i32 0), v, (LLVM_arg, 0, LLVM_arg, 1, plus, plus_uconst, 24, deref_size, 8, deref)"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			checkVariables(t, tc.split(t), tc.want)
		})
	}
}

func TestDeclarationsInClones(t *testing.T) {
	for _, tc := range []struct {
		name string
		debugCase
		want []string
	}{
		{"object", debugCase{start: "#dbg_declare(ptr %x, !20, !DIExpression(), !10)\n call void @use(ptr %x)",
			after: "call void @use(ptr %x)"},
			[]string{"declare ptr %hdl.debug, v, (deref, plus_uconst, 20)",
				"value ptr %hdl, v, (plus_uconst, 20, deref)"}},
		{"object, not optimised", debugCase{attrs: "noinline optnone",
			start: "#dbg_declare(ptr %x, !20, !DIExpression(), !10)\n call void @use(ptr %x)",
			after: "call void @use(ptr %x)"}, []string{"declare ptr %hdl.debug, v, (deref, plus_uconst, 20)"}},
		{"promise", debugCase{start: "#dbg_declare(ptr %promise, !22, !DIExpression(), !10)",
			after: "call void @use(ptr %promise)"},
			[]string{"declare ptr %hdl.debug, __promise, (deref, plus_uconst, 16)",
				"value ptr %hdl, __promise, (plus_uconst, 16, deref)"}},
		{"spilled address", debugCase{start: "%p = call ptr @get()\n#dbg_declare(ptr %p, !20, !DIExpression(), !10)",
			after: "call void @use(ptr %p)"},
			[]string{"declare ptr %hdl.debug, v, (deref, plus_uconst, 24, deref)",
				"value ptr %hdl, v, (plus_uconst, 24, deref, deref)"}},
		{"spilled value", debugCase{start: "%p = call ptr @get()\n" +
			"#dbg_declare_value(ptr %p, !20, !DIExpression(), !10)", after: "call void @use(ptr %p)"},
			[]string{"declare ptr %hdl.debug, v, (deref, plus_uconst, 24)",
				"value ptr %hdl, v, (plus_uconst, 24, deref)"}},
		{"argument by value", debugCase{start: "#dbg_declare(ptr %bv, !20, !DIExpression(), !10)",
			after: "call void @use(ptr %bv)"},
			[]string{"declare ptr %hdl.debug, v, (deref, plus_uconst, 20)",
				"value ptr %hdl, v, (plus_uconst, 20, deref)"}},
		{"argument by reference", debugCase{after: "#dbg_declare(ptr %ref, !20, !DIExpression(), !11)\n" +
			" call void @use(ptr %ref)"},
			[]string{"declare ptr %hdl.debug, v, (deref, plus_uconst, 24, deref)",
				"value ptr %hdl, v, (plus_uconst, 24, deref, deref)"}},
		{"read once", debugCase{early: "%a = alloca ptr\n store ptr %ref, ptr %a\n" +
			" #dbg_declare(ptr %a, !20, !DIExpression(), !10)", start: "%this = load ptr, ptr %a",
			after: "call void @use(ptr %this)"}, []string{"declare ptr %hdl.debug, v, (deref, plus_uconst, 24)",
			"value ptr %hdl, v, (plus_uconst, 24, deref)"}},
		{"read of what changes", debugCase{
			early: "%a = alloca ptr\n store ptr %ref, ptr %a\n #dbg_declare(ptr %a, !20, !DIExpression(), !10)",
			start: "%this = load ptr, ptr %a\n store ptr null, ptr %a", after: "call void @use(ptr %this)"}, nil},
		{"of the ramp", debugCase{early: "%a = alloca ptr\n store ptr %ref, ptr %a\n" +
			" #dbg_declare(ptr %a, !20, !DIExpression(), !10)"}, nil},
		{"behind the suspend", debugCase{attrs: "noinline optnone",
			after: "#dbg_declare(ptr %x, !20, !DIExpression(), !11)\n call void @use(ptr %x)"},
			[]string{"declare ptr %hdl.debug, v, (deref, plus_uconst, 20)"}},
		{"promise that only debug info uses", debugCase{start: "#dbg_declare(ptr %promise, !22, !DIExpression(), !10)"},
			[]string{"declare ptr %hdl.debug, __promise, (deref, plus_uconst, 16)",
				"value ptr %hdl, __promise, (plus_uconst, 16, deref)"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			checkVariables(t, tc.split(t), tc.want)
		})
	}
}

// TestSharedSlotsAreNotRead checks that a value record does not read a slot whose bytes soon hold
// another value. p and y share a slot; n has its own.
func TestSharedSlotsAreNotRead(t *testing.T) {
	d := debugCase{opts: split.Options{ReuseStorage: true},
		start: "%p = call ptr @get()\n call void @usei(i32 %n)",
		after: `#dbg_value(i32 %n, !21, !DIExpression(DW_OP_constu, 1, DW_OP_shl, DW_OP_stack_value), !11)
  call void @usei(i32 %n)
  br label %next
next:
  #dbg_value(i32 %n, !21, !DIExpression(), !11)
  call void @use(ptr %p)
  %y = call ptr @get()
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !11
  switch i8 %s2, label %suspend [
    i8 0, label %more
    i8 1, label %cleanup
  ]
more:
  #dbg_value(ptr %y, !20, !DIExpression(), !11)
  #dbg_value(ptr %p, !22, !DIExpression(), !11)
  call void @use(ptr %y)`}
	out := d.split(t)
	if !strings.Contains(out, "getelementptr inbounds i8, ptr %hdl") {
		t.Fatalf("the frame is not shared:\n%s", out)
	}
	var got []string
	for _, r := range records(t, out, "f.resume") {
		if !strings.HasPrefix(r, "label") {
			got = append(got, r)
		}
	}
	want := []string{"value ptr %hdl, w, (plus_uconst, 20, deref_size, 4, constu, 1, " +
		"shl, stack_value)",
		"value ptr %hdl, w, (plus_uconst, 20, deref_size, 4, stack_value)",
		"value ptr %hdl, w, (plus_uconst, 20, deref_size, 4, stack_value)",
		"value ptr poison, __promise, ()", "value ptr %y.reload, v, ()"}
	if !sameStrings(got, want) {
		t.Errorf("got  %q\nwant %q\n%s", got, want, lowertest.Function(t, out, "f.resume"))
	}
}

// TestClonesShareNothingLocal checks that the functions share no subprogram, variable, scope,
// location or assignment mark.
func TestClonesShareNothingLocal(t *testing.T) {
	out := debugCase{
		start: "#dbg_declare(ptr %x, !20, !DIExpression(), !30)\n store i32 1, ptr %x, !dbg !30, !DIAssignID !23",
		after: `#dbg_assign(i32 1, !21, !DIExpression(), !23, ptr %x, !DIExpression(), !30)
  store i32 2, ptr %x, !dbg !32, !DIAssignID !23
  call void @use(ptr %x), !dbg !32`,
		nodes: `!30 = !DILocation(line: 20, column: 1, scope: !31)
!31 = distinct !DILexicalBlock(scope: !4, file: !1, line: 19)
!32 = !DILocation(line: 3, scope: !33, inlinedAt: !34)
!33 = distinct !DISubprogram(name: "small", scope: !1, file: !1, line: 2, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!34 = distinct !DILocation(line: 21, scope: !31)
`,
	}.split(t)
	nodes := map[string]string{}
	for _, l := range nodeLine.FindAllStringSubmatch(out, -1) {
		nodes["!"+l[1]] = l[2]
	}
	local := regexp.MustCompile(`^(distinct )?!(DILocalVariable|DILexicalBlock|DILocation|DIAssignID|DILabel)\(|name: "f"`)
	owner := map[string]string{}
	for _, fn := range []string{"f", "f.resume", "f.destroy", "f.cleanup"} {
		seen := map[string]bool{}
		var walk func(text string)
		walk = func(text string) {
			for _, ref := range nodeRef.FindAllString(text, -1) {
				if n := nodes[ref]; !seen[ref] && local.MatchString(n) {
					seen[ref] = true
					if other := owner[ref]; other != "" {
						t.Errorf("%s and %s share %s = %s", other, fn, ref, n)
					}
					owner[ref] = fn
					walk(n)
				}
			}
		}
		walk(lowertest.Function(t, out, fn))
	}
	if len(owner) < 20 {
		t.Errorf("only %d nodes found", len(owner))
	}
	for _, name := range []string{"_Z1fv", "f.resume", "f.destroy", "f.cleanup"} {
		if !strings.Contains(out, `linkageName: "`+name+`"`) {
			t.Errorf("no linkage name %s", name)
		}
	}
	if strings.Count(debugCase{version: 19}.split(t), `linkageName: "_Z1fv"`) != 4 {
		t.Error("version 19 keeps the ramp's linkage name")
	}
	swift := strings.Replace(debugCase{}.text(), "DW_LANG_C_plus_plus_20", "DW_LANG_Swift", 1)
	for version, names := range map[ir.Version]int{18: 4, 19: 1, 22: 1} {
		if n := strings.Count(splitText(t, swift, split.Options{}, version), `linkageName: "_Z1fv"`); n != names {
			t.Errorf("version %d gives %d functions of a Swift unit the linkage name of the ramp, not %d", version, n, names)
		}
	}
}

func TestResumeLabels(t *testing.T) {
	out := debugCase{}.split(t)
	for _, fn := range []string{"f.resume", "f.destroy", "f.cleanup"} {
		if !regexp.MustCompile(`resume\.0:[^\n]*\n    #dbg_label\(`).MatchString(lowertest.Function(t, out, fn)) {
			t.Errorf("no label in %s", fn)
		}
	}
	if strings.Contains(lowertest.Function(t, out, "f"), "#dbg_label") {
		t.Error("label in the ramp")
	}
	if strings.Count(out, `name: "__coro_resume_0", file: !1, line: 14, column: 3, isArtificial: true, coroSuspendIdx: 0)`) < 3 {
		t.Errorf("labels:\n%s", out)
	}
	if strings.Contains(debugCase{version: 19}.split(t), "#dbg_label") {
		t.Error("label in version 19")
	}
	if strings.Contains(splitText(t, strings.ReplaceAll(debugCase{}.text(), "i1 false), !dbg !11\n  switch",
		"i1 false)\n  switch"), split.Options{}, 0),
		"#dbg_label") {
		t.Error("label of a suspend without a location")
	}
	// An inlined suspend: the label has the outermost location.
	inl := debugCase{nodes: `!30 = !DILocation(line: 3, scope: !31, inlinedAt: !11)
!31 = distinct !DISubprogram(name: "small", scope: !1, file: !1, line: 2, type: !3, spFlags: DISPFlagDefinition, unit: !0)
`}
	text := strings.Replace(inl.text(), "i1 false), !dbg !11", "i1 false), !dbg !30", 1)
	if out := splitText(t, text, split.Options{}, 0); strings.Count(out,
		`"__coro_resume_0", file: !1, line: 14, column: 3`) < 3 {
		t.Errorf("label of an inlined suspend:\n%s", out)
	}
}

const promiseDeclared = "#dbg_declare(ptr %promise, !22, !DIExpression(), !10)\n"

func TestFrameVariable(t *testing.T) {
	d := debugCase{opts: split.Options{DebugFrame: true}, start: promiseDeclared + `#dbg_value(i32 %n, !21, !DIExpression(), !10)
  %p = call ptr @get()
  #dbg_declare(ptr %p, !20, !DIExpression(), !10)
  %q = call ptr @get()`,
		after: "call void @usei(i32 %n)\n call void @use(ptr %p)\n call void @use(ptr %q)"}
	out := d.split(t)
	for _, want := range []string{
		`!DILocalVariable(name: "__coro_frame", scope: !4, file: !1, line: 12, type: !`,
		`!DICompositeType(tag: DW_TAG_structure_type, name: "f.coro_frame_ty", file: !1, line: 12, size: 384, align: 64, flags: DIFlagArtificial, elements: `,
		`name: "__resume_fn"`, `size: 64, align: 64, offset: 64, flags: DIFlagArtificial)`,
		`name: "__promise", scope: `, `size: 32, align: 32, offset: 128`,
		`name: "w", scope: `, `name: "v", scope: `, `name: "PointerType_0"`, `name: "__coro_index"`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("not found: %s", want)
		}
	}
	for fn, want := range map[string]string{"f": "value !DIArgList(ptr %hdl, i32 0), __coro_frame, (LLVM_arg, 0, LLVM_arg, 1, plus, deref)",
		"f.resume": "value ptr %hdl, __coro_frame, (deref)"} {
		if got := strings.Join(records(t, out, fn), "\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %s", fn, got)
		}
	}
	if n := strings.Count(out, "retainedNodes: !5)"); n != 0 {
		t.Errorf("%d subprograms do not retain the variable", n)
	}
	if t.Failed() {
		t.Log(out)
	}
	for name, text := range map[string]string{
		"C":                     strings.Replace(d.text(), "DW_LANG_C_plus_plus_20", "DW_LANG_C11", 1),
		"lines only":            strings.Replace(d.text(), "FullDebug", "LineTablesOnly", 1),
		"promise not described": strings.Replace(d.text(), promiseDeclared, "", 1),
	} {
		if strings.Contains(splitText(t, text, d.opts, 0), "__coro_frame") {
			t.Errorf("%s: the frame is described", name)
		}
	}
	if strings.Contains(splitText(t, d.text(), split.Options{}, 0), "__coro_frame") {
		t.Error("described without being asked")
	}
}

// TestFrameVariableOfSharedSlots checks that members that overlap are described at their offsets.
func TestFrameVariableOfSharedSlots(t *testing.T) {
	d := debugCase{opts: split.Options{DebugFrame: true, ReuseStorage: true},
		start: promiseDeclared + "%p = call ptr @get()",
		after: `call void @use(ptr %p)
  %y = call ptr @get()
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !11
  switch i8 %s2, label %suspend [
    i8 0, label %more
    i8 1, label %cleanup
  ]
more:
  call void @use(ptr %y)`}
	out := d.split(t)
	same := regexp.MustCompile(`name: "PointerType_[01]", scope: !\d+, file: !1, line: 12, baseType: !\d+, size: 64, align: 64, offset: 192,`)
	if n := len(same.FindAllString(out, -1)); n != 2 {
		t.Errorf("%d members at the shared slot\n%s", n, out)
	}
}

// TestDebugInfoChangesNoCode checks that debug info does not change the lowered code, except for
// the local variable that holds a clone's frame pointer.
func TestDebugInfoChangesNoCode(t *testing.T) {
	d := debugCase{opts: split.Options{DebugFrame: true}, start: promiseDeclared + `#dbg_value(i32 %n, !21, !DIExpression(), !10)
  %m = mul i32 %n, 3
  #dbg_declare(ptr %x, !20, !DIExpression(), !10)
  call void @use(ptr %x)`,
		after: "#dbg_value(i32 %m, !20, !DIExpression(), !11)\n call void @use(ptr %x)\n call void @usei(i32 %m)\n" +
			" call void @use(ptr %ref)"}
	strip := func(s string) string {
		s = regexp.MustCompile(`(?m)^ *#dbg.*\n|^!.*\n|^.*%hdl\.debug.*\n`).ReplaceAllString(s, "")
		s = regexp.MustCompile(`(!alias.scope|!noalias|metadata) !\d+`).ReplaceAllString(s, "$1")
		return strings.TrimSpace(regexp.MustCompile(`,? !dbg !\d+`).ReplaceAllString(s, ""))
	}
	for _, reuse := range []bool{false, true} {
		d.opts.ReuseStorage = reuse
		with, without := strip(d.split(t)), strip(splitText(t, strip(d.text()), d.opts, 0))
		if with != without {
			t.Errorf("reuse %v: with debug info:\n%s\nwithout:\n%s", reuse, with, without)
		}
	}
}

// TestOldDebugIntrinsics checks that splitting rewrites and adds calls in the dialects that precede
// debug records.
func TestOldDebugIntrinsics(t *testing.T) {
	text := `define i8* @f(i32 %n) "coroutine.presplit"="0" noinline optnone !dbg !4 {
entry:
  %promise = alloca i32, align 4
  %x = alloca i32, align 4
  %pv = bitcast i32* %promise to i8*
  %id = call token @llvm.coro.id(i32 0, i8* %pv, i8* null, i8* null), !dbg !10
  %mem = call i8* @get(), !dbg !10
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %mem), !dbg !10
  call void @llvm.dbg.declare(metadata i32* %promise, metadata !22, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.declare(metadata i32* %x, metadata !20, metadata !DIExpression()), !dbg !10
  store i32 %n, i32* %x, !dbg !10
  %s = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !10
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]
cont:
  call void @llvm.dbg.value(metadata i32 %n, metadata !21, metadata !DIExpression()), !dbg !10
  %v = load i32, i32* %x, !dbg !10
  call void @usei(i32 %v), !dbg !10
  call void @usei(i32 %n), !dbg !10
  br label %cleanup
cleanup:
  %memory = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @use(i8* %memory)
  br label %suspend
suspend:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}
declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare i8* @get()
declare void @use(i8*)
declare void @usei(i32)
` + debugModule[strings.Index(debugModule, "!llvm.dbg.cu"):strings.Index(debugModule, "NODES")]
	out := lowertest.Function(t, splitText(t, text, split.Options{DebugFrame: true}, 14), "f.resume")
	var got []string
	for _, l := range strings.Split(out, "\n") {
		if k := strings.Index(l, "@llvm.dbg."); k >= 0 {
			got = append(got, nodeRef.ReplaceAllString(l[k+len("@llvm.dbg."):], "!"))
		}
	}
	want := []string{
		"declare(metadata %f.Frame** %FramePtr.debug, metadata !, metadata !DIExpression(DW_OP_deref, " +
			"DW_OP_plus_uconst, 20)), !dbg !",
		"declare(metadata %f.Frame** %FramePtr.debug, metadata !, metadata !DIExpression(DW_OP_deref, " +
			"DW_OP_plus_uconst, 16)), !dbg !",
		"declare(metadata %f.Frame** %FramePtr.debug, metadata !, metadata !DIExpression(DW_OP_deref)), !dbg !",
		"value(metadata %f.Frame* %FramePtr, metadata !, metadata !DIExpression(DW_OP_plus_uconst, 24, " +
			"DW_OP_deref_size, 4, DW_OP_stack_value)), !dbg !",
	}
	if !sameStrings(got, want) {
		t.Errorf("got  %q\nwant %q\n%s", got, want, out)
	}
	if strings.Contains(out, "#dbg_") {
		t.Error("a record among calls")
	}
}

// TestDebugInfoWithoutSuspends has a coroutine that never suspends, whose memory may come from
// anywhere.
func TestDebugInfoWithoutSuspends(t *testing.T) {
	const module = `define void @f() presplitcoroutine personality ptr @get !dbg !4 {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null), !dbg !10
  MEM
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem), !dbg !10
  #dbg_declare(ptr %promise, !22, !DIExpression(), !10)
  store i32 1, ptr %promise, !dbg !10
  call void @llvm.coro.end(ptr %hdl, i1 false, token none), !dbg !10
  ret void, !dbg !10
bad:
  %lp = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %lp
}
`
	tail := debugModule[strings.Index(debugModule, "declare token"):strings.Index(debugModule, "NODES")]
	for name, mem := range map[string]string{
		"call":   "%mem = call ptr @get()",
		"null":   "%mem = bitcast ptr null to ptr",
		"invoke": "%mem = invoke ptr @get() to label %ok unwind label %bad\nok:",
		"phi": "%a = call ptr @get()\n %b = call ptr @get()\n br i1 poison, label %l, label %m\nl:\n" +
			" br label %m\nm:\n %mem = phi ptr [ %a, %entry ], [ %b, %l ]",
		"constant": "",
	} {
		text := strings.Replace(module, "MEM", mem, 1)
		if name == "constant" {
			text = strings.Replace(text, "ptr %mem)", "ptr null)", 1)
		}
		out := splitText(t, text+tail, split.Options{DebugFrame: true}, 0)
		if name == "call" && !strings.Contains(strings.Join(records(t, out, "f"), " "),
			"value !DIArgList(ptr %mem, i32 0), __promise, (LLVM_arg, 0, LLVM_arg, 1, plus, plus_uconst, 16, deref)") {
			t.Errorf("%s:\n%s", name, out)
		}
	}
}

// countingSource counts the metadata nodes that are read from a file.
type countingSource struct {
	*parse.File
	loads int
}

func (c *countingSource) LoadMD(m *ir.Module, n int) (*ir.MDNode, error) {
	c.loads++
	return c.File.LoadMD(m, n)
}

// TestOnlyOwnDebugInfoIsRead checks that the cost of splitting a function does not depend on the
// metadata of the rest of the module.
func TestOnlyOwnDebugInfoIsRead(t *testing.T) {
	count := func(others int) int {
		var more strings.Builder
		for k := range others {
			// Types that refer to each other and to the function's own, like the types of a header.
			fmt.Fprintf(&more, "!%d = !DICompositeType(tag: DW_TAG_structure_type, name: \"t%d\", scope: !1, "+
				"elements: !{!6, !%d})\n", 100+k, k, 100+(k+1)%others)
		}
		d := debugCase{opts: split.Options{DebugFrame: true}, nodes: more.String(),
			start: promiseDeclared + "#dbg_declare(ptr %x, !20, !DIExpression(), !10)\n call void @use(ptr %x)",
			after: "call void @use(ptr %x)"}
		text := strings.Replace(d.text(), "line: 12, type: !6)", "line: 12, type: !100)", 1)
		file, err := parse.Scan("big.ll", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		src := &countingSource{File: file}
		m := file.NewUnit()
		m.Source = src
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Load(); err != nil {
			t.Fatal(err)
		}
		c := lowertest.Passes(t, m)
		c.Split.Opts = d.opts
		if _, err := c.SplitFunc(f); err != nil {
			t.Fatal(err)
		}
		return src.loads
	}
	few, many := count(10), count(5000)
	if few != many || few == 0 || few > 20 {
		t.Errorf("%d nodes read among few, %d among many", few, many)
	}
}

// If a unit describes only lines, LLVM's back end does not expect labels, and crashes.
func TestLabelsNeedFullDebugInfo(t *testing.T) {
	text := debugCase{}.text()
	if out := splitText(t, text, split.Options{}, 0); !strings.Contains(out, "__coro_resume_0") {
		t.Errorf("no label:\n%s", out)
	}
	for _, kind := range []string{"LineTablesOnly", "DebugDirectivesOnly", "NoDebug"} {
		out := splitText(t, strings.Replace(text, "FullDebug", kind, 1), split.Options{}, 0)
		if strings.Contains(out, "dbg_label") || strings.Contains(out, "DILabel") {
			t.Errorf("%s: a label:\n%s", kind, out)
		}
	}
}
