// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package run

// Shrinking: this file reduces a failing program while it fails in the same way. One batch tries
// many smaller programs.

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"github.com/corolower/corolower/test/hard/gen"
)

// tries is the number of programs in one batch, and rounds is the maximum number of reductions.
const tries, rounds = 24, 60

// Shrink returns the smallest program found that fails as f does.
func (t *Tools) Shrink(f *Failure) (*Failure, error) {
	best := f
	v := f.Variant
	v.Every = 1
	for range rounds {
		smaller := best.Program.Smaller()
		var found *Failure
		for at := 0; at < len(smaller) && found == nil; at += tries {
			list := smaller[at:min(at+tries, len(smaller))]
			res, err := t.Batch(list, []Variant{v})
			if err != nil {
				return best, err
			}
			var same []*Failure
			for _, x := range res.Failures {
				if x.Kind == f.Kind {
					same = append(same, x)
				}
			}
			sort.SliceStable(same, func(i, j int) bool { return same[i].Program.Size() < same[j].Program.Size() })
			for _, x := range same {
				undefined, err := t.undefined(x.Program)
				if err != nil {
					return best, err
				}
				if !x.drop(undefined) {
					found = x
					break
				}
			}
		}
		if found == nil {
			break
		}
		best = found
	}
	return best, nil
}

// Keep writes a failing program into a folder: the module before lowering, and the module of the
// witness.
func Keep(dir string, f *Failure) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	name := filepath.Join(dir, fmt.Sprintf("%s-%s-%d.ll", f.Kind, f.Variant.Name, f.Program.Seed))
	head := fmt.Sprintf("; expected: what `opt-22 -passes='%s'` and clang -O0 make of it\n; happens: %s\n"+
		"; run: go run ./test/hard -check %s\n", plainPipeline, f, filepath.Base(name))
	text := head + gen.Module([]*gen.Program{f.Program}, false)
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		return err
	}
	return os.WriteFile(name[:len(name)-3]+".witness.txt", []byte(gen.Module([]*gen.Program{f.Program}, true)), 0o644)
}

// Again runs a program that Keep wrote, in every variant, and describes its failures.
func (t *Tools) Again(name string) (said string, err error) {
	b := t.batchName()
	witness, err := os.ReadFile(name[:len(name)-3] + ".witness.txt")
	if err != nil {
		return "", err
	}
	if _, err := t.record(b, witness); err != nil {
		return "", err
	}
	for _, v := range Variants {
		out := b + "." + v.Name + ".ll"
		if _, err := t.lower(v, name, out, b+".elided"); err != nil {
			said += fmt.Sprintf("%s: refused: %v\n", v.Name, err)
			continue
		}
		text, err := t.compare(v, b, out)
		if err != nil {
			said += fmt.Sprintf("%s: invalid: %v\n", v.Name, err)
		}
		for _, m := range differLine.FindAllString(text, -1) {
			said += fmt.Sprintf("%s: %s\n", v.Name, m)
		}
	}
	return said, nil
}
