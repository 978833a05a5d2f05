// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestIntrinsicTable(t *testing.T) {
	seen := map[string]bool{}
	for id := range intrinsics {
		r := &intrinsics[id]
		switch id := Intrinsic(id); {
		case id == NotIntrinsic || id == CoroOther || id == UnknownIntrinsic:
			if r.Name != "" || r.Facts != 0 || r.KeepsNot != 0 {
				t.Errorf("the row of the unknown intrinsic %d is not empty", id)
			}
			continue
		case r.Name == "":
			t.Errorf("intrinsic %d has no row", id)
		case seen[r.Name]:
			t.Errorf("llvm.%s has two rows", r.Name)
		case id.IsCoro() != strings.HasPrefix(r.Name, "coro."):
			t.Errorf("llvm.%s: the coroutine intrinsics come first", r.Name)
		}
		seen[r.Name] = true
		for suffix, found := range map[string]bool{
			"": true, ".p0": r.Facts&(Overloaded|Family) != 0, ".i64.p0i8": r.Facts&(Overloaded|Family) != 0,
			".another": r.Facts&Family != 0,
		} {
			if got := IntrinsicByName("llvm." + r.Name + suffix); (got == Intrinsic(id)) != found {
				t.Errorf("llvm.%s%s is found as llvm.%s", r.Name, suffix, got.Info().Name)
			}
		}
		for k, f := range r.Forms {
			if last := k == len(r.Forms)-1; last != (f.Until == 0) {
				t.Errorf("llvm.%s: the last form, and only that, is in use to this day", r.Name)
			}
		}
	}
}

func TestIntrinsicByName(t *testing.T) {
	for name, want := range map[string]Intrinsic{
		"": NotIntrinsic, "llvm": NotIntrinsic, "llvm.": NotIntrinsic,
		"malloc": NotIntrinsic, "xllvm.assume": NotIntrinsic,
		"llvm.coro.id": CoroID, "llvm.coro.id.retcon": CoroIDRetcon,
		"llvm.coro.id.retcon.once.dynamic": CoroIDRetconOnceDynamic,
		"llvm.coro.size.i64":               CoroSize, "llvm.coro.sizes": CoroOther,
		"llvm.coro.is_in_resume": CoroOther, "llvm.coro": UnknownIntrinsic,
		"llvm.memcpy.p0.p0.i64": Memcpy, "llvm.memcpy.inline.p0.p0.i64": MemcpyInline,
		"llvm.memcpys.p0": UnknownIntrinsic,
		"llvm.memcpy.element.unordered.atomic.p0.p0.i64": MemcpyAtomic,
		"llvm.lifetime.start":                            LifetimeStart, "llvm.lifetime.end.p0i8": LifetimeEnd,
		"llvm.lifetime": UnknownIntrinsic, "llvm.dbg.value": DbgValue, "llvm.dbg.new": DbgOther,
		"llvm.vector.reduce.new.v4i32": UnknownIntrinsic,
		"llvm.memcpy.later.p0.p0.i64":  UnknownIntrinsic, "llvm.memcpy.p0.later": UnknownIntrinsic,
		"llvm.trap.i32":        UnknownIntrinsic,
		"llvm.coro.size.later": CoroOther, "llvm.ssa.copy.p0s_struct.a.b::cs": SSACopy,
		"llvm.ssa.copy.s_s.0": SSACopy, "llvm.assume.": UnknownIntrinsic,
		"llvm.ctpop.nxv4i32": IntrinsicByName("llvm.ctpop"), "llvm.ctpop.v4": UnknownIntrinsic,
		"llvm.lifetime.start.p0alias": IntrinsicByName("llvm.lifetime.start"), "llvm.ctpop.i": UnknownIntrinsic,
		"llvm.masked.load.v4p0.p0":      IntrinsicByName("llvm.masked.load"),
		"llvm.fabs.ppcf128":             IntrinsicByName("llvm.fabs"),
		"llvm.nvvm.read.ptx.sreg.tid.v": UnknownIntrinsic,
		"llvm.experimental.later":       IntrinsicByName("llvm.experimental"),
	} {
		if got := IntrinsicByName(name); got != want {
			t.Errorf("%q is intrinsic %d, want %d", name, got, want)
		}
		f := &Func{Name: name}
		if a, b := f.Intrinsic(), f.Intrinsic(); a != want || b != want {
			t.Errorf("@%s is intrinsic %d, then %d, want %d", name, a, b, want)
		}
	}
}

