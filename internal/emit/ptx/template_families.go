// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file has the families of intrinsics whose text a rule makes from the name: atomics, matrices,
// copies of tensors, textures and surfaces.

import (
	"fmt"
	"strconv"
	"strings"
)

// spaceSuffix returns the suffix for the address space in an intrinsic's name, such as p3.
func spaceSuffix(word string) (string, bool) {
	s, ok := map[string]string{"p0": "", "p1": ".global", "p3": ".shared"}[word]
	return s, ok
}

// atomicTemplate makes nvvm.atomic.*. For example, add.gen.i.cta.i32.p0 is atom.cta.add.s32. These
// intrinsics are relaxed, as the instructions are.
func atomicTemplate(rest string) (template, bool) {
	w := strings.Split(rest, ".")
	switch {
	case len(w) == 4 && w[0] == "load": // load.add.f32.p0
		sp, ok := spaceSuffix(w[3])
		text, known := map[string]string{"add.f32": "add.f32", "add.f64": "add.f64", "inc.32": "inc.u32",
			"dec.32": "dec.u32"}[w[1]+"."+w[2]]
		t := template{text: "atom" + sp + "." + text + " $r, [$0], $1;", ptx: 20, sm: 20}
		if w[2] == "f64" {
			t.ptx, t.sm = 50, 60
		}
		return t, ok && known
	case len(w) == 6 && w[1] == "gen" && (w[3] == "cta" || w[3] == "sys"): // add.gen.i.cta.i32.p0
		sp, ok := spaceSuffix(w[5])
		bits := strings.TrimLeft(w[4], "if")
		kind := map[string]string{"add.i32": "s", "add.i64": "u", "exch.i": "b", "max.i": "s", "min.i": "s", "inc.i": "u",
			"dec.i": "u", "and.i": "b", "or.i": "b", "xor.i": "b", "cas.i": "b", "add.f": "f"}
		k := kind[w[0]+"."+w[4]]
		if k == "" {
			k = kind[w[0]+"."+w[2]]
		}
		operands := " $r, [$0], $1;"
		if w[0] == "cas" {
			operands = " $r, [$0], $1, $2;"
		}
		return template{text: "atom." + w[3] + sp + "." + w[0] + "." + k + bits + operands, ptx: 50, sm: 60}, ok && k != ""
	}
	return template{}, false
}

// elementBits are the sizes of the elements of matrices.
var elementBits = map[string]int{"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "s8": 8, "u8": 8, "s4": 4,
	"u4": 4, "b1": 1, "s32": 32, "e4m3": 8, "e5m2": 8, "e2m1": 8, "e2m3": 8, "e3m2": 8}

// unusual reports whether an element has fewer bits than its 8 in a register. Only one kind of product
// takes such elements.
func unusual(t string) bool { return t == "e2m1" || t == "e2m3" || t == "e3m2" }

// matrix describes a product of matrices, D = A * B + C.
type matrix struct {
	m, n, k    int
	a, b, c, d string // types of elements
}

func parseGeometry(s string) (x matrix, ok bool) {
	n, err := fmt.Sscanf(s, "m%dn%dk%d", &x.m, &x.n, &x.k)
	return x, err == nil && n == 3
}

// elements sets the types from the words of a name: d.c for products of halfs, a or a.b for others,
// or all four in the order d.a.b.c.
func (x *matrix) elements(w []string) bool {
	switch {
	case len(w) == 2 && (w[0] == "f16" || w[0] == "f32") && (w[1] == "f16" || w[1] == "f32"):
		x.d, x.a, x.b, x.c = w[0], "f16", "f16", w[1]
	case len(w) == 4 && elementBits[w[1]] == 8 && elementBits[w[2]] == 8:
		x.d, x.a, x.b, x.c = w[0], w[1], w[2], w[3]
	case len(w) == 1 || len(w) == 2:
		x.a, x.b = w[0], w[len(w)-1]
		switch x.a {
		case "bf16", "tf32":
			x.d = "f32"
		case "f64":
			x.d = "f64"
		case "s8", "u8", "s4", "u4", "b1":
			x.d = "s32"
		default:
			return false
		}
		x.c = x.d
		if elementBits[x.a] != elementBits[x.b] {
			return false
		}
	default:
		return false
	}
	return elementBits[x.b] > 0 && elementBits[x.c] > 0 && elementBits[x.d] > 0
}

