// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/corolower/corolower/internal/cuda"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/words"
)

// This file assembles PTX with NVIDIA's tools, for --emit=cubin and --emit=fatbin. The tools work in
// a temporary directory, so that a run that fails leaves no file.

// assembled reports whether a format needs NVIDIA's tools.
func assembled(emit string) bool { return emit == emitCubin || emit == emitFatbin }

// tools are the programs that --emit=cubin and --emit=fatbin run.
type tools struct {
	ptxas, fatbinary string // fatbinary: "" for a cubin
	options          []string
}

// findTools finds the programs before the first input is read. It returns nil if the run needs
// none.
func (s *session) findTools() (*tools, error) {
	fl := s.fl
	if !assembled(fl.emit) {
		return nil, nil
	}
	if f := fileOf(s.stdout); fl.output == "-" && !fl.noOutput && f != nil && isTerminal(f) {
		return nil, usagef("--emit=%s writes a binary file; -o names it", fl.emit)
	}
	t := &tools{}
	var err error
	if t.options, err = words.Split([]byte(fl.ptx.ptxasOptions)); err == nil {
		err = cuda.CheckOptions(t.options)
	}
	if err != nil {
		return nil, usagef("for the --ptxas-options option: %v", err)
	}
	kit := cuda.Toolkit{Dir: fl.ptx.cudaPath}
	if t.ptxas, err = kit.Find("ptxas"); err == nil && fl.emit == emitFatbin {
		t.fatbinary, err = kit.Find("fatbinary")
	}
	var missing *cuda.Missing
	if errors.As(err, &missing) {
		e := usagef("--emit=%s needs NVIDIA's %s, but %v", fl.emit, missing.Tool, err)
		e.hint = "--cuda-path=DIR names a CUDA toolkit with DIR/bin/" + missing.Tool + "; --emit=ptx needs no tool"
		if missing.Tool == "fatbinary" {
			e.hint = "--cuda-path=DIR names a CUDA toolkit with DIR/bin/fatbinary; --emit=cubin needs only ptxas"
		}
		return nil, e
	}
	return t, err
}

// assemble returns PTX as a cubin or fat binary. It has printed the error if it returns one.
func (s *session) assemble(name string, text []byte) ([]byte, error) {
	dir, err := temps.dir()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, cuda.PTXFile), text, 0o666)
	}
	if err != nil {
		s.complain(err)
		return nil, err
	}
	defer temps.drop(dir)
	a := &cuda.Assembly{CPU: s.ptx.CPU, Options: s.tools.options, Quiet: s.fl.quiet,
		Lines: bytes.Contains(text, []byte("\t.loc "))}
	a.CPU = cmp.Or(a.CPU, driver.DefaultPTXCPU)
	file, last := cuda.CubinFile, s.tools.ptxas
	err = s.tool(name, dir, last, a.Args())
	if err == nil && s.tools.fatbinary != "" {
		file, last = cuda.FatbinFile, s.tools.fatbinary
		err = s.tool(name, dir, last, a.FatbinArgs())
	}
	if err != nil {
		return nil, err
	}
	out, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		err = fmt.Errorf("%s wrote no file that can be read: %w", last, err)
		s.complain(err)
	}
	return out, err
}

// tool runs one of the programs in a directory and prints its output. It has printed the error if it
// returns one. name is the module's.
func (s *session) tool(name, dir, path string, args []string) error {
	cmd := exec.Command(path, args...)
	var said bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &said, &said
	err := temps.run(cmd)
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		err = fmt.Errorf("cannot run %s: %w", path, err)
		s.complain(err)
		return err
	}
	if err != nil {
		base := filepath.Base(path)
		fmt.Fprintf(s.stderr, "corolower: %s: %s %s cannot assemble the module: %v\n", diag.Clean(name),
			s.style.Error("error:"), base, err)
	}
	for line := range strings.Lines(said.String()) {
		fmt.Fprintln(s.stderr, diag.Clean(strings.TrimRight(line, "\r\n")))
	}
	if err != nil {
		fmt.Fprintf(s.stderr, "%s --emit=ptx writes the PTX, %s\n", s.style.Hint("hint:"), cuda.PTXFile+" in these messages")
		return errReported
	}
	return nil
}
