// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/soak/judge"
)

// cases is the number of cases of each kind in TestSoak.
const cases = 60

// TestSoak judges some programs of each kind, and requires that most of them are significant.
func TestSoak(t *testing.T) {
	var said strings.Builder
	n := cases
	if testing.Short() {
		n = 5
	}
	s := &judge.Soak{Kinds: judge.Kinds, First: 1, Count: n * len(judge.Kinds), Log: &said}
	r := s.Run()
	t.Log(r)
	for _, f := range r.Found {
		t.Errorf("%v\n(go run ./test/soak -kinds %s -first %d -count 1 -keep DIR reduces it)", f, f.Kind, f.Seed)
	}
	for _, k := range judge.Kinds {
		x := r.Kinds[k.Name]
		if x.Programs < n || x.Paths < 2*x.Programs || x.Dropped > x.Paths || x.Runs < x.Paths {
			t.Errorf("the programs of %s show little: %v", k.Name, x)
		}
	}
}

// TestPlants checks that the piece of text of each planted error occurs in the current code.
func TestPlants(t *testing.T) {
	for _, h := range hunts() {
		for _, p := range append(h.Pieces(), h.also...) {
			if err := p.Check(filepath.Join("..", "..")); err != nil {
				t.Error(err)
			}
		}
	}
}
