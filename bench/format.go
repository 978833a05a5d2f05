package main

import (
	"os"
	"os/exec"
	"strings"
	"time"
)

func mega(n int64) float64 { return float64(n) / 1e6 }

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// ratio is how many times b fits into a.
func ratio(a, b time.Duration) float64 {
	if b <= 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// firstLine is the first line that a program prints.
func firstLine(argv ...string) string { return matching("", argv...) }

// matching is the first line with a word in it that a program prints.
func matching(word string, argv ...string) string {
	text, err := exec.Command(argv[0], argv[1:]...).Output()
	if err != nil {
		return argv[0] + ": " + err.Error()
	}
	for _, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line != "" && strings.Contains(line, word) {
			return line
		}
	}
	return argv[0]
}

// procField is a field of a file of /proc with lines of `key: value`; "unknown" elsewhere.
func procField(file, key string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return "unknown"
	}
	for _, line := range strings.Split(string(text), "\n") {
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return "unknown"
}
