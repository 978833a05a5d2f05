// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// debugCalls has calls of debug intrinsics as no frontend writes them, but as LLVM reads them. The
// comments, strings and names look like calls.
const debugCalls = `
; call void @llvm.dbg.value(metadata i32 1
declare void @u(i32)
define i32 @g(i32 %x, <4 x i32> %"a;b,(") { ; call void @llvm.dbg.value(
tail:
  %a = alloca i32
  call void @llvm.dbg.declare(metadata ptr %a, metadata !6, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.addr(metadata ptr %a, metadata !6, metadata !DIExpression(DW_OP_plus_uconst, 4, DW_OP_LLVM_fragment, 0, 16)), !dbg !8
  call void @llvm.dbg.addr(metadata ptr %a, metadata !6, metadata !11), !dbg !8
  call void @u(i32 0) "k"="call void @llvm.dbg.value(" call void @llvm.dbg.value(metadata <4 x i32> %"a;b,(", metadata !6, metadata !DIExpression()), !dbg !8 br label %call
call:
  notail  call
    ; why
    void (metadata, metadata, metadata) @llvm.dbg.value( metadata ; why
      <2 x i32> <i32 1, i32 2>, metadata !6 , metadata !DIExpression(DW_OP_LLVM_fragment, 0, 8) ) #0 nounwind memory(none) "k"="b)" "l", !foo !{!"x", !5} , !dbg !DILocation(line: 2, scope: !3)
  tail call void @llvm.dbg.value(metadata !{}, metadata !6, metadata !DIExpression()), !dbg !8, !bar !{}
  call void @llvm.dbg.value(metadata ptr getelementptr (i8, ptr @s, i64 1), metadata !6, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.value(metadata [2 x i8] c"a)", metadata !6, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 1), metadata !6, metadata !DIExpression(DW_OP_LLVM_arg, 0)), !dbg !8
  call void @llvm.dbg.label(metadata !9), !dbg !8
  ret i32 %x, !dbg !8
}
@s = global [3 x i8] c"abc"
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @llvm.dbg.addr(metadata, metadata, metadata)
attributes #0 = { nounwind }
!3 = distinct !DISubprogram(name: "g")
!5 = !{null}
!6 = !DILocalVariable(name: "x", scope: !3)
!8 = !DILocation(line: 2, scope: !3)
!9 = !DILabel(scope: !3, name: "l", line: 3)
!11 = !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value)
`

// debugRecords is what LLVM 19 prints for them.
var debugRecords = []string{
	`#dbg_declare(ptr %a, !6, !DIExpression(), !8)`,
	`#dbg_value(ptr %a, !6, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_deref, DW_OP_LLVM_fragment, 0, 16), !8)`,
	`#dbg_value(ptr %a, !6, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref, DW_OP_stack_value), !8)`,
	`#dbg_value(<4 x i32> %"a;b,(", !6, !DIExpression(), !8)`,
	`#dbg_value(<2 x i32> <i32 1, i32 2>, !6, !DIExpression(DW_OP_LLVM_fragment, 0, 8), !DILocation(line: 2, scope: !3))`,
	`#dbg_value(!{}, !6, !DIExpression(), !8)`,
	`#dbg_value(ptr getelementptr (i8, ptr @s, i64 1), !6, !DIExpression(), !8)`,
	`#dbg_value([2 x i8] c"a)", !6, !DIExpression(), !8)`,
	`#dbg_value(!DIArgList(i32 %x, i32 1), !6, !DIExpression(DW_OP_LLVM_arg, 0), !8)`,
	`#dbg_label(!9, !8)`,
}

