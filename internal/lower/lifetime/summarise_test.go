// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/summary"
)

// TestSummary: the summaries of functions, as they are written. Exits are "by/holder/result".
func TestSummary(t *testing.T) {
	m := module(t, `
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare void @unknown(ptr)
declare void @quiet() nounwind memory(none)
@kept = global ptr null
define void @empty(ptr %t, i32 %n) { ret void }
define void @resumes(ptr %t) {
  %h = load ptr, ptr %t
  %f = call ptr @llvm.coro.subfn.addr(ptr %h, i8 0)
  call void %f(ptr %h)
  ret void
}
define void @takes(ptr %t) {
  %h = load ptr, ptr %t
  store ptr null, ptr %t
  %f = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
  call void %f(ptr %h) nounwind
  ret void
}
define void @loses(ptr %t) {
  store ptr null, ptr %t
  ret void
}
define i32 @seven(ptr %t) { ret i32 7 }
define ptr @same(ptr %t) { ret ptr %t }
define void @keeps(ptr %t) {
  store ptr %t, ptr @kept
  ret void
}
define void @asks(ptr %t) {
  call void @unknown(ptr null)
  ret void
}
define void @swaps(ptr %a, ptr %b) {
  %x = load ptr, ptr %a
  %y = load ptr, ptr %b
  store ptr %x, ptr %b
  store ptr %y, ptr %a
  ret void
}
define internal void @local(ptr %t) { ret void }
define void @many(ptr %t, ...) { ret void }
`)
	m.DataLayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
	env := &testEnv{}
	for name, want := range map[string]string{
		"empty":   `[p0 return//][p0[0] return/handle/]`,
		"resumes": `throws writes runs [p0 return// unwind//][p0[0] resumes return/handle/ unwind/handle/]`,
		"takes":   `writes runs writes0 [p0 return//][p0[0] destroys]`,
		"loses":   `writes0 [p0 return//][p0[0] return/null/]`,
		"seven":   `=7 [p0 return//][p0[0] return/handle/]`,
		"same":    `returns0 [p0 return//handle][p0[0] return/handle/argument]`,
		"keeps":   `writes keeps0 returns0 handle0 writes0`,
		"asks":    `throws writes runs late0 [p0 return// unwind//][p0[0] return/handle/ unwind/handle/]`,
		"swaps":   `writes0 writes1 [p0 return//][p1 return//]`,
		"local":   "-", "many": "-",
	} {
		f := env.facts(m).Summary(function(m, name))
		if got := spelled(f); strings.ReplaceAll(got, " late0", "") != strings.ReplaceAll(want, " late0", "") {
			t.Errorf("@%s: %s\nwant %s\n%s", name, got, want, must(json.Marshal(f)))
		}
	}
}

func must(b []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// spelled formats a summary in a few words.
func spelled(f *summary.Func) string {
	if f == nil {
		return "-"
	}
	var words []string
	say := func(is bool, word string) {
		if is {
			words = append(words, word)
		}
	}
	say(f.Throws, "throws")
	say(f.Jumps, "jumps")
	say(f.Writes, "writes")
	say(f.Runs, "runs")
	if f.Result != nil {
		words = append(words, "="+must(json.Marshal(f.Result)))
	}
	for k, p := range f.Params {
		n := string(rune('0' + k))
		say(p.Keeps, "keeps"+n)
		say(p.Returns, "returns"+n)
		say(p.Handle, "handle"+n)
		say(p.Writes, "writes"+n)
		say(p.ReadLate, "late"+n)
	}
	text := strings.Join(words, " ")
	if text != "" && len(f.Handles) > 0 {
		text += " "
	}
	for _, h := range f.Handles {
		text += "[p" + string(rune('0'+h.Param))
		if len(h.Path) > 0 {
			text += strings.ReplaceAll(must(json.Marshal(h.Path)), ",", " ")
		}
		if h.Resumes {
			text += " resumes"
		}
		if h.Destroys {
			text += " destroys"
		}
		for _, x := range h.Exits {
			text += " " + x.By + "/" + x.Holder + "/" + x.Result
		}
		text += "]"
	}
	return text
}

// TestExceptionsPass summarises functions that are nounwind, because they were compiled without exceptions
// or because they are noexcept.
func TestExceptionsPass(t *testing.T) {
	m := module(t, `
declare void @unknown()
declare void @quiet() nounwind
declare i32 @personality(...)
declare void @_ZSt9terminatev() noreturn nounwind
define internal void @inner() nounwind { call void @unknown() ret void }
define void @passes(ptr %t) nounwind { call void @unknown() ret void }
define void @inside(ptr %t) nounwind { call void @inner() ret void }
define void @pointer(ptr %t) nounwind { %f = load ptr, ptr %t call void %f() ret void }
define void @none(ptr %t) nounwind { call void @quiet() ret void }
define void @noexcept(ptr %t) nounwind personality ptr @personality {
  invoke void @unknown() to label %done unwind label %pad
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  call void @_ZSt9terminatev()
  unreachable
done:
  ret void
}`)
	for name, want := range map[string]bool{"passes": true, "inside": true, "pointer": true, "none": false, "noexcept": false} {
		sum := (&testEnv{}).facts(m).Summary(function(m, name))
		if sum == nil || sum.Throws != want {
			t.Errorf("@%s: %+v, want throws %t", name, sum, want)
			continue
		}
		for _, h := range sum.Handles {
			if is := slices.ContainsFunc(h.Exits, func(x summary.Exit) bool { return x.By == summary.ByUnwind }); is != want {
				t.Errorf("@%s: %+v, want throws %t", name, h, want)
			}
		}
	}
}
