package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocs runs what the documents show. A block of the kind console holds commands behind `$ ` and what they print, stdout in front of
// stderr; a line `...` stands for any lines.
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
		for _, block := range strings.Split(string(text), "```console\n$ ")[1:] {
			block, _, _ = strings.Cut(block, "```")
			for _, example := range strings.Split(block, "\n$ ") {
				command, want, _ := strings.Cut(example, "\n")
				n++
				t.Run(filepath.Base(name)+"/"+command, func(t *testing.T) {
					cmd := exec.Command("bash", "-c", command)
					cmd.Dir = filepath.Join("..", "..")
					cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH"))
					var out, msg strings.Builder
					cmd.Stdout, cmd.Stderr = &out, &msg
					_ = cmd.Run() // a failing check is shown, too
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

// shown reports whether a text is what a document shows of it.
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