// notIntrinsics lists other words that begin with "llvm.", most of them names of metadata.
var notIntrinsics = map[string]bool{"llvm.loop": true, "llvm.dbg.cu": true, "llvm.module.flags": true,
	"llvm.loop.unroll.disable": true, "llvm.loop.unroll.enable": true, "llvm.access.group": true, "llvm.mem.parallel_loop_access": true,
	"llvm.coro": true, "llvm.nvvm.coro": true, "llvm.lifetime": true, // prefixes of names
	"llvm.used": true, "llvm.metadata": true, // the linker's
	"llvm.coro.nop": true, // an example of a misspelled name
}

// TestNoSecondList finds every name of an intrinsic in the code of the tree. Each must be in the
// table, and only the table and the parser may compare names of intrinsics.
func TestNoSecondList(t *testing.T) {
	word := regexp.MustCompile(`llvm\.[a-z][a-z0-9_.]*`)
	names := 0
	for _, dir := range []string{"../../internal", "../../cmd", "../../llircoro"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			fset := token.NewFileSet()
			if strings.Contains(filepath.ToSlash(path), "internal/emit/ptx/") {
				return nil // it has its own table, with the PTX of each intrinsic
			}
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					if n.Kind != token.STRING {
						return true
					}
					s, _ := strconv.Unquote(n.Value)
					for _, name := range word.FindAllString(s, -1) {
						name = strings.TrimSuffix(strings.TrimRight(name, "."), ".i") // also for `.i%d`
						names++
						if id := IntrinsicByName(name); !notIntrinsics[name] && (id == UnknownIntrinsic ||
							id == CoroOther) {
							t.Errorf("%s: %s is not in the table", fset.Position(n.Pos()), name)
						}
					}
				case *ast.CallExpr:
					if sel, ok := n.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "HasPrefix" ||
						sel.Sel.Name == "CutPrefix" || sel.Sel.Name == "TrimPrefix") {
						for _, a := range n.Args {
							refuse(t, fset, path, a)
						}
					}
				case *ast.BinaryExpr:
					if n.Op == token.EQL || n.Op == token.NEQ {
						refuse(t, fset, path, n.X)
						refuse(t, fset, path, n.Y)
					}
				case *ast.CaseClause:
					for _, e := range n.List {
						refuse(t, fset, path, e)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if names < 20 {
		t.Errorf("only %d names found", names)
	}
}

// refuse reports an intrinsic's name that is used in a comparison.
func refuse(t *testing.T, fset *token.FileSet, path string, e ast.Expr) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING || strings.Contains(filepath.ToSlash(path), "internal/parse/") {
		return
	}
	if s, _ := strconv.Unquote(lit.Value); strings.HasPrefix(s, "llvm.") && !notIntrinsics[s] {
		t.Errorf("%s: a name is compared with %q: compare the id, or add a column to the table",
			fset.Position(lit.Pos()), s)
	}
}

