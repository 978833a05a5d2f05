// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// thrownAgain keeps the exception of work in %error, and throws it again. The words in capitals are what the
// tests change.
const thrownAgain = `
@g = global ptr null
@type = external constant ptr
define i32 @f(i1 %c) personality ptr @p {
entry:
  %error = alloca { i32, ptr }
  %copy = alloca ptr
  %at = getelementptr { i32, ptr }, ptr %error, i32 0, i32 1
  store ptr null, ptr %at
  BEFORE
  invoke void @work() to label %done unwind label %pad
pad:
  %l = landingpad { ptr, i32 } CLAUSES
  %e = extractvalue { ptr, i32 } %l, 0
  CLEANUP
handler:
  %b = call ptr @__cxa_begin_catch(ptr %e)
  INSIDE
  call void @_ZSt17current_exceptionv(ptr sret(ptr) %at)
  ENDS
  BETWEEN
  br label %done
done:
  TESTED
  %v = load ptr, ptr %at
  %ok = icmp eq ptr %v, null
  br i1 %ok, label %good, label %failed
failed:
  store ptr %v, ptr %copy
  call void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr %copy)
  invoke void @_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(ptr %copy) to label %never unwind label %NEXT
never:
  unreachable
next:
  %t = landingpad { ptr, i32 } THROWN
  call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %copy)
  AFTER
  RELEASED
  BEHIND
  resume { ptr, i32 } %t
good:
  ret i32 0
}
declare void @work()
declare void @quiet() nounwind
declare void @tell(ptr)
declare i32 @p(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare void @_ZSt17current_exceptionv(ptr)
declare void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr)
declare void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr)
declare void @_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(ptr)
`

// TestPassOn checks which exceptions pass on, and that code which may notice them prevents it.
func TestPassOn(t *testing.T) {
	const release = "call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %at)"
	usual := map[string]string{"CLAUSES": "catch ptr null", "CLEANUP": "br label %handler", "ENDS": "call void @__cxa_end_catch()",
		"THROWN": "cleanup catch ptr null", "RELEASED": release, "NEXT": "next"}
	for name, k := range map[string]struct {
		change  string // words in capitals, and what they become
		handled bool
		passes  bool
	}{
		"plain":           {passes: true},
		"two handlers":    {change: "THROWN catch ptr @type catch ptr null", passes: true},
		"no handler":      {change: "THROWN cleanup"},
		"other handler":   {change: "THROWN cleanup catch ptr @type"},
		"handler above":   {change: "THROWN cleanup", handled: true, passes: true},
		"a cleanup first": {change: "CLEANUP call void @quiet() br label %handler", passes: true},
		"some return": {change: "BEFORE invoke void @work() to label %good unwind label %pad dead:; " +
			"CLEANUP br i1 %c, label %r, label %handler r: ret i32 7"},
		"some pass on": {change: "BEFORE invoke void @work() to label %good unwind label %pad dead:; " +
			"CLEANUP br i1 %c, label %r, label %handler r: resume { ptr, i32 } poison"},
		"some end": {change: "BEFORE invoke void @work() to label %good unwind label %pad dead:; " +
			"CLEANUP br i1 %c, label %r, label %handler r: call void @quiet() unreachable", passes: true},
		"typed handler":        {change: "CLAUSES catch ptr @type"},
		"two clauses":          {change: "CLAUSES catch ptr @type catch ptr null"},
		"selector":             {change: "CLEANUP %s = extractvalue { ptr, i32 } %l, 1 store i32 %s, ptr @g br label %handler"},
		"stored exception":     {change: "CLEANUP store ptr %e, ptr @g br label %handler"},
		"used object":          {change: "INSIDE call void @tell(ptr %b)"},
		"stored object":        {change: "INSIDE store ptr %b, ptr @g"},
		"no clause":            {change: "CLAUSES cleanup"},
		"call inside":          {change: "INSIDE call void @quiet()"},
		"store inside":         {change: "INSIDE store i32 1, ptr @g", passes: true},
		"handler does not end": {change: "ENDS "},
		"call in between":      {change: "BETWEEN call void @quiet()"},
		"store in between":     {change: "BETWEEN store i32 1, ptr @g", passes: true},
		"volatile in between":  {change: "BETWEEN store volatile i32 1, ptr @g", passes: true},
		"stored in between":    {change: "BETWEEN %x = load ptr, ptr %at store ptr %x, ptr @g"},
		"contents": {change: "BETWEEN %x = load ptr, ptr %at %y = load ptr, ptr %x %z = icmp eq ptr %y, null " +
			"br i1 %z, label %good, label %b2 b2:"},
		"no exception":      {change: "BETWEEN store ptr null, ptr %at"},
		"other exception":   {change: "BETWEEN %x = load ptr, ptr @g store ptr %x, ptr %at"},
		"released at once":  {change: "BETWEEN " + release},
		"branch in between": {change: "TESTED br i1 %c, label %t2, label %good t2:"},
		"shared path": {change: "BETWEEN br label %mid mid:; BEFORE %q = load ptr, ptr @g store ptr %q, ptr %at " +
			"br i1 %c, label %w, label %mid w:"},
		"known before":           {change: "BEFORE call void @tell(ptr %error)"},
		"quiet cleanup":          {change: "AFTER call void @quiet()", passes: true},
		"cleanup that may throw": {change: "AFTER call void @work()"},
		"cleanup behind":         {change: "BEHIND call void @work()", passes: true},
		"not released":           {change: "RELEASED "},
		"released twice":         {change: "RELEASED " + release + " " + release},
		"other released twice":   {change: "RELEASED call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %copy)"},
		"handled first": {change: "AFTER %te = extractvalue { ptr, i32 } %t, 0 %tb = call ptr @__cxa_begin_catch(ptr %te) nounwind " +
			"call void @__cxa_end_catch() nounwind"},
		"handled behind": {change: "BEHIND %te = extractvalue { ptr, i32 } %t, 0 %tb = call ptr @__cxa_begin_catch(ptr %te) nounwind " +
			"call void @__cxa_end_catch() nounwind", passes: true},
		"stored behind":  {change: "BEHIND store ptr %v, ptr @g"},
		"kept behind":    {change: "BEHIND %x = load ptr, ptr %copy call void @tell(ptr %x)"},
		"shared pad":     {change: "BEFORE invoke void @work() to label %w unwind label %next w:"},
		"shared handler": {change: "BEFORE invoke void @work() to label %w unwind label %pad w:", passes: true},
	} {
		t.Run(name, func(t *testing.T) {
			text := thrownAgain
			for _, w := range []string{"BEFORE", "CLAUSES", "CLEANUP", "INSIDE", "ENDS", "BETWEEN", "TESTED", "NEXT", "THROWN", "AFTER",
				"RELEASED", "BEHIND"} {
				s := usual[w]
				for change := range strings.SplitSeq(k.change, "; ") {
					if word, with, _ := strings.Cut(change, " "); w == word {
						s = with
					}
				}
				text = strings.Replace(text, w, s, 1)
			}
			m := load(t, text)
			f, _ := m.Func("f")
			opt.PassOn(m, f, layout(t), k.handled)
			got := emit.FuncString(f)
			passes := !strings.Contains(got, "rethrow_exception") && !strings.Contains(got, "current_exception")
			errs := ir.VerifyFunc(f)
			rest := strings.Contains(got, "@_ZN") || strings.Count(got, "@__cxa_") != strings.Count(k.change, "@__cxa_")
			if passes != k.passes || passes && rest || len(errs) > 0 {
				t.Errorf("passes: %v, want %v; calls left: %v; %v\n%s", passes, k.passes, rest, errs, got)
			}
		})
	}
}

