// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import "strings"

// This file fits the text of --help and of help topics to the width of the terminal.

// wrapText wraps text to width columns. Lines without indentation up to an empty line are one
// paragraph, which is filled. Indented lines are kept where they fit. A longer row of a list
// continues below its second column, and an indented line that begins at that column is a part of
// the row:
//
//	coro-split   build the frame
//	             and split
//
// An indented line without columns, for example a command, is never broken.
func wrapText(text string, width int) string {
	var b strings.Builder
	hang := 0 // where the second column of the current list begins; 0 outside of lists
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for k := 0; k < len(lines); k++ {
		line := lines[k]
		indent := indentOf(line)
		if strings.TrimSpace(line) == "" {
			b.WriteByte('\n')
			hang = 0
			continue
		}
		if indent == 0 {
			hang = 0
			words := strings.Fields(line)
			for k+1 < len(lines) && lines[k+1] != "" && indentOf(lines[k+1]) == 0 {
				k++
				words = append(words, strings.Fields(lines[k])...)
			}
			b.WriteString(fill("", "", words, width))
			continue
		}
		// A name that fills the first column shows nothing of the second, so a later row tells.
		for j := k; hang == 0 && j < len(lines) && indentOf(lines[j]) > 0; j++ {
			hang = secondColumn(lines[j])
		}
		rest := indent
		switch {
		case hang == 0: // a command
			b.WriteString(line + "\n")
			continue
		case indent < hang:
			rest = hang
		case indent > hang:
			rest = indent + 2
		}
		for k+1 < len(lines) && indentOf(lines[k+1]) == rest {
			k++
			line += " " + strings.TrimSpace(lines[k])
		}
		if len(line) <= width {
			b.WriteString(line + "\n")
			continue
		}
		// The first column stays as it is: a name, and the spaces that fill it up.
		first := min(secondColumn(line), len(line))
		words := strings.Fields(line[first:])
		prefix := line[:first]
		if first == 0 {
			prefix = line[:indent]
		}
		b.WriteString(fill(prefix, strings.Repeat(" ", rest), words, width))
	}
	return b.String()
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// secondColumn returns where the second column of an indented line begins, after two or more
// spaces, or 0 if there is none.
func secondColumn(line string) int {
	indent := indentOf(line)
	gap := strings.Index(line[indent:], "  ")
	if gap < 0 {
		return 0
	}
	return indent + gap + indentOf(line[indent+gap:])
}

// fill writes words on lines of at most width columns. The first line begins with first, the others
// begin with rest. A longer word has a line of its own.
func fill(first, rest string, words []string, width int) string {
	var b strings.Builder
	line, empty := first, true
	for _, w := range words {
		switch {
		case empty:
			line += w
		case len(line)+1+len(w) > width:
			b.WriteString(line + "\n")
			line = rest + w
		default:
			line += " " + w
		}
		empty = false
	}
	b.WriteString(line + "\n")
	return b.String()
}
