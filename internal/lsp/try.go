// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

// This file finds attributes in a source with which frames are smaller or allocations are elided. It
// knows what they gain because it tries them: it analyses the unit again, with edited copies of its
// files. No file on disk changes.

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pattern"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/project"
)

// unit is a source that was analysed, with the views that show it, by URI.
type unit struct {
	command *project.Command
	part    *report.Part
	views   map[string]*view
}

// maxTries bounds the changes of a unit that are tried.
const maxTries = 6

// change is a change of the source that was tried.
type change struct {
	title string
	edits []insertion
}

// insertion inserts a text into a file.
type insertion struct {
	path   string
	old    *text // the file that was tried
	offset int
	added  string
}

// mark is an attribute to try, with what it promises.
type mark struct {
	attribute, promise string
	at                 []*explain.Decl
}

// marks returns the attributes to try, each list of declarations once.
func marks(p *report.Part) []mark {
	var list []mark
	known := map[string]bool{}
	add := func(attribute, promise string, at ...*explain.Decl) {
		key := attribute
		var once []*explain.Decl
		for _, d := range at {
			if d == nil {
				return
			}
			if s := fmt.Sprint(" ", d.Name, d.Parameter, d.Source); !strings.Contains(key, s) {
				key += s
				once = append(once, d)
			}
		}
		if !known[key] && len(at) > 0 {
			known[key] = true
			list = append(list, mark{attribute, promise, once})
		}
	}
	coroutines := map[string]*report.Coroutine{}
	for k := range p.Coroutines {
		c := &p.Coroutines[k]
		coroutines[c.Function] = c
		for n := range c.Rows {
			if r := &c.Rows[n]; r.Fix != nil && r.Fix.NoEscape {
				var at []*explain.Decl
				for i := range r.Keepers {
					at = append(at, r.Keepers[i].Declared)
				}
				add("[[clang::noescape]]", "nobody keeps the address after the call", at...)
			}
		}
	}
	for k := range p.Creations {
		c := &p.Creations[k]
		caller, callee := coroutines[c.Caller], coroutines[c.Callee]
		if !c.Elided && c.Source != nil && caller != nil && callee != nil && slices.ContainsFunc(caller.Suspends, func(s explain.Suspend) bool {
			return s.Source != nil && s.Source.File == c.Source.File && s.Source.Line == c.Source.Line
		}) {
			add("[[clang::coro_await_elidable]]", "no coroutine is destroyed before one that it awaits", callee.Result, caller.Result)
		}
	}
	return list
}

// try tries changes of a unit, and shows those that gain something. Between two tries, other units
// may be analysed.
func (s *server) try(ctx context.Context, u *unit) error {
	tries := 0
	for _, m := range marks(u.part) {
		ch, edited := s.edit(&m)
		if ch == nil {
			continue
		}
		if tries++; tries > maxTries {
			break
		}
		var after *report.Part
		err := s.alone(ctx, func() (err error) { after, _ = s.analysed(ctx, u.command, edited); return ctx.Err() })
		if err != nil {
			return err
		}
		if after == nil { // the edited files do not compile
			continue
		}
		gain, at := gained(u.part, after)
		if gain == "" {
			continue
		}
		var names []string
		for _, d := range m.at {
			name := d.Name
			if d.Parameter > 0 {
				name = fmt.Sprintf("parameter %d of %s", d.Parameter, name)
			}
			names = append(names, name)
			at = append(at, d.Source)
		}
		ch.title = fmt.Sprintf("mark %s %s: %s (a promise: %s)", explain.Enumerate(names), m.attribute, gain, m.promise)
		s.mu.Lock()
		for uri, v := range u.views {
			if d := s.sources[uri]; d != nil && d.view == v {
				for _, p := range at {
					if filepath.FromSlash(p.File) == d.path {
						v.changes = append(v.changes, shown{line: p.Line, change: ch})
					}
				}
			}
		}
		s.mu.Unlock()
		s.publishAll(u) // so that clients ask for actions again
	}
	return nil
}

// edit returns a mark as a change with the texts of its files, or nil if the source has no such
// declaration. It changes files in the client's project only.
func (s *server) edit(m *mark) (*change, map[string]string) {
	ch, edited := &change{}, map[string]string{}
	for _, d := range m.at {
		path := filepath.FromSlash(d.Source.File)
		rel, err := filepath.Rel(s.root, path)
		if s.root == "" || err != nil || !filepath.IsLocal(rel) {
			return nil, nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, nil
		}
		t := newText(b, s.utf8)
		at, ok := t.declared(d)
		if !ok {
			return nil, nil
		}
		ch.edits = append(ch.edits, insertion{path, t, at, m.attribute + " "})
	}
	slices.SortFunc(ch.edits, func(a, b insertion) int { return b.offset - a.offset }) // the last of a file first
	for _, e := range ch.edits {
		b, ok := edited[e.path]
		if !ok {
			b = string(e.old.Text)
		}
		edited[e.path] = b[:e.offset] + e.added + b[e.offset:]
	}
	return ch, edited
}

