// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/corolower/corolower/internal/report/gate"
	"github.com/corolower/corolower/test/lspcheck"
)

// client is a client of a server in the same process.
type client struct {
	t         *testing.T
	conn      *jsonrpc2.Conn
	messages  *lspcheck.Recorder
	published chan published
	served    chan error
}

func (c *client) Handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) {
	if req.Method == "textDocument/publishDiagnostics" {
		var p published
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.published <- p
	}
}

// connect starts a session. encodings are those that the client offers.
func connect(t *testing.T, encodings ...string) *client {
	t.Helper()
	conf, err := gate.NewFinder("-")
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := net.Pipe()
	c := &client{t: t, published: make(chan published, 16), served: make(chan error, 1)}
	go func() { c.served <- Serve(t.Context(), theirs, &Options{Config: conf}) }()
	c.messages = lspcheck.Record(jsonrpc2.NewBufferedStream(ours, jsonrpc2.VSCodeObjectCodec{}))
	c.conn = jsonrpc2.NewConn(t.Context(), c.messages, c)
	var p initializeParams
	p.Capabilities.General.PositionEncodings = encodings
	var r initializeResult
	c.call("initialize", p, &r)
	if !r.Capabilities.HoverProvider {
		t.Fatalf("no capabilities: %+v", r)
	}
	return c
}

// shape returns the parameters that a method has.
func shape(method string, p any) any {
	type object = map[string]any
	switch q := p.(type) {
	case initializeParams:
		offer := object{}
		if list := q.Capabilities.General.PositionEncodings; list != nil {
			offer["general"] = object{"positionEncodings": list}
		}
		return object{"processId": nil, "rootUri": nil, "capabilities": offer}
	case params:
		out := object{"textDocument": object{"uri": q.TextDocument.URI}}
		switch method {
		case "textDocument/didOpen":
			out["textDocument"] = q.TextDocument
		case "textDocument/didChange":
			out["textDocument"] = object{"uri": q.TextDocument.URI, "version": q.TextDocument.Version}
			out["contentChanges"] = q.ContentChanges
		case "textDocument/codeAction":
			out["range"], out["context"] = q.Range, object{"diagnostics": []any{}}
		case "textDocument/didClose", "textDocument/documentSymbol":
		case "textDocument/references":
			out["position"], out["context"] = q.Position, object{"includeDeclaration": q.Context.IncludeDeclaration}
		case "workspace/executeCommand":
			return object{"command": q.Command, "arguments": q.Arguments}
		case "textDocument/rename":
			out["position"], out["newName"] = q.Position, "name"
		default:
			out["position"] = q.Position
		}
		return out
	}
	return p
}

