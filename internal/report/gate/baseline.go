// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gate

// Baselines: the findings that a project accepts. A baseline identifies a finding by rule, function
// and text of the line, so that it stays valid while files change around the finding.

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/words"
)

// baselineVersion changes when the fingerprints change.
const baselineVersion = 1

// maxBaseline is the largest baseline in bytes.
const maxBaseline = 256 << 20

// baselineEntry is a known finding in the file format.
type baselineEntry struct {
	File        string `json:"file"`
	Rule        string `json:"rule"`
	Function    string `json:"function,omitempty"`
	Fingerprint string `json:"fingerprint"`
}

type baselineFile struct {
	Version  int             `json:"version"`
	Findings []baselineEntry `json:"findings"`
}

// Baseline is a set of findings.
type Baseline struct {
	dir  string // paths are relative to this directory
	have map[[2]string]bool
	gone map[string]int // number of findings by fingerprint in files that no longer exist
}

// ReadBaseline reads a baseline. The error is fs.ErrNotExist if none exists yet.
func ReadBaseline(path string) (*Baseline, error) {
	text, err := words.ReadFile(path, maxBaseline)
	if err != nil {
		return nil, err
	}
	var f baselineFile
	if err := json.Unmarshal(text, &f); err != nil {
		var te *json.UnmarshalTypeError
		if errors.As(err, &te) {
			err = fmt.Errorf("'%s' has the wrong type: %s", cmp.Or(te.Field, path), te.Value)
		}
		return nil, fmt.Errorf("%s is not a baseline: %w", path, err)
	}
	if f.Version != baselineVersion {
		return nil, fmt.Errorf("%s is a baseline of version %d, not %d; remove it, and check writes it again", path,
			f.Version, baselineVersion)
	}
	b := &Baseline{dir: filepath.Dir(path), have: map[[2]string]bool{}, gone: map[string]int{}}
	missing := map[string]bool{}
	for _, e := range f.Findings {
		b.have[[2]string{e.File, e.Fingerprint}] = true
		if _, asked := missing[e.File]; !asked {
			_, err := os.Stat(filepath.Join(b.dir, filepath.FromSlash(e.File)))
			missing[e.File] = errors.Is(err, fs.ErrNotExist)
		}
		if missing[e.File] {
			b.gone[e.Fingerprint]++
		}
	}
	return b, nil
}

// relative returns a file's path relative to the baseline's directory.
func relative(dir, file string) string {
	a, err1 := filepath.Abs(dir)
	b, err2 := filepath.Abs(file)
	if err1 == nil && err2 == nil {
		if rel, err := filepath.Rel(a, b); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(file)
}

// New returns the findings that are not in the baseline, and the number of those that are. If a
// file of the baseline no longer exists, each of its findings may be in another file: the file may
// have a new name.
func (b *Baseline) New(list []diag.Finding) (left []diag.Finding, known int) {
	marks := diag.Fingerprints(list)
	for k, fd := range list {
		renamed := !b.have[[2]string{relative(b.dir, fd.File.Name), marks[k]}] && b.gone[marks[k]] > 0
		if renamed {
			b.gone[marks[k]]--
		}
		if renamed || b.have[[2]string{relative(b.dir, fd.File.Name), marks[k]}] {
			known++
			continue
		}
		left = append(left, fd)
	}
	return left, known
}

// BaselineText returns the text of a baseline with the findings, for a file at path.
func BaselineText(path string, list []diag.Finding) []byte {
	f := baselineFile{Version: baselineVersion, Findings: []baselineEntry{}}
	marks := diag.Fingerprints(list)
	for k, fd := range list {
		f.Findings = append(f.Findings, baselineEntry{relative(filepath.Dir(path), fd.File.Name), fd.Err.Rule,
			fd.File.FuncAt(fd.File.Place(fd.Err.Pos)), marks[k]})
	}
	sort.Slice(f.Findings, func(i, j int) bool {
		a, b := f.Findings[i], f.Findings[j]
		if a.File != b.File {
			return a.File < b.File
		}
		return a.Fingerprint < b.Fingerprint
	})
	return diag.Encode(f)
}
