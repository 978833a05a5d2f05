// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Function attributes and inlining. A function attribute says how all code of the function is
// compiled. Code of a callee in a caller is compiled as the caller's attributes say, so the two must
// agree, or the caller's attributes must change. For example, on x86 a function passes vectors of 512
// bits in registers of that size only if it has
//
//	"min-legal-vector-width"="512"
//
// A caller that inlines the call of such a function needs the larger of the two numbers.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Attributes that must agree. choosing lists those that select instructions; the caller must have
// them with the callee's values. instrumenting lists those that instrument code.
//
// protecting and guarding list those that protect a function's frame or describe how its code is
// measured: a protected function must not contain code that is not, or the reverse. As in LLVM, they
// do not keep a callee with alwaysinline from being inlined. clang's wrappers of await_suspend, which
// have few attributes, are such callees.
var (
	choosing      = [...]string{"target-cpu", "target-features"}
	instrumenting = [...]string{"sanitize_address", "sanitize_memory", "sanitize_thread", "sanitize_hwaddress",
		"strictfp", "speculative_load_hardening"}
	protecting = [...]string{"safestack", "shadowcallstack", "noprofile", "sanitize_memtag", "sanitize_numerical_stability",
		"sanitize_realtime", "sanitize_realtime_blocking", "sanitize_type"}
	guarding = [...]string{"sign-return-address", "sign-return-address-key", "branch-protection-pauth-lr",
		"use-sample-profile"}
)

const (
	softFloat = "use-soft-float"
)

// Attributes that change. weakened lists claims about all floating-point operations of a function:
// they hold in the caller only if they hold in the callee. required lists what code asks of the
// function that contains it.
var (
	weakened = [...]string{"less-precise-fpmad", "no-infs-fp-math", "no-nans-fp-math", "no-signed-zeros-fp-math",
		"approx-func-fp-math", "unsafe-fp-math"}
	required = [...]string{"no-jump-tables", "profile-sample-accurate"}
	guards   = [...]string{"ssp", "sspstrong", "sspreq"}
)

// sameFeatures reports whether code of f may run in the caller: the attributes that select
// instructions and instrumentation agree.
func sameFeatures(m *ir.Module, caller, f *ir.Func) bool {
	if ir.SameAttrs(caller.Attrs, f.Attrs) {
		return true
	}
	for _, k := range choosing {
		a, b := f.Attrs.GetStr(m, k), caller.Attrs.GetStr(m, k)
		if a != nil && (b == nil || a.Val != b.Val) {
			return false
		}
	}
	if bothUsual(m, caller, f) {
		return true
	}
	for _, k := range instrumenting {
		if f.Attrs.Has(m, k) != caller.Attrs.Has(m, k) {
			return false
		}
	}
	return true
}

// sameProtection reports whether the caller's code may contain that of f: the frames are protected
// alike, and floating-point numbers and calls of library functions mean the same.
func sameProtection(m *ir.Module, caller, f *ir.Func) bool {
	if ir.SameAttrs(caller.Attrs, f.Attrs) || bothUsual(m, caller, f) {
		return true
	}
	for _, k := range protecting {
		if f.Attrs.Has(m, k) != caller.Attrs.Has(m, k) {
			return false
		}
	}
	for _, k := range guarding {
		if !sameString(f.Attrs.GetStr(m, k), caller.Attrs.GetStr(m, k)) {
			return false
		}
	}
	if isTrue(f.Attrs.GetStr(m, softFloat)) != isTrue(caller.Attrs.GetStr(m, softFloat)) {
		return false
	}
	for _, a := range f.Attrs.Expanded(m) {
		if restricts(&a) && caller.Attrs.GetStr(m, a.Name) == nil {
			return false
		}
	}
	return sameDenormals(m, caller, f)
}

// bothUsual reports whether two functions have only attributes that most functions have. Then
// target-cpu, target-features, min-legal-vector-width and mustprogress are the only ones that this
// file has to compare.
func bothUsual(m *ir.Module, f, g *ir.Func) bool { return f.Attrs.Usual(m) && g.Attrs.Usual(m) }

// sameString reports whether a string attribute has the same value, or is missing, in two sets.
func sameString(a, b *ir.Attr) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Val == b.Val
}

// sameDenormals reports whether the caller treats denormal numbers as f expects. Code that expects
// nothing (dynamic) fits everywhere.
func sameDenormals(m *ir.Module, caller, f *ir.Func) bool {
	for _, float := range []bool{false, true} {
		want, have := f.Denormals(m, float), caller.Denormals(m, float)
		if want.Results != have.Results && want.Results != "dynamic" || want.Operands != have.Operands && want.Operands != "dynamic" {
			return false
		}
	}
	return true
}

