package target

// Functions that a frontend takes for granted and a target's runtime does not have.

// cudaRuntime: the driver resolves malloc and free; nobody has C++'s operators. Of those that take
// an alignment none is here: the driver's malloc aligns to 16 bytes and no more.
var cudaRuntime = map[string]string{
	"_Znwm": "malloc", "_Znam": "malloc", "_ZnwmRKSt9nothrow_t": "malloc", "_ZnamRKSt9nothrow_t": "malloc",
	"_ZdlPv": "free", "_ZdaPv": "free", "_ZdlPvm": "free", "_ZdaPvm": "free",
	"_ZdlPvRKSt9nothrow_t": "free", "_ZdaPvRKSt9nothrow_t": "free",
}

// Runtime gives the function of the target's runtime that does what one of another name is declared
// for, with its first argument; "" when the name is as good as any.
func (t *Target) Runtime(name string) string {
	if t.isNVPTX() {
		return cudaRuntime[name]
	}
	return ""
}

// DeviceHeap gives the size of the heap that all threads share unless the program asks for more,
// and what an allocation on it is a multiple of, in bytes; 0 for a target without such a heap.
func (t *Target) DeviceHeap() (size, unit int64) {
	if t.isNVPTX() {
		return 8 << 20, 16
	}
	return 0, 0
}

// KernelCC is the calling convention of functions that the host launches, as IR spells it; "" for a
// target without kernels.
func (t *Target) KernelCC() string {
	if t.isNVPTX() {
		return "ptx_kernel"
	}
	return ""
}

// raisers are the functions that C++ and others begin an exception with, or go on with one.
var raisers = map[string]bool{
	"__cxa_throw": true, "__cxa_rethrow": true, "_Unwind_RaiseException": true,
	"_Unwind_Resume": true, "_Unwind_Resume_or_Rethrow": true,
	"_CxxThrowException": true,
}

// CannotRaise reports the name of a function that raises an exception, where there are none.
// Without it such a program would be one that fails to link, at best.
func (t *Target) CannotRaise(name string) bool { return !t.Unwinds() && raisers[name] }