// otherForms has forms for the declaration of rows without forms.
var otherForms = map[string]string{
	"experimental.deoptimize": "l(.)", "experimental.convergence.entry": "t()", "experimental.convergence.loop": "t()",
	"expect.with.probability": "l(lld)", "ssa.copy": "l(l)", "eh.typeid.for": "i(p)", "eh.sjlj.longjmp": "v(p)",
	"experimental.guard": "v(1.)",
	"trap":               "v()", "ubsantrap": "v(8)", "var.annotation": "v(pppip)", "annotation": "i(ippi)", "objectsize": "l(p111)",
	"threadlocal.address": "p(p)", "frameaddress": "p(i)", "returnaddress": "p(i)", "vscale": "l()", "ptrmask": "p(pl)",
	"masked.load": "V(pMV)", "masked.store": "v(VpM)", "masked.expandload": "V(pMV)", "masked.compressstore": "v(VpM)",
	"callbr.landingpad": "l(l)", "va_start": "v(p)", "va_end": "v(p)", "va_copy": "v(pp)",
	"localescape": "v(.)", "localrecover": "p(ppi)", "localaddress": "p()",
	"icall.branch.funnel": "v(.)", "seh.try.begin": "v()", "seh.try.end": "v()",
	"seh.scope.begin": "v()", "seh.scope.end": "v()",
	"wasm.throw": "v(ip)", "wasm.rethrow": "v()", "abs": "l(l1)", "ctlz": "l(l1)",
	"cttz": "l(l1)", "bswap": "l(l)", "bitreverse": "l(l)", "ctpop": "l(l)",
	"fptosi.sat": "l(d)", "fptoui.sat": "l(d)", "lrint": "l(d)", "llrint": "l(d)",
	"lround": "l(d)", "llround": "l(d)", "is.fpclass": "1(di)", "debugtrap": "v()",
	"ldexp": "d(di)", "frexp": "D(d)", "sincos": "S(d)", "modf": "S(d)", "ptr.annotation": "p(pppip)",
	"experimental.convergence.anchor": "t()", "readcyclecounter": "l()",
	"readsteadycounter": "l()", "vector.reduce.fadd": "f(fW)", "vector.reduce.fmul": "f(fW)",
	"vector.reduce.fmax": "f(W)", "vector.reduce.fmin": "f(W)", "vector.reduce.fmaximum": "f(W)",
	"vector.reduce.fminimum": "f(W)",
	"fshl":                   "l(lll)", "fshr": "l(lll)", "fma": "d(ddd)", "fmuladd": "d(ddd)",
	"vector.reverse": "V(V)", "vector.insert": "V(VUl)", "vector.extract": "U(Vl)",
	"vector.interleave2": "V(UU)", "vector.deinterleave2": "P(V)",
	"powi": "d(di)", "scmp": "i(ll)", "ucmp": "i(ll)",
	"masked.gather": "V(QMV)", "masked.scatter": "v(VQM)", "get.active.lane.mask": "M(ll)", "stepvector": "V()",
	"experimental.vector.compress": "V(VMV)", "experimental.cttz.elts": "l(V1)", "get.rounding": "i()",
	"allow.runtime.check": "1(m)", "allow.ubsan.check": "1(8)",
}

func init() {
	for form, names := range map[string]string{
		"l(ll)":  "smax smin umax umin sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat",
		"l(lli)": "smul.fix umul.fix smul.fix.sat umul.fix.sat sdiv.fix udiv.fix sdiv.fix.sat udiv.fix.sat",
		"O(ll)": "sadd.with.overflow uadd.with.overflow ssub.with.overflow usub.with.overflow smul.with.overflow " +
			"umul.with.overflow",
		"d(d)": "fabs sqrt floor ceil trunc rint nearbyint round roundeven exp exp2 log log2 log10 sin cos " +
			"canonicalize tanh tan asin acos atan sinh cosh exp10 arithmetic.fence",
		"d(dd)": "copysign pow minnum maxnum minimum maximum minimumnum maximumnum atan2",
		"i(V)": "vector.reduce.add vector.reduce.mul vector.reduce.and vector.reduce.or vector.reduce.xor " +
			"vector.reduce.smax vector.reduce.smin " +
			"vector.reduce.umax vector.reduce.umin",
	} {
		for _, n := range strings.Fields(names) {
			otherForms[n] = form
		}
	}
}