// registers returns the number of registers in which a thread holds its part of rows*columns
// elements.
func registers(rows, columns int, t string) int {
	bits := elementBits[t]
	if bits == 64 {
		return rows * columns / 32
	}
	return max(rows*columns*bits/(32*32), 1)
}

// operands returns the lists of the operands D, A, B and C.
func (x *matrix) operands(a, b, c int) string {
	return fmt.Sprintf(" {r}, {0-%d}, {%d-%d}, {%d-%d};", a-1, a, a+b-1, a+b, a+b+c-1)
}

// product is a product of matrices, with its kind and the part of PTX's name behind "aligned.".
type product struct {
	matrix
	kind, text string
}

// parseProduct takes the words of a name apart, for example those of
// m16n8k32.row.col.kind.f8f6f4.f32.e2m1.e5m2.f32.
func parseProduct(w []string) (x product, ok bool) {
	if len(w) < 4 {
		return x, false
	}
	x.matrix, ok = parseGeometry(w[0])
	x.text, w = strings.Join(w[:3], "."), w[3:]
	if w[0] == "satfinite" {
		x.text, w = x.text+".satfinite", w[1:]
	}
	if len(w) > 2 && w[0] == "kind" && w[1] == "f8f6f4" {
		x.kind, w = ".kind::f8f6f4", w[2:]
	}
	if !ok || !x.elements(w) || x.kind == "" && (unusual(x.a) || unusual(x.b)) {
		return x, false
	}
	x.text += x.kind + "." + x.d + "." + x.a + "." + x.b + "." + x.c
	return x, true
}

// mmaTemplate makes nvvm.mma.*, for example m16n8k16.row.col.f32.f32 or
// xor.popc.m16n8k256.row.col.b1.
func mmaTemplate(rest string) (template, bool) {
	if scaled, ok := strings.CutPrefix(rest, "block.scale."); ok {
		return scaledTemplate(scaled, false)
	}
	if scaled, ok := strings.CutPrefix(rest, "sp.ordered.metadata.block.scale."); ok {
		return scaledTemplate(scaled, true)
	}
	if sparse, ok := strings.CutPrefix(rest, "sp."); ok {
		return sparseTemplate(sparse)
	}
	w := strings.Split(rest, ".")
	bitOp := ""
	if len(w) > 2 && w[1] == "popc" && (w[0] == "xor" || w[0] == "and") {
		bitOp, w = "."+w[0]+".popc", w[2:]
	}
	x, ok := parseProduct(w)
	if !ok || (x.a == "b1") != (bitOp != "") {
		return template{}, false
	}
	geo := w[0]
	a, b, c := registers(x.m, x.k, x.a), registers(x.n, x.k, x.b), registers(x.m, x.n, x.c)
	t := template{ptx: 70, sm: 80}
	switch {
	case x.kind != "":
		t.ptx, t.sm, t.own = 87, 120, true
	case geo == "m8n8k4" && x.a == "f16": // four threads share a part
		a, b, c = 2, 2, 4*elementBits[x.c]/16
		t.ptx, t.sm = 64, 70
	case elementBits[x.a] == 8 && x.d[0] == 'f':
		t.ptx, t.sm = 84, 89
		if x.d == "f16" || x.c == "f16" {
			t.ptx = 87
		}
	case bitOp == ".and.popc":
		t.ptx = 71
	case x.a == "b1" && geo == "m8n8k128":
		t.sm = 75
	case x.a == "f64" && x.m == 16:
		t.ptx, t.sm = 78, 90
	case x.a == "f64" || x.a == "b1":
	case geo == "m16n8k8" && x.a == "f16" || x.m == 8:
		t.ptx, t.sm = 65, 75
	}
	t.text = "mma.sync.aligned." + x.text + bitOp + x.operands(a, b, c)
	return t, true
}

