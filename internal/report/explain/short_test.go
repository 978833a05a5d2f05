// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/report/explain"
)

const cxx11String = "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

func TestShort(t *testing.T) {
	for _, c := range [][2]string{
		{"int", "int"},
		{"f(int, long)", "f(int, long)"},
		{cxx11String, "std::string"},
		{"f(" + cxx11String + " const&, int)", "f(std::string const&, int)"},
		{"std::__1::basic_string<wchar_t, std::__1::char_traits<wchar_t>, std::__1::allocator<wchar_t>>", "std::wstring"},
		{"std::basic_string_view<char8_t, std::char_traits<char8_t> >", "std::u8string_view"},
		{"std::basic_ostream<char, std::char_traits<char> >&", "std::ostream&"},
		{"std::basic_string<char, my::traits, std::allocator<char> >", "std::basic_string<char, my::traits>"},
		{"std::basic_string<char, std::char_traits<char>, my::alloc<char> >",
			"std::basic_string<char, std::char_traits<char>, my::alloc<char>>"},
		{"std::vector<" + cxx11String + ", std::allocator<" + cxx11String + " > >", "std::vector<std::string>"},
		{"std::vector<int, my::alloc<int> >", "std::vector<int, my::alloc<int>>"},
		{"std::vector<int, std::allocator<long> >", "std::vector<int, std::allocator<long>>"},
		{"std::tuple<int, std::allocator<int> >", "std::tuple<int, std::allocator<int>>"},
		{"std::allocator<int>", "std::allocator<int>"},
		{"std::map<int, a::b, std::less<int>, std::allocator<std::pair<int const, a::b> > >", "std::map<int, a::b>"},
		{"std::map<int, int, std::greater<int>, std::allocator<std::pair<int const, int> > >",
			"std::map<int, int, std::greater<int>>"},
		{"std::set<int, std::less<int>, std::allocator<int> >::iterator", "std::set<int>::iterator"},
		{"std::unordered_map<int, int, std::hash<int>, std::equal_to<int>, std::allocator<std::pair<int const, int> > >",
			"std::unordered_map<int, int>"},
		{"std::unique_ptr<T, std::default_delete<T> >", "std::unique_ptr<T>"},
		{"my::vector<int, std::allocator<int> >", "my::vector<int, std::allocator<int> >"},
		{"mystd::vector<int, std::allocator<int> >", "mystd::vector<int, std::allocator<int> >"},
		{"my::std::vector<int, std::allocator<int> >", "my::std::vector<int, std::allocator<int> >"},
		{"std::function<int (std::vector<int, std::allocator<int> >)>", "std::function<int (std::vector<int>)>"},
		// text that is no complete name stays
		{"std::vector<int", "std::vector<int"},
		{"std::", "std::"},
		{"a < std::less", "a < std::less"},
		{"std::array<int, (3 > 2)>", "std::array<int, (3 > 2)>"},
		{"std::vector<f(>)>", "std::vector<f(>)>"},
		{"f()::{lambda(auto) -> std::vector<int, std::allocator<int> >}", "f()::{lambda(auto) -> std::vector<int>}"},
	} {
		if got := explain.Short(c[0]); got != c[1] {
			t.Errorf("%s:\ngot  %s\nwant %s", c[0], got, c[1])
		}
	}
	for _, deep := range []string{strings.Repeat("std::vector<", 600), strings.Repeat(cxx11String+", ", 200)} {
		if got := explain.Short(deep); len(deep) < 1<<13 && strings.Contains(deep, ">") == (got == deep) {
			t.Errorf("%.40s...: %.40s...", deep, got)
		}
	}
}
