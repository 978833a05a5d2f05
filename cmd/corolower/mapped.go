// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"os"
	"runtime/debug"
)

// This file maps large input files of a lowering run into memory. Mapping copies nothing, allocates
// and clears no memory, and costs nothing for pages that are never read: for a unit of 72 MB it
// saved a fifteenth of the run. The text is the same either way.
//
// Another process can change a mapped file while this one reads it. A file that this run writes is
// therefore read and not mapped. If another process wrote into the file, the run ends with an error
// before the output takes its name. If the file became shorter, a read past its end faults, and the
// fault becomes the same error. Replacing the file by a new one, as compilers and this program do,
// does not affect the mapping.

// mapFrom is the minimum size in bytes of a file that is mapped. Reading a smaller file is as fast.
const mapFrom = 1 << 20

// mapping is a mapped input. A nil mapping stands for an input that was read.
type mapping struct {
	f    *os.File // open, to check whether the file has changed
	st   os.FileInfo
	text []byte
}

// mapInput maps a regular file that st describes. It returns nil if the file must be read instead:
// the file is small or too large, it cannot be mapped on this system, or this run writes it (writes
// lists the outputs). It does not open other kinds of files, because a pipe can be read only once.
func (a *app) mapInput(name string, st os.FileInfo, writes []string) *mapping {
	if !st.Mode().IsRegular() || st.Size() < mapFrom || st.Size() > maxInput || a.writing(st, writes) {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil // reading the file will report why
	}
	if now, err := f.Stat(); err == nil && os.SameFile(now, st) {
		if text, err := mapFile(f, int(st.Size())); err == nil {
			return &mapping{f, st, text}
		}
	}
	f.Close()
	return nil
}

// writing reports whether a file is also an output: one of the named files, or a stream.
func (a *app) writing(file os.FileInfo, names []string) bool {
	for _, name := range names {
		if st, err := os.Stat(name); err == nil && os.SameFile(st, file) {
			return true
		}
	}
	for _, w := range []any{a.stdout, a.stderr} {
		if f := fileOf(w); f != nil {
			if st, err := f.Stat(); err == nil && os.SameFile(st, file) {
				return true
			}
		}
	}
	return false
}

// close closes the file, so that changed may no longer be called. The text stays mapped, because
// names in tables share its memory.
func (m *mapping) close() {
	if m != nil {
		m.f.Close()
	}
}

// changed returns an error if the file was written to since it was mapped.
func (m *mapping) changed() error {
	if m == nil {
		return nil
	}
	if st, err := m.f.Stat(); err == nil && st.Size() == m.st.Size() && st.ModTime().Equal(m.st.ModTime()) {
		return nil
	}
	return fmt.Errorf("'%s' was changed while it was read", m.f.Name())
}

// guard runs fn. If the file became shorter and fn faults when it reads past the end, guard returns
// an error.
func (m *mapping) guard(fn func() error) (err error) {
	if m == nil {
		return fn()
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		p := recover()
		switch e := m.changed(); {
		case e != nil:
			err = e
		case p != nil:
			panic(p)
		}
	}()
	return fn()
}
