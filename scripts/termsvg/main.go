// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command termsvg renders the terminal output of a program, with its colours, as an SVG picture for
// light and dark pages.
//
//	corolower --color=always explain frame f.ll |
//		go run ./scripts/termsvg -command 'corolower explain frame f.ll' > frame.svg
//
// It supports bold text and the eight colours, and rejects every other escape sequence. It assumes
// that all characters have the same width.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

func main() {
	command := flag.String("command", "", "the command that printed it, for the first line")
	flag.Parse()
	text, err := io.ReadAll(os.Stdin)
	if err == nil {
		var svg []byte
		if svg, err = draw(*command, string(text)); err == nil {
			_, err = os.Stdout.Write(svg)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "termsvg:", err)
		os.Exit(1)
	}
}

// Sizes in pixels. The font is unknown, so every run of characters has an explicit width.
const (
	charWidth  = 8.4
	lineHeight = 19
	fontSize   = 14
	margin     = 16
)

// colours are the class names, by SGR number.
var colours = map[string]string{"31": "red", "32": "green", "33": "yellow", "34": "blue", "35": "magenta", "36": "cyan"}

const style = `
    rect { fill: #ffffff; stroke: #d0d7de; }
    text { fill: #1f2328; font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; }
    .bold { font-weight: bold; }
    .dim { fill: #656d76; }
    .red { fill: #cf222e; } .green { fill: #116329; } .yellow { fill: #7d4e00; } .blue { fill: #0550ae; } .magenta { fill: #6639ba; } .cyan { fill: #1b6e78; }
    @media (prefers-color-scheme: dark) {
      rect { fill: #0d1117; stroke: #30363d; }
      text { fill: #e6edf3; }
      .dim { fill: #8b949e; }
      .red { fill: #ff7b72; } .green { fill: #56d364; } .yellow { fill: #e3b341; } .blue { fill: #79c0ff; } .magenta { fill: #d2a8ff; } .cyan { fill: #56d4dd; }
    }
`

// piece is a run of characters with the same look.
type piece struct {
	text, class string
}

// sgr matches a sequence that changes colours.
var sgr = regexp.MustCompile(`\x1b\[([0-9;]*)m`)

// look is the state that escape sequences have set.
type look struct {
	bold   bool
	colour string
}

// set applies the parameters of a sequence.
func (l *look) set(params string) error {
	for _, p := range strings.Split(params, ";") {
		switch {
		case p == "" || p == "0":
			*l = look{}
		case p == "1":
			l.bold = true
		case p == "22":
			l.bold = false
		case p == "39":
			l.colour = ""
		case colours[p] != "":
			l.colour = colours[p]
		default:
			return fmt.Errorf("a sequence with %q is not known", p)
		}
	}
	return nil
}

func (l *look) class() string {
	out := l.colour
	if l.bold {
		out = strings.TrimPrefix(out+" bold", " ")
	}
	return out
}

// pieces splits a line into pieces.
func pieces(line string, l *look) ([]piece, error) {
	var out []piece
	add := func(text string) {
		if text != "" {
			out = append(out, piece{text, l.class()})
		}
	}
	for {
		at := sgr.FindStringSubmatchIndex(line)
		if at == nil {
			break
		}
		add(line[:at[0]])
		if err := l.set(line[at[2]:at[3]]); err != nil {
			return nil, err
		}
		line = line[at[1]:]
	}
	add(line)
	for _, p := range out {
		if k := strings.IndexFunc(p.text, func(r rune) bool { return r < 0x20 || r == 0x7f }); k >= 0 {
			return nil, fmt.Errorf("character %q cannot be drawn", p.text[k])
		}
	}
	return out, nil
}

// draw writes the picture.
func draw(command, text string) ([]byte, error) {
	lines := [][]piece{}
	if command != "" {
		lines = append(lines, []piece{{"$ ", "dim"}, {command, "bold"}})
	}
	l := &look{}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		ps, err := pieces(line, l)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(lines)+1, err)
		}
		lines = append(lines, ps)
	}
	columns := 0
	for _, ps := range lines {
		n := 0
		for _, p := range ps {
			n += utf8.RuneCountInString(p.text)
		}
		columns = max(columns, n)
	}
	width, height := float64(columns)*charWidth+2*margin, len(lines)*lineHeight+2*margin
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.1f\" height=\"%d\" viewBox=\"0 0 %.1f %d\">\n",
		width, height, width, height)
	fmt.Fprintf(w, "  <title>%s</title>\n  <style>%s  </style>\n", escape(command), style)
	fmt.Fprintf(w, "  <rect x=\"0.5\" y=\"0.5\" width=\"%.1f\" height=\"%d\" rx=\"8\"/>\n", width-1, height-1)
	for k, ps := range lines {
		column := 0
		for _, p := range ps {
			n := utf8.RuneCountInString(p.text)
			// Do not draw blanks at the ends of a piece, because a viewer may drop them.
			left := len(p.text) - len(strings.TrimLeft(p.text, " "))
			shown := strings.TrimSpace(p.text)
			if shown != "" {
				class := ""
				if p.class != "" {
					class = fmt.Sprintf(" class=\"%s\"", p.class)
				}
				fmt.Fprintf(w, "  <text x=\"%.1f\" y=\"%d\" textLength=\"%.1f\"%s>%s</text>\n",
					margin+float64(column+left)*charWidth,
					margin+k*lineHeight+fontSize, float64(utf8.RuneCountInString(shown))*charWidth,
					class, escape(shown))
			}
			column += n
		}
	}
	fmt.Fprintln(w, "</svg>")
	if err := w.Flush(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// escape converts text to XML. XML would collapse several blanks into one.
func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "  ", " \u00a0").Replace(s)
}
