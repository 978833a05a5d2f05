// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/corolower/corolower/test/lspcheck"
)

// awaiting is a source with a coroutine that keeps a buffer, one that awaits it, and a function that
// gives a handle away.
const awaiting = `#include "task.h"
void fill(char *);
std::coroutine_handle<> queue;
task leaf(int n) {
  char buf[64];
  fill(buf);
  co_await std::suspend_always{};
  co_return n + buf[3];
}
task mid(int n) {
  co_return 1 + co_await leaf(n);
}
void post(int n) {
  task t = mid(n);
  queue = t.h;
  t.h = nullptr;
}
`

const taskHeader = `#include <coroutine>
#include <exception>
struct task {
  struct promise_type {
    int value = 0;
    std::coroutine_handle<> next;
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct last {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().next; }
      void await_resume() noexcept {}
    };
    last final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  ~task() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> c) { h.promise().next = c; return h; }
  int await_resume() { return h.promise().value; }
};
`

// offering is a source in which two attributes gain something: a buffer need not live in the frame if
// nobody keeps its address, and a task whose destructor is in another file can be elided.
const offering = `#include "posted.h"
void fill(const char *, char *);
posted<int> leaf(int n) {
  char buf[64];
  fill("", buf);
  co_await std::suspend_always{};
  co_return n;
}
task mid(int n) {
  co_return 1 + co_await leaf(n);
}
`

// postedHeader has a task type like that of taskHeader.
var postedHeader = "#include \"task.h\"\n" + strings.NewReplacer("struct task {", "template <class T> struct\n  posted {",
	"~task() { if (h) h.destroy(); }", "~posted();", "task get_", "posted get_").Replace(taskHeader[strings.Index(taskHeader, "struct"):])

// pipes are the streams of a process.
type pipes struct {
	io.Reader
	io.WriteCloser
}

