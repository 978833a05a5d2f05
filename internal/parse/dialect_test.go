// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// TestEvidence checks each word of the table with LLVM's tools. A tool that rejects the word must
// be older than the word's version, and a tool that accepts it must not be older.
func TestEvidence(t *testing.T) {
	samples := map[string]string{
		"allockind(": `declare i8* @f(i64) allockind("alloc")`, "uwtable(": "declare void @f() uwtable(sync)",
		"memory(":    "declare void @f() memory(none)",
		"nofpclass(": "declare void @f(float nofpclass(nan))", "range(": "declare void @f(i32 range(i32 0, 4))",
		"initializes(": "declare void @f(i8* initializes((0, 4)))", "captures(": "declare void @f(i8* captures(none))",
		"errnomem":    "declare void @f() memory(errnomem: read)",
		"target_mem0": "declare void @f() memory(target_mem0: read)",
		"allocptr":    "declare void @f(i8* allocptr)", "dead_on_unwind": "declare void @f(i8* dead_on_unwind)",
		"writable": "declare void @f(i8* writable)",
		"noext":    "declare void @f(i32 noext)", "dead_on_return": "declare void @f(i8* dead_on_return)",
	}
	for _, v := range []ir.Version{14, 19, 22} {
		tool := fmt.Sprintf("opt-%d", v)
		if _, err := exec.LookPath(tool); err != nil {
			t.Logf("%s is not installed", tool)
			continue
		}
		for _, e := range attrWordsSince {
			sample := samples[e.word]
			if sample == "" {
				sample = "declare i8* @f(i64) " + e.word
			}
			cmd := exec.Command(tool, "-S", "-o", "-")
			cmd.Stdin = strings.NewReader(sample)
			taken := cmd.Run() == nil
			if taken != (v >= e.since) {
				t.Errorf("%s takes %q: %v; the table says since %d", tool, e.word, taken, e.since)
			}
		}
	}
}
