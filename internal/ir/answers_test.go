// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

// The answers of all queries of this package about a module with instructions, types, constants and attributes of
// many kinds. A query that answers differently for one argument is noticed. Whether the answer is right is for those
// who change the hash; go test -answers DIR writes all answers to files, to compare them.

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

var (
	updateAnswers = flag.Bool("update", false, "write the answers as the expected ones")
	answersDir    = flag.String("answers", "", "write all answers to files in this `directory`")
)

const answersFile = "testdata/answers.txt"

// queries are functions without effects. Their arguments are all values of a type.
var queries = []struct {
	name string
	f    any
}{
	{"AllocaCount", ir.AllocaCount}, {"ArgHas", ir.ArgHas}, {"AsInstr", ir.AsInstr}, {"BarsTailCC", ir.BarsTailCC}, {"Bitcastable", ir.Bitcastable},
	{"CallHas", ir.CallHas}, {"CalledIntrinsic", ir.CalledIntrinsic}, {"CastValid", ir.CastValid}, {"CatchesAll", ir.CatchesAll},
	{"CodeSize", ir.CodeSize}, {"CompareBits", ir.CompareBits}, {"CoroCall", ir.CoroCall}, {"EdgeOf", ir.EdgeOf}, {"FoldBits", ir.FoldBits},
	{"FoldCompare", ir.FoldCompare}, {"FoldIntCast", ir.FoldIntCast}, {"FoldInts", ir.FoldInts}, {"FreesMemory", ir.FreesMemory},
	{"FuncletPad", ir.FuncletPad}, {"HasLifetimeStart", ir.HasLifetimeStart}, {"IndexedType", ir.IndexedType}, {"IntrinsicByName", ir.IntrinsicByName},
	{"IsLaundering", ir.IsLaundering}, {"IsLifetime", ir.IsLifetime}, {"IsMangledType", ir.IsMangledType}, {"IsMemIntrinsic", ir.IsMemIntrinsic},
	{"IsPresplit", ir.IsPresplit}, {"KeepsArg", ir.KeepsArg}, {"LibraryCall", ir.LibraryCall}, {"LifetimeKind", ir.LifetimeKind},
	{"MayHandOn", ir.MayHandOn}, {"MayThrow", ir.MayThrow}, {"NoMemory", ir.NoMemory}, {"OnlyArgMemory", ir.OnlyArgMemory},
	{"OnlyReadsMemory", ir.OnlyReadsMemory}, {"OnlyReports", ir.OnlyReports}, {"PartOf", ir.PartOf}, {"PersonalityOf", ir.PersonalityOf},
	{"QuoteName", ir.QuoteName}, {"ReturnsArg", ir.ReturnsArg}, {"ReturnsTwice", ir.ReturnsTwice}, {"SameABI", ir.SameABI}, {"SameAttrs", ir.SameAttrs},
	{"SameCC", ir.SameCC}, {"SameValue", ir.SameValue}, {"SignatureFits", ir.SignatureFits}, {"StripCasts", ir.StripCasts},
	{"SuspendEdge", ir.SuspendEdge}, {"TestedSuspend", ir.TestedSuspend}, {"TouchesNoMemory", ir.TouchesNoMemory}, {"Underlying", ir.Underlying},
	{"Unescape", ir.Unescape}, {"UnwindDest", ir.UnwindDest}}

// methods are those without effects, by name.
var methods = regexp.MustCompile(`^(Is[A-Z]|Has[A-Z]|Num[A-Z]|Can|Exact|Interposable|BoundHere|Definitive|ThreadLocal|Denormals|Align$|Usual|Empty|Holds|Kind$|Bits|Len$|Elem|Scalar|AddrSpace|Case[A-Z]|NormalDest|UnwindDest|Single|First|Callee|CalledFunc|Keeps|Swapped|Inverse|Sized|Int64|Uint64|Big|IntString|SizeParts|AddressTaken|PhiConstant|PhiIndex|IncomingFor|ComesBefore|TargetFeatures|IsAnyID|Get$|GetStr|Personality|Params$|Ret$|Fields|String$)`)

