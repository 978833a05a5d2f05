// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package lspcheck records the messages between a client and a language server in tests, and validates
// each against the metamodel of the Language Server Protocol.
package lspcheck

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

//go:embed metamodel.py
var script string

// Recorder is a client's stream, with the messages that went over it.
type Recorder struct {
	jsonrpc2.ObjectStream
	mu  sync.Mutex
	log bytes.Buffer
}

// Record records the messages of a client's stream.
func Record(s jsonrpc2.ObjectStream) *Recorder { return &Recorder{ObjectStream: s} }

func (r *Recorder) add(from string, message json.RawMessage) {
	line, _ := json.Marshal(map[string]any{"from": from, "message": message})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log.Write(append(line, '\n'))
}

// WriteObject sends a message of the client.
func (r *Recorder) WriteObject(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	r.add("client", b)
	return r.ObjectStream.WriteObject(json.RawMessage(b))
}

// ReadObject receives a message of the server.
func (r *Recorder) ReadObject(v any) error {
	var b json.RawMessage
	if err := r.ObjectStream.ReadObject(&b); err != nil {
		return err
	}
	r.add("server", b)
	return json.Unmarshal(b, v)
}

// Validate fails for each message so far that violates the protocol. All requests must have a
// response.
func (r *Recorder) Validate(t *testing.T) {
	t.Helper()
	t.Run("metamodel", func(t *testing.T) {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, v := range violations(t, r.log.String()) {
			t.Error(v)
		}
		t.Logf("%d messages", bytes.Count(r.log.Bytes(), []byte("\n")))
	})
}

// violations validates messages, one a line.
func violations(t *testing.T, log string) []string {
	t.Helper()
	_, file, _, _ := runtime.Caller(0)
	packages := filepath.Join(filepath.Dir(file), "..", "..", ".tools", "python") // scripts/install-tools.sh installs them
	cmd := exec.Command("python3", "-c", script)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+packages)
	cmd.Stdin = strings.NewReader(log)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.As(err, &exit) && exit.ExitCode() == 3:
		t.Skip("no lsprotocol of PyPI: `make tools` installs it")
	case err != nil:
		t.Fatalf("%v\n%s", err, msg.String())
	}
	return strings.FieldsFunc(out.String(), func(r rune) bool { return r == '\n' })
}
