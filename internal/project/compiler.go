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

// This file finds the clang that makes a unit's IR: the one of its command, or another where that
// is none.

// compiler is a program that compiles.
type compiler struct {
	path    string
	version string // first line of what --version prints
	clang   int    // its major version; 0: it is no clang
	stamp   string // size and time of the file
	err     error  // it could not be asked
}

// compilers knows the compilers of a run; each is asked for its version once.
type compilers struct {
	clang string // that the user named, in the place of those that are none
	env   []string

	seek  sync.Once
	other *compiler // stands in for what is no clang
	none  error     // why there is none

	mu     sync.Mutex
	asked  map[string]*compiler
	refuse map[string][]string // by command without its source: options that clang does not know
}

// ask gives what is known of a program; dir is where the command runs that names it.
func (cs *compilers) ask(ctx context.Context, word, dir string) *compiler {
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

// output runs a program that is done soon.
func output(ctx context.Context, env []string, path string, args ...string) ([]byte, error) {
	cmd := command(ctx, path, args...)
	cmd.Env = env
	return cmd.CombinedOutput()
}

// standIn is the clang for commands of other compilers: that of the user, or the newest on PATH.
// The error says that there is none.
func (cs *compilers) standIn(ctx context.Context) (*compiler, error) {
	cs.seek.Do(func() {
		found, err := clang.Find(cs.clang)
		if err == nil {
			cs.other = cs.ask(ctx, found.Path, "/")
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

// choose gives the clang for a command, and what is added for one that stands in. instead tells
// that the command's own is none.
func (cs *compilers) choose(ctx context.Context, v *invocation, dir string) (c *compiler, extra []string, instead bool,
	err error) {
	if launch.TakesCL(v.compiler) || slices.Contains(v.args, "--driver-mode=cl") {
		return nil, nil, false, fmt.Errorf("'%s' takes the options of cl, which are not supported", v.compiler)
	}
	c = cs.ask(ctx, v.compiler, dir)
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

// cause is the system's reason in an error about a file.
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

// What clang's driver says of options that it does not know, or does not have with that value or
// for that target.
var refusals = []func() *regexp.Regexp{
	pattern.Lazy(`error: unknown argument:? '([^']+)'`),
	pattern.Lazy(`error: unsupported option '([^']+)'`),
	pattern.Lazy(`error: unsupported argument '([^']+)' to option '([^']+)'`),
	pattern.Lazy(`error: unknown value '([^']+)' in '([^']+)'`),
}

// maxRefusals bounds how often clang is asked what else it does not know.
const maxRefusals = 4

// known leaves out options that a clang does not know, and gives those too. It asks the driver
// alone; nothing is compiled.
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

// without leaves out options; one that takes its value as the next word takes that along.
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
