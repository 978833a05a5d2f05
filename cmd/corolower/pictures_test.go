// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package main_test

import (
	"encoding/xml"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// drawn returns the lines of text in a picture, ordered by the positions of their pieces.
func drawn(t *testing.T, svg []byte) string {
	t.Helper()
	var pic struct {
		Text []struct {
			X    float64 `xml:"x,attr"`
			Y    int     `xml:"y,attr"`
			Text string  `xml:",chardata"`
		} `xml:"text"`
	}
	if err := xml.Unmarshal(svg, &pic); err != nil {
		t.Fatal(err)
	}
	const charWidth, lineHeight, margin = 8.4, 19, 16
	var lines []string
	for _, p := range pic.Text {
		for len(lines) <= (p.Y-margin)/lineHeight {
			lines = append(lines, "")
		}
		l := &lines[(p.Y-margin)/lineHeight]
		column := int(math.Round((p.X - margin) / charWidth))
		*l += strings.Repeat(" ", max(0, column-len([]rune(*l)))) + strings.ReplaceAll(p.Text, "\u00a0", " ")
	}
	return strings.Join(lines, "\n")
}

// TestPictures checks that the pictures of terminals under docs are the script's output, and that
// their text is the program's output, line by line.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	if out, code := in(filepath.Join("..", ".."), "./scripts/pictures.sh '"+dir+"'",
		"COROLOWER_BIN="+binary); code != 0 {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	names, err := filepath.Glob(filepath.Join("..", "..", "docs", "pictures", "*.svg"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no pictures, %v", err)
	}
	for _, name := range names {
		have, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		again, err := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
		if err != nil || string(again) != string(have) {
			t.Errorf("%s is not what scripts/pictures.sh draws (%v)", name, err)
		}
		shown, text, _ := strings.Cut(drawn(t, have), "\n")
		words := strings.Fields(strings.TrimPrefix(shown, "$ corolower "))
		r := command(filepath.Join("..", ".."), "", nil, words...)
		if want := strings.TrimRight(r.stdout+r.stderr, "\n"); text != want {
			t.Errorf("%s shows\n%s\nthe program prints\n%s", name, text, want)
		}
	}
}

// TestTerminalPicture checks that the script refuses text that it cannot draw, and colours the
// rest.
func TestTerminalPicture(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "termsvg")
	if out, err := exec.Command("go", "build", "-pgo=off", "-o", tool, "../../scripts/termsvg").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		text, want string
		code       int
	}{
		{`a \033[31;1mb  c\033[0m<&"`, `<text x="32.8" y="30" textLength="33.6" class="red bold">b ` + "\u00a0" +
			`c</text>`, 0},
		{`a \033[31;1mb  c\033[0m<&"`, `textLength="25.2">&lt;&amp;&quot;</text>`, 0},
		{`\033[32mone\ntwo\033[39m three`, `<text x="16.0" y="49" textLength="25.2" class="green">two</text>`, 0},
		{`\033[38;5;1mx`, `line 1: a sequence with "38" is not known`, 1},
		{`x\033[2J`, `character '\x1b' cannot be drawn`, 1},
		{`x\ty`, `character '\t' cannot be drawn`, 1},
	} {
		out, code := in(".", `printf '`+c.text+`' | `+tool)
		if code != c.code || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit code %d, no %s in\n%s", c.text, code, c.want, out)
		}
	}
}
