// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

// This file answers the requests about documents.

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/report/project"
)

func (f *irFile) answer(method string, p *params) (any, error) {
	switch method {
	case "textDocument/hover":
		if h := f.hover(p.Position); h != nil {
			return h, nil
		}
		return nil, nil
	case "textDocument/definition":
		return f.definition(p.Position), nil
	case "textDocument/references":
		return f.references(p.Position, p.Context.IncludeDeclaration), nil
	case "textDocument/documentSymbol":
		return f.symbols(), nil
	case "textDocument/codeAction":
		return f.actions(p.Range), nil
	case "textDocument/codeLens", "textDocument/inlayHint":
		return []any{}, nil
	}
	return nil, unknown(method)
}

// answerSource answers a request about a C or C++ file. Names in it are the business of the language
// server for C++.
func (s *server) answerSource(method string, p *params) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.sources[p.TextDocument.URI]
	if d != nil && d.view == nil {
		d = nil
	}
	switch method {
	case "textDocument/hover":
		if d != nil {
			if text := d.about(p.Position.Line); text != "" {
				return &hoverResult{markup{"markdown", text}, nil}, nil
			}
		}
		return nil, nil
	case "textDocument/codeLens":
		list := []codeLens{}
		if d != nil {
			d.each(d.view.lenses, func(x *shown, line int) {
				list = append(list, codeLens{d.lineSpan(line),
					command{x.text, commandFrame, []string{p.TextDocument.URI, strconv.Itoa(line + 1)}}})
			})
		}
		return list, nil
	case "textDocument/codeAction":
		list := []codeAction{}
		if d != nil {
			offered := map[*change]bool{}
			d.each(d.view.changes, func(x *shown, line int) {
				if line >= p.Range.Start.Line && line <= p.Range.End.Line && !offered[x.change] {
					offered[x.change] = true
					list = append(list, s.action(x.change)...)
				}
			})
		}
		return list, nil
	case "textDocument/inlayHint":
		list := []inlayHint{}
		if d != nil {
			d.each(d.view.hints, func(x *shown, line int) {
				if line >= p.Range.Start.Line && line <= p.Range.End.Line {
					list = append(list, inlayHint{d.lineSpan(line).End, x.text, x.about, true})
				}
			})
		}
		return list, nil
	case "textDocument/definition", "textDocument/references", "textDocument/documentSymbol":
		return []any{}, nil
	}
	return nil, unknown(method)
}

// about returns what is known about a line, in Markdown.
func (d *source) about(line int) string {
	var texts []string
	d.each(d.view.hovers, func(x *shown, n int) {
		if n == line {
			texts = append(texts, x.text)
		}
	})
	return strings.Join(texts, "\n")
}

// execute runs a command, and returns its text.
func (s *server) execute(p *params) (any, error) {
	if len(p.Arguments) == 0 {
		return nil, invalid(fmt.Errorf("%s: no document", p.Command))
	}
	uri, more := p.Arguments[0], ""
	if len(p.Arguments) > 1 {
		more = p.Arguments[1]
	}
	switch p.Command {
	case commandFrame:
		line, err := strconv.Atoi(more)
		if err != nil {
			return nil, invalid(err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if d := s.sources[uri]; d != nil && d.view != nil {
			return d.about(line - 1), nil
		}
		return "", nil
	case commandLowered:
		if f := s.irFile(uri); f != nil {
			return lowered(filepath.Base(pathOf(uri)), f.Text, more)
		}
		c, err := s.commandOf(pathOf(uri))
		if err != nil {
			return nil, err
		}
		b, _, err := project.Emit(context.Background(), c, s.project(nil))
		if err != nil {
			return nil, err
		}
		return lowered(filepath.Base(c.File)+".ll", b, more)
	}
	return nil, unknown(p.Command)
}
