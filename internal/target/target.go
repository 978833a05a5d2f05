// Package target holds what lowering must know of the machine: the data layout (sizes, alignments,
// address spaces) and what a target can do. It interprets the module's `target datalayout` and
// `target triple` strings and nothing else.
//
// layout.go reads the layout string, size.go answers questions about types; this file is about
// triples.
package target

import "strings"

// Target is what a triple can do. It is immutable.
type Target struct {
	Triple string
	// first component, normalised: x86_64, i386, aarch64, arm, riscv64, wasm32, powerpc64le,
	// nvptx64 ...; "" without a triple
	Arch string
}

// archAliases are spellings of architectures that mean another one's normal name.
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

// Parse reads a triple. It never fails: an unknown or empty triple is a target with nothing
// special.
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

// A pass asks what a target can do, never what it is called: the answers below are all that depends
// on an architecture's name.

// Transfer is how control goes on to another coroutine for good.
type Transfer uint8

// The ways of transfer.
const (
	TransferTail Transfer = iota // by a musttail call, in constant stack
	TransferLoop                 // by returning whom it goes to, to a loop that goes there, in constant stack
	TransferCall                 // by a plain call: a chain of transfers grows the stack
)

// Transfer tells how a function with these target features (the value of its "target-features"
// attribute) hands control on. WebAssembly needs +tail-call for a tail call, PowerPC never has one;
// nor has NVPTX, where PTX has no jump out of a function and LLVM's code generator takes musttail
// and prints a plain call; everything else always.
func (t *Target) Transfer(features string) Transfer {
	switch {
	case t.isNVPTX():
		return TransferLoop
	case t.isPowerPC(), t.isWasm() && !hasFeature(features, "tail-call"):
		return TransferCall
	}
	return TransferTail
}

// TransferNeeds is the target feature that would make Transfer answer TransferTail; "" when none
// does.
func (t *Target) TransferNeeds() string {
	if t.isWasm() {
		return "tail-call"
	}
	return ""
}

// Unwinds reports whether an exception can leave a call: NVPTX has no unwinder, and its code
// generator drops landing pads.
func (t *Target) Unwinds() bool { return !t.isNVPTX() }

// PrivateLocals reports that local variables lie in memory of the thread's own, of which another
// thread can do nothing with an address (NVPTX's local memory), though a generic pointer may point
// there.
func (t *Target) PrivateLocals() bool { return t.isNVPTX() }

// CoroRegister reports that the allocator of a coroutine whose caller brings the frame is passed in
// a register of its own (swiftcoro, of the Swift compiler's fork of LLVM): without the attribute a
// function is called otherwise.
func (t *Target) CoroRegister() bool { return strings.HasPrefix(t.Arch, "aarch64") }

// SignsCode reports that the address of a function has to be signed before it is called through a
// pointer (arm64e).
func (t *Target) SignsCode() bool {
	arch, _, _ := strings.Cut(t.Triple, "-")
	return arch == "arm64e"
}

// MarksParts reports that later stages want to know what was a coroutine: PTX has a pragma for it.
func (t *Target) MarksParts() bool { return t.isNVPTX() }

// SharedAS is the address space that the threads of a group share, for a target that has private
// locals; -1 for others.
func (t *Target) SharedAS() int {
	if t.isNVPTX() {
		return 3
	}
	return -1
}

// LocalAS is the address space of those private locals by name; -1 for targets without. A generic
// pointer, of address space 0, may point there as well.
func (t *Target) LocalAS() int {
	if t.isNVPTX() {
		return 5
	}
	return -1
}

// IsPTX reports a target whose assembly is PTX with addresses of 64 bits.
func (t *Target) IsPTX() bool { return t.Arch == "nvptx64" }

func (t *Target) isWasm() bool    { return t.Arch == "wasm32" || t.Arch == "wasm64" }
func (t *Target) isPowerPC() bool { return strings.HasPrefix(t.Arch, "powerpc") }
func (t *Target) isNVPTX() bool   { return t.Arch == "nvptx64" || t.Arch == "nvptx" }

// hasFeature reports whether a list such as "+a,-b" turns a feature on; of several mentions the
// last counts.
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
