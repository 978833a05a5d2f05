package main

// Running two programs by turns and reading the system's accounts of them.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strconv"
	"strings"
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

// busyShare is how much of one core other processes may take while something is measured, before
// its figures are told to be no good.
const busyShare = 0.1

// measured is the medians of several commands that were run by turns.
type measured struct {
	costs  []cost
	others float64 // what other processes took of one core meanwhile; steal of a virtual machine counts as theirs
}

// busy reports whether the machine had too much else to do for the figures to mean anything.
func (m *measured) busy() bool { return m.others > busyShare }

// turns runs commands by turns, n times after one warm-up each.
func turns(commands [][]string, n int) (measured, error) {
	runs := make([][]cost, len(commands))
	var begin load
	var start time.Time
	for k := -1; k < n; k++ {
		if k == 0 {
			begin, start = loadNow(), time.Now()
		}
		for i, argv := range commands {
			c, err := once(argv)
			if err != nil {
				return measured{}, err
			}
			if k >= 0 {
				runs[i] = append(runs[i], c)
			}
		}
	}
	m := measured{others: loadNow().others(begin) / time.Since(start).Seconds()}
	for _, l := range runs {
		m.costs = append(m.costs, median(l))
	}
	return m, nil
}

// load is processor time in seconds that the whole machine and that this process with its children
// have taken so far.
type load struct{ all, own float64 }

// ticksPerSecond is the unit of /proc/stat on every Linux that Go runs on (USER_HZ).
const ticksPerSecond = 100

// loadNow reads the system's accounts; where there is no /proc, others will be found to have taken
// nothing.
func loadNow() load {
	var l load
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var ru syscall.Rusage
		if syscall.Getrusage(who, &ru) == nil {
			l.own += time.Duration(ru.Utime.Nano() + ru.Stime.Nano()).Seconds()
		}
	}
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return l
	}
	first, _, _ := strings.Cut(string(text), "\n")
	// cpu user nice system idle iowait irq softirq steal guest guest_nice; guests are in user and
	// nice already.
	for k, field := range strings.Fields(first) {
		if ticks, err := strconv.ParseFloat(field, 64); err == nil && k >= 1 && k <= 8 && k != 4 && k != 5 {
			l.all += ticks / ticksPerSecond
		}
	}
	return l
}

// others is the processor time that others than this process and its children have taken since.
func (l load) others(since load) float64 { return max(0, l.all-since.all-(l.own-since.own)) }

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
