// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// The frame and context sizes of a Swift compiler's coroutines, compared with the Swift compiler's
// own. The modules are not part of the project: a directory holds them as the Swift front end wrote
// them (ir/NAME.VARIANT.ll), and the results of the Swift compiler's own coroutine passes
// (facts.tsv: program, variant, coroutine, frame size and alignment, size of the context or
// caller's frame, fragments).

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// swiftFact is the Swift compiler's result for one coroutine.
type swiftFact struct {
	name      string
	frame     int // rounded up to the frame's alignment
	context   int // size that callers allocate; 0: they allocate none
	fragments int
}

// swiftSums holds the figures of one module, or their sums.
type swiftSums struct {
	coroutines, fragments, theirFragments, frames, theirFrames, contexts, theirContexts, larger, verified int
}

func (s *swiftSums) add(o *swiftSums) {
	s.coroutines += o.coroutines
	s.fragments += o.fragments
	s.theirFragments += o.theirFragments
	s.frames += o.frames
	s.theirFrames += o.theirFrames
	s.contexts += o.contexts
	s.theirContexts += o.theirContexts
	s.larger += o.larger
	s.verified += o.verified
}

// swiftFacts reads the table of a directory. The result is keyed by module.
func swiftFacts(dir string) (map[string][]swiftFact, error) {
	f, err := os.Open(filepath.Join(dir, "facts.tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	facts := map[string][]swiftFact{}
	for _, row := range rows[1:] {
		var n [4]int
		for k, word := range row[3:7] {
			if word == "-" {
				continue
			}
			if n[k], err = strconv.Atoi(word); err != nil {
				return nil, fmt.Errorf("facts.tsv: %v", err)
			}
		}
		align := max(n[1], 1)
		module := row[0] + "." + row[1]
		facts[module] = append(facts[module], swiftFact{row[2], (n[0] + align - 1) / align * align, n[2], n[3]})
	}
	return facts, nil
}

// publishedSize matches the memory size of a coroutine that a lowered module provides to callers:
// the second element of its async function pointer or record.
var publishedSize = regexp.MustCompile(`, i32 (\d+)(?:, i64 -?\d+)? }>`)

// swiftModule lowers a module and compares it with the facts.
func swiftModule(bin, file, tmp string, facts []swiftFact) (*swiftSums, error) {
	lowered, stats := filepath.Join(tmp, "swift.ll"), filepath.Join(tmp, "swift.json")
	sizes, err := frameSizes(bin, "--llvm-version=22", "-S", file, "-o", lowered, "-pass-remarks=coro-split",
		"-stats-json", "-info-output-file="+stats)
	if err != nil {
		return nil, err
	}
	counts, err := os.ReadFile(stats)
	if err != nil {
		return nil, err
	}
	var number map[string]float64
	if err := json.Unmarshal(counts, &number); err != nil {
		return nil, fmt.Errorf("%s: %v", stats, err)
	}
	text, err := os.ReadFile(lowered)
	if err != nil {
		return nil, err
	}
	published := map[string]int{}
	for line := range bytes.Lines(text) {
		name, init, ok := strings.Cut(string(line), " = ")
		if m := publishedSize.FindStringSubmatch(init); ok && m != nil && strings.HasPrefix(name, "@") {
			published[strings.Trim(name[1:], `"`)], _ = strconv.Atoi(m[1])
		}
	}
	s := &swiftSums{coroutines: len(facts), fragments: int(number["coro-split.Clones"])}
	for _, f := range facts {
		size, ok := sizes[f.name]
		if !ok {
			return nil, fmt.Errorf("%s: @%s is not split", file, f.name)
		}
		s.frames, s.theirFrames, s.theirFragments = s.frames+size, s.theirFrames+f.frame, s.theirFragments+f.fragments
		larger := size > f.frame
		if f.context > 0 {
			context, ok := published[f.name+"Tu"]
			if record, has := published[f.name+"Twc"]; has {
				context, ok = record, true
			}
			if !ok {
				return nil, fmt.Errorf("%s: no size of @%s", file, f.name)
			}
			s.contexts, s.theirContexts = s.contexts+context, s.theirContexts+f.context
			larger = larger || context > f.context
		}
		if larger {
			s.larger++
		}
	}
	if exec.Command(opt, "-passes=verify", "-disable-output", lowered).Run() == nil {
		s.verified = 1
	}
	return s, nil
}

// swiftTable writes a table of all modules in a directory.
func swiftTable(w io.Writer, bin, dir, tmp string) error {
	facts, err := swiftFacts(dir)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "ir", "*.ll"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no modules in %s (%v)", dir, err)
	}
	fmt.Fprintf(w, "# Frames of Swift's coroutines\n\n"+
		"`corolower --llvm-version=22` against the Swift compiler's own coroutine passes (facts.tsv): functions "+
		"split off, bytes of all frames, and bytes\n"+
		"that callers allocate: contexts of asynchronous coroutines, and frames that callers bring. \"larger\" "+
		"counts coroutines of which one is larger\nthan by the Swift compiler. %s.\n\n", firstLine(bin, "--version"))
	fmt.Fprintf(w, "| module | coroutines | fragments: ours | Swift's | frames: ours | Swift's | share | from "+
		"callers: ours | Swift's | larger | LLVM 22 verifies |\n"+
		"|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n")
	row := func(name string, s *swiftSums, verified string) {
		share := "-"
		if s.theirFrames > 0 {
			share = fmt.Sprintf("%.2f", float64(s.frames)/float64(s.theirFrames))
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %s | %d | %d | %d | %s |\n", name, s.coroutines, s.fragments,
			s.theirFragments, s.frames, s.theirFrames, share, s.contexts,
			s.theirContexts, s.larger, verified)
	}
	var all swiftSums
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ll")
		s, err := swiftModule(bin, file, tmp, facts[name])
		if err != nil {
			return err
		}
		row(name, s, map[int]string{1: "yes", 0: "no"}[s.verified])
		all.add(s)
	}
	row("all "+strconv.Itoa(len(files)), &all, fmt.Sprintf("%d of %d", all.verified, len(files)))
	return nil
}
