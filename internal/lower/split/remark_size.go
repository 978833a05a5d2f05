// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Remarks about the sizes and places of frames, one kind for each ABI.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/remark"
)

// sizeArg is a number or a name in a remark, with its key.
type sizeArg struct{ key, val string }

func numberArg(key string, n int64) sizeArg { return sizeArg{key, strconv.FormatInt(n, 10)} }

// remarkSize adds an analysis remark about the coroutine. Each part is a string or a sizeArg.
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
		case sizeArg:
			r.Args = append(r.Args, remark.Arg{Key: p.key, Val: p.val})
		}
	}
	co.c.Remarks.Add(r)
}

// remarkContext adds a remark about the size and the contents of the context.
func (co *async) remarkContext() {
	co.remarkSize("CoroAsyncContext", "the context of '", sizeArg{"function", co.F.Name}, "' has ",
		numberArg("context_size", co.contextSize()), " bytes: a header of ",
		numberArg("header", co.header), " bytes and, at offset ", numberArg("frame_offset", co.offset),
		", a frame of ", numberArg("frame_size", used(co.frame)),
		" bytes; callers read the size from '", sizeArg{"pointer", co.pointer.Name}, "'")
}

// remarkFrame adds a remark about the place of the frame. size is the size of the block that is
// allocated for it, or 0 if the frame is in the buffer.
func (co *retcon) remarkFrame(size int64) {
	frame := numberArg("frame_size", used(co.frame))
	buffer := numberArg("buffer_size", co.size)
	if size == 0 {
		co.c.Stats.InBuffer++
		co.remarkSize("CoroRetconFrame", "the frame of '", sizeArg{"function", co.F.Name}, "' has ", frame,
			" bytes and is in the buffer, which has ", buffer, " bytes")
		return
	}
	co.c.Stats.Allocated++
	co.remarkSize("CoroRetconFrame", "the frame of '", sizeArg{"function", co.F.Name}, "' has ", frame,
		" bytes, and the buffer ", buffer, ": the frame is allocated, with ",
		numberArg("allocated", size), " bytes")
}

// remarkRecord adds a remark about the frame's size that callers read from the record.
func (co *dynamic) remarkRecord(size int64) {
	co.c.Stats.RecordBytes += int(size)
	co.remarkSize("CoroRecord", "the frame of '", sizeArg{"function", co.F.Name}, "' has ", numberArg("frame_size",
		used(co.frame)), " bytes; callers provide ",
		numberArg("record_size", size), " bytes, a size that they read from '", sizeArg{"record", co.record.Name}, "'")
}
