// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
)

// handBuilt builds a small function without the parser: unnamed values, a phi, a call with a new
// attribute set and new metadata.
func handBuilt() (*ir.Module, *ir.Func) {
	m := ir.NewModule(nil)
	i32, ptr := m.Types.Int(32), m.Types.OpaquePtr(0)
	begin := ir.NewDecl(m, "llvm.coro.begin", m.Types.Func(ptr, []*ir.Type{m.Types.Simple(ir.Token), ptr}, false))
	m.AddFunc(begin)
	f := ir.NewFunc(m, "a b", m.Types.Func(i32, []*ir.Type{i32, ptr}, false))
	m.AddFunc(f)
	f.Params[1].Name = "p"
	f.Attrs = ir.NewAttrs("nounwind").With(m, ir.Attr{Name: "frame-pointer", Str: true, Val: "all", Has: true})
	entry := f.AppendParsedBlock("")
	then := f.AppendParsedBlock("then")
	end := f.AppendParsedBlock("")
	loc := m.AddMD(&ir.MDNode{Distinct: true, Fields: []ir.MDField{{Val: &ir.MD{Kind: ir.MDString, Text: "x"}},
		{Val: &ir.MD{Kind: ir.MDNull}}}})
	cmp := m.NewInstr(ir.OpICmp, m.Types.Int(1), f.Params[0], m.ConstInt(i32, -7))
	cmp.Sub = uint8(ir.PredSLT)
	entry.Append(cmp)
	entry.Append(m.NewInstr(ir.OpBr, m.Types.Void(), cmp, then, end))
	add := m.NewInstr(ir.OpAdd, i32, f.Params[0], m.ConstInt(i32, 3))
	add.Flags = ir.FlagNSW | ir.FlagNUW
	then.Append(add)
	call := m.NewInstr(ir.OpCall, ptr, m.NoneToken(), f.Params[1], begin)
	call.Aux = &ir.CallAux{FTy: begin.FTy, NArgs: 2, RetAttrs: ir.NewAttrs("noalias", "nonnull"),
		Attrs: ir.NewAttrs("nounwind")}
	then.Append(call)
	call.SetMeta("foo", loc)
	then.Append(m.NewInstr(ir.OpBr, m.Types.Void(), end))
	phi := m.NewInstr(ir.OpPhi, i32)
	phi.Aux = &ir.PhiAux{}
	phi.AddIncoming(m, m.ConstInt(i32, 0), entry)
	phi.AddIncoming(m, add, then)
	end.Append(phi)
	end.Append(m.NewInstr(ir.OpRet, m.Types.Void(), phi))
	return m, f
}

const handBuiltBody = `define i32 @"a b"(i32 %0, ptr %p) #A {
  %2 = icmp slt i32 %0, -7
  br i1 %2, label %then, label %5

then:                                             ; preds = %1
  %3 = add nuw nsw i32 %0, 3
  %4 = call noalias nonnull ptr @llvm.coro.begin(token none, ptr %p) #B, !foo !C
  br label %5

5:                                                ; preds = %then, %1
  %6 = phi i32 [ 0, %1 ], [ %3, %then ]
  ret i32 %6
}
`

func TestUnit(t *testing.T) {
	m, f := handBuilt()
	u := emit.Unit(m)
	if len(u.Funcs) != 1 || len(u.Decls) != 1 || u.Funcs[0].Func != f {
		t.Fatalf("got %d functions, %d declarations", len(u.Funcs), len(u.Decls))
	}
	got := string(emit.Apply(u.Funcs[0].Chunk, &emit.Fill{Attrs: []int{40, 41}, MDs: []int{7}}, nil))
	want := strings.NewReplacer("#A", "#40", "#B", "#41", "!C", "!7").Replace(handBuiltBody)
	if got != want {
		t.Errorf("function:\n%s\nwant:\n%s", got, want)
	}
	if s := strings.Join(u.AttrSets, "|"); s != `{ nounwind "frame-pointer"="all" }|{ nounwind }` {
		t.Errorf("attribute sets %s", s)
	}
	if s := string(emit.Apply(u.MDs, &emit.Fill{MDs: []int{7}}, nil)); s != "!7 = distinct !{!\"x\", null}\n" {
		t.Errorf("metadata %q", s)
	}
	if u.Funcs[0].Comment != "; Function Attrs: nounwind\n" {
		t.Errorf("comment %q", u.Funcs[0].Comment)
	}
}

func TestFuncStringLeavesIDs(t *testing.T) {
	_, f := handBuilt()
	id := f.Entry().First().ID
	got := emit.FuncString(f)
	want := strings.NewReplacer("#A", `nounwind "frame-pointer"="all"`, "#B", "nounwind", "!C",
		"!new0").Replace(handBuiltBody)
	if got != want {
		t.Errorf("function:\n%s\nwant:\n%s", got, want)
	}
	if f.Entry().First().ID != id {
		t.Error("printing a dump renumbered the function")
	}
}

func TestModuleNumbers(t *testing.T) {
	m, _ := handBuilt()
	out := string(emit.Module(m))
	for _, want := range []string{"attributes #0 = { nounwind \"frame-pointer\"=\"all\" }\n",
		"attributes #1 = { nounwind }\n", "!0 = distinct !{!\"x\", null}\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("missing %q in:\n%s", want, out)
		}
	}
}
