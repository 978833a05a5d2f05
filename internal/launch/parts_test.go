// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"strings"
	"testing"
)

// TestApart checks the commands that a command with several inputs, or with a link, becomes, and
// why others run as written.
func TestApart(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"clang++ -O2 a.cpp", "clang++ -O2 -Qunused-arguments -c -o 0.o a.cpp; clang++ -O2 0.o -Qunused-arguments"},
		{"clang++ a.cpp b.o c.cc -lm -o p", "clang++ -lm -Qunused-arguments -c -o 0.o a.cpp; " +
			"clang++ -lm -Qunused-arguments -c -o 1.o c.cc; clang++ 0.o b.o 1.o -lm -o p -Qunused-arguments"},
		{"clang++ -x c a.x -x c++ b.x -x none c.o", "clang++ -x c -x c++ -Qunused-arguments -c -o 0.o b.x; " +
			"clang++ -x c a.x -x none 0.o c.o -Qunused-arguments"},
		{"clang++ -x c++ a.x b.s", "clang++ -x c++ -Qunused-arguments -c -o 0.o a.x; " +
			"clang++ -x c++ -Qunused-arguments -c -o 1.o b.s; clang++ 0.o 1.o -Qunused-arguments"},
		{"clang++ -c a.cpp b.cpp -MD", "clang++ -c -MD a.cpp; clang++ -c -MD b.cpp"},
		{"clang++ -c a.cpp b.c", "clang++ -c a.cpp; clang++ -c b.c"},
		{"clang++ -MMD a.cpp -o out/p.x", "clang++ -MMD -MF out/p.d -MQ out/p.x -Qunused-arguments -c -o 0.o a.cpp; " +
			"clang++ -MMD 0.o -o out/p.x -Qunused-arguments"},
		{"clang++ -MMD d/a.cpp -MF f", "clang++ -MMD -MF f -MQ a.o -Qunused-arguments -c -o 0.o d/a.cpp; " +
			"clang++ -MMD 0.o -MF f -Qunused-arguments"},
		{"env A=1 clang++ a.cpp", "env A=1 clang++ -Qunused-arguments -c -o 0.o a.cpp; " +
			"env A=1 clang++ 0.o -Qunused-arguments"},
		{"clang++ a.cpp -fno-corolower", "-fno-corolower"},
		{"clang++ -MMD a.cpp b.cpp", "one dependency file for several sources"},
		{"clang++ a.cpp -gsplit-dwarf -o p", "a program and files beside it"},
		{"clang++ -x c++ -", "standard input"},
		{"clang++ a.cpp --unheard-of", "unknown option --unheard-of"},
		{"clang++ a.cpp b.cpp -S", "clang++ -S a.cpp; clang++ -S b.cpp"},
		{"clang++ a.o", "not a compile"},
		{"clang++ a.cppm a.o", "clang++ -Qunused-arguments -c -o 0.o a.cppm; clang++ 0.o a.o -Qunused-arguments"},
		{"clang++ -c a.cpp b.cpp -o p", "several inputs"},
		{"clang++ -- a.cpp b.cpp", "several inputs"},
	} {
		p, got, _ := apart(Parse(strings.Fields(c.command)), &Options{})
		if p != nil {
			var list, objects []string
			for k := range p.list {
				objects = append(objects, string(rune('0'+k))+".o")
				list = append(list, strings.Join(p.compile(&p.list[k], objects[k]), " "))
			}
			if rest := p.rest(objects); rest != nil {
				list = append(list, strings.Join(rest, " "))
			}
			got = strings.Join(list, "; ")
		}
		if got = strings.ReplaceAll(got, ".obj", ".o"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.command, got, c.want)
		}
	}
}
