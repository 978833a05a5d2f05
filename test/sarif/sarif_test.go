// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package sarif_test validates the SARIF of `corolower check` against the schema of SARIF 2.1.0. It
// is a separate module, so that the program's module does not depend on the module that contains
// the schema.
package sarif_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"
)

// tool is the program under test: COROLOWER_BIN, or one built from this tree.
func tool(t *testing.T) string {
	if b := os.Getenv("COROLOWER_BIN"); b != "" {
		return b
	}
	bin := filepath.Join(t.TempDir(), "corolower")
	cmd := exec.Command("go", "build", "-pgo=off", "-o", bin, "./cmd/corolower")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// check returns the SARIF output for some inputs.
func check(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(tool(t), append([]string{"check", "--no-config", "--allow-none", "--format=sarif"}, args...)...)
	var msg bytes.Buffer
	cmd.Stderr = &msg
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, msg.String())
	}
	return out
}

// schema returns the schema of SARIF 2.1.0, from a constant of another module.
func schema(t *testing.T) gojsonschema.JSONLoader {
	t.Helper()
	_ = sarif.NewReport // keeps that module in go.mod
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(strings.TrimSpace(string(out)), "pkg", "report", "v210", "sarif", "schema.go")
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && len(l.Value) > len(text) {
			text = l.Value
		}
		return true
	})
	if text, err = strconv.Unquote(text); err != nil || len(text) < 10000 {
		t.Fatalf("no schema in %s: %v", name, err)
	}
	return gojsonschema.NewStringLoader(text)
}

// wrong returns the violations of the schema in a text.
func wrong(t *testing.T, text []byte) []string {
	t.Helper()
	res, err := gojsonschema.Validate(schema(t), gojsonschema.NewBytesLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range res.Errors() {
		out = append(out, e.String())
	}
	return out
}

func valid(t *testing.T, text []byte) {
	t.Helper()
	for _, w := range wrong(t, text) {
		t.Error(w)
	}
}

// TestCheckSchema checks that docs/check.schema.json describes --format=json, and has its version.
func TestCheckSchema(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "check.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, inputs := range [][]string{{filepath.Join("..", "check"), filepath.Join("..", "..", "examples"),
		filepath.Join("..", "lit", "errors")}, {filepath.Join("..", "check", "good.ll")}} {
		out, _ := exec.Command(tool(t), append([]string{"check", "--no-config", "--format=json"}, inputs...)...).Output()
		var report struct {
			Version  int
			Findings []struct{ IR, Fix, Notes any }
		}
		if err := json.Unmarshal(out, &report); err != nil || report.Version != 1 || len(inputs) > 1 && len(report.Findings) < 50 {
			t.Fatalf("%v, version %d, %d findings", err, report.Version, len(report.Findings))
		}
		res, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(text), gojsonschema.NewBytesLoader(out))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range res.Errors() {
			t.Error(e)
		}
		bad := bytes.Replace(out, []byte(`"version": 1`), []byte(`"version": 2`), 1)
		if res, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(text), gojsonschema.NewBytesLoader(bad)); err != nil || res.Valid() {
			t.Errorf("another version is valid: %v", err)
		}
	}
}

func TestSchema(t *testing.T) {
	dir := t.TempDir()
	clean, named := filepath.Join(dir, "clean.ll"), filepath.Join(dir, "a b#ü.ll")
	if err := os.WriteFile(clean, []byte("define void @f() {\n  ret void\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(named, []byte("define \n"), 0o666); err != nil {
		t.Fatal(err)
	}
	valid(t, check(t, clean))
	valid(t, check(t, named))
	all := check(t, filepath.Join("..", "check"), filepath.Join("..", "..", "examples"), filepath.Join("..", "lit",
		"cli", "*.ll"))
	valid(t, all)

	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID, HelpURI          string
						Help                 struct{ Text, Markdown string }
						DefaultConfiguration struct{ Level string }
					}
				}
			}
			Results []struct {
				RuleID, Level       string
				PartialFingerprints map[string]string
				Locations           []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine, StartColumn, EndColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(all, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Tool.Driver.Rules) < 40 || len(run.Results) < 20 {
		t.Fatalf("%d rules, %d results", len(run.Tool.Driver.Rules), len(run.Results))
	}
	for _, r := range run.Tool.Driver.Rules {
		if r.HelpURI == "" || r.DefaultConfiguration.Level == "" || r.ID != "invalid-ir" && (r.Help.Text == "" ||
			r.Help.Markdown == "") {
			t.Errorf("%s: %+v", r.ID, r)
		}
	}
	seen := map[string]bool{}
	for _, r := range run.Results {
		loc := r.Locations[0].PhysicalLocation
		key := loc.ArtifactLocation.URI + " " + r.PartialFingerprints["primaryLocationLineHash"]
		if r.Level == "" || r.PartialFingerprints["primaryLocationLineHash"] == "" || seen[key] {
			t.Errorf("%+v", r)
		}
		seen[key] = true
		if loc.Region != nil && (loc.Region.EndColumn <= loc.Region.StartColumn) {
			t.Errorf("%s: region %+v", r.RuleID, *loc.Region)
		}
	}
}

// TestSchemaFindsMistakes checks that wrong finds violations.
func TestSchemaFindsMistakes(t *testing.T) {
	text := string(check(t, filepath.Join("..", "check", "begin-twice.ll")))
	for _, c := range [][2]string{{`"ruleIndex"`, `"ruleIdx"`}, {`"startLine"`, `"line"`},
		{`"helpUri"`, `"help_uri"`}} {
		bad := strings.Replace(text, c[0], c[1], 1)
		if bad == text {
			t.Fatalf("no %s", c[0])
		}
		if len(wrong(t, []byte(bad))) == 0 {
			t.Errorf("%s for %s is not found", c[1], c[0])
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
