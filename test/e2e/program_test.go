// Reads the programs and the directives in their head comments. It compiles
// nothing.

package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// program is one file of programs/.
type program struct {
	name    string
	path    string // absolute
	flags   []string
	threads bool
	clangs  map[int]bool
}

// wants reports whether the program is meant for this clang.
func (p *program) wants(clang int) bool { return p.clangs[clang] }

// sourceFlags returns a fresh slice with all flags for compiling the source.
func (p *program) sourceFlags(level []string) []string {
	args := []string{"-std=c++20", "-Wall", "-Werror"}
	args = append(args, level...)
	args = append(args, p.flags...)
	if p.threads {
		args = append(args, "-pthread")
	}
	return append(args, "-I", filepath.Join(filepath.Dir(filepath.Dir(p.path)), "include"))
}

// loadPrograms reads all programs in the order of their names.
func loadPrograms(t *testing.T) []*program {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("programs", "*.cpp"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs found: %v", err)
	}
	programs := make([]*program, 0, len(files))
	for _, file := range files {
		p := parseProgram(t, file)
		programs = append(programs, p)
	}
	return programs
}

// parseProgram reads the directives of one file. A directive is a word on a
// line "// E2E: word word" of the head comment:
//
//	clang14    also for clang-14; by default only 19 and 22 compile a program
//	no-clangN  not for this clang, with the reason in the comment beside it
//	threads    compiled and linked with -pthread
//	-fXXX      a flag for the source compilation
//
// An unknown word is an error, for a misspelt one would drop a variant.
func parseProgram(t *testing.T, file string) *program {
	t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{
		name:   strings.TrimSuffix(filepath.Base(file), ".cpp"),
		path:   path,
		clangs: map[int]bool{22: true, 19: true},
	}
	lines := strings.Split(string(text), "\n")
	if !strings.HasPrefix(lines[0], "// ") || strings.HasPrefix(lines[0], "// E2E:") {
		t.Errorf("%s: the first line must be a comment that says what the program shows", file)
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, "//") {
			break
		}
		words, ok := strings.CutPrefix(line, "// E2E:")
		if !ok {
			continue
		}
		for _, word := range strings.Fields(words) {
			switch {
			case word == "clang14":
				p.clangs[14] = true
			case word == "no-clang19":
				delete(p.clangs, 19)
			case word == "no-clang22":
				delete(p.clangs, 22)
			case word == "threads":
				p.threads = true
			case strings.HasPrefix(word, "-f"):
				p.flags = append(p.flags, word)
			default:
				t.Errorf("%s:%d: unknown E2E directive %q", file, i+1, word)
			}
		}
	}
	return p
}

// selectPrograms returns the named programs, and fails for a name that has none.
func selectPrograms(t *testing.T, programs []*program, names []string) []*program {
	t.Helper()
	byName := map[string]*program{}
	for _, p := range programs {
		byName[p.name] = p
	}
	var selected []*program
	for _, name := range names {
		if p := byName[name]; p != nil {
			selected = append(selected, p)
		} else {
			t.Errorf("no program %s.cpp", name)
		}
	}
	return selected
}