// sparseTemplate makes the products with a sparse matrix A, for example sp.m16n8k32.row.col.f32.f32.
// The thread holds half of A, and metadata that says which half. The last argument selects threads
// that provide the metadata.
func sparseTemplate(rest string) (template, bool) {
	head := "mma.sp"
	t := template{ptx: 71, sm: 80}
	if r, ok := strings.CutPrefix(rest, "ordered.metadata."); ok {
		head, rest, t.ptx = head+"::ordered_metadata", r, 85
	}
	x, ok := parseProduct(strings.Split(rest, "."))
	if !ok || elementBits[x.a] < 4 || elementBits[x.a] > 32 {
		return template{}, false
	}
	a, b, c := registers(x.m, x.k, x.a)/2, registers(x.n, x.k, x.b), registers(x.m, x.n, x.c)
	if a == 0 {
		return template{}, false
	}
	selectors := 4 / a
	switch {
	case x.kind != "":
		t.ptx, t.sm, t.own = 87, 120, true
	case elementBits[x.a] >= 16:
		selectors *= 2
	case elementBits[x.a] == 8 && x.d[0] == 'f':
		t.ptx, t.sm = max(t.ptx, 84), 89
	}
	data := a + b + c
	choice := "<" + strconv.Itoa(data+1)
	for k := range selectors {
		choice += "|" + strconv.Itoa(k)
	}
	t.text = head + ".sync.aligned." + x.text + strings.TrimSuffix(x.operands(a, b, c), ";") + ", $" + strconv.Itoa(data) + ", " + choice + ">;"
	return t, selectors > 0
}

// scaledTemplate makes the products of matrices with a scale for each block of elements, for example
// m16n8k32.row.col.mxf8f6f4.scale.1x.f32.e4m3.e5m2.f32.ue8m0. The last arguments are the scales of A
// and of B, each with the two numbers that select its byte and its threads.
func scaledTemplate(rest string, sparse bool) (template, bool) {
	w := strings.Split(rest, ".")
	if len(w) < 4 {
		return template{}, false
	}
	head, scale := strings.Join(w[:3], "."), ""
	kind, w := w[3], w[4:]
	if len(w) > 2 && w[0] == "scale" {
		scale, w = ".scale_vec::"+strings.ToUpper(w[1]), w[2:]
	}
	if len(w) != 5 || w[0] != "f32" || w[3] != "f32" || !strings.HasPrefix(kind, "mxf") || !strings.HasPrefix(w[4], "ue") {
		return template{}, false
	}
	x := matrix{}
	t := template{ptx: 87, sm: 120, own: true}
	name, b, more := "mma", 2, ""
	if sparse {
		name, b, more = "mma.sp::ordered_metadata", 4, ", $12, <13|0>"
	}
	at := 4 + b + 4 // the first argument behind A, B and C
	if sparse {
		at += 2
	}
	t.text = name + ".sync.aligned." + head + ".kind::" + kind + ".block_scale" + scale + "." + strings.Join(w, ".") +
		strings.TrimSuffix(x.operands(4, b, 4), ";") + more
	for k := at; k < at+6; k += 3 {
		t.text += fmt.Sprintf(", $%d, {%d-%dh}", k, k+1, k+2)
	}
	t.text += ";"
	return t, true
}

