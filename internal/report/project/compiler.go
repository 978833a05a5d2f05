// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/clang"
	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/pattern"
)

// This file selects the clang that emits a unit's IR: that of its command, or another one if the
// command's compiler is not clang.

// compiler describes a compiler program.
type compiler struct {
	path    string
	version string // first line of what --version prints
	clang   int    // its major version; 0: it is not clang
	stamp   string // size and time of the file
	err     error  // it could not be run
}

// compilers caches the compilers of a run, so that the version of each is queried once.
type compilers struct {
	clang string // named by the user, for commands of other compilers
	env   []string

	seek  sync.Once
	other *compiler // used for compilers that are not clang
	none  error     // why there is no such clang

	mu     sync.Mutex
	asked  map[string]*compiler
	refuse map[string][]string // by command without its source: options that clang does not support
}

// describe returns the description of a program; dir is the directory of the command that names it.
func (cs *compilers) describe(ctx context.Context, word, dir string) *compiler {
	path := word
	var err error
	switch {
	case filepath.IsAbs(path):
	case strings.ContainsAny(path, `/\`):
		path = filepath.Join(dir, path)
	default:
		if path, err = exec.LookPath(path); err != nil {
			return &compiler{path: word, err: err}
		}
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c := cs.asked[path]; c != nil {
		return c
	}
	c := &compiler{path: path}
	out, err := output(ctx, cs.env, path, "--version")
	if err != nil {
		c.err = err
	}
	c.version, _, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	major, _, _ := strings.Cut(clang.VersionIn(out), ".")
	c.clang, _ = strconv.Atoi(major)
	if st, err := os.Stat(path); err == nil {
		c.stamp = fmt.Sprint(st.Size(), " ", st.ModTime().UnixNano())
	}
	if ctx.Err() == nil {
		cs.asked[path] = c
	}
	return c
}

// output runs a program and returns its output.
func output(ctx context.Context, env []string, path string, args ...string) ([]byte, error) {
	cmd := command(ctx, path, args...)
	cmd.Env = env
	return cmd.CombinedOutput()
}

// standIn returns the clang for commands of other compilers: the one that the user named, or the
// newest on PATH. It returns an error if there is none.
func (cs *compilers) standIn(ctx context.Context) (*compiler, error) {
	cs.seek.Do(func() {
		found, err := clang.Find(cs.clang)
		if err == nil {
			cs.other = cs.describe(ctx, found.Path, "/")
		}
		switch {
		case err == nil && cs.other.clang >= launch.OldestClang:
		case cs.clang != "":
			cs.none = fmt.Errorf("--clang=%s is not clang %d or later", cs.clang, launch.OldestClang)
		default:
			cs.none = fmt.Errorf("clang %d or later is not on PATH; name one with --clang", launch.OldestClang)
		}
	})
	return cs.other, cs.none
}

// choose returns the clang for a command, and the extra options that it needs if it replaces
// another compiler. instead reports whether it does.
func (cs *compilers) choose(ctx context.Context, v *invocation, dir string) (c *compiler, extra []string, instead bool,
	err error) {
	if launch.TakesCL(v.compiler) || slices.Contains(v.args, "--driver-mode=cl") {
		return nil, nil, false, fmt.Errorf("'%s' takes the options of cl, which are not supported", v.compiler)
	}
	c = cs.describe(ctx, v.compiler, dir)
	if c.clang >= launch.OldestClang {
		return c, nil, false, nil
	}
	other, err := cs.standIn(ctx)
	if err != nil {
		why := "is not clang"
		switch {
		case c.err != nil && c.version == "":
			why = fmt.Sprintf("cannot be run (%v)", cause(c.err))
		case c.clang > 0:
			why = fmt.Sprintf("is clang %d", c.clang)
		}
		return nil, nil, false, fmt.Errorf("'%s' %s, and %w", v.compiler, why, err)
	}
	if strings.Contains(launch.ProgramName(v.compiler), "++") {
		extra = append(extra, "--driver-mode=g++")
	}
	if t := launch.Target(v.compiler); t != "" {
		extra = append(extra, "--target="+t)
	}
	return other, extra, true, nil
}

// cause returns the system's reason in an error about a file.
func cause(err error) error {
	var pe *os.PathError
	var ee *exec.Error
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &ee):
		return ee.Err
	}
	return err
}

// The messages of clang's driver about options that it does not support, or not with that value or
// for that target.
var refusals = []func() *regexp.Regexp{
	pattern.Lazy(`error: unknown argument:? '([^']+)'`),
	pattern.Lazy(`error: unsupported option '([^']+)'`),
	pattern.Lazy(`error: unsupported argument '([^']+)' to option '([^']+)'`),
	pattern.Lazy(`error: unknown value '([^']+)' in '([^']+)'`),
}

// maxRefusals bounds how often known runs the driver to find further unsupported options.
const maxRefusals = 4

// known splits options into those that a clang supports and those that it refuses. It only runs the
// driver; nothing is compiled.
func (cs *compilers) known(ctx context.Context, c *compiler, args []string, dir string) (keep, refused []string) {
	args = append([]string{"-fsyntax-only"}, args...)
	var common []string
	for _, a := range args {
		if !strings.HasPrefix(a, "-D") && !strings.HasPrefix(a, "-I") && launch.Language(a) == "" {
			common = append(common, a)
		}
	}
	key := strings.Join(common, "\x00")
	cs.mu.Lock()
	refused, ok := cs.refuse[key]
	cs.mu.Unlock()
	if !ok {
		for range maxRefusals {
			cmd := command(ctx, c.path, append([]string{"-###"}, without(args, refused)...)...)
			cmd.Dir, cmd.Env = dir, cs.env
			out, err := cmd.CombinedOutput()
			var more []string
			for _, l := range bytes.Split(out, []byte("\n")) {
				for _, re := range refusals {
					if m := re().FindSubmatch(l); len(m) == 2 {
						more = append(more, string(m[1]))
					} else if len(m) == 3 {
						more = append(more, string(m[2])+string(m[1]))
					}
				}
			}
			if err == nil || more == nil {
				break
			}
			refused = append(refused, more...)
		}
		slices.Sort(refused)
		refused = slices.Compact(refused)
		cs.mu.Lock()
		if ctx.Err() == nil {
			cs.refuse[key] = refused
		}
		cs.mu.Unlock()
	}
	return without(args[1:], refused), refused
}

// without removes options. If an option has its value in the next word, it removes both.
func without(args, options []string) []string {
	var out []string
	for k := 0; k < len(args); k++ {
		if slices.Contains(options, args[k]) {
			continue
		}
		if k+1 < len(args) && slices.Contains(options, args[k]+args[k+1]) {
			k++
			continue
		}
		out = append(out, args[k])
	}
	return out
}
