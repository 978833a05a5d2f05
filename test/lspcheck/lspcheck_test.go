// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lspcheck

import (
	"strings"
	"testing"
)

// TestViolations plants one error in each message. The first message has none.
func TestViolations(t *testing.T) {
	const at = `"textDocument":{"uri":"file:///a"},"position":{"line":1,"character":2}`
	for _, c := range []struct{ log, want string }{
		{`{"from":"client","message":{"jsonrpc":"2.0","method":"exit"}}`, ""},
		{`{"from":"client","message":{"method":"exit"}}`, "no jsonrpc"},
		{`{"from":"client","message":{"jsonrpc":"2.0","method":"exeunt"}}`, "no method of the protocol"},
		{`{"from":"server","message":{"jsonrpc":"2.0","method":"exit"}}`, "not from the server"},
		{`{"from":"client","message":{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{` + at + `}}}`, "the server does not respond"},
		{`{"from":"server","message":{"jsonrpc":"2.0","id":1,"result":null}}`, "a response to no request"},
		{`{"from":"client","message":{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{` + at + `}}}
{"from":"server","message":{"jsonrpc":"2.0","id":1,"result":null}}`, ""},
		{`{"from":"client","message":{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{` + at + `}}}
{"from":"server","message":{"jsonrpc":"2.0","id":1,"result":{"contents":{"kind":"html","value":"x"}}}}`, "contents"},
		{`{"from":"server","message":{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":9,"message":"x"}}}`, "no MessageType"},
		{`{"from":"server","message":{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"x","more":1}}}`, "has no more"},
		{`{"from":"server","message":{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///a","version":null,"diagnostics":[]}}}`, "only be absent"},
		{`{"from":"server","message":{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///a","diagnostics":[{"message":"x","range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":0}}}]}}}`, "start.line"},
	} {
		got := violations(t, c.log)
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%s: %q, want %q", c.log, got, c.want)
		}
	}
}
