// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/diag"
)

// This file implements `corolower man`: a page for man(1), generated from the commands and their
// options.

func (a *app) manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "print the manual page", Example: "  corolower man > /usr/local/share/man/man1/corolower.1",
		Args:                  cobra.NoArgs,
		DisableFlagsInUseLine: true,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(manPage(root))
			return err
		},
	}
}

// roff escapes text for man's macros: backslashes, dashes, and lines that begin like a macro call.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for k, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[k] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

// manPage returns the page: the text and options of the root, and a section for each command.
func manPage(root *cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH COROLOWER 1 \"\" \"corolower %s\" \"User Commands\"\n", versionNumber)
	fmt.Fprintf(&b, ".SH NAME\ncorolower \\- %s\n", roff(root.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B corolower\n.RI [ options ]\n.RI [ FILE ...]\n")
	for _, c := range commands(root) {
		fmt.Fprintf(&b, ".br\n.B %s\n", roff(c.UseLine()))
	}
	b.WriteString(".SH DESCRIPTION\n")
	manText(&b, root.Long)
	b.WriteString(".SH OPTIONS\n")
	manFlags(&b, root.Flags())
	manFlags(&b, root.PersistentFlags())
	b.WriteString(".SH OPTIONS WITHOUT EFFECT\n")
	b.WriteString("These options of opt are accepted:\n")
	_, list, _ := strings.Cut(withoutEffect(diag.PlainWidth), ":\n")
	list, _, _ = strings.Cut(list, "{{")
	b.WriteString(roff(strings.Join(strings.Fields(list), " ")) + "\n")
	for _, c := range commands(root) {
		fmt.Fprintf(&b, ".SH %s\n", roff(strings.ToUpper(c.CommandPath())))
		text := c.Long
		text = cmp.Or(text, c.Short)
		manText(&b, text)
		manFlags(&b, c.LocalNonPersistentFlags())
		manExample(&b, c.Example)
	}
	b.WriteString(".SH PASSES\n")
	manText(&b, passesHelp)
	b.WriteString(".SH EXAMPLES\n")
	manExample(&b, root.Example)
	b.WriteString(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colour, whatever the terminal\n.TP\n" +
		".BR FORCE_COLOR \", \" CLICOLOR_FORCE\n" +
		"colour, whatever the output\n")
	fmt.Fprintf(&b, ".SH FILES\n.TP\n.I corolower.toml\n"+
		"configuration of check, looked for upwards from each file, and the budget of diff and project, from the "+
		"working directory\n.SH SEE ALSO\n.BR opt (1),\n%s\n", roff(home))
	return b.Bytes()
}

// commands returns all subcommands of cmd, at any depth, sorted by name.
func commands(cmd *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			out = append(append(out, c), commands(c)...)
		}
	}
	return out
}

// manText writes paragraphs; lines that are indented stay as they are.
func manText(b *bytes.Buffer, text string) {
	for k, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if k > 0 {
			b.WriteString(".PP\n")
		}
		if strings.HasPrefix(p, "  ") {
			manExample(b, p)
		} else {
			b.WriteString(roff(p) + "\n")
		}
	}
}

func manExample(b *bytes.Buffer, text string) {
	if text != "" {
		b.WriteString(".PP\n.nf\n" + roff(text) + "\n.fi\n")
	}
}

func manFlags(b *bytes.Buffer, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := roff(spell(f.Name))
		if f.Shorthand != "" && f.Shorthand != f.Name {
			name = roff("-"+f.Shorthand) + ", " + name
		}
		fmt.Fprintf(b, ".TP\n.B %s", name)
		if value != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", roff(value))
		}
		fmt.Fprintf(b, "\n%s\n", roff(usage))
	})
}
