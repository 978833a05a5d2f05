// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command filegraph measures the dependencies between the files of packages, symbol by symbol. For
// each package it prints the number of lines and the size of the largest strongly connected
// component of its files: a set in which each file uses each other one, directly or through others.
// It also prints the largest such set of all packages.
//
//	go run ./scripts/filegraph ./internal/lower/...
//
// Test files do not count. It reads types from source and writes nothing.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

func main() {
	log.SetFlags(0)
	args := os.Args[1:]
	if len(args) == 0 {
		args = []string{"./..."}
	}
	list := exec.Command("go",
		append([]string{"list", "-pgo=off", "-f", "{{.ImportPath}}\t{{.Dir}}\t{{range .GoFiles}}{{.}} {{end}}"},
			args...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		log.Fatal("go list: ", err)
	}
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "source", nil)
	uses := map[string]map[string]bool{} // file -> files whose symbols it uses
	var pkgs [][]string
	var names []string
	for _, line := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		f := strings.SplitN(line, "\t", 3)
		var files []*ast.File
		var paths []string
		for _, n := range strings.Fields(f[2]) {
			path := filepath.Join(f[1], n)
			a, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				log.Fatal(err)
			}
			files, paths = append(files, a), append(paths, path)
		}
		if len(files) == 0 {
			continue
		}
		names, pkgs = append(names, f[0]), append(pkgs, paths)
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		conf := types.Config{Importer: imp}
		if _, err := conf.Check(f[0], fset, files, info); err != nil {
			log.Fatal(err)
		}
		for id, o := range info.Uses {
			if o.Pos() == token.NoPos {
				continue
			}
			from, to := fset.Position(id.Pos()).Filename, fset.Position(o.Pos()).Filename
			if from != to {
				if uses[from] == nil {
					uses[from] = map[string]bool{}
				}
				uses[from][to] = true
			}
		}
	}
	var all []string
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	fmt.Fprintf(w, "%-60s %6s %6s %s\n", "package", "files", "lines", "largest cycle of files")
	for k, files := range pkgs {
		n := 0
		for _, p := range files {
			text, err := os.ReadFile(p)
			if err != nil {
				log.Fatal(err)
			}
			n += bytes.Count(text, []byte("\n"))
		}
		fmt.Fprintf(w, "%-60s %6d %6d %d\n", names[k], len(files), n, largest(files, uses))
		all = append(all, files...)
	}
	fmt.Fprintf(w, "%-60s %6d %6s %d\n", "all together", len(all), "", largest(all, uses))
}

// largest returns the size of the largest strongly connected component of files (Tarjan).
func largest(files []string, uses map[string]map[string]bool) int {
	in := map[string]bool{}
	for _, f := range files {
		in[f] = true
	}
	num, low, onStack := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	count, best := 0, 0
	var visit func(v string)
	visit = func(v string) {
		count++
		num[v], low[v] = count, count
		stack, onStack[v] = append(stack, v), true
		var next []string
		for w := range uses[v] {
			if in[w] {
				next = append(next, w)
			}
		}
		sort.Strings(next)
		for _, w := range next {
			if num[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if onStack[w] {
				low[v] = min(low[v], num[w])
			}
		}
		if low[v] == num[v] {
			size := 0
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[w] = false
				size++
				if w == v {
					break
				}
			}
			best = max(best, size)
		}
	}
	for _, f := range files {
		if num[f] == 0 {
			visit(f)
		}
	}
	return best
}
