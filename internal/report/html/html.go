// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package html writes a report as one self-contained HTML file: it needs no network, no server, and
// no fonts but the reader's.
//
// It derives nothing and changes no report: the report holds the data, and the directory assets
// decides how they are shown. Equal reports result in equal bytes. Names and texts of a report are
// not trusted: the file holds them as JSON without any `<`, and its script inserts them as text and
// never as markup, which the page's Content-Security-Policy, with trusted types, enforces.
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

// Options configure how a report is written.
type Options struct {
	Title   string // title of the page; "" is "Coroutines"
	MaxText int    // approximate limit in bytes for source and IR texts; 0 is DefaultMaxText, negative is none
}

// DefaultMaxText bounds the compressed size of source and IR texts in a file. Those of the largest
// frames are kept.
const DefaultMaxText = 16 << 20

//go:embed assets
var assets embed.FS

// scripts are the files of the page's script, in order. They share one scope.
var scripts = []string{"base.js", "table.js", "treemap.js", "frame.js", "live.js", "graph.js", "code.js",
	"views.js", "app.js"}

// Write writes the report as an HTML file. An error is an error of w.
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

// asset returns a file of assets; the build guarantees that it exists.
func asset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// hash returns the name of an inline element in a policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
