// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package random

// The C++ source of a program.

import (
	_ "embed" // the code that all programs share
	"fmt"
	"strings"
)

//go:embed testdata/prelude.cpp
var prelude string

type printer struct {
	strings.Builder
	f      *function
	indent int
}

// Source returns the program as C++20.
func (p *Program) Source() string {
	w := &printer{}
	w.WriteString(prelude)
	for _, f := range p.funcs {
		w.function(f)
	}
	for _, f := range p.funcs {
		w.root(p, f)
	}
	w.line("static NI void look(int acts) {")
	w.line("  for (int k = 0; k < 3; ++k) if (acts >> k & 4) T(base(G[k]).val);")
	w.line("}")
	w.line("")
	w.line("int main(int argc, char **) {")
	for _, f := range p.funcs {
		w.line("  for (unsigned x = 0; x < %d; ++x) { hash = 1; r_%s(x + argc - 1); look(a_%s[x]); "+
			"std::printf(\"%s %%u %%lx\\n\", x, hash); }", inputs, f.name, f.name, f.name)
	}
	w.line("}")
	return w.String()
}

func (w *printer) line(format string, args ...any) {
	w.WriteString(strings.Repeat("  ", w.indent))
	fmt.Fprintf(&w.Builder, format, args...)
	w.WriteByte('\n')
}

func (w *printer) head(f *function) string {
	ret := "H"
	if f.coro {
		ret = fmt.Sprintf("Ret<%v, %d, %v>", f.eager, f.final, f.throws)
	}
	s := fmt.Sprintf("static %s%s %s(unsigned x, int d", f.attr, ret, f.name)
	for k, c := range f.params {
		s += fmt.Sprintf(", %s r%d", map[byte]string{'v': "H", 'r': "H &", 'p': "H *", 'o': "Own", 'q': "Own &"}[c], k)
	}
	return s + ")"
}

func (w *printer) function(f *function) {
	w.f = f
	w.line("")
	w.line("%s {", w.head(f))
	w.block(f.body)
	if f.coro {
		w.line("  co_return;")
	} else {
		w.line("  return nullptr;")
	}
	w.line("}")
}

func (w *printer) root(p *Program, f *function) {
	w.line("")
	var acts []string
	for x := range inputs {
		acts = append(acts, fmt.Sprint(p.acts[fmt.Sprint(f.name, x)]))
	}
	w.line("char a_%s[] = {%s};", f.name, strings.Join(acts, ", "))
	w.line("static NI void r_%s(unsigned x) {", f.name)
	args := "x, 1"
	for k, c := range f.params {
		t, a := "H", "m%d"
		switch c {
		case 'p':
			a = "&m%d"
		case 'o':
			t, a = "Own", "Own(std::exchange(m%d.h, nullptr))"
		case 'q':
			t = "Own"
		}
		w.line("  %s m%d{};", t, k)
		args += ", " + fmt.Sprintf(a, k)
	}
	if f.coro {
		w.line("  H h = nullptr;")
		w.line("  try { h = %s(%s).h; } catch (int) { T(8); return; }", f.name, args)
		w.line("  try { if (a_%s[x] & 1) h.resume(); } catch (int) { T(9); }", f.name)
		w.line("  if (a_%s[x] & 2) h.destroy();", f.name)
	} else {
		w.line("  try { %s(%s); } catch (int) { T(8); }", f.name, args)
	}
	w.line("}")
}

func (w *printer) block(list []*stmt) {
	w.indent++
	for _, s := range list {
		if !s.gone {
			w.stmt(s)
		}
	}
	w.indent--
}

func (c cond) String() string {
	s := ""
	switch c.kind {
	case 0:
		s = fmt.Sprintf("(x >> %d & 1)", c.bit)
	case 1:
		s = "bool(" + c.a.text + ")"
	case 2:
		s = c.a.text + ".done()"
	case 3:
		s = "(" + c.a.text + " == " + c.b.text + ")"
	case 4:
		s = "(" + c.loop + " == 1)"
	}
	if c.neg {
		return "!" + s
	}
	return s
}

func owner(p place) string { return strings.TrimSuffix(p.text, ".h") }

func (w *printer) call(s *stmt) {
	d := "d"
	pre := ""
	if s.self {
		d, pre = "d - 1", "if (d > 0) "
	}
	args := ""
	for _, a := range s.args {
		t := a.at.text
		switch {
		case a.kind == 'p':
			t = "&" + t
		case a.kind == 'o':
			t = "Own(std::exchange(" + t + ", nullptr))"
		case a.kind == 'q':
			t = owner(a.at)
		case a.kind == 'v' && a.take:
			t = "std::exchange(" + t + ", nullptr)"
		}
		args += ", " + t
	}
	h := ""
	if s.op == opCreate {
		h = ".h"
	}
	w.line("%s{ H t = %s(x ^ %d, %s%s)%s; %s = t; }", pre, s.fn.name, s.xor, d, args, h, s.a.text)
}

