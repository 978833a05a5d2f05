package main

import (
	"io"
	"os"
)

// This file reads an input. Each page that is touched for the first time costs a fault of the processor, about 2 µs for 4 KiB, so that memory for
// a large file is asked for in large pages: that takes 20 ms off a run over 30 MB.

// largePage is the size of a large page, in bytes, where there are such.
const largePage = 2 << 20

// readFile is os.ReadFile of a file that is about size bytes large.
func readFile(name string, size int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := make([]byte, min(max(size, 0), maxInput)+512) // the size may be 0 of what is no plain file, and is read on then
	if len(text) >= 2*largePage {
		adviseLarge(text)
	}
	n := 0
	for {
		k, err := f.Read(text[n:])
		n += k
		if err == io.EOF {
			return text[:n:n], nil
		}
		if err != nil {
			return nil, err
		}
		if n == len(text) {
			text = append(text, make([]byte, len(text))...)
		}
	}
}
