// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command playground joins the parts of the playground into one page: scripts/playground.sh calls it
// with the directory of corolower.wasm and wasm_exec.js, and the page to write.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// examples are those of the page, the first of which it shows.
var examples = []string{"generator", "tasks", "echo", "gpu_generator", "mistakes"}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

func run(dir, out string) error {
	var failed error
	read := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil && failed == nil {
			failed = err
		}
		return string(b)
	}
	type example struct {
		Name   string `json:"name"`
		Text   string `json:"text"`
		Source string `json:"source,omitempty"`
	}
	var list []example
	for _, name := range examples {
		source, _ := os.ReadFile(filepath.Join("examples", name+".cpp")) // some were written as IR
		list = append(list, example{name, read(filepath.Join("examples", name+".ll")), string(source)})
	}
	texts, err := json.Marshal(list) // without <, so that it ends no script
	if err != nil {
		return err
	}
	program := packed(read(filepath.Join(dir, "corolower.wasm")))
	page := strings.NewReplacer("{{style}}", read("playground/page.css"), "{{script}}", read("playground/page.js"),
		"{{examples}}", string(texts), "{{runtime}}", read(filepath.Join(dir, "wasm_exec.js")), "{{program}}", parts(program)).
		Replace(read("playground/page.html"))
	if failed != nil {
		return failed
	}
	fmt.Printf("%s: %d bytes; the program has %d, compressed\n", out, len(page), len(program))
	return os.WriteFile(out, []byte(page), 0o666)
}

func packed(text string) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = z.Write([]byte(text)) // to memory
	_ = z.Close()
	return b.Bytes()
}

// parts returns the program as scripts, which the page runs while it still loads. The last one is empty.
func parts(program []byte) string {
	const size = 192 << 10
	var b strings.Builder
	for part := range slices.Chunk(program, size) {
		fmt.Fprintf(&b, "<script>part(%q)</script>\n", base64.StdEncoding.EncodeToString(part))
	}
	return b.String() + `<script>part("")</script>`
}
