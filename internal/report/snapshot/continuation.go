// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package snapshot

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/framemap"
)

// This file is --continuation of `corolower decode`: the pointer in a promise that identifies the
// coroutine that continues. The scripts for debuggers have the same option.

// Continuation is one value of the option, TYPE::member or TYPE+OFFSET.
type Continuation struct {
	kind   string // the type of the promise
	member string // "" with an offset
	offset int64
}

var typeAndOffset = regexp.MustCompile(`^(.+)\+(\d+)$`)

// ParseContinuation parses a value of the option, and checks that a map has such a promise and such
// a pointer.
func ParseContinuation(text string, m *framemap.Map) (*Continuation, error) {
	c := &Continuation{}
	if at := typeAndOffset.FindStringSubmatch(text); at != nil {
		n, err := strconv.ParseInt(at[2], 10, 32)
		if err != nil {
			return nil, fmt.Errorf("--continuation=%s: %w", text, err)
		}
		c.kind, c.offset = at[1], n
	} else if k := strings.LastIndex(text, "::"); k > 0 {
		c.kind, c.member = text[:k], text[k+2:]
	} else {
		return nil, fmt.Errorf("--continuation=%s: neither TYPE::member nor TYPE+OFFSET", text)
	}
	fits, has := false, false
	names := map[string]bool{}
	for _, co := range m.Coroutines {
		if s := promise(co); s != nil && c.fits(s) {
			_, found := c.place(s)
			fits, has = true, has || found
			for name := range s.Pointers {
				names[name] = true
			}
		}
	}
	switch {
	case !fits:
		return nil, fmt.Errorf("--continuation=%s: no coroutine of the map has a promise of type '%s'", text, c.kind)
	case !has && len(names) == 0:
		return nil, fmt.Errorf("--continuation=%s: the map has no pointer there; it knows names only with debug info", text)
	case !has:
		return nil, fmt.Errorf("--continuation=%s: the map has no pointer there; the type has %s", text,
			strings.Join(slices.Sorted(maps.Keys(names)), ", "))
	}
	return c, nil
}

// promise returns the slot with the promise, or nil.
func promise(c *framemap.Coroutine) *framemap.Slot {
	for k := range c.Slots {
		if c.Slots[k].Kind == framemap.Promise {
			return &c.Slots[k]
		}
	}
	return nil
}

// fits reports whether a promise has the option's type. A type without template arguments stands
// for all types of the template: task::promise_type for task<int>::promise_type.
func (c *Continuation) fits(s *framemap.Slot) bool {
	names := []string{sourceType(s.Type)}
	if s.Variable != nil {
		names = append(names, s.Variable.Type)
	}
	return slices.ContainsFunc(names, func(n string) bool {
		return n != "" && (n == c.kind ||
			withoutArguments(n) == c.kind)
	})
}

// place returns the offset of the pointer in the frame.
func (c *Continuation) place(s *framemap.Slot) (int64, bool) {
	at, ok := c.offset, true
	if c.member != "" {
		at, ok = s.Pointers[c.member]
	}
	return s.Offset + at, ok && at < s.Size
}

var irType = regexp.MustCompile(`^%"?(?:struct|class)\.(.*?)(?:\.\d+)?"?$`)

// sourceType converts a type of IR to the source's spelling: %"struct.task<int>::promise_type" is
// task<int>::promise_type. It returns "" for other types.
func sourceType(name string) string {
	if m := irType.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return ""
}

// withoutArguments removes template arguments: task<int>::promise_type becomes task::promise_type.
func withoutArguments(name string) string {
	var b strings.Builder
	depth := 0
	for _, r := range name {
		switch {
		case r == '<':
			depth++
		case r == '>':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// overridden applies --continuation to a frame. ok is false if no option is about its promise. next is
// the coroutine that continues; -1 if there is none.
func (s *Snapshot) overridden(f *Frame, options []*Continuation) (next int, ok bool) {
	p := promise(f.Coroutine)
	for _, c := range options {
		if p == nil || !c.fits(p) {
			continue
		}
		at, found := c.place(p)
		to, read := s.core.Word(&f.Suspended, at)
		if next, names := s.names(to); found && read && names {
			return next, true
		}
		return -1, true
	}
	return -1, false
}