// TestEditor edits a source of a project with the language server: what it shows at which line, that
// an edit moves it, and that saving the source brings it up to date.
func TestEditor(t *testing.T) {
	if _, err := exec.LookPath("clang++-22"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.cpp")
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("a.cpp", awaiting)
	put("task.h", taskHeader)
	put("posted.h", postedHeader)
	command, _ := json.Marshal([]map[string]any{{"directory": dir, "file": "a.cpp",
		"arguments": []string{"clang++-22", "-std=c++20", "-O0", "-c", "a.cpp"}}})
	put("compile_commands.json", string(command))
	put("corolower.toml", "[budget]\nmax-frame = 100\n")

	cmd := exec.Command(tool, "lsp")
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	published := make(chan []struct {
		Code    string
		Message string
		Range   struct{ Start struct{ Line int } }
	}, 16)
	refreshed := make(chan string, 16)
	recorder := lspcheck.Record(jsonrpc2.NewBufferedStream(pipes{out, in}, jsonrpc2.VSCodeObjectCodec{}))
	conn := jsonrpc2.NewConn(t.Context(), recorder,
		jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
			switch req.Method {
			case "textDocument/publishDiagnostics":
				var p struct {
					Diagnostics []struct {
						Code    string
						Message string
						Range   struct{ Start struct{ Line int } }
					}
				}
				err := json.Unmarshal(*req.Params, &p)
				published <- p.Diagnostics
				return nil, err
			case "window/logMessage":
				t.Errorf("the server says %s", *req.Params)
			default:
				refreshed <- req.Method
			}
			return nil, nil
		}))
	type object = map[string]any
	document := object{"uri": "file://" + path}
	call := func(method string, params any) string {
		t.Helper()
		var raw json.RawMessage
		if err := conn.Call(t.Context(), method, params, &raw); err != nil {
			t.Fatalf("%s: %v", method, err)
		}
		return string(raw)
	}
	tell := func(method string, params any) {
		t.Helper()
		if err := conn.Notify(t.Context(), method, params); err != nil {
			t.Fatal(err)
		}
	}
	all := object{"start": object{"line": 0, "character": 0}, "end": object{"line": 100, "character": 0}}
	// shown has what the editor shows, with lines from 1.
	shown := func() string {
		var s strings.Builder
		var lenses []struct {
			Range   struct{ Start struct{ Line int } }
			Command struct{ Title string }
		}
		var hints []struct {
			Position struct{ Line int }
			Label    string
		}
		if err := json.Unmarshal([]byte(call("textDocument/codeLens", object{"textDocument": document})), &lenses); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(call("textDocument/inlayHint", object{"textDocument": document, "range": all})), &hints); err != nil {
			t.Fatal(err)
		}
		for _, l := range lenses {
			fmt.Fprintf(&s, "%d: %s\n", l.Range.Start.Line+1, l.Command.Title)
		}
		for _, h := range hints {
			fmt.Fprintf(&s, "%d: %s\n", h.Position.Line+1, h.Label)
		}
		return s.String()
	}
	want := func(when, got string, parts ...string) {
		t.Helper()
		for _, p := range parts {
			if !strings.Contains(got, p) {
				t.Errorf("%s: no %q in\n%s", when, p, got)
			}
		}
	}

	call("initialize", object{"rootUri": "file://" + dir, "capabilities": object{"workspace": object{"codeLens": object{"refreshSupport": true}}}})
	tell("textDocument/didOpen", object{"textDocument": object{"uri": document["uri"], "languageId": "cpp", "version": 1, "text": awaiting}})
	var found []string
	for _, d := range <-published {
		found = append(found, fmt.Sprint(d.Range.Start.Line+1, " ", d.Code))
	}
	want("findings", strings.Join(found, ", "), "14 missed-elision", "4 max-frame", "10 max-frame")
	if m := <-refreshed; m != "workspace/codeLens/refresh" {
		t.Errorf("the server asks for %s", m)
	}
	want("opened", shown(), "4: frame ", " · 3 suspends · `buf` lives across line 7\n", "10: frame ", "11: elided\n", "14: heap: the handle is stored to @queue\n")
	at := func(line int) object {
		return object{"textDocument": document, "position": object{"line": line - 1, "character": 2}}
	}
	want("hover of a coroutine", call("textDocument/hover", at(4)), "| 64 | buf: char[64], line 5 |", "**leaf(int)**")
	want("hover of an await", call("textDocument/hover", at(11)), "`leaf(int)` is elided (")
	want("frame", call("workspace/executeCommand", object{"command": "corolower.frame", "arguments": []string{"file://" + path, "4"}}), "buf: char[64]")
	want("lowered", call("workspace/executeCommand", object{"command": "corolower.lowered", "arguments": []string{"file://" + path}}), "@_Z4leafi.resume(")

	// Two lines at the top move all; the line with the await is edited.
	moved := "//\n//\n" + awaiting
	edited := strings.Replace(moved, "1 + co_await leaf(n)", "2 + co_await leaf(n)", 1)
	for k, text := range []string{moved, edited} {
		tell("textDocument/didChange", object{"textDocument": object{"uri": document["uri"], "version": 2 + k}, "contentChanges": []object{{"text": text}}})
		<-published
	}
	if got := shown(); strings.Contains(got, "elided") {
		t.Errorf("an edited line still has a hint:\n%s", got)
	} else {
		want("edited", got, "6: frame ", "16: heap: ")
	}
	put("a.cpp", edited)
	tell("textDocument/didSave", object{"textDocument": document})
	<-published
	want("saved", shown(), "6: frame ", "13: elided\n", "16: heap: ")

	// Attributes are tried after the analysis, and each that gains something is published.
	actions := func() string {
		t.Helper()
		return call("textDocument/codeAction", object{"textDocument": document, "range": all, "context": object{"diagnostics": []any{}}})
	}
	change := func(version int, text string) {
		t.Helper()
		tell("textDocument/didChange", object{"textDocument": object{"uri": document["uri"], "version": version}, "contentChanges": []object{{"text": text}}})
		<-published
	}
	change(4, offering)
	put("a.cpp", offering)
	tell("textDocument/didSave", object{"textDocument": document})
	for range 3 {
		<-published
	}
	want("offered", actions(), "mark parameter 2 of fill [[clang::noescape]]: makes the frame 72 bytes smaller (a promise: nobody keeps",
		`[{"range":{"start":{"line":1,"character":24},"end":{"line":1,"character":24}},"newText":"[[clang::noescape]] "}]`,
		"mark posted and task [[clang::coro_await_elidable]]: elides 1 more allocation (a promise: no coroutine",
		`/posted.h":[{"range":{"start":{"line":2,"character":2}`, `/task.h":[{"range":{"start":{"line":2,"character":7}`)
	change(5, strings.Replace(offering, "fill(const char *,", "fill(const char *, ", 1))
	if got := actions(); strings.Contains(got, "noescape") || !strings.Contains(got, "elidable") {
		t.Errorf("after an edit of the declaration: %s", got)
	}

	call("shutdown", nil)
	tell("exit", nil)
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	recorder.Validate(t)
}
