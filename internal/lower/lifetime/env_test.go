// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

// testEnv is a unit that is a whole module, whose bodies are read unchanged.
type testEnv struct {
	read []string // functions whose body was requested
}

func (e *testEnv) Body(f *ir.Func) bool {
	e.read = append(e.read, f.Name)
	return f.Load() == nil && f.Entry() != nil
}

func (*testEnv) Simplified(f *ir.Func) (*ir.Func, []*ir.Func) { return f, nil }

func function(m *ir.Module, name string) *ir.Func { f, _ := m.Func(name); return f }
func (e *testEnv) facts(m *ir.Module) *Facts {
	l, err := target.ParseLayout(m.DataLayout)
	if err != nil {
		panic(err)
	}
	return NewFacts(m, l, target.Parse("x86_64-unknown-linux-gnu"), e)
}

func module(t *testing.T, text string) *ir.Module {
	t.Helper()
	m, err := parse.Module("test.ll", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}
