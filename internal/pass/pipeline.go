// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package pass

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/words"
)

// Parsing of -passes. A pipeline is nested lists of names. As in opt, the scope of the outermost
// list is that of its first name:
//
//	pipeline ::= element { ',' element }
//	element  ::= name [ '<' params '>' ] [ '(' pipeline ')' ]
//
// An element with parentheses is a nesting (module, cgscc, coro-cgscc, function, loop, coro-cond,
// devirt<N>, repeat<N>), and any other element is a pass. The name of an inner pass in an outer
// scope implies its nesting: `coro-early,coro-split` means `coro-early,cgscc(coro-split)`.

// maxDepth limits the nesting of a pipeline, so that no text can exhaust the stack.
const maxDepth = 100

// Node is one element of a pipeline.
type Node struct {
	Name   string // the nesting word, or the pass's name
	Params string // between < and >: as written, and canonical for a pass
	Pass   *Info  // nil for a nesting
	Inner  []*Node
	Scope  Scope // the scope that the element processes

	off, end int // range of the name and its parameters in the text
	nested   bool
}

// Pipeline is a list of module-scoped elements.
type Pipeline struct {
	Nodes []*Node
	text  string
}

// Step is one pass of a pipeline, in execution order, or a repetition of steps.
type Step struct {
	Pass   *Info // nil for a repetition of Inner
	Scope  Scope // the scope it runs in: a function pass keeps its scope inside cgscc(...)
	Params []string
	InCond bool // inside coro-cond(...)
	Index  int  // index among all passes of the pipeline, in the order of Steps

	Inner  []Step
	Times  int  // maximum number of runs after the first one
	Devirt bool // repeat only while a run turns an indirect call into a direct one
}

// Stage is a part of a pipeline whose passes process the file in one sweep.
type Stage struct {
	// SCC: all steps run on one strongly connected component of the call graph, then on the next,
	// callees first. Otherwise each step runs on the whole module, then the next step.
	SCC bool
	// Creators: an SCC stage that processes only coroutines and the functions that create them.
	Creators bool
	Steps    []Step
}

// Has reports whether the step has a boolean parameter.
func (s *Step) Has(param string) bool {
	return slices.Contains(s.Params, param)
}

// Parse parses a pipeline. An error is an *Error.
func (t *Table) Parse(text string) (*Pipeline, error) {
	p := &parser{table: t, text: text}
	if text == "" {
		return &Pipeline{}, nil
	}
	elems, perr := p.list(0)
	if perr == nil && p.pos < len(text) {
		perr = p.invalid(p.pos)
	}
	if perr != nil {
		return nil, perr
	}
	nodes, err := p.outermost(elems)
	if err != nil {
		return nil, err
	}
	return &Pipeline{Nodes: nodes, text: text}, nil
}

type parser struct {
	table *Table
	text  string
	pos   int
}

func (p *parser) errorf(n *Node, format string, args ...any) *Error {
	return &Error{Text: p.text, Off: n.off, Len: max(n.end-n.off, 1), Msg: fmt.Sprintf(format, args...)}
}

func (p *parser) invalid(at int) *Error {
	e := &Error{Text: p.text, Off: at, Len: 1, Msg: "invalid pipeline '" + p.text + "'"}
	if at >= len(p.text) {
		e.Off, e.Hint = len(p.text), "a ')' is missing"
	} else if p.text[at] == ')' {
		e.Hint = "this ')' has no matching '('"
	} else {
		e.Hint = "')' must be followed by ',', ')' or the end"
	}
	return e
}

// list parses elements up to the end of the text or an unmatched ')'.
func (p *parser) list(depth int) ([]*Node, *Error) {
	if depth > maxDepth {
		return nil, &Error{Text: p.text, Off: p.pos, Len: 1, Msg: fmt.Sprintf("pipeline is nested more than %d deep",
			maxDepth)}
	}
	var out []*Node
	for {
		n := &Node{off: p.pos}
		k := strings.IndexAny(p.text[p.pos:], ",()")
		if k < 0 {
			k = len(p.text) - p.pos
		}
		p.pos += k
		n.end = p.pos
		n.Name = p.text[n.off:n.end]
		out = append(out, n)
		if p.pos < len(p.text) && p.text[p.pos] == '(' {
			p.pos++
			inner, err := p.list(depth + 1)
			if err != nil {
				return nil, err
			}
			if p.pos >= len(p.text) {
				return nil, p.invalid(p.pos)
			}
			p.pos++ // the ')'
			n.Inner, n.nested = inner, true
			if p.pos < len(p.text) && p.text[p.pos] != ',' && p.text[p.pos] != ')' {
				return nil, p.invalid(p.pos)
			}
		}
		if p.pos >= len(p.text) || p.text[p.pos] == ')' {
			return out, nil
		}
		p.pos++ // the ','
	}
}

