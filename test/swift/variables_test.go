// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package swift_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	node     = regexp.MustCompile(`^(!\d+) = (?:distinct )?!DILocalVariable\((.*)\)$`)
	function = regexp.MustCompile(`^define .*?@(?:"([^"]*)"|([^\s(]+))\(`)
	record   = regexp.MustCompile(`^\s*#dbg_\w+\((.*?), (!\d+), !DIExpression\(`)
	nameLine = regexp.MustCompile(`\bname: "([^"]*)"|\bline: (\d+)`)
)

// described lists the variables with a location in each resume function of a lowered module, by
// name and line. For example, a record of `!10 = !DILocalVariable(name: "x", line: 7, ...)` in
// @"$s1f1gTQ0_" gives out["$s1f1gTQ0_"]["x 7"]. A record of poison gives nothing.
func described(text []byte) map[string]map[string]bool {
	variables := map[string]string{}
	lines := strings.Split(string(text), "\n")
	for _, l := range lines {
		if n := node.FindStringSubmatch(l); n != nil {
			key := ""
			for _, f := range nameLine.FindAllStringSubmatch(n[2], -1) {
				key += f[1] + " " + f[2]
			}
			variables[n[1]] = key
		}
	}
	out := map[string]map[string]bool{}
	in := ""
	for _, l := range lines {
		if f := function.FindStringSubmatch(l); f != nil {
			if in = f[1] + f[2]; !part.MatchString(in) {
				in = ""
			}
		}
		r := record.FindStringSubmatch(l)
		if in == "" || r == nil || strings.Contains(r[1], "poison") || strings.Contains(r[1], "undef") {
			continue
		}
		if out[in] == nil {
			out[in] = map[string]bool{}
		}
		out[in][variables[r[2]]] = true
	}
	return out
}

// TestVariables checks that each variable with a location in a resume function of the Swift
// compiler also has one in ours, where coroutines are only split and with default<O0>. The log has
// a table of the modules with debug info.
func TestVariables(t *testing.T) {
	pipelines := []string{"coro-early,cgscc(coro-split),coro-cleanup", "default<O0>"}
	all := 0
	table := "variables with a location in resume functions:\nmodule\tSwift compiler"
	for _, p := range pipelines {
		table += "\t" + p
	}
	for _, file := range modules(t) {
		text, err := os.ReadFile(filepath.Join(directory(t), "lowered", filepath.Base(file)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("#dbg_")) {
			continue
		}
		want := described(text)
		row := []any{filepath.Base(file), count(want)}
		for _, p := range pipelines {
			lowered := lower(t, file, p)
			keepsDebugInfo(t, filepath.Base(file)+", "+p, lowered)
			got := described(lowered)
			row = append(row, count(got))
			for f, list := range want {
				for v := range list {
					if !got[f][v] {
						t.Errorf("%s, %s: %s has no location in @%s", filepath.Base(file), p, v, f)
					}
				}
			}
		}
		all += count(want)
		table += "\n" + strings.ReplaceAll(strings.TrimSuffix(fmt.Sprintln(row...), "\n"), " ", "\t")
	}
	if all == 0 {
		t.Error("no module has variables")
	}
	t.Log(table)
}

// keepsDebugInfo checks that LLVM finds no error in a module. If one is in debug info, LLVM drops all
// debug info with a warning.
func keepsDebugInfo(t *testing.T, name string, text []byte) {
	t.Helper()
	if _, err := exec.LookPath("opt-22"); err != nil {
		return
	}
	cmd := exec.Command("opt-22", "-passes=verify", "-disable-output")
	cmd.Stdin = bytes.NewReader(text)
	if said, err := cmd.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%s: opt-22: %v\n%s", name, err, said[:min(len(said), 500)])
	}
}

// count counts the variables of all functions.
func count(functions map[string]map[string]bool) (n int) {
	for _, list := range functions {
		n += len(list)
	}
	return n
}
