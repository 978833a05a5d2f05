// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/gate"
	"github.com/corolower/corolower/internal/report/project"
)

// Options configure a server.
type Options struct {
	Version string
	Build   string // the build directory or compile database; "": searched from each source upwards
	Project project.Options
	Cache   func() *project.Cache // opens the cache for an analysis: one cache sees each file once; may be nil
	Config  *gate.Finder
}

// server is a session with one client.
type server struct {
	o        *Options
	conn     *jsonrpc2.Conn
	one      chan bool  // held while a unit is compiled and analysed: one at a time
	checking sync.Mutex // held while a file of IR is checked
	mu       sync.Mutex // guards what follows
	utf8     bool
	root     string   // the directory of the client's project; "": none
	refresh  []string // the requests that the client takes when views have changed
	shutDown bool
	noted    map[string]bool // messages are sent once
	irs      map[string]*irFile
	sources  map[string]*source // by URI
}

// source is a C or C++ file that is open.
type source struct {
	*text   // as the client has it
	path    string
	version int
	view    *view              // nil: not analysed yet
	lines   []int              // the line of text that each compiled line has become; -1: it was edited
	cancel  context.CancelFunc // of the analysis that runs
}

// Serve serves a client until it ends the session. The error says that the client left without a
// request to shut down.
func Serve(ctx context.Context, rw io.ReadWriteCloser, o *Options) error {
	s := &server{o: o, one: make(chan bool, 1), noted: map[string]bool{}, irs: map[string]*irFile{}, sources: map[string]*source{}}
	ready := make(chan bool)
	s.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(rw, jsonrpc2.VSCodeObjectCodec{}), handler{s, ready},
		jsonrpc2.SetLogger(quiet{}))
	close(ready)
	defer context.AfterFunc(ctx, func() { _ = s.conn.Close() })()
	<-s.conn.DisconnectNotify()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.sources {
		d.stop()
	}
	if !s.shutDown {
		return errors.New("the client left without a request to shut down")
	}
	return nil
}

// quiet drops the library's messages: standard error belongs to the editor's log.
type quiet struct{}

func (quiet) Printf(string, ...any) {}

// handler handles messages in their order. A command may take long, so it runs beside.
type handler struct {
	s     *server
	ready chan bool
}

func (h handler) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-h.ready
	if req.Method == "exit" {
		_ = conn.Close()
		return
	}
	answer := func() {
		result, err := h.s.answer(req)
		if req.Notif {
			return
		}
		if err != nil {
			var e *jsonrpc2.Error
			if !errors.As(err, &e) {
				e = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
			}
			_ = conn.ReplyWithError(ctx, req.ID, e)
			return
		}
		_ = conn.Reply(ctx, req.ID, result)
	}
	if req.Method == "workspace/executeCommand" {
		go answer()
		return
	}
	answer()
}

// answer answers a message. A panic is an error of the request alone.
func (s *server) answer(req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("internal error: %v; this is a bug in corolower, please report it", e)
		}
	}()
	raw := json.RawMessage("{}")
	if req.Params != nil {
		raw = *req.Params
	}
	if req.Method == "initialize" {
		var p initializeParams
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, invalid(err)
		}
		return s.initialize(&p), nil
	}
	var p params
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, invalid(err)
	}
	switch req.Method {
	case "initialized", "$/setTrace", "$/cancelRequest", "workspace/didChangeConfiguration":
		return nil, nil
	case "shutdown":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.shutDown = true
		return nil, nil
	case "workspace/executeCommand":
		return s.execute(&p)
	case "textDocument/didOpen":
		s.open(p.TextDocument.URI, p.TextDocument.LanguageID, p.TextDocument.Version, p.TextDocument.Text)
		return nil, nil
	case "textDocument/didChange":
		if n := len(p.ContentChanges); n > 0 {
			s.change(p.TextDocument.URI, p.TextDocument.Version, p.ContentChanges[n-1].Text)
		}
		return nil, nil
	case "textDocument/didSave":
		s.analyse(p.TextDocument.URI)
		return nil, nil
	case "textDocument/didClose":
		s.close(p.TextDocument.URI)
		return nil, nil
	}
	if f := s.irFile(p.TextDocument.URI); f != nil {
		return f.answer(req.Method, &p)
	}
	return s.answerSource(req.Method, &p)
}

func invalid(err error) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
}

func unknown(method string) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "method not supported: " + method}
}

// The commands of the server. Both return text.
const (
	commandLowered = "corolower.lowered" // of a document; arguments: its URI, and a pipeline if not the default
	commandFrame   = "corolower.frame"   // the frames of a line; arguments: URI, and line from 1
)

