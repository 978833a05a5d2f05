// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file talks to LLVM through a pipe. testdata/judge.c is the other side.

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// judge queries LLVM. Only one goroutine may use it.
type judge struct {
	in  io.WriteCloser
	out *bufio.Reader
	cmd *exec.Cmd
}

// libLLVM returns the path of LLVM's library, which it finds among the libraries of opt.
func libLLVM() (string, error) {
	opt, err := exec.LookPath("opt-22")
	if err != nil {
		return "", err
	}
	out, err := exec.Command("ldd", opt).Output()
	if err != nil {
		return "", fmt.Errorf("ldd %s: %w", opt, err)
	}
	for line := range strings.SplitSeq(string(out), "\n") {
		if f := strings.Fields(line); len(f) > 2 && strings.HasPrefix(f[0], "libLLVM") {
			return f[2], nil
		}
	}
	return "", fmt.Errorf("%s is linked with no shared libLLVM", opt)
}

// buildJudge compiles the judge.
func buildJudge(source, exe string) error {
	lib, err := libLLVM()
	if err != nil {
		return err
	}
	if out, err := exec.Command("clang-22", "-O1", "-w", source, "-o", exe, lib).CombinedOutput(); err != nil {
		return fmt.Errorf("clang-22: %w\n%s", err, out)
	}
	return nil
}

func newJudge(exe string) (*judge, error) {
	cmd := exec.Command(exe)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &judge{in, bufio.NewReader(out), cmd}, cmd.Start()
}

func (j *judge) close() {
	j.in.Close()
	_ = j.cmd.Wait()
}

// The verdicts.
const (
	accepted  = 'y'
	malformed = 'p'
	invalid   = 'n'
)

// ask sends a request and returns the answer.
func (j *judge) ask(what byte, text []byte) (verdict byte, message string, err error) {
	head := binary.LittleEndian.AppendUint32([]byte{what}, uint32(len(text)))
	if _, err := j.in.Write(append(head, text...)); err != nil {
		return 0, "", err
	}
	var answer [5]byte
	if _, err := io.ReadFull(j.out, answer[:]); err != nil {
		return 0, "", err
	}
	rest := make([]byte, binary.LittleEndian.Uint32(answer[1:]))
	if _, err := io.ReadFull(j.out, rest); err != nil {
		return 0, "", err
	}
	return answer[0], string(rest), nil
}
