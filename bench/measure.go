// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// Running programs alternately, and reading the system's accounts of them.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// cost is the resources used by one run.
type cost struct {
	wall, cpu time.Duration // cpu: user and system
	rss       int64         // peak resident set in bytes
}

// once runs a command and discards its output.
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

// busyShare is the share of one core that other processes may use during a measurement before its
// figures count as unreliable.
const busyShare = 0.1

// measured holds the medians of several commands that ran alternately.
type measured struct {
	costs  []cost
	runs   [][]cost // of each command, in the order of the turns
	others float64  // share of one core that other processes used meanwhile, including a virtual machine's steal time
}

// busy reports whether the machine was too busy for reliable figures.
func (m *measured) busy() bool { return m.others > busyShare }

// byTurns returns the median, over the turns, of the processor time of command a divided by that of
// command b. What slows the machine down for a while slows down both.
func (m *measured) byTurns(a, b int) float64 {
	var all []float64
	for k := range m.runs[a] {
		all = append(all, ratio(m.runs[a][k].cpu, m.runs[b][k].cpu))
	}
	sort.Float64s(all)
	return all[len(all)/2]
}

// turns runs commands alternately, n times after one warm-up each.
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
	m := measured{runs: runs, others: loadNow().others(begin) / time.Since(start).Seconds()}
	for _, l := range runs {
		m.costs = append(m.costs, median(slices.Clone(l)))
	}
	return m, nil
}

// load is the processor time in seconds that the whole machine, and this process with its children,
// have used so far.
type load struct{ all, own float64 }

// ticksPerSecond is the unit of /proc/stat on every Linux that Go runs on (USER_HZ).
const ticksPerSecond = 100

// loadNow reads the system's accounts. Without /proc, others then reports 0.
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

// others returns the processor time that other processes have used since an earlier load.
func (l load) others(since load) float64 { return max(0, l.all-since.all-(l.own-since.own)) }

// median returns the median of each figure separately.
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

// ownPeak returns this process's peak resident set. A child's peak cannot be smaller.
func ownPeak() int64 {
	var ru syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &ru) != nil {
		return 0
	}
	return int64(ru.Maxrss) * 1024
}
