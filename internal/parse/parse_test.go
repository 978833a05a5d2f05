// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

func load(t testing.TB, src string) *ir.Module {
	t.Helper()
	m, err := parse.Module("x.ll", []byte(src))
	if err != nil {
		t.Fatalf("%v at %s in\n%s", err, where([]byte(src), err), src)
	}
	return m
}

func fn(t testing.TB, m *ir.Module, name string) *ir.Func {
	t.Helper()
	f, err := m.Func(name)
	if err != nil || f == nil {
		t.Fatalf("@%s: %v", name, err)
	}
	if err := f.Load(); err != nil {
		t.Fatalf("@%s: %v", name, err)
	}
	return f
}

// uses lists the users of a value, newest first, as opcodes with their operand numbers.
func uses(v ir.LocalValue) string {
	var out []string
	for u := v.FirstUse(); u != nil; u = u.Next() {
		out = append(out, fmt.Sprintf("%s:%d", u.User().Op, u.Index()))
	}
	return strings.Join(out, " ")
}

func TestUseOrder(t *testing.T) {
	f := fn(t, load(t, `
define i32 @f(i32 %a, i1 %c) {
entry:
  br i1 %c, label %left, label %right
left:
  %l = add i32 %a, %a
  br label %join
right:
  %r = sub i32 %late, %a
  %s = mul i32 3, %late
  br label %join
join:
  %late = phi i32 [ %a, %left ], [ 1, %right ]
  %d = udiv i32 %late, 2
  ret i32 %d
}`), "f")
	if got := uses(f.Params[0]); got != "phi:0 sub:1 add:1 add:0" {
		t.Errorf("uses of %%a: %s", got)
	}
	join := f.LastBlock()
	// The two uses before the definition move from the placeholder, newest first, which reverses
	// them. The use after the definition is newer.
	if got := uses(join.First()); got != "udiv:0 sub:0 mul:1" {
		t.Errorf("uses of %%late: %s", got)
	}
	var names []string
	for _, p := range join.Preds(nil) {
		names = append(names, p.Name())
	}
	if got := strings.Join(names, " "); got != "right left" {
		t.Errorf("predecessors: %s", got)
	}
	n := 0
	for b := f.Entry(); b != nil; b = b.Next() {
		if b.ID != n {
			t.Errorf("block %s has ID %d, want %d", b.Name(), b.ID, n)
		}
		n += 1 + b.Len()
	}
	if f.NumIDs() != n {
		t.Errorf("%d IDs, want %d", f.NumIDs(), n)
	}
}

func TestDebugRecords(t *testing.T) {
	src := `
define void @f(i32 %x, ptr %p) {
  #dbg_value(i32 %x, !1, !DIExpression(), !2)
  %y = add i32 %x, 1
  #dbg_value(!DIArgList(i32 %x, i32 %y), !1, !DIExpression(DW_OP_LLVM_arg, 0), !2)
  #dbg_assign(i32 7, !1, !DIExpression(), !3, ptr %p, !DIExpression(), !2)
  #dbg_label(!4, !2)
  ret void
}
!1 = !DILocalVariable(scope: !0)
!2 = !DILocation(line: 1, scope: !0)
!3 = distinct !DIAssignID()
!4 = !DILabel(scope: !0, name: "l")
!0 = distinct !DISubprogram(name: "f")
`
	f := fn(t, load(t, src), "f")
	add := f.Entry().First()
	ret := f.Entry().Last()
	if len(add.Dbg) != 1 || len(ret.Dbg) != 3 || f.Entry().Len() != 2 {
		t.Fatalf("%d records, %d records, %d instructions", len(add.Dbg), len(ret.Dbg), f.Entry().Len())
	}
	v := add.Dbg[0]
	aux := v.Aux.(*ir.DbgAux)
	if v.Op != ir.OpDbg || aux.Kind != "value" || aux.Call != nil ||
		v.Arg(0) != ir.Value(f.Params[0]) || len(aux.Ops) != 3 {
		t.Errorf("%+v", aux)
	}
	if loc := v.DebugLoc(); loc == nil || loc.Num != 2 {
		t.Errorf("location %+v", loc)
	}
	if f.Params[0].NumUses() != 1 || f.Params[0].FirstDbgUse() == nil {
		t.Error("debug uses are among the uses")
	}
	list := ret.Dbg[0].Aux.(*ir.DbgAux)
	if !list.Ops[0].List || list.Ops[0].NArgs != 2 || ret.Dbg[0].NumArgs() != 2 {
		t.Errorf("%+v", list.Ops[0])
	}
	assign := ret.Dbg[1].Aux.(*ir.DbgAux)
	if len(assign.Ops) != 6 || assign.Ops[4].Arg != 1 || ret.Dbg[1].Arg(1) != ir.Value(f.Params[1]) {
		t.Errorf("%+v", assign.Ops)
	}

	old := fn(t, load(t, `
declare void @llvm.dbg.value(metadata, metadata, metadata)
define void @f(i32 %x) {
  tail call void @llvm.dbg.value(metadata i32 %x, metadata !1, metadata !DIExpression()), !dbg !2
  call void @llvm.dbg.value(metadata !0, metadata !1, metadata !DIExpression()), !dbg !2
  ret void
}
!0 = !{}
!1 = !DILocalVariable(scope: !0)
!2 = !DILocation(line: 1, scope: !0)
`), "f")
	ds := old.Entry().First().Dbg
	if len(ds) != 2 {
		t.Fatalf("%d debug calls", len(ds))
	}
	a0, a1 := ds[0].Aux.(*ir.DbgAux), ds[1].Aux.(*ir.DbgAux)
	if a0.Call == nil || ds[0].Flags&ir.FlagTail == 0 || ds[0].DebugLoc().Num != 2 ||
		a1.Ops[0].MD == nil || ds[1].NumArgs() != 0 {
		t.Errorf("%+v %+v", a0, a1)
	}
}

