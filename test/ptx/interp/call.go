// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import "fmt"

// Call is a call that Config.OnCall sees: the state of the caller before it, for a test that plays
// debugger.
type Call struct {
	Func string   // the called function
	Args [][]byte // the arguments
	t    *thread
	fr   *frame
}

// Caller returns the name of the calling function.
func (c *Call) Caller() string { return c.fr.f.name }

// At returns the index of the call among the function's instructions.
func (c *Call) At() int { return c.fr.pc - 1 }

// Label returns the index of the instruction after a label.
func (c *Call) Label(name string) (int, bool) {
	n, ok := c.fr.f.labels[name]
	return n, ok
}

// Register returns the value of a register that was written.
func (c *Call) Register(name string) (uint64, bool) {
	r, ok := c.fr.f.regs[name]
	if !ok || !c.fr.set[r] {
		return 0, false
	}
	return c.fr.regs[r], true
}

// Local returns the address of a local variable in local memory.
func (c *Call) Local(name string) (uint64, bool) {
	v, ok := c.fr.f.locals[name]
	if !ok {
		return 0, false
	}
	return c.fr.base + v.addr, true
}

// Memory returns bytes at an address of a space; "" is generic.
func (c *Call) Memory(space string, a uint64, n int) (b []byte, err error) {
	defer func() {
		if x := recover(); x != nil {
			f, ok := x.(fault)
			if !ok {
				panic(x)
			}
			b, err = nil, fmt.Errorf("%w", f.error)
		}
	}()
	for k := range n {
		b = append(b, c.t.memory(space, a+uint64(k), 1)...)
	}
	return b, nil
}
