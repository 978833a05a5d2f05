// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file reads the one place that states how long stages take: the table in docs/testing.md.

import (
	"fmt"
	"os"
	"strings"
)

// plan is the table of the stages' times.
type plan struct {
	table string                       // its lines
	rows  map[string]map[string]string // seconds of a tier's stages on an idle machine with two cores
}

const timesFile = "docs/testing.md"

// plannedTimes reads the table. Its first column is a stage and each column with a title like
// `make test` a tier.
func plannedTimes() (*plan, error) {
	text, err := os.ReadFile(timesFile)
	if err != nil {
		return nil, err
	}
	_, rest, ok := strings.Cut(string(text), "\n| stage |")
	if !ok {
		return nil, fmt.Errorf("%s has no table of stages", timesFile)
	}
	table, _, _ := strings.Cut("| stage |"+rest, "\n\n")
	p := &plan{table: table + "\n", rows: map[string]map[string]string{}}
	var tiers []string
	for k, line := range strings.Split(table, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		for j := range cells {
			cells[j] = strings.Trim(cells[j], " `*")
		}
		switch {
		case k == 0:
			for _, c := range cells[1:] {
				tiers = append(tiers, strings.TrimPrefix(c, "make "))
			}
		case k > 1:
			for j, c := range cells[1:] {
				if p.rows[tiers[j]] == nil {
					p.rows[tiers[j]] = map[string]string{}
				}
				p.rows[tiers[j]][cells[0]] = c
			}
		}
	}
	return p, nil
}

// of returns the seconds of a stage in a tier, or "together", or "" if the table does not know.
func (p *plan) of(tier, stage string) string { return p.rows[tier][stage] }
