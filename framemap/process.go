// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"cmp"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// This file reads a running process of Linux, by process_vm_readv and /proc. It never stops the
// process, because a stop by ptrace or SIGSTOP also ends system calls such as epoll_wait with EINTR,
// and lasts longer the more threads there are. Core.collect makes what it reads consistent.

// process is a running process.
type process struct {
	pid     int
	maps    []mapping
	spans   []span // the writable memory that is present, by address
	threads []thread
}

// mapping is a line of /proc/PID/maps.
type mapping struct {
	span
	offset      uint64
	perms, name string
}

// span is a range of addresses.
type span struct{ start, end uint64 }

// thread is a thread of a process. sp is its stack pointer; 0 while it runs.
type thread struct {
	id   int
	name string
	sp   uint64
}

// OpenProcess reads a running process of Linux without stopping it. The caller needs the permission
// to trace it. The result shows the memory at the time of each call; Refresh reads again which
// memory there is.
func OpenProcess(pid int) (*Core, error) {
	if runtime.GOOS != "linux" {
		return nil, fmt.Errorf("reading a running process needs Linux, and this is %s; write a core file, for example with gdb's generate-core-file",
			runtime.GOOS)
	}
	p := &process{pid: pid}
	exe, err := elf.Open(p.file("exe"))
	if err != nil {
		return nil, p.explain(err)
	}
	defer exe.Close()
	c := &Core{order: exe.ByteOrder, pointer: 8, live: p}
	if exe.Class == elf.ELFCLASS32 {
		c.pointer = 4
	}
	if err := c.Refresh(); err != nil {
		return nil, err
	}
	if err := readMemory(pid, []piece{{p.spans[0].start, make([]byte, 1)}}); err != nil {
		return nil, p.explain(err)
	}
	for _, m := range p.maps {
		if head := (piece{m.start, make([]byte, maxHead)}); m.offset == 0 && strings.HasPrefix(m.name, "/") {
			if list := []piece{head}; readMemory(pid, list) == nil && list[0].data != nil {
				c.heads = append(c.heads, region{m.start, list[0].data})
			}
		}
	}
	return c, nil
}

// Refresh reads which memory the process has now.
func (c *Core) Refresh() error {
	p := c.live
	text, err := os.ReadFile(p.file("maps"))
	if err != nil {
		return p.explain(err)
	}
	pages, err := os.Open(p.file("pagemap"))
	if err == nil {
		defer pages.Close()
	}
	p.maps, p.spans, c.files = nil, nil, nil
	for line := range strings.Lines(string(text)) {
		// 7f00a000-7f00c000 rw-p 00002000 fe:00 1234      /usr/lib/libc.so.6
		m := mapping{}
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 6)
		if len(f) < 6 {
			continue
		}
		if _, err := fmt.Sscanf(f[0]+" "+f[2], "%x-%x %x", &m.start, &m.end, &m.offset); err != nil {
			continue
		}
		m.perms, m.name = f[1], strings.TrimLeft(f[5], " ")
		p.maps = append(p.maps, m)
		if strings.HasPrefix(m.name, "/") {
			c.files = append(c.files, mapped{m.start, m.offset, m.name})
		}
		if strings.HasPrefix(m.perms, "rw") && strings.HasSuffix(m.perms, "p") {
			p.spans = append(p.spans, m.present(pages)...)
		}
	}
	if len(p.spans) == 0 {
		return fmt.Errorf("process %d has no memory: it has ended, or it is a thread of the kernel", p.pid)
	}
	p.threads = p.stacks()
	return nil
}

func (p *process) file(name string) string { return filepath.Join("/proc", strconv.Itoa(p.pid), name) }

// maxMapping is the size of the largest mapping that is read. The shadow memory of sanitizers is
// larger.
const maxMapping = 1 << 40

// present returns the parts of a mapping that are in memory or swapped out. Other pages have never
// been written, and reading them would make the kernel allocate page tables. Without pages, it
// returns the whole mapping.
func (m *mapping) present(pages *os.File) (list []span) {
	size := uint64(os.Getpagesize())
	if m.end-m.start > maxMapping {
		return nil
	}
	const presentOrSwapped = 3 << 62
	bits := make([]byte, 8*min((m.end-m.start)/size, 1<<16))
	for at := m.start; at < m.end; at += size {
		k := (at - m.start) / size * 8 % uint64(len(bits))
		if k == 0 {
			bits = bits[:min(uint64(len(bits)), (m.end-at)/size*8)]
			if _, err := pages.ReadAt(bits, int64(at/size*8)); err != nil {
				return []span{m.span}
			}
		}
		switch n := len(list); {
		case binary.NativeEndian.Uint64(bits[k:])&presentOrSwapped == 0:
		case n > 0 && list[n-1].end == at:
			list[n-1].end += size
		default:
			list = append(list, span{at, at + size})
		}
	}
	return list
}

// stacks lists the threads. /proc/PID/task/TID/syscall ends with the stack pointer and the program
// counter of a thread that waits in a system call.
func (p *process) stacks() (list []thread) {
	tasks, _ := os.ReadDir(p.file("task"))
	for _, t := range tasks {
		name, _ := os.ReadFile(p.file("task/" + t.Name() + "/comm"))
		call, _ := os.ReadFile(p.file("task/" + t.Name() + "/syscall"))
		th := thread{name: strings.TrimSpace(string(name))}
		th.id, _ = strconv.Atoi(t.Name())
		if f := strings.Fields(string(call)); len(f) > 2 {
			th.sp, _ = strconv.ParseUint(f[len(f)-2], 0, 64)
		}
		list = append(list, th)
	}
	slices.SortFunc(list, func(a, b thread) int { return cmp.Compare(a.id, b.id) })
	return list
}

