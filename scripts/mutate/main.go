// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command mutate measures the strength of a tier of tests. It makes small mutations in a copy of the
// product's code, all in one program, and runs the tier's tests on each, one at a time.
//
//	go run ./scripts/mutate -count 100 -seed 7             100 mutations, unit tests and lit
//	go run ./scripts/mutate -tier test -count 100          the tests of make test
//	go run ./scripts/mutate -at internal/opt/ends.go:168   all mutations of a line
//	go run ./scripts/mutate -record FILE -tier test        which mutations can be noticed at all
//
// A first run of each test records which mutations the test reaches. Then each mutation is in force
// for the tests that reach it, the cheapest first, until one fails. A test that exceeds a limit of
// processor time or memory fails, too. Tests that fail in the first run, for example those of the
// import table, are left out.
//
// The result is a table: each mutation with the test that kills it, or "survived", or "same value" if its code runs
// but the mutated code would compute the same, or "not reached".
//
// -record runs no mutations. It writes the tables of the first run: of each package, and of the tests; and the list
// of mutations that would change no value in any test.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/corolower/corolower/scripts/mutate/mut"
)

// products are the packages whose code is mutated.
var products = []string{"./internal/lower/...", "./internal/opt", "./internal/ir", "./internal/parse", "./internal/driver"}

// mutPath is the import path of the package that mutated code calls.
const mutPath = "github.com/corolower/corolower/scripts/mutate/mut"

