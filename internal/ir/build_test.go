// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
)

// newUnit returns a unit with a function `void @f(P %p, i32 %n)` that has an empty entry block.
func newUnit(typed bool) (*ir.Module, *ir.Func, *ir.Builder) {
	m := ir.NewModule(nil)
	m.TypedPtrs = typed
	f := ir.NewFunc(m, "f", m.Types.Func(m.Types.Void(), []*ir.Type{m.PtrType(0), m.Types.Int(32)}, false))
	m.AddFunc(f)
	f.SetParamName(f.Params[0], "p")
	f.SetParamName(f.Params[1], "n")
	return m, f, ir.NewBuilder(m).AtEnd(f.NewBlock("entry", nil))
}

func body(f *ir.Func) string {
	_, s, _ := strings.Cut(emit.FuncString(f), "{\n")
	return strings.TrimSuffix(s, "}\n")
}

// TestBuilderDialects builds the same function in both dialects. The typed-pointer one gets the
// casts that it needs.
func TestBuilderDialects(t *testing.T) {
	for _, c := range []struct {
		typed bool
		want  string
	}{
		{false, `entry:
  %x = getelementptr inbounds nuw %S, ptr %p, i32 0, i32 1
  %v = load i64, ptr %x, align 8
  store i64 %v, ptr %p, align 8
  %x1 = getelementptr inbounds i8, ptr %x, i64 4
  %a = alloca i32, align 4, addrspace(5)
  %r = call fastcc i32 %p(i64 %v)
  ret void
`},
		{true, `entry:
  %0 = bitcast i8* %p to %S*
  %x = getelementptr inbounds nuw %S, %S* %0, i32 0, i32 1
  %v = load i64, i64* %x, align 8
  %1 = bitcast i8* %p to i64*
  store i64 %v, i64* %1, align 8
  %2 = bitcast i64* %x to i8*
  %x1 = getelementptr inbounds i8, i8* %2, i64 4
  %a = alloca i32, align 4, addrspace(5)
  %3 = bitcast i8* %p to i32 (i64)*
  %r = call fastcc i32 %3(i64 %v)
  ret void
`},
	} {
		m, f, b := newUnit(c.typed)
		i64 := m.Types.Int(64)
		s := m.AddType("S", []*ir.Type{m.Types.Int(8), i64}, false)
		p := f.Params[0]
		x := b.FieldAddr(s, p, 1, "x", ir.FlagInBounds|ir.FlagNUW)
		v := b.Load(i64, x, 8, "v")
		b.Store(v, p, 8)
		b.ByteGEP(x, m.ConstInt(i64, 4), ir.FlagInBounds, "x")
		b.Alloca(m.Types.Int(32), 5, 4, "a")
		b.Call(p, m.Types.Func(m.Types.Int(32), []*ir.Type{i64}, false), "fastcc", []ir.Value{v}, "r")
		b.Ret(nil)
		if got := body(f); got != c.want {
			t.Errorf("typed %v: got\n%swant\n%s", c.typed, got, c.want)
		}
	}
}

func TestPtrCastFoldsConstants(t *testing.T) {
	m, f, b := newUnit(true)
	i8p, i64p := m.PtrType(0), m.PtrTo(m.Types.Int(64), 0)
	once := b.PtrCast(f, i8p)
	if got := b.PtrCast(once, f.Type()); got != ir.Value(f) {
		t.Errorf("a cast back gives %v", got)
	}
	if got := b.PtrCast(m.Null(i8p), i64p); got != ir.Value(m.Null(i64p)) {
		t.Errorf("null becomes %v", got)
	}
	if !ir.SameValue(once, b.PtrCast(f, i8p)) || ir.SameValue(once, b.PtrCast(f, i64p)) {
		t.Error("equal constant expressions must be the same value, others not")
	}
}

// TestSwitchAndPhiGrow checks that operands that are added one by one keep their uses, and that
// they can be removed again.
func TestSwitchAndPhiGrow(t *testing.T) {
	for _, version := range []ir.Version{19, 22} {
		m, f, b := newUnit(false)
		m.Version = version
		i32 := m.Types.Int(32)
		join := f.NewBlock("join", nil)
		sw := b.Switch(f.Params[1], join)
		phi := ir.NewBuilder(m).AtEnd(join).Phi(i32, "v", []ir.Value{m.ConstInt(i32, -1)}, []*ir.Block{f.Entry()})
		for k := range 5 {
			blk := f.NewBlock("b"+string(rune('0'+k)), nil)
			val := ir.NewBuilder(m).AtEnd(blk).Binary(ir.OpAdd, f.Params[1], m.ConstInt(i32, int64(k)), 0, "s")
			ir.NewBuilder(m).AtEnd(blk).Br(join)
			sw.AddCase(m, m.ConstInt(i32, int64(k)), blk)
			phi.AddIncoming(m, val, blk)
		}
		ir.NewBuilder(m).AtEnd(join).Ret(nil)
		if sw.NumCases() != 5 || phi.NumArgs() != 6 || f.Params[1].NumUses() != 6 {
			t.Fatalf("%d cases, %d entries, %d uses", sw.NumCases(), phi.NumArgs(), f.Params[1].NumUses())
		}
		for k := range phi.NumArgs() {
			if phi.Use(k).User() != phi || phi.Use(k).Index() != k {
				t.Errorf("use %d of the phi is astray", k)
			}
		}
		sw.RemoveCase(1)
		phi.RemoveIncoming(2)
		var cases, entries []string
		for k := range sw.NumCases() {
			cases = append(cases, sw.CaseValue(k).IntString()+sw.CaseDest(k).Name())
		}
		for _, x := range phi.PhiBlocks() {
			entries = append(entries, x.Name())
		}
		if got := strings.Join(cases, " "); got != "0b0 4b4 2b2 3b3" {
			t.Errorf("cases: %s", got)
		}
		want := "entry b0 b2 b3 b4"
		if version >= 22 {
			want = "entry b0 b4 b2 b3"
		}
		if got := strings.Join(entries, " "); got != want {
			t.Errorf("version %d: entries: %s, want %s", version, got, want)
		}
	}
}

// TestBuilderAndDebugRecords checks whether new instructions go before or after debug records.
func TestBuilderAndDebugRecords(t *testing.T) {
	m, f, b := newUnit(false)
	first := b.Load(m.Types.Int(32), f.Params[0], 4, "first")
	ret := b.Ret(nil)
	rec := m.NewInstr(ir.OpDbg, m.Types.Void())
	ret.Dbg = append(ret.Dbg, rec)
	before := ir.NewBuilder(m).Before(ret).Load(m.Types.Int(32), f.Params[0], 4, "")
	if len(before.Dbg) != 1 || len(ret.Dbg) != 0 {
		t.Error("an instruction inserted before another one must follow its records")
	}
	after := ir.NewBuilder(m).After(first).Load(m.Types.Int(32), f.Params[0], 4, "")
	if len(after.Dbg) != 0 || len(before.Dbg) != 1 {
		t.Error("an instruction inserted after another one must precede the records that follow")
	}
}