// TestAttributeForms reads each form of an attribute with something in parentheses, with an attribute
// behind it. A form without its parenthesis, or with something else in it, is an error.
func TestAttributeForms(t *testing.T) {
	for _, c := range []struct{ name, good, bad string }{
		{"align", "align 8|align(8)", "align|align x|align 3|align(8"},
		{"alignstack", "alignstack(8)", "alignstack|alignstack 8|alignstack(3)"},
		{"dereferenceable", "dereferenceable(8)", "dereferenceable|dereferenceable(0)|dereferenceable(x)|dereferenceable(8"},
		{"byval", "byval(i32)", "byval|byval(8)|byval(i32"},
		{"elementtype", "elementtype(i32)", "elementtype|elementtype()|elementtype(i32"},
		{"dead_on_return", "dead_on_return|dead_on_return(8)", "dead_on_return(x)|dead_on_return()|dead_on_return(8"},
		{"captures", "captures(none)|captures(address, read_provenance)", "captures|captures(some)|captures(none"},
		{"initializes", "initializes((0, 8))|initializes((0, 4), (8, 12))", "initializes|initializes(0, 8)|initializes((0, 8)"},
		{"nofpclass", "nofpclass(nan)|nofpclass(nan inf)", "nofpclass|nofpclass(zork)|nofpclass(nan"},
		{"range", "range(i32 0, 4)", "range|range(i32 0)|range(float 0, 4)|range(i32 0, 4"},
		{"allocsize", "fn allocsize(0)|fn allocsize(0, 1)", "fn allocsize|fn allocsize(x)|fn allocsize(0,)|fn allocsize(0"},
		{"vscale_range", "fn vscale_range(1, 2)", "fn vscale_range|fn vscale_range(x)"},
		{"uwtable", "fn uwtable|fn uwtable(sync)|fn uwtable(async)", "fn uwtable(zork)|fn uwtable()|fn uwtable(sync"},
		{"memory", "fn memory(none)|fn memory(read, argmem: write)", "fn memory|fn memory(zork)|fn memory(none"},
		{"allockind", `fn allockind("alloc,zeroed")`, `fn allockind|fn allockind("zork")|fn allockind(alloc)`},
	} {
		for want, list := range map[bool]string{true: c.good, false: c.bad} {
			for _, text := range strings.Split(list, "|") {
				text, ofFunc := strings.CutPrefix(text, "fn ")
				src := "declare void @f(ptr " + text + " nonnull)"
				if ofFunc {
					src = "declare void @f() " + text + " nounwind"
				} else if strings.HasPrefix(text, "nofp") || strings.HasPrefix(text, "range") {
					src = "declare void @f(i32 " + text + " noundef)"
				}
				m, err := parse.Module("x.ll", []byte(src))
				if (err == nil) != want {
					t.Errorf("%s: error %v", src, err)
				}
				if err != nil || !want {
					continue
				}
				f := fn(t, m, "f")
				attrs, next := f.Attrs, "nounwind"
				if !ofFunc {
					attrs, next = f.Params[0].Attrs, "nonnull"
				}
				if !attrs.Has(m, c.name) || !attrs.Has(m, next) && !attrs.Has(m, "noundef") {
					t.Errorf("%s: an attribute is lost", src)
				}
			}
		}
	}
}

