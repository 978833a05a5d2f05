// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package clang

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/corolower/corolower/internal/pattern"
)

// This file finds the clang to run.

// Compiler is an installed clang.
type Compiler struct {
	Path    string
	Version string // for example "22.1.8"
}

// String returns the name for messages, for example "clang 22.1.8".
func (c *Compiler) String() string { return "clang " + c.Version }

// ErrNone is the error if no clang is found.
var ErrNone = errors.New("no clang is found")

// limit is the time after which a clang that does not finish is ended.
const limit = 10 * time.Minute

var (
	numbered = pattern.Lazy(`^clang-([0-9]+)(\.exe)?$`)
	version  = pattern.Lazy(`clang version ([0-9]+(?:\.[0-9]+)*)`)
)

// Find returns the clang at a path. If path is "", it returns the newest of the programs on PATH
// with the name clang or clang-N. The error wraps ErrNone if there is none.
func Find(path string) (*Compiler, error) {
	if path != "" {
		return known(path)
	}
	var newest *Compiler
	if c, err := known("clang"); err == nil {
		newest = c
	}
	at, most := "", 0
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		entries, err := os.ReadDir(dir)
		if err != nil || !filepath.IsAbs(dir) {
			continue
		}
		for _, e := range entries {
			m := numbered().FindStringSubmatch(e.Name())
			if m == nil {
				continue
			}
			if n, err := strconv.Atoi(m[1]); err == nil && n > most {
				at, most = filepath.Join(dir, e.Name()), n
			}
		}
	}
	if newest == nil || most > newest.major() {
		if c, err := known(at); at != "" && err == nil {
			newest = c
		}
	}
	if newest == nil {
		return nil, ErrNone
	}
	return newest, nil
}

// major returns the first number of the version.
func (c *Compiler) major() int {
	first, _, _ := strings.Cut(c.Version, ".")
	n, _ := strconv.Atoi(first)
	return n
}

// known runs a program with --version and returns it if it is a clang.
func known(path string) (*Compiler, error) {
	full, err := exec.LookPath(path)
	if err != nil {
		return nil, fmt.Errorf("%w at '%s'", ErrNone, path)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	out, err := exec.CommandContext(ctx, full, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("%w at '%s', which cannot be run: %v", ErrNone, path, err)
	}
	v := VersionIn(out)
	if v == "" {
		return nil, fmt.Errorf("%w at '%s', which is another program", ErrNone, path)
	}
	return &Compiler{Path: full, Version: v}, nil
}

// VersionIn returns the version in clang's output for --version, or "" if the output is another
// program's.
func VersionIn(out []byte) string {
	if m := version().FindSubmatch(out); m != nil {
		return string(m[1])
	}
	return ""
}
