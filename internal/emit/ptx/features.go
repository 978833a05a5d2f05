// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file alone defines the PTX version and the GPU that a feature needs.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// feature is a feature that some PTX versions or GPUs lack.
type feature uint8

const (
	featScoped feature = iota // atom, ld, st and fence with ordering and scope
	featF16
	featBF16
	featBF16Arith
	featBrx
	featAlloca
	featAlias
	featCommon
	featActiveMask
	featSync
	featMatch
	featRedux
	featNanosleep
	featMinNaN
	featAtomF64
	featAtomF16
	featCluster
	featTanh
	featCarry64
	featParamAddress
	featBlocksAreClusters
	featLargeParams
	featInlinedLines
	featB128
	featAtomB128
	featMask
	featOpaqueParams
	featAlways // no requirement
	numFeatures
)

// versions holds each feature's name for messages, its PTX version times ten, and its GPU.
var versions = [numFeatures]struct {
	name    string
	ptx, sm int
}{
	featScoped:       {"scoped atomics and fences", 60, 70},
	featF16:          {"half arithmetic", 42, 53},
	featBF16:         {"bfloat conversions", 70, 80},
	featBF16Arith:    {"bfloat arithmetic", 78, 90},
	featBrx:          {"brx.idx", 60, 30},
	featAlloca:       {"dynamic allocas", 73, 52},
	featAlias:        {".alias", 63, 30},
	featCommon:       {".common", 50, 20},
	featActiveMask:   {"activemask", 62, 30},
	featSync:         {"warp operations with a mask", 60, 30},
	featMatch:        {"match.sync", 60, 70},
	featRedux:        {"redux.sync", 70, 80},
	featNanosleep:    {"nanosleep", 63, 70},
	featMinNaN:       {"minimum and maximum that keep NaN", 70, 80},
	featAtomF64:      {"atomic addition of doubles", 50, 60},
	featAtomF16:      {"atomic addition of halfs", 63, 70},
	featCluster:      {"clusters", 78, 90},
	featTanh:         {"tanh.approx", 70, 75},
	featB128:         {"registers of 128 bits", 83, 70},
	featAtomB128:     {"atomic operations of 128 bits", 84, 90},
	featOpaqueParams: {"textures and surfaces as parameters", 43, 20},
	featMask:         {"bytes of addresses in initialisers", 71, 20},
	featCarry64:      {"carries of 64 bits", 43, 20},
	featAlways:       {"this instruction", 10, 10},

	featParamAddress:      {"generic addresses of parameters", 77, 70},
	featBlocksAreClusters: {".blocksareclusters", 90, 90},
	featInlinedLines:      {"lines of inlined code", 72, 10},
	featLargeParams:       {"more than 4352 bytes of kernel parameters", 81, 70},
}

// cpus maps each GPU to the PTX version times ten that introduced it. The suffixes have versions of
// their own.
var cpus = map[string]int{
	"sm_50": 40, "sm_52": 41, "sm_53": 42, "sm_60": 50, "sm_61": 50, "sm_62": 50,
	"sm_70": 60, "sm_72": 61, "sm_75": 63, "sm_80": 70, "sm_86": 71,
	"sm_87": 74, "sm_88": 90, "sm_89": 78, "sm_90": 78, "sm_90a": 80,
	"sm_100": 86, "sm_100a": 86, "sm_100f": 88, "sm_103": 88, "sm_103a": 88,
	"sm_103f": 88, "sm_110": 90, "sm_110a": 90, "sm_110f": 90, "sm_120": 87,
	"sm_120a": 87, "sm_120f": 88, "sm_121": 88, "sm_121a": 88, "sm_121f": 88,
}

// ParseCPU reads sm_NN with an optional suffix. It returns the number, and the PTX version times
// ten that the GPU needs.
func ParseCPU(s string) (sm, ptx int, err error) {
	ptx, ok := cpus[s]
	if !ok {
		return 0, 0, fmt.Errorf("unknown machine '%s': PTX is written for sm_50 to sm_121", s)
	}
	sm, err = strconv.Atoi(strings.TrimRight(strings.TrimPrefix(s, "sm_"), "af"))
	return sm, ptx, err
}

// maxPTX is the newest PTX version that this package's output was checked against.
const maxPTX = 94

// ParseVersion reads a PTX version, `7.8` or `78`, and returns it times ten.
func ParseVersion(s string) (int, error) {
	major, minor, dot := strings.Cut(s, ".")
	n, err := strconv.Atoi(major)
	if dot {
		k, err2 := strconv.Atoi(minor)
		if err2 != nil || k < 0 || k > 9 {
			return 0, fmt.Errorf("'%s' is not a version of PTX, such as 7.8", s)
		}
		n = 10*n + k
	}
	if err != nil || n < 40 || n > maxPTX {
		return 0, fmt.Errorf("'%s' is not a version of PTX between 4.0 and %d.%d", s, maxPTX/10, maxPTX%10)
	}
	return n, nil
}

// has reports whether the GPU and the selected PTX version have a feature. It does not require it.
func (w *writer) has(k feature) bool {
	v := &versions[k]
	return w.sm >= v.sm && (w.fixed == 0 || w.fixed >= v.ptx)
}

// useAt requires a feature. It raises the version of the output or reports an error.
func (w *writer) useAt(k feature, pos ir.Pos) bool {
	v := &versions[k]
	return w.needs(v.name, v.ptx, v.sm, pos)
}

// needs requires a PTX version and a machine. name is the feature for messages.
func (w *writer) needs(name string, ptx, sm int, pos ir.Pos) bool {
	switch {
	case w.sm < sm:
		w.failAt(pos, fmt.Sprintf("select such a machine with -mcpu=sm_%d", sm),
			"%s: this needs sm_%d, but PTX is written for %s", name, sm, w.cpu)
		return false
	case w.fixed != 0 && w.fixed < ptx:
		w.failAt(pos, fmt.Sprintf("use --ptx=%d.%d, or omit the option", ptx/10, ptx%10),
			"%s: this needs PTX %d.%d, but --ptx asks for %d.%d",
			name, ptx/10, ptx%10, w.fixed/10, w.fixed%10)
		return false
	}
	w.ptx = max(w.ptx, ptx)
	return true
}
