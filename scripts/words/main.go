// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command words compares the words of a source tree of LLVM with those that corolower's reader knows.
//
//	go run ./scripts/words TREE
//
// TREE contains llvm/. The words are the keywords and types of the lexer, the attributes, the
// operations of atomicrmw, the metadata nodes and the fields of those that the reader checks, and the
// coroutine intrinsics. A word is known if it stands in a string of internal/parse or internal/ir. The
// output is a line for each kind: how many words there are, and those that are missing.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// kinds says where each kind of word stands in LLVM's sources.
var kinds = []struct {
	name, file string
	expr       *regexp.Regexp
}{
	{"keywords", "llvm/lib/AsmParser/LLLexer.cpp", regexp.MustCompile(`\bKEYWORD\((\w+)\)`)},
	{"types", "llvm/lib/AsmParser/LLLexer.cpp", regexp.MustCompile(`TYPEKEYWORD\("(\w+)"`)},
	{"instructions", "llvm/lib/AsmParser/LLLexer.cpp", regexp.MustCompile(`\bINSTKEYWORD\((\w+),`)},
	{"attributes", "llvm/include/llvm/IR/Attributes.td", regexp.MustCompile(`: \w+Attr<"(\w+)"`)},
	{"atomicrmw", "llvm/lib/AsmParser/LLParser.cpp", regexp.MustCompile(`case lltok::kw_(\w+):\s+Operation = AtomicRMWInst`)},
	{"metadata nodes", "llvm/include/llvm/IR/Metadata.def", regexp.MustCompile(`HANDLE_SPECIALIZED_MDNODE_(?:LEAF|LEAF_UNIQUABLE|LEAF_UNIQUED)\((\w+)\)`)},
	{"operators of DIExpression", "llvm/include/llvm/BinaryFormat/Dwarf.def", regexp.MustCompile(`HANDLE_DW_OP\(\w+, ((?:LLVM|GNU)_\w+),`)},
	{"coroutine intrinsics", "llvm/include/llvm/IR/Intrinsics.td", regexp.MustCompile(`def int_(coro_\w+)`)},
}

// ofSummaries are keywords of module summaries, which the reader copies.
var ofSummaries = regexp.MustCompile(`// Summary index keywords\.((?s).*?)#undef KEYWORD`)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/words TREE")
		os.Exit(2)
	}
	if err := compare(os.Stdout, os.Args[1], "."); err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(1)
	}
}

// compare writes the result for a tree of LLVM and a checkout.
func compare(w io.Writer, tree, checkout string) error {
	known, err := knownWords(filepath.Join(checkout, "internal/parse"), filepath.Join(checkout, "internal/ir"))
	if err != nil {
		return err
	}
	for _, k := range kinds {
		text, err := os.ReadFile(filepath.Join(tree, k.file))
		if err != nil {
			return err
		}
		if k.name == "keywords" {
			text = ofSummaries.ReplaceAll(text, nil)
		}
		var all, missing []string
		for _, m := range k.expr.FindAllSubmatch(text, -1) {
			all = append(all, string(m[1]))
		}
		slices.Sort(all)
		all = slices.Compact(all)
		for _, x := range all {
			if !known[plain(x)] {
				missing = append(missing, x)
			}
		}
		fmt.Fprintf(w, "%s: %d, missing %d: %s\n", k.name, len(all), len(missing), strings.Join(missing, " "))
	}
	return nil
}

// plain writes the names of intrinsics as their definitions do: with underscores.
func plain(w string) string { return strings.ReplaceAll(w, ".", "_") }

var word = regexp.MustCompile(`[A-Za-z_][\w.]*`)

// knownWords returns all words in the strings of packages.
func knownWords(dirs ...string) (map[string]bool, error) {
	known := map[string]bool{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
				return err
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					if s, err := strconv.Unquote(l.Value); err == nil {
						for _, w := range word.FindAllString(s, -1) {
							known[plain(w)] = true
						}
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return known, nil
}
