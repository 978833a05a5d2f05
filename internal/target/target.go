// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package target describes the target of the lowering: the data layout (sizes, alignments, address
// spaces) and the target's capabilities. It interprets only the module's `target datalayout` and
// `target triple` strings.
//
// layout.go parses the layout string, size.go computes properties of types, and this file handles
// triples.
package target

import (
	"slices"
	"strings"
)

// Target describes the capabilities of a triple's target. It is immutable.
type Target struct {
	Triple string
	// Arch is the first component, normalized: x86_64, i386, aarch64, arm, riscv64, wasm32,
	// powerpc64le, nvptx64 ... It is "" without a triple.
	Arch string
}

// archAliases maps alternative spellings of architectures to their normal names.
var archAliases = map[string]string{
	"amd64": "x86_64", "x86_64h": "x86_64", "i486": "i386", "i586": "i386",
	"i686": "i386", "i786": "i386", "i886": "i386", "i986": "i386",
	"arm64": "aarch64", "arm64e": "aarch64", "arm64ec": "aarch64",
	"arm64_32": "aarch64_32", "xscale": "arm", "xscaleeb": "armeb",
	"powerpcspe": "powerpc", "ppc": "powerpc", "ppc32": "powerpc", "ppcle": "powerpcle", "ppc32le": "powerpcle",
	"ppu": "powerpc64", "ppc64": "powerpc64", "ppc64le": "powerpc64le",
	"systemz": "s390x", "mipseb": "mips", "mipsallegrex": "mips",
	"mipsallegrexel": "mipsel", "mips64eb": "mips64", "sparc64": "sparcv9",
}

// Parse parses a triple. It never fails: an unknown or empty triple is a target without special
// capabilities.
func Parse(triple string) *Target {
	arch, _, _ := strings.Cut(triple, "-")
	t := &Target{Triple: triple, Arch: arch}
	if a, ok := archAliases[arch]; ok {
		t.Arch = a
		return t
	}
	for _, p := range [...]struct{ prefix, arch string }{{"armv", "arm"}, {"armebv", "armeb"}, {"thumbv", "thumb"},
		{"thumbebv", "thumbeb"}} {
		if strings.HasPrefix(arch, p.prefix) {
			t.Arch = p.arch
			break
		}
	}
	return t
}

// systems begin the names of operating systems in triples.
var systems = []string{"linux", "windows", "win32", "mingw32", "darwin", "macos", "ios", "tvos", "watchos", "freebsd", "netbsd",
	"openbsd", "dragonfly", "solaris", "fuchsia", "haiku", "wasi", "emscripten", "cuda", "nvcl", "amdhsa", "amdpal", "mesa3d",
	"aix", "zos", "hurd", "rtems", "uefi", "none"}

// Normalize inserts a vendor into a triple that has none, as LLVM does: x86_64-linux-gnu is
// x86_64-unknown-linux-gnu.
func Normalize(triple string) string {
	arch, rest, ok := strings.Cut(triple, "-")
	if ok && strings.Count(rest, "-") < 2 && slices.ContainsFunc(systems, func(s string) bool { return strings.HasPrefix(rest, s) }) {
		return arch + "-unknown-" + rest
	}
	return triple
}

// Passes query capabilities and never the name of a target. The following methods are all that
// depends on the name of an architecture.

// Transfer is the implementation of a symmetric transfer from one coroutine to another.
type Transfer uint8

// These are the implementations of a transfer.
const (
	TransferTail Transfer = iota // by a musttail call, in constant stack
	TransferLoop                 // return the next coroutine to a loop that resumes it, in constant stack
	TransferCall                 // by a plain call: a chain of transfers grows the stack
)

// archs describes the architectures whose threads share one memory. The value says whether llc 22
// writes a musttail call through a pointer as a jump. It aborts on mips, powerpc and amdgcn, and
// writes a plain call on the others without one: a chain of transfers then grows the stack in
// silence (`TestTransferAsLLC` compares).
var archs = map[string]bool{
	"":       true, // no triple: the machine on which it runs
	"x86_64": true, "i386": true, "aarch64": true, "aarch64_be": true, "aarch64_32": true, "arm": true, "armeb": true,
	"thumb": true, "thumbeb": true, "loongarch32": true, "loongarch64": true, "m68k": true, "riscv32": true,
	"riscv64": true, "riscv32be": true, "riscv64be": true, "s390x": true, "sparc": true, "sparcel": true, "sparcv9": true,
	"wasm32": true, "wasm64": true, // with +tail-call

	"arc": false, "avr": false, "bpf": false, "bpfeb": false, "bpfel": false, "csky": false, "hexagon": false,
	"lanai": false, "mips": false, "mipsel": false, "mips64": false, "mips64el": false, "msp430": false,
	"powerpc": false, "powerpcle": false, "powerpc64": false, "powerpc64le": false, "ve": false, "xcore": false,
	"xtensa": false,
}

// Transfer returns the implementation of transfers in a function with these target features (the
// value of its "target-features" attribute). WebAssembly needs +tail-call for a tail call. A target
// that is not known to have tail calls gets the loop.
func (t *Target) Transfer(features string) Transfer {
	switch {
	case !archs[t.Arch] || t.isThumb1():
		return TransferLoop
	case t.isWasm() && !hasFeature(features, "tail-call"):
		return TransferCall
	}
	return TransferTail
}

