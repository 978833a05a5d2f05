// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

// intrinsicLine is a line of testdata/nvvm.txt.
var intrinsicLine = regexp.MustCompile(`^(.*?) (@llvm\.[\w.]+)\((.*)\)$`)

// TestTemplates compares the text of each intrinsic of testdata/nvvm.txt with llc's, and assembles
// it.
func TestTemplates(t *testing.T) {
	text, err := os.ReadFile("testdata/nvvm.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "\n== ")[1:] {
		cpu, body, _ := strings.Cut(part, "\n")
		module, names := templateModule(t, strings.TrimSpace(body))
		out, err := ours(t, "nvvm.ll", module, driver.PTXOptions{CPU: cpu})
		if err != nil {
			t.Errorf("%s: %v", cpu, err)
			continue
		}
		for _, a := range assemblers {
			if a.knows(cpu, out) {
				if err := a.assemble(t, cpu, out); err != nil {
					t.Errorf("%s: %v", cpu, err)
				}
			}
		}
		version := "-mattr=+ptx88"
		if cpu == "sm_60" {
			version = "-mattr=+ptx60"
		}
		theirs, err := llc(t, module, "-mcpu="+cpu, version)
		if err != nil {
			t.Errorf("%s: %v", cpu, err)
			continue
		}
		own, other := operations(out), operations(theirs)
		for k, name := range names {
			f := fmt.Sprintf("f%d_", k)
			if own[f] == "" || own[f] != other[f] {
				t.Errorf("%s for %s:\n%s\nllc:\n%s", name, cpu, own[f], other[f])
			}
		}
	}
}

// templateModule makes a module with a function for each line, and returns the intrinsics' names.
func templateModule(t *testing.T, body string) (text string, names []string) {
	var b strings.Builder
	b.WriteString("target triple = \"nvptx64-nvidia-cuda\"\n")
	declared := map[string]bool{}
	for k, line := range strings.Split(body, "\n") {
		m := intrinsicLine.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("not an intrinsic: %s", line)
		}
		ret, name := m[1], m[2]
		var types, params, args []string
		for n, a := range splitTypes(m[3]) {
			ty, constant, fixed := strings.Cut(a, " = ")
			types = append(types, ty)
			if fixed {
				args = append(args, ty+" "+constant)
				continue
			}
			params = append(params, fmt.Sprintf("%s %%a%d", ty, n))
			args = append(args, params[len(params)-1])
		}
		if !declared[name] {
			declared[name] = true
			fmt.Fprintf(&b, "declare %s %s(%s)\n", ret, name, strings.Join(types, ", "))
		}
		call := fmt.Sprintf("call %s %s(%s)", ret, name, strings.Join(args, ", "))
		end := "ret void"
		if ret != "void" {
			call, end = "%r = "+call, "ret "+ret+" %r"
		}
		fmt.Fprintf(&b, "define %s @f%d_(%s) {\n  %s\n  %s\n}\n", ret, k, strings.Join(params, ", "), call, end)
		names = append(names, name)
	}
	return b.String(), names
}

// splitTypes splits a list of types at the commas that are in no brackets.
func splitTypes(s string) []string {
	var out []string
	depth, from := 0, 0
	for k, c := range s {
		switch c {
		case '{', '<', '(':
			depth++
		case '}', '>', ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(s[from:k]))
				from = k + 1
			}
		}
	}
	if rest := strings.TrimSpace(s[from:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

var (
	functionName = regexp.MustCompile(`^(?:\.visible )?\.func .*?(f\d+_)\(`)
	anyRegister  = regexp.MustCompile(`%(r|rd|rs|f|fd|p|rq)\d+\b`)
	// moves are the instructions that only bring values into registers of the right kind.
	moves = regexp.MustCompile(`^(ld\.param|st\.param|mov\.b|mov\.pred|cvt\.[us]\d+\.[us]|selp|setp|and|or|shl|shr|ret|\.|//|\{ |\}|[({})])`)
	// spellings are words that PTX takes in two forms, with the same meaning.
	spellings = strings.NewReplacer(".release.cta", "", ".acquire.cta", "", ".shared::cta.b64", ".shared.b64",
		".sat.ftz", ".ftz.sat", " ,", ",", "{ ", "{", "],{", "], {")
)

// operations returns the instructions of each function, without moves and names of registers.
func operations(text string) map[string]string {
	out := map[string]string{}
	name, open := "", ""
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "//")
		line = strings.TrimSpace(line)
		if m := functionName.FindStringSubmatch(line); m != nil {
			name = m[1]
			continue
		}
		if open == "" && (line == "" || moves.MatchString(line) && !strings.Contains(line, "%is_explicit")) || strings.HasPrefix(line, ".") {
			continue
		}
		open += " " + line
		if strings.HasSuffix(line, ";") {
			s := anyRegister.ReplaceAllString(strings.Join(strings.Fields(open), " "), "R")
			out[name] += spellings.Replace(s) + "\n"
			open = ""
		}
	}
	return out
}
