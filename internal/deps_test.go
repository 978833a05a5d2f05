// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package internal_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/corolower/corolower/"

// reports is the tree of packages that explain coroutines and report on projects. Nothing that
// lowers knows them.
const reports = "internal/report/"

// mayImport is the whole table of import directions inside the module: imports point down only. A
// package that is not in it may not exist: a new one is added here together with what it may know.
var mayImport = map[string][]string{
	"framemap":          {},
	"internal/ir":       {},
	"internal/remark":   {},
	"internal/legalise": {"internal/target", "internal/ir"},
	"internal/interp":   {"internal/legalise", "internal/target", "internal/ir"},
	"internal/clang":    {"internal/pattern", "internal/remark"},
	"internal/words":    {},
	"internal/count":    {},
	"internal/cuda":     {},
	"internal/pattern":  {},
	"internal/target":   {"internal/ir"},
	"internal/parse":    {"internal/words", "internal/ir"},
	"internal/emit":     {"internal/ir"},
	"internal/diag":     {"internal/pattern", "internal/ir"},
	"internal/report/gate": {"internal/words", "internal/pattern", "internal/report", "internal/diag",
		"internal/lower/rule", "internal/pass", "internal/ir"},
	"internal/debuginfo":   {"internal/remark", "internal/ir"},
	"internal/opt":         {"internal/count", "internal/debuginfo", "internal/target", "internal/remark", "internal/ir"},
	"internal/pass":        {"internal/words", "internal/target", "internal/remark", "internal/ir"},
	"internal/lower/coro":  {"internal/lower/rule", "internal/target", "internal/ir"},
	"internal/lower/rule":  {"internal/ir"},
	"internal/lower/frame": {"internal/count", "internal/lower/coro", "internal/target", "internal/ir"},
	"internal/lower/live":  {"internal/lower/frame", "internal/lower/coro", "internal/target", "internal/ir"},
	"internal/summary":     {"internal/ir"},
	"internal/lower/lifetime": {"internal/summary", "internal/lower/coro", "internal/opt", "internal/debuginfo", "internal/target",
		"internal/remark", "internal/ir"},
	"internal/lower/bodies": {"internal/lower", "internal/lower/coro", "internal/opt", "internal/parse", "internal/pass", "internal/ir"},
	"internal/lower/elide": {"internal/count", "internal/lower/bodies", "internal/lower/lifetime", "internal/summary", "internal/lower/coro", "internal/opt",
		"internal/pass", "internal/debuginfo", "internal/target",
		"internal/remark", "internal/ir"},
	"internal/lower/framecheck": {"internal/target", "internal/ir"},
	"internal/lower/flowcheck":  {"internal/debuginfo", "internal/ir"},
	"internal/lower/splitdebug": {"internal/lower/live", "internal/lower/frame", "internal/lower/coro", "internal/debuginfo", "internal/target",
		"internal/ir"},
	"internal/lower/dynalloca": {"internal/count", "internal/lower/coro", "internal/lower/rule", "internal/pass", "internal/debuginfo",
		"internal/target", "internal/remark", "internal/ir"},
	"internal/lower/split": {"internal/lower/dynalloca", "internal/lower/splitdebug", "internal/count", "internal/lower/bodies", "internal/lower/framecheck", "internal/lower/flowcheck", "internal/lower/live", "internal/lower/frame",
		"internal/lower/coro", "internal/lower/rule", "internal/opt", "internal/pass",
		"internal/debuginfo", "internal/target", "internal/remark", "internal/ir"},
	"internal/lower/framereport": {"internal/lower/split", "internal/lower/frame", "internal/lower/coro",
		"internal/debuginfo", "internal/target", "internal/remark", "internal/ir"},
	"internal/lower/check": {"internal/lower/bodies", "internal/lower/dynalloca", "internal/lower/split", "internal/lower/coro",
		"internal/lower/rule", "internal/opt", "internal/pass", "internal/words",
		"internal/debuginfo", "internal/target", "internal/remark", "internal/ir"},
	"internal/lower": {"internal/count", "internal/lower/coro", "internal/lower/rule", "internal/opt", "internal/pass",
		"internal/debuginfo", "internal/target", "internal/remark",
		"internal/ir"},
	"internal/emit/ptx":  {"internal/emit", "internal/legalise", "internal/target", "internal/ir"},
	"internal/callgraph": {"internal/parse"},
	"internal/driver": {"internal/callgraph", "internal/summary", "internal/debuginfo", "internal/lower/bodies", "internal/lower/check",
		"internal/lower/elide",
		"internal/lower/lifetime", "internal/lower/rule",
		"internal/lower/split", "internal/lower/framereport", "internal/lower", "internal/opt", "internal/pass",
		"internal/parse", "internal/emit", "internal/emit/ptx", "internal/target",
		"internal/remark", "internal/ir"},
	"llircoro": {"internal/driver", "internal/lower/rule", "internal/pass", "internal/parse", "internal/emit",
		"internal/target", "internal/remark",
		"internal/ir", "internal/diag"},
	"internal/report/explain": {"framemap", "internal/pattern", "internal/clang", "internal/cuda", "internal/driver",
		"internal/diag",
		"internal/lower/coro", "internal/lower/elide", "internal/lower/lifetime",
		"internal/lower/framereport", "internal/parse", "internal/target", "internal/remark",
		"internal/ir"},
	"internal/report/snapshot": {"framemap", "internal/report/explain", "internal/diag"},
	"internal/report":          {"internal/pattern", "internal/report/explain", "internal/diag", "internal/ir"},
	"internal/report/html":     {"internal/report", "internal/report/explain"},
	"internal/report/text": {"internal/report", "internal/report/explain", "internal/driver", "internal/diag",
		"internal/lower/framereport", "internal/ir"},
	"internal/reduce": {"internal/emit", "internal/opt", "internal/parse", "internal/ir"},
	"internal/launch": {"internal/pattern", "internal/clang", "internal/cuda", "internal/words"},
	"internal/report/project": {"internal/launch", "internal/pattern", "internal/clang", "internal/report",
		"internal/report/explain", "internal/driver", "internal/diag", "internal/lower/elide",
		"internal/parse", "internal/words", "internal/ir"},
	"internal/lsp": {"internal/pattern", "internal/report/project", "internal/report/gate", "internal/report/explain", "internal/report",
		"internal/driver", "internal/diag", "internal/ir"},
	"internal/playground": {"internal/report/html", "internal/report/explain", "internal/report", "internal/driver",
		"internal/diag", "internal/interp", "internal/pass", "internal/remark", "internal/ir"},
	"cmd/playground": {"internal/playground"},
	"cmd/corolower": {"internal/lsp", "internal/count", "framemap", "internal/interp", "internal/reduce", "internal/parse",
		"internal/summary",
		"internal/launch",
		"internal/pattern", "internal/clang", "internal/cuda", "internal/report/html", "internal/report",
		"internal/report/text", "internal/report/snapshot", "internal/report/explain", "internal/driver", "internal/diag", "internal/report/gate",
		"internal/lower/coro", "internal/lower/elide",
		"internal/lower/lifetime", "internal/lower/framereport", "internal/lower/rule",
		"internal/pass", "internal/words", "internal/report/project",
		"internal/remark", "internal/ir"},
}

