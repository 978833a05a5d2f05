// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package device builds device programs: it reads their directives and runs clang, the lowering,
// llc and ptxas on them. It does not judge the results. The tests of test/gpu and the benchmark of
// bench/gpu call it to get files.
package device

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// A Program is one kernel in C++, for the device and for the host.
type Program struct {
	Name  string
	Path  string
	words map[string]bool
}

// words are the directives that a program's head comment may contain after "// GPU:".
var words = map[string]string{
	"local":     "no allocation may be left: every frame lies in local memory",
	"heap":      "a frame stays on the heap, whatever the lowering",
	"pool":      "frames come from memory of the program's own",
	"symmetric": "coroutines hand control to each other: no transfer may need stack",
	"deep":      "thousands of transfers: where they need stack, the thread's is too small",
	"fibers":    "threads of a block meet at barriers",
}

// Is reports whether the program has a directive.
func (p *Program) Is(word string) bool {
	if _, ok := words[word]; !ok {
		panic("unknown directive " + word)
	}
	return p.words[word]
}

// Load reads the programs of a directory, sorted by name.
func Load(dir string) ([]*Program, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.cpp"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no programs in %s", dir)
	}
	sort.Strings(files)
	var out []*Program
	for _, file := range files {
		p, err := read(file)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// read reads the directives of one file. The first line describes the program. An unknown word is
// an error.
func read(file string) (*Program, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p := &Program{Name: strings.TrimSuffix(filepath.Base(file), ".cpp"), Path: path, words: map[string]bool{}}
	lines := strings.Split(string(text), "\n")
	if !strings.HasPrefix(lines[0], "// ") || strings.HasPrefix(lines[0], "// GPU:") {
		return nil, fmt.Errorf("%s: the first line must be a comment that says what the program shows", file)
	}
	found := false
	for n, line := range lines {
		if !strings.HasPrefix(line, "//") {
			break
		}
		list, ok := strings.CutPrefix(line, "// GPU:")
		if !ok {
			continue
		}
		found = true
		for _, word := range strings.Fields(list) {
			if _, ok := words[word]; !ok {
				return nil, fmt.Errorf("%s:%d: unknown directive %q", file, n+1, word)
			}
			p.words[word] = true
		}
	}
	if !found || p.words["local"] == (p.words["heap"] || p.words["pool"]) {
		return nil, fmt.Errorf("%s: a program says where its frames lie: // GPU: local, heap or pool", file)
	}
	return p, nil
}
