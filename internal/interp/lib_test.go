// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/interp"
)

// TestByvalVariadic passes a struct among variadic arguments, and changes it in the caller later.
func TestByvalVariadic(t *testing.T) {
	out, _, failure := run(t, layout+`
%big = type { i64, i32, i32 }
@b = global %big { i64 40, i32 1, i32 2 }
define i64 @sum(i32 %n, ...) {
  %list = alloca [24 x i8], align 16
  store i64 0, ptr @b
  call void @llvm.va_start.p0(ptr %list)
  %area = getelementptr i8, ptr %list, i64 8
  %p = load ptr, ptr %area
  %first = load i32, ptr %p
  %second = getelementptr i8, ptr %p, i64 8
  %x = load i64, ptr %second
  %third = getelementptr i8, ptr %p, i64 20
  %y = load i32, ptr %third
  %fourth = getelementptr i8, ptr %p, i64 24
  %z = load i32, ptr %fourth
  call void @llvm.va_end.p0(ptr %list)
  %r1 = add i32 %first, %y
  %r2 = add i32 %r1, %z
  %r3 = zext i32 %r2 to i64
  %r4 = add i64 %r3, %x
  ret i64 %r4
}
define i32 @main() {
  %r = call i64 (i32, ...) @sum(i32 3, i32 100, ptr byval(%big) align 8 @b, i32 1000)
  call i32 (ptr, ...) @printf(ptr @d, i64 %r)
  ret i32 0
}
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
`, interp.Options{})
	if out != "1142\n" || failure != "" {
		t.Errorf("printed %q, error %q", out, failure)
	}
}

// TestLibraryExceptions calls the virtual functions of exceptions that the library constructs.
func TestLibraryExceptions(t *testing.T) {
	out, _, failure := run(t, layout+`
@s = private constant [5 x i8] c"text\00"
@_ZTVSt9bad_alloc = external constant { [5 x ptr] }
@_ZTISt9bad_alloc = external constant ptr
@_ZTISt9exception = external constant ptr
define void @say(ptr %e) {
  %vt = load ptr, ptr %e
  %slot = getelementptr ptr, ptr %vt, i64 2
  %f = load ptr, ptr %slot
  %w = call ptr %f(ptr %e)
  %r = call i32 @puts(ptr %w)
  ret void
}
define i32 @main() personality ptr @__gxx_personality_v0 {
  %e = call ptr @malloc(i64 16)
  %string = alloca { ptr, i64 }
  store ptr @s, ptr %string
  call void @_ZNSt13runtime_errorC1EPKc(ptr %e, ptr @s)
  call void @say(ptr %e)
  call void @_ZNSt16invalid_argumentC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string)
  %copy = alloca [16 x i8], align 8
  call void @_ZNSt16invalid_argumentC1ERKS_(ptr %copy, ptr %e)
  call void @say(ptr %copy)
  store ptr getelementptr ({ [5 x ptr] }, ptr @_ZTVSt9bad_alloc, i32 0, i32 0, i32 2), ptr %e
  call void @say(ptr %e)
  invoke void @_ZSt17__throw_bad_allocv() to label %no unwind label %pad
no:
  unreachable
pad:
  %x = landingpad { ptr, i32 } catch ptr @_ZTISt9exception
  %p = extractvalue { ptr, i32 } %x, 0
  %c = call ptr @__cxa_begin_catch(ptr %p)
  call void @say(ptr %c)
  call void @__cxa_end_catch()
  call void @free(ptr %e)
  ret i32 0
}
declare void @_ZNSt13runtime_errorC1EPKc(ptr, ptr)
declare void @_ZNSt16invalid_argumentC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr, ptr)
declare void @_ZNSt16invalid_argumentC1ERKS_(ptr, ptr)
declare void @_ZSt17__throw_bad_allocv()
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
`, interp.Options{})
	if out != "text\ntext\nstd::bad_alloc\nstd::bad_alloc\n" || failure != "" {
		t.Errorf("printed %q, error %q", out, failure)
	}
}

