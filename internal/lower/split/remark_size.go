// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Remarks about the sizes and places of frames, one kind for each ABI.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/remark"
)

// remarkSize adds an analysis remark about the coroutine, with the words of remark.Words.
func (co *coroutine) remarkSize(name string, words ...any) {
	if co.c.Remarks != nil {
		co.c.Remarks.Add(remark.Remark{Kind: remark.Analysis, Pass: "coro-split", Name: name, Function: co.F.Name,
			Loc: debuginfo.FuncLoc(co.m, co.F), Args: remark.Words(words...)})
	}
}

// remarkContext adds a remark about the size and the contents of the context.
func (co *async) remarkContext() {
	co.remarkSize("CoroAsyncContext", "the context of '", remark.Named("function", co.F.Name), "' has ",
		remark.Number("context_size", co.contextSize()), " bytes: a header of ",
		remark.Number("header", co.header), " bytes and, at offset ", remark.Number("frame_offset", co.offset),
		", a frame of ", remark.Number("frame_size", used(co.frame)),
		" bytes; callers read the size from '", remark.Named("pointer", co.pointer.Name), "'")
}

// remarkFrame adds a remark about the place of the frame. size is the size of the block that is
// allocated for it, or 0 if the frame is in the buffer.
func (co *retcon) remarkFrame(size int64) {
	frame := remark.Number("frame_size", used(co.frame))
	buffer := remark.Number("buffer_size", co.size)
	if size == 0 {
		co.c.Stats.InBuffer++
		co.remarkSize("CoroRetconFrame", "the frame of '", remark.Named("function", co.F.Name), "' has ", frame,
			" bytes and is in the buffer, which has ", buffer, " bytes")
		return
	}
	co.c.Stats.Allocated++
	co.remarkSize("CoroRetconFrame", "the frame of '", remark.Named("function", co.F.Name), "' has ", frame,
		" bytes, and the buffer ", buffer, ": the frame is allocated, with ",
		remark.Number("allocated", size), " bytes")
}

// remarkRecord adds a remark about the frame's size that callers read from the record.
func (co *dynamic) remarkRecord(size int64) {
	co.c.Stats.RecordBytes += int(size)
	co.remarkSize("CoroRecord", "the frame of '", remark.Named("function", co.F.Name), "' has ", remark.Number("frame_size",
		used(co.frame)), " bytes; callers provide ",
		remark.Number("record_size", size), " bytes, a size that they read from '", remark.Named("record", co.record.Name), "'")
}
