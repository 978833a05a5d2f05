// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command flame draws collapsed stacks as an SVG picture, for light and dark pages. The outermost
// level is at the top.
//
//	corolower decode --pid=1234 --folded | go run ./scripts/flame > waiting.svg
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/fnv"
	"html"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// box is a level of stacks that have the same levels above it.
type box struct {
	count float64
	inner map[string]*box
}

const (
	width  = 960.0
	height = 19 // of a level
	char   = 6.7
)

func main() {
	if err := draw(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "flame:", err)
		os.Exit(1)
	}
}

func draw(in io.Reader, out io.Writer) error {
	all := &box{inner: map[string]*box{}}
	depth := 0
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		k := strings.LastIndexByte(lines.Text(), ' ')
		n, err := strconv.ParseFloat(lines.Text()[k+1:], 64)
		if k < 0 || err != nil {
			return fmt.Errorf("no collapsed stack: %q", lines.Text())
		}
		all.count += n
		at := all
		levels := strings.Split(lines.Text()[:k], ";")
		for _, l := range levels {
			if at.inner[l] == nil {
				at.inner[l] = &box{inner: map[string]*box{}}
			}
			at = at.inner[l]
			at.count += n
		}
		depth = max(depth, len(levels))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" font-family="monospace" font-size="11">
<style>rect { stroke: #fff } text { fill: #222 } @media (prefers-color-scheme: dark) { rect { stroke: #111 } }</style>
`, width, depth*height)
	all.draw(&b, 0, 0, width/all.count)
	b.WriteString("</svg>\n")
	_, err := out.Write(b.Bytes())
	return err
}

// draw draws the levels inside a box, by name. scale is the width of one coroutine.
func (b *box) draw(out *bytes.Buffer, x float64, level int, scale float64) {
	for _, name := range slices.Sorted(maps.Keys(b.inner)) {
		in := b.inner[name]
		w := in.count * scale
		hash := fnv.New32()
		_, _ = hash.Write([]byte(name)) // it never fails
		hue := 20 + hash.Sum32()%40
		fmt.Fprintf(out, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="hsl(%d 80%% 72%%)"><title>%s (%.0f)</title></rect>`,
			x, level*height, w, height, hue, html.EscapeString(name), in.count)
		if fits := int((w - 6) / char); fits >= 4 {
			short := []rune(name)
			if len(short) > fits {
				short = append(short[:fits-2:fits-2], '.', '.')
			}
			fmt.Fprintf(out, `<text x="%.1f" y="%d">%s</text>`, x+3, level*height+13, html.EscapeString(string(short)))
		}
		out.WriteByte('\n')
		in.draw(out, x, level+1, scale)
		x += w
	}
}
