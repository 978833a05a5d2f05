// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"os"
	"strings"
	"testing"
	"unsafe"
)

// words is memory that the runtime does not move.
var words [8]uint64

// TestProcess reads this process: a frame is found, its neighbour, which looks like a table of
// functions, is not, and a change of the frame is seen.
func TestProcess(t *testing.T) {
	const resume, destroy, cleanup = 0x7ab1_0000_1111, 0x7ab1_0000_2222, 0x7ab1_0000_3333
	words[1], words[2], words[3] = resume, destroy, 1
	words[5], words[6], words[7] = resume, destroy, cleanup
	co := &Coroutine{Function: "f", ABI: Switched, Size: 24, Parts: []Part{{Addr: resume}, {Addr: destroy}, {Addr: cleanup}},
		Slots: []Slot{{Kind: Field, Name: indexName, Offset: 16, Size: 8}}, Suspends: []Suspend{{Index: 0}, {Index: 1}}}
	m := &Map{Version: Version, Coroutines: []*Coroutine{co}}
	core, err := OpenProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	handle := uint64(uintptr(unsafe.Pointer(&words[1])))
	found := 0
	for _, f := range core.Frames(m) {
		if f.Handle == handle {
			found++
			if f.Suspend != &co.Suspends[1] || f.Running || f.Done || !core.Same(&f) {
				t.Errorf("%+v", f)
			}
			words[3] = 0
			if core.Same(&f) {
				t.Error("a coroutine that is suspended elsewhere is the same")
			}
		} else if f.Handle == handle+4*8 {
			t.Error("the table is a frame")
		}
	}
	if found != 1 {
		t.Errorf("the frame is found %d times", found)
	}
	words[2] = 0
	if _, ok := core.Read(8, 8); ok {
		t.Error("there is memory at address 8")
	}
	if names := core.Modules(); len(names) == 0 || !strings.Contains(strings.Join(names, " "), "framemap") {
		t.Errorf("the modules are %q", names)
	}
	if err := core.Refresh(); err != nil {
		t.Error(err)
	}
}

// TestReadPieces: what is not there gets no data, and what follows it does.
func TestReadPieces(t *testing.T) {
	words[0] = 42
	at := uint64(uintptr(unsafe.Pointer(&words[0])))
	var list []piece
	for k := range 2*maxPieces + 1 {
		addr := at
		if k%3 == 0 {
			addr = 8
		}
		list = append(list, piece{addr, make([]byte, 8)})
	}
	if err := readMemory(os.Getpid(), list); err != nil {
		t.Fatal(err)
	}
	for k, p := range list {
		if (p.data == nil) != (k%3 == 0) || p.data != nil && p.data[0] != 42 {
			t.Fatalf("piece %d is %v", k, p.data)
		}
	}
}

// TestAdvice: each rule of ptrace(2) that forbids it is named, with what helps.
func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		user, owner uint32
		scope, want string
	}{
		{1000, 0, "0", "belongs to user 0"},
		{1000, 1000, "1", "PR_SET_PTRACER_ANY"},
		{1000, 1000, "2", "CAP_SYS_PTRACE"},
		{0, 0, "3", "until the next boot"},
		{1000, 1000, "0", "PR_SET_DUMPABLE"},
		{0, 1000, "", "--cap-add=SYS_PTRACE"},
	} {
		if text := advice(c.user, c.owner, c.scope); !strings.Contains(text, c.want) {
			t.Errorf("%+v: %s", c, text)
		}
	}
	for pid, want := range map[int]string{1 << 30: "there is no process", 2: ""} {
		if _, err := OpenProcess(pid); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("process %d: %v", pid, err)
		}
	}
}