func (s *server) initialize(p *initializeParams) initializeResult {
	s.mu.Lock()
	defer s.mu.Unlock()
	encoding := "utf-16"
	if s.utf8 = slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8"); s.utf8 {
		encoding = "utf-8"
	}
	s.root = pathOf(p.RootURI)
	if p.Capabilities.Workspace.CodeLens.RefreshSupport {
		s.refresh = append(s.refresh, "workspace/codeLens/refresh")
	}
	if p.Capabilities.Workspace.InlayHint.RefreshSupport {
		s.refresh = append(s.refresh, "workspace/inlayHint/refresh")
	}
	return initializeResult{capabilities{PositionEncoding: encoding, TextDocumentSync: syncKind{true, 1, true},
		HoverProvider: true, DefinitionProvider: true, ReferencesProvider: true, DocumentSymbolProvider: true,
		CodeActionProvider: true, InlayHintProvider: true,
		ExecuteCommandProvider: commands{[]string{commandLowered, commandFrame}}}, serverInfo{"corolower", s.o.Version}}
}

// notify sends a notification. A client that has left needs none.
func (s *server) notify(method string, params any) {
	_ = s.conn.Notify(context.Background(), method, params)
}

// note sends a message for the client's log, once.
func (s *server) note(text string) {
	s.mu.Lock()
	known := s.noted[text]
	s.noted[text] = true
	s.mu.Unlock()
	if !known {
		s.notify("window/logMessage", message{3, text})
	}
}

func (s *server) irFile(uri string) *irFile {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.irs[uri]
}

func (s *server) open(uri, language string, version int, content string) {
	t := newText([]byte(content), s.utf8)
	if language == "llvm" || strings.HasSuffix(uri, ".ll") {
		s.checkIR(newIRFile(uri, version, t))
		return
	}
	path := pathOf(uri)
	if path == "" {
		return
	}
	s.mu.Lock()
	s.sources[uri] = &source{text: t, path: path, version: version}
	s.mu.Unlock()
	s.analyse(uri)
}

// checkIR makes a file the current one of its URI. It checks the file beside the next messages, and
// leaves out a file that is no longer the current one.
func (s *server) checkIR(f *irFile) {
	s.mu.Lock()
	s.irs[f.uri] = f
	s.mu.Unlock()
	go func() {
		s.checking.Lock()
		defer s.checking.Unlock()
		if s.irFile(f.uri) != f {
			return
		}
		f.check(s.o.Config)
		if s.irFile(f.uri) == f {
			s.publish(f.uri, &f.version, f.checked.Load().list)
		}
	}()
}

func (s *server) publish(uri string, version *int, list []diagnostic) {
	if list == nil {
		list = []diagnostic{}
	}
	s.notify("textDocument/publishDiagnostics", published{uri, version, list})
}

func (s *server) change(uri string, version int, content string) {
	t := newText([]byte(content), s.utf8)
	if s.irFile(uri) != nil {
		s.checkIR(newIRFile(uri, version, t))
		return
	}
	s.mu.Lock()
	d := s.sources[uri]
	if d != nil {
		to := t.moves(d.text)
		for k, n := range d.lines {
			d.lines[k] = to(n)
		}
		d.text, d.version = t, version
	}
	s.mu.Unlock()
	if d != nil {
		s.publishSource(uri)
	}
}

func (s *server) close(uri string) {
	s.mu.Lock()
	if d := s.sources[uri]; d != nil {
		d.stop()
	}
	delete(s.sources, uri)
	delete(s.irs, uri)
	s.mu.Unlock()
	s.publish(uri, nil, nil)
}

func (d *source) stop() {
	if d.cancel != nil {
		d.cancel()
		d.cancel = nil
	}
}