// most is the number of argument lists of a query.
const most = 40000

// answerWords are names of attributes, conventions, functions and types.
var answerWords = []string{"", "nounwind", "noalias", "readonly", "byval", "memory", "captures", "returned", "willreturn", "noreturn", "presplitcoroutine", "align",
	"fastcc", "tailcc", "swifttailcc", "ccc", "coldcc", "llvm.memcpy.p0.p0.i64", "llvm.coro.id", "llvm.coro.begin", "llvm.x", "i32", "p0", "v4i32", "f32", "sl_ps", "i",
	`a\41`, `a"b`, "a b", "-x", "x.1", "1x"}

func TestAnswers(t *testing.T) {
	text, err := os.ReadFile("testdata/answers.ll")
	if err != nil {
		t.Fatal(err)
	}
	m, err := parse.Module("answers.ll", text)
	if err != nil {
		t.Fatal(err)
	}
	before := emit.Module(m)
	domain := domains(m)
	var lines []string
	ask := func(name string, f reflect.Value) {
		if all, n := answers(f, domain); n > 0 {
			h := fnv.New64a()
			h.Write([]byte(all))
			lines = append(lines, fmt.Sprintf("%s %d %016x", name, n, h.Sum64()))
			if *answersDir != "" {
				if err := os.WriteFile(filepath.Join(*answersDir, name), []byte(all), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		if string(emit.Module(m)) != string(before) {
			t.Fatalf("%s changes the module", name)
		}
	}
	for _, q := range queries {
		ask(q.name, reflect.ValueOf(q.f))
	}
	for _, of := range []any{m.Funcs[0], (*ir.Instr)(nil), (*ir.Block)(nil), (*ir.Global)(nil), (*ir.Type)(nil), (*ir.Const)(nil), (*ir.AttrSet)(nil), ir.Intrinsic(0),
		ir.Op(0), ir.Pred(0)} {
		typ := reflect.TypeOf(of)
		for k := range typ.NumMethod() {
			if x := typ.Method(k); methods.MatchString(x.Name) && x.Type.NumOut() > 0 {
				ask(strings.TrimPrefix(strings.TrimPrefix(typ.String(), "*"), "ir.")+"."+x.Name, x.Func)
			}
		}
	}
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	if *updateAnswers {
		if err := os.WriteFile(answersFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(answersFile)
	if err != nil {
		t.Fatal(err)
	}
	if old := strings.Split(string(want), "\n"); got != string(want) {
		for _, line := range old {
			if !strings.Contains(got, line+"\n") {
				t.Errorf("no longer: %s", line)
			}
		}
		for _, line := range lines {
			if !slices.Contains(old, line) {
				t.Errorf("now: %s", line)
			}
		}
		t.Errorf("if all answers are right: go test ./internal/ir -run TestAnswers -update")
	}
}

// domains returns the values of each type.
func domains(m *ir.Module) map[reflect.Type][]reflect.Value {
	d := map[reflect.Type][]reflect.Value{}
	seen := map[any]bool{}
	var add func(values ...any)
	add = func(values ...any) {
		for _, v := range values {
			if r := reflect.ValueOf(v); !seen[v] {
				seen[v] = true
				d[r.Type()] = append(d[r.Type()], r)
				if x, ok := v.(ir.Value); ok {
					d[reflect.TypeFor[ir.Value]()] = append(d[reflect.TypeFor[ir.Value]()], r)
					add(x.Type())
				}
				if c, ok := v.(*ir.Const); ok {
					for _, e := range c.Elems {
						add(e)
					}
				}
			}
		}
	}
	add(m, true, false, 0, 1, 2, 3, 8, 63, 64, 65)
	for _, v := range []uint64{0, 1, 2, 3, 7, 8, 63, 64, 127, 128, 255, 1 << 31, 1<<32 - 1, 1 << 63, 1<<64 - 1} {
		add(v, int64(v))
	}
	for _, w := range answerWords {
		add(w)
	}
	for op := range ir.NumOps {
		add(op)
	}
	for k := range ir.NumIntrinsics() {
		add(ir.Intrinsic(k))
	}
	for p := range ir.Pred(27) {
		add(p)
	}
	for _, g := range m.Globals {
		add(g, g.ValueType)
		if init, err := g.Initializer(); err == nil && init != nil {
			add(init)
		}
	}
	set := func(s *ir.AttrSet) {
		if s != nil {
			add(s)
		}
	}
	for _, f := range m.Funcs {
		add(f, f.FTy, f.FTy.Ret())
		set(f.Attrs)
		set(f.RetAttrs)
		for _, p := range f.Params {
			add(p)
			set(p.Attrs)
		}
		for b := f.Entry(); b != nil; b = b.Next() {
			add(b)
			for i := b.First(); i != nil; i = i.Next() {
				add(i)
				for k := range i.NumArgs() {
					add(i.Arg(k))
				}
				if i.IsCall() {
					c := i.Call()
					add(c.FTy)
					for _, s := range append(slices.Clone(c.ArgAttrs), c.Attrs, c.RetAttrs) {
						set(s)
					}
				}
			}
		}
	}
	none := reflect.TypeFor[*ir.Instr]()
	d[none] = append(d[none], reflect.Zero(none))
	return d
}

// answers calls a function with all lists of arguments, or with a sample of them, and returns what it answers.
func answers(f reflect.Value, domain map[reflect.Type][]reflect.Value) (all string, n int) {
	var lists [][]reflect.Value
	total := 1
	for k := range f.Type().NumIn() {
		list := domain[f.Type().In(k)]
		if len(list) == 0 {
			return "", 0
		}
		lists = append(lists, list)
		total = min(total*len(list), 1<<40)
	}
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, uint64(total)))
	for n = range min(total, most) {
		at := n
		if total > most {
			at = int(r.Int64N(int64(total)))
		}
		args := make([]reflect.Value, len(lists))
		for k, list := range lists {
			args[k] = list[at%len(list)]
			at /= len(list)
			fmt.Fprint(&b, spelled(args[k]), " ")
		}
		fmt.Fprintln(&b, "=", call(f, args))
	}
	return b.String(), n + 1
}

func call(f reflect.Value, args []reflect.Value) (s string) {
	defer func() {
		if recover() != nil {
			s = "panic"
		}
	}()
	for _, v := range f.Call(args) {
		s += spelled(v) + " "
	}
	return s
}

// spelled names a value in a way that does not depend on its address.
func spelled(v reflect.Value) string {
	switch k := v.Kind(); {
	case (k == reflect.Pointer || k == reflect.Interface || k == reflect.Slice) && v.IsNil():
		return "nil"
	case k == reflect.Slice:
		s := ""
		for n := range v.Len() {
			s += spelled(v.Index(n)) + ","
		}
		return s
	}
	switch x := v.Interface().(type) {
	case *ir.Instr:
		if x.Name() == "" && x.Block() != nil {
			return fmt.Sprintf("%s in %s at %d", x.Op.Info().Name, x.Func().Name, x.ID)
		}
		return "%" + x.Name()
	case *ir.Block:
		return "label " + x.Name()
	case *ir.Type:
		return x.String()
	case *ir.Func:
		return "@" + x.Name
	case *ir.Global:
		return "@" + x.Name
	case *ir.Const:
		return fmt.Sprint(x.Type(), " ", x.Kind, " ", x.IntString(), x.Text, len(x.Elems))
	case *ir.Param:
		return fmt.Sprint("%", x.Name, " of ", x.Fn.Name)
	case *ir.Module, *ir.AttrSet, *ir.MD:
		return fmt.Sprintf("%T", x)
	case *ir.Attr:
		return fmt.Sprint(x.Name, " ", x.Val)
	case ir.Intrinsic:
		return x.Name()
	case fmt.Stringer:
		return x.String()
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Func, reflect.Struct:
		return v.Type().String()
	}
	return fmt.Sprint(v.Interface())
}