// TestAddressSpaceNames reads the names of the data layout's address spaces.
func TestAddressSpaceNames(t *testing.T) {
	const layout = "target datalayout = \"P1-A5-G2\"\n"
	p := fn(t, load(t, layout+`declare void @f(ptr addrspace("P"), ptr addrspace("A"), ptr addrspace("G"), ptr addrspace(7), ptr)`), "f")
	for k, want := range []int{1, 5, 2, 7, 0} {
		if got := p.FTy.Params()[k].AddrSpace(); got != want {
			t.Errorf("parameter %d: address space %d, want %d", k, got, want)
		}
	}
	for _, s := range []string{`"B"`, `"AA"`, `""`, "A", "16777216", ""} {
		if _, err := parse.Module("x.ll", []byte(layout+"declare void @f(ptr addrspace("+s+"))")); err == nil {
			t.Errorf("addrspace(%s) is read", s)
		}
	}
}

// TestTypeEnds reads types of integers and bytes that end after their digits, whatever follows.
func TestTypeEnds(t *testing.T) {
	for _, s := range []string{"i32undef", "b8undef", "i32zeroinitializer", "b8zeroinitializer"} {
		load(t, "@g = global "+s+"\n")
	}
}

func TestHeader(t *testing.T) {
	m := load(t, `
$c = comdat any
define linkonce_odr dso_local hidden fastcc noundef i32 @f(ptr noundef align 8 %p, i32 %0, ...) unnamed_addr nounwind #0 section "s" partition "q" comdat($c) align 16 gc "g" prefix i32 1 prologue ptr @g personality ptr @g !prof !0 {
  %2 = add i32 %0, 1
  ret i32 %2
}
declare i32 @g(...)
attributes #0 = { "k"="v" align=4 }
!0 = !{!"function_entry_count", i64 5}
`)
	f := fn(t, m, "f")
	got := fmt.Sprint(f.Linkage, f.Words, f.CC, f.UnnamedAdr, f.Section, f.Partition, f.Comdat, f.Align, f.GC, f.FTy,
		f.Params[0].Name, f.Attrs.Groups)
	want := "linkonce_odr[dso_local hidden]fastccunnamed_addrsqcomdat($c)16g i32 (ptr, i32, ...)p[0]"
	if got != want && strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("%s", got)
	}
	g := fn(t, m, "g")
	if f.Person != ir.Value(g) || f.Prologue != ir.Value(g) || f.Prefix == nil || !g.Declared || len(f.Meta) != 1 {
		t.Errorf("%v %v %v", f.Person, f.Prologue, f.Prefix)
	}
	if !f.HasAttr("nounwind") || f.Attrs.GetStr(m, "k").Val != "v" || f.Attrs.Get(m, "align").Val != "4" {
		t.Error("attributes")
	}
	if n := m.MDNode(f.Meta[0].MD); n == nil || len(n.Fields) != 2 || n.Fields[1].Val.Kind != ir.MDValue {
		t.Error("metadata")
	}
}

// TestLazy checks that items that no caller needs are not parsed.
func TestLazy(t *testing.T) {
	f := scan(t, `
%T = type { nonsense }
@g = global i32 nonsense, align 4
@a = alias i32, ptr @g
declare void @bad(nonsense)
define void @f(ptr %p) {
  ret void
}
define void @worse() {
  nonsense
}
!0 = nonsense
`)
	m := f.NewUnit()
	fn(t, m, "f")
	v, err := m.Lookup("g")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(*ir.Global)
	if len(g.Tail) != 1 || g.Tail[0] != "align 4" {
		t.Errorf("%q", g.Tail)
	}
	if _, err := g.Initializer(); ir.AsError(err) == nil {
		t.Errorf("initializer: %v", err)
	}
	if v, err := m.Lookup("nowhere"); v != nil || err != nil {
		t.Errorf("%v %v", v, err)
	}
	if len(m.Funcs) != 1 {
		t.Errorf("%d functions were loaded", len(m.Funcs))
	}
}

