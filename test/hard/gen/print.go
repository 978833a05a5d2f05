// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Printing of modules, functions, blocks, calls that may throw, and their unwind destinations.

import (
	"fmt"
	"maps"
	"strings"
)

// value is the value of a number.
type value struct {
	s string
	t *typ  // nil: a handle
	f *Func // of a handle: the coroutine, if known
}

type object struct {
	s      string
	t      *typ
	marked bool // it has lifetime markers
	ref    bool // s is the address of a pointer to it
}

// region is a part of a function whose exceptions are caught, or pass a clean-up, after it.
type region struct {
	pad, dispatch string
	catches       bool
	used          bool
	in            []string // entries of the phi in dispatch
}

// printer prints one function.
type printer struct {
	b        *strings.Builder
	allocas  strings.Builder
	p        *Program
	f        *Func
	pre      string
	witness  bool
	n        int
	tag      int
	cur      string // the current block; "" if the position is unreachable
	vals     map[int]value
	objs     map[int]object
	cells    map[int]string
	regions  []*region
	open     []func()       // code at the ends of the enclosing scopes, innermost last
	after    []string       // functions to print after this one
	outs     []string       // blocks that branch to the end of a coroutine
	wrappers int            // number of wrappers printed
	buffers  map[int]string // setjmp buffers that a longjmp may use here
	out      string         // the target of an early return that is neither a coroutine's nor a plain ret
}

// Module prints programs as one module. With witness, the code reports events to the witness.
func Module(programs []*Program, witness bool) string {
	var b strings.Builder
	b.WriteString("target datalayout = " +
		"\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n")
	b.WriteString("target triple = \"x86_64-pc-linux-gnu\"\n")
	b.WriteString(declarations(witness))
	var names []string
	for k, p := range programs {
		p.print(&b, k, witness)
		names = append(names, fmt.Sprintf("ptr @%sprogram", prefix(k)))
	}
	fmt.Fprintf(&b, "@rt_programs = constant [%d x ptr] [%s]\n@rt_nprograms = constant i64 %d\n", len(programs),
		strings.Join(names, ", "), len(programs))
	return trim(b.String())
}

