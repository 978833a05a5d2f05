// Package html writes a report as one HTML file that needs nothing else: no network, no server, no
// fonts but the reader's.
//
// It finds nothing out and changes no report; what is shown is in the report, and how it is shown
// is in assets. The file is the same bytes for the same report. Names and texts of a report are not
// trusted: they go into the file as JSON in which no `<` is left, and the script in it makes text
// of them and never markup, to which the page's own policy holds it (Content-Security-Policy, with
// trusted types).
package html

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/corolower/corolower/internal/report"
)

// Options say how a report is written.
type Options struct {
	Title   string // of the page; "" is "Coroutines"
	MaxText int    // bytes of the file that source and IR texts may take, about; 0 is DefaultMaxText, less is none
}

// DefaultMaxText bounds what source and IR texts take in a file, compressed as they are there:
// those of the largest frames are kept.
const DefaultMaxText = 16 << 20

//go:embed assets
var assets embed.FS

// scripts are the parts of the page's script, in their order. They share one scope.
var scripts = []string{"base.js", "table.js", "treemap.js", "frame.js", "live.js", "graph.js", "code.js",
	"views.js", "app.js"}

// Write writes the report as an HTML file. An error is one of w's.
func Write(w io.Writer, r *report.Report, o Options) error {
	if o.Title == "" {
		o.Title = "Coroutines"
	}
	if o.MaxText == 0 {
		o.MaxText = DefaultMaxText
	}
	style, script := asset("app.css"), "\"use strict\";\n(() => {\n"
	for _, name := range scripts {
		script += asset(name)
	}
	script += "})();\n"
	policy := fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; "+
		"form-action 'none'; "+
		"require-trusted-types-for 'script'; trusted-types 'none'", hash(script), hash(style))
	head, tail, _ := strings.Cut(asset("page.html"), "{{data}}")
	fill := strings.NewReplacer("{{policy}}", policy, "{{title}}", html.EscapeString(o.Title), "{{style}}", style,
		"{{script}}", script)
	b := bufio.NewWriter(w)
	if _, err := fill.WriteString(b, head); err != nil {
		return err
	}
	if err := writeData(b, r, o); err != nil {
		return err
	}
	if _, err := fill.WriteString(b, tail); err != nil {
		return err
	}
	return b.Flush()
}

// asset gives a file of assets; that each is there is a matter of the build.
func asset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// hash names an inline element in a policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
