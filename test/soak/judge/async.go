// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

import (
	"bytes"
	"math/rand/v2"
	"strings"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/test/async/gen"
)

// Async is an asynchronous program. The generator computes its output, without any lowering.
type Async struct {
	text, want string
}

// newAsync generates a program that ends soon. Programs of contexts alternate with others.
func newAsync(seed uint64) Case {
	r := rand.New(rand.NewPCG(seed, 0))
	for {
		p := gen.New(r, seed%2 == 0)
		if out, ok := p.Run(); ok {
			text := strings.ReplaceAll(p.Text(), "[4194304 x i8]", "[131072 x i8]")
			return Async{text, strings.Join(out, " ")}
		}
	}
}

// Judge compares the output of the program before and after lowering with that of the generator.
func (a Async) Judge(pipelines []string, _ int, r *Result) *Failure {
	r.Programs++
	r.Paths += strings.Count(a.text, "call void @start(") // each is a run of the first coroutine
	switch got, err := output(a.text); {
	case err != nil:
		return &Failure{Kind: kindOf(err, "interpreter"), Detail: "not lowered: after event: " + describe(err)}
	case got != a.want:
		return &Failure{Kind: "interpreter", Detail: "not lowered, it prints\n" + got + "\nnot\n" + a.want}
	}
	for _, passes := range pipelines {
		low, f := lower(passes, a.text)
		if f != nil {
			return f
		}
		got, err := output(low)
		r.Runs += strings.Count(a.text, "call void @start(")
		if err != nil {
			return &Failure{Passes: passes, Kind: kindOf(err, "behaves"), Detail: "after event: " + describe(err)}
		}
		if got != a.want {
			return &Failure{Passes: passes, Kind: "behaves", Detail: "prints\n" + got + "\nnot\n" + a.want}
		}
	}
	return nil
}

// output runs main, and returns what it prints with one blank between words.
func output(text string) (string, error) {
	p, err := loadText(text, 0)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	_, err = p.New(interp.Options{Stdout: &out, MaxSteps: 50_000_000, Seed: 1}).Run("main")
	return strings.Join(strings.Fields(out.String()), " "), err
}

// Shrink keeps the program. Its output is only known for the whole.
func (a Async) Shrink(f *Failure, _ int) (Case, *Failure) { return a, f }

// Text returns the module before lowering.
func (a Async) Text() string { return a.text }
