package handle

import (
	"strings"
	"testing"
)

// libKeeps and libReads are what two units have under one name, which in one file cannot be.
const (
	libReads = "define void @lib(ptr %p) {\n  %v = load i32, ptr %p\n  ret void\n}\n"
	libKeeps = "@g = global ptr null\ndefine void @lib(ptr %p) {\n  store ptr %p, ptr @g\n  ret void\n}\n"
)

// TestCommon: what one unit finds out about a function with a number another takes over, without a look at the body; of one without a number
// each finds out for itself.
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

// TestCommonProved: with Prove a unit that finds out something else than one before it panics.
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