// TestUpgradeText compares the records that copied text gets.
func TestUpgradeText(t *testing.T) {
	f := upgraded(t, debugCalls)
	var got []string
	dropped := 0
	for i := range f.Items {
		calls, err := f.DebugCalls(&f.Items[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range calls {
			got = append(got, strings.TrimSpace(c.Record))
			if text := strings.TrimSpace(debugCalls[c.Start:c.End]); !strings.HasPrefix(text, "call ") &&
				!strings.HasPrefix(text, "tail ") && !strings.HasPrefix(text, "notail ") ||
				strings.Count(text, "@llvm.dbg.") != 1 {
				t.Errorf("the text of a call is %q", text)
			}
		}
		if f.IsDebugIntrinsic(&f.Items[i]) {
			dropped++
		}
	}
	if dropped != 4 {
		t.Errorf("%d declarations are dropped", dropped)
	}
	if a, b := strings.Join(got, "\n"), strings.Join(debugRecords, "\n"); a != b {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}

// TestUpgradeParsed checks that units read the same calls as the same records.
func TestUpgradeParsed(t *testing.T) {
	m := upgraded(t, debugCalls).NewUnit()
	want := load(t, recordText())
	var texts [2][]string
	for k, f := range []*ir.Func{fn(t, m, "g"), fn(t, want, "g")} {
		for b := f.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; i = i.Next() {
				for _, d := range i.Dbg {
					texts[k] = append(texts[k], describe(d))
				}
			}
		}
	}
	if a, b := strings.Join(texts[0], "\n"), strings.Join(texts[1], "\n"); a != b || len(texts[0]) != len(debugRecords) {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}

// TestUpgradeRefused names the calls for which there is no record.
func TestUpgradeRefused(t *testing.T) {
	for text, want := range map[string]string{
		`call void @u(ptr @llvm.dbg.value)`:               "cannot write this use of @llvm.dbg.value",
		`call void @llvm.dbg.other(metadata !0), !dbg !0`: "cannot write this use of @llvm.dbg.other",
		`call void @llvm.dbg.value(metadata !0), !dbg !0`: "cannot write this use of @llvm.dbg.value",
		`call void @llvm.dbg.label(i32 0), !dbg !0`:       "cannot write this use of @llvm.dbg.label",
		`call void @llvm.dbg.label(metadata !0`:           "cannot write this use of @llvm.dbg.label",
		`call void @llvm.dbg.label(metadata !0), !dbg x`:  "cannot write this use of @llvm.dbg.label",
		`call void @llvm.dbg.addr(metadata ptr %p, metadata !0, metadata !7), !dbg !0`: "cannot write this use of " +
			"@llvm.dbg.addr",
		"call void @llvm.dbg.addr(metadata ptr %p, metadata !0, metadata !1x), !dbg !0\n  ret void\n}\n!1 = !DIExpression()\n" +
			"define void @g() {": "cannot write this use of @llvm.dbg.addr",
		`call void @llvm.dbg.label(metadata !0)`: "has no !dbg attachment",
	} {
		f := upgraded(t, "define void @f() {\n  "+text+"\n  ret void\n}\n")
		_, err := f.DebugCalls(&f.Items[0])
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func upgraded(t *testing.T, text string) *parse.File {
	t.Helper()
	f, err := parse.Scan("x.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f.UpgradeDebug()
	return f
}

// recordText returns debugCalls with its calls replaced by debugRecords.
func recordText() string {
	f, _ := parse.Scan("x.ll", []byte(debugCalls))
	f.UpgradeDebug()
	out, at := "", 0
	for i := range f.Items {
		calls, _ := f.DebugCalls(&f.Items[i])
		for _, c := range calls {
			out += debugCalls[at:c.Start] + "\n" + c.Record + "\n"
			at = c.End
		}
	}
	return out + debugCalls[at:]
}

// describe prints a record without numbers of the unit.
func describe(d *ir.Instr) string {
	a := d.Aux.(*ir.DbgAux)
	var b strings.Builder
	b.WriteString(a.Kind)
	if a.Call != nil || d.Flags != 0 || len(d.Meta) != 1 {
		b.WriteString(" (call)")
	}
	for _, op := range a.Ops {
		b.WriteString(" ")
		if op.MD == nil {
			for k := range op.NArgs {
				b.WriteString(d.Arg(op.Arg+k).Type().String() + ",")
			}
			continue
		}
		node(&b, op.MD)
	}
	node(&b, d.DebugLoc())
	return b.String()
}

func node(b *strings.Builder, md *ir.MD) {
	if md.Node == nil {
		b.WriteString(md.Text)
		if md.Num > 0 {
			b.WriteByte(byte('0' + md.Num))
		}
		return
	}
	b.WriteString(md.Node.Name)
	for _, f := range md.Node.Fields {
		b.WriteString(" " + f.Name + ":" + f.Val.Text)
	}
}