// notInLLVM22 lists the rows that LLVM 22 does not have: older intrinsics, families, and NVIDIA's.
var notInLLVM22 = map[string]bool{"coro.dead": true, "coro.alloca.alloc.frame": true, "coro.alloca.free.frame": true,
	"coro.id.retcon.once.dynamic": true,
	"dbg.addr":                    true, "eh.begincatch": true, "eh.endcatch": true,
	"nvvm.coro.create.suspend": true, "nvvm.stacksave": true,
	"nvvm.stackrestore": true, "experimental": true, "dbg": true, "wasm": true,
	"objc.clang.arc": true, "vector.splice": true, "experimental.stepvector": true}

// notCompared lists the rows that TestIntrinsicsAreLLVMs cannot declare: LLVM 22 drops declarations
// of debug intrinsics, and the types of the other two depend on the call.
var notCompared = map[string]bool{"dbg.declare": true, "dbg.value": true, "dbg.assign": true, "dbg.label": true,
	"experimental.patchpoint": true, "experimental.gc.statepoint": true}

// nvidias reports whether a row is an NVIDIA intrinsic without stated facts.
func nvidias(r *IntrinsicInfo) bool {
	return strings.HasPrefix(r.Name, "nvvm.") && r.Facts&^Overloaded == 0 && r.KeepsNot == 0 && r.ImmArgs == 0
}

// declareForms returns declarations of all rows, each in its newest form.
func declareForms() string {
	types := map[byte]string{'t': "token", 'p': "ptr", 'o': "ptr", 'i': "i32", 'l': "i64", '8': "i8", '1': "i1",
		'n': "i64", 'm': "metadata", 'v': "void",
		'x': "i64", 'r': "ptr", '.': "...", 'd': "double", 'V': "<4 x i32>",
		'M': "<4 x i1>", 'Q': "<4 x ptr>", 'O': "{ i64, i1 }", 'D': "{ double, i32 }", 'S': "{ double, double }",
		'f': "float", 'W': "<4 x float>", 'U': "<2 x i32>", 'P': "{ <2 x i32>, <2 x i32> }"}
	suffixes := map[byte]string{'p': "p0", 'o': "p0", 'i': "i32", 'l': "i64", 'n': "i64", 'd': "f64", 'V': "v4i32",
		'x': "i64", 'f': "f32", 'W': "v4f32", 'Q': "v4p0", 'M': "v4i1", 'U': "v2i32"}
	var b strings.Builder
	for id := range intrinsics {
		r := &intrinsics[id]
		sig := otherForms[r.Name]
		if len(r.Forms) > 0 {
			sig = r.Forms[len(r.Forms)-1].Sig
		}
		if r.Name == "" || notInLLVM22[r.Name] || nvidias(r) || sig == "" {
			continue
		}
		var params []string
		name := r.Name
		for k := 2; k < len(sig)-1; k++ {
			params = append(params, types[sig[k]])
		}
		if r.Facts&Overloaded != 0 { // LLVM corrects a suffix with too many or too few types
			for _, c := range []byte(sig[:1] + sig[2:len(sig)-1]) {
				if s := suffixes[c]; s != "" {
					name += "." + s
				}
			}
		}
		fmt.Fprintf(&b, "declare %s @llvm.%s(%s)\n", types[sig[0]], name, strings.Join(params, ", "))
	}
	return b.String()
}

