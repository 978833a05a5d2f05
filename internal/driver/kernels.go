// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// This file writes remarks about kernels, under the name coro-kernel: the local memory of a kernel,
// the number of suspends of the coroutines that it creates, and the frames that stay on the heap
// shared by all threads. The driver records the facts about a kernel before it releases the unit,
// and writes the remarks after all units.

import (
	"github.com/corolower/corolower/internal/emit/ptx"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// kernel holds the facts about one kernel.
type kernel struct {
	name   string
	locals int64 // bytes of variables in local memory, of the kernel's own body
}

// kernelPass is the pass name of the remarks.
const kernelPass = "coro-kernel"

// kernelNames returns the kernels that the file's annotations name. Without remarks it returns an
// empty set, because no code needs it.
func (r *run) kernelNames() map[string]bool {
	names := map[string]bool{}
	if !r.o.Remarks || r.tgt.KernelCC() == "" {
		return names
	}
	m := r.file.NewUnit()
	list, _, err := ptx.Kernels(m)
	if err != nil {
		return names // another check reports the error
	}
	for f := range list {
		names[f.Name] = true
	}
	return names
}

// noteKernels records the facts about a unit's kernels, after all passes.
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

// localBytes returns the total size of the variables of constant size in a function.
func localBytes(l *target.Layout, f *ir.Func) (sum int64) {
	for i := range f.Instrs() {
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
	return sum
}

// kernelRemarks returns the remarks about a unit's kernels, and about frames that stay on the heap
// shared by all threads. steps is the number of the file's parts that the dispatcher can call.
func (r *run) kernelRemarks(u *unit, steps int) (list []remark.Remark) {
	creates := map[string][]int{} // by caller: indices in u.elisions
	for k := range u.elisions {
		creates[u.elisions[k].Caller] = append(creates[u.elisions[k].Caller], k)
		list = append(list, r.heapRemark(u, k)...)
	}
	for _, k := range u.kernels {
		var frames, suspends int64
		work := ir.NewWorklist(k.name)
		for caller := range work.All {
			for _, n := range creates[caller] {
				e := &u.elisions[n]
				if e.Elided && e.Size > 0 && caller == k.name {
					frames += e.Size // includes the frames elided into it
				}
				if !work.Has(e.Callee) {
					suspends += int64(u.suspends[e.Callee])
				}
				work.Add(e.Callee)
			}
		}
		list = append(list, remark.Remark{Kind: remark.Analysis, Pass: kernelPass, Name: "CoroKernel", Function: k.name,
			Args: remark.Words("kernel '", remark.Named("function", k.name), "': ", remark.Number("frame_bytes", frames),
				" bytes of frames, ", remark.Number("local_bytes", k.locals), " bytes of local memory, ",
				remark.Number("suspends", suspends), " suspend points, ", remark.Number("dispatch", steps),
				" targets in the dispatcher")})
	}
	return list
}

// heapRemark returns a remark about a frame that stays on the shared heap: the number of threads
// that exhaust the heap.
func (r *run) heapRemark(u *unit, k int) []remark.Remark {
	e := &u.elisions[k]
	heap, unit := r.tgt.DeviceHeap()
	if heap == 0 || e.Elided || e.Size <= 0 || e.Miss == nil {
		return nil
	}
	bytes := target.AlignTo(e.Size, unit)
	return []remark.Remark{{Kind: remark.Missed, Pass: kernelPass, Name: "CoroDeviceHeap", Function: e.Caller,
		Loc: e.Loc, Args: remark.Words("the frame of '", remark.Named("callee", e.Callee), "' in '",
			remark.Named("caller", e.Caller), "' stays on the device heap: ", remark.Named("reason", e.Miss.String()), "; ",
			remark.Number("bytes", bytes), " bytes per thread for each live frame: ", remark.Number("threads", heap/bytes),
			" threads exhaust the default heap of ", remark.Number("heap", heap), " bytes")}}
}
