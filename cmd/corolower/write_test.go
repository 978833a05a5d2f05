// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package main_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/ir"
)

// shell runs a line of sh in dir, with the path of the program in $C.
func shell(t *testing.T, dir, line string) result {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "C="+binary)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return result{out.String(), msg.String(), cmd.ProcessState.ExitCode()}
}

// TestOutputIsWrittenNotReplaced checks that streams, pipes and devices are written to and keep
// their kind.
func TestOutputIsWrittenNotReplaced(t *testing.T) {
	dir := workDir(t)
	want := command(dir, "", nil, "f.ll").stdout
	for _, line := range []string{
		"$C f.ll -o /dev/stdout",
		"$C f.ll -o /dev/stdout | cat",
		"$C f.ll -o /dev/stdout >r.ll; cat r.ll",
		"$C f.ll -o /dev/stdout >>a.ll; cat a.ll",
		"$C f.ll -o /dev/fd/3 3>d.ll; cat d.ll",
		"ln -s /dev/stdout l; $C f.ll -o l; test -L l",
		"$C f.ll -o /dev/stderr 2>&1",
		"mkfifo p; cat p & $C f.ll -o p; wait; test -p p",
		"ln -s to from; $C f.ll -o from; test -L from && cat to",
		"echo old >one; ln one two; $C f.ll -o one; cat two",
	} {
		if r := shell(t, dir, line); r.code != 0 || r.stdout != want || r.stderr != "" {
			t.Errorf("%s: exit code %d\n%s%s", line, r.code, r.stdout, r.stderr)
		}
	}
	if r := shell(t, dir, "$C f.ll -o /dev/fd/9 9>&-"); r.code != 2 || !strings.Contains(r.stderr,
		"cannot write '/dev/fd/9'") {
		t.Errorf("a closed descriptor: exit code %d\n%s", r.code, r.stderr)
	}
}

func TestModeIsPreserved(t *testing.T) {
	dir := workDir(t)
	for _, mode := range []os.FileMode{0o600, 0o640, 0o755} {
		name := filepath.Join(dir, "o.ll")
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		if r := command(dir, "", nil, "f.ll", "-o", "o.ll"); r.code != 0 {
			t.Fatal(r.stderr)
		}
		if st, err := os.Stat(name); err != nil || st.Mode().Perm() != mode || st.Size() == 0 {
			t.Errorf("mode %v: %v %v", mode, st.Mode(), err)
		}
	}
}

// TestReadOnlyOutput checks that a read-only file is refused even if its directory allows a
// replacement. root, as with opt, may write every file, and then the owner stays.
func TestReadOnlyOutput(t *testing.T) {
	dir := workDir(t)
	name := filepath.Join(dir, "ro.ll")
	if err := os.WriteFile(name, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() != 0 {
		if r := command(dir, "", nil, "f.ll", "-o", "ro.ll"); r.code != 2 || !strings.Contains(r.stderr,
			"cannot write 'ro.ll': Permission denied") {
			t.Errorf("exit code %d\n%s", r.code, r.stderr)
		}
		return
	}
	if err := os.Chown(name, 12345, 12345); err != nil {
		t.Skip(err)
	}
	if r := command(dir, "", nil, "f.ll", "-o", "ro.ll"); r.code != 0 {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
	st, err := os.Stat(name)
	if err != nil || st.Sys().(*syscall.Stat_t).Uid != 12345 || st.Mode().Perm() != 0o444 || st.Size() < 100 {
		t.Errorf("%v %v", st, err)
	}
	exec.Command("chmod", "-R", "a+rwX", filepath.Dir(dir), filepath.Dir(binary)).Run()
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "f.ll", "-o", "ro.ll")
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 23456, Gid: 23456}}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Skip(err)
	}
	if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "cannot write 'ro.ll': Permission denied") {
		t.Errorf("exit code %d\n%s", cmd.ProcessState.ExitCode(), out)
	}
}

// TestFullDisk checks that the exit code reports every failed write.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	dir := workDir(t)
	gpu := "target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @k() {\n  ret void\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "gpu.ll"), []byte(gpu), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"$C f.ll >/dev/full", "$C f.ll -o /dev/full", "$C --help >/dev/full",
		"$C --help-hidden >/dev/full", "$C --version >/dev/full",
		"$C version >/dev/full", "$C help passes >/dev/full", "$C check --rules >/dev/full",
		"$C check --format=json broken.ll >/dev/full",
		"$C check --sarif=/dev/full f.ll", "$C explain elision f.ll >/dev/full", "$C explain frame f.ll >/dev/full",
		"$C explain states f.ll >/dev/full", "$C report --html=/dev/full f.ll", "$C report --html=- f.ll >/dev/full",
		"$C completion bash >/dev/full", "$C --print-passes >/dev/full",
		"$C -disable-output -pass-remarks-output=/dev/full f.ll",
		"$C -disable-output -stats -info-output-file=/dev/full f.ll",
		"$C --emit=ptx -o /dev/full gpu.ll", "$C --emit=ptx gpu.ll >/dev/full", "$C --nvvm -o /dev/full gpu.ll",
		"$C f.ll -disable-output -coro-elide-info-output-file=/dev/full",
	} {
		if r := shell(t, dir, line); r.code != 2 || strings.Count(r.stderr, "no space left on device")+
			strings.Count(r.stderr, "No space left on device") != 1 {
			t.Errorf("%s: exit code %d\n%s", line, r.code, r.stderr)
		}
	}
}