var keyword = pattern.Lazy(`\b(class|struct)\s+`)

// declared returns where an attribute marks a declaration: behind the keyword of a class, or before
// the parameter of a function.
func (t *text) declared(d *explain.Decl) (offset int, ok bool) {
	line := t.line(d.Source.Line - 1)
	names, err := regexp.Compile(`\b` + regexp.QuoteMeta(d.Name) + `\b`)
	if line == nil || err != nil {
		return 0, false
	}
	start := t.Start(d.Source.Line)
	for _, at := range names.FindAllIndex(line, -1) {
		if d.Parameter > 0 {
			rest := t.Text[start+at[1]:]
			if open := len(rest) - len(bytes.TrimLeft(rest, " ")); open < len(rest) && rest[open] == '(' {
				return t.parameter(start+at[1]+open+1, d.Parameter)
			}
			continue
		}
		from := max(0, start+at[0]-keywordBefore)
		before := t.Text[from : start+at[0]]
		before = before[bytes.LastIndexAny(before, ";{}")+1:]
		if found := keyword().FindAllIndex(before, -1); found != nil {
			return start + at[0] - len(before) + found[len(found)-1][1], true
		}
	}
	return 0, false
}

// keywordBefore bounds the bytes between the keyword of a class and its name: attributes.
const keywordBefore = 400

// parameter returns the offset of a parameter, counted from 1, in a list that begins at from.
func (t *text) parameter(from, number int) (offset int, ok bool) {
	depth := 0
	for k := from; k < len(t.Text); k++ {
		c := t.Text[k]
		switch {
		case number == 1 && strings.IndexByte(" \t\r\n", c) < 0:
			return k, c != ')'
		case strings.IndexByte("([{<", c) >= 0:
			depth++
		case strings.IndexByte(")]}>", c) >= 0:
			if depth--; depth < 0 {
				return 0, false
			}
		case c == ',' && depth == 0:
			number--
		}
	}
	return 0, false
}

// gained says what a unit gains: elided allocations, or smaller frames with no more allocations; ""
// if nothing. at has the coroutines and creations that gain it.
func gained(before, after *report.Part) (what string, at []*explain.Source) {
	type creation struct {
		callee, file string
		line         int
	}
	misses := func(p *report.Part) map[creation]*explain.Source {
		of := map[creation]*explain.Source{}
		for k := range p.Creations {
			if c := &p.Creations[k]; !c.Elided && c.Source != nil {
				of[creation{c.Callee, c.Source.File, c.Source.Line}] = c.Source
			}
		}
		return of
	}
	was, is := misses(before), misses(after)
	for c := range is {
		if was[c] == nil {
			return "", nil
		}
	}
	for k := range before.Creations {
		if c := &before.Creations[k]; c.Source != nil {
			key := creation{c.Callee, c.Source.File, c.Source.Line}
			if s := was[key]; s == c.Source && is[key] == nil {
				at = append(at, s)
			}
		}
	}
	if len(at) > 0 {
		return "elides " + explain.Count(len(at), "more allocation"), at
	}
	sizes, saves := map[string]int64{}, int64(0)
	for k := range after.Coroutines {
		sizes[after.Coroutines[k].Function] = after.Coroutines[k].Size
	}
	for k := range before.Coroutines {
		c := &before.Coroutines[k]
		if size, ok := sizes[c.Function]; ok && size != c.Size {
			saves += c.Size - size
			if size < c.Size && c.Source != nil {
				at = append(at, c.Source)
			}
		}
	}
	if saves <= 0 {
		return "", nil
	}
	if len(at) == 1 {
		return "makes the frame " + explain.Bytes(saves) + " smaller", at
	}
	return fmt.Sprintf("makes %d frames %s smaller", len(at), explain.Bytes(saves)), at
}

// action offers a change, if its places are in the current files as they were when it was tried.
func (s *server) action(ch *change) []codeAction {
	edits := map[string][]textEdit{}
	for _, e := range ch.edits {
		uri := uriOf(e.path)
		var now *text
		if d := s.sources[uri]; d != nil {
			now = d.text
		} else if b, err := os.ReadFile(e.path); err == nil {
			now = newText(b, s.utf8)
		} else {
			return nil
		}
		was := e.old.Place(ir.PosAt(e.offset))
		line := now.moves(e.old)(was.Line - 1)
		if line < 0 {
			return nil
		}
		at := now.position(now.Start(line+1) + e.offset - e.old.Start(was.Line))
		edits[uri] = append(edits[uri], textEdit{span{at, at}, e.added})
	}
	return []codeAction{{ch.title, "quickfix", []diagnostic{}, workspaceEdit{edits}}}
}
