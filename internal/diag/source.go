// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diag

// This file maps debug info's positions in the frontend's source to file names and text. It shows a
// text only if it is the one that was compiled, because an edited file has other lines.

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Sources holds the frontend's source files that positions of some inputs refer to. It reads each
// file at most once.
type Sources struct {
	dir   string
	read  func(path string) ([]byte, error)
	files map[string]*File // by path; nil if the file cannot be read
	sums  map[summed]bool
	other map[string]bool // names of files whose text differs from the compiled one
}

// summed is a file and a checksum to compare it with.
type summed struct {
	file *File
	sum  string
}

// NewSources returns an empty set. dir is the working directory, and the names of files below it
// are relative to it. If dir is "", each file keeps its name in debug info. read returns the text
// of a file.
func NewSources(dir string, read func(path string) ([]byte, error)) *Sources {
	return &Sources{dir: dir, read: read, files: map[string]*File{}, sums: map[summed]bool{}, other: map[string]bool{}}
}

// Dir returns the working directory.
func (s *Sources) Dir() string { return s.dir }

// Name returns the name of a position's file for messages: its path relative to the working
// directory if it is below it, else the path in debug info. It returns "" for an unknown position.
func (s *Sources) Name(l ir.SourceLoc) string {
	if l.Line == 0 || l.File == "" {
		return ""
	}
	if below := s.below(full(l)); below != "" {
		return below
	}
	return filepath.ToSlash(l.File)
}

// below returns an absolute path relative to the working directory, or "" if it is not below it.
func (s *Sources) below(path string) string {
	if s.dir == "" || !filepath.IsAbs(path) {
		return ""
	}
	rel, err := filepath.Rel(s.dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// full returns the path of a position's file, as far as debug info records it.
func full(l ir.SourceLoc) string {
	if filepath.IsAbs(l.File) {
		return l.File
	}
	return filepath.Join(l.Dir, l.File)
}

// Find returns the file of a position and the position in it, or nil if the text is not available.
// It searches the path in debug info. If there is a checksum, that path may be relative to the
// working directory, and Find also searches the input's folder, because source and input may both
// come from another machine. A file counts only if its checksum matches.
func (s *Sources) Find(l ir.SourceLoc, input *File) (*File, ir.Pos) {
	if l.Line <= 0 || l.File == "" {
		return nil, 0
	}
	paths := []string{full(l)}
	switch {
	case l.Sum != "" && !filepath.IsAbs(l.File):
		beside := filepath.Dir(input.Name)
		paths = append(paths, filepath.Join(beside, l.File), filepath.Join(beside, filepath.Base(l.File)))
	case l.Sum == "" && !filepath.IsAbs(paths[0]):
		return nil, 0 // an unrelated file may have this name here
	}
	other := ""
	for _, path := range paths {
		f := s.file(path)
		if f == nil {
			continue
		}
		if !s.same(f, l.Sum) {
			other = f.Name
			continue
		}
		if pos := f.PosOf(l.Line, l.Col); pos.IsValid() {
			return f, pos
		}
	}
	if other != "" {
		s.other[other] = true
	}
	return nil, 0
}

// file reads a file once and caches it.
func (s *Sources) file(path string) *File {
	f, known := s.files[path]
	if !known {
		if text, err := s.read(path); err == nil {
			name := path
			if below := s.below(name); below != "" {
				name = below
			}
			f = NewFile(filepath.ToSlash(name), text)
		}
		s.files[path] = f
	}
	return f
}

// same reports whether a file may match a checksum.
func (s *Sources) same(f *File, sum string) bool {
	k := summed{f, sum}
	is, known := s.sums[k]
	if !known {
		is = sameSum(f.Text, sum)
		s.sums[k] = is
	}
	return is
}

// Changed returns the sorted names of files that Find found with another text than the compiled
// one. Most of them were edited since.
func (s *Sources) Changed() []string { return slices.Sorted(maps.Keys(s.other)) }

// sameSum reports whether a text may match debug info's checksum: MD5, SHA-1 or SHA-256 in
// hexadecimal, which differ in length. The result is true without a checksum or with one of another
// kind.
func sameSum(text []byte, sum string) bool {
	var got []byte
	switch len(sum) {
	case 2 * md5.Size:
		h := md5.Sum(text)
		got = h[:]
	case 2 * sha1.Size:
		h := sha1.Sum(text)
		got = h[:]
	case 2 * sha256.Size:
		h := sha256.Sum256(text)
		got = h[:]
	default:
		return true
	}
	return strings.EqualFold(hex.EncodeToString(got), sum)
}

// PosOf returns the position of a line and column, which start at 1. Without a column it is the
// first nonblank character of the line. It is invalid if the file has no such position or no text.
func (f *File) PosOf(line, col int) ir.Pos {
	if line < 1 || line > f.Lines() || len(f.Text) == 0 {
		return 0
	}
	text := f.Line(line)
	if col <= 0 {
		col = 1 + len(text) - len(bytes.TrimLeft(text, " \t"))
	}
	if col > len(text)+1 {
		return 0
	}
	return ir.PosAt(f.lines[line-1] + col - 1)
}

// Passage renders a message that is not a finding, like the function of this name. If the source is
// available, it leads with the position in the source and its text, and has the position in the IR
// in parentheses. Otherwise it leads with the position in the IR. atIR describes the position in
// the IR if pos is invalid; it may be "".
func (s *Sources) Passage(f *File, pos ir.Pos, src ir.SourceLoc, label, msg, atIR string, st *Style) string {
	file, at := s.Find(src, f)
	switch {
	case file != nil:
		if pos.IsValid() && !f.Derived {
			atIR = " (" + f.at(pos) + ")"
		}
		var b strings.Builder
		lead(&b, "", Clean(file.Name)+":"+place(src.Line, src.Col), label, msg+atIR, st)
		snippet(&b, file, at, 0, st)
		return b.String()
	case pos.IsValid():
		atIR = ""
	}
	return Passage("", f, pos, label, msg+atIR+s.At(", at ", src), st)
}

// At formats a position in the source after some leading words, or returns "" if it is unknown.
func (s *Sources) At(lead string, l ir.SourceLoc) string {
	if l.Line <= 0 || l.File == "" {
		return ""
	}
	return lead + Clean(s.Name(l)+":"+strings.TrimSuffix(place(l.Line, l.Col), ":"))
}
