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

// This file finds the clang that is asked.

// Compiler is a clang.
type Compiler struct {
	Path    string
	Version string // its number: "22.1.8"
}

// String names it for people.
func (c *Compiler) String() string { return "clang " + c.Version }

// ErrNone is the error where no clang is found.
var ErrNone = errors.New("no clang is found")

// limit ends a clang that does not end.
const limit = 10 * time.Minute

var (
	numbered = pattern.Lazy(`^clang-([0-9]+)(\.exe)?$`)
	version  = pattern.Lazy(`clang version ([0-9]+(?:\.[0-9]+)*)`)
)

// Find gives the clang of a path, or the newest of those on PATH that are called clang or clang-N,
// where path is "". An error wraps ErrNone where there is none.
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

// major is the first number of the version.
func (c *Compiler) major() int {
	first, _, _ := strings.Cut(c.Version, ".")
	n, _ := strconv.Atoi(first)
	return n
}

// known asks a program whether it is a clang, and which.
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

// VersionIn is the number in what a clang prints for --version; "" in what another program prints.
func VersionIn(out []byte) string {
	if m := version().FindSubmatch(out); m != nil {
		return string(m[1])
	}
	return ""
}