func main() {
	tier := flag.String("tier", "quick", "the tests: quick (unit tests and lit) or test (make test)")
	seed := flag.Uint64("seed", 1, "which mutations are chosen")
	count := flag.Int("count", 100, "how many mutations; 0 is all of them")
	at := flag.String("at", "", "only mutations at these `places`: FILE or FILE:LINE, separated by commas")
	jobs := flag.Int("j", 2, "how many tests run side by side")
	record := flag.String("record", "", "run the tests on all mutations at once, and write to this `file` what would change no value")
	with := flag.String("with", "", "`files` that mutated programs wrote on other inputs, separated by commas: the list of -record says what they change")
	list := flag.Bool("list", false, "list the mutations, and run nothing")
	work := flag.String("work", filepath.Join(os.TempDir(), "corolower-mutate"), "`directory` of the mutated copy")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	o := options{tier: *tier, at: *at, work: *work, record: *record, with: *with, seed: *seed, count: *count, jobs: *jobs, list: *list}
	if err := run(ctx, &o); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// options are what the flags say.
type options struct {
	tier, at, work, record, with string
	seed                         uint64
	count, jobs                  int
	list                         bool
}

func run(ctx context.Context, o *options) error {
	if _, ok := tiers[o.tier]; !ok {
		return fmt.Errorf("no tier %q", o.tier)
	}
	p, err := load()
	if err != nil {
		return err
	}
	all := p.find(o.at)
	sites := all
	if o.record == "" {
		sites = choose(all, o.seed, o.count)
		fmt.Printf("%d of %d mutations, seed %d\n", len(sites), len(all), o.seed)
	}
	if n := len(all); n > 0 && all[n-1].n >= mut.Max {
		return fmt.Errorf("%d mutations, at most %d", n, mut.Max)
	}
	if o.list {
		for _, s := range sites {
			fmt.Println(s)
		}
		return nil
	}
	c := &campaign{ctx: ctx, work: o.work, tree: filepath.Join(o.work, "tree")}
	if err := errors.Join(copyTree(c.tree), p.write(c.tree, sites)); err != nil {
		return err
	}
	if err := c.build(tiers[o.tier]); err != nil {
		return err
	}
	parallel(o.jobs, len(c.tests), func(k int) { c.record(c.tests[k]) })
	var left []string
	for _, t := range c.tests {
		if t.broken {
			left = append(left, t.String())
		}
	}
	fmt.Printf("%d tests; left out, as they fail without a mutation: %s\n", len(c.tests), strings.Join(left, ", "))
	if o.record != "" {
		return c.report(o, sites)
	}
	verdicts := make([]string, len(sites))
	var m sync.Mutex
	parallel(o.jobs, len(sites), func(k int) {
		verdicts[k] = c.try(sites[k])
		m.Lock()
		fmt.Println(sites[k], "|", verdicts[k])
		m.Unlock()
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	summarize(os.Stdout, sites, verdicts)
	return nil
}

func (s *site) String() string { return fmt.Sprintf("%d | %s | %s | `%s`", s.n, s.at, s.kind, s.what) }

// summarize prints the score of each kind.
func summarize(w io.Writer, sites []*site, verdicts []string) {
	fmt.Fprint(w, "\n| kind | mutations | killed | survived | same value | not reached |\n|---|---:|---:|---:|---:|---:|\n")
	for _, k := range append(slices.Clone(kinds), "all") {
		var total, survived, same, missed int
		for n, s := range sites {
			if k != s.kind && k != "all" {
				continue
			}
			total++
			switch verdicts[n] {
			case lives:
				survived++
			case sameValue:
				same++
			case notReached:
				missed++
			}
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", k, total, total-survived-same-missed, survived, same, missed)
	}
}

// parallel calls f for 0 to n-1, on several goroutines.
func parallel(jobs, n int, f func(k int)) {
	var w sync.WaitGroup
	next := make(chan int)
	for range jobs {
		w.Go(func() {
			for k := range next {
				f(k)
			}
		})
	}
	for k := range n {
		next <- k
	}
	close(next)
	w.Wait()
}

// program is the product's code with its types.
type program struct {
	fset  *token.FileSet
	files []*source
}

// source is a file of the product.
type source struct {
	name  string // from the root of the tree
	text  []byte
	file  *ast.File
	sites []*site
}

// listed is what go list prints of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
}

// load reads the product's packages. The types of what they import come from the go command's cache.
func load() (*program, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	args := []string{"list", "-pgo=off", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,DepOnly"}
	out, err := exec.Command("go", append(args, products...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	exports := map[string]string{}
	p := &program{fset: token.NewFileSet()}
	var packages []listed
	var checked []*types.Info
	pure := newPurity()
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var l listed
		if err := d.Decode(&l); err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly && !strings.HasSuffix(l.ImportPath, "test") {
			packages = append(packages, l)
		}
	}
	imports := importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, l := range packages {
		var files []*ast.File
		var sources []*source
		for _, name := range l.GoFiles {
			path := filepath.Join(l.Dir, name)
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			f, err := parser.ParseFile(p.fset, path, text, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
			sources = append(sources, &source{name: filepath.ToSlash(rel), text: text, file: f})
		}
		info, err := check(p.fset, l.ImportPath, files, imports)
		if err != nil {
			return nil, err
		}
		pure.add(info, files)
		for range sources {
			checked = append(checked, info)
		}
		p.files = append(p.files, sources...)
	}
	pure.close()
	for k, s := range p.files {
		s.sites = find(p.fset, checked[k], s.name, s.text, s.file, pure)
	}
	return p, nil
}

// check finds the types of a package's expressions.
func check(fset *token.FileSet, path string, files []*ast.File, imports types.Importer) (*types.Info, error) {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Scopes: map[ast.Node]*types.Scope{}}
	conf := types.Config{Importer: imports, FakeImportC: true}
	_, err := conf.Check(path, fset, files, info)
	return info, err
}

// find returns all sites, or those at the given places.
func (p *program) find(places string) []*site {
	var all []*site
	n := 0
	for _, s := range p.files {
		for _, x := range s.sites {
			x.n = n
			n++
			if places == "" || slices.ContainsFunc(strings.Split(places, ","), func(at string) bool { return at == s.name || at == x.at }) {
				all = append(all, x)
			}
		}
	}
	return all
}

// write writes the files that have chosen sites into a copy of the tree.
func (p *program) write(tree string, chosen []*site) error {
	in := map[*site]bool{}
	for _, s := range chosen {
		in[s] = true
	}
	for _, s := range p.files {
		sites := slices.DeleteFunc(slices.Clone(s.sites), func(x *site) bool { return !in[x] })
		if len(sites) == 0 {
			continue
		}
		if err := os.WriteFile(filepath.Join(tree, s.name), mutated(s.text, s.file, p.fset, sites, mutPath), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// copyTree makes a copy of the files that git does not ignore.
func copyTree(to string) error {
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	cmd := exec.Command("bash", "-c", `set -o pipefail
git ls-files -co --exclude-standard -z | xargs -0 sh -c 'for f; do [ -e "$f" ] && printf "%s\0" "$f"; done' - |
	tar --null -T - -cf - | tar -C "$1" -xf - && { [ ! -e .tools ] || ln -sfn "$(realpath .tools)" "$1/.tools"; }`, "-", to)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}
