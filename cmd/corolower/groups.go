// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file divides the options in --help into sections with headings such as "Output:" and
// "Remarks:".

// groupKey is the annotation of an option that holds the name of its section.
const groupKey = "corolower-group"

// group puts all options that were registered since the last call into the section named title.
func group(f *pflag.FlagSet, title string) {
	f.VisitAll(func(fl *pflag.Flag) {
		if fl.Annotations[groupKey] == nil {
			_ = f.SetAnnotation(fl.Name, groupKey, []string{title}) // the only error is an unknown name
		}
	})
}

// formatHelp makes cobra print help that is wrapped to width columns, with options by section.
func formatHelp(root *cobra.Command, width int) {
	cobra.AddTemplateFunc("flagSections", flagSections)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		long := cmd.Long
		long = cmp.Or(long, cmd.Short)
		// The sink remembers an error, and the program reports it at its end.
		_, _ = io.WriteString(cmd.OutOrStdout(), wrapText(long, width)+"\n"+cmd.UsageString())
	})
	root.SetUsageTemplate(strings.NewReplacer(
		"Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}", fmt.Sprintf("{{flagSections .LocalFlags %d}}", width),
		".InheritedFlags.FlagUsages", fmt.Sprintf(".InheritedFlags.FlagUsagesWrapped %d", width),
	).Replace(root.UsageTemplate()) + withoutEffect(width))
}

// flagSections prints options under the headings of their sections, in the order in which the
// sections were registered. Options without a section, such as --help, come last.
func flagSections(flags *pflag.FlagSet, width int) string {
	var titles []string
	sets := map[string]*pflag.FlagSet{}
	add := func(title string, fl *pflag.Flag) {
		if sets[title] == nil {
			sets[title] = pflag.NewFlagSet(title, pflag.ContinueOnError)
			sets[title].SortFlags = false
			titles = append(titles, title)
		}
		sets[title].AddFlag(fl)
	}
	var rest []*pflag.Flag
	flags.VisitAll(func(fl *pflag.Flag) {
		if g := fl.Annotations[groupKey]; g != nil {
			add(g[0], fl)
		} else {
			rest = append(rest, fl)
		}
	})
	last := "Options"
	if len(titles) > 0 {
		last = "Other options"
	}
	for _, fl := range rest {
		add(last, fl)
	}
	var b strings.Builder
	for _, t := range titles {
		if text := sets[t].FlagUsagesWrapped(width); text != "" { // a section may have only hidden options
			b.WriteString(t + ":\n" + text + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
