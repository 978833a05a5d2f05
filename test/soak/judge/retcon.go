// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/test/run/gen"
)

// retconText defines what coroutines with returned continuations call, and functions that begin and
// continue one.
const retconText = `@w_cator = global i64 0
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @print(i64)
declare void @nothing()
declare void @w_took(i64)
declare void @w_same(ptr, ptr)
declare void @w_frame(ptr)
define ptr @take(i64 %n) {
  %p = call ptr @aligned_alloc(i64 16, i64 %n)
  call void @w_took(i64 1)
  ret ptr %p
}
define void @give(ptr %p) {
  call void @free(ptr %p)
  call void @w_took(i64 -1)
  ret void
}
define ptr @take.dynamic(ptr %f, ptr %a, i64 %n, i64 %t) {
  call void @w_frame(ptr %f)
  call void @w_same(ptr %a, ptr @w_cator)
  %s = inttoptr i64 %t to ptr
  call void @w_same(ptr %s, ptr inttoptr (i64 7 to ptr))
  %p = call ptr @take(i64 %n)
  ret ptr %p
}
define void @give.dynamic(ptr %f, ptr %a, ptr %p) {
  call void @w_frame(ptr %f)
  call void @w_same(ptr %a, ptr @w_cator)
  call void @give(ptr %p)
  ret void
}
define void @allocator(ptr %a, ptr %b) {
  call void @w_same(ptr %a, ptr @w_cator)
  call void @w_same(ptr %b, ptr @w_cator)
  ret void
}
define void @change(ptr %p) {
  %v = load i64, ptr %p
  %m = mul i64 %v, 3
  %w = add i64 %m, 1
  store i64 %w, ptr %p
  ret void
}
define ptr @w_new(i64 %align, i64 %n) {
  %p = call ptr @aligned_alloc(i64 %align, i64 %n)
  ret ptr %p
}
define void @w_free(ptr %p) {
  call void @free(ptr %p)
  ret void
}
define { ptr, i64 } @w_given({ ptr, i64 } %r) {
  %f = extractvalue { ptr, i64 } %r, 0
  %over = icmp eq ptr %f, null
  br i1 %over, label %end, label %on
end:
  ret { ptr, i64 } zeroinitializer
on:
  ret { ptr, i64 } %r
}
define { ptr, i64 } @w_start(ptr %f, ptr %b, i64 %x, i64 %y) {
  %r = call { ptr, i64 } %f(ptr %b, i64 %x, i64 %y)
  %s = call { ptr, i64 } @w_given({ ptr, i64 } %r)
  ret { ptr, i64 } %s
}
define { ptr, i64 } @w_start_dynamic(ptr %f, ptr %b, i64 %x, i64 %y) {
  %r = call { ptr, i64 } %f(ptr %b, ptr @w_cator, i64 %x, i64 %y)
  %s = call { ptr, i64 } @w_given({ ptr, i64 } %r)
  ret { ptr, i64 } %s
}
define { ptr, i64 } @w_many(ptr %f, ptr %b, i1 %stop, i64 %in) {
  %r = call { ptr, i64 } %f(ptr %b, i1 zeroext %stop, i64 %in)
  %s = call { ptr, i64 } @w_given({ ptr, i64 } %r)
  ret { ptr, i64 } %s
}
define i64 @w_once(ptr %f, ptr %b, i1 %stop, i64 %in) {
  %r = call i64 %f(ptr %b, i1 zeroext %stop, i64 %in)
  ret i64 %r
}
define i64 @w_once_dynamic(ptr %f, ptr %b, i1 %stop, i64 %in) {
  %r = call i64 %f(ptr %b, ptr @w_cator, i1 zeroext %stop, i64 %in)
  ret i64 %r
}
`

var retconOutside = newOutside([]string{"@w_new", "@w_free", "@w_start", "@w_start_dynamic", "@w_many", "@w_once",
	"@w_once_dynamic", "@w_cator"}, retconText)

const (
	retcons      = 6 // coroutines in a module
	retconRounds = 4
	retconSteps  = 40
)

// Retcon is a module of coroutines with returned continuations.
type Retcon struct {
	seed  uint64
	text  string
	sizes []uint64 // of the buffers
}

var bufferSize = regexp.MustCompile(`@llvm\.coro\.id\.retcon[.a-z]*\(i32 (-?\d+), i32`)

func newRetcon(seed uint64) Case {
	r := Retcon{seed: seed, text: gen.Module(int64(seed), retcons, gen.Options{Follow: true})}
	for _, m := range bufferSize.FindAllStringSubmatch(r.text, -1) {
		n, _ := strconv.Atoi(m[1])
		if r.sizes = append(r.sizes, uint64(max(n, 0))); len(r.sizes) == retcons {
			break
		}
	}
	return r
}

// Text returns the module before lowering.
func (r Retcon) Text() string { return r.text }

// retconRun is a run of a module: memory that is taken and not given back, and the frame that the
// caller provides.
type retconRun struct {
	m      *interp.Machine
	events []uint64
	taken  int64
	frame  uint64
}