// TestIntrinsicsAreLLVMs compares the rows with LLVM 22's attributes for the same names. No row may
// guarantee more.
func TestIntrinsicsAreLLVMs(t *testing.T) {
	tool, err := exec.LookPath("opt-22")
	if err != nil {
		t.Skip("opt-22 is not here")
	}
	cmd := exec.Command(tool, "-S", "-passes=verify")
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(declareForms()), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	groups := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^attributes (#\d+) = \{ (.*) \}$`).FindAllStringSubmatch(string(out),
		-1) {
		groups[m[1]] = m[2]
	}
	compared := map[Intrinsic]bool{}
	for _, m := range regexp.MustCompile(`(?m)^declare .*?@(llvm\.[^(]+)\((.*)\)(?: (#\d+))?$`).FindAllStringSubmatch(string(out), -1) {
		id := IntrinsicByName(m[1])
		compared[id] = true
		r := id.Info()
		words := " " + groups[m[3]] + " "
		for word, f := range map[string]Facts{"nounwind": NoUnwind, "willreturn": WillReturn, "noreturn": NoReturn} {
			if r.Facts&f != 0 && !strings.Contains(words, " "+word+" ") {
				t.Errorf("%s is not %s: %s", m[1], word, words)
			}
		}
		if _, mem, ok := strings.Cut(words, "memory("); r.Facts&OnlyReads != 0 && (!ok ||
			strings.Contains(mem[:strings.IndexByte(mem, ')')], "write")) {
			t.Errorf("%s may write: %s", m[1], words)
		}
		if r.Facts&(NoUnwind|Throws) == NoUnwind|Throws {
			t.Errorf("%s throws and does not", m[1])
		}
		var imm Args
		for k, p := range splitParams(m[2]) {
			if strings.Contains(p, " immarg") {
				imm |= 1 << k
			}
			// coro.id is an exception: its operands only identify objects, and the promise becomes
			// a part of the frame.
			if r.KeepsNot.Has(k) && strings.HasPrefix(p, "ptr") && !strings.Contains(p, "captures(none)") &&
				id != CoroID {
				t.Errorf("%s keeps argument %d: %s", m[1], k, p)
			}
		}
		declared(t, r, splitParams(m[2]), words)
		if imm != r.ImmArgs {
			t.Errorf("%s has immediate arguments %b, the table says %b", m[1], imm, r.ImmArgs)
		}
	}
	for id := range intrinsics {
		r := &intrinsics[id]
		if r.Name != "" && !notInLLVM22[r.Name] && !nvidias(r) && !notCompared[r.Name] && !compared[Intrinsic(id)] {
			t.Errorf("llvm.%s is not compared with LLVM: give its row Forms, or add its signature to otherForms",
				r.Name)
		}
	}
}

// declared checks that a declaration that DeclareIntrinsic adds claims nothing that LLVM's does not.
func declared(t *testing.T, r *IntrinsicInfo, params []string, words string) {
	if r.decl == nil || strings.TrimSpace(words) == "" && len(r.decl.params) == 0 { // an older LLVM does not know it
		return
	}
	claims := slices.Clone(r.decl.params)
	if r.decl.last != "" {
		claims = append(make([]string, len(params)-1), r.decl.last)
	}
	for k, c := range claims {
		for _, w := range strings.Fields(strings.ReplaceAll(c, "nocapture", "captures(none)")) {
			if k >= len(params) || !slices.Contains(strings.Fields(params[k]), w) {
				t.Errorf("llvm.%s is declared with parameter %d %s; LLVM's are %q", r.Name, k, w, params)
			}
		}
	}
	for _, a := range r.decl.attrs {
		for _, w := range strings.Fields(a.words) {
			if (a.until == 0 || a.until >= 22) && !strings.Contains(words, " "+w+" ") {
				t.Errorf("llvm.%s is declared %s; LLVM's is%s", r.Name, w, words)
			}
		}
	}
}

// splitParams splits a parameter list at commas outside parentheses and angles.
func splitParams(s string) (out []string) {
	depth, from := 0, 0
	for k := range len(s) {
		switch s[k] {
		case '(', '<', '{':
			depth++
		case ')', '>', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(s[from:k]))
				from = k + 1
			}
		}
	}
	return append(out, strings.TrimSpace(s[from:]))
}
