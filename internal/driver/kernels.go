package driver

// This file tells of kernels, in remarks of the name coro-kernel: what local memory a kernel takes,
// how often the coroutines suspend that it creates, and what of them stays on the heap that all
// threads share. What a unit knows of it is noted before the unit is let go; the remarks are made
// when all units are done.

import (
	"strconv"

	"github.com/corolower/corolower/internal/emit/ptx"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// kernel is what a unit knows of one kernel.
type kernel struct {
	name   string
	locals int64 // bytes of variables in local memory, of the kernel's own body
}

// kernelPass is the name that the remarks go by.
const kernelPass = "coro-kernel"

// kernelNames finds the kernels of the file that its annotations name. Without remarks nobody asks.
func (r *run) kernelNames() map[string]bool {
	names := map[string]bool{}
	if !r.o.Remarks || r.tgt.KernelCC() == "" {
		return names
	}
	m := r.file.NewUnit()
	list, _, err := ptx.Kernels(m)
	if err != nil {
		return names // told elsewhere
	}
	for f := range list {
		names[f.Name] = true
	}
	return names
}

// noteKernels notes what a unit's kernels are now, behind all passes.
func (r *run) noteKernels(u *unit) {
	if !r.o.Remarks || r.tgt.KernelCC() == "" {
		return
	}
	for _, mem := range u.members {
		if f := mem.f; f != nil && f.Loaded() && (f.CC == r.tgt.KernelCC() || r.kernels[f.Name]) {
			u.kernels = append(u.kernels, kernel{f.Name, localBytes(u.c.Layout, f)})
		}
	}
}

// localBytes adds up the variables of constant size in a function.
func localBytes(l *target.Layout, f *ir.Func) (sum int64) {
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpAlloca {
				continue
			}
			n := int64(1)
			if i.NumArgs() > 0 {
				c, ok := i.Arg(0).(*ir.Const)
				if !ok || !c.IsInt() {
					continue
				}
				n = c.Int64()
			}
			sum = target.AlignTo(sum, max(int64(i.Align), 1)) + n*l.AllocSize(i.ElemTy)
		}
	}
	return sum
}

// kernelRemarks tells of a unit's kernels, and of frames that stay on the heap that threads share.
// steps is how many coroutines of the file hand control on in the dispatcher.
func (r *run) kernelRemarks(u *unit, steps int) (list []remark.Remark) {
	creates := map[string][]int{} // by caller: places in u.elisions
	for k := range u.elisions {
		creates[u.elisions[k].Caller] = append(creates[u.elisions[k].Caller], k)
		list = append(list, r.heapRemark(u, k)...)
	}
	for _, k := range u.kernels {
		var frames, suspends int64
		seen := map[string]bool{k.name: true}
		work := []string{k.name}
		for len(work) > 0 {
			caller := work[len(work)-1]
			work = work[:len(work)-1]
			for _, n := range creates[caller] {
				e := &u.elisions[n]
				if e.Elided && e.Size > 0 && caller == k.name {
					frames += e.Size // which holds the frames that were elided into it
				}
				if !seen[e.Callee] {
					seen[e.Callee] = true
					suspends += int64(u.suspends[e.Callee])
					work = append(work, e.Callee)
				}
			}
		}
		number := func(key string, n int64) remark.Arg { return remark.Arg{Key: key, Val: strconv.FormatInt(n, 10)} }
		text := func(s string) remark.Arg { return remark.Arg{Key: "String", Val: s} }
		list = append(list, remark.Remark{Kind: remark.Analysis, Pass: kernelPass, Name: "CoroKernel", Function: k.name,
			Args: []remark.Arg{
				text("kernel '"), {Key: "function", Val: k.name}, text("': "), number("frame_bytes", frames),
				text(" bytes of frames, "), number("local_bytes", k.locals),
				text(" bytes of local memory, "), number("suspends", suspends),
				text(" suspend points, "), number("dispatch", int64(steps)),
				text(" targets in the dispatcher"),
			}})
	}
	return list
}

// heapRemark tells what a frame that stays on the heap which threads share means for their number.
func (r *run) heapRemark(u *unit, k int) []remark.Remark {
	e := &u.elisions[k]
	heap, unit := r.tgt.DeviceHeap()
	if heap == 0 || e.Elided || e.Size <= 0 || e.Miss == nil {
		return nil
	}
	bytes := target.AlignTo(e.Size, unit)
	number := func(key string, n int64) remark.Arg { return remark.Arg{Key: key, Val: strconv.FormatInt(n, 10)} }
	text := func(s string) remark.Arg { return remark.Arg{Key: "String", Val: s} }
	return []remark.Remark{{Kind: remark.Missed, Pass: kernelPass, Name: "CoroDeviceHeap", Function: e.Caller,
		Loc: e.Loc, Args: []remark.Arg{
			text("the frame of '"), {Key: "callee", Val: e.Callee}, text("' in '"),
			{Key: "caller", Val: e.Caller}, text("' stays on the device heap: "),
			{Key: "reason", Val: e.Miss.String()}, text("; "), number("bytes", bytes),
			text(" bytes per thread for each live frame: "),
			number("threads", heap/bytes), text(" threads exhaust the default heap of "),
			number("heap", heap), text(" bytes"),
		}}}
}
