package diag

// Places in what a frontend compiled, as debug info tells them: how their file is called, and what
// stands there. A text is shown only if it is the one that was compiled: what was edited since has
// other lines.

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

// Sources are the files of a frontend's source that places of some inputs lie in. Each is read at
// most once.
type Sources struct {
	dir   string
	read  func(path string) ([]byte, error)
	files map[string]*File // by path; nil: it cannot be read
	sums  map[summed]bool
	other map[string]bool // names of files that are others by now
}

// summed is a file, and a checksum that it may have.
type summed struct {
	file *File
	sum  string
}

// NewSources makes an empty set. dir is the working directory, from which files below it are
// called; "": every file is called as debug info does. read gives the text of a file.
func NewSources(dir string, read func(path string) ([]byte, error)) *Sources {
	return &Sources{dir: dir, read: read, files: map[string]*File{}, sums: map[summed]bool{}, other: map[string]bool{}}
}

// Dir is the working directory.
func (s *Sources) Dir() string { return s.dir }

// Name is what people and annotations call the file of a place: its path from the working directory
// where it is below it, else the path that debug info has. It is "" for an unknown place.
func (s *Sources) Name(l ir.SourceLoc) string {
	if l.Line == 0 || l.File == "" {
		return ""
	}
	if below := s.below(full(l)); below != "" {
		return below
	}
	return filepath.ToSlash(l.File)
}

// below is an absolute path from the working directory, "" if it is not below it.
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

// full is the path of the file of a place, as far as debug info tells it.
func full(l ir.SourceLoc) string {
	if filepath.IsAbs(l.File) {
		return l.File
	}
	return filepath.Join(l.Dir, l.File)
}

// Find gives the file of a place and the position in it; nil if its text is not there to be shown.
// It is looked for where debug info says; and, if a checksum tells that it is the same, from the
// working directory and from the folder in which the input lies, as where both were brought from
// another machine.
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
		return nil, 0 // another file may have this name here
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

// file reads a file, once.
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

// same reports a file that may be the one of a checksum.
func (s *Sources) same(f *File, sum string) bool {
	k := summed{f, sum}
	is, known := s.sums[k]
	if !known {
		is = sameSum(f.Text, sum)
		s.sums[k] = is
	}
	return is
}

// Changed lists the files that have the names of some that were asked for and are not there, and
// another text than was compiled, in the order of their names: most often they were edited since.
func (s *Sources) Changed() []string { return slices.Sorted(maps.Keys(s.other)) }

// sameSum reports a text that may be the one of which debug info has the checksum: MD5, SHA-1 or
// SHA-256 in hexadecimal, which their lengths tell apart. Without a checksum, and with one of
// another kind, nothing speaks against it.
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

// PosOf is the position of a line and column, both from 1; without a column that of the first
// character of the line. It is invalid where the file has no such place, and in one without a text.
func (f *File) PosOf(line, col int) ir.Pos {
	f.Place(ir.PosAt(0)) // finds the lines
	if line < 1 || line > len(f.lines) || len(f.Text) == 0 {
		return 0
	}
	text := f.line(line)
	if col <= 0 {
		col = 1 + len(text) - len(bytes.TrimLeft(text, " \t"))
	}
	if col > len(text)+1 {
		return 0
	}
	return ir.PosAt(f.lines[line-1] + col - 1)
}

// Passage renders what is no finding in the manner of one, as the function of this name does. It
// leads with the place in the source, whose text it shows, and has that in the IR in parentheses,
// if the source is there; else it is the other way round. atIR is what is told of the place in the
// IR if that has none in its file; "" for nothing.
func (s *Sources) Passage(f *File, pos ir.Pos, src ir.SourceLoc, label, msg, atIR string, st *Style) string {
	file, at := s.Find(src, f)
	switch {
	case file != nil:
		if pos.IsValid() {
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

// At spells a place in the source behind some words; "" for an unknown one.
func (s *Sources) At(lead string, l ir.SourceLoc) string {
	if l.Line <= 0 || l.File == "" {
		return ""
	}
	return lead + Clean(s.Name(l)+":"+strings.TrimSuffix(place(l.Line, l.Col), ":"))
}