// wmmaTemplate makes nvvm.wmma.*, for example m16n16k16.load.a.row.stride.f16.p0 or
// m16n16k16.mma.row.col.f32.f32.
func wmmaTemplate(rest string) (template, bool) {
	geo, rest, _ := strings.Cut(rest, ".")
	x, ok := parseGeometry(geo)
	w := strings.Split(rest, ".")
	if !ok || len(w) < 4 {
		return template{}, false
	}
	if w[0] == "mma" {
		return wmmaProduct(geo, x, w[1:])
	}
	part, layout := w[1], w[2]
	w, stride := w[3:], w[3] == "stride"
	if stride {
		w = w[1:]
	}
	if len(w) != 2 || elementBits[w[0]] == 0 {
		return template{}, false
	}
	sp, ok := spaceSuffix(w[1])
	head := "wmma." + rest[:strings.IndexByte(rest, '.')] + "." + part + ".sync.aligned." + layout + "." + geo + sp + "." +
		w[0] + " "
	t := wmmaNeeds(geo, w[0])
	switch {
	case strings.HasPrefix(rest, "load.") && stride:
		t.text = head + "{r}, [$0], $1;"
	case strings.HasPrefix(rest, "load."):
		t.text = head + "{r}, [$0];"
	case strings.HasPrefix(rest, "store.d."):
		n := registers(x.m, x.n, w[0])
		t.text = head + "[$0], {1-" + strconv.Itoa(n) + "}"
		if stride {
			t.text += ", $" + strconv.Itoa(n+1)
		}
		t.text += ";"
	default:
		ok = false
	}
	return t, ok
}

// wmmaProduct makes the product of wmmaTemplate.
func wmmaProduct(geo string, x matrix, w []string) (template, bool) {
	bitOp, round, sat := "", "", ""
	if w[1] == "popc" {
		bitOp, w = "."+w[0]+".popc", w[2:]
	}
	if len(w) < 3 {
		return template{}, false
	}
	layout := w[0] + "." + w[1]
	w = w[2:]
	if w[len(w)-1] == "satfinite" {
		sat, w = ".satfinite", w[:len(w)-1]
	}
	if len(w) == 2 && w[1] == "f64" {
		round, w = "."+w[0], w[1:]
	}
	if !x.elements(w) {
		return template{}, false
	}
	a, b, c := registers(x.m, x.k, x.a), registers(x.n, x.k, x.b), registers(x.m, x.n, x.c)
	types := x.d + "." + x.a + "." + x.b + "." + x.c
	if x.a == "f16" { // a thread holds each element twice
		a, b, types = 8, 8, x.d+"."+x.c
	}
	t := wmmaNeeds(geo, x.a)
	if bitOp == ".and.popc" {
		t.ptx, t.sm = 71, 80
	}
	if x.a == "f16" && sat != "" {
		t.last = 75 // PTX 6.5 dropped it
	}
	t.text = "wmma.mma" + bitOp + ".sync.aligned." + layout + "." + geo + round + "." + types + sat + x.operands(a, b, c)
	return t, true
}

// wmmaNeeds returns the requirements of a geometry and a type.
func wmmaNeeds(geo, elem string) template {
	switch {
	case elem == "bf16" || elem == "tf32" || elem == "f64" || geo == "m16n16k8":
		return template{ptx: 70, sm: 80}
	case elem == "s4" || elem == "u4" || elem == "b1" || strings.HasPrefix(geo, "m8n8"):
		return template{ptx: 63, sm: 75}
	case elem == "s8" || elem == "u8" || elem == "s32":
		return template{ptx: 63, sm: 72}
	case geo == "m16n16k16":
		return template{ptx: 60, sm: 70}
	}
	return template{ptx: 61, sm: 70}
}

// loadMatrixTemplate and storeMatrixTemplate make nvvm.ldmatrix and nvvm.stmatrix, for example
// m8n8.x4.trans.b16.p3.
func loadMatrixTemplate(rest string) (template, bool) {
	if shape, kind, sp, ok := byteMatrix(rest); ok {
		return template{text: "ldmatrix.sync.aligned." + shape + sp + "." + kind + " {r}, [$0];", ptx: 86, sm: 100, own: true}, true
	}
	shape, sp, _, ok := matrixShape(rest)
	return template{text: "ldmatrix.sync.aligned." + shape + sp + ".b16 {r}, [$0];", ptx: 65, sm: 75}, ok
}

