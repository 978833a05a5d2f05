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
