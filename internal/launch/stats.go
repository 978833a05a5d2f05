// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/corolower/corolower/internal/words"
)

// This file counts the outcomes of commands, for `corolower cc --stats`. The counters are in one
// file, which each command changes under a lock. A log lists the units that could not be lowered.
// If the folder cannot be written, nothing is counted, and that is no error. A lock that another
// process keeps, a named pipe or a link in the place of a file never delay or change a build.

// Counts holds sums over commands.
type Counts struct {
	Commands   int            `json:"commands"`
	Units      int            `json:"units"`   // compiled in two stages
	Lowered    int            `json:"lowered"` // of these, with coroutines that were lowered
	Coroutines int            `json:"coroutines"`
	Elided     int            `json:"elided"`
	Created    int            `json:"created"`  // places that create coroutines, elided or not
	Plain      int            `json:"plain"`    // units with coroutines at -O0
	Bypassed   int            `json:"bypassed"` // by ccache, which caches nothing
	Excluded   int            `json:"excluded"` // units that the settings leave to clang
	Failed     int            `json:"failed"`   // commands that the compiler refused
	Devices    int            `json:"devices"`  // device parts of CUDA sources, one for each GPU
	Repeated   int            `json:"repeated"` // units for which clang generated code again after a crash
	Seconds    [3]float64     `json:"seconds"`
	Written    map[string]int `json:"written,omitempty"` // commands that ran as written, by reason
	// units that were not lowered because of a failure, by reason
	Fallbacks map[string]int `json:"fallbacks,omitempty"`
}

const (
	countsName = "counts.json"
	logName    = "fallbacks.log"
	maxLog     = 1 << 20 // bytes
)

// Store is the folder of the counters.
type Store struct{ Dir string }

// DefaultStore returns the user's store: the folder cc in $COROLOWER_CACHE, or corolower/cc in the
// user's cache folder.
func DefaultStore() Store {
	if dir := os.Getenv("COROLOWER_CACHE"); dir != "" {
		return Store{filepath.Join(dir, "cc")}
	}
	base := os.Getenv("XDG_CACHE_HOME")
	if base == "" {
		var err error
		if base, err = os.UserCacheDir(); err != nil {
			return Store{}
		}
	}
	return Store{filepath.Join(base, "corolower", "cc")}
}

// Links returns the folder for links and settings that compiler caches need; "" for none.
func (s Store) Links() string {
	if s.Dir == "" {
		return ""
	}
	dir, err := filepath.Abs(filepath.Join(s.Dir, "links"))
	if err != nil {
		return ""
	}
	return dir
}

// change reads the counters, applies f, and writes them back, under a lock.
func (s Store) change(f func(*Counts)) error {
	if s.Dir == "" {
		return os.ErrNotExist
	}
	if err := os.MkdirAll(s.Dir, 0o777); err != nil {
		return err
	}
	file, err := openRegular(filepath.Join(s.Dir, countsName), os.O_RDWR)
	if err != nil {
		return err
	}
	defer file.Close()
	if !lockSoon(file) {
		return errLocked
	}
	text, err := io.ReadAll(io.LimitReader(file, maxLog))
	if err != nil {
		return err
	}
	var c Counts
	_ = json.Unmarshal(text, &c) // a damaged file counts from zero again
	f(&c)
	out, err := json.MarshalIndent(&c, "", "  ")
	if err != nil {
		return err
	}
	out = append(out, '\n')
	for len(out) < len(text) { // pad to the old length, so that one write replaces the whole file
		out = append(out, '\n')
	}
	_, err = file.WriteAt(out, 0)
	return err
}

// openRegular opens or creates a file of the store. It opens neither a link nor a pipe or device:
// a link's target is not this program's, and opening a pipe waits for a reader.
func openRegular(name string, mode int) (*os.File, error) {
	before, err := os.Lstat(name)
	if err == nil && !before.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	if os.IsNotExist(err) {
		mode |= os.O_CREATE | os.O_EXCL
	}
	f, err := os.OpenFile(name, mode, 0o666)
	if os.IsExist(err) { // another command has created it
		return openRegular(name, mode&^(os.O_CREATE|os.O_EXCL))
	}
	return f, err
}

var errLocked = errors.New("another process keeps the counters locked")

