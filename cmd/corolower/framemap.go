// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"

	"github.com/corolower/corolower/framemap"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file is --frame-map: maps of coroutine frames, for debuggers.

// inSection is the value of --frame-map that puts the map into the output.
const inSection = "section"

// mapFile is the file that --frame-map names; "" for none.
func (fl *lowerFlags) mapFile() string {
	if fl.frameMap == inSection {
		return ""
	}
	return fl.frameMap
}

// frameMapped adds the coroutines of a run to the map, and puts them into the output if that is
// wanted.
func (s *session) frameMapped(shown string, text []byte, res *driver.Result) error {
	if s.fl.frameMap != inSection {
		if s.fl.frameMap != "" {
			explain.FrameMap(&s.frames, res)
		}
		return nil
	}
	return addSection(shown, text, res)
}

// addSection puts the map of a run's coroutines into its output. shown and text are the input.
func addSection(shown string, text []byte, res *driver.Result) error {
	m := &framemap.Map{}
	explain.FrameMap(m, res)
	if len(m.Coroutines) == 0 {
		return nil
	}
	switch format := res.ObjectFormat(); format {
	case "ELF":
	case "":
		return fmt.Errorf("%s: --frame-map=section needs a target triple; -mtriple sets one", shown)
	default:
		return fmt.Errorf("%s: --frame-map=section needs ELF object files, and the target's are %s; "+
			"--frame-map=FILE writes a file", shown, format)
	}
	lines, err := m.Assembly(res.PointerSize(), fmt.Sprintf("%x", sha256.Sum256(text))[:12])
	if err != nil {
		return err
	}
	res.Append(moduleAsm(lines))
	return nil
}

// moduleAsm spells assembly in IR.
func moduleAsm(lines []string) []byte {
	var b bytes.Buffer
	escape := strings.NewReplacer("\\", "\\5C", "\"", "\\22")
	b.WriteByte('\n')
	for _, l := range lines {
		b.WriteString("module asm \"" + escape.Replace(l) + "\"\n")
	}
	return b.Bytes()
}

// writeFrameMap writes the map of all inputs, if all were lowered.
func (s *session) writeFrameMap() error {
	if s.fl.mapFile() == "" || s.code != exitOK {
		return nil
	}
	s.frames.Version = framemap.Version
	return s.writeOutput(s.fl.mapFile(), func(w io.Writer) error { return s.frames.Write(w) })
}
