// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package target

// This file parses data layout strings: LLVM's whole grammar, with LLVM's defaults for the parts
// that the string omits. It checks the syntax of the parts that lowering does not use (native
// integers, mangling, function pointer and stack alignments) and drops them.

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Layout computes sizes and alignments of types under one data layout string. It caches the
// results, so only one goroutine may use it at a time, with the types of one unit: see Fork.
type Layout struct {
	BigEndian bool
	AllocaAS  int // address space of allocas
	ProgramAS int // address space of functions
	GlobalsAS int // address space of globals without an explicit one

	ptrs    []ptrSpec   // sorted by address space; the first is address space 0
	ints    []alignSpec // sorted by width
	floats  []alignSpec
	vectors []alignSpec
	aggr    alignSpec

	cache  map[*ir.Type]typeInfo
	fields map[*ir.Type][]int64
}

// ptrSpec describes the pointers of an address space, with widths in bits and alignments in bytes.
type ptrSpec struct {
	as, size, index int
	abi, pref       int64
}

// alignSpec holds the ABI and preferred alignments in bytes of a type with a width in bits.
type alignSpec struct {
	bits      int
	abi, pref int64
}

// ParseLayout parses a data layout string. The empty string means LLVM's defaults. An error
// describes only the string; the caller knows its position.
func ParseLayout(s string) (*Layout, error) {
	l := &Layout{
		ptrs:    []ptrSpec{{0, 64, 64, 8, 8}},
		ints:    []alignSpec{{1, 1, 1}, {8, 1, 1}, {16, 2, 2}, {32, 4, 4}, {64, 4, 8}},
		floats:  []alignSpec{{16, 2, 2}, {32, 4, 4}, {64, 8, 8}, {128, 16, 16}},
		vectors: []alignSpec{{64, 8, 8}, {128, 16, 16}},
		aggr:    alignSpec{0, 1, 8},
	}
	l.forget()
	if s == "" {
		return l, nil
	}
	// As in LLVM, a specification replaces only the default of its own width: i64 is 4-aligned
	// unless i64 is specified.
	for _, spec := range strings.Split(s, "-") {
		if spec == "" {
			return nil, fmt.Errorf("empty specification is not allowed")
		}
		if err := l.parseSpec(spec); err != nil {
			return nil, fmt.Errorf("malformed specification %q: %w", spec, err)
		}
	}
	return l, nil
}

// Fork returns the same layout with an empty cache, for another unit or goroutine.
func (l *Layout) Fork() *Layout {
	c := *l
	c.forget()
	return &c
}

// Clear empties the layout's cache for the goroutine's next unit.
func (l *Layout) Clear() {
	if len(l.cache)+len(l.fields) > keptInfos {
		l.forget()
		return
	}
	clear(l.cache)
	clear(l.fields)
}

// keptInfos is the number of entries up to which Clear reuses a cache. Clearing the cache of a
// large unit would take equally long for every later unit.
const keptInfos = 64

// Forget drops the cached layout of a named struct whose body was replaced. It keeps the layouts of
// types that contain the struct.
func (l *Layout) Forget(t *ir.Type) {
	delete(l.cache, t)
	delete(l.fields, t)
}

func (l *Layout) forget() {
	l.cache = make(map[*ir.Type]typeInfo)
	l.fields = make(map[*ir.Type][]int64)
}

