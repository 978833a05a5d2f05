// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/words"
)

// This file runs commands that have another launcher between this program and the compiler, for
// example `corolower cc ccache clang++ ...`. A compiler cache must call this program on a cache
// miss, and must hash everything that the object depends on: this program, clang, and the settings.
// The configuration differs:
//
//	ccache   calls the program in $CCACHE_PREFIX before the compiler, and hashes the files in
//	         $CCACHE_EXTRAFILES
//	sccache  calls a link to this program as the compiler; a link to the real compiler is in the
//	         same folder. It hashes $SCCACHE_C_CUSTOM_CACHE_BUSTER
//
// Others cannot be configured so, for example distcc. Then the command runs as written, with a
// warning.

// AsPrefix is the environment variable that makes this program act as a launcher whatever its
// arguments are. ccache calls the program in this way, before the compiler.
const AsPrefix = "COROLOWER_AS_PREFIX"

// FlagsVariable is the environment variable with options of `corolower cc`.
const FlagsVariable = "COROLOWER_FLAGS"

// compilerLink is the name of the link to the compiler, in the folder of the link to this program.
const compilerLink = "corolower.compiler"

// launcher runs a command that has another launcher before the compiler.
func (r *runner) launcher(u *compile) End {
	list := r.cmd.Launchers
	name := ProgramName(list[0])
	if !slices.Equal(r.argv[:min(len(list), len(r.argv))], list) {
		return r.written("response file", u.source, true) // the launcher is in it, so argv cannot be edited
	}
	var err error
	switch {
	case len(list) == 1 && name == "ccache":
		err = r.askCcache(u)
	case len(list) == 1 && (name == "sccache" || name == "cachepot"):
		err = r.askSccache(u)
	default:
		return r.written(fmt.Sprintf("%s runs the compiler itself; write %q", name,
			name+" corolower-"+ProgramName(r.cmd.Compiler)), u.source, true)
	}
	if err != nil {
		return r.written(fmt.Sprintf("%s cannot be asked to run corolower (%v)", name, err), u.source, true)
	}
	flags := r.Flags
	if file := r.cmd.Report(); file != "" {
		flags = strings.TrimSpace(flags + " " + words.Quote("--report="+file))
	}
	os.Setenv(FlagsVariable, flags)
	return r.written("after "+name, u.source, false)
}

// settingsOnly reports whether env with settings is the only launcher before the compiler. If so,
// it sets the variables.
func (r *runner) settingsOnly() bool {
	list := r.cmd.Launchers
	if ProgramName(list[0]) != "env" || len(r.cmd.Env) != len(list)-1 ||
		!slices.Equal(r.argv[:min(len(list), len(r.argv))], list) {
		return false
	}
	for _, s := range r.cmd.Env {
		name, value, _ := strings.Cut(s, "=")
		os.Setenv(name, value)
	}
	return true
}