func (c *client) call(method string, p, result any) {
	c.t.Helper()
	if err := c.conn.Call(c.t.Context(), method, shape(method, p), result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) notify(method string, p any) {
	c.t.Helper()
	if err := c.conn.Notify(c.t.Context(), method, shape(method, p)); err != nil {
		c.t.Fatal(err)
	}
}

const uri = "file:///dir/f.ll"

// at are the parameters of a request about the first place of a text in the document.
func at(document, word string) params {
	var p params
	p.TextDocument.URI = uri
	k := strings.Index(document, word)
	p.Position = newText([]byte(document), false).position(k)
	p.Range.End.Line = 1 << 20
	return p
}

// edit opens the document, or changes it, and returns what is published.
func (c *client) edit(method string, version int, content string) published {
	c.t.Helper()
	var p params
	p.TextDocument.URI, p.TextDocument.LanguageID, p.TextDocument.Version, p.TextDocument.Text = uri, "llvm", version, content
	p.ContentChanges = append(p.ContentChanges, struct {
		Text string `json:"text"`
	}{content})
	c.notify(method, p)
	for {
		if got := <-c.published; got.Version != nil && *got.Version == version {
			return got
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// apply returns the document after an action.
func apply(document string, a codeAction) string {
	t := newText([]byte(document), false)
	for _, e := range a.Edit.Changes[uri] {
		document = document[:t.offset(e.Range.Start)] + e.NewText + document[t.offset(e.Range.End):]
	}
	return document
}

// TestSession edits a file of IR: the finding of a mistake is there, its fix removes it, and a text
// that is not IR has an error at the place.
func TestSession(t *testing.T) {
	c := connect(t)
	bad := strings.Replace(read(t, "testdata/names.ll"), " presplitcoroutine", "", 1)
	got := c.edit("textDocument/didOpen", 1, bad)
	if len(got.Diagnostics) != 1 || got.Diagnostics[0].Code != "presplit-missing" ||
		!strings.Contains(got.Diagnostics[0].Message, "\nhint: ") || len(got.Diagnostics[0].Related) == 0 {
		t.Fatalf("%+v", got)
	}
	var fixes []codeAction
	c.call("textDocument/codeAction", at(bad, "%"), &fixes)
	if len(fixes) != 1 {
		t.Fatalf("%+v", fixes)
	}
	if got := c.edit("textDocument/didChange", 2, apply(bad, fixes[0])); len(got.Diagnostics) != 0 {
		t.Errorf("after the fix: %+v", got)
	}
	broken := strings.Replace(bad, "call ptr @llvm.coro.begin", "cal ptr @llvm.coro.begin", 1)
	got = c.edit("textDocument/didChange", 3, broken)
	line := strings.Count(bad[:strings.Index(bad, "call ptr @llvm.coro.begin")], "\n")
	if len(got.Diagnostics) == 0 || got.Diagnostics[0].Range.Start.Line != line {
		t.Errorf("not IR: %+v, want line %d", got, line)
	}
	c.notify("textDocument/didClose", at(bad, "%"))
	if got := <-c.published; len(got.Diagnostics) != 0 {
		t.Errorf("after the document was closed: %+v", got)
	}
	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
	if err := <-c.served; err != nil {
		t.Error(err)
	}
	c.messages.Validate(t)
}

// TestNames asks about the names of a document.
func TestNames(t *testing.T) {
	c := connect(t)
	doc := read(t, "testdata/names.ll")
	c.edit("textDocument/didOpen", 1, doc)
	text := newText([]byte(doc), false)
	is := func(l location) string {
		return string(text.line(l.Range.Start.Line))[l.Range.Start.Character:l.Range.End.Character]
	}
	for word, want := range map[string]string{
		"%save, i1 false": "  %save = call token @llvm.coro.save(ptr %hdl)", // from a suspend to its save
		"%body i8":        "body:",
		"%n to":           "define ptr @f(ptr %n) presplitcoroutine {",
		"@f to i64":       "define ptr @f(ptr %n) presplitcoroutine {",
		"%pair, ptr null": "%pair = type { i32, i32 }", // a type of the module
		"!0 = !{!1":       "!0 = !{!1}",
		"!1}":             "!1 = !{i32 1}",
	} {
		var got []location
		c.call("textDocument/definition", at(doc, word), &got)
		if len(got) != 1 || string(text.line(got[0].Range.Start.Line)) != want {
			t.Errorf("%s: %+v, want %q", word, got, want)
		}
	}
	var refs []location
	p := at(doc, "%save =")
	p.Context.IncludeDeclaration = true
	c.call("textDocument/references", p, &refs)
	if len(refs) != 2 || is(refs[0]) != "%save" || is(refs[1]) != "%save" {
		t.Errorf("references of %%save: %+v", refs)
	}
	var symbols []documentSymbol
	c.call("textDocument/documentSymbol", at(doc, "%"), &symbols)
	var names []string
	for _, s := range symbols {
		names = append(names, s.Name)
	}
	if len(symbols) == 0 || symbols[0].Name != "@f" || len(symbols[0].Children) != 7 || !strings.Contains(strings.Join(names, " "), "@g") {
		t.Errorf("symbols: %v", names)
	}
	for word, want := range map[string]string{"llvm.coro.suspend(": "suspends the coroutine", "presplitcoroutine": "not split yet",
		"%hdl)": "%hdl = call ptr @llvm.coro.begin", "llvm.coro.size.i64(": "the size of the frame"} {
		var h hoverResult
		c.call("textDocument/hover", at(doc, word), &h)
		if !strings.Contains(h.Contents.Value, want) {
			t.Errorf("hover at %s: %q, want %q", word, h.Contents.Value, want)
		}
	}
	p = at(doc, "%")
	p.Command, p.Arguments = commandLowered, []string{uri, "no-op-module"}
	var out string
	c.call("workspace/executeCommand", p, &out)
	if !strings.Contains(out, "define ptr @f(ptr %n)") && !strings.Contains(out, "error:") {
		t.Errorf("lowered: %q", out)
	}
	if err := c.conn.Call(t.Context(), "textDocument/rename", shape("textDocument/rename", p), nil); err == nil {
		t.Error("an unknown method is answered")
	}
	_ = c.conn.Close()
	if err := <-c.served; err == nil {
		t.Error("a client that is gone has ended the session")
	}
	c.messages.Validate(t)
}

// TestPositions converts each offset of a text to a position and back, in both encodings.
func TestPositions(t *testing.T) {
	const content = "a\u00e9\U0001F600b\r\n\nlast"
	for _, inUTF8 := range []bool{false, true} {
		x := newText([]byte(content), inUTF8)
		for k := range content + " " {
			if content[max(0, k-1):][:1] == "\r" { // between the two bytes of a line's end
				continue
			}
			if got := x.offset(x.position(k)); got != k {
				t.Errorf("utf8 %v: offset %d is position %+v, which is offset %d", inUTF8, k, x.position(k), got)
			}
		}
	}
	x := newText([]byte(content), false)
	if got := x.position(strings.Index(content, "b")); got != (position{0, 4}) {
		t.Errorf("%+v: the face has two units", got)
	}
	if got := x.offset(position{0, 99}); content[got] != '\r' {
		t.Errorf("behind a line's end: offset %d", got)
	}
}

// TestMoves edits a text in one place.
func TestMoves(t *testing.T) {
	old := newText([]byte("a\nb\nc\nd\n"), false)
	for now, want := range map[string][4]int{
		"a\nb\nc\nd\n":       {0, 1, 2, 3},
		"new\na\nb\nc\nd\n":  {1, 2, 3, 4},
		"a\nb\nx\ny\nc\nd\n": {0, 1, 4, 5},
		"a\nB\nc\nd\n":       {0, -1, 2, 3},
		"a\nd\n":             {0, -1, -1, 1},
	} {
		x := newText([]byte(now), false)
		for n := range 4 {
			if got := x.moves(old)(n); got != want[n] {
				t.Errorf("%q: line %d is now %d, want %d", now, n, got, want[n])
			}
		}
	}
}

func TestURIs(t *testing.T) {
	for _, path := range []string{"/dir/a b.cpp", "/d/\u00e9%.ll"} {
		if got := pathOf(uriOf(path)); got != path {
			t.Errorf("%s: %s", path, got)
		}
	}
	if pathOf("untitled:new") != "" {
		t.Error("a document that is no file has a path")
	}
}
