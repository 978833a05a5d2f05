// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/rule"
)

// This file implements shell completion: the scripts, and the suggestions for the values of
// options.

// shells are the shells that have a completion script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func (a *app) completionCommand(root *cobra.Command) *cobra.Command {
	list := "bash, zsh, fish or powershell"
	return &cobra.Command{
		Use: "completion " + strings.Join(shells, "|"), Short: "print a shell's completion script",
		DisableFlagsInUseLine: true,
		Example: "  source <(corolower completion bash)\n  corolower completion zsh > \"${fpath[1]}/_corolower\"\n" +
			"  corolower completion fish > ~/.config/fish/completions/corolower.fish\n" +
			"  corolower completion powershell | Out-String | Invoke-Expression",
		ValidArgs: shells,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("completion needs one argument: %s", list)
			}
			switch args[0] {
			case "bash":
				if _, err := io.WriteString(a.stdout, bashAlone); err != nil {
					return err
				}
				return root.GenBashCompletionV2(a.stdout, true)
			case "zsh":
				return root.GenZshCompletion(a.stdout)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.stdout)
			}
			return usagef("no completion for '%s': there is %s", args[0], list)
		},
	}
}

// bashAlone replaces the functions of the package bash-completion that the script calls, if that
// package is not loaded. It splits words only at blanks, whereas bash also splits at = and :.
const bashAlone = `# bash completion of corolower; works with the package bash-completion and without it.
if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref() {
        local line="${COMP_LINE:0:COMP_POINT}"
        read -ra words <<<"$line"
        [[ $line == *[[:space:]] ]] && words+=("")
        cword=$((${#words[@]} - 1))
        cur="${words[cword]}"
        prev="${words[cword - 1]}"
    }
fi
if ! declare -F __ltrim_colon_completions >/dev/null; then
    __ltrim_colon_completions() { :; }
fi

`

// irFiles completes names of IR files and directories. It does not use the shells' own filter for
// file endings, because that offers no files if the function also returns words.
func irFiles(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	return filesOf(typed, ".ll")
}

// jsonFiles completes names of reports and directories.
func jsonFiles(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	return filesOf(typed, ".json")
}

// filesOf completes names of files with an ending, and of directories.
func filesOf(typed, ending string) ([]string, cobra.ShellCompDirective) {
	dir, start := filepath.Split(typed)
	where := dir
	where = cmp.Or(where, ".")
	list, err := os.ReadDir(where)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	directive := cobra.ShellCompDirectiveNoFileComp
	for _, e := range list {
		name := e.Name()
		if !strings.HasPrefix(name, start) || start == "" && strings.HasPrefix(name, ".") {
			continue
		}
		if st, err := os.Stat(filepath.Join(where, name)); err == nil && st.IsDir() {
			out = append(out, dir+name+"/")
			directive |= cobra.ShellCompDirectiveNoSpace
		} else if filepath.Ext(name) == ending {
			out = append(out, dir+name)
		}
	}
	return out, directive
}

// fixed completes one of the given words.
func fixed(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// listed completes the last word of a list with separators.
func listed(separators string, words []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		k := strings.LastIndexAny(typed, separators) + 1
		var out []string
		for _, w := range words {
			if strings.HasPrefix(w, typed[k:]) {
				out = append(out, typed[:k]+w)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// passNames returns the names of all passes, with their parameters if params is set.
func passNames(params bool) []string {
	var out []string
	for _, p := range driver.Table.Passes {
		out = append(out, p.Name)
		for _, x := range p.Params {
			if params {
				out = append(out, p.Name+"<"+x+">")
			}
		}
	}
	if params {
		for _, a := range driver.Table.Aliases {
			for _, x := range a.Params {
				out = append(out, a.Name+"<"+x+">")
			}
		}
		out = append(out, "module(", "cgscc(", "function(", "coro-cond(")
	}
	return out
}

// completing reports whether a shell requests completions for a command line. Only then does the
// program compute the suggestions for option values: that takes a tenth of a run over a small file.
func completing(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// completions returns the options with fixed values, of all commands.
func completions() map[string]cobra.CompletionFunc {
	rules := []string{"all"}
	for _, r := range rule.Rules() {
		rules = append(rules, r.Name)
	}
	some := listed(",", rules)
	passes := listed(",(", passNames(true))
	names := listed(",", passNames(false))
	return map[string]cobra.CompletionFunc{
		"passes": passes, "print-before": names, "print-after": names,
		"emit": fixed(emitLL, emitPTX, emitCubin, emitFatbin), "color": fixed("auto", "always", "never"),
		"print-changed": fixed("full", "quiet"), "pass-remarks-format": fixed("yaml"),
		"ptx-pragma":   fixed("header", "body", "both", "none"),
		"llvm-version": fixed("13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23"), "rules": fixed(rules...),
		"disable": some, "enable": some, "error": some, "warn": some,
		"mtriple": fixed("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc",
			"arm64-apple-macosx", "wasm32-unknown-unknown", "nvptx64-nvidia-cuda"),
		"pass-remarks":     names,
		"opt-bisect-limit": cobra.NoFileCompletions, "j": cobra.NoFileCompletions,
		"data-layout": cobra.NoFileCompletions, "mcpu": cobra.NoFileCompletions,
		"ptx": cobra.NoFileCompletions, "filter-print-funcs": cobra.NoFileCompletions,
		"coro-elide-branch-ratio": cobra.NoFileCompletions,
		"function":                cobra.NoFileCompletions,
	}
}

// complete sets the functions that complete option values, for a command and its subcommands.
func complete(cmd *cobra.Command, fns map[string]cobra.CompletionFunc) {
	set := func(f *pflag.Flag) {
		if fn := fns[f.Name]; fn != nil {
			// fails only for an unknown option, or for one that already has a function
			_ = cmd.RegisterFlagCompletionFunc(f.Name, fn)
		}
	}
	cmd.LocalFlags().VisitAll(set)
	for _, c := range cmd.Commands() {
		complete(c, fns)
	}
}

// longDashes adds the second dash to the long options among the words of a completion request, and
// replaces other spellings of options.
func longDashes(flags *pflag.FlagSet, args []string) []string {
	out := append([]string(nil), args...)
	for k, a := range out {
		dashless := strings.TrimPrefix(strings.TrimPrefix(a, "-"), "-")
		name, _, _ := strings.Cut(dashless, "=")
		f := lookup(flags, name)
		switch {
		case !strings.HasPrefix(a, "-") || len(name) < 2 || f == nil:
		case f.Name != name:
			out[k] = "--" + f.Name + strings.TrimPrefix(dashless, name)
		case !strings.HasPrefix(a, "--"):
			out[k] = "-" + a
		}
	}
	return out
}