func (l *Layout) parseSpec(spec string) error {
	rest := spec[1:]
	switch spec[0] {
	case 'e', 'E':
		if rest != "" {
			return fmt.Errorf("nothing may follow the byte order")
		}
		l.BigEndian = spec[0] == 'E'
		return nil
	case 'p':
		return l.parsePtr(rest)
	case 'i', 'f', 'v':
		return l.parsePrimitive(spec[0], rest)
	case 'a':
		return l.parseAggr(rest)
	case 'A':
		return setAS(&l.AllocaAS, rest)
	case 'P':
		return setAS(&l.ProgramAS, rest)
	case 'G':
		return setAS(&l.GlobalsAS, rest)
	case 'n':
		if as, ok := strings.CutPrefix(rest, "i"); ok {
			return parseNonIntegral(as)
		}
		for _, w := range strings.Split(rest, ":") {
			if n, err := parseNum(w, 24); err != nil || n == 0 {
				return fmt.Errorf("size must be a non-zero 24-bit integer")
			}
		}
		return nil
	case 'S':
		if rest == "" {
			return fmt.Errorf("stack natural alignment is missing")
		}
		_, err := parseAlign(rest, true)
		return err
	case 'F':
		if len(rest) < 2 || rest[0] != 'i' && rest[0] != 'n' {
			return fmt.Errorf("unknown function pointer alignment type")
		}
		_, err := parseAlign(rest[1:], false)
		return err
	case 'm':
		if len(rest) != 2 || rest[0] != ':' || !strings.Contains("eolmwxa", rest[1:]) {
			return fmt.Errorf("unknown mangling mode")
		}
		return nil
	case 's':
		return nil // stack objects: LLVM accepts them in old strings and ignores them
	}
	return fmt.Errorf("unknown specifier '%c'", spec[0])
}

// parsePtr parses the text after the p: [flags][n][(name)]:size:abi[:pref[:index]]. For example,
// p3:32:32 declares pointers of address space 3 with 32 bits and an alignment of 4 bytes.
func (l *Layout) parsePtr(rest string) error {
	parts := strings.Split(rest, ":")
	if len(parts) < 3 || len(parts) > 5 {
		return fmt.Errorf("must be of the form \"p[n]:<size>:<abi>[:<pref>[:<idx>]]\"")
	}
	head := strings.TrimLeft(parts[0], "eu") // flags of pointers without a stable address
	if k := strings.IndexByte(head, '('); k >= 0 {
		if !strings.HasSuffix(head, ")") {
			return fmt.Errorf("address space name is not closed")
		}
		head = head[:k]
	}
	p := ptrSpec{}
	if head != "" {
		if err := setAS(&p.as, head); err != nil {
			return err
		}
	}
	var err error
	if p.size, err = parseNum(parts[1], 24); err != nil || p.size == 0 {
		return fmt.Errorf("pointer size must be a non-zero 24-bit integer")
	}
	if p.abi, err = parseAlign(parts[2], false); err != nil {
		return err
	}
	if p.pref, err = parsePref(parts[3:min(4, len(parts))], p.abi); err != nil {
		return err
	}
	p.index = p.size
	if len(parts) > 4 {
		if p.index, err = parseNum(parts[4], 24); err != nil || p.index == 0 {
			return fmt.Errorf("index size must be a non-zero 24-bit integer")
		}
		if p.index > p.size {
			return fmt.Errorf("index size cannot be larger than the pointer size")
		}
	}
	k, found := slices.BinarySearchFunc(l.ptrs, p.as, func(s ptrSpec, as int) int { return s.as - as })
	if found {
		l.ptrs[k] = p
	} else {
		l.ptrs = slices.Insert(l.ptrs, k, p)
	}
	return nil
}

// parsePrimitive parses <size>:<abi>[:<pref>] of an integer, float or vector specification.
func (l *Layout) parsePrimitive(kind byte, rest string) error {
	parts := strings.Split(rest, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return fmt.Errorf("must be of the form \"%c<size>:<abi>[:<pref>]\"", kind)
	}
	n, err := parseNum(parts[0], 24)
	if err != nil || n == 0 {
		return fmt.Errorf("size must be a non-zero 24-bit integer")
	}
	abi, err := parseAlign(parts[1], false)
	if err != nil {
		return err
	}
	if kind == 'i' && n == 8 && abi != 1 {
		return fmt.Errorf("i8 must be 8-bit aligned")
	}
	pref, err := parsePref(parts[2:], abi)
	if err != nil {
		return err
	}
	list := &l.ints
	switch kind {
	case 'f':
		list = &l.floats
	case 'v':
		list = &l.vectors
	}
	k, found := findSpec(*list, n)
	if found {
		(*list)[k] = alignSpec{n, abi, pref}
	} else {
		*list = slices.Insert(*list, k, alignSpec{n, abi, pref})
	}
	return nil
}

