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

// TestUpgradeParsed checks that units read the calls as the same records.
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

func upgraded(t *testing.T, text string) *parse.File {
	t.Helper()
	f, err := parse.Scan("x.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f.UpgradeDebug()
	return f
}

// recordText returns debugCalls with debugRecords as the body of the function.
func recordText() string {
	head, rest, _ := strings.Cut(debugCalls, "\ntail:\n")
	_, rest, _ = strings.Cut(rest, "\n}\n")
	return head + "\n%a = alloca i32\n" + strings.Join(debugRecords, "\n") + "\nret i32 %x\n}\n" + rest
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
