// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/test/lowertest"
)

// TestProfile splits coroutines with profile counts. The check of counts panics if they contradict each other.
func TestProfile(t *testing.T) {
	for _, name := range []string{"coro-split/profile.ll", "coro-split/profile-continuations.ll", "coro-split-retcon/profile.ll",
		"coro-split-async/profile.ll"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("../../../test/lit", name))
			if err != nil {
				t.Fatal(err)
			}
			c := lowertest.Load(t, string(text))
			c.Split.Opts.Prove, c.Split.Opts.Continuations = true, true
			n := 0
			for _, f := range c.M.Funcs {
				if f.Declared || !ir.IsPresplit(c.M, f) {
					continue
				}
				if err := f.Load(); err != nil {
					t.Fatal(err)
				}
				if _, err := c.SplitFunc(f); err != nil {
					t.Fatal(err)
				}
				n++
			}
			if n == 0 {
				t.Error("no coroutine was split")
			}
		})
	}
}
