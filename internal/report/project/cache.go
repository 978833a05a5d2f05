// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/corolower/corolower/internal/report"
)

// The cache: the results of units, by content. A unit's cache file records, for some states of the
// project, the content of every file that the compiler read, and the result. So a lookup compiles
// nothing. The cache cannot detect a new header that the compiler would now find before one that it
// read.
//
// A file is first written under a temporary name. An unreadable file counts as missing.

// cacheVersion is the version of the files' format.
const cacheVersion = 1

// maxStates bounds the number of project states in a unit's file.
const maxStates = 4

// DefaultCacheSize bounds the size of the cache in bytes.
const DefaultCacheSize = 1 << 30

// Cache is a directory of results. Its methods may be called from several goroutines, and several
// programs may share one directory.
type Cache struct {
	dir    string
	began  time.Time
	mu     sync.Mutex
	hashes map[string]*digest
}

// digest describes the content of a file at its first use.
type digest struct {
	once sync.Once
	sum  string // "" if the file cannot be read
	time time.Time
}

// OpenCache opens the cache in a directory, which it creates. If dir is "", it is the user's own:
// corolower in $XDG_CACHE_HOME, or in the system's default cache directory.
func OpenCache(dir string) (*Cache, error) {
	if dir == "" {
		base := os.Getenv("XDG_CACHE_HOME")
		if base == "" {
			var err error
			if base, err = os.UserCacheDir(); err != nil {
				return nil, err
			}
		}
		dir = filepath.Join(base, "corolower")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &Cache{dir: dir, began: time.Now(), hashes: map[string]*digest{}}, nil
}

// digest returns the content of a file as it was at the first call in this run.
func (c *Cache) digest(path string) *digest {
	c.mu.Lock()
	d := c.hashes[path]
	if d == nil {
		d = &digest{}
		c.hashes[path] = d
	}
	c.mu.Unlock()
	d.once.Do(func() {
		f, err := os.Open(path)
		if err != nil {
			return
		}
		defer f.Close()
		st, err := f.Stat()
		if err != nil || !st.Mode().IsRegular() {
			return
		}
		h := sha256.New()
		if _, err := io.Copy(h, f); err == nil {
			d.sum, d.time = hex.EncodeToString(h.Sum(nil)[:16]), st.ModTime()
		}
	})
	return d
}

// dependency is a file that the compiler read.
type dependency struct {
	Path string `json:"path"`
	Sum  string `json:"sum"`
}

// state is the result of a unit for one content of its files.
type state struct {
	Files []dependency    `json:"files"`
	Part  json.RawMessage `json:"part"`
}

// states is the content of a unit's cache file.
type states struct {
	Version int     `json:"version"`
	States  []state `json:"states"`
}

// path returns the path of a unit's cache file; key identifies the unit apart from its files.
func (c *Cache) path(key []string) string {
	h := sha256.New()
	for _, k := range key {
		io.WriteString(h, k)
		h.Write([]byte{0})
	}
	sum := hex.EncodeToString(h.Sum(nil)[:20])
	return filepath.Join(c.dir, sum[:2], sum[2:]+cacheSuffix)
}

const (
	cacheSuffix = ".json.gz"
	tempMark    = ".tmp"
)

// read reads a unit's cache file. It returns an empty value if the file is missing or unreadable.
func (c *Cache) read(path string) (s states) {
	f, err := os.Open(path)
	if err != nil {
		return states{}
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil || json.NewDecoder(z).Decode(&s) != nil || s.Version != cacheVersion {
		return states{}
	}
	if _, err := io.Copy(io.Discard, z); err != nil { // checks the checksum
		return states{}
	}
	return s
}

// load returns the result of a unit, or nil if none is cached for the current content of its files.
func (c *Cache) load(key []string) *report.Part {
	p := &report.Part{}
	if !c.get(key, p) {
		return nil
	}
	return p
}

// get reads a cached value, and reports whether there is one.
func (c *Cache) get(key []string, value any) bool {
	path := c.path(key)
	for _, s := range c.read(path).States {
		if slices.ContainsFunc(s.Files, func(d dependency) bool {
			return d.Sum == "" ||
				c.digest(d.Path).sum != d.Sum
		}) {
			continue
		}
		if json.Unmarshal(s.Part, value) != nil {
			continue
		}
		now := time.Now()
		_ = os.Chtimes(path, now, now) // Trim removes the least recently used files
		return true
	}
	return false
}

// store caches the result of a unit that read the given files. It stores nothing if one of them may
// have changed since the run began, because it is unknown which content was compiled. A failure to
// write the cache is no error.
func (c *Cache) store(key, files []string, value any) {
	s := state{}
	for _, f := range files {
		d := c.digest(f)
		if d.sum == "" || !d.time.Before(c.began) {
			return
		}
		s.Files = append(s.Files, dependency{f, d.sum})
	}
	var err error
	if s.Part, err = json.Marshal(value); err != nil {
		return
	}
	path := c.path(key)
	old := c.read(path).States
	all := states{cacheVersion, append([]state{s}, old[:min(len(old), maxStates-1)]...)}
	if os.MkdirAll(filepath.Dir(path), 0o777) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(path), "*"+tempMark)
	if err != nil {
		return
	}
	z := gzip.NewWriter(f)
	err = json.NewEncoder(z).Encode(all)
	for _, e := range []error{z.Close(), f.Close()} {
		if err == nil {
			err = e
		}
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

// Trim removes the least recently used files until at most size bytes remain, and old temporary
// files of interrupted programs.
func (c *Cache) Trim(size int64) {
	type file struct {
		path string
		size int64
		time time.Time
	}
	var list []file
	sum := int64(0)
	_ = filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		st, err := d.Info()
		if err != nil {
			return nil
		}
		switch {
		case strings.HasSuffix(path, tempMark) && time.Since(st.ModTime()) > 24*time.Hour:
			os.Remove(path)
		case strings.HasSuffix(path, cacheSuffix):
			list = append(list, file{path, st.Size(), st.ModTime()})
			sum += st.Size()
		}
		return nil
	})
	slices.SortFunc(list, func(a, b file) int { return a.time.Compare(b.time) })
	for _, f := range list {
		if sum <= size {
			return
		}
		if os.Remove(f.path) == nil {
			sum -= f.size
		}
	}
}
