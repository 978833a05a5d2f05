// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package cuda finds NVIDIA's command-line tools and makes their command lines: ptxas, which
// assembles PTX to a cubin (an ELF file for one GPU), and fatbinary, which puts a cubin and its PTX
// into one file that the CUDA driver loads. The package runs nothing.
package cuda

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Toolkit is where the tools are.
type Toolkit struct {
	Dir string // the toolkit, with the tools in Dir/bin; "" searches PATH
}

// Missing is the error if a tool is not found.
type Missing struct {
	Tool string
	Dir  string // Toolkit.Dir
}

func (e *Missing) Error() string {
	if e.Dir != "" {
		return fmt.Sprintf("%s has no %s that can be run", filepath.Join(e.Dir, "bin"), e.Tool)
	}
	return "no directory of PATH has " + e.Tool
}

// Find returns the path of a tool. A toolkit may also be given by its directory of programs.
func (t Toolkit) Find(tool string) (string, error) {
	names := []string{tool}
	if t.Dir != "" {
		names = []string{filepath.Join(t.Dir, "bin", tool), filepath.Join(t.Dir, tool)}
	}
	for _, name := range names {
		if t.Dir != "" && !strings.ContainsAny(name, `/\`) {
			name = "." + string(filepath.Separator) + name // not a name to search PATH for
		}
		if path, err := exec.LookPath(name); err == nil {
			if path, err = filepath.Abs(path); err == nil {
				return path, nil
			}
		}
	}
	return "", &Missing{tool, t.Dir}
}

// Assembly is one run of ptxas, in a directory that has the PTX.
type Assembly struct {
	CPU     string   // sm_80
	Options []string // the user's
	Quiet   bool     // no warnings
	Lines   bool     // the PTX has line numbers
}

// The files of a run.
const (
	PTXFile    = "module.ptx"
	CubinFile  = "module.cubin"
	FatbinFile = "module.fatbin"
)

// own are the options of ptxas that corolower passes itself, and what says the same to corolower.
var own = []struct{ name, instead string }{
	{"-o", "-o"}, {"--output-file", "-o"}, {"-output-file", "-o"},
	{"-arch", "-mcpu"}, {"--gpu-name", "-mcpu"}, {"-gpu-name", "-mcpu"},
}

// CheckOptions returns an error if the user's options are not ptxas's to choose.
func CheckOptions(options []string) error {
	for _, o := range options {
		name, _, _ := strings.Cut(o, "=")
		for _, w := range own {
			if name == w.name {
				return fmt.Errorf("'%s' is corolower's option %s", o, w.instead)
			}
		}
		if !strings.HasPrefix(o, "-") && strings.HasSuffix(o, ".ptx") {
			return fmt.Errorf("'%s' would be a second input", o)
		}
	}
	return nil
}

// has reports whether the user gave one of the options.
func (a *Assembly) has(names ...string) bool {
	return slices.ContainsFunc(a.Options, func(o string) bool { return slices.Contains(names, o) })
}

// Args returns the arguments of ptxas.
func (a *Assembly) Args() []string {
	args := []string{"-arch=" + a.CPU, "-m64"}
	if a.Quiet {
		args = append(args, "-w")
	}
	if a.Lines && !a.has("-g", "--device-debug", "-lineinfo", "--generate-line-info") {
		args = append(args, "-lineinfo")
	}
	return append(append(args, a.Options...), PTXFile, "-o", CubinFile)
}

// FatbinArgs returns the arguments of fatbinary, for the PTX and the cubin of the run.
func (a *Assembly) FatbinArgs() []string {
	sm := strings.TrimPrefix(a.CPU, "sm_")
	args := []string{"--create=" + FatbinFile, "-64"}
	if len(a.Options) > 0 { // the driver assembles the PTX with the same options
		args = append(args, "--cmdline="+strings.Join(a.Options, " "))
	}
	if a.has("-g", "--device-debug") {
		args = append(args, "-g")
	}
	if a.has("-c", "--compile-only") {
		args = append(args, "--device-c")
	}
	return append(args, "--image3=kind=elf,sm="+sm+",file="+CubinFile, "--image3=kind=ptx,sm="+sm+",file="+PTXFile)
}
