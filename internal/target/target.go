// Package target holds what lowering must know of the machine: the data layout (sizes, alignments, address spaces) and what a target can
// do. It interprets the module's `target datalayout` and `target triple` strings and nothing else.
//
// layout.go reads the layout string, size.go answers questions about types; this file is about triples.
package target

import "strings"

// Target is what a triple can do. It is immutable.
type Target struct {
	Triple string
	Arch   string // first component, normalised: x86_64, i386, aarch64, arm, riscv64, wasm32, powerpc64le, nvptx64 ...; "" without a triple
}

// archAliases are spellings of architectures that mean another one's normal name.
var archAliases = map[string]string{
	"amd64": "x86_64", "x86_64h": "x86_64", "i486": "i386", "i586": "i386", "i686": "i386", "i786": "i386", "i886": "i386", "i986": "i386",
	"arm64": "aarch64", "arm64e": "aarch64", "arm64ec": "aarch64", "arm64_32": "aarch64_32", "xscale": "arm", "xscaleeb": "armeb",
	"powerpcspe": "powerpc", "ppc": "powerpc", "ppc32": "powerpc", "ppcle": "powerpcle", "ppc32le": "powerpcle",
	"ppu": "powerpc64", "ppc64": "powerpc64", "ppc64le": "powerpc64le", "systemz": "s390x", "mipseb": "mips", "mipsallegrex": "mips",
	"mipsallegrexel": "mipsel", "mips64eb": "mips64", "sparc64": "sparcv9",
}

// Parse reads a triple. It never fails: an unknown or empty triple is a target with nothing special.
func Parse(triple string) *Target {
	arch, _, _ := strings.Cut(triple, "-")
	t := &Target{Triple: triple, Arch: arch}
	if a, ok := archAliases[arch]; ok {
		t.Arch = a
		return t
	}
	for _, p := range [...]struct{ prefix, arch string }{{"armv", "arm"}, {"armebv", "armeb"}, {"thumbv", "thumb"}, {"thumbebv", "thumbeb"}} {
		if strings.HasPrefix(arch, p.prefix) {
			t.Arch = p.arch
			break
		}
	}
	return t
}

// IsWasm reports WebAssembly.
func (t *Target) IsWasm() bool { return t.Arch == "wasm32" || t.Arch == "wasm64" }

// IsPowerPC reports any PowerPC.
func (t *Target) IsPowerPC() bool { return strings.HasPrefix(t.Arch, "powerpc") }

// HasMustTail reports whether the target can keep the promise of a musttail call in a function with these target features (the value
// of the function's "target-features" attribute): WebAssembly needs +tail-call, PowerPC never can, everything else always.
func (t *Target) HasMustTail(features string) bool {
	switch {
	case t.IsPowerPC():
		return false
	case t.IsWasm():
		has := false
		for _, f := range strings.Split(features, ",") {
			switch strings.TrimSpace(f) {
			case "+tail-call":
				has = true
			case "-tail-call":
				has = false
			}
		}
		return has
	}
	return true
}
