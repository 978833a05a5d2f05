// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/test/lowertest"
)

var claims = regexp.MustCompile(`!(alias\.scope|noalias) !\w+`)

// TestInlinedScopes checks where a copy of a resume part makes the claim about its slots: if its
// frame is a local of a function that is no coroutine. Each copy has scopes of its own, and declares
// none.
func TestInlinedScopes(t *testing.T) {
	coroutine := strings.Replace(scopeFrame, "BODY", suspendTo("none", "one")+"  store i64 %n, ptr %out\n  call void @put(i64 %n)\n  br label %cleanup\n", 1)
	for name, k := range map[string]struct {
		caller string
		scopes int
	}{
		"a local": {"define void @g() { %f = alloca [9 x i64] call void @part(ptr %f) ret void }", 1},
		"a part of a local": {"define void @g() { %f = alloca [9 x i64] %p = getelementptr i8, ptr %f, i64 8 " +
			"call void @part(ptr %p) ret void }", 1},
		"an element of a local": {"define void @g(i64 %n) { %f = alloca [90 x i64] %p = getelementptr i64, ptr %f, i64 %n " +
			"call void @part(ptr %p) ret void }", 0},
		"a local of a block": {"define void @g() { br label %b b: %f = alloca [9 x i64] call void @part(ptr %f) ret void }", 0},
		"two copies":         {"define void @g() { %f = alloca [9 x i64] call void @part(ptr %f) call void @part(ptr %f) ret void }", 2},
		"a parameter":        {"define void @g(ptr %f) { call void @part(ptr %f) ret void }", 0},
		"the heap":           {"define void @g() { %f = call ptr @malloc(i64 72) call void @part(ptr %f) ret void }", 0},
		"one of two locals": {"define void @g(i1 %c) { %a = alloca [9 x i64] %b = alloca [9 x i64] " +
			"%f = select i1 %c, ptr %a, ptr %b call void @part(ptr %f) ret void }", 0},
		"a coroutine": {"define void @g() presplitcoroutine { %f = alloca [9 x i64] call void @part(ptr %f) ret void }", 0},
		"a GPU": {"target triple = \"nvptx64-nvidia-cuda\"\n" +
			"define void @g() { %f = alloca [9 x i64] call void @part(ptr %f) ret void }", 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := lowertest.Load(t, coroutine+"declare void @part(ptr)\n"+k.caller)
			c.Split.Opts = split.Options{ReuseStorage: true}
			f, g := c.M.Funcs[0], func() *ir.Func { g, _ := c.M.Func("g"); return g }()
			if err := g.Load(); err != nil {
				t.Fatal(err)
			}
			plan, err := c.Split.Split(f)
			if err != nil {
				t.Fatal(err)
			}
			plan.All()
			resume := plan.Parts[0]
			loop := &ir.MDNode{Distinct: true}
			md := c.M.AddMD(loop)
			loop.Fields = []ir.MDField{{Val: md}} // not a claim about scopes, although the node is new, too
			resume.Entry().Terminator().SetMeta("llvm.loop", md)
			list := claims.FindAllString(emit.FuncString(resume), -1)
			if len(list) < 2 {
				t.Fatalf("no claims in\n%s", emit.FuncString(resume))
			}
			for {
				var call *ir.Instr
				for b := g.Entry(); b != nil; b = b.Next() {
					for i := b.First(); i != nil; i = i.Next() {
						if f := i.CalledFunc(); f != nil && f.Name == "part" {
							call = i
						}
					}
				}
				if call == nil {
					break
				}
				call.SetCallee(resume)
				call.Call().CC = resume.CC
				opt.Inline(c.M, call)
			}
			if errs := ir.VerifyFunc(g); len(errs) > 0 {
				t.Fatal(errs)
			}
			text := emit.FuncString(g)
			seen := map[string]int{}
			for _, x := range claims.FindAllString(text, -1) {
				_, scope, _ := strings.Cut(x, " ")
				seen[scope]++
			}
			if len(seen) != k.scopes || strings.Contains(text, "noalias.scope.decl") || strings.Contains(text, "!llvm.loop") {
				t.Errorf("%d scopes, want %d\n%s", len(seen), k.scopes, text)
			}
			for scope, n := range seen {
				if n != len(list) || strings.Contains(list[0], scope) {
					t.Errorf("%d claims about %s, and %d in the part\n%s", n, scope, len(list), text)
				}
			}
			for kept := range 2 { // claims go with the last access that is in the scope
				opt.DCE(c.M, g)
				if n := strings.Count(emit.FuncString(g), "!noalias !"); (n > 0) != (k.scopes > 0 && kept == 0) {
					t.Errorf("%d claims after dce\n%s", n, emit.FuncString(g))
				}
				for b := g.Entry(); b != nil; b = b.Next() {
					for i := b.First(); i != nil; i = i.Next() {
						i.SetMeta("alias.scope", nil)
					}
				}
			}
		})
	}
}
