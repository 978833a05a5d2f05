// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import "strconv"

// nullCases compare an address with null. Most must not be folded: the address may be null.
var nullCases = func() []scalarCase {
	var list []scalarCase
	add := func(name, address, before string, folds bool) {
		c := scalarCase{name: "null or " + name, pass: "instsimplify", head: "i1 @f(ptr %p, ptr nonnull %n, i1 %c, i64 %k)",
			body: before + "\n  %r = icmp eq ptr " + address + ", null\n  ret i1 %r", same: true}
		if folds {
			c.same, c.has = false, []string{"ret i1 false"}
		}
		list = append(list, c)
	}
	add("a variable", "@g", "", true)
	add("a weak variable", "@weak", "", false)
	add("a place in a weak variable", "getelementptr inbounds (i8, ptr @weak, i64 4)", "", false)
	add("a place in a variable", "getelementptr inbounds (i8, ptr @g, i64 4)", "", true)
	add("a place outside a variable", "getelementptr (i8, ptr @g, i64 4)", "", false)
	add("an absolute symbol", "@absolute", "", false)
	add("an alias", "@other.name", "", false)
	add("a function", "@part", "", true)
	add("a weak function", "@weak.part", "", false)
	add("a parameter", "%p", "", false)
	add("a parameter that is not null", "%n", "", true)
	add("one of two", "%s", "%s = select i1 %c, ptr %n, ptr @g", true)
	add("the first of two", "%s", "%s = select i1 %c, ptr %p, ptr @g", false)
	add("the second of two", "%s", "%s = select i1 %c, ptr @g, ptr %p", false)
	add("a place behind", "%a", "%a = getelementptr inbounds i8, ptr %n, i64 %k", true)
	add("a place anywhere", "%a", "%a = getelementptr i8, ptr %n, i64 %k", false)
	add("a place behind null", "%a", "%a = getelementptr inbounds i8, ptr %p, i64 %k", false)
	add("loaded", "%l", "%l = load ptr, ptr %n", false)
	return list
}()

// unwindCases have landing pads that only resume: the calls that unwind to them need none.
var unwindCases = func() []scalarCase {
	var list []scalarCase
	for k, s := range []struct {
		name, first, second string // the code in two landing pads before they join
	}{
		{"pads that do nothing", "", ""},
		{"a pad that does something", "call void @use(i32 1)", ""},
		{"a second pad that does something", "", "call void @use(i32 1)"},
		{"pads that do something", "call void @use(i32 1)", "call void @use(i32 2)"},
	} {
		c := scalarCase{name: s.name, pass: "simplify", head: "void @f() personality ptr @__gxx_personality_v0",
			body: `invoke void @use8(i8 1) to label %next unwind label %pad
next:
  invoke void @use8(i8 2) to label %out unwind label %pad2
out:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  ` + s.first + `
  br label %common
pad2:
  %e2 = landingpad { ptr, i32 } cleanup
  ` + s.second + `
  br label %common
common:
  %r = phi { ptr, i32 } [ %e, %pad ], [ %e2, %pad2 ]
  resume { ptr, i32 } %r`}
		for n, code := range []string{s.first, s.second} {
			use := "void @use8(i8 " + strconv.Itoa(n+1) + ")"
			if code == "" {
				c.has, c.hasNot = append(c.has, "call "+use), append(c.hasNot, "invoke "+use)
			} else {
				c.has = append(c.has, "invoke "+use)
			}
		}
		c.same = k == 3
		list = append(list, c)
	}
	list = append(list, scalarCase{name: "the branch behind the call has its line", pass: "simplify",
		head: "void @f(i1 %c) personality ptr @__gxx_personality_v0 !dbg !3",
		body: `br i1 %c, label %call, label %out
call:
  invoke void @use8(i8 1) to label %out unwind label %pad, !dbg !6
out:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e`, has: []string{"call void @use8(i8 1), !dbg !6", "br label %out, !dbg !6"}})
	return append(list, scalarCase{name: "a pad that resumes itself", pass: "simplify",
		head: "void @f() personality ptr @__gxx_personality_v0",
		body: `invoke void @use8(i8 1) to label %out unwind label %pad
out:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e`, has: []string{"call void @use8(i8 1)"}, hasNot: []string{"invoke", "landingpad"}})
}()