// cut splits name<params>.
func cut(s string) (name, params string, has bool) {
	if k := strings.IndexByte(s, '<'); k > 0 && strings.HasSuffix(s, ">") {
		return s[:k], s[k+1 : len(s)-1], true
	}
	return s, "", false
}

// nesting reports whether word is a nesting word, and returns the scope of its content and the
// scope where it may occur.
func nesting(word string) (inner Scope, at Scope, ok bool) {
	switch name, params, has := cut(word); {
	case !has && (name == "module" || name == "coro-cond"):
		return Module, Module, true
	case !has && (name == "cgscc" || name == "coro-cgscc"):
		return CGSCC, CGSCC, true
	case name == "devirt" && has && isNumber(params), name == "repeat" && has && isNumber(params):
		return CGSCC, CGSCC, true
	case name == "function" && (!has || params == "eager-inv" || params == "no-rerun" ||
		params == "eager-inv;no-rerun"):
		return Function, Function, true
	case !has && (name == "loop" || name == "loop-mssa"):
		return Loop, Loop, true
	}
	return 0, 0, false
}

func isNumber(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// outermost resolves the names of the outermost list, whose scope is that of its first name, and
// wraps the list up to module scope.
func (p *parser) outermost(elems []*Node) ([]*Node, error) {
	first := elems[0]
	scope, ok := p.scopeOf(first)
	if !ok {
		if first.nested {
			e := p.errorf(first, "unknown pipeline name '%s'", first.Name)
			e.Hint = "the nestings are module(...), cgscc(...), coro-cgscc(...), function(...), loop(...) and " +
				"coro-cond(...)"
			return nil, e
		}
		return nil, p.unknown(first, "pass name")
	}
	nodes, err := p.resolve(elems, scope)
	if err != nil {
		return nil, err
	}
	switch scope {
	case CGSCC, Function:
		nodes = []*Node{wrap(scope, nodes)}
	case Loop:
		nodes = []*Node{wrap(Function, []*Node{wrap(Loop, nodes)})}
	}
	return nodes, nil
}

func wrap(s Scope, inner []*Node) *Node {
	return &Node{Name: s.String(), Inner: inner, Scope: s, nested: true}
}

// scopeOf returns the scope that the first name gives its list. A nesting word counts as an element
// of the enclosing scope, so a list may begin with function(...) and continue with module passes.
func (p *parser) scopeOf(n *Node) (Scope, bool) {
	if n.nested {
		_, _, ok := nesting(n.Name)
		return Module, ok || p.table.find(n.Name) != nil
	}
	name, _, has := cut(n.Name)
	if name == "require" || name == "invalidate" || p.table.alias(name) != nil {
		return Module, true
	}
	if pi := p.table.find(name); pi != nil && !(has && !pi.parametric()) {
		return pi.Scope, true
	}
	return 0, false
}

// resolve converts a list of names to passes of a scope, with the nesting that inner passes imply.
func (p *parser) resolve(elems []*Node, scope Scope) ([]*Node, error) {
	var out []*Node
	for _, n := range elems {
		nodes, err := p.element(n, scope)
		if err != nil {
			return nil, err
		}
		out = append(out, nodes...)
	}
	return out, nil
}

func (p *parser) element(n *Node, scope Scope) ([]*Node, error) {
	if n.nested {
		return p.nest(n, scope)
	}
	name, params, has := cut(n.Name)
	if a := p.table.alias(name); a != nil && scope == Module {
		text, ok := a.expansion(params)
		if !ok {
			e := p.errorf(n, "invalid optimization level '%s'", params)
			e.Hint = a.Name + "<" + strings.Join(a.Params, ">, "+a.Name+"<") + ">"
			return nil, e
		}
		pl, err := p.table.Parse(text)
		if err != nil {
			return nil, err
		}
		return pl.Nodes, nil
	}
	if (name == "require" || name == "invalidate") && has && params != "" {
		// Analyses are computed on demand, so requiring or invalidating one has no effect here.
		return []*Node{{Name: name, Params: params, Pass: &Info{Name: name, Class: "RequireAnalysisPass", Scope: scope,
			Is: Nop}, Scope: scope}}, nil
	}
	pi := p.table.find(name)
	if pi == nil || has && !pi.parametric() {
		return nil, p.unknown(n, scope.String()+" pass")
	}
	own, ok := pi.scopeIn(scope)
	if !ok {
		e := p.errorf(n, "unknown %s pass '%s'", scope, n.Name)
		e.Hint = fmt.Sprintf("'%s' is a %s pass", pi.Name, pi.Scope)
		if pi.Scope == Module {
			e.Hint += fmt.Sprintf(" and cannot stand inside %s(...)", scope)
		} else {
			e.Hint += fmt.Sprintf(": write it as %s(%s), outside of %s(...)", pi.Scope, pi.Name, scope)
		}
		return nil, e
	}
	if err := p.params(n, pi, params); err != nil {
		return nil, err
	}
	n.Pass, n.Name, n.Scope = pi, name, own
	node := n
	for s := own; s > scope; s-- {
		if s == CGSCC && own != CGSCC {
			continue // module(function pass) needs no cgscc around it
		}
		node = wrap(s, []*Node{node})
	}
	return []*Node{node}, nil
}

func (p *parser) nest(n *Node, scope Scope) ([]*Node, error) {
	inner, at, ok := nesting(n.Name)
	if !ok && scope == Module && p.table.find(n.Name) == nil {
		e := p.errorf(n, "invalid use of '%s' pass as %s pipeline", n.Name, scope)
		e.Hint = "the nestings are module(...), cgscc(...), coro-cgscc(...), function(...), loop(...) and " +
			"coro-cond(...)"
		return nil, e
	}
	if !ok || at < scope || n.Name == "coro-cond" && scope != Module {
		e := p.errorf(n, "invalid use of '%s' pass as %s pipeline", n.Name, scope)
		if ok {
			e.Hint = fmt.Sprintf("%s(...) cannot stand inside %s(...)", n.Name, scope)
		} else {
			e.Hint = fmt.Sprintf("'%s' takes no pipeline in parentheses", n.Name)
		}
		return nil, e
	}
	nodes, err := p.resolve(n.Inner, inner)
	if err != nil {
		return nil, err
	}
	n.Inner, n.Scope = nodes, at
	node := n
	if at == CGSCC && n.Name != "cgscc" && n.Name != "coro-cgscc" && scope == Module {
		node = wrap(CGSCC, []*Node{node})
	}
	if at == Loop && scope < Function {
		node = wrap(Function, []*Node{node})
	}
	return []*Node{node}, nil
}

// params checks a pass's parameters and sets their canonical text: each once, in table order.
func (p *parser) params(n *Node, pi *Info, text string) error {
	var given, idle []string
	for _, w := range strings.Split(text, ";") {
		if w == "" {
			continue
		}
		if pi.idle(w) {
			idle = append(idle, w)
			continue
		}
		known := false
		for _, k := range pi.Params {
			known = known || k == w
		}
		if !known {
			e := p.errorf(n, "invalid %s pass parameter '%s'", pi.Class, w)
			all := append(append([]string(nil), pi.Params...), pi.Idle...)
			if near := words.Nearest(w, all); near != "" {
				e.Hint = fmt.Sprintf("did you mean '%s<%s>'?", pi.Name, near)
			} else {
				e.Hint = fmt.Sprintf("'%s' has the parameters: %s", pi.Name, strings.Join(all, ", "))
			}
			return e
		}
		given = append(given, w)
	}
	var canon []string
	for _, k := range pi.Params {
		for _, w := range given {
			if w == k {
				canon = append(canon, k)
				break
			}
		}
	}
	n.Params = strings.Join(append(canon, idle...), ";")
	return nil
}

// unknown returns the error for an unknown name, with a hint at the closest name or at the list.
func (p *parser) unknown(n *Node, what string) *Error {
	e := p.errorf(n, "unknown %s '%s'", what, n.Name)
	name, _, has := cut(n.Name)
	pi := p.table.find(name)
	switch {
	case pi != nil && has:
		e.Hint = fmt.Sprintf("'%s' has no parameters", name)
	case name == "":
		e.Hint = "expected a name here"
	case p.table.Instead[name] != "":
		e.Hint = fmt.Sprintf("'%s' is a pass of opt that corolower does not have; the closest is '%s'", name,
			p.table.Instead[name])
	default:
		if near := words.Nearest(name, p.table.Names()); near != "" {
			e.Hint = fmt.Sprintf("did you mean '%s'?", near)
		} else {
			e.Hint = "corolower has some of opt's passes; `corolower help passes` lists them"
		}
	}
	return e
}

// String returns the canonical text: all nestings explicit, parameters in order. For example,
// `coro-split` is printed as `cgscc(coro-split)`.
func (pl *Pipeline) String() string {
	var b strings.Builder
	printNodes(&b, pl.Nodes)
	return b.String()
}

func printNodes(b *strings.Builder, nodes []*Node) {
	for i, n := range nodes {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(n.Name)
		if n.Params != "" {
			b.WriteString("<" + n.Params + ">")
		}
		if n.nested {
			b.WriteByte('(')
			printNodes(b, n.Inner)
			b.WriteByte(')')
		}
	}
}

// Steps returns the passes of the pipeline in execution order, each repetition once.
func (pl *Pipeline) Steps() []Step {
	var out []Step
	var walk func(steps []Step)
	walk = func(steps []Step) {
		for i := range steps {
			if steps[i].Pass == nil {
				walk(steps[i].Inner)
			} else {
				out = append(out, steps[i])
			}
		}
	}
	for _, st := range pl.Stages() {
		walk(st.Steps)
	}
	return out
}

// Stages returns the sweeps of the pipeline over the file. Adjacent module-level elements form one
// stage, because each step runs on the whole module anyway.
func (pl *Pipeline) Stages() []Stage {
	w := &stager{}
	w.module(pl.Nodes, false)
	return w.stages
}

// stager converts nodes to stages.
type stager struct {
	stages []Stage
	index  int
}

// module adds the nodes of a module-level list.
func (w *stager) module(nodes []*Node, cond bool) {
	for _, n := range nodes {
		switch {
		case n.Pass == nil && n.Scope == Module:
			w.module(n.Inner, cond || n.Name == "coro-cond")
		case n.Pass == nil && n.Scope == CGSCC:
			w.stages = append(w.stages, Stage{SCC: true, Creators: n.Name == "coro-cgscc",
				Steps: w.steps(n.Inner, cond)})
		default:
			if k := len(w.stages); k == 0 || w.stages[k-1].SCC {
				w.stages = append(w.stages, Stage{})
			}
			last := &w.stages[len(w.stages)-1]
			last.Steps = append(last.Steps, w.steps([]*Node{n}, cond)...)
		}
	}
}

// steps returns the steps of nodes within a stage.
func (w *stager) steps(nodes []*Node, cond bool) []Step {
	var out []Step
	for _, n := range nodes {
		switch name, params, _ := cut(n.Name); {
		case n.Pass != nil:
			s := Step{Pass: n.Pass, Scope: n.Scope, InCond: cond, Index: w.index}
			w.index++
			if n.Params != "" {
				s.Params = strings.Split(n.Params, ";")
			}
			out = append(out, s)
		case name == "devirt" || name == "repeat":
			times, err := strconv.Atoi(params)
			if err != nil {
				times = maxRepeat
			}
			if name == "repeat" {
				times--
			}
			s := Step{Scope: n.Scope, Inner: w.steps(n.Inner, cond), Times: min(times, maxRepeat),
				Devirt: name == "devirt"}
			if times >= 0 {
				out = append(out, s)
			}
		default:
			out = append(out, w.steps(n.Inner, cond)...)
		}
	}
	return out
}

// maxRepeat limits the repetitions in a pipeline.
const maxRepeat = 1000

// AddParam adds a boolean parameter to every pass of a name.
func (pl *Pipeline) AddParam(pass, param string) {
	var walk func(nodes []*Node)
	walk = func(nodes []*Node) {
		for _, n := range nodes {
			if n.Pass != nil && n.Pass.Name == pass && !strings.Contains(";"+n.Params+";", ";"+param+";") {
				n.Params = strings.TrimPrefix(n.Params+";"+param, ";")
			}
			walk(n.Inner)
		}
	}
	walk(pl.Nodes)
}
