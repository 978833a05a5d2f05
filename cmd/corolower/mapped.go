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

// mapFrom is the size of a file from which it is mapped, in bytes. To read a smaller one is as
// fast.
const mapFrom = 1 << 20

// mapping is a mapped input. A nil mapping stands for an input that was read.
type mapping struct {
	f    *os.File // open, to see whether it is as it was
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
		return nil // reading it will say why
	}
	if now, err := f.Stat(); err == nil && os.SameFile(now, st) {
		if text, err := mapFile(f, int(st.Size())); err == nil {
			return &mapping{f, st, text}
		}
	}
	f.Close()
	return nil
}

// writing reports a file that is written by one of some names, or by a stream.
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

// close ends the watch over the file. The text stays mapped: names in tables share its memory.
func (m *mapping) close() {
	if m != nil {
		m.f.Close()
	}
}

// changed is the error about a file that was written into since it was mapped; nil: it is as it
// was.
func (m *mapping) changed() error {
	if m == nil {
		return nil
	}
	if st, err := m.f.Stat(); err == nil && st.Size() == m.st.Size() && st.ModTime().Equal(m.st.ModTime()) {
		return nil
	}
	return fmt.Errorf("'%s' was changed while it was read", m.f.Name())
}

// guard runs fn, in which a fault ends if the file has become shorter than it was.
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
