package main

// Running two programs by turns and reading the system's accounts of them.

import (
	"bytes"
	"fmt"
	"os/exec"
	"sort"
	"syscall"
	"time"
)

// cost is what one run took.
type cost struct {
	wall, cpu time.Duration // cpu: user and system
	rss       int64         // peak resident set in bytes
}

// once runs a command with its output thrown away.
func once(argv []string) (cost, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	c := cost{wall: time.Since(start)}
	if err != nil {
		return c, fmt.Errorf("%s: %v\n%.400s", argv[0], err, stderr.String())
	}
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if ru, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.rss = int64(ru.Maxrss) * 1024
	}
	return c, nil
}

// pair runs two commands by turns, n times after one warm-up each, and gives the medians.
func pair(a, b []string, n int) (ca, cb cost, err error) {
	var as, bs []cost
	for k := -1; k < n; k++ {
		x, err := once(a)
		if err != nil {
			return ca, cb, err
		}
		y, err := once(b)
		if err != nil {
			return ca, cb, err
		}
		if k >= 0 {
			as, bs = append(as, x), append(bs, y)
		}
	}
	return median(as), median(bs), nil
}

// median takes the median of each figure by itself.
func median(l []cost) cost {
	mid := func(less func(i, j int) bool) cost {
		sort.Slice(l, less)
		return l[len(l)/2]
	}
	return cost{
		wall: mid(func(i, j int) bool { return l[i].wall < l[j].wall }).wall,
		cpu:  mid(func(i, j int) bool { return l[i].cpu < l[j].cpu }).cpu,
		rss:  mid(func(i, j int) bool { return l[i].rss < l[j].rss }).rss,
	}
}

// ownPeak is this process's peak resident set: children cannot show less.
func ownPeak() int64 {
	var ru syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &ru) != nil {
		return 0
	}
	return int64(ru.Maxrss) * 1024
}
