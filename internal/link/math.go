// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package link

// This file replaces calls of math intrinsics that PTX cannot compute exactly. For example,
//
//	%y = call float @llvm.sin.f32(float %x)
//
// calls @__nv_sinf if the library defines it. A call with afn or fast keeps the intrinsic if PTX
// approximates it.

import (
	"strings"

	"github.com/corolower/corolower/internal/parse"
)

// approximated are the functions on float that PTX approximates. ex2 is as exact as CUDA's own.
var approximated = map[string]bool{"sin": true, "cos": true, "log2": true, "exp2": true, "tanh": true}

// mathNames are the intrinsics with a function of the same name and type in NVIDIA's libdevice.
var mathNames = map[string]bool{"sin": true, "cos": true, "tan": true, "asin": true, "acos": true, "atan": true,
	"atan2": true, "sinh": true, "cosh": true, "tanh": true, "exp": true, "exp2": true, "exp10": true, "log": true,
	"log2": true, "log10": true, "pow": true}

// mathCalls replaces the calls in a body, and takes the functions of the library.
func (k *linker) mathCalls(body []byte) {
	const prefix = "@llvm."
	text := string(body)
	for from := 0; ; {
		at := strings.Index(text[from:], prefix)
		if at < 0 {
			return
		}
		at += from
		from = at + len(prefix)
		name := text[from : from+wordEnd(text[from:])]
		base, kind, _ := strings.Cut(name, ".")
		if !mathNames[base] || kind != "f32" && kind != "f64" {
			continue
		}
		call := "__nv_" + base
		if kind == "f32" {
			call += "f"
		}
		item := k.file.Index(call)
		if item < 0 || k.file.Items[item].Kind != parse.ItemDefine {
			continue
		}
		if kind == "f32" && approximated[base] && (base == "exp2" || inexact(text[:at])) {
			continue
		}
		to := body[at : from+len(name)]
		blank(to)
		copy(to, "@"+call)
		k.take(item)
	}
}

// inexact reports whether the call before a callee's name may be approximated: `call afn float`.
func inexact(before string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	for _, word := range strings.Fields(line[max(strings.LastIndex(line, "call "), 0):]) {
		if word == "afn" || word == "fast" {
			return true
		}
	}
	return false
}
