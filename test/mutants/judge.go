package main

// The other side of the pipe to LLVM (testdata/judge.c).

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// judge answers for LLVM. It is used by one goroutine.
type judge struct {
	in  io.WriteCloser
	out *bufio.Reader
	cmd *exec.Cmd
}

// libLLVM finds LLVM's library by what opt is linked with.
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

// Verdicts.
const (
	accepted  = 'y'
	malformed = 'p'
	invalid   = 'n'
)

// ask sends a request and gives the answer.
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