func storeMatrixTemplate(rest string) (template, bool) {
	if shape, kind, sp, ok := byteMatrix(rest); ok && kind == "b8" {
		n := strings.Split(strings.TrimPrefix(shape, "m16n8.x"), ".")[0]
		return template{text: "stmatrix.sync.aligned." + shape + sp + ".b8 [$0], {1-" + n + "};", ptx: 86, sm: 100, own: true}, true
	}
	shape, sp, n, ok := matrixShape(rest)
	return template{text: "stmatrix.sync.aligned." + shape + sp + ".b16 [$0], {1-" + n + "};", ptx: 78, sm: 90}, ok
}

// byteMatrix takes the name of an access to a matrix of bytes apart, for example
// m8n16.x2.b8x16.b6x16_p32.p3.
func byteMatrix(rest string) (shape, kind, sp string, ok bool) {
	at := strings.LastIndexByte(rest, '.')
	if at < 0 {
		return "", "", "", false
	}
	sp, known := spaceSuffix(rest[at+1:])
	for _, k := range []string{"b8x16.b4x16_p64", "b8x16.b6x16_p32", "b8"} {
		if shape, ok := strings.CutSuffix(rest[:at], "."+k); ok {
			return shape, k, sp, known
		}
	}
	return "", "", "", false
}

func matrixShape(rest string) (shape, sp, n string, ok bool) {
	shape, as, ok := strings.Cut(rest, ".b16.")
	n, trans, _ := strings.Cut(strings.TrimPrefix(shape, "m8n8.x"), ".")
	sp, known := spaceSuffix(as)
	if ok && known && (n == "1" || n == "2" || n == "4") && (trans == "" || trans == "trans") {
		return shape, sp, n, strings.HasPrefix(shape, "m8n8.x")
	}
	return "", "", "", false
}

// tensorTemplate makes the copies of tensors (TMA), for example g2s.im2col.3d. The last arguments are
// flags that select a multicast mask, a cache policy and a group of blocks.
func tensorTemplate(rest string) (template, bool) {
	at := strings.LastIndexByte(rest, '.')
	if at < 0 || len(rest) != at+3 || rest[at+1] < '1' || rest[at+1] > '5' || rest[at+2] != 'd' {
		return template{}, false
	}
	kind, dim, n := rest[:at], rest[at+1:], int(rest[at+1]-'0')
	op, mode, _ := strings.Cut(kind, ".")
	into := "cluster"
	switch op {
	case "reduce":
		op, mode, _ = strings.Cut(mode, ".")
		return tensorStore(template{ptx: 80, sm: 90}, "cp.reduce.async.bulk.tensor."+dim+".global.shared::cta."+op, mode, n)
	case "s2g":
		return tensorStore(template{ptx: 80, sm: 90}, "cp.async.bulk.tensor."+dim+".global.shared::cta", mode, n)
	case "g2s":
		if m, ok := strings.CutPrefix(mode, "cta."); ok {
			mode, into = m, "cta"
		}
	case "prefetch":
	default:
		return template{}, false
	}
	// The coordinates, and the offsets in an image of columns.
	t, offsets := template{ptx: 80, sm: 90}, 0
	switch mode {
	case "tile":
	case "im2col":
		offsets = n - 2
	case "im2col.w", "im2col.w.128":
		offsets = 2
		t = template{ptx: 86, sm: 100, own: true}
	case "tile.gather4":
		n = 5
		t = template{ptx: 86, sm: 100, own: true}
	default:
		return template{}, false
	}
	if strings.HasPrefix(mode, "im2col") && n < 3 || mode == "tile.gather4" && dim != "2d" {
		return template{}, false
	}
	mode = strings.ReplaceAll(mode, ".", "::")
	list := func(first, n int, half string) string { return fmt.Sprintf("{%d-%d%s}", first, first+n-1, half) }
	shift := func(first int) string {
		if offsets == 0 {
			return ""
		}
		return ", " + list(first, offsets, "h")
	}
	switch arg := strconv.Itoa; {
	case op == "prefetch": // map, coordinates, offsets, policy, flag
		p := 1 + n + offsets
		t.text = "cp.async.bulk.prefetch.tensor." + dim + ".L2.global." + mode + "<" + arg(p+1) + "||.L2::cache_hint> [$0, " +
			list(1, n, "") + "]" + shift(1+n) + "<" + arg(p+1) + "||, $" + arg(p) + ">;"
	case into == "cta": // dst, barrier, map, coordinates, offsets, policy, flag
		p := 3 + n + offsets
		t.text = "cp.async.bulk.tensor." + dim + ".shared::cta.global." + mode + ".mbarrier::complete_tx::bytes<" + arg(p+1) +
			"||.L2::cache_hint> [$0], [$2, " + list(3, n, "") + "], [$1]" + shift(3+n) + "<" + arg(p+1) + "||, $" + arg(p) + ">;"
		t.ptx = 86
	default: // dst, barrier, map, coordinates, offsets, mask, policy, flags; LLVM before 21 has no group
		m := 3 + n + offsets
		mask, policy, group := arg(m+2), arg(m+3), arg(m+4)
		t.text = "cp.async.bulk.tensor." + dim + ".shared::cluster.global." + mode + ".mbarrier::complete_tx::bytes<" + mask +
			"||.multicast::cluster><" + policy + "||.L2::cache_hint><" + group + "?||.cta_group::1|.cta_group::2> [$0], [$2, " +
			list(3, n, "") + "], [$1]" + shift(3+n) + "<" + mask + "||, $" + arg(m) + "h><" + policy + "||, $" + arg(m+1) + ">;"
	}
	return t, true
}