// TestIntrinsicsWithoutDeclaration checks that, as in LLVM 19 and later, the first call of an
// intrinsic declares it.
func TestIntrinsicsWithoutDeclaration(t *testing.T) {
	m := load(t, "define void @f() {\n  call void @llvm.donothing()\n  call i32 @llvm.ctpop.i32(i32 4)\n  ret void\n}")
	d := fn(t, m, "llvm.ctpop.i32")
	if !d.Declared || d.New || d.FTy.String() != "i32 (i32)" {
		t.Errorf("%v %v %s", d.Declared, d.New, d.FTy)
	}
	_, err := parse.Module("x", []byte("define void @f(i8* %p) {\n  call void @llvm.donothing()\n  ret void\n}"))
	if err == nil {
		t.Error("an undeclared intrinsic in the dialect of LLVM 14")
	}
}

// TestGroupsAreAsked finds every attribute of a group by its name, and no attribute by another name
// of any length and letters.
func TestGroupsAreAsked(t *testing.T) {
	words := strings.Fields("mustprogress noinline nounwind optnone uwtable willreturn noreturn readonly readnone " +
		"nofree cold convergent alwaysinline strictfp ssp")
	for k, word := range words {
		m := scan(t, "define void @f() #0 {\n  ret void\n}\nattributes #0 = { "+word+` "target-cpu"="x" }`).NewUnit()
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		for j, asked := range words {
			if f.Attrs.Has(m, asked) != (j == k) {
				t.Errorf("%s in a group of %s: %v", asked, word, j != k)
			}
		}
		if f.Attrs.GetStr(m, "target-cpu") == nil || f.Attrs.Has(m, "target-cpu") || f.Attrs.Get(m, "") != nil {
			t.Errorf("with %s, a string is not what it is", word)
		}
	}
}

// TestManyUnits fills units of one file concurrently.
func TestManyUnits(t *testing.T) {
	src := readTestdata(t, "instructions.ll")
	f := scan(t, src)
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range f.Items {
				it := &f.Items[i]
				f.HasCoro(it)
				if it.Kind != parse.ItemDefine {
					continue
				}
				m := f.NewUnit()
				g, err := m.Func(it.Name)
				if err == nil {
					err = g.Load()
				}
				if err != nil {
					t.Error(err)
				}
				m.MDNode(m.MDRef(9))
				m.AttrGroup(0)
			}
		}()
	}
	wg.Wait()
}

// TestLongPersonalityChain checks that a long chain of headers that reference each other does not
// recurse.
func TestLongPersonalityChain(t *testing.T) {
	var b strings.Builder
	const n = 20000
	for i := range n {
		fmt.Fprintf(&b, "define void @f%d() prefix ptr @f%d personality ptr @f%d { ret void }\n", i, (i+1)%n, (i+7)%n)
	}
	m := scan(t, b.String()).NewUnit()
	fn(t, m, "f0")
	if len(m.Funcs) != n {
		t.Errorf("%d functions", len(m.Funcs))
	}
}

func TestConstants(t *testing.T) {
	m := load(t, `
@big = global i128 -170141183460469231731687303715884105728
@hex = global i32 u0xFFFFFFFF
@sml = global i8 300
@str = global [4 x i8] c"a\00\22b"
@gep = global ptr getelementptr inbounds nuw ({ i32, [4 x i8] }, ptr @big, i64 0, i32 1, i64 2)
@vec = global <2 x i1> <i1 true, i1 false>
`)
	init := func(name string) *ir.Const {
		v, err := m.Lookup(name)
		if err != nil || v == nil {
			t.Fatalf("@%s: %v", name, err)
		}
		c, err := v.(*ir.Global).Initializer()
		if err != nil {
			t.Fatalf("@%s: %v", name, err)
		}
		return c.(*ir.Const)
	}
	if s := init("big").IntString(); s != "-170141183460469231731687303715884105728" {
		t.Error(s)
	}
	if s := init("hex").IntString(); s != "-1" {
		t.Error(s)
	}
	if s := init("sml").IntString(); s != "44" {
		t.Error(s)
	}
	if s := init("str").Text; s != `a\00\22b` {
		t.Error(s)
	}
	g := init("gep")
	if g.Op != ir.OpGEP || g.Flags != ir.FlagInBounds|ir.FlagNUW ||
		len(g.Elems) != 4 || g.SrcTy.String() != "{ i32, [4 x i8] }" {
		t.Errorf("%+v", g)
	}
}