// askCcache configures ccache to call this program before the compiler.
func (r *runner) askCcache(u *compile) error {
	if os.Getenv("CCACHE_PREFIX") != "" {
		return errors.New("CCACHE_PREFIX is set")
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if strings.ContainsAny(self, " :;") {
		return fmt.Errorf("it cannot call a program named %q", self)
	}
	extra := self
	if text := r.settings(u); text != "" {
		name, err := r.keep("settings", text)
		if err != nil {
			return err
		}
		extra += string(os.PathListSeparator) + name
	}
	if old := os.Getenv("CCACHE_EXTRAFILES"); old != "" {
		extra += string(os.PathListSeparator) + old
	}
	for _, s := range [][2]string{{"CCACHE_PREFIX", self}, {"CCACHE_EXTRAFILES", extra}, {AsPrefix, "1"}} {
		os.Setenv(s[0], s[1])
	}
	return nil
}

// bypassed reports whether ccache precedes this program and caches nothing. In
//
//	ccache corolower cc /usr/bin/clang++ -c a.cpp
//
// ccache takes the compiler's path for a second source. It then sets CCACHE_DISABLE and becomes this
// program. So the parent is not ccache, and does not have the variable.
func bypassed(compiler string) bool {
	if os.Getenv("CCACHE_DISABLE") == "" || filepath.Base(compiler) == compiler {
		return false
	}
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	name, err := os.ReadFile(parent + "comm")
	if err != nil || string(name) == "ccache\n" {
		return false
	}
	variables, err := os.ReadFile(parent + "environ")
	return err == nil && !strings.Contains("\x00"+string(variables), "\x00CCACHE_DISABLE=")
}

// askSccache gives sccache a link to this program as the compiler.
func (r *runner) askSccache(u *compile) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	path, err := exec.LookPath(r.cmd.Compiler)
	if err != nil {
		return err
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	link, err := r.link(self, path)
	if err != nil {
		return err
	}
	clang := ""
	if st, err := os.Stat(path); err == nil { // identify clang as ccache does, because sccache sees only this program
		clang = fmt.Sprintf("%d %d", st.Size(), st.ModTime().Unix())
	}
	sum := sha256.Sum256([]byte(clang + "\x00" + r.settings(u)))
	buster := strings.TrimSpace(os.Getenv("SCCACHE_C_CUSTOM_CACHE_BUSTER") + " corolower-" +
		hex.EncodeToString(sum[:8]))
	os.Setenv("SCCACHE_C_CUSTOM_CACHE_BUSTER", buster)
	r.argv = slices.Clone(r.argv)
	r.argv[len(r.cmd.Launchers)] = link
	return nil
}

// settings returns a text of everything that lowering a unit depends on, except this program.
func (r *runner) settings(u *compile) string {
	text := r.Flags
	if r.Settings != nil {
		text += "\x00" + r.Settings(u.source, u.Level())
	}
	return text
}

// keep writes a text into a file whose name contains the text's hash, if the file does not exist
// yet. It returns the file's name.
func (r *runner) keep(what, text string) (string, error) {
	if r.Links == "" {
		return "", errors.New("no folder for its counters")
	}
	sum := sha256.Sum256([]byte(text))
	name := filepath.Join(r.Links, what+"-"+hex.EncodeToString(sum[:8]))
	if strings.ContainsRune(name, os.PathListSeparator) {
		return "", fmt.Errorf("it cannot hash a file named %q", name)
	}
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	if err := os.MkdirAll(r.Links, 0o777); err != nil {
		return "", err
	}
	return name, atomically(name, func(temporary string) error { return os.WriteFile(temporary, []byte(text), 0o666) })
}

// atomically creates a file under a temporary name and renames it, so that other programs never see
// a partial file.
func atomically(name string, make func(temporary string) error) error {
	temporary := fmt.Sprintf("%s.%d", name, os.Getpid())
	os.Remove(temporary)
	if err := make(temporary); err != nil {
		return err
	}
	return os.Rename(temporary, name)
}

// link creates a link to this program that acts as a compiler, and a link to the real compiler in
// the same folder. It returns the name of the first.
func (r *runner) link(self, compiler string) (string, error) {
	if r.Links == "" {
		return "", errors.New("no folder for its counters")
	}
	sum := sha256.Sum256([]byte(self + "\x00" + compiler))
	dir := filepath.Join(r.Links, hex.EncodeToString(sum[:8]))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o700); err != nil { // Linked follows no link that others can change
		return "", err
	}
	own := filepath.Join(dir, "corolower-"+ProgramName(compiler))
	// The link to the compiler comes first: without it, the other one runs the compiler in
	// PATH.
	for _, l := range [][2]string{{filepath.Join(dir, compilerLink), compiler}, {own, self}} {
		if to, err := os.Readlink(l[0]); err == nil && to == l[1] {
			continue
		}
		if err := atomically(l[0], func(temporary string) error { return os.Symlink(l[1], temporary) }); err != nil {
			return "", err
		}
	}
	return filepath.Abs(own)
}

// Linked returns the compiler that a link to this program runs, if the method link created it;
// otherwise "". The folder must be one that nobody else can write to: whoever can create a file
// beside this program does not choose what it runs.
func Linked(program string) string {
	if !strings.ContainsAny(program, `/\`) || !ownFolder(filepath.Dir(program)) {
		return ""
	}
	to, err := os.Readlink(filepath.Join(filepath.Dir(program), compilerLink))
	if err != nil {
		return ""
	}
	return to
}