// rethrown is a module's part with an exception type whose destructor prints "gone".
const rethrown = `
@gone = constant [5 x i8] c"gone\00"
@_ZTIi = external constant ptr
define void @destroy(ptr %x) {
  %r = call i32 @puts(ptr @gone)
  ret void
}
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare void @__cxa_rethrow()
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
`

// TestRethrowCaughtInside: an exception that its handler throws again, or throws by an
// exception_ptr, and catches itself, lives until that handler ends.
func TestRethrowCaughtInside(t *testing.T) {
	const text = rethrown + `
@outer = constant [6 x i8] c"outer\00"
@inner = constant [6 x i8] c"inner\00"
@still = constant [6 x i8] c"still\00"
define i32 @main() personality ptr @__gxx_personality_v0 {
  %p = alloca ptr
  %e = call ptr @__cxa_allocate_exception(i64 8)
  invoke void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr @destroy) to label %no unwind label %outer
outer:
  %x = landingpad { ptr, i32 } catch ptr null
  %xp = extractvalue { ptr, i32 } %x, 0
  %xo = call ptr @__cxa_begin_catch(ptr %xp)
  %xr = call i32 @puts(ptr @outer)
  HOLD
  invoke void AGAIN to label %no unwind label %inner
inner:
  %y = landingpad { ptr, i32 } catch ptr null
  %yp = extractvalue { ptr, i32 } %y, 0
  %yo = call ptr @__cxa_begin_catch(ptr %yp)
  %yr = call i32 @puts(ptr @inner)
  call void @__cxa_end_catch()
  DROP
  %sr = call i32 @puts(ptr @still)
  call void @__cxa_end_catch()
  %er = call i32 @puts(ptr @outer)
  ret i32 0
no:
  unreachable
}
declare void @_ZSt17current_exceptionv(ptr)
declare void @_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(ptr)
declare void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr)
`
	for name, with := range map[string][3]string{
		"again":          {"", "@__cxa_rethrow()", ""},
		"by a pointer":   {"call void @_ZSt17current_exceptionv(ptr %p)", "@_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(ptr %p)", "call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %p)"},
		"held meanwhile": {"call void @_ZSt17current_exceptionv(ptr %p)", "@__cxa_rethrow()", "call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %p)"},
	} {
		out, _, failure := run(t, layout+strings.NewReplacer("HOLD", with[0], "AGAIN", with[1], "DROP", with[2]).Replace(text), interp.Options{})
		if out != "outer\ninner\nstill\ngone\nouter\n" || failure != "" {
			t.Errorf("%s: printed %q, error %q", name, out, failure)
		}
	}
}

// TestRethrowTwice: an exception that two handlers throw again lives until the third one ends.
func TestRethrowTwice(t *testing.T) {
	out, _, failure := run(t, layout+rethrown+`
@again = constant [6 x i8] c"again\00"
@third = constant [6 x i8] c"third\00"
define i32 @main() personality ptr @__gxx_personality_v0 {
  %e = call ptr @__cxa_allocate_exception(i64 8)
  invoke void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr @destroy) to label %no unwind label %first
first:
  %x = landingpad { ptr, i32 } catch ptr null
  %xp = extractvalue { ptr, i32 } %x, 0
  %xo = call ptr @__cxa_begin_catch(ptr %xp)
  invoke void @__cxa_rethrow() to label %no unwind label %second
second:
  %y = landingpad { ptr, i32 } catch ptr null
  %yp = extractvalue { ptr, i32 } %y, 0
  %yo = call ptr @__cxa_begin_catch(ptr %yp)
  invoke void @__cxa_rethrow() to label %no unwind label %third
third:
  %z = landingpad { ptr, i32 } catch ptr null
  call void @__cxa_end_catch()
  call void @__cxa_end_catch()
  %a = call i32 @puts(ptr @again)
  %zp = extractvalue { ptr, i32 } %z, 0
  %zo = call ptr @__cxa_begin_catch(ptr %zp)
  %b = call i32 @puts(ptr @third)
  call void @__cxa_end_catch()
  ret i32 0
no:
  unreachable
}
`, interp.Options{})
	if out != "again\nthird\ngone\n" || failure != "" {
		t.Errorf("printed %q, error %q", out, failure)
	}
}
