package handle

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// libKeeps and libReads are two bodies of one function, which different units have. In one file
// they could not both exist.
const (
	libReads = "define void @lib(ptr %p) {\n  %v = load i32, ptr %p\n  ret void\n}\n"
	libKeeps = "@g = global ptr null\ndefine void @lib(ptr %p) {\n  store ptr %p, ptr @g\n  ret void\n}\n"
)

// TestCommon: a unit takes the answer for a function with a number from another unit, without
// reading the body. For a function without a number each unit computes its own answer.
func TestCommon(t *testing.T) {
	common := NewCommon()
	ask := func(text string, env *testEnv) (is addrUse, writes bool) {
		m := module(t, text)
		fa := env.facts(m)
		fa.Common = common
		is, _ = fa.param(function(m, "lib"), 0, 0)
		writes, _ = fa.writesElsewhere(function(m, "lib"), 0)
		return is, writes
	}
	numbers := map[string]int{"lib": 7}
	if is, writes := ask(libReads, &testEnv{numbers: numbers}); is != (addrUse{}) || writes {
		t.Errorf("%+v, %t", is, writes)
	}
	second := &testEnv{numbers: numbers}
	if is, writes := ask(libKeeps, second); is != (addrUse{}) || writes || len(second.read) > 0 {
		t.Errorf("of the same function: %+v, %t, having read %q", is, writes, second.read)
	}
	if is, writes := ask(libKeeps, &testEnv{}); is != allUses || !writes {
		t.Errorf("of a function without a number: %+v, %t", is, writes)
	}
	if is, writes := ask(libKeeps, &testEnv{numbers: map[string]int{"lib": 8}}); is != allUses || !writes {
		t.Errorf("of another function: %+v, %t", is, writes)
	}
}

// TestCommonProved: with Prove a unit panics if its answer differs from that of an earlier one.
func TestCommonProved(t *testing.T) {
	common := NewCommon()
	for k, text := range []string{libReads, libReads, libKeeps} {
		func() {
			defer func() {
				p := recover()
				if s, _ := p.(string); (p != nil) != (k == 2) || p != nil && !strings.Contains(s, "@lib") {
					t.Errorf("unit %d: %v", k, p)
				}
			}()
			m := module(t, text)
			fa := (&testEnv{numbers: map[string]int{"lib": 0}}).facts(m)
			fa.Common, fa.Prove = common, true
			fa.param(function(m, "lib"), 0, 0)
		}()
	}
}

// TestCommonCallee: one unit computes the facts that the search needs about a callee with a number,
// and another unit does not read the callee. The functions in the facts are those of the other
// unit.
func TestCommonCallee(t *testing.T) {
	const reads = "declare void @sink(ptr)\ndefine i32 @lib(ptr %p) {\n  call void @sink(ptr %p)\n  ret i32 7\n}\n"
	const other = "declare void @sink(ptr)\ndeclare i32 @f() returns_twice\ndefine i32 @lib(ptr %p) nounwind {\n" +
		"  %x = call i32 @f()\n  ret i32 %x\n}\n"
	common := NewCommon()
	for k, text := range []string{reads, other} {
		m := module(t, text)
		env := &testEnv{numbers: map[string]int{"lib": 3}}
		fa := env.facts(m)
		fa.Common = common
		lib := function(m, "lib")
		use, _ := fa.flows(lib, uint64(itself|inside), false, 1)
		if len(use.given) != 1 || use.given[0] != function(m, "sink") || !use.away || use.ret != 0 {
			t.Errorf("unit %d: %+v", k, use)
		}
		if c := fa.result(lib); c == nil || c != m.ConstInt(m.Types.Int(32), 7) {
			t.Errorf("unit %d: the result is %v", k, c)
		}
		if !fa.readable(lib) || !fa.small(lib) {
			t.Errorf("unit %d: not readable or not small", k)
		}
		if fa.funcJumps(lib) || k == 0 && !fa.funcThrows(lib) {
			t.Errorf("unit %d: jumps, or throws nothing", k)
		}
		if read := len(env.read) > 0; read != (k == 0) {
			t.Errorf("unit %d has read %q", k, env.read)
		}
	}
}

// TestCommonUse: the uses of a frame are translated to another unit with that unit's functions, as
// many times as they occur. That fails if the unit lacks one of them.
func TestCommonUse(t *testing.T) {
	one, two := module(t, "declare void @sink(ptr)\ndeclare void @drain(ptr)\n"), module(t, "declare void @sink(ptr)\n")
	sink, drain := function(one, "sink"), function(one, "drain")
	use := frameUse{keeps: true, hidden: true, ret: inside, given: []*ir.Func{sink, nil, sink}}
	shared := use.share()
	if got, ok := shared.take(two); !ok || !got.keeps || !got.hidden || got.away || got.ret != inside ||
		!slices.Equal(got.given, []*ir.Func{nil, function(two, "sink"), function(two, "sink")}) {
		t.Errorf("%t, %+v", ok, got)
	}
	use.given = append(use.given, drain)
	shared = use.share()
	if _, ok := shared.take(two); ok {
		t.Error("@drain is found where it is not")
	}
}
