// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents returns the texts for readers, by path from the root.
func documents(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(docs) < 10 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	texts := map[string]string{}
	for _, name := range append(docs, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		texts[rel] = string(text)
	}
	return texts
}

var (
	fencedBlock = regexp.MustCompile("(?s)```.*?```")
	codeSpan    = regexp.MustCompile("`([^`\n]+)`")
	treePath    = regexp.MustCompile(`^(?:internal|test|docs|scripts|examples|bench|cmd|contrib|llircoro)/[\w./-]*\w/?$`)
	goName      = regexp.MustCompile(`^([a-z]+)\.([A-Za-z]\w*)`)
	testName    = regexp.MustCompile(`^(?:Test|Fuzz|Benchmark)[A-Z]\w*$`)
	goTest      = regexp.MustCompile(`go test ([^\n` + "`" + `|]*)`)
	docLink     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	docHeading  = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	testFunc    = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
)

// sources returns the Go files of the tree, by folder. The tests of documents look names up in
// them.
func sources(t *testing.T) map[string]string {
	t.Helper()
	bodies := map[string]string{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == ".git" || d.Name() == ".tools" || d.Name() == "testdata") {
			if err == nil {
				err = filepath.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, filepath.Dir(path))
		bodies[filepath.ToSlash(rel)] += string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return bodies
}

// TestNamesInDocs checks that paths, tests, and identifiers of packages that documents show in
// backticks exist.
func TestNamesInDocs(t *testing.T) {
	bodies := sources(t)
	all := ""
	packages := map[string][]string{} // folders by package name
	intrinsics := map[string]bool{}   // coro.begin is an intrinsic, and no name of package coro
	for _, m := range regexp.MustCompile(`Name: +"(coro[\w.]*)"`).FindAllStringSubmatch(bodies["internal/ir"], -1) {
		intrinsics[m[1]] = true
	}
	for dir, text := range bodies {
		packages[filepath.Base(dir)] = append(packages[filepath.Base(dir)], dir)
		all += text
	}
	checked := 0
	for name, text := range documents(t) {
		for _, m := range codeSpan.FindAllStringSubmatch(fencedBlock.ReplaceAllString(text, ""), -1) {
			word := m[1]
			switch {
			case treePath.MatchString(word):
				checked++
				if _, err := os.Stat(filepath.Join("..", "..", word)); err != nil {
					t.Errorf("%s names %s, and there is no such file", name, word)
				}
			case testName.MatchString(word):
				checked++
				if !strings.Contains(all, "func "+word+"(") {
					t.Errorf("%s names %s, and there is no such test", name, word)
				}
			default:
				q := goName.FindStringSubmatch(word)
				if q == nil || len(packages[q[1]]) == 0 || q[2] == "go" || intrinsics[word] {
					continue
				}
				checked++
				found := false
				for _, dir := range packages[q[1]] {
					found = found || regexp.MustCompile(`\b`+q[2]+`\b`).MatchString(bodies[dir])
				}
				if !found {
					t.Errorf("%s names %s, and package %s has no such name", name, word, q[1])
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d names were looked up", checked)
	}
}

// TestLinksInDocs checks that the files and headings that documents link to exist.
func TestLinksInDocs(t *testing.T) {
	root := filepath.Join("..", "..")
	texts := documents(t)
	results, err := filepath.Glob(filepath.Join(root, "bench", "results", "*.md"))
	if err != nil || len(results) == 0 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	for _, name := range append(results, filepath.Join(root, "CHANGELOG.md")) {
		rel, _ := filepath.Rel(root, name)
		texts[rel] = read(rel)
	}
	for name, text := range texts {
		for _, m := range docLink.FindAllStringSubmatch(fencedBlock.ReplaceAllString(text, ""), -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(file, ":") {
				continue // another site
			}
			target := name
			if file != "" {
				target = filepath.Join(filepath.Dir(name), file)
			}
			if _, err := os.Stat(filepath.Join(root, target)); err != nil {
				t.Errorf("%s links to %s, and there is no such file", name, m[1])
				continue
			}
			found := anchor == ""
			if !found {
				for _, h := range docHeading.FindAllStringSubmatch(fencedBlock.ReplaceAllString(read(target), ""), -1) {
					id := strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")
					found = found || id == anchor
				}
			}
			if !found {
				t.Errorf("%s links to %s, and there is no such heading", name, m[1])
			}
		}
	}
}

// TestGoTestsInDocs checks that a `go test` command in a document runs at least one test.
func TestGoTestsInDocs(t *testing.T) {
	bodies := sources(t)
	commands := 0
	for name, text := range documents(t) {
		for _, m := range goTest.FindAllStringSubmatch(text, -1) {
			var dirs []string
			run := ""
			words := strings.Fields(m[1])
			for k, w := range words {
				w = strings.Trim(w, "'")
				if strings.HasPrefix(w, "./") {
					dirs = append(dirs, strings.TrimSuffix(strings.TrimPrefix(w, "./"), "/"))
				}
				if w == "-run" && k+1 < len(words) {
					run = strings.Trim(words[k+1], "'")
				}
			}
			if len(dirs) == 0 {
				continue // "every `go test` runs it"
			}
			commands++
			top, _, _ := strings.Cut(run, "/")
			re, err := regexp.Compile(top)
			if err != nil {
				t.Errorf("%s: go test %s: %v", name, m[1], err)
				continue
			}
			found := false
			for folder, body := range bodies {
				for _, d := range dirs {
					rest, below := strings.CutSuffix(d, "/...")
					if folder != d && !(below && (folder == rest || strings.HasPrefix(folder, rest+"/"))) {
						continue
					}
					for _, f := range testFunc.FindAllStringSubmatch(body, -1) {
						found = found || re.MatchString(f[1])
					}
				}
			}
			if !found {
				t.Errorf("%s: go test %s runs no test", name, m[1])
			}
		}
	}
	if commands < 5 {
		t.Errorf("only %d commands were found", commands)
	}
}

// avoided has words that are hard to understand, with their replacements.
var avoided = []struct{ pattern, instead string }{
	{`\bmend(s|ed|ing)?\b`, "fix"},
	{`\btold\b|\btells? of\b`, "report, say, known"},
	{`\bof which\b`, "a sentence of its own"},
	{`\bbehind (each|the) (pass|suspend|call)\b`, "after"},
	{`\bby turns\b`, "alternately"},
	{`\bat a machine\b|\bof the machine\b`, "installed"},
	{`\bglue\b|\bbarren\b|\btwins?\b`, "the field's term"},
}

// TestWordsInDocs checks that documents contain no words of avoided.
func TestWordsInDocs(t *testing.T) {
	for name, text := range documents(t) {
		text = codeSpan.ReplaceAllString(fencedBlock.ReplaceAllString(text, ""), "")
		for _, a := range avoided {
			for _, hit := range regexp.MustCompile(a.pattern).FindAllStringIndex(text, -1) {
				t.Errorf("%s:%d: %q: write %s", name, strings.Count(text[:hit[0]], "\n")+1, text[hit[0]:hit[1]],
					a.instead)
			}
		}
	}
}

// unsaid has words that messages must not use, in addition to those of avoided.
var unsaid = []struct{ pattern, instead string }{
	{`\bbehind\b`, "after"},
	{`\bin front of\b`, "before"},
	{`\bof whom\b`, "a sentence of its own"},
	{`\bwhat (is|are) (not|no)\b`, "a noun: code that is not known"},
	{`\bgiven? back\b`, "free"},
}

// TestWordsInMessages checks the string literals of the program for both lists of words. It skips
// examples and tables of words, which are not messages.
func TestWordsInMessages(t *testing.T) {
	skip := regexp.MustCompile(`_test\.go$|/rule/examples\.go$|/lowertest/|/htmltest/|/ir/claim\.go$|/launch/flags\.go$|/parse/words\.go$`)
	type shunned struct {
		re      *regexp.Regexp
		instead string
	}
	var list []shunned
	for _, a := range append(unsaid, avoided...) {
		list = append(list, shunned{regexp.MustCompile(a.pattern), a.instead})
	}
	fs, literals := token.NewFileSet(), 0
	for _, root := range []string{"../../cmd", "../../internal"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || skip.MatchString(filepath.ToSlash(path)) {
				return err
			}
			f, err := parser.ParseFile(fs, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING || !strings.Contains(strings.TrimSpace(lit.Value), " ") {
					return true
				}
				literals++
				for _, a := range list {
					if hit := a.re.FindString(lit.Value); hit != "" {
						t.Errorf("%s: %q in %s: write %s", fs.Position(lit.Pos()), hit, lit.Value, a.instead)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if literals < 2000 {
		t.Errorf("only %d literals were found", literals)
	}
}
