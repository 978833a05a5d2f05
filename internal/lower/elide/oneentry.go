// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// Frames whose resume function is called by name. A coroutine with continuations stores another
// function in its frame at each suspend (split/abi_switch_continue.go), and only who reads the frame
// may resume it: the resume part does not store them. The function that begins the coroutine makes
// the frame one that the resume part may resume, by storing the resume part instead. For example:
//
//	store ptr @f.resume.0, ptr %frame     ->     store ptr @f.resume, ptr %frame

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// resumeByName makes the calls that resume a coroutine call its resume part by name. It reports
// whether there are any.
func (el *elider) resumeByName(l *lifetime.Lifetime) bool {
	if len(l.Resumes) == 0 {
		return false
	}
	el.oneEntry(l.Resume, l.Continuations)
	for _, r := range l.Resumes {
		el.replaceFn(r, l.Resume)
	}
	return true
}

// oneEntry makes the function store the resume part of a coroutine in its frames wherever it stores
// one of these continuations. Other frames of the coroutine that begin here remain right: the resume
// part resumes the coroutine at every suspend.
func (el *elider) oneEntry(resume *ir.Func, continuations []*ir.Func) {
	if len(continuations) == 0 {
		return
	}
	for b := el.f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			for k := range i.NumArgs() {
				if g, ok := i.Arg(k).(*ir.Func); ok && slices.Contains(continuations, g) {
					i.SetArg(k, resume)
				}
			}
		}
	}
}