// AdoptTarget gives f the attributes of g that must agree, where f has none of that name. It leaves
// out those that instrument code.
func AdoptTarget(m *ir.Module, f, g *ir.Func) {
	for _, a := range g.Attrs.Expanded(m) {
		has := f.Attrs.Has(m, a.Name)
		if a.Str {
			has = f.Attrs.GetStr(m, a.Name) != nil
		}
		if !has && mustAgree(&a) {
			f.Attrs = f.Attrs.With(m, a)
		}
	}
}

// mustAgree reports whether sameFeatures or sameProtection compares an attribute, other than one that
// instruments code.
func mustAgree(a *ir.Attr) bool {
	if !a.Str {
		return slices.Contains(protecting[:], a.Name) || a.Name == ir.DenormalEnvAttr
	}
	switch a.Name {
	case softFloat, ir.DenormalsAttr, ir.FloatDenormalsAttr:
		return true
	}
	return slices.Contains(choosing[:], a.Name) || slices.Contains(guarding[:], a.Name) || restricts(a)
}

// restricts reports whether code with a string attribute must not be in a function without it: its
// calls are no calls of the library, or it runs in a mode of the processor.
func restricts(a *ir.Attr) bool {
	return a.Str && (strings.HasPrefix(a.Name, "no-builtin") || a.Name == "loader-replaceable" ||
		strings.HasPrefix(a.Name, "aarch64_"))
}

// mergeAttrs adds the attributes that the code of g needs to f, which will contain it, and removes
// those that the code does not satisfy.
func mergeAttrs(m *ir.Module, f, g *ir.Func) {
	if ir.SameAttrs(f.Attrs, g.Attrs) {
		return
	}
	if f.HasAttr("mustprogress") && !g.HasAttr("mustprogress") {
		f.Attrs = f.Attrs.Without(m, "mustprogress")
	}
	mergeVectorWidth(m, f, g)
	if bothUsual(m, f, g) {
		return
	}
	if g.HasAttr("noimplicitfloat") && !f.HasAttr("noimplicitfloat") {
		f.Attrs = f.Attrs.With(m, ir.Attr{Name: "noimplicitfloat"})
	}
	if a, b := guardLevel(f), guardLevel(g); a >= 0 && a < b {
		f.Attrs = f.Attrs.Without(m, guards[:]...).With(m, ir.Attr{Name: guards[b]})
	}
	for _, k := range weakened {
		if isTrue(f.Attrs.GetStr(m, k)) && !isTrue(g.Attrs.GetStr(m, k)) {
			f.Attrs = f.Attrs.With(m, stringAttr(k, "false"))
		}
	}
	for _, k := range required {
		if isTrue(g.Attrs.GetStr(m, k)) && !isTrue(f.Attrs.GetStr(m, k)) {
			f.Attrs = f.Attrs.With(m, stringAttr(k, "true"))
		}
	}
	mergeProbes(m, f, g)
}

func isTrue(a *ir.Attr) bool { return a != nil && a.Val == "true" }

func stringAttr(name, val string) ir.Attr { return ir.Attr{Name: name, Str: true, Val: val, Has: true} }

// guardLevel returns the index in guards of a function's stack protector, or -1. A function without
// one gets none: it may be the one that sets the protector up.
func guardLevel(f *ir.Func) int {
	n := -1
	for k, a := range guards {
		if f.HasAttr(a) {
			n = k
		}
	}
	return n
}

// mergeProbes makes f probe the stack at least as often as g.
func mergeProbes(m *ir.Module, f, g *ir.Func) {
	if a := g.Attrs.GetStr(m, "probe-stack"); a != nil && f.Attrs.GetStr(m, "probe-stack") == nil {
		f.Attrs = f.Attrs.With(m, *a)
	}
	const size = "stack-probe-size"
	if a := g.Attrs.GetStr(m, size); a != nil {
		if b := f.Attrs.GetStr(m, size); b == nil || attrNumber(a) < attrNumber(b) {
			f.Attrs = f.Attrs.With(m, *a)
		}
	}
}

// mergeVectorWidth makes the widest vector of f that must be legal that of both functions. Without
// the attribute a function may have any vector.
func mergeVectorWidth(m *ir.Module, f, g *ir.Func) {
	const width = "min-legal-vector-width"
	have, need := f.Attrs.GetStr(m, width), g.Attrs.GetStr(m, width)
	switch {
	case have == nil:
	case need == nil:
		f.Attrs = f.Attrs.WithoutStr(m, width)
	case attrNumber(have) < attrNumber(need):
		f.Attrs = f.Attrs.With(m, *need)
	}
}

// attrNumber returns the value of an attribute that is a number.
func attrNumber(a *ir.Attr) uint64 {
	n, err := strconv.ParseUint(a.Val, 0, 64)
	if err != nil {
		return 0
	}
	return n
}