// outside lists which packages may import what does not belong to the standard library.
var outside = map[string][]string{
	"cmd/corolower": {"github.com/ianlancetaylor/demangle", "github.com/spf13/cobra", "github.com/spf13/pflag",
		"github.com/fatih/color", "golang.org/x/sys", "golang.org/x/term"},
	"framemap":                 {"golang.org/x/sys"},
	"internal/report/snapshot": {"github.com/google/pprof", "github.com/ianlancetaylor/demangle"},
	"internal/report/explain":  {"github.com/ianlancetaylor/demangle"},
	"internal/report/text":     {"github.com/ianlancetaylor/demangle"},
	"internal/report/gate":     {"github.com/BurntSushi/toml", "github.com/bmatcuk/doublestar/v4"},
	"internal/lsp":             {"github.com/sourcegraph/jsonrpc2"},
	"llircoro":                 {"github.com/llir/llvm"},
}

func TestImportDirections(t *testing.T) {
	cmd := exec.Command("go", "list", "-pgo=off", "-json=ImportPath,Imports", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	n := 0
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, module)
		if name == "internal" || name == "bench" || strings.HasPrefix(name, "test/") ||
			strings.HasPrefix(name, "bench/") || strings.HasPrefix(name, "scripts") {
			continue // tests and tools
		}
		n++
		allowed, known := mayImport[name]
		if !known {
			t.Errorf("package %s is not in the table of import directions", name)
			continue
		}
		for _, imp := range p.Imports {
			switch {
			case strings.HasPrefix(imp, module):
				if !has(allowed, strings.TrimPrefix(imp, module)) {
					t.Errorf("%s must not import %s", name, imp)
				}
			case strings.Contains(strings.SplitN(imp, "/", 2)[0], "."):
				if !hasPrefix(outside[name], imp) {
					t.Errorf("%s must not import %s", name, imp)
				}
			}
		}
	}
	for name, allowed := range mayImport {
		for _, imp := range allowed {
			if strings.HasPrefix(imp+"/", reports) && !strings.HasPrefix(name+"/", reports) && name != "cmd/corolower" && name != "internal/lsp" && name != "internal/playground" {
				t.Errorf("%s may import %s, but reports are for cmd/corolower, the language server and the playground", name, imp)
			}
		}
	}
	if n < 10 {
		t.Errorf("go list found only %d packages", n)
	}
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// hasPrefix reports whether imp is one of the listed packages or lies inside one.
func hasPrefix(list []string, imp string) bool {
	for _, x := range list {
		if imp == x || strings.HasPrefix(imp, x+"/") {
			return true
		}
	}
	return false
}