// commandOf returns the command that compiles a source.
func (s *server) commandOf(path string) (*project.Command, error) {
	db, err := project.FindDatabase(s.o.Build, filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	list, err := project.ReadDatabase(db)
	if err != nil {
		return nil, err
	}
	for k := range list {
		if list[k].File == path {
			return &list[k], nil
		}
	}
	return nil, fmt.Errorf("%s has no command for %s", db, path)
}

// analyse analyses a source that is open in the background, and cancels the analysis of an older text.
func (s *server) analyse(uri string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.sources[uri]
	if d == nil {
		return
	}
	d.stop()
	ctx, cancel := context.WithCancel(context.Background())
	d.cancel = cancel
	go func() {
		defer cancel()
		var u *unit
		err := s.alone(ctx, func() (err error) { u, err = s.run(ctx, d.path); return })
		if err == nil && u != nil {
			err = s.try(ctx, u)
		}
		if err != nil && ctx.Err() == nil {
			s.note(err.Error())
		}
	}()
}

// alone runs f when no other unit is analysed, unless the context has ended by then.
func (s *server) alone(ctx context.Context, f func() error) error {
	s.one <- true
	defer func() { <-s.one }()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return f()
}

// project returns the options of one analysis, in which some files have other texts.
func (s *server) project(edited map[string]string) *project.Options {
	o := s.o.Project
	o.Jobs, o.Edited = 1, edited
	if s.o.Cache != nil {
		o.Cache = s.o.Cache()
	}
	return &o
}

// analysed is what a command's unit is with some files edited; nil if it is neither C nor C++.
func (s *server) analysed(ctx context.Context, c *project.Command, edited map[string]string) (*report.Part, error) {
	res, err := project.Run(ctx, []project.Command{*c}, s.project(edited))
	if err != nil || len(res.Parts) == 0 {
		return nil, err
	}
	p := &res.Parts[0]
	if p.Unit.Failed != "" {
		return nil, fmt.Errorf("%s: %s", c.File, p.Unit.Failed)
	}
	return p, nil
}

// run analyses a source on disk, and shows the result in all open files that it is about. If the
// source does not compile, what was known stays, as far as lines are the same.
func (s *server) run(ctx context.Context, path string) (*unit, error) {
	c, err := s.commandOf(path)
	if err != nil {
		return nil, err
	}
	read := map[string]*text{}
	s.mu.Lock()
	for _, d := range s.sources {
		if b, err := os.ReadFile(d.path); err == nil {
			read[d.path] = newText(b, s.utf8)
		}
	}
	s.mu.Unlock()
	p, err := s.analysed(ctx, c, nil)
	if p == nil {
		return nil, err
	}
	conf, err := s.o.Config.For(path)
	if err != nil {
		return nil, err
	}
	broken := overBudget(p, conf)
	u := &unit{c, p, map[string]*view{}}
	s.mu.Lock()
	for uri, d := range s.sources {
		v := viewOf(p, broken, d.path, conf)
		if old := read[d.path]; old != nil && (d.path == path || len(v.hovers) > 0) {
			d.view, d.lines = v, make([]int, old.Lines())
			to := d.moves(old)
			for k := range d.lines {
				d.lines[k] = to(k)
			}
			u.views[uri] = v
		}
	}
	s.mu.Unlock()
	s.publishAll(u)
	for _, r := range s.refresh {
		_ = s.conn.Call(ctx, r, nil, nil)
	}
	return u, nil
}

// publishAll publishes the findings of all sources that show a unit.
func (s *server) publishAll(u *unit) {
	for _, uri := range slices.Sorted(maps.Keys(u.views)) {
		s.publishSource(uri)
	}
}

// publishSource publishes the findings of a source, at the lines of its current text.
func (s *server) publishSource(uri string) {
	s.mu.Lock()
	d := s.sources[uri]
	if d == nil || d.view == nil {
		s.mu.Unlock()
		return
	}
	var list []diagnostic
	d.each(d.view.findings, func(x *shown, line int) {
		g := diagnostic{Range: d.rangeAt(line, x.column), Severity: x.severity, Code: x.about, Source: "corolower", Message: x.text}
		for _, p := range x.at {
			if filepath.IsAbs(filepath.FromSlash(p.File)) && p.Line > 0 {
				at := position{p.Line - 1, max(0, p.Column-1)}
				g.Related = append(g.Related, related{location{uriOf(p.File), span{at, at}}, p.msg})
			}
		}
		list = append(list, g)
	})
	version := d.version
	s.mu.Unlock()
	s.publish(uri, &version, list)
}

// each visits what is shown at lines that the current text still has.
func (d *source) each(list []shown, visit func(x *shown, line int)) {
	for k := range list {
		if n := list[k].line - 1; n < len(d.lines) && d.lines[n] >= 0 {
			visit(&list[k], d.lines[n])
		}
	}
}

// rangeAt returns the range of the word at a column, counted in bytes from 1, or of the line.
func (d *source) rangeAt(line, column int) span {
	b := d.line(line)
	if column < 1 || column > len(b) {
		return d.lineSpan(line)
	}
	from := column - 1
	to := from
	for to < len(b) && (b[to] == '_' || isNameByte(b[to]) && b[to] != '-' && b[to] != '.') {
		to++
	}
	return d.span(d.Start(line+1)+from, d.Start(line+1)+max(to, from+1))
}
