// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package framemap reads maps of coroutine frames: the layout of the frame of each coroutine of a
// program, and the slots that are live at each suspend. corolower writes a map as JSON
// (--frame-map=FILE) or into a section of the object file (--frame-map=section). With a map, a
// debugger or a crash reporter finds suspended coroutines, also in programs without debug info.
//
// For example, this lists the suspended coroutines of a core file:
//
//	core, err := framemap.OpenCore("core")
//	...
//	m, err := core.Map("server") // an executable with the section
//	...
//	for _, f := range core.Frames(m) {
//		fmt.Println(f.Coroutine.Function, f.Suspend.Place())
//	}
//
// docs/debugging.md describes both formats. The package imports only the standard library, and on
// Linux golang.org/x/sys/unix.
package framemap

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Version is the version of the format that this package reads and writes. It changes if the
// meaning of a key changes, but not if the format gets a new key.
const Version = 1

// Switched is the ABI of C++ coroutines. Its frames begin with the addresses of the resume and
// destroy functions, so they can be found in memory.
const Switched = "switched-resume"

// Map describes the frames of some coroutines.
type Map struct {
	Version    int          `json:"version"`
	Coroutines []*Coroutine `json:"coroutines"`
}

// Coroutine describes a coroutine that suspends.
type Coroutine struct {
	Function string `json:"function"` // symbol of the function that creates the coroutine
	ABI      string `json:"abi"`
	File     string `json:"file,omitempty"` // of the source, if there is debug info
	Line     int    `json:"line,omitempty"`
	// Parts are the functions that the coroutine continues in. With ABI Switched, they are the
	// resume, destroy and cleanup functions, and after these the functions that resume the coroutine at
	// one suspend, if there are any. With other ABIs, each suspend has one.
	Parts    []Part    `json:"parts"`
	Size     int64     `json:"frame_size"`
	Align    int64     `json:"frame_align"`
	Slots    []Slot    `json:"slots"` // by offset
	Suspends []Suspend `json:"suspends"`
}

// Part is a function that a coroutine continues in.
type Part struct {
	Name    string `json:"name"`
	Private bool   `json:"private,omitempty"` // the name is not in the symbol table of the object file
	// Addr is the function's address in the ELF file, without the load bias. It is 0 if the
	// address is unknown or the function is not in the file.
	Addr uint64 `json:"-"`
}

// The kinds of slots.
const (
	Field   = "field"   // a field of the ABI: a function's address, or the suspend index
	Promise = "promise" // the promise
	Object  = "object"  // a local variable that has an address
	Value   = "value"   // an SSA value
	Frame   = "frame"   // the frame of another coroutine, whose allocation was elided
)

// indexName is the name of the slot with the suspend index.
const indexName = "__coro_index"

// Slot is a part of a frame. Slots may share bytes if no suspend needs both.
type Slot struct {
	Kind     string    `json:"kind"`
	Offset   int64     `json:"offset"`
	Size     int64     `json:"size"`
	Type     string    `json:"type"` // as LLVM IR spells it
	Name     string    `json:"name,omitempty"`
	Variable *Variable `json:"variable,omitempty"`
	FrameOf  string    `json:"frame_of,omitempty"` // of kind Frame: the other coroutine's function
	Handles  []int64   `json:"handles,omitempty"`  // offsets in the slot of each std::coroutine_handle
	// Pointers are the offsets of pointers in the promise, by the names of the members. Handles
	// that the names of types identify are among them.
	Pointers map[string]int64 `json:"pointers,omitempty"`
}

// Variable is the source variable that a slot holds.
type Variable struct {
	Name      string `json:"name"`
	Type      string `json:"type,omitempty"` // as the source spells it
	Line      int    `json:"line,omitempty"`
	Parameter bool   `json:"parameter,omitempty"`
	Of        string `json:"of,omitempty"`      // the inlined function that declares it
	Address   bool   `json:"address,omitempty"` // the slot holds the variable's address
	OneOf     bool   `json:"one_of_its_values,omitempty"`
	From      int64  `json:"from,omitempty"` // the slot holds these bytes of it
	To        int64  `json:"to,omitempty"`   // 0: all
}

