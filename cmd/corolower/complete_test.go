// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package main_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// bashCompletes returns the words that bash, without the package bash-completion, offers after a
// line.
func bashCompletes(t *testing.T, dir, line string) []string {
	t.Helper()
	script := `PATH=` + filepath.Dir(binary) + `:$PATH
source <(corolower completion bash)
COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMP_KEY=9
read -ra COMP_WORDS <<<"$1"; [[ $1 == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; }
__start_corolower
printf '%s\n' "${COMPREPLY[@]}"`
	cmd := exec.Command("bash", "--norc", "--noprofile", "-c", script, "bash", line)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	var words []string
	for l := range strings.SplitSeq(string(out), "\n") {
		l, _, _ = strings.Cut(l, " ") // a description follows the word
		if l != "" {
			words = append(words, l)
		}
	}
	return words
}

func TestBashCompletion(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	dir := workDir(t)
	for line, want := range map[string]string{
		"corolower che":                               "check",
		"corolower check --format=s":                  "sarif",
		"corolower check --format j":                  "json",
		"corolower check --disable begin-tw":          "begin-twice",
		"corolower check --disable=begin-twice,free-": "begin-twice,free-raw begin-twice,free-twice",
		"corolower --passes=coro-early,coro-sp":       "coro-early,coro-split coro-early,coro-split<reuse-storage>",
		"corolower -passes coro-cl":                   "coro-cleanup",
		"corolower --emit p":                          "ptx",
		"corolower --color=ne":                        "never",
		"corolower completion po":                     "powershell",
		"corolower --pass-remarks-miss":               "--pass-remarks-missed",
		"corolower explain elision --format=":         "json text",
		"corolower explain elision --compare=":        "clang",
		"corolower explain frame --compare=":          "clang",
		"corolower explain frame --format=":           "json text",
		"corolower explain frame --sort=":             "offset size",
		"corolower explain states --format=":          "dot json text",
		"corolower explain ":                          "elision frame states",
		"corolower diff --format=":                    "text markdown json sarif github gitlab",
		"corolower project --format=":                 "text markdown json sarif github gitlab",
		"corolower diff --budget max-":                "max-frame= max-total= max-missed=",
		"corolower repo":                              "report",
		"corolower warn":                              "warn.ll",
		"corolower check bro":                         "broken.ll",
		"corolower check bc":                          "bc.ll",
		"corolower a.rs":                              "",
		"corolower -print-changed=q":                  "quiet",
	} {
		got := strings.Join(bashCompletes(t, dir, line), " ")
		if k := strings.IndexByte(want, ' '); k >= 0 { // the words may have any order
			for _, w := range strings.Fields(want) {
				if !strings.Contains(" "+got+" ", " "+w+" ") {
					t.Errorf("%q: got %q, want %q", line, got, want)
				}
			}
			continue
		}
		if strings.TrimSuffix(got, "=") != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

// TestCompletionOfValues checks that every option with a fixed set of values offers them, also if
// the option has only one dash.
func TestCompletionOfValues(t *testing.T) {
	dir := workDir(t)
	for line, want := range map[string]string{
		"--emit= ":                        "--emit=ptx",
		"-passes=coro-early,cgscc(coro-s": "coro-early,cgscc(coro-split",
		"--target= ":                      "--target=nvptx64-nvidia-cuda",
		"-target ":                        "nvptx64-nvidia-cuda",
		"--ptx-pragma ":                   "body",
		"--llvm-version ":                 "23",
		"check --format ":                 "gitlab",
		"check --error=ini,end-m":         "ini,end-missing",
		"check --rules=ramp":              "ramp-frees",
		"--print-after ":                  "coro-split",
		"help ":                           "passes",
	} {
		args := strings.Split(strings.TrimSuffix(line, "= "), " ")
		if strings.HasSuffix(line, "= ") {
			args = []string{strings.TrimSuffix(line, " ")}
			want = strings.TrimPrefix(want, args[0])
		}
		r := command(dir, "", nil, append([]string{"__complete"}, args...)...)
		if r.code != 0 || !strings.Contains("\n"+r.stdout, "\n"+want) {
			t.Errorf("%q: exit code %d, no %q in\n%s", line, r.code, want, r.stdout)
		}
	}
}

// TestCompletionScriptsParse checks that each installed shell parses its script.
func TestCompletionScriptsParse(t *testing.T) {
	dir := t.TempDir()
	for _, c := range [][]string{{"bash", "-n"}, {"zsh", "-n"}, {"fish", "--no-execute"}} {
		name := filepath.Join(dir, c[0])
		put(t, dir, c[0], command(dir, "", nil, "completion", c[0]).stdout)
		if _, err := exec.LookPath(c[0]); err != nil {
			continue
		}
		if out, err := exec.Command(c[0], append(c[1:], name)...).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", c[0], err, out)
		}
	}
	if r := command(dir, "", nil, "completion", "powershell"); r.code != 0 || !strings.Contains(r.stdout,
		"Register-ArgumentCompleter") {
		t.Errorf("powershell: exit code %d", r.code)
	}
}

// TestManPage checks that the manual page has all commands and options, and that groff prints no
// warning.
func TestManPage(t *testing.T) {
	r := command(t.TempDir(), "", nil, "man")
	for _, w := range []string{".TH COROLOWER 1", `.SH COROLOWER CHECK`, `\-\-baseline`, `\-\-passes`,
		`\-\-preserve\-ll\-uselistorder`, "corolower.toml", "FORCE_COLOR"} {
		if !strings.Contains(r.stdout, w) {
			t.Errorf("no %s in the page", w)
		}
	}
	if _, err := exec.LookPath("groff"); err != nil {
		return
	}
	cmd := exec.Command("groff", "-man", "-ww", "-z", "-Tutf8")
	cmd.Stdin = strings.NewReader(r.stdout)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("groff: %v\n%s", err, out)
	}
}
