// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package main_test

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const emptyKernel = "target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @k() {\n  ret void\n}\n"

// fakeTool is a program in the place of ptxas and fatbinary: it writes its arguments and the first
// line of the PTX into its output.
const fakeTool = `#!/bin/sh
for a; do
	case $a in
	--create=*) out=${a#--create=} ;;
	module.cubin) out=$a ;;
	esac
done
echo "$0 says" >&2
{ echo "$(basename $0)" "$@"; grep '^.target' module.ptx; } >$out
`

// TestAssembleWithTools checks the command lines, messages and exit codes of --emit=cubin and
// --emit=fatbin with programs in the place of NVIDIA's, and that no run leaves temporary files.
func TestAssembleWithTools(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "k.ll", emptyKernel)
	put(t, dir, "x86.ll", "target triple = \"x86_64-linux-gnu\"\ndefine void @k() {\n  ret void\n}\n")
	put(t, dir, "tmp/.keep", "")
	for name, text := range map[string]string{"kit/bin/ptxas": fakeTool, "kit/bin/fatbinary": fakeTool,
		"half/bin/ptxas": fakeTool, "bad/bin/ptxas": "#!/bin/sh\necho partial >module.cubin\necho module.ptx, line 1: no >&2\nexit 255\n",
		"half/bin/fatbinary/x": "", "silent/bin/ptxas": "#!/bin/sh\n", "odd/bin/ptxas": "no program"} {
		put(t, dir, name, text)
		if err := os.Chmod(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"PATH=/usr/bin:/bin", "TMPDIR=" + filepath.Join(dir, "tmp")}
	for _, c := range []struct {
		args   string
		code   int
		stdout string
		stderr string
	}{
		{"--emit=cubin --cuda-path=kit k.ll", 0, "ptxas -arch=sm_80 -m64 module.ptx -o module.cubin\n.target sm_80\n",
			"ptxas says"},
		{"--emit=cubin --cuda-path=kit/bin -mcpu=sm_90a -w k.ll", 0,
			"ptxas -arch=sm_90a -m64 -w module.ptx -o module.cubin\n.target sm_90a\n", ""},
		{"--emit=fatbin --cuda-path=kit --ptxas-options='-c -v' k.ll", 0, "fatbinary --create=module.fatbin -64 " +
			"--cmdline=-c -v --device-c --image3=kind=elf,sm=80,file=module.cubin " +
			"--image3=kind=ptx,sm=80,file=module.ptx\n.target sm_80\n", ""},
		{"--emit=cubin --cuda-path=kit -disable-output k.ll", 0, "", "ptxas says"},
		{"--emit=cubin --cuda-path=kit k.ll -o new.cubin", 0, "", ""},
		{"--emit=fatbin --cuda-path=half k.ll -o no", 2, "", "half/bin has no fatbinary that can be run"},
		{"--emit=cubin --cuda-path=nowhere k.ll -o no", 2, "", "nowhere/bin has no ptxas that can be run\n" +
			"corolower: --cuda-path=DIR names a CUDA toolkit with DIR/bin/ptxas; --emit=ptx needs no tool\n"},
		{"--emit=cubin --cuda-path=bad k.ll -o no", 1, "", "corolower: k.ll: error: ptxas cannot assemble the module: " +
			"exit status 255\nmodule.ptx, line 1: no\nhint: --emit=ptx writes the PTX"},
		{"--emit=cubin --cuda-path=silent k.ll -o no", 2, "", "ptxas wrote no file"},
		{"--emit=cubin --cuda-path=odd k.ll -o no", 2, "", "cannot run"},
		{"--emit=cubin --cuda-path=kit x86.ll -o no", 1, "", "nvptx64-nvidia-cuda"},
		{"--emit=cubin --cuda-path=kit --ptxas-options='-o x' k.ll -o no", 2, "", "corolower's option -o"},
		{"--emit=cubin --cuda-path=kit --ptxas-options=\"'\" k.ll -o no", 2, "", "--ptxas-options"},
		{"--emit=ptx --cuda-path=kit k.ll -o no", 2, "", "need --emit=cubin"},
		{"--emit=cubin --cuda-path=kit --nvvm k.ll -o no", 2, "", "--nvvm writes IR"},
		{"--emit=cubn k.ll -o no", 2, "", "'cubn' is not one of ll, ptx, cubin, fatbin"},
	} {
		cmd := exec.Command("sh", "-c", binary+" "+c.args)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
		var out, msg bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &msg
		_ = cmd.Run()
		if cmd.ProcessState.ExitCode() != c.code || out.String() != c.stdout || !strings.Contains(msg.String(), c.stderr) {
			t.Errorf("%s: exit code %d\n%s%s", c.args, cmd.ProcessState.ExitCode(), out.String(), msg.String())
		}
		if left, err := os.ReadDir(filepath.Join(dir, "tmp")); err != nil || len(left) != 1 {
			t.Errorf("%s: %v, %v in the temporary directory", c.args, left, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "no")); err == nil {
		t.Error("a run that failed wrote its output")
	}
}

// TestKilledAssemblyLeavesNothing checks that a signal ends ptxas too, and removes its files.
func TestKilledAssemblyLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "k.ll", emptyKernel)
	put(t, dir, "tmp/.keep", "")
	put(t, dir, "bin/ptxas", "#!/bin/sh\necho $$ >../../pid.new\nmv ../../pid.new ../../pid\nexec sleep 1000\n")
	if err := os.Chmod(filepath.Join(dir, "bin/ptxas"), 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "--emit=cubin", "--cuda-path=.", "k.ll", "-o", "k.cubin")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+filepath.Join(dir, "tmp"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "pid")); err == nil {
			break
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if left, err := os.ReadDir(filepath.Join(dir, "tmp")); err != nil || len(left) != 1 {
		t.Errorf("%v, %v in the temporary directory", left, err)
	}
	pid, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	if r := shell(t, dir, "i=0; while kill -0 "+strings.TrimSpace(string(pid))+
		" 2>/dev/null && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done; [ $i -lt 100 ]"); r.code != 0 {
		t.Error("ptxas goes on")
	}
}

