// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

func mega(n int64) float64 { return float64(n) / 1e6 }

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// ratio returns a/b, or 0 if b is not positive.
func ratio(a, b time.Duration) float64 {
	if b <= 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// The cells of a table's row.

func inMS(d time.Duration) string { return fmt.Sprintf("%.0f ms", ms(d)) }

func inMB(n int64) string { return fmt.Sprintf("%.0f MB", mega(n)) }

// times formats a/b.
func times(a, b time.Duration) string { return fmt.Sprintf("%.1f", ratio(a, b)) }

func bold(s string) string { return "**" + s + "**" }

func goal(g float64) string {
	if g == 0 {
		return ""
	}
	return fmt.Sprintf("%gx", g)
}

// row writes a row of a Markdown table.
func row(w io.Writer, cells []string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }

// head writes the head of a Markdown table in which all columns but the first are numbers.
func head(w io.Writer, cells []string) {
	row(w, cells)
	row(w, append([]string{"---"}, slices.Repeat([]string{"---:"}, len(cells)-1)...))
}

// revision returns the commit from which a Go program was built, or a text if it is unknown.
func revision(bin string) string {
	info, err := buildinfo.ReadFile(bin)
	if err != nil {
		return err.Error()
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return fmt.Sprintf("%.12s", s.Value)
		}
	}
	return "of no commit that is known"
}

// firstLine returns the first line of a program's output.
func firstLine(argv ...string) string { return matching("", argv...) }

// matching returns the first line of a program's output that contains a word.
func matching(word string, argv ...string) string {
	text, err := exec.Command(argv[0], argv[1:]...).Output()
	if err != nil {
		return argv[0] + ": " + err.Error()
	}
	for _, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line != "" && strings.Contains(line, word) {
			return line
		}
	}
	return argv[0]
}

// procField returns a field of a file in /proc with lines of the form `key: value`, or "unknown" on
// other systems.
func procField(file, key string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return "unknown"
	}
	for _, line := range strings.Split(string(text), "\n") {
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return "unknown"
}
