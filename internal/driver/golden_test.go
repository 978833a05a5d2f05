// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

// The output for all textual IR of the repository, and for generated programs, as one hash for each
// input. A change of any byte of code, remarks, frame reports, summaries, PTX or errors is noticed,
// also where no other test looks. Whether it is right is for those who change the hash.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/test/soak/judge"
)

var (
	update = flag.Bool("update", false, "write what comes out as the expected output")
	keep   = flag.String("keep", "", "write the outputs that TestGolden compares to this `directory`")
)

// goldenFile has a line for each input: the hash of its outputs, and its name.
const goldenFile = "testdata/golden.txt"

// goldenSeeds is the number of programs of each generator.
const goldenSeeds = 16

// goldenHelp says how to look at a difference.
const goldenHelp = `to see what differs, run this here and in a checkout without the change, and compare the directories:
	go test ./internal/driver -run TestGolden -keep DIR
or compare two programs over all inputs: scripts/same-output.sh OLD NEW. If all is meant to change:
	go test ./internal/driver -run TestGolden -update`

// wrongAtMost is the number of inputs with other output after which the test ends.
const wrongAtMost = 10

func TestGolden(t *testing.T) {
	inputs := goldenInputs(t)
	want := map[string]string{}
	if text, err := os.ReadFile(goldenFile); err == nil {
		for line := range strings.Lines(string(text)) {
			hash, name, _ := strings.Cut(strings.TrimSpace(line), " ")
			want[name] = hash
		}
	} else if !*update {
		t.Fatal(err)
	}
	got := make([]string, len(inputs))
	var wrong atomic.Int64
	var wg sync.WaitGroup
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	for k, in := range inputs {
		slots <- true
		wg.Go(func() {
			defer func() { <-slots }()
			if wrong.Load() >= wrongAtMost && *keep == "" {
				return
			}
			got[k] = in.hash(t)
			if was := want[in.name]; !*update && got[k] != was {
				wrong.Add(1)
				t.Errorf("%s: other output (%s, it was %s)", in.name, got[k], cmp.Or(was, "not there"))
			}
		})
	}
	wg.Wait()
	if *update {
		var b strings.Builder
		for k, in := range inputs {
			fmt.Fprintln(&b, got[k], in.name)
		}
		if err := os.WriteFile(goldenFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(want) != len(inputs) && !t.Failed() {
		t.Errorf("%d inputs, but %s has %d", len(inputs), goldenFile, len(want))
	}
	if t.Failed() {
		t.Log(goldenHelp)
	}
}

// goldenInput is a module, and how it is lowered.
type goldenInput struct {
	name      string
	text      []byte
	pipelines []string
	triple    string
	edits     int // so many variants with errors
}

const plainSplit = "coro-early,cgscc(coro-split),coro-cleanup"

// goldenTriples are targets with different facts.
var goldenTriples = []string{"", "nvptx64-nvidia-cuda", "amdgcn-amd-amdhsa", "wasm64-unknown-unknown", "powerpc64le-unknown-linux-gnu",
	"aarch64-apple-darwin", "x86_64-pc-windows-msvc", "riscv64-unknown-linux-gnu"}

// goldenInputs returns the modules of the repository by name, and generated programs.
func goldenInputs(t *testing.T) []*goldenInput {
	t.Helper()
	var list []*goldenInput
	for _, root := range []string{"examples", "internal", "test"} {
		err := filepath.WalkDir(filepath.Join("../..", root), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".ll" || filepath.Base(filepath.Dir(file)) == "Output" {
				return err
			}
			text, err := os.ReadFile(file)
			list = append(list, &goldenInput{name: filepath.ToSlash(strings.TrimPrefix(file, "../../")), text: text,
				pipelines: []string{"default<O2>", "default<O0>", plainSplit}, edits: 3})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range judge.Kinds {
		for seed := range uint64(goldenSeeds) {
			in := &goldenInput{name: fmt.Sprint(k.Name, " ", seed), text: []byte(k.Make(seed).Text()),
				pipelines: append(slices.Clone(k.Always), k.Also...), triple: goldenTriples[seed%uint64(len(goldenTriples))]}
			if seed/8%2 == 1 {
				in.text = debugify(t, in.text)
			}
			list = append(list, in)
		}
	}
	return list
}

// hash returns the hash of all outputs.
func (in *goldenInput) hash(t *testing.T) string {
	h := fnv.New64a()
	add := func(what string, b []byte) {
		h.Write(b)
		if *keep != "" {
			name := strings.NewReplacer("/", "_", "<", "-", ">", "", "(", "-", ")", "", ",", "-", " ", "-").Replace(in.name + "." + what)
			if err := os.WriteFile(filepath.Join(*keep, name[:min(len(name), 200)]), b, 0o644); err != nil {
				t.Error(err)
			}
		}
	}
	add("ll", in.text)
	for k, p := range in.pipelines {
		add(p, in.lower(t, in.text, &driver.Options{Pipeline: pipeline(t, p), Triple: in.triple, Report: pass.Options{VerifyEach: k == 0}}))
	}
	add("check", in.lower(t, in.text, &driver.Options{CheckOnly: true}))
	add("print", reprinted(in.name, in.text))
	r := rand.New(rand.NewPCG(uint64(len(in.text)), 1))
	for k := range in.edits {
		add(fmt.Sprint("edit", k), in.lower(t, misedited(r, in.text), &driver.Options{Pipeline: pipeline(t, "default<O0>")}))
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

func hashOf(b []byte) string {
	h := fnv.New64a()
	h.Write(b)
	return fmt.Sprintf("%016x", h.Sum64())
}

// lower returns the output of a run, and all that it reports.
func (in *goldenInput) lower(t *testing.T, text []byte, o *driver.Options) []byte {
	o.Jobs, o.Remarks, o.Frames, o.Ways, o.Summarise = 1, true, true, true, true
	o.Module = bytes.Contains(text, []byte("nvptx64")) || strings.HasPrefix(in.triple, "nvptx")
	var b bytes.Buffer
	res, err := driver.Run(in.name, text, o)
	list := ir.AsList(err)
	if err == nil && o.Module && !o.CheckOnly {
		out, warnings, err := res.PTX(driver.PTXOptions{})
		b.Write(out)
		list = append(append(list, warnings...), ir.AsList(err)...)
	} else if err == nil {
		b.Write(res.Bytes())
	}
	for _, e := range list {
		if e.Internal { // its notes name lines of this program
			t.Errorf("%s: %v\n%s", in.name, e, text)
		}
	}
	for _, part := range []any{res.Remarks, res.Elisions, res.Frames, res.Stats, res.Warnings, res.SplitAlready, res.Summaries, res.Lowered,
		list} {
		encode(&b, part)
	}
	return b.Bytes()
}

func encode(w io.Writer, v any) {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		fmt.Fprintln(w, err)
	}
}

// reprinted returns the module as it is printed, and what the verifier says of it.
func reprinted(name string, text []byte) []byte {
	m, err := parse.Module(name, text)
	if err != nil {
		return []byte(err.Error())
	}
	return append(emit.Module(m), ir.Verify(m).Error()...)
}

var editedWord = regexp.MustCompile(`[%@!#]?[-\w.$]+|"[^"\n]*"|[ \t]+|\n|;[^\n]*|[^\w]`)

// misedited returns the text with a word that another word of the text replaces, or with a line more or less.
// Most such modules have an error.
func misedited(r *rand.Rand, text []byte) []byte {
	words := editedWord.FindAll(text, -1)
	pick := func() int {
		for {
			if k := r.IntN(len(words)); len(bytes.TrimSpace(words[k])) > 0 && words[k][0] != ';' || r.IntN(1000) == 0 {
				return k
			}
		}
	}
	k, words := pick(), slices.Clone(words)
	from, to := k, k+1
	for from > 0 && words[from-1][0] != '\n' {
		from--
	}
	for to < len(words) && words[to-1][0] != '\n' {
		to++
	}
	switch r.IntN(4) {
	case 0, 1:
		words[k] = words[pick()]
	case 2:
		words = slices.Delete(words, from, to)
	case 3:
		words = slices.Insert(words, to, slices.Clone(words[from:to])...)
	}
	return bytes.Join(words, nil)
}