// lockSoon locks a file, and waits for other holders of the lock a second at most. Commands of a
// build hold it for microseconds.
func lockSoon(f *os.File) bool {
	for range 200 {
		if lock(f) == nil {
			return true
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}

// Read returns the counters.
func (s Store) Read() (Counts, error) {
	text, err := words.ReadFile(filepath.Join(s.Dir, countsName), maxLog)
	var c Counts
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if os.IsNotExist(err) {
		err = nil
	}
	return c, err
}

// Zero sets the counters to zero and empties the log.
func (s Store) Zero() error {
	if err := s.change(func(c *Counts) { *c = Counts{} }); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(s.Dir, logName)); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// Add counts an outcome.
func (s Store) Add(o *Outcome) {
	_ = s.change(func(c *Counts) {
		c.Commands++
		count := func(m *map[string]int, why string) {
			if *m == nil {
				*m = map[string]int{}
			}
			if why != "" && (len(*m) < maxReasons || (*m)[why] > 0) {
				(*m)[why]++
			}
		}
		count(&c.Written, o.Written)
		count(&c.Fallbacks, o.Fallback)
		if o.Written == "" {
			c.Units++
		}
		c.Devices += o.Devices
		if o.Bypassed {
			c.Bypassed++
		}
		if o.Excluded {
			c.Excluded++
		}
		if o.Lowered != nil {
			if o.Lowered.Plain {
				c.Plain++
			}
			c.Created += o.Lowered.Created
			c.Lowered++
			c.Coroutines += o.Lowered.Coroutines
			c.Elided += o.Lowered.Elided
		}
		if o.Failed {
			c.Failed++
		}
		if o.Repeated {
			c.Repeated++
		}
		for k := range c.Seconds {
			c.Seconds[k] += o.Times[k].Seconds()
		}
		if o.Fallback != "" {
			s.log(o)
		}
	})
}

// maxReasons is the maximum number of different reasons that are counted.
const maxReasons = 100

// log adds a line to the log of fallbacks. The caller holds the lock of the counters.
func (s Store) log(o *Outcome) {
	name := filepath.Join(s.Dir, logName)
	if st, err := os.Stat(name); err == nil && st.Size() > maxLog {
		os.Rename(name, name+".old")
	}
	f, err := openRegular(name, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return
	}
	defer f.Close()
	dir, _ := os.Getwd()
	fmt.Fprintf(f, "%s\t%s\t%s\t%s\n", time.Now().UTC().Format(time.RFC3339), dir, o.Source,
		strings.ReplaceAll(o.Fallback, "\n", " "))
}

// Log returns the file that lists units that could not be lowered.
func (s Store) Log() string { return filepath.Join(s.Dir, logName) }

// Text formats the counters for users: rates as ccache prints them, and a reason for each zero.
func (c *Counts) Text() string {
	var b strings.Builder
	const elided = "allocations elided"
	of := func(n int, what string, all int) {
		rate := ""
		if all > 0 && (n > 0 || what == elided) {
			rate = fmt.Sprintf(" (%.1f%% of %d)", 100*float64(n)/float64(all), all)
		}
		fmt.Fprintf(&b, "%7d  %s%s\n", n, what, rate)
	}
	because := func(n int, one, several string) {
		if n > 0 {
			fmt.Fprintf(&b, "%7s  %5d  %s\n", "", n, map[bool]string{true: one, false: several}[n == 1])
		}
	}
	of(c.Commands, "commands", 0)
	if c.Commands == 0 {
		b.WriteString("No command ran under corolower cc since --zero-stats. A build folder keeps objects that are up to date.\n")
	}
	of(c.Units, "compiled in two stages", c.Commands)
	of(c.Lowered, "of them with coroutines", c.Units)
	because(c.Excluded, "unit excluded in corolower.toml", "units excluded in corolower.toml")
	because(c.Devices, "device part of CUDA for a GPU", "device parts of CUDA for a GPU")
	of(c.Coroutines, "coroutines lowered", 0)
	of(c.Elided, elided, c.Created)
	because(c.Plain, "unit at -O0: nothing is elided there", "units at -O0: nothing is elided there")
	if c.Lowered > c.Plain && c.Created == 0 {
		because(c.Lowered-c.Plain, "unit creates no coroutine that the same unit defines",
			"units create no coroutine that the same unit defines")
	}
	of(c.Failed, "failed", c.Commands)
	list := func(title string, m map[string]int) {
		total := 0
		for _, n := range m {
			total += n
		}
		of(total, title, c.Commands)
		for _, why := range slices.SortedFunc(maps.Keys(m), func(a, b string) int {
			if m[a] != m[b] {
				return m[b] - m[a]
			}
			return strings.Compare(a, b)
		}) {
			fmt.Fprintf(&b, "%7s  %5d  %s\n", "", m[why], reason(why))
		}
	}
	list("run as written", c.Written)
	list("fallbacks", c.Fallbacks)
	of(c.Repeated, "code generated again after a crash", 0)
	if c.Bypassed > 0 {
		of(c.Bypassed, "not cached by ccache: the launcher must be corolower;cc;ccache", c.Commands)
	}
	fmt.Fprintf(&b, "seconds of processor time: %.1f frontend, %.1f lowering, %.1f code generation\n", c.Seconds[0],
		c.Seconds[1], c.Seconds[2])
	return b.String()
}

// reasons explains reasons for which a command runs as written.
var reasons = map[string]string{
	noCompile:          "not a compile: links, and others without a C++ source",
	"another language": "another language, without coroutines of C++",
	"--precompile":     "module interfaces (--precompile): no code, compiled as written",
	"after ccache":     "ccache, which calls corolower if it has no object",
	"after sccache":    "sccache, which calls corolower if it has no object",
}

// reason explains why commands ran as written. Most reasons are the name of an option.
func reason(why string) string {
	if f, _ := Lookup(why); f != nil && f.Use == Profile {
		return why + ": clang counts before it splits coroutines; --instrumented lowers it"
	} else if f != nil && f.Note != "" && reasons[why] == "" {
		return why + ": " + f.Note
	}
	return cmp.Or(reasons[why], why)
}

// AppendLine appends a line to a file that several programs write.
func AppendLine(name string, line []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	lockSoon(f) // without the lock, the system still appends short lines as a whole
	_, err = f.Write(append(line, '\n'))
	return err
}
