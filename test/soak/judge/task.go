// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

import (
	"strings"

	"github.com/corolower/corolower/test/task/gen"
)

// Task is a program of tasks that await tasks.
type Task string

func newTask(seed uint64) Case { return Task(gen.Module(seed)) }

// Judge compares the output of the program before and after lowering.
func (t Task) Judge(pipelines []string, _ int, r *Result) *Failure {
	r.Programs++
	drives := strings.Count(string(t), "call void @drive(")
	want, err := output(string(t))
	switch {
	case err == nil:
		r.Paths += drives
	case isUndefined(err) || isLimited(err):
		r.drop(err, "")
		return nil
	default:
		return &Failure{Kind: "interpreter", Detail: "not lowered: after event: " + describe(err)}
	}
	for _, passes := range pipelines {
		low, f := lower(passes, string(t))
		if f != nil {
			return f
		}
		got, err := output(low)
		r.Runs += drives
		if err != nil {
			return &Failure{Passes: passes, Kind: kindOf(err, "behaves"), Detail: "after event: " + describe(err)}
		}
		if got != want {
			return &Failure{Passes: passes, Kind: "behaves", Detail: "prints\n" + got + "\nnot\n" + want}
		}
	}
	return nil
}

// Shrink keeps the program.
func (t Task) Shrink(f *Failure, _ int) (Case, *Failure) { return t, f }

// Text returns the module before lowering.
func (t Task) Text() string { return string(t) }
