// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/test/opt/gen"
)

// scalarText defines what the functions call. w_run runs one function, and shows what it returns or
// throws, and what is in memory then.
const scalarText = `@g = global [4 x i64] zeroinitializer, align 16
@fuel = global i32 0, align 4
@w_type = constant ptr null
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare void @out(i64)
define void @peek(ptr %p) {
  %v = load i64, ptr %p, align 1
  call void @out(i64 %v)
  %w = xor i64 %v, 21760
  store i64 %w, ptr %p, align 1
  ret void
}
define void @w_throw(i64 %v) {
  %e = call ptr @__cxa_allocate_exception(i64 8)
  store i64 %v, ptr %e
  call void @__cxa_throw(ptr %e, ptr @w_type, ptr null)
  unreachable
}
define i64 @may_throw(i64 %v) {
  %x = xor i64 %v, 1000
  call void @out(i64 %x)
  %o = and i64 %v, 1
  %c = icmp ne i64 %o, 0
  br i1 %c, label %throw, label %on
throw:
  call void @w_throw(i64 %v)
  unreachable
on:
  %r = sdiv i64 %v, 2
  ret i64 %r
}
define void @stop(i64 %v) {
  call void @w_throw(i64 %v)
  unreachable
}
define i64 @pure(i64 %v) {
  %m = mul i64 %v, 3
  %r = add i64 %m, 1
  ret i64 %r
}
define void @w_run(i64 %k, i64 %n, i64 %a, i64 %b) personality ptr @__gxx_personality_v0 {
entry:
  %pf = getelementptr ptr, ptr @w_functions, i64 %k
  %f = load ptr, ptr %pf
  store i32 60, ptr @fuel
  br label %set
set:
  %j = phi i64 [ 0, %entry ], [ %j1, %set ]
  %s = add i64 %j, %n
  %v = mul i64 %s, 72623859790382856
  %p = getelementptr i64, ptr @g, i64 %j
  store i64 %v, ptr %p
  %j1 = add i64 %j, 1
  %more = icmp ult i64 %j1, 4
  br i1 %more, label %set, label %call
call:
  %r = invoke i64 %f(i64 %a, i64 %b) to label %ok unwind label %pad
ok:
  call void @out(i64 %r)
  br label %memory
pad:
  %x = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %x, 0
  %q = call ptr @__cxa_begin_catch(ptr %e)
  %t = load i64, ptr %q
  call void @__cxa_end_catch()
  call void @out(i64 -1)
  call void @out(i64 %t)
  br label %memory
memory:
  %i = phi i64 [ 0, %ok ], [ 0, %pad ], [ %i1, %memory ]
  %y = getelementptr i64, ptr @g, i64 %i
  %z = load i64, ptr %y
  call void @out(i64 %z)
  %i1 = add i64 %i, 1
  %again = icmp ult i64 %i1, 4
  br i1 %again, label %memory, label %last
last:
  %u = load i32, ptr @fuel
  %l = zext i32 %u to i64
  call void @out(i64 %l)
  ret void
}
`

var scalarOutside = newOutside([]string{"@w_run"}, scalarText)

// scalarArguments are the arguments of the functions.
var scalarArguments = [...][2]int64{{0, 1}, {-7, 12}, {100000, 3}, {1, 0}, {2, 2}, {6442450944, -1}}

// Scalar is a module of functions without coroutines.
type Scalar struct {
	funcs []string
	names []string
}

func newScalar(seed uint64) Case {
	s := Scalar{funcs: gen.Functions(int64(seed))}
	for k := range s.funcs {
		s.names = append(s.names, gen.Name(int64(seed), k))
	}
	return s
}

// Text returns the module before the passes.
func (s Scalar) Text() string { return gen.Prelude + strings.Join(s.funcs, "") }

// trace is what a function does with some arguments: err is why the run ended early.
type trace struct {
	events []uint64
	err    error
}

// traces runs all functions of a module with all arguments.
func (s Scalar) traces(text string) ([]trace, error) {
	table := fmt.Sprintf("@w_functions = constant [%d x ptr] [ptr @%s]\n", len(s.names), strings.Join(s.names, ", ptr @"))
	p, err := loadText(scalarOutside.around(text)+table, 0)
	if err != nil {
		return nil, err
	}
	var now *trace
	p.Extern("out", func(_ *interp.Thread, a []uint64) uint64 {
		now.events = append(now.events, a[0])
		return 0
	})
	var list []trace
	var m *interp.Machine
	for k := range s.names {
		for n, a := range scalarArguments {
			if m == nil {
				m = p.New(interp.Options{MaxSteps: 5_000_000, Seed: 1})
			}
			now = &trace{}
			_, now.err = m.Call("w_run", uint64(k), uint64(n), uint64(a[0]), uint64(a[1]))
			if now.err != nil || m.Steps() > 3_000_000 {
				m = nil
			}
			list = append(list, *now)
		}
	}
	return list, nil
}

// Judge runs the functions before and after pipelines.
func (s Scalar) Judge(pipelines []string, _ int, r *Result) *Failure {
	text := s.Text()
	before, err := s.traces(text)
	if err != nil {
		return &Failure{Kind: "invalid", Detail: "the program: " + err.Error()}
	}
	r.Programs += len(s.names)
	for k := range before {
		switch err := before[k].err; {
		case err == nil:
			r.Paths++
		case isUndefined(err) || isLimited(err):
			r.drop(err, "")
		default:
			return &Failure{Kind: "interpreter", Detail: "@" + s.names[k/len(scalarArguments)] + ": " + describe(err)}
		}
	}
	for _, passes := range pipelines {
		low, f := lower(passes, text)
		if f != nil {
			return f
		}
		after, err := s.traces(low)
		if err != nil {
			return &Failure{Passes: passes, Kind: "invalid", Detail: err.Error()}
		}
		for k := range before {
			if before[k].err != nil {
				continue
			}
			r.Runs++
			where := fmt.Sprintf("@%s, arguments %d", s.names[k/len(scalarArguments)], k%len(scalarArguments))
			if err := after[k].err; err != nil {
				return &Failure{Passes: passes, Kind: kindOf(err, "behaves"), Detail: where + ": after event: " + describe(err)}
			}
			if !slices.Equal(before[k].events, after[k].events) {
				return &Failure{Passes: passes, Kind: "behaves", Detail: fmt.Sprintf("%s: %d, not %d", where, after[k].events,
					before[k].events)}
			}
		}
	}
	return nil
}

// Shrink drops functions.
func (s Scalar) Shrink(f *Failure, _ int) (Case, *Failure) {
	for k := len(s.funcs) - 1; k >= 0; k-- {
		x := Scalar{slices.Delete(slices.Clone(s.funcs), k, k+1), slices.Delete(slices.Clone(s.names), k, k+1)}
		if len(x.names) == 0 {
			break
		}
		if g := x.Judge([]string{f.Passes}, 1, &Result{}); g != nil && g.Kind == f.Kind {
			s, f = x, g
		}
	}
	return s, f
}
