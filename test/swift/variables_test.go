package swift_test

import (
	"bytes"
	"os"
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
// compiler also has one in ours.
func TestVariables(t *testing.T) {
	all, lost, ours := 0, 0, 0
	for _, file := range modules(t) {
		text, err := os.ReadFile(filepath.Join(directory(t), "lowered", filepath.Base(file)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("#dbg_")) {
			continue
		}
		got := described(lower(t, file, "default<O0>"))
		for f, list := range described(text) {
			for v := range list {
				all++
				if !got[f][v] {
					lost++
					t.Errorf("%s: %s has no location in @%s", filepath.Base(file), v, f)
				}
			}
		}
		for _, list := range got {
			ours += len(list)
		}
	}
	if all == 0 {
		t.Error("no module has variables")
	}
	t.Logf("%d variables in resume functions by the Swift compiler, %d of them lost, %d by corolower", all, lost, ours)
}
