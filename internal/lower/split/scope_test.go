// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/split"
)

// scopeFrame is a coroutine to which a body is added. The body begins with the first suspend and
// ends in block %cleanup.
const scopeFrame = `
define ptr @f(i64 %n, ptr %out, ptr byval(i64) align 4 %inmem) presplitcoroutine {
entry:
  %a = alloca [4 x i64], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  store i64 100, ptr %mem
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i64 101, ptr %out
  BODY

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  store i64 102, ptr %out
  br label %leave

leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare i64 @get(i64)
declare void @put(i64)
declare [6 x i64] @getMany()
declare void @putMany([6 x i64])
declare void @keep(ptr)
declare void @fill(ptr captures(none))
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`

// suspendTo is a suspend that continues in a block when it is resumed.
func suspendTo(save, block string) string {
	return "%s" + block + " = call i8 @llvm.coro.suspend(token " + save + ", i1 false)\n" +
		"  switch i8 %s" + block + ", label %leave [\n    i8 0, label %" + block + "\n    i8 1, label %cleanup\n  ]\n" +
		block + ":\n"
}

// scoped splits the coroutine, and returns the lines of its ramp and of its resume part.
func scoped(t *testing.T, body string, reuse bool) (ramp, part string) {
	t.Helper()
	text := splitText(t, strings.Replace(scopeFrame, "BODY", body, 1), split.Options{ReuseStorage: reuse}, 0)
	_, text, _ = strings.Cut(text, "define ptr @f(")
	ramp, text, _ = strings.Cut(text, "\n}")
	_, text, ok := strings.Cut(text, "@f.resume(")
	if part, _, _ = strings.Cut(text, "\n}"); !ok {
		t.Fatal("no resume part")
	}
	return ramp, part
}

// claimed reports whether the only line that contains a word makes a claim.
func claimed(t *testing.T, text, word, claim string) bool {
	t.Helper()
	var found []string
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, word) {
			found = append(found, line)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d lines with %q:\n%s", len(found), word, text)
	}
	return strings.Contains(found[0], "!"+claim+" !")
}

// TestSlotScopes checks which instructions of a part claim not to access the slots of spilled
// values, and which slots the claim covers.
func TestSlotScopes(t *testing.T) {
	body := "call void @keep(ptr %a)\n" + suspendTo("none", "next") + `
  store i64 1, ptr %out
  %x = call i64 @get(i64 %n)
  call void @keep(ptr %a)
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @put(i64 2)
  store i64 3, ptr %out
  ` + suspendTo("%save", "last") + `
  store i64 4, ptr %out
  call void @put(i64 5)
  call void @keep(ptr %hdl)
  call void @put(i64 6)
  store i64 %x, ptr %out
  br label %cleanup`
	ramp, part := scoped(t, body, true)
	if strings.Contains(ramp, "!noalias") || strings.Contains(ramp, "!alias.scope") {
		t.Errorf("the ramp makes the claim:\n%s", ramp)
	}
	if n := strings.Count(part, "call void @llvm.experimental.noalias.scope.decl(metadata"); n != 1 {
		t.Errorf("%d declarations of the scope in the resume part\n%s", n, part)
	}
	for word, want := range map[string]bool{"store i64 1,": true, "@get(": true, "@keep(ptr %a.": true, "@put(i64 2)": false,
		"store i64 3,": false, "store i64 4,": true, "@put(i64 5)": true, "@keep(ptr %hdl)": false, "@put(i64 6)": false,
		"@free(": false, "store i64 102,": false, "store i64 %x, ptr %x.spill": false} {
		if claimed(t, part, word, "noalias") != want {
			t.Errorf("noalias on %s: not %v\n%s", word, want, part)
		}
	}
	for word, want := range map[string]bool{"%n.reload = ": true, "%x.reload = ": true, "%x, ptr %x.spill": true,
		"store i64 1,": false} {
		if claimed(t, part, word, "alias.scope") != want {
			t.Errorf("alias.scope on %s: not %v\n%s", word, want, part)
		}
	}
	if _, part = scoped(t, body, false); strings.Contains(part, "!noalias") {
		t.Errorf("LLVM's plain splitting makes no claim:\n%s", part)
	}
}

// TestSlotScopesAfterFree checks that accesses after coro.free make no claim, because the memory may be
// used again. Nobody else has the handle.
func TestSlotScopesAfterFree(t *testing.T) {
	_, part := scoped(t, suspendTo("none", "last")+`
  store i64 1, ptr %out
  call void @put(i64 %n)
  br label %cleanup`, true)
	for word, want := range map[string]bool{"store i64 1,": true, "@free(": false, "store i64 102,": false} {
		if claimed(t, part, word, "noalias") != want {
			t.Errorf("noalias on %s: not %v\n%s", word, want, part)
		}
	}
}

// TestSlotScopesLeftOut checks that the scope has no slot whose bytes an object has at another
// time.
func TestSlotScopesLeftOut(t *testing.T) {
	_, part := scoped(t, `
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @keep(ptr %a)
  `+suspendTo("none", "next")+`
  call void @fill(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  %x = call i64 @get(i64 0)
  `+suspendTo("none", "last")+`
  call void @put(i64 %x)
  call void @put(i64 %n)
  br label %cleanup`, true)
	if claimed(t, part, "%x.reload = ", "alias.scope") || !claimed(t, part, "%n.reload = ", "alias.scope") {
		t.Errorf("the slot of %%x, which an object shares, is in the scope, or that of %%n is not:\n%s", part)
	}
}

// TestSlotScopesByval checks that the scope has no slot whose bytes an argument that is passed in
// memory has at another time.
func TestSlotScopesByval(t *testing.T) {
	_, part := scoped(t, suspendTo("none", "next")+`
  call void @fill(ptr %inmem)
  %x = call i64 @get(i64 0)
  `+suspendTo("none", "last")+`
  call void @put(i64 %x)
  call void @put(i64 %n)
  br label %cleanup`, true)
	if claimed(t, part, "%x.reload = ", "alias.scope") || !claimed(t, part, "%n.reload = ", "alias.scope") {
		t.Errorf("the slot of %%x, which an argument shares, is in the scope, or that of %%n is not:\n%s", part)
	}
}

// TestSlotScopesMakeNoClaim checks that the spills and reloads of a slot that an object shares make
// no claim: here %many shares bytes with %a, so it is not in the scope, and with %x, which is.
func TestSlotScopesMakeNoClaim(t *testing.T) {
	_, part := scoped(t, suspendTo("none", "first")+`
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @keep(ptr %a)
  %x = call i64 @get(i64 0)
  `+suspendTo("none", "next")+`
  call void @put(i64 %x)
  call void @fill(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  %many = call [6 x i64] @getMany()
  `+suspendTo("none", "last")+`
  call void @putMany([6 x i64] %many)
  call void @put(i64 %n)
  br label %cleanup`, true)
	if !claimed(t, part, "%x.reload = ", "alias.scope") {
		t.Errorf("the slot of %%x is not in the scope:\n%s", part)
	}
	for _, access := range []string{"%many, ptr %many.spill", "%many.reload = "} {
		for _, claim := range []string{"alias.scope", "noalias"} {
			if claimed(t, part, access, claim) {
				t.Errorf("%s: %s\n%s", access, claim, part)
			}
		}
	}
}
