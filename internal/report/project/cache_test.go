// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/corolower/corolower/internal/report"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func makeExecutable(t *testing.T, name string) {
	t.Helper()
	if err := os.Chmod(name, 0o755); err != nil {
		t.Fatal(err)
	}
}

// old writes a file with a time before the run.
func old(t *testing.T, name, text string) {
	write(t, name, text)
	before := time.Now().Add(-time.Hour)
	if err := os.Chtimes(name, before, before); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir string) *Cache {
	t.Helper()
	c, err := OpenCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// files returns the files of a cache.
func files(t *testing.T, dir string) (list []string) {
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestCache checks that a result is found for the same unit and content, whatever the times of the
// files are, and for states that recur.
func TestCache(t *testing.T) {
	dir, src := t.TempDir(), filepath.Join(t.TempDir(), "a b.h")
	key, read := []string{"k"}, []string{src}
	load := func(want string) {
		t.Helper()
		got := ""
		if p := open(t, dir).load(key); p != nil {
			got = p.Unit.File
		}
		if got != want {
			t.Errorf("found %q, want %q", got, want)
		}
	}
	part := func(name string) *report.Part { return &report.Part{Unit: report.Unit{File: name}} }
	old(t, src, "one")
	load("")
	open(t, dir).store(key, read, part("first"))
	load("first")
	old(t, src, "two")
	load("")
	open(t, dir).store(key, read, part("second"))
	load("second")
	old(t, src, "one")
	load("first")
	if p := open(t, dir).load([]string{"other"}); p != nil {
		t.Error("found for another unit")
	}
	if err := os.Remove(src); err != nil {
		t.Fatal(err)
	}
	load("")
	for k := range 2 * maxStates {
		old(t, src, strings.Repeat("x", k))
		open(t, dir).store(key, read, part("many"))
	}
	if n := len(open(t, dir).read(open(t, dir).path(key)).States); n != maxStates {
		t.Errorf("%d states are kept, want %d", n, maxStates)
	}
}

// TestCacheWhileFilesChange checks that nothing is stored for a file written since the run began,
// because it is unknown which content was compiled.
func TestCacheWhileFilesChange(t *testing.T) {
	dir, src := t.TempDir(), filepath.Join(t.TempDir(), "a.h")
	c := open(t, dir)
	write(t, src, "new")
	later := time.Now().Add(time.Second)
	if err := os.Chtimes(src, later, later); err != nil {
		t.Fatal(err)
	}
	c.store([]string{"k"}, []string{src}, &report.Part{})
	if list := files(t, dir); len(list) != 0 {
		t.Errorf("kept: %q", list)
	}
}

// TestCacheBroken checks that a truncated, changed or differently formatted file counts as missing,
// and is replaced.
func TestCacheBroken(t *testing.T) {
	dir, src := t.TempDir(), filepath.Join(t.TempDir(), "a.h")
	old(t, src, "one")
	key := []string{"k"}
	part := &report.Part{Unit: report.Unit{File: "unit"}}
	open(t, dir).store(key, []string{src}, part)
	path := files(t, dir)[0]
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(good) {
		flipped := []byte(string(good))
		flipped[n] ^= 0x40
		for _, text := range []string{string(good[:n]), string(flipped)} {
			write(t, path, text)
			if p := open(t, dir).load(key); p != nil && !reflect.DeepEqual(p, part) ||
				p != nil && len(text) < len(good) {
				t.Errorf("byte %d of %d: found %+v", n, len(good), p)
			}
		}
	}
	open(t, dir).store(key, []string{src}, part)
	if open(t, dir).load(key) == nil {
		t.Error("what is broken is not replaced")
	}
}

// TestCacheTogether checks that concurrent writes of one unit leave a valid file.
func TestCacheTogether(t *testing.T) {
	dir, src := t.TempDir(), filepath.Join(t.TempDir(), "a.h")
	old(t, src, "one")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { open(t, dir).store([]string{"k"}, []string{src}, &report.Part{}) })
	}
	wg.Wait()
	if list := files(t, dir); len(list) != 1 || open(t, dir).load([]string{"k"}) == nil {
		t.Errorf("%q", list)
	}
}

// TestTrim checks that the least recently used results are removed.
func TestTrim(t *testing.T) {
	dir, src := t.TempDir(), filepath.Join(t.TempDir(), "a.h")
	old(t, src, "one")
	c := open(t, dir)
	sizes := int64(0)
	for k, name := range []string{"a", "b", "c"} {
		c.store([]string{name}, []string{src}, &report.Part{})
		at := time.Now().Add(time.Duration(k-10) * time.Hour)
		if err := os.Chtimes(c.path([]string{name}), at, at); err != nil {
			t.Fatal(err)
		}
		st, _ := os.Stat(c.path([]string{name}))
		sizes = st.Size()
	}
	old(t, filepath.Join(dir, "x"+tempMark), "left behind")
	past := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "x"+tempMark), past, past); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "README"), "not ours")
	c.load([]string{"a"}) // marks it as used
	c.Trim(2 * sizes)
	for name, kept := range map[string]bool{"a": true, "b": false, "c": true} {
		if got := c.load([]string{name}) != nil; got != kept {
			t.Errorf("%s is kept: %v, want %v", name, got, kept)
		}
	}
	if n := len(files(t, dir)); n != 3 {
		t.Errorf("%d files, want two results and one that is not ours", n)
	}
}