// TestKilledRunLeavesNothing checks that a run leaves no file if a signal ends it while it writes.
// A pipe in the place of the second output stops the run at its end. By then the first output is
// complete, and the directory has no other files.
func TestKilledRunLeavesNothing(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGKILL} {
		if signal.Ignored(sig) {
			continue // the run inherits an ignored signal, as under nohup
		}
		dir := workDir(t)
		out := filepath.Join(dir, "out")
		if err := os.Mkdir(out, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(out, "g.ll"), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(binary, "f.ll", "g.ll", "-o", "out/")
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(out, "f.ll")); err == nil {
				break
			}
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if cmd.Wait(); cmd.ProcessState.Success() {
			t.Errorf("%v: the run succeeded", sig)
		}
		list, err := os.ReadDir(out)
		if err != nil || len(list) != 2 {
			t.Errorf("%v: %v %v", sig, list, err)
		}
	}
}

// TestNoControlCharacters checks that control characters in a file never reach a terminal, and
// never begin a line of a log, in any command.
func TestNoControlCharacters(t *testing.T) {
	dir := workDir(t)
	evil := "x\n::error file=evil::pwned\r\x1b[31m\u009b1m\u202e\u2066\u2028"
	name := ""
	for _, c := range []byte(evil) {
		name += "\\" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15])
	}
	text := strings.ReplaceAll(coroutine, "@f(", "@\""+name+"\"(")
	text += "define ptr @main() {\n  %h = call ptr @\"" + name + "\"(i32 1)\n  ret ptr %h\n}\n" +
		"@s = constant [12 x i8] c\"a\x1b\n::error::\"\n"
	bad := strings.Replace(text, "token %id, ptr %mem", "token none, ptr %mem", 1)
	example, err := os.ReadFile("../../examples/elision.ll")
	if err != nil {
		t.Fatal(err)
	}
	elided := strings.ReplaceAll(string(example), "@count_up(", "@\""+name+"\"(")
	file, wrong, gone := "e\x1b[2J\u202e.ll", "b\n::error::x.ll", "gone.ll"
	for n, s := range map[string]string{file: text, wrong: bad, gone: elided} {
		if err := os.WriteFile(filepath.Join(dir, n), []byte(s), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	runs := [][]string{
		{"-disable-output", "-print-after-all", file}, {"-disable-output", "-print-before-all", "-debug-pass-manager",
			file},
		{"-disable-output", "-opt-bisect-limit=-1", "-print-changed", file}, {"-disable-output", "-print-changed=quiet",
			file},
		{"-disable-output", "-pass-remarks=.*", "-pass-remarks-missed=.*", "-pass-remarks-analysis=.*", file},
		{"-disable-output", wrong},
		{"-disable-output", "-pass-remarks-output=-", file}, {"-disable-output", "-coro-elide-info-output-file=-",
			gone},
		{"explain", "elision", file}, {"explain", "elision", "--format=json", file}, {"explain", "elision",
			"--color=never", "--function=" + evil, file},
		{"explain", "frame", "--suspends", gone}, {"explain", "frame", "--format=json", file},
		{"explain", "frame", "--function=" + evil, file},
		{"explain", "frame", "--sort=" + evil, file}, {"explain", "states", gone}, {"explain", "states", "--format=dot",
			file}, {"explain", "states", "--format=json", file}, {"report", "--html=no\n::error::x/y", file},
		{"no\x1b[31m\n::error::such"}, {"--op\x1b\n::error::tion"}, {"-passes=fo\x1b\n::error::o", file},
		{"check", "no\n::error::such\u202e"},
		{"-o", "no\x1b/\n::error::x", file}, {"@no\n::error::x"}, {"-print-after=\n::error::x", file},
		{"-mtriple=\n::error::x", "-stats", "-disable-output", file},
		{"-data-layout=\n::error::x", file}, {"help", "\n::error::x"},
		{"completion", "\n::error::x"}, {"explain", "\n::error::x"},
		{"-pass-remarks=(\n::error::x", file}, {"-llvm-version=\n::error::x", file},
	}
	for _, format := range checkFormats {
		runs = append(runs, []string{"check", "--format=" + format, wrong, file})
	}
	for _, args := range runs {
		r := command(dir, "", nil, args...)
		for what, s := range map[string]string{"stdout": r.stdout, "stderr": r.stderr} {
			own := len(args) > 1 && args[1] == "--format=github" // lines of this format begin with a command
			for line := range strings.SplitSeq(s, "\n") {
				if strings.HasPrefix(line, "::error") && (!own || !strings.HasPrefix(line, `::error file=b\0A`)) {
					t.Errorf("%q: %s has the line %q", args, what, line)
				}
			}
			for i := 0; i < len(s); {
				c, n := utf8.DecodeRuneInString(s[i:])
				if c != '\n' && c != '\t' && ir.IsControl(c, n) {
					t.Errorf("%q: %s has %q at %q", args, what, c, s[max(0, i-30):min(len(s), i+30)])
					break
				}
				i += n
			}
		}
	}
}

func TestForceColor(t *testing.T) {
	dir := workDir(t)
	for _, c := range []struct {
		env    []string
		args   string
		colour bool
	}{
		{[]string{"FORCE_COLOR=1"}, "syntax.ll", true}, {[]string{"FORCE_COLOR=0"}, "syntax.ll", false},
		{[]string{"CLICOLOR_FORCE=1"}, "syntax.ll", true}, {[]string{"CLICOLOR_FORCE=0"}, "syntax.ll", false},
		{[]string{"FORCE_COLOR="}, "syntax.ll", false},
		{[]string{"FORCE_COLOR=1", "NO_COLOR=1"}, "syntax.ll", false}, {[]string{"FORCE_COLOR=1"},
			"--color=never syntax.ll", false},
		{[]string{"FORCE_COLOR=1"}, "explain elision call.ll", true},
	} {
		if err := os.WriteFile(filepath.Join(dir, "call.ll"), []byte(coroutine+"define void @g() {\n"+
			"  %h = call ptr @f(i32 1)\n  ret void\n}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		r := command(dir, "", c.env, words(c.args)...)
		if got := strings.Contains(r.stdout+r.stderr, "\x1b["); got != c.colour {
			t.Errorf("%v %s: colour %v", c.env, c.args, got)
		}
		if strings.Contains(r.stdout+r.stderr, `\1B`) {
			t.Errorf("%v %s: its own colours are spelled out:\n%s", c.env, c.args, r.stdout)
		}
	}
}

// TestProgress checks that a run of more than a second shows its progress on a terminal, and
// removes it at the end.
func TestProgress(t *testing.T) {
	if _, err := exec.LookPath("script"); err != nil {
		t.Skip("no script(1)")
	}
	dir := workDir(t)
	if err := syscall.Mkfifo(filepath.Join(dir, "slow.ll"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("script", "-qec", binary+" slow.ll -disable-output", "/dev/null")
	cmd.Dir = dir
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var got []byte
	buf := make([]byte, 4096)
	for !bytes.Contains(got, []byte("slow.ll: reading")) { // the run gets no input before it shows the line
		n, err := pipe.Read(buf)
		if got = append(got, buf[:n]...); err != nil {
			t.Fatalf("%v after %q", err, got)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "slow.ll"), []byte(coroutine), 0); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(pipe)
	if err := cmd.Wait(); err != nil || !strings.HasSuffix(string(got)+string(rest), "\r\x1b[K") {
		t.Errorf("%v, the line stays: %q", err, string(got)+string(rest))
	}
}

// TestInputsAreNotReplaced checks that no output replaces an input under another name of the input. -o
// may name the input itself.
func TestInputsAreNotReplaced(t *testing.T) {
	dir := workDir(t)
	report := "$C project --merge "
	for _, line := range []string{
		"$C f.ll -o .", "$C f.ll g.ll -o ./", "$C ./f.ll -o f.ll",
		"ln -s f.ll soft; $C f.ll -o soft", "ln f.ll hard; $C f.ll -o hard",
		"mkdir d; ln -s ../f.ll d/f.ll; $C f.ll -o d", "$C f.ll -o o.ll --pass-remarks-output=f.ll",
		"$C f.ll -o o.ll --pass-remarks-output=hard",
		"$C f.ll -disable-output -stats --info-output-file=f.ll",
		"$C f.ll g.ll -o o/ --coro-elide-info-output-file=g.ll",
		"$C check f.ll --sarif=f.ll", "$C check f.ll --baseline=f.ll", "$C report f.ll --html=hard",
		report + "f.ll -o f.ll", report + "f.ll --html=f.ll -o o.json",
		"$C diff f.ll g.ll --sarif=g.ll",
	} {
		r := shell(t, dir, "cp f.ll before && cp g.ll gbefore && "+line)
		if r.code != 2 || !strings.Contains(r.stderr, "would overwrite the input") {
			t.Errorf("%s: exit code %d\n%s", line, r.code, r.stderr)
		}
		if r := shell(t, dir, "cmp f.ll before && cmp g.ll gbefore && ! test -e o.ll && ! test -e o"); r.code != 0 {
			t.Errorf("%s: something was written\n%s", line, r.stdout)
		}
	}
}