// stack returns the thread whose stack is in the same mapping as an address. unused reports that the
// address is below the stack pointer, where only functions that have returned left something.
func (p *process) stack(addr uint64) (t *thread, unused bool) {
	k, found := slices.BinarySearchFunc(p.maps, addr, func(m mapping, addr uint64) int {
		if addr < m.start {
			return 1
		} else if addr >= m.end {
			return -1
		}
		return 0
	})
	if !found {
		return nil, false
	}
	const redZone = 128 // functions of x86-64 use this much below the stack pointer
	for n := range p.threads {
		t := &p.threads[n]
		if m := &p.maps[k]; t.sp >= m.start && t.sp < m.end || m.name == "[stack]" && t.id == p.pid {
			return t, addr+redZone < t.sp
		}
	}
	return nil, false
}

// Waits calls f with the data of each epoll entry of a running process: what the program gets when the file
// is ready, often a pointer. /proc/PID/fdinfo/FD of an epoll file has lines such as
//
//	tfd:        8 events:       19 data:     55baf5e2cf60  pos:0 ino:61 sdev:e
func (c *Core) Waits(f func(data uint64, holder string)) {
	if c.live == nil {
		return
	}
	files, _ := os.ReadDir(c.live.file("fdinfo"))
	for _, e := range files {
		text, _ := os.ReadFile(c.live.file("fdinfo/" + e.Name()))
		for line := range strings.Lines(string(text)) {
			var fd int
			var events, data uint64
			if n, _ := fmt.Sscanf(line, "tfd: %d events: %x data: %x", &fd, &events, &data); n == 3 {
				f(data, fmt.Sprintf("epoll file %s, for file %d", e.Name(), fd))
			}
		}
	}
}

// KeepsFreed reports whether the allocator leaves freed memory as it was, so that frames in it look as
// if they were not freed.
func (c *Core) KeepsFreed() bool {
	return slices.ContainsFunc(c.files, func(m mapped) bool { return strings.Contains(filepath.Base(m.name), "jemalloc") }) ||
		slices.ContainsFunc(c.globals, func(g global) bool { return strings.HasPrefix(g.name, "je_arena") })
}

// piece is a part of the memory of a process that is read into data. data becomes nil if the part
// is not there.
type piece struct {
	addr uint64
	data []byte
}

// maxPiece is the most that each reads in one piece.
const maxPiece = 1 << 20

// each calls f with all writable memory, in pieces that overlap by one word.
func (p *process) each(word uint64, f func(addr uint64, data []byte)) {
	buffer := make([]byte, maxPiece)
	for _, s := range p.spans {
		for at := s.start; at+word < s.end; at += maxPiece - word {
			part := []piece{{at, buffer[:min(s.end-at, maxPiece)]}}
			if readMemory(p.pid, part) == nil && part[0].data != nil {
				f(at, part[0].data)
			}
		}
	}
}

// open opens a file that the process has mapped, also if the file was replaced or is in another
// file system, as in a container. Other files are opened by their names.
func (c *Core) open(name string) (*elf.File, error) {
	if c.live != nil {
		for _, m := range c.live.maps {
			if m.name != name || name == "" {
				continue
			}
			if f, err := elf.Open(c.live.file(fmt.Sprintf("map_files/%x-%x", m.start, m.end))); err == nil {
				return f, nil
			}
			if exe, err := os.Readlink(c.live.file("exe")); err == nil && exe == name {
				return elf.Open(c.live.file("exe"))
			}
			return elf.Open(c.live.file("root" + name))
		}
	}
	return elf.Open(name)
}

// Modules lists the ELF files that the process has mapped, in the order of their addresses.
func (c *Core) Modules() (names []string) {
	for _, m := range c.files {
		if m.offset != 0 || slices.Contains(names, m.name) {
			continue
		}
		if f, err := c.open(m.name); err == nil {
			f.Close()
			names = append(names, m.name)
		}
	}
	return names
}

// explain adds to an error why the system refuses to read a process, and what helps.
func (p *process) explain(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("there is no process %d, or it is in another PID namespace (as in a container; run corolower in it)", p.pid)
	}
	if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.ENOSYS) {
		return fmt.Errorf("process %d: %w", p.pid, err)
	}
	owner := uint32(math.MaxUint32)
	if s, err := os.Stat(p.file("")); err == nil {
		owner = ownerOf(s)
	}
	scope, _ := os.ReadFile("/proc/sys/kernel/yama/ptrace_scope")
	return fmt.Errorf("process %d cannot be read: %w; %s", p.pid, err,
		advice(uint32(os.Geteuid()), owner, strings.TrimSpace(string(scope))))
}

// advice says which rule of ptrace(2) probably forbids user to read a process of owner, and what
// helps. scope is the value of kernel.yama.ptrace_scope; "" without Yama.
func advice(user, owner uint32, scope string) string {
	const capability = "run corolower with the capability CAP_SYS_PTRACE (as root, or in a container that was started with --cap-add=SYS_PTRACE)"
	switch {
	case user != 0 && owner != user && owner != math.MaxUint32:
		return fmt.Sprintf("it belongs to user %d, or makes itself undumpable, and this is user %d: run corolower as that user, or %s",
			owner, user, capability)
	case scope == "3":
		return "kernel.yama.ptrace_scope is 3, which forbids it to everybody until the next boot; write a core file"
	case scope == "2":
		return "kernel.yama.ptrace_scope is 2: " + capability
	case scope == "1" && user != 0:
		return "kernel.yama.ptrace_scope is 1, which allows it to parents of the process only: " + capability +
			", set it to 0 with sysctl, or let the program call prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY)"
	}
	return "the process may be undumpable (setuid, or prctl(PR_SET_DUMPABLE, 0)), or a container forbids it: " + capability
}