func (x *retconRun) call(name string, args ...uint64) ([]uint64, error) {
	return x.m.Call(name, args...)
}

// traces runs each coroutine several times: to its end, or until it is told to stop.
func (r Retcon) traces(text string) ([]trace, error) {
	table := "@w_functions = constant [6 x ptr] [ptr @f0, ptr @f1, ptr @f2, ptr @f3, ptr @f4, ptr @f5]\n"
	p, err := loadText(retconOutside.around(text)+table, 0)
	if err != nil {
		return nil, err
	}
	var x *retconRun
	p.Extern("print", func(_ *interp.Thread, a []uint64) uint64 { x.events = append(x.events, a[0]); return 0 })
	p.Extern("nothing", func(*interp.Thread, []uint64) uint64 { return 0 })
	p.Extern("w_took", func(_ *interp.Thread, a []uint64) uint64 { x.taken += int64(a[0]); return 0 })
	p.Extern("w_same", func(t *interp.Thread, a []uint64) uint64 {
		if a[0] != a[1] {
			t.Fail("an allocator function gets a wrong argument")
		}
		return 0
	})
	p.Extern("w_frame", func(t *interp.Thread, a []uint64) uint64 {
		if a[0] != x.frame {
			t.Fail("an allocator function gets a wrong frame")
		}
		return 0
	})
	var list []trace
	functions, _ := p.Global("w_functions")
	for k := range retcons {
		for round := range retconRounds {
			x = &retconRun{m: p.New(interp.Options{MaxSteps: 4_000_000, Seed: 1})}
			f, _ := x.m.Word(functions + 8*uint64(k))
			size, align := r.sizes[k], uint64(8)
			if _, provided := gen.KindOf(k, false); provided {
				record, _ := p.Global(fmt.Sprintf("f%d.record", k))
				w, _ := x.m.Word(record)
				size, align = w>>32, 16
			}
			err := x.drive(k, round, f, size, align, r.seed)
			if err == nil && x.taken != 0 {
				err = fmt.Errorf("%d pieces of memory are not given back", x.taken)
			}
			list = append(list, trace{x.events, err})
		}
	}
	return list, nil
}

// drive runs one coroutine.
func (x *retconRun) drive(k, round int, f, size, align, seed uint64) error {
	once, provided := gen.KindOf(k, false)
	rnd := seed*31 + uint64(k*retconRounds+round)
	buf, err := x.call("w_new", align, size)
	if err != nil {
		return err
	}
	x.frame = buf[0]
	start := "w_start"
	if provided {
		start = "w_start_dynamic"
	}
	y, err := x.call(start, f, buf[0], uint64(int64(round*7-3)), uint64(int64(k-round)))
	for step := 0; err == nil && y[0] != 0; step++ {
		x.events = append(x.events, 1000, y[1])
		stop, in := flag(step > retconSteps || next(&rnd)%16 == 0), next(&rnd)%100
		if once {
			name := "w_once"
			if provided {
				name = "w_once_dynamic"
			}
			if y, err = x.call(name, y[0], buf[0], stop, in); err == nil {
				x.events = append(x.events, 1001, y[0])
			}
			break
		}
		if step > 2*retconSteps {
			return errors.New("a coroutine goes on after it was told to stop")
		}
		y, err = x.call("w_many", y[0], buf[0], stop, in)
	}
	if err == nil {
		_, err = x.call("w_free", buf[0])
	}
	return err
}

// Judge runs the coroutines before and after lowering.
func (r Retcon) Judge(pipelines []string, _ int, res *Result) *Failure {
	before, err := r.traces(r.text)
	if err != nil {
		return &Failure{Kind: "invalid", Detail: "the program: " + err.Error()}
	}
	res.Programs += retcons
	for k := range before {
		switch err := before[k].err; {
		case err == nil:
			res.Paths++
		case isUndefined(err) || isLimited(err):
			res.drop(err, "")
		default:
			return &Failure{Kind: "interpreter", Detail: fmt.Sprintf("@f%d: %s", k/retconRounds, describe(err))}
		}
	}
	for _, passes := range pipelines {
		low, f := lower(passes, r.text)
		if f != nil {
			return f
		}
		after, err := r.traces(low)
		if err != nil {
			return &Failure{Passes: passes, Kind: "invalid", Detail: err.Error()}
		}
		for k := range before {
			if before[k].err != nil {
				continue
			}
			res.Runs++
			where := fmt.Sprintf("@f%d, run %d", k/retconRounds, k%retconRounds)
			if err := after[k].err; err != nil {
				return &Failure{Passes: passes, Kind: kindOf(err, "behaves"), Detail: where + ": after event: " + describe(err)}
			}
			if !slices.Equal(before[k].events, after[k].events) {
				return &Failure{Passes: passes, Kind: "behaves", Detail: fmt.Sprintf("%s: %d, not %d", where,
					after[k].events, before[k].events)}
			}
		}
	}
	return nil
}

// Shrink keeps the module.
func (r Retcon) Shrink(f *Failure, _ int) (Case, *Failure) { return r, f }
