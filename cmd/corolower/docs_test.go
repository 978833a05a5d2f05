// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocs runs the commands in documents. A code block of the kind console has commands after `$
// `, followed by their output: first stdout, then stderr. A line `...` matches any number of lines.
func TestDocs(t *testing.T) {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range append(files, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lost := "" // a tool without which an earlier command of the page made no file in /tmp
		for _, block := range strings.Split(string(text), "```console\n$ ")[1:] {
			block, _, _ = strings.Cut(block, "```")
			for _, example := range strings.Split(block, "\n$ ") {
				command, want, _ := strings.Cut(example, "\n")
				n++
				t.Run(filepath.Base(name)+"/"+command, func(t *testing.T) {
					tool := missingTool(command)
					if strings.Contains(command, "/tmp/") {
						lost = cmp.Or(lost, tool)
						tool = lost
					}
					if tool != "" {
						t.Skipf("%s is not installed", tool)
					}
					cmd := exec.Command("bash", "-c", command)
					cmd.Dir = filepath.Join("..", "..")
					cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH"))
					var out, msg strings.Builder
					cmd.Stdout, cmd.Stderr = &out, &msg
					_ = cmd.Run() // a document may show a failing check
					got := out.String() + msg.String()
					if !shown(strings.TrimSpace(want), strings.TrimSpace(got)) {
						t.Errorf("printed\n%s\nthe document shows\n%s", got, want)
					}
				})
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d commands in the documents", n)
	}
}

// TestReadmeCommands runs the indented blocks of README and of docs/pipes.md that use the program, in
// a directory with examples and test. README's lines for CMake build the tour's program, and must
// elide an allocation. It skips blocks whose tools are not installed.
func TestReadmeCommands(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, name := range []string{"README.md", "docs/pipes.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range indentedBlocks(string(text)) {
			if !strings.Contains(b, "corolower ") || strings.HasPrefix(b, "go ") {
				continue
			}
			// README calls clang++ by the name that it has without a version.
			b = strings.ReplaceAll(b, "=clang++ ", "=clang++-22 ")
			if missing := missingTool(b); missing != "" {
				t.Logf("no %s for\n%s", missing, b)
				continue
			}
			dir := t.TempDir()
			for _, name := range []string{"examples", "test"} {
				if err := os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			put(t, dir, "CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(tour CXX)\nset(CMAKE_CXX_STANDARD 20)\n"+
				"add_executable(tour examples/tour/before.cpp)\n")
			cmd := exec.Command("bash", "-euo", "pipefail", "-c", b)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH"), "XDG_CACHE_HOME="+dir)
			out, err := cmd.CombinedOutput()
			if err != nil || strings.Contains(b, "--stats") && !regexp.MustCompile(`[1-9]\d* +allocations elided`).Match(out) {
				t.Errorf("%v\n%s\n%s", err, b, out)
			}
			ran++
		}
	}
	if ran == 0 {
		t.Error("nothing was run")
	}
}

// missingTool returns a tool that commands use and that is not installed, or "".
func missingTool(commands string) string {
	for _, tool := range []string{"clang++-22", "clang-22", "clang++-14", "opt-22", "opt-14", "llc-22", "llc-14", "ptxas", "cmake"} {
		if _, err := exec.LookPath(tool); err != nil && strings.Contains(commands, tool) {
			return tool
		}
	}
	return ""
}

// indentedBlocks returns the blocks of a document that are indented by four columns, outside fenced
// ones. A line with more columns continues a block.
func indentedBlocks(text string) []string {
	var blocks []string
	inside, fenced := false, false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if fenced {
			continue
		}
		rest, ok := strings.CutPrefix(line, "    ")
		if ok = ok && !strings.HasPrefix(rest, " ") || ok && inside; !ok {
			inside = false
			continue
		}
		if !inside {
			blocks = append(blocks, "")
		}
		inside = true
		blocks[len(blocks)-1] += rest + "\n"
	}
	return blocks
}

// TestConfigInDocs checks that the configurations in documents are valid.
func TestConfigInDocs(t *testing.T) {
	conf := ""
	for _, name := range []string{"check.md", "budgets.md", "builds.md"} {
		text, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), "```toml\n")
		block, _, ok := strings.Cut(rest, "```")
		if !ok {
			t.Fatalf("docs/%s shows no configuration", name)
		}
		conf += block
	}
	dir := workDir(t)
	put(t, dir, "corolower.toml", conf)
	put(t, dir, "known.json", "{\"version\": 1, \"findings\": []}")
	if r := command(dir, "", nil, "check", "f.ll"); r.code != 0 {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
}

// shown reports whether a text matches the part of it that a document shows.
func shown(want, got string) bool {
	parts := strings.Split("\n"+want+"\n", "\n...\n")
	got = "\n" + got + "\n"
	for i, p := range parts {
		k := strings.Index(got, p)
		if k < 0 || i == 0 && k != 0 {
			return false
		}
		got = got[k+len(p):]
		if i == len(parts)-1 {
			return got == "" || p == ""
		}
		got = "\n" + got
	}
	return true
}