// trim removes the declarations of unused symbols.
func trim(text string) string {
	used := map[string]bool{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "declare ") {
			continue
		}
		for rest := line; ; {
			_, after, ok := strings.Cut(rest, "@")
			if !ok {
				break
			}
			n := nameLen(after)
			used[after[:n]] = true
			rest = after[n:]
		}
	}
	var b strings.Builder
	b.Grow(len(text))
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "declare ") {
			_, after, _ := strings.Cut(line, "@")
			if !used[after[:nameLen(after)]] {
				continue
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// nameLen returns the length of the symbol's name with which a text begins.
func nameLen(s string) int {
	for k := range len(s) {
		if c := s[k]; c != '_' && c != '.' && (c < '0' || c > '9') && (c|32 < 'a' || c|32 > 'z') {
			return k
		}
	}
	return len(s)
}

func (p *Program) print(b *strings.Builder, k int, witness bool) {
	pre := prefix(k)
	fmt.Fprintf(b, "; program %d: seed %d\n", k, p.Seed)
	var places []string
	for i := range numPlaces {
		kind := 0
		switch i {
		case xorPlace, mulPlace, halvesPlace:
			kind = i - xorPlace + 1
		case numPlaces - 1, numPlaces - 2:
			kind = 4
		}
		fmt.Fprintf(b, "@%sG%d = global [2 x i64] zeroinitializer, align 16\n", pre, i)
		places = append(places, fmt.Sprintf("{ ptr, i64 } { ptr @%sG%d, i64 %d }", pre, i, kind))
	}
	fmt.Fprintf(b, "@%sV = global i32 0\n", pre)
	fmt.Fprintf(b, "@%splaces = constant [%d x { ptr, i64 }] [%s]\n", pre, numPlaces, strings.Join(places, ", "))
	var users, resets []string
	for _, f := range p.Funcs {
		if f.Kind == user {
			users = append(users, fmt.Sprintf("ptr @%s%s", pre, f.Name))
		}
	}
	if len(users) == 0 {
		users = []string{"ptr @" + pre + "nothing"}
		fmt.Fprintf(b, "define void @%snothing(ptr %%x, i64 %%n) {\n  ret void\n}\n", pre)
	}
	for i := range numPlaces {
		resets = append(resets, fmt.Sprintf("i64 ptrtoint (ptr @%sG%d to i64), i64 16", pre, i))
	}
	resets = append(resets, fmt.Sprintf("i64 ptrtoint (ptr @%sV to i64), i64 4", pre), "i64 0, i64 0")
	fmt.Fprintf(b, "@%susers = constant [%d x ptr] [%s]\n", pre, len(users), strings.Join(users, ", "))
	fmt.Fprintf(b, "@%sresets = constant [%d x i64] [%s]\n", pre, 2*len(resets), strings.Join(resets, ", "))
	fmt.Fprintf(b, "@%sprogram = constant { ptr, i64, ptr, i64, ptr, i64 } { ptr @%susers, i64 %d, ptr @%splaces, "+
		"i64 %d, ptr @%sresets, i64 %d }\n",
		pre, pre, len(users), pre, numPlaces, pre, int64(p.Seed))
	for i, f := range p.Funcs {
		e := &printer{p: p, f: f, pre: pre, witness: witness, tag: i * 1000, b: &strings.Builder{},
			vals: map[int]value{}, objs: map[int]object{}, cells: map[int]string{}}
		head := e.function()
		b.WriteString(head + " {\nentry:\n" + e.allocas.String() + e.b.String() + "}\n")
		for _, s := range e.after {
			b.WriteString(s)
		}
	}
}

func (e *printer) name(hint string) string { e.n++; return fmt.Sprintf("%%%s%d", hint, e.n) }
func (e *printer) label(hint string) string {
	e.n++
	return fmt.Sprintf("%s%d", hint, e.n)
}
func (e *printer) do(format string, args ...any) { fmt.Fprintf(e.b, "  "+format+"\n", args...) }

func (e *printer) op(format string, args ...any) string {
	n := e.name("v")
	e.do("%s", n+" = "+fmt.Sprintf(format, args...))
	return n
}

// witnessCall prints a call that only the witness's module has.
func (e *printer) witnessCall(format string, args ...any) {
	if e.witness {
		e.do("call void @rt_"+format, args...)
	}
}

// query prints a query to outside code. The witness answers it so that the program stays
// well-defined; question is the witness's call.
func (e *printer) query(question string, args ...any) string {
	if e.witness {
		return e.op("icmp ne i32 %s, 0", e.op("call i32 @rt_ask_"+question, args...))
	}
	return e.op("icmp ne i32 %s, 0", e.op("call i32 @rt_ask(i32 2)"))
}

func (e *printer) start(label string) {
	fmt.Fprintf(e.b, "%s:\n", label)
	e.cur = label
}

// end ends the block with a terminator.
func (e *printer) end(format string, args ...any) {
	e.do(format, args...)
	e.cur = ""
}

func (e *printer) br(label string) {
	if e.cur != "" {
		e.end("br label %%%s", label)
	}
}

// alloca prints an object. In the witness's module the object may have a lifetime, and
// AddressSanitizer can only poison whole 8 bytes, so a dead i32 next to a live one would stay
// accessible. So each object has its last 8 bytes to itself.
func (e *printer) alloca(hint, t string, align int) string {
	n := e.name(hint)
	if e.witness && hint != "promise" {
		t, align = "{ "+t+", [8 x i8] }", max(align, 8)
	}
	if align > 0 {
		t += fmt.Sprintf(", align %d", align)
	}
	fmt.Fprintf(&e.allocas, "  %s = alloca %s\n", n, t)
	return n
}

// call prints a call that may throw: `call`, or `invoke` if a handler or clean-up surrounds it.
func (e *printer) call(ret, format string, args ...any) string {
	text := ret + " " + fmt.Sprintf(format, args...)
	n, to := "", ""
	if ret != "void" {
		n = e.name("v")
		to = n + " = "
	}
	if len(e.regions) == 0 {
		e.do("%s", to+"call "+text)
		return n
	}
	r := e.regions[len(e.regions)-1]
	r.used = true
	next := e.label("on")
	e.destructors(r, 1)
	e.do("%sinvoke %s to label %%%s unwind label %%%s", to, text, next, r.pad)
	e.start(next)
	e.destructors(r, -1)
	return n
}

// destructors tells the witness that one more or one less call is open whose exception would run a
// destructor.
func (e *printer) destructors(r *region, more int) {
	if strings.HasPrefix(r.pad, DestructorPad) {
		e.witnessCall("destructors(i32 %d)", more)
	}
}

// scope prints statements whose definitions are not visible outside.
func (e *printer) scope(list []*Stmt) {
	v, o, c := e.vals, e.objs, e.cells
	e.vals, e.objs, e.cells = maps.Clone(v), maps.Clone(o), maps.Clone(c)
	e.list(list)
	e.vals, e.objs, e.cells = v, o, c
}

func (e *printer) list(list []*Stmt) {
	for _, s := range list {
		if e.cur == "" {
			return
		}
		e.stmt(s)
	}
}

// guarded prints body, and after it handle, which receives the exceptions of body. Unless catches
// is set, handle's end rethrows the exception to the enclosing region.
func (e *printer) guarded(catches bool, body func(), handle func(x string)) {
	e.guardedAt("pad", catches, body, handle)
}

// DestructorPad begins the names of landing pads that run a destructor. A jump past it is undefined.
const DestructorPad = "destructor"

// destructing prints body, and after it the destructor that an exception out of body runs.
func (e *printer) destructing(body, destructor func()) {
	e.guardedAt(DestructorPad, false, body, func(string) { destructor() })
}

// guardedAt is guarded with the name of the landing pad.
func (e *printer) guardedAt(pad string, catches bool, body func(), handle func(x string)) {
	r := &region{pad: e.label(pad), dispatch: e.label("dispatch"), catches: catches}
	e.regions = append(e.regions, r)
	open := e.open
	body()
	e.regions = e.regions[:len(e.regions)-1]
	e.open = open
	join := e.label("join")
	reached := e.cur != ""
	e.br(join)
	if r.used {
		e.start(r.pad)
		what := "cleanup"
		for _, o := range append(e.regions, r) {
			if o.catches {
				what = "catch ptr null"
			}
		}
		x := e.op("landingpad { ptr, i32 } %s", what)
		e.witnessCall("landed()")
		e.destructors(r, -1)
		r.in = append(r.in, fmt.Sprintf("[ %s, %%%s ]", x, r.pad))
		e.br(r.dispatch)
	}
	if len(r.in) > 0 {
		e.start(r.dispatch)
		x := e.op("phi { ptr, i32 } %s", strings.Join(r.in, ", "))
		handle(x)
		switch {
		case e.cur == "":
		case catches:
			reached = true
			e.br(join)
		default:
			e.rethrow(x)
		}
	}
	e.cur = ""
	if reached {
		e.start(join)
	}
}

// rethrow passes an exception to the enclosing region.
func (e *printer) rethrow(x string) {
	if len(e.regions) == 0 {
		e.leave()
		e.end("resume { ptr, i32 } %s", x)
		return
	}
	r := e.regions[len(e.regions)-1]
	r.in = append(r.in, fmt.Sprintf("[ %s, %%%s ]", x, e.cur))
	e.br(r.dispatch)
}

// leave reports to the witness that control leaves a user.
func (e *printer) leave() {
	if e.f.Kind != coro {
		e.witnessCall("cells_to(i32 %%cells)")
	}
}

// handler prints the code that catches an exception. It may suspend first.
func (e *printer) handler(x string, suspends bool, list []*Stmt) {
	if suspends && e.f.Kind == coro {
		e.suspend(&Stmt{})
	}
	q := e.op("call ptr @__cxa_begin_catch(ptr %s)", e.op("extractvalue { ptr, i32 } %s, 0", x))
	v := e.op("load i64, ptr %s", q)
	e.show(v)
	e.do("call void @__cxa_end_catch()")
	e.scope(list)
}

func (e *printer) show(v string) {
	e.tag++
	e.do("call void @rt_show(i64 %d, i64 %s)", e.tag, v)
}

// function prints the blocks of a function and returns its header.
func (e *printer) function() string {
	f := e.f
	e.cur = "entry"
	e.vals[idN] = value{s: "%n", t: types[0]}
	attrs := f.Attr + " personality ptr @__gxx_personality_v0"
	if f.Kind == coro {
		e.coroutine()
		byval := ""
		if f.Byval != nil {
			byval = fmt.Sprintf(", ptr byval(%s) align %d %%byval", f.Byval.s, f.Byval.align)
		}
		return fmt.Sprintf("define ptr @%s%s(i64 %%n, ptr %%h, ptr %%x%s) presplitcoroutine%s", e.pre, f.Name,
			byval, attrs)
	}
	if e.witness {
		e.do("%%cells = call i32 @rt_cells()")
	}
	param := "%x"
	if f.Kind == consumer {
		param = "%h"
		e.vals[idHandle] = value{s: "%h"}
	} else {
		e.cells[idCell] = "%x"
	}
	e.list(f.Body)
	if e.cur != "" {
		e.leave()
		e.end("ret void")
	}
	return fmt.Sprintf("define void @%s%s(ptr %s, i64 %%n)%s", e.pre, f.Name, param, attrs)
}

// coroutine prints the skeleton around a coroutine's body.
func (e *printer) coroutine() {
	f := e.f
	e.vals[idHandle] = value{s: "%h"}
	e.cells[idCell] = "%x"
	promise := "null"
	align := 0
	if f.Promise != nil {
		align = max(f.Promise.align, f.Align)
		promise = e.alloca("promise", f.Promise.s, align)
	}
	e.do("%%id = call token @llvm.coro.id(i32 %d, ptr %s, ptr null, ptr null)", align, promise)
	alloc := "rt_alloc"
	if f.Alloc == 2 {
		alloc = "rt_alloc_throwing"
	}
	mem := "%mem"
	if f.Alloc != 1 {
		e.do("%%need = call i1 @llvm.coro.alloc(token %%id)")
		e.end("br i1 %%need, label %%alloc, label %%begin")
		e.start("alloc")
	}
	e.do("%%size = call i64 @llvm.coro.size.i64()")
	e.do("%%fresh = call ptr @%s(i64 %%size)", alloc)
	if f.Alloc != 1 {
		e.br("begin")
		e.start("begin")
		e.do("%%mem = phi ptr [ null, %%entry ], [ %%fresh, %%alloc ]")
	} else {
		mem = "%fresh"
	}
	e.do("%%hdl = call ptr @llvm.coro.begin(token %%id, ptr %s)", mem)
	e.witnessCall("begin(ptr %%hdl)")
	e.vals[idSelf] = value{s: "%hdl", f: f}
	if f.Promise != nil {
		e.objs[idPromise] = object{s: promise, t: f.Promise}
		e.do("call void @poke_%s(ptr %s, i64 %%n)", f.Promise.name, promise)
	}
	if f.Byval != nil {
		e.objs[idByval] = object{s: "%byval", t: f.Byval}
		if e.witness { // opt loses stores to the parameter itself
			own := e.alloca("byval.own", f.Byval.s, f.Byval.align)
			e.do("call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %%byval, i64 %d, i1 false)", own, f.Byval.size)
			e.objs[idByval] = object{s: own, t: f.Byval}
		}
	}
	body := func() {
		if f.Lazy {
			e.suspend(&Stmt{})
		}
		if e.cur != "" {
			e.scope(f.Body)
		}
	}
	switch f.Unwind {
	case 0:
		body()
	case 1:
		e.guarded(false, body, func(x string) {
			e.witnessCall("unwind(ptr %%hdl)")
			e.do("call void @llvm.coro.end(ptr null, i1 true, token none)")
			e.do("%%inramp = call i1 @llvm.coro.is_in_ramp()")
			e.end("br i1 %%inramp, label %%unramp, label %%unresume")
			e.start("unramp")
			e.witnessCall("end(ptr %%hdl)")
			e.do("%%unfree = call ptr @llvm.coro.free(token %%id, ptr %%hdl)")
			e.do("call void @rt_free(ptr %%unfree)")
			e.br("unresume")
			e.start("unresume")
		})
	default:
		e.guarded(true, body, func(x string) {
			e.handler(x, false, nil)
			if f.Unwind == 3 {
				e.do("store volatile i32 3, ptr @%sV", e.pre)
			}
		})
	}
	if e.cur != "" || len(e.outs) > 0 {
		// Early returns branch here too.
		e.br("return")
		e.start("return")
		if f.Final && len(f.Last) > 0 && f.Last[0].Op == opAwait {
			e.finalAwait(f.Last[0])
		} else if f.Final {
			e.witnessCall("suspend(ptr %%hdl, i32 1)")
			e.do("%%last = call i8 @llvm.coro.suspend(token none, i1 true)")
			e.end("switch i8 %%last, label %%out [ i8 0, label %%never i8 1, label %%cleanup ]")
			e.start("never")
			e.end("unreachable")
		} else {
			e.br("cleanup")
		}
	}
	e.start("cleanup")
	e.list(f.Dying)
	if e.cur != "" {
		e.witnessCall("end(ptr %%hdl)")
		e.do("%%free = call ptr @llvm.coro.free(token %%id, ptr %%hdl)")
		if f.Test {
			e.do("%%any = icmp ne ptr %%free, null")
			e.end("br i1 %%any, label %%dealloc, label %%out")
			e.start("dealloc")
		}
		e.do("call void @rt_free(ptr %%free)")
		e.br("out")
	}
	e.start("out")
	e.do("call void @llvm.coro.end(ptr %%hdl, i1 false, token none)")
	e.end("ret ptr %%hdl")
}