// tensorStore makes the copies of tensors to global memory, with src, map, coordinates, policy and
// flag.
func tensorStore(t template, head, mode string, n int) (template, bool) {
	switch {
	case mode == "tile":
	case mode == "im2col" && n >= 3:
		mode = "im2col_no_offs"
	case mode == "tile.scatter4" && n == 2 && strings.HasPrefix(head, "cp.async"):
		mode, n = "tile::scatter4", 5
		t.ptx, t.sm, t.own = 86, 100, true
	default:
		return template{}, false
	}
	flag := strconv.Itoa(3 + n)
	t.text = head + "." + mode + ".bulk_group<" + flag + "||.L2::cache_hint> [$1, " + fmt.Sprintf("{2-%d}", 1+n) + "], [$0]<" +
		flag + "||, $" + strconv.Itoa(2+n) + ">;"
	return t, true
}

// pictures maps the shapes in the names of textures and surfaces to PTX's, and to the operands of a
// point: the numbers count its arguments, and PTX repeats the last to fill up four.
var pictures = []struct {
	name, ptx string
	point     []int
}{
	{"1d.array", "a1d", []int{0, 1}}, {"1d", "1d", []int{0}}, {"2d.array", "a2d", []int{0, 1, 2, 2}},
	{"2d", "2d", []int{0, 1}}, {"3d", "3d", []int{0, 1, 2, 2}}, {"cube.array", "acube", []int{0, 1, 2, 3}},
	{"cube", "cube", []int{0, 1, 2, 2}},
}

// operandList returns operands in braces, each the first argument plus a number.
func operandList(first int, numbers []int) string {
	words := make([]string, len(numbers))
	for k, n := range numbers {
		words[k] = "$" + strconv.Itoa(first+n)
	}
	return "{ " + strings.Join(words, ", ") + "}"
}

