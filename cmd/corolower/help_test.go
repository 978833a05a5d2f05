// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/rule"
)

// TestHelpTopics checks that the lists of passes and rules name everything in their tables.
func TestHelpTopics(t *testing.T) {
	dir := workDir(t)
	words := map[string][]string{"help passes": {"coro-split<", "default<O0|", "<reuse-storage>:"}}
	for _, r := range rule.Rules() {
		words["check --rules"] = append(words["check --rules"], r.Name)
	}
	for line, list := range words {
		r := command(dir, "", nil, strings.Fields(line)...)
		if r.code != 0 || r.stderr != "" {
			t.Errorf("%s: exit code %d\n%s", line, r.code, r.stderr)
		}
		for _, w := range list {
			if !strings.Contains(r.stdout, w) {
				t.Errorf("%s says nothing about %s:\n%s", line, w, r.stdout)
			}
		}
	}
	if r := command(dir, "", nil, "help", "mends"); r.code != 2 || !strings.Contains(r.stderr, "cc, check, completion") {
		t.Errorf("an unknown topic: exit code %d\n%s", r.code, r.stderr)
	}
}

// TestHelpSections checks that each option of a command is in exactly one section, and that no
// section is empty.
func TestHelpSections(t *testing.T) {
	dir := workDir(t)
	option := regexp.MustCompile(`(?m)^  (?:-\w, |    )--([\w-]+)`)
	for _, args := range [][]string{{}, {"check"}, {"project"}, {"explain", "frame"}, {"explain", "elision"},
		{"report"}, {"diff"}} {
		text := command(dir, "", nil, append(args, "--help")...).stdout
		_, options, _ := strings.Cut(text, "\n\nExamples:\n")
		seen := map[string]bool{}
		for _, m := range option.FindAllStringSubmatch(options, -1) {
			if seen[m[1]] {
				t.Errorf("%v: --%s is listed twice", args, m[1])
			}
			seen[m[1]] = true
		}
		if !seen["help"] || len(seen) < 5 {
			t.Errorf("%v lists %d options:\n%s", args, len(seen), text)
		}
		if strings.Contains(text, ":\n\n") || strings.Contains(text, "\nFlags:\n") {
			t.Errorf("%v has an empty section, or options outside of sections:\n%s", args, text)
		}
	}
}
