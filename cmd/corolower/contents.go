// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"strings"

	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/driver"
)

// This file keeps gates from succeeding on nothing: on an empty list of files, on IR without
// coroutines, and on IR whose coroutines clang has split already.

// contents are what the inputs of a command have.
type contents struct {
	allowed bool // --allow-none
	inputs  []string
	empty   int
	some    bool   // an input has a coroutine
	split   string // an input whose coroutines were split already; "" for none
}

func (c *contents) register(f *pflag.FlagSet) {
	f.BoolVar(&c.allowed, "allow-none", false, "succeed even if the inputs have no coroutine")
}

// add records an input that was read.
func (c *contents) add(name string, text []byte, some bool, res *driver.Result) {
	c.inputs = append(c.inputs, shownName(name))
	c.some = c.some || some
	if len(bytes.TrimSpace(text)) == 0 {
		c.empty++
	}
	if res != nil && res.SplitAlready != "" && c.split == "" {
		c.split = shownName(name)
	}
}

// check returns an error if the inputs are empty or, for a gate, have no coroutine.
func (c *contents) check(gate bool) error {
	var e *usageError
	switch {
	case c.allowed || len(c.inputs) == 0:
		return nil
	case c.empty == len(c.inputs) && c.inputs[0] == "<stdin>":
		e = usagef("standard input is empty")
	case c.empty == len(c.inputs):
		e = usagef("%s: the input is empty", strings.Join(c.inputs, ", "))
	case gate && c.split != "":
		e = usagef("%s: clang has split the coroutines already, so there is nothing to check; compile with "+
			"-Xclang -disable-llvm-passes", c.split)
	case gate && !c.some:
		e = usagef("%s: there is no coroutine to check", shownNames(c.inputs))
	default:
		return nil
	}
	e.hint = "--allow-none makes that a success"
	return e
}
