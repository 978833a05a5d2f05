// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check_test

import (
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/lower/check"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/test/lowertest"
)

// kept lists the rules about values that the frame cannot hold. Splitting enforces them itself.
var kept = map[string]bool{rule.RuleDynamic: true, rule.RuleArrayCopy: true, rule.RuleAlias: true,
	rule.RuleTokenCrosses: true, rule.RuleUnwound: true, rule.RuleScalable: true}

// agree compares, for each coroutine of a module, the checker's findings about its frame with the
// result of coro-early and coro-split on another copy of the module. It returns how many coroutines
// were refused and how many were accepted.
func agree(t *testing.T, name, text string) (refused, accepted int) {
	t.Helper()
	m, err := parse.Module(name, []byte(text))
	if err != nil {
		return 0, 0
	}
	before := emit.Unit(m)
	told := map[string][]string{}
	broken := map[string]bool{}
	c := lowertest.Passes(t, m)
	for _, f := range m.Funcs {
		if f.Declared || !ir.IsPresplit(m, f) {
			continue
		}
		told[f.Name] = nil
		for _, e := range check.Check(c.Unit, f) {
			if kept[e.Rule] && e.Severity == ir.SevWarning {
				continue // splitting accepts it
			}
			if kept[e.Rule] {
				told[f.Name] = append(told[f.Name], e.Msg)
			} else if e.Severity == ir.SevError {
				broken[f.Name] = true
			}
		}
	}
	for k, f := range emit.Unit(m).Funcs {
		if k < len(before.Funcs) && string(f.Text) != string(before.Funcs[k].Text) {
			t.Errorf("%s: checking changed\n%s\ninto\n%s", name, before.Funcs[k].Text, f.Text)
		}
	}
	if m, err = parse.Module(name, []byte(text)); err != nil {
		t.Fatal(err)
	}
	c = lowertest.Passes(t, m)
	c.Split.Opts.DynamicAllocas = true
	for _, f := range append([]*ir.Func(nil), m.Funcs...) {
		msgs, ok := told[f.Name]
		if !ok || f.Declared || broken[f.Name] {
			continue
		}
		if _, err := lower.Early(c.Unit, f); err != nil {
			continue
		}
		_, err := c.SplitFunc(f)
		switch {
		case err == nil && len(msgs) == 0:
			accepted++
		case err != nil && slices.Contains(msgs, ir.AsError(err).Msg): // splitting reports only one
			refused++
		default:
			t.Errorf("%s: @%s: splitting says %v, the checker %q\n%s", name, f.Name, err, msgs, text)
		}
	}
	return refused, accepted
}

// TestCheckerAndSplitAgree compares checker and splitting on every module of the tree.
func TestCheckerAndSplitAgree(t *testing.T) {
	refused, accepted := 0, 0
	for _, dir := range []string{"../../../test", "../../../examples", "testdata"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".ll") {
				return err
			}
			text, err := os.ReadFile(path)
			r, a := agree(t, path, string(text))
			refused, accepted = refused+r, accepted+a
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range rule.Rules() {
		for _, text := range []string{r.Bad, r.Good} {
			n, a := agree(t, r.Name, text)
			refused, accepted = refused+n, accepted+a
		}
	}
	if refused < 5 || accepted < 100 {
		t.Errorf("%d coroutines refused, %d accepted", refused, accepted)
	}
}

// oddCoroutine generates a coroutine with objects that a frame cannot hold, and places their uses
// at random before and after its suspends.
func oddCoroutine(rnd *rand.Rand) string {
	var b strings.Builder
	objects := []string{"alloca i8, i32 %n, align 1", "alloca i32, i32 8, align 4", "alloca [4 x i32], align 4",
		"alloca <vscale x 4 x i32>, align 16"}
	n := 2 + rnd.Intn(3)
	use := func(k int) string {
		o := rnd.Intn(n)
		switch rnd.Intn(9) {
		case 0:
			return fmt.Sprintf("  call void @use(ptr %%o%d)\n", o)
		case 1:
			return fmt.Sprintf("  call void @llvm.prefetch.p0(ptr %%o%d, i32 0, i32 3, i32 1)\n", o)
		case 2:
			return fmt.Sprintf("  call void @llvm.lifetime.start.p0(ptr %%o%d)\n", o)
		case 3:
			return fmt.Sprintf("  call void @llvm.lifetime.end.p0(ptr %%o%d)\n", o)
		case 4:
			return fmt.Sprintf("  %%l%d = load i8, ptr %%o%d, align 1\n", k, o)
		case 5:
			return fmt.Sprintf("  store ptr %%o%d, ptr %%slot, align 8\n", o)
		case 6:
			return fmt.Sprintf("  call void @borrow(ptr captures(none) %%e%d)\n", o)
		default:
			return fmt.Sprintf("  store i8 1, ptr %%o%d, align 1\n", o)
		}
	}
	b.WriteString("define ptr @f(i32 %n, i1 %c) presplitcoroutine {\nentry:\n  %slot = alloca ptr, align 8\n")
	for k := range n {
		fmt.Fprintf(&b, "  %%o%d = %s\n  %%e%d = getelementptr i8, ptr %%o%d, i32 ", k, objects[rnd.Intn(len(objects))],
			k, k)
		b.WriteString([]string{"%n\n", "1\n", "0\n"}[rnd.Intn(3)])
	}
	k := 0
	some := func() {
		for range rnd.Intn(4) {
			k++
			b.WriteString(use(k))
		}
	}
	some()
	b.WriteString("  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)\n" +
		"  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)\n")
	blocks := 2 + rnd.Intn(4)
	b.WriteString("  br label %b0\n")
	for at := range blocks {
		fmt.Fprintf(&b, "b%d:\n", at)
		some()
		if rnd.Intn(3) > 0 {
			fmt.Fprintf(&b, "  %%s%d = call i8 @llvm.coro.suspend(token none, i1 false)\n"+
				"  switch i8 %%s%d, label %%exit [ i8 0, label %%a%d\n i8 1, label %%cleanup ]\na%d:\n", at, at, at, at)
			some()
		}
		fmt.Fprintf(&b, "  br i1 %%c, label %%b%d, label %%b%d\n", rnd.Intn(blocks), min(at+1, blocks-1))
	}
	b.WriteString("cleanup:\n")
	some()
	b.WriteString("  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)\n  call void @free(ptr %fr)\n" +
		"  br label %exit\n" +
		"exit:\n  call void @llvm.coro.end(ptr null, i1 false, token none)\n  ret ptr %hdl\n}\n" + `declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @use(ptr)
declare void @borrow(ptr)
declare void @free(ptr)
`)
	return b.String()
}

// TestCheckerAndSplitAgreeOnOddOnes compares checker and splitting on generated coroutines.
func TestCheckerAndSplitAgreeOnOddOnes(t *testing.T) {
	rnd := rand.New(rand.NewSource(11))
	refused, accepted := 0, 0
	for round := range 600 {
		r, a := agree(t, fmt.Sprintf("round %d", round), oddCoroutine(rnd))
		refused, accepted = refused+r, accepted+a
		if t.Failed() {
			break
		}
	}
	if refused < 100 || accepted < 50 {
		t.Errorf("%d refused, %d accepted: the generator is lopsided", refused, accepted)
	}
	t.Logf("%d refused, %d accepted", refused, accepted)
}
