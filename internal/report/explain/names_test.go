// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain_test

import (
	"slices"
	"testing"

	"github.com/corolower/corolower/internal/report/explain"
)

func TestDemangledText(t *testing.T) {
	for text, want := range map[string]string{
		"the handle is stored to @_ZL6global, and more":     "the handle is stored to global, and more",
		"let @_ZN3lib4keepEPv be inlined":                   "let lib::keep(void*) be inlined",
		"it goes to @_ZN3lib4keepEPv.":                      "it goes to lib::keep(void*).",
		"a run of '_ZL4makei', and":                         "a run of 'make(int)', and",
		"@_RNvC6_123foo3bar":                                "123foo::bar",
		"@keep, %_Z and @_Zno are none":                     "@keep, %_Z and @_Zno are none",
		"the body of @__Z1fv is not known":                  "the body of @__Z1fv is not known",
		"@_Z1fv.resume may":                                 "f() [clone .resume] may",
		"'@$s4main1fyyF' is Swift's":                        "'@$s4main1fyyF' is Swift's",
		"the word my_Z1fv and the file a_Z1fv.cpp are none": "the word my_Z1fv and the file a_Z1fv.cpp are none",
	} {
		if got := explain.DemangledText(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestStem verifies that Stem drops the number of a lambda and nothing else.
func TestStem(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"_ZZ4mainENK3$_0clEv", "_ZZ4mainENK3$_1clEv", true},
		{"_ZZ4mainENK3$_9clEv", "_ZZ4mainENK4$_10clEv", true},
		{"_ZZ1fvENKUlvE_clEv", "_ZZ1fvENKUlvE0_clEv", true},
		{"_ZZ1fvENKUlvE_clEv", "_ZZ1fvENKUliE_clEi", false},
		{"_ZZ1fvENKUlvE_clEv", "_ZZ1gvENKUlvE_clEv", false},
		{"_ZZ4mainENK3$_0clEv", "_ZZ4mainENK3$_0clEi", false},
		{"_Z4workv", "_ZL4workv", false},
		{"f.1", "f.2", false},
		{"$_0", "$_1", false}, // not a C++ name
		{"_Z1fI1US0_#1}Evv", "_Z1fI1US0_#2}Evv", false},
	} {
		a, _ := explain.Stem(c.a)
		b, _ := explain.Stem(c.b)
		if (a == b) != c.same {
			t.Errorf("%s and %s: %q and %q", c.a, c.b, a, b)
		}
	}
	if _, has := explain.Stem("_ZZ4mainENK3$_0clEv"); !has {
		t.Error("a lambda's number is not seen")
	}
}

func TestSpellings(t *testing.T) {
	if got, want := explain.Spellings("_ZN3net4taskEi"), []string{"_ZN3net4taskEi", "net::task(int)",
		"net::task"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := explain.Spellings("plain"); !slices.Equal(got, []string{"plain"}) {
		t.Errorf("got %q", got)
	}
}