func (l *Layout) parseAggr(rest string) error {
	rest = strings.TrimPrefix(rest, "0") // `a0:` is an old spelling of `a:`
	parts := strings.Split(rest, ":")
	if len(parts) < 2 || len(parts) > 3 || parts[0] != "" {
		return fmt.Errorf("must be of the form \"a:<abi>[:<pref>]\"")
	}
	abi, err := parseAlign(parts[1], true)
	if err != nil {
		return err
	}
	pref, err := parsePref(parts[2:], max(abi, 1))
	if err != nil {
		return err
	}
	l.aggr = alignSpec{0, max(abi, 1), pref}
	return nil
}

// parsePref parses the preferred alignment, which defaults to the ABI alignment.
func parsePref(part []string, abi int64) (int64, error) {
	if len(part) == 0 {
		return abi, nil
	}
	pref, err := parseAlign(part[0], false)
	if err == nil && pref < abi {
		err = fmt.Errorf("preferred alignment cannot be less than the ABI alignment")
	}
	return pref, err
}

// parseNonIntegral checks the `:1:2` after `ni`.
func parseNonIntegral(s string) error {
	list, ok := strings.CutPrefix(s, ":")
	if !ok {
		return fmt.Errorf("must be of the form \"ni:<address space>[:<address space>]...\"")
	}
	for _, w := range strings.Split(list, ":") {
		n, err := parseNum(w, 24)
		if err != nil {
			return fmt.Errorf("address space must be a 24-bit integer")
		}
		if n == 0 {
			return fmt.Errorf("address space 0 cannot be non-integral")
		}
	}
	return nil
}

func findSpec(list []alignSpec, n int) (int, bool) {
	for k := range list { // few
		if list[k].bits >= n {
			return k, list[k].bits == n
		}
	}
	return len(list), false
}

func setAS(as *int, s string) error {
	n, err := parseNum(s, 24)
	if err != nil {
		return fmt.Errorf("address space must be a 24-bit integer")
	}
	*as = n
	return nil
}

func parseNum(s string, width int) (int, error) {
	n, err := strconv.ParseUint(s, 10, width)
	return int(n), err
}

// parseAlign parses an alignment in bits and returns bytes. If zero is set, it accepts 0 and
// returns 0.
func parseAlign(s string, zero bool) (int64, error) {
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil {
		return 0, fmt.Errorf("alignment must be a 16-bit integer")
	}
	if n == 0 {
		if !zero {
			return 0, fmt.Errorf("alignment must be non-zero")
		}
		return 0, nil
	}
	if n%8 != 0 || bits.OnesCount64(n/8) != 1 {
		return 0, fmt.Errorf("alignment must be a power of two times the byte width")
	}
	return int64(n / 8), nil
}

func (l *Layout) ptr(as int) *ptrSpec {
	if as != 0 {
		for i := range l.ptrs {
			if l.ptrs[i].as == as {
				return &l.ptrs[i]
			}
		}
	}
	return &l.ptrs[0]
}

// PtrSize returns the size in bytes of a pointer of an address space.
func (l *Layout) PtrSize(as int) int64 { return int64(l.ptr(as).size+7) / 8 }

// PtrAlign returns the ABI alignment in bytes of a pointer of an address space.
func (l *Layout) PtrAlign(as int) int64 { return l.ptr(as).abi }

// IndexBits returns the width in bits of address computations in an address space.
func (l *Layout) IndexBits(as int) int { return l.ptr(as).index }