// TransferNeeds returns the target feature with which Transfer would return TransferTail, or "" if
// there is none.
func (t *Target) TransferNeeds() string {
	if t.isWasm() {
		return "tail-call"
	}
	return ""
}

// gpu describes the architecture of a GPU.
type gpu struct {
	kernels  string // the calling convention of functions that the host launches, as IR spells it
	local    int    // the address space of local variables, if code has their addresses there; else -1
	pointers bool   // it has pointers to functions
}

// gpus are the architectures of LLVM's GPUs. SPIR-V has no pointers to functions without an extension.
var gpus = map[string]*gpu{
	"nvptx": {"ptx_kernel", 5, true}, "nvptx64": {"ptx_kernel", 5, true},
	"amdgcn": {"amdgpu_kernel", 5, true}, "r600": {"amdgpu_kernel", 5, true},
	"spirv": {"spir_kernel", -1, false}, "spirv32": {"spir_kernel", -1, false}, "spirv64": {"spir_kernel", -1, false},
	"spir": {"spir_kernel", -1, false}, "spir64": {"spir_kernel", -1, false},
}

// Unwinds reports whether an exception can leave a call: GPUs have no unwinder, and LLVM's code
// generators drop landing pads or stop at them.
func (t *Target) Unwinds() bool { return gpus[t.Arch] == nil }

// FunctionPointers reports whether memory may hold the address of a function, and code may call it.
func (t *Target) FunctionPointers() bool { return t.Unwinds() || gpus[t.Arch].pointers }

// SharedSpace is the address space of the memory that the threads of a block share, on each GPU of LLVM.
const SharedSpace = 3

// PrivateLocals reports whether local variables are in private memory of the thread, as on GPUs
// (NVPTX's local memory, AMDGPU's scratch, SPIR-V's Function storage). Another thread cannot use
// their addresses, although a generic pointer may point there. So it is for an unknown target.
func (t *Target) PrivateLocals() bool {
	_, known := archs[t.Arch]
	return !known
}

// InlineFactor is the factor of the cost that a call may have and still be inlined, if the address of
// a local is one of its arguments. LLVM has the factor for all calls on a GPU, where memory costs more
// than elsewhere: the local is in memory unless the call is inlined.
func (t *Target) InlineFactor() int {
	if gpus[t.Arch] != nil {
		return 11
	}
	return 1
}

// CoroRegister reports whether a register of its own passes the allocator of a coroutine whose
// caller provides the frame (swiftcoro, of the Swift compiler's fork of LLVM). The attribute then
// affects the calling convention.
func (t *Target) CoroRegister() bool { return strings.HasPrefix(t.Arch, "aarch64") }

// SignsCode reports whether the address of a function must be signed before a call through a
// pointer (arm64e).
func (t *Target) SignsCode() bool {
	arch, _, _ := strings.Cut(t.Triple, "-")
	return arch == "arm64e"
}

// MarksParts reports whether later stages use marks on the parts of coroutines: PTX has a pragma for
// them, and the loop of TransferLoop replaces transfers in them.
func (t *Target) MarksParts() bool { return t.isNVPTX() || t.Transfer("") == TransferLoop }

// SharedAS returns the address space that the threads of a group share, for a target with private
// locals. It returns -1 for other targets.
func (t *Target) SharedAS() int {
	if gpus[t.Arch] != nil {
		return SharedSpace
	}
	return -1
}

// LocalAS returns the address space of private locals, or -1 for a target without them, or without
// another space for all memory. A generic pointer, of address space 0, may also point there.
func (t *Target) LocalAS() int {
	if g := gpus[t.Arch]; g != nil {
		return g.local
	}
	return -1
}

// IsPTX reports whether the target's assembly is PTX with addresses of 64 bits.
func (t *Target) IsPTX() bool { return t.Arch == "nvptx64" }

func (t *Target) isWasm() bool  { return t.Arch == "wasm32" || t.Arch == "wasm64" }
func (t *Target) isNVPTX() bool { return t.Arch == "nvptx64" || t.Arch == "nvptx" }

// isThumb1 reports whether the target has only the first Thumb instruction set, which lacks a jump
// to any function: Armv4T to Armv6-M, but not Armv6T2, nor Armv8-M Baseline.
func (t *Target) isThumb1() bool {
	version, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(t.Triple, "thumbeb"), "thumb"), "-")
	if t.Arch != "thumb" && t.Arch != "thumbeb" {
		return false
	}
	return version == "" || strings.HasPrefix(version, "v4") || strings.HasPrefix(version, "v5") ||
		strings.HasPrefix(version, "v6") && !strings.HasPrefix(version, "v6t2")
}

// hasFeature reports whether a list such as "+a,-b" enables a feature. The last mention counts.
func hasFeature(features, name string) bool {
	has := false
	for _, f := range strings.Split(features, ",") {
		switch strings.TrimSpace(f) {
		case "+" + name:
			has = true
		case "-" + name:
			has = false
		}
	}
	return has
}
