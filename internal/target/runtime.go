// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package target

import "strings"

// This file lists functions that frontends assume and that a target's runtime does not have.

// cudaRuntime maps C++'s allocation operators, which CUDA does not define, to the driver's malloc
// and free. It omits the operators with an alignment, because the driver's malloc aligns to 16
// bytes only.
var cudaRuntime = map[string]string{
	"_Znwm": "malloc", "_Znam": "malloc", "_ZnwmRKSt9nothrow_t": "malloc", "_ZnamRKSt9nothrow_t": "malloc",
	"_ZdlPv": "free", "_ZdaPv": "free", "_ZdlPvm": "free", "_ZdaPvm": "free",
	"_ZdlPvRKSt9nothrow_t": "free", "_ZdaPvRKSt9nothrow_t": "free",
}

// Runtime returns the function of the target's runtime that replaces the named function. It takes
// the first argument of the named function. The result is "" if the name needs no replacement.
func (t *Target) Runtime(name string) string {
	if t.isNVPTX() {
		return cudaRuntime[name]
	}
	return ""
}

// DeviceHeap returns the default size of the heap that all threads share, and the granularity of
// its allocations, both in bytes. It returns 0 for a target without such a heap.
func (t *Target) DeviceHeap() (size, unit int64) {
	if t.isNVPTX() {
		return 8 << 20, 16
	}
	return 0, 0
}

// KernelCC returns the calling convention of functions that the host launches, as IR spells it. It
// returns "" for a target without kernels.
func (t *Target) KernelCC() string {
	if g := gpus[t.Arch]; g != nil {
		return g.kernels
	}
	return ""
}

// GlobalKernelPointers reports whether the generic pointers that the host passes to a kernel point to
// global memory: in CUDA, where the host has no addresses of other memory, but not in NVIDIA's OpenCL
// (the system nvcl). A wrong answer would access other memory with the address of global memory.
func (t *Target) GlobalKernelPointers() bool {
	parts := strings.Split(t.Triple, "-")
	return t.isNVPTX() && (len(parts) < 3 || !strings.HasPrefix(parts[2], "nvcl"))
}

// raisers are the functions with which C++ and other languages raise or continue an exception.
var raisers = map[string]bool{
	"__cxa_throw": true, "__cxa_rethrow": true, "_Unwind_RaiseException": true,
	"_Unwind_Resume": true, "_Unwind_Resume_or_Rethrow": true,
	"_CxxThrowException": true,
}

// CannotRaise reports whether a name is that of a function that raises an exception, on a target
// without exceptions. Such a program would at best fail to link.
func (t *Target) CannotRaise(name string) bool { return !t.Unwinds() && raisers[name] }
