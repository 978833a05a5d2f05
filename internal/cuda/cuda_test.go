// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cuda

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs need a suffix")
	}
	dir := t.TempDir()
	put := func(name string, mode os.FileMode) string {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, mode); err != nil {
			t.Fatal(err)
		}
		return name
	}
	inBin := put("kit/bin/ptxas", 0o777)
	put("kit/bin/fatbinary", 0o666)
	onPath := put("path/ptxas", 0o777)
	t.Setenv("PATH", filepath.Join(dir, "path"))
	for _, c := range []struct{ dir, tool, want, err string }{
		{"", "ptxas", onPath, ""},
		{"", "fatbinary", "", "no directory of PATH has fatbinary"},
		{filepath.Join(dir, "kit"), "ptxas", inBin, ""},
		{filepath.Join(dir, "kit", "bin"), "ptxas", inBin, ""},
		{filepath.Join(dir, "kit"), "fatbinary", "", "bin has no fatbinary that can be run"},
		{filepath.Join(dir, "nowhere"), "ptxas", "", "bin has no ptxas that can be run"},
		{".", "ptxas", "", "bin has no ptxas that can be run"},
	} {
		got, err := Toolkit{c.dir}.Find(c.tool)
		var m *Missing
		if got != c.want || (err != nil) != (c.err != "") || err != nil && (!errors.As(err, &m) ||
			!strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s in %q: %q, %v", c.tool, c.dir, got, err)
		}
	}
}

func TestArgs(t *testing.T) {
	for _, c := range []struct {
		a           Assembly
		ptxas, fats string
	}{
		{Assembly{CPU: "sm_80"}, "-arch=sm_80 -m64 module.ptx -o module.cubin",
			"--create=module.fatbin -64 --image3=kind=elf,sm=80,file=module.cubin --image3=kind=ptx,sm=80,file=module.ptx"},
		{Assembly{CPU: "sm_90a", Quiet: true, Lines: true, Options: []string{"-c"}},
			"-arch=sm_90a -m64 -w -lineinfo -c module.ptx -o module.cubin",
			"--create=module.fatbin -64 --cmdline=-c --device-c --image3=kind=elf,sm=90a,file=module.cubin " +
				"--image3=kind=ptx,sm=90a,file=module.ptx"},
		{Assembly{CPU: "sm_80", Lines: true, Options: []string{"-g", "-v"}},
			"-arch=sm_80 -m64 -g -v module.ptx -o module.cubin",
			"--create=module.fatbin -64 --cmdline=-g -v -g --image3=kind=elf,sm=80,file=module.cubin " +
				"--image3=kind=ptx,sm=80,file=module.ptx"},
	} {
		if got := strings.Join(c.a.Args(), " "); got != c.ptxas {
			t.Errorf("ptxas %s, want %s", got, c.ptxas)
		}
		if got := strings.Join(c.a.FatbinArgs(), " "); got != c.fats {
			t.Errorf("fatbinary %s, want %s", got, c.fats)
		}
	}
}

func TestCheckOptions(t *testing.T) {
	for _, o := range []string{"-o", "-o=x", "--output-file=x", "-arch=sm_90", "--gpu-name=sm_90", "other.ptx"} {
		if CheckOptions([]string{"-v", o}) == nil {
			t.Errorf("%s: no error", o)
		}
	}
	if err := CheckOptions([]string{"-v", "-c", "-O1", "--maxrregcount=32", "-maxrregcount", "32"}); err != nil {
		t.Error(err)
	}
}

// TestReadUsage reads what ptxas 12 and 13 print: kernels with and without functions, a warning, and a
// function that is no kernel.
func TestReadUsage(t *testing.T) {
	const text = `ptxas warning : Stack size for entry function 'deep' cannot be statically determined
ptxas info    : 8 bytes gmem
ptxas info    : Compiling entry function 'deep' for 'sm_80'
ptxas info    : Function properties for deep
    48 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads
ptxas info    : Used 24 registers, used 0 barriers, 360 bytes cmem[0]
ptxas info    : Compile time = 1.5 ms
ptxas info    : Function properties for helper
    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Compiling entry function '_Z1kv' for 'sm_80'
ptxas info    : Function properties for _Z1kv
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 9 registers, used 0 barriers
ptxas info    : Compiling entry function 'cut' for 'sm_80'
`
	got := ReadUsage(text)
	for name, want := range map[string]Usage{"deep": {24, 48, 4, 8, true}, "_Z1kv": {9, 0, 0, 0, false},
		"cut": {-1, -1, -1, -1, false}} {
		if got[name] == nil || *got[name] != want {
			t.Errorf("%s: got %+v, want %+v", name, got[name], want)
		}
	}
	if len(got) != 3 {
		t.Errorf("%d kernels, want 3", len(got))
	}
}
