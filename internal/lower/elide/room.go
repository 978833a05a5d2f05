// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file bounds the size of frames on the stack: of each frame, and of all frames in a function.
// A frame in a coroutine that is not split yet becomes part of the coroutine's own frame, which is
// bounded in turn if it is put on a stack. Each such inner frame is bounded, too. Otherwise the
// frame of a coroutine with two children, each with two children, would double with each level,
// although the program may never create most of them.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// The default bounds. Those of frames are in bytes. They are those of ordinary local variables,
// because a creator may call itself, or run on a thread with a stack of 64 KiB: no analysis of one
// file knows how deep its calls are. Of 643 elided frames of the test programs and benchmarks, the
// 641 that somebody did not make large on purpose have at most 3,040 bytes.
//
// maxInner bounds a frame inside another frame, and replaces the bounds of the stack in two cases:
// on a GPU, where the local memory of a thread holds 512 KiB and the heap costs most, and in main,
// which runs once and on the largest stack. DefaultMaxAdded is in instructions: see lookAdded.
const (
	DefaultMaxFrame = 4 << 10
	DefaultMaxStack = 16 << 10
	DefaultMaxAdded = lookAdded

	maxInner = 512 << 10
)

// stackBounds returns the maximum sizes of a frame on the stack of f, and of all such frames.
func (c *State) stackBounds(f *ir.Func) (one, all int64) {
	if c.Target.PrivateLocals() || f.Name == "main" {
		return orDefault(c.Opts.MaxFrame, maxInner), orDefault(c.Opts.MaxStack, 2*maxInner)
	}
	return orDefault(c.Opts.MaxFrame, DefaultMaxFrame), orDefault(c.Opts.MaxStack, DefaultMaxStack)
}

// maxAdded returns the number of instructions that inlining for elision may add to a function of
// the given size.
func (o *Options) maxAdded(size int) int {
	n := orDefault(o.MaxAdded, DefaultMaxAdded)
	if n < 0 || n > 1<<30 {
		return 1 << 30
	}
	return max(int(n), lookGrowth*size)
}

func orDefault(n, byDefault int64) int64 {
	if n == 0 {
		return byDefault
	}
	return n
}

// bound leaves frames on the heap that are too large for the stack of f, or for the rest of it
// after earlier frames.
func (c *State) bound(f *ir.Func, lives []*lifetime.Lifetime) {
	if ir.IsPresplit(c.M, f) {
		c.boundParts(lives)
		return
	}
	used := c.onStack[f]
	for _, l := range lives {
		if l.Miss != nil || l.Begin == nil {
			continue
		}
		if l.Miss = c.tooMuch(f, used, l.Size, l.ID, l.Begin); l.Miss == nil {
			used += l.Size
		}
	}
}

// boundParts leaves frames on the heap that are too large to be part of another frame.
func (c *State) boundParts(lives []*lifetime.Lifetime) {
	most := orDefault(c.Opts.MaxFrame, maxInner)
	for _, l := range lives {
		if l.Miss == nil && l.Begin != nil && most >= 0 && l.Size > most {
			l.Miss = &lifetime.Miss{Kind: lifetime.MissTooLarge, Pos: l.ID.Pos, At: l.Begin,
				Text: "the frame has " + strconv.FormatInt(l.Size, 10) + " bytes, more than the limit of " +
					strconv.FormatInt(most, 10) + " for a frame inside another frame",
				Fix: "raise --coro-elide-max-frame if the coroutine's frame may be that large"}
		}
	}
}

// tooMuch returns the reason why a frame cannot go on the stack of f, whose elided frames already
// use some bytes; nil if it can.
func (c *State) tooMuch(f *ir.Func, used, size int64, creation, at *ir.Instr) *lifetime.Miss {
	one, all := c.stackBounds(f)
	ms := &lifetime.Miss{Kind: lifetime.MissTooLarge, Pos: creation.Pos, At: at}
	switch {
	case one >= 0 && size > one:
		ms.Text = "the frame has " + strconv.FormatInt(size, 10) + " bytes, more than the limit of " +
			strconv.FormatInt(one, 10) + " for one frame on the stack"
		ms.Fix = "raise --coro-elide-max-frame if the stack is large enough"
	case all >= 0 && used+size > all:
		ms.Text = "with its " + strconv.FormatInt(size, 10) + " bytes, the frames on the stack of @" + f.Name +
			" would have " +
			strconv.FormatInt(used+size, 10) + " bytes, more than the limit of " + strconv.FormatInt(all,
			10) + " per function"
		ms.Fix = "raise --coro-elide-max-stack if the stack is large enough"
	default:
		return nil
	}
	return ms
}

// takeStack records an elided frame on the stack of f.
func (c *State) takeStack(f *ir.Func, size int64) {
	ir.Put(&c.onStack, f, c.onStack[f]+size)
}
