package check_test

import (
	"flag"
	"os"
	"testing"

	"github.com/corolower/corolower/internal/lower/rule"
)

var update = flag.Bool("update", false, "write docs/rules.md")

// TestRulesDocument verifies that docs/rules.md matches the table.
func TestRulesDocument(t *testing.T) {
	const name = "../../../docs/rules.md"
	if *update {
		if err := os.WriteFile(name, []byte(rule.Document()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil || string(text) != rule.Document() {
		t.Errorf("docs/rules.md is not what the table of rules says (%v): go test ./internal/lower/check -run "+
			"TestRulesDocument -update", err)
	}
}