// TestSharedUnwind checks that PassOn changes nothing where an exception of another call arrives, too.
func TestSharedUnwind(t *testing.T) {
	for name, body := range map[string]string{
		"copied back": `
  store ptr null, ptr %x
  invoke void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr %x) to label %more unwind label %next
more:
  invoke void @work() to label %end unwind label %next
next:
  %t = landingpad { ptr, i32 } cleanup
  call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %x)
  resume { ptr, i32 } %t`,
		"thrown again": `
  call void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr %other)
  call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %other)
  br i1 %c, label %first, label %second
first:
  invoke void @work() to label %end unwind label %next
second:
  invoke void @work() to label %end unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %l, 0
  %b = call ptr @__cxa_begin_catch(ptr %e)
  call void @_ZSt17current_exceptionv(ptr sret(ptr) %x)
  call void @__cxa_end_catch()
  %v = load ptr, ptr %x
  store ptr %v, ptr %y
  store ptr %v, ptr %z
  invoke void @_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(ptr %z) to label %never unwind label %next
never:
  unreachable
next:
  %t = landingpad { ptr, i32 } catch ptr null
  call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %y)
  resume { ptr, i32 } %t`,
	} {
		_, declarations, _ := strings.Cut(thrownAgain, "\n}\n")
		m := load(t, "define void @f(i1 %c) personality ptr @p {\n"+
			"  %other = alloca ptr\n  %x = alloca ptr\n  %y = alloca ptr\n  %z = alloca ptr"+body+"\nend:\n  ret void\n}\n"+declarations)
		f, _ := m.Func("f")
		calls := strings.Count(emit.FuncString(f), "@_Z")
		opt.PassOn(m, f, layout(t), false)
		got := emit.FuncString(f)
		if errs := ir.VerifyFunc(f); len(errs) > 0 || strings.Count(got, "@_Z") != calls || name == "copied back" && strings.Count(got, "alloca") != 4 {
			t.Errorf("%s: %v\n%s", name, errs, got)
		}
	}
}

// TestPassOnLibcxx checks the functions of libc++.
func TestPassOnLibcxx(t *testing.T) {
	text := strings.NewReplacer("BEFORE", "", "CLAUSES", "catch ptr null", "CLEANUP", "br label %handler", "INSIDE", "", "ENDS",
		"call void @__cxa_end_catch()", "BETWEEN", "", "TESTED", "", "NEXT", "next", "THROWN", "cleanup catch ptr null", "AFTER", "",
		"RELEASED", "call void @_ZNSt13exception_ptrD1Ev(ptr %at)", "BEHIND", "",
		"store ptr %v, ptr %copy", "", "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr %copy)", "_ZNSt13exception_ptrC1ERKS_(ptr %copy, ptr %at)",
		"_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr)", "_ZNSt13exception_ptrC1ERKS_(ptr, ptr)",
		"_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv", "_ZNSt13exception_ptrD1Ev",
		"_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE", "_ZSt17rethrow_exceptionSt13exception_ptr").Replace(thrownAgain)
	m := load(t, text)
	f, _ := m.Func("f")
	opt.PassOn(m, f, layout(t), false)
	if got := emit.FuncString(f); strings.Contains(got, "@_ZN") || strings.Contains(got, "@_ZSt") || strings.Contains(got, "@__cxa_") {
		t.Error(got)
	}
}