// textureTemplate makes nvvm.tex.*, for example unified.2d.level.v4f32.f32.
func textureTemplate(rest string) (template, bool) {
	rest, unified := strings.CutPrefix(rest, "unified.")
	first, handle := 2, "$0, $1, "
	if unified {
		first, handle = 1, "$0, "
	}
	for _, p := range pictures {
		tail, ok := strings.CutPrefix(rest, p.name+".")
		w := strings.Split(tail, ".")
		if !ok {
			continue
		}
		kind := ""
		if len(w) == 3 && (w[0] == "level" || w[0] == "grad") {
			kind, w = w[0], w[1:]
		}
		if len(w) != 2 || !strings.HasPrefix(w[0], "v4") || w[1] != "f32" && w[1] != "s32" {
			return template{}, false
		}
		array := strings.HasSuffix(p.name, ".array")
		if !unified && (strings.HasPrefix(p.name, "cube") || p.name == "3d" && kind != "" || array) {
			return template{}, false // ptxas takes no such form with a sampler, or crashes
		}
		n := p.point[len(p.point)-1] + 1
		more := ""
		switch kind {
		case "level":
			more = ", $" + strconv.Itoa(first+n)
		case "grad": // a vector for each direction, without the layer
			d := p.point
			if array {
				d = map[string][]int{"a1d": {0}, "a2d": {0, 1}, "acube": {0, 1, 2, 2}}[p.ptx]
			}
			size := d[len(d)-1] + 1
			more = ", " + operandList(first+n, d) + ", " + operandList(first+n+size, d)
		}
		if kind != "" {
			kind += "."
		}
		return template{text: "tex." + kind + p.ptx + ".v4." + w[0][2:] + "." + w[1] + " {r}, [" + handle +
			operandList(first, p.point) + "]" + more + ";", ptx: 40, sm: 20}, true
	}
	return template{}, false
}

// gatherTemplate makes nvvm.tld4.*, for example unified.r.2d.v4f32.f32.
func gatherTemplate(rest string) (template, bool) {
	rest, unified := strings.CutPrefix(rest, "unified.")
	handle, point := "$0, $1, ", "{2-3}"
	if unified {
		handle, point = "$0, ", "{1-2}"
	}
	w := strings.Split(rest, ".")
	if len(w) != 4 || w[1] != "2d" || !strings.HasPrefix(w[2], "v4") || w[3] != "f32" {
		return template{}, false
	}
	return template{text: "tld4." + w[0] + ".2d.v4." + w[2][2:] + ".f32 {r}, [" + handle + point + "];",
		ptx: 40, sm: 20}, true
}

// surfaceLoadTemplate makes nvvm.suld.*, for example 1d.v2i32.trap.
func surfaceLoadTemplate(rest string) (template, bool) {
	ptx, vec, bits, mode, point, ok := surface(rest)
	return template{text: "suld.b." + ptx + vec + ".b" + bits + "." + mode + " {r}, [$0, " + operandList(1, point) + "];",
		ptx: 40, sm: 20}, ok
}

// surfaceStoreTemplate makes nvvm.sust.*, for example b.1d.v2i32.trap.
func surfaceStoreTemplate(rest string) (template, bool) {
	form, rest, _ := strings.Cut(rest, ".")
	ptx, vec, bits, mode, point, ok := surface(rest)
	n := map[string]int{"": 1, ".v2": 2, ".v4": 4}[vec]
	first := point[len(point)-1] + 2
	half := ""
	if bits == "8" || bits == "16" {
		half = "h"
	}
	return template{text: fmt.Sprintf("sust.%s.%s%s.b%s.%s [$0, %s], {%d-%d%s};", form, ptx, vec, bits, mode,
			operandList(1, point), first, first+n-1, half), ptx: 40, sm: 20},
		ok && (form == "b" || form == "p" && bits == "32") // sust.p converts to the surface's format
}

// surface takes the name of an access to a surface apart.
func surface(rest string) (ptx, vec, bits, mode string, point []int, ok bool) {
	for _, p := range pictures {
		tail, is := strings.CutPrefix(rest, p.name+".")
		w := strings.Split(tail, ".")
		if !is || len(w) != 2 || strings.HasPrefix(p.name, "cube") {
			continue
		}
		vec, bits, ok = strings.Cut(w[0], "i")
		known := w[1] == "trap" || w[1] == "clamp" || w[1] == "zero"
		if vec != "" {
			vec = "." + vec
		}
		return p.ptx, vec, bits, w[1], p.point, ok && known && (vec == "" || vec == ".v2" || vec == ".v4")
	}
	return "", "", "", "", []int{0}, false
}
