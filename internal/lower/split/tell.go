// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Remarks about the sizes and places of frames, one kind for each ABI.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/remark"
)

// told is a number or a name in a remark, with its key.
type told struct{ key, val string }

func toldNumber(key string, n int64) told { return told{key, strconv.FormatInt(n, 10)} }

// remarkSize adds an analysis remark about the coroutine. Each part is a string or a told.
func (co *coroutine) remarkSize(name string, parts ...any) {
	if co.c.Remarks == nil {
		return
	}
	r := remark.Remark{Kind: remark.Analysis, Pass: "coro-split", Name: name, Function: co.F.Name,
		Loc: debuginfo.FuncLoc(co.m, co.F)}
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			r.Args = append(r.Args, remark.Arg{Key: "String", Val: p})
		case told:
			r.Args = append(r.Args, remark.Arg{Key: p.key, Val: p.val})
		}
	}
	co.c.Remarks.Add(r)
}

// remarkContext adds a remark about the size and the contents of the context.
func (co *async) remarkContext() {
	co.remarkSize("CoroAsyncContext", "the context of '", told{"function", co.F.Name}, "' has ",
		toldNumber("context_size", co.contextSize()), " bytes: a header of ",
		toldNumber("header", co.header), " bytes and, at offset ", toldNumber("frame_offset", co.offset),
		", a frame of ", toldNumber("frame_size", used(co.frame)),
		" bytes; callers read the size from '", told{"pointer", co.pointer.Name}, "'")
}

// remarkFrame adds a remark about the place of the frame. size is the size of the block that is
// allocated for it, or 0 if the frame is in the buffer.
func (co *retcon) remarkFrame(size int64) {
	frame := toldNumber("frame_size", used(co.frame))
	buffer := toldNumber("buffer_size", co.size)
	if size == 0 {
		co.c.Stats.InBuffer++
		co.remarkSize("CoroRetconFrame", "the frame of '", told{"function", co.F.Name}, "' has ", frame,
			" bytes and is in the buffer, which has ", buffer, " bytes")
		return
	}
	co.c.Stats.Allocated++
	co.remarkSize("CoroRetconFrame", "the frame of '", told{"function", co.F.Name}, "' has ", frame,
		" bytes, and the buffer ", buffer, ": the frame is allocated, with ",
		toldNumber("allocated", size), " bytes")
}

// remarkRecord adds a remark about the frame's size that callers read from the record.
func (co *dynamic) remarkRecord(size int64) {
	co.c.Stats.RecordBytes += int(size)
	co.remarkSize("CoroRecord", "the frame of '", told{"function", co.F.Name}, "' has ", toldNumber("frame_size",
		used(co.frame)), " bytes; callers provide ",
		toldNumber("record_size", size), " bytes, a size that they read from '", told{"record", co.record.Name}, "'")
}