func (w *printer) body(open string, list []*stmt, end string) {
	w.line("%s {", open)
	w.block(list)
	w.line("}%s", end)
}

func (w *printer) stmt(s *stmt) {
	a, b := s.a.text, s.b.text
	switch s.op {
	case opTrace:
		w.line("T(%d);", s.n)
	case opDecl:
		switch s.kind {
		case 'h':
			w.line("H %s = nullptr;", s.name)
		case 'o':
			w.line("Own %s;", s.name)
		case 'a':
			w.line("H %s[2] = {};", s.name)
		case 's':
			w.line("Two %s;", s.name)
		case 'b':
			w.line("Two *%s = new Two;", s.name)
		case 'p':
			w.line("Opt %s;", s.name)
		case 't':
			w.line("Tr %s{%d};", s.name, s.n)
		}
	case opCreate, opCall:
		w.call(s)
	case opCopy:
		w.line([]string{"%s = %s;", "%s = %s;", "%s = viaInt(%s);", "%s = viaVolatile(%s);",
			"std::memcpy((void *)&%s, &%s, sizeof(H));",
			"byteCopy(%s, %s);"}[s.form], a, b)
	case opTake:
		w.line("%s = std::exchange(%s, nullptr);", a, b)
	case opMove:
		w.line("%s = std::move(%s);", owner(s.a), owner(s.b))
	case opSwap:
		w.line("std::swap(%s, %s);", a, b)
	case opDestroy:
		w.line("%s.destroy();", a)
		if s.form != 0 {
			w.line("%s = nullptr;", a)
		}
	case opReset:
		w.line("if (%s) { %s.destroy(); %s = nullptr; }", a, a, a)
	case opResume:
		w.line("%s.resume();", a)
	case opDrain:
		w.line("while (!%s.done()) %s.resume();", a, a)
	case opPeek:
		w.line("T(base(%s).val);", a)
	case opSelect:
		w.line("%s = %s ? %s : %s;", a, s.cond, b, s.c.text)
	case opThrow:
		w.line("if (%s) throw 1;", s.cond)
	case opReturn:
		switch {
		case s.kind == 'l':
			w.line("return;")
		case w.f.coro:
			w.line("co_return;")
		default:
			w.line("return %s;", a)
		}
	case opBreak:
		w.line("break;")
	case opContinue:
		w.line("continue;")
	case opGoto:
		w.line("goto %s;", s.name)
	case opSuspend:
		w.line("T(co_await Wait{%d});", s.n)
	case opAwait:
		w.line("co_await Await{%s};", a)
	case opTransfer:
		w.line("co_await Transfer{%s};", a)
	case opKill:
		w.line("co_await Kill{%s};", a)
	case opSelf:
		w.line("co_await Self{%s};", a)
	default:
		w.nest(s)
	}
}

// nest prints a statement that contains statements.
func (w *printer) nest(s *stmt) {
	switch s.op {
	case opIf:
		w.body(fmt.Sprintf("if (%s)", s.cond), s.body[0], "")
		if len(s.body) > 1 {
			w.body("else", s.body[1], "")
		}
	case opFor:
		switch s.form {
		case 0:
			w.body(fmt.Sprintf("for (int %s = 0; %s < %d; ++%s)", s.name, s.name, s.n, s.name), s.body[0], "")
		case 1:
			w.line("{ int %s = 0; B%s:", s.name, s.name)
			w.body("", s.body[0], "")
			w.line("if (++%s < %d) goto B%s; }", s.name, s.n, s.name)
		default:
			w.line("{ int %s = 0;", s.name)
			w.body("do", s.body[0], fmt.Sprintf(" while (++%s < %d); }", s.name, s.n))
		}
	case opSwitch:
		w.line("switch (x & 3) {")
		for k, b := range s.body {
			w.body(fmt.Sprintf("case %d:", k), b, " break;")
		}
		w.line("}")
	case opLambda:
		w.body("[&]", s.body[0], "();")
	case opBlock:
		w.body("", s.body[0], fmt.Sprintf(" %s:;", s.name))
	case opTry:
		w.body("try", s.body[0], "")
		w.body("catch (int)", s.body[1], "")
	}
}
