package explain_test

import (
	"testing"

	"github.com/corolower/corolower/internal/explain"
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