// Suspend is a place at which a coroutine suspends.
type Suspend struct {
	// Index is the value of the slot Coroutine.Index while the coroutine is suspended here.
	// With ABIs other than Switched, it is the number of the part that continues here.
	Index int     `json:"index"`
	Final bool    `json:"final,omitempty"`
	At    []Place `json:"at,omitempty"`   // the place in the source, then the calls through which it was inlined
	Live  []int   `json:"live,omitempty"` // numbers of the slots whose contents the coroutine needs later
	// Awaiter is the number of the slot that holds the awaiter; nil if there is none or it is
	// unknown. AwaiterType is the awaiter's type as LLVM IR spells it.
	Awaiter     *int   `json:"awaiter,omitempty"`
	AwaiterType string `json:"awaiter_type,omitempty"`
}

// Place is a place in the source.
type Place struct {
	Function string `json:"function,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column,omitempty"`
}

// Index returns the slot with the suspend index, or nil if the coroutine has none.
func (c *Coroutine) Index() *Slot {
	for k := range c.Slots {
		if s := &c.Slots[k]; s.Kind == Field && s.Name == indexName {
			return s
		}
	}
	return nil
}

// Suspended returns the suspend with an index, or nil if there is none.
func (c *Coroutine) Suspended(index uint64) *Suspend {
	for k := range c.Suspends {
		if s := &c.Suspends[k]; uint64(s.Index) == index {
			return s
		}
	}
	return nil
}

// Final returns the final suspend, or nil if the coroutine has none.
func (c *Coroutine) Final() *Suspend {
	for k := range c.Suspends {
		if c.Suspends[k].Final {
			return &c.Suspends[k]
		}
	}
	return nil
}

// Place returns the suspend's line in the coroutine itself, as file:line; "" without debug info.
func (s *Suspend) Place() string {
	if s == nil || len(s.At) == 0 {
		return ""
	}
	p := s.At[len(s.At)-1]
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// Read reads a map from JSON.
func Read(r io.Reader) (*Map, error) {
	m := &Map{}
	if err := json.NewDecoder(r).Decode(m); err != nil {
		return nil, fmt.Errorf("not a frame map: %w", err)
	}
	if m.Version != Version {
		return nil, fmt.Errorf("frame map of version %d; this program reads version %d", m.Version, Version)
	}
	for k, c := range m.Coroutines {
		if c == nil {
			return nil, fmt.Errorf("coroutine %d of the frame map is null", k)
		}
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("frame map: coroutine %s: %w", c.Function, err)
		}
	}
	return m, nil
}

// maxFrame bounds the sizes in a map, so that sums of them do not overflow.
const maxFrame = 1 << 40

// check returns an error if the description of a coroutine is inconsistent.
func (c *Coroutine) check() error {
	if c.Size < 0 || c.Size > maxFrame {
		return fmt.Errorf("a frame of %d bytes", c.Size)
	}
	if c.ABI == Switched && len(c.Parts) < 3 {
		return fmt.Errorf("%d parts; %s has 3 or more", len(c.Parts), Switched)
	}
	for k, s := range c.Slots {
		if s.Offset < 0 || s.Size < 0 || s.Offset > c.Size || s.Size > c.Size-s.Offset {
			return fmt.Errorf("slot %d lies at %d to %d of a frame of %d bytes", k, s.Offset, s.Offset+s.Size, c.Size)
		}
		for _, h := range s.Handles {
			if h < 0 || h >= s.Size {
				return fmt.Errorf("slot %d of %d bytes has a handle at %d", k, s.Size, h)
			}
		}
		for name, at := range s.Pointers {
			if at < 0 || at >= s.Size {
				return fmt.Errorf("slot %d of %d bytes has the pointer %s at %d", k, s.Size, name, at)
			}
		}
	}
	for k, s := range c.Suspends {
		slots := s.Live
		if s.Awaiter != nil {
			slots = append(slots[:len(slots):len(slots)], *s.Awaiter)
		}
		for _, n := range slots {
			if n < 0 || n >= len(c.Slots) {
				return fmt.Errorf("suspend %d names slot %d of %d", k, n, len(c.Slots))
			}
		}
	}
	return nil
}

// Write writes the map as JSON, with one coroutine per line.
func (m *Map) Write(w io.Writer) error {
	text := fmt.Appendf(nil, "{\"version\": %d, \"coroutines\": [", m.Version)
	for k, c := range m.Coroutines {
		j, err := encode(c)
		if err != nil {
			return err
		}
		if k > 0 {
			text = append(text, ',')
		}
		text = append(append(text, '\n'), j...)
	}
	_, err := w.Write(append(text, "\n]}\n"...))
	return err
}

// encode returns JSON without HTML escapes, so that C++ names stay readable.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