// TestAssembleWithNVIDIAs runs the installed tools: the cubin is an ELF file with the kernel, equal in
// every run, and the fat binary contains it.
func TestAssembleWithNVIDIAs(t *testing.T) {
	kit, err := filepath.Abs("../../.tools/nvidia/cuda")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(kit, "bin", "ptxas")); err != nil {
		t.Skip("scripts/install-nvidia.sh installs ptxas")
	}
	example, err := filepath.Abs("../../examples/gpu_generator.ll")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range []string{"cubin", "fatbin"} {
		for _, name := range []string{"a.", "b."} {
			if r := command(dir, "", nil, "--emit="+f, "--cuda-path="+kit, example, "-o", name+f); r.code != 0 ||
				r.stderr != "" {
				t.Fatalf("exit code %d\n%s", r.code, r.stderr)
			}
		}
		if r := shell(t, dir, "cmp a."+f+" b."+f); r.code != 0 {
			t.Errorf("two runs differ: %s", r.stdout)
		}
	}
	file, err := elf.Open(filepath.Join(dir, "a.cubin"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if file.Section(".text.sum") == nil {
		t.Error("the cubin has no kernel 'sum'")
	}
	fat, err := os.ReadFile(filepath.Join(dir, "a.fatbin"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(fat, []byte{0x50, 0xed, 0x55, 0xba}) {
		t.Errorf("the fat binary begins with % x", fat[:min(4, len(fat))])
	}
}

// toolkit returns a directory like that of an installed CUDA toolkit, with the tools that
// scripts/install-nvidia.sh installed. It skips the test if there are none.
func toolkit(t *testing.T) string {
	t.Helper()
	tools, err := filepath.Abs("../../.tools/nvidia")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for link, to := range map[string]string{"bin": "ptxas-13", "include": "cuda.h", "nvvm/lib64/libnvvm.so": "libnvvm.so"} {
		file, err := filepath.EvalSymlinks(filepath.Join(tools, to))
		if err != nil {
			if os.Getenv("COROLOWER_REQUIRE") != "" {
				t.Fatalf("%v: run scripts/install-nvidia.sh", err)
			}
			t.Skip("scripts/install-nvidia.sh installs the tools")
		}
		if !strings.Contains(link, "/") {
			file = filepath.Dir(file)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, link)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(file, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	library, err := filepath.EvalSymlinks(filepath.Join(tools, "libnvvm.so"))
	if err != nil {
		t.Fatal(err)
	}
	library = filepath.Join(filepath.Dir(library), "..", "nvvm", "libdevice")
	if err := os.Symlink(library, filepath.Join(dir, "nvvm", "libdevice")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCUDAPage runs the commands of docs/cuda.md in their order, in one shell.
func TestCUDAPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/cuda.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"clang++-22", "opt-22", "llc-22", "llvm-dis-22"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	kit := toolkit(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"examples", "test"} {
		if err := os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "-euxo", "pipefail", "-c", strings.Join(indentedBlocks(string(text)), ""))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CUDA="+kit, "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"linked.fatbin", "mixed.cubin", "host.o", "app.o", "divisors.fatbin", "divisors.nvvm.o",
		"weight-math.ptx"} {
		if st, err := os.Stat(filepath.Join(dir, name)); err != nil || st.Size() == 0 {
			t.Errorf("the commands wrote no %s", name)
		}
	}
	host, err := os.ReadFile("../../examples/cuda/host.c")
	if err != nil {
		t.Fatal(err)
	}
	shows := strings.Split(string(text), "```c\n")
	if len(shows) != 2 || !strings.Contains(string(host), strings.Split(shows[1], "```")[0]) {
		t.Error("examples/cuda/host.c does not have the lines that the page shows")
	}
}
