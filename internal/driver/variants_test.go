// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

// The output for variants of the repository's textual IR: modules with a few changed lines, many of them wrong. A
// search found them: each makes the program decide differently at a place where no other test does. They are
// kept as the lines that differ.

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/scripts/mutate/mut"
	"github.com/corolower/corolower/test/mutants/mutator"
)

var (
	search     = flag.Duration("search", 0, "search for new variants for so long; see docs/testing.md")
	searchSeed = flag.Uint64("search-seed", 1, "which variants are tried")
	searchFor  = flag.String("search-for", "", "the `file` that scripts/mutate -record wrote: what the variants are to change")
)

// variantsFile holds the variants.
const variantsFile = "testdata/variants.txt"

// A variant is a module with other lines. Its text is
//
//	= HASH RUN FILE
//	@LINE
//	-an old line
//	+a new line
type variant struct {
	hash, run, file string
	hunks           []hunk
}

// A hunk replaces the lines from a line on, where the first line has number 0.
type hunk struct {
	line     int
	old, new []string
}

// comments are in no variant, as the expectations of lit change more often than the modules.
var comments = regexp.MustCompile(`(?m)^;.*\n`)

func readVariants(t *testing.T) []*variant {
	t.Helper()
	f, err := os.Open(variantsFile)
	if os.IsNotExist(err) && *search > 0 {
		return nil
	} else if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []*variant
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if line == "" {
			continue
		}
		var v *variant
		var h *hunk
		if len(list) > 0 {
			v = list[len(list)-1]
			if len(v.hunks) > 0 {
				h = &v.hunks[len(v.hunks)-1]
			}
		}
		switch text := line[1:]; line[0] {
		case '=':
			w := strings.Fields(text)
			list = append(list, &variant{hash: w[0], run: w[1], file: w[2]})
		case '@':
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			v.hunks = append(v.hunks, hunk{line: n})
		case '-':
			h.old = append(h.old, text)
		case '+':
			h.new = append(h.new, text)
		}
	}
	return list
}

func (v *variant) write(b *strings.Builder) {
	fmt.Fprintln(b, "=", v.hash, v.run, v.file)
	for _, h := range v.hunks {
		fmt.Fprintf(b, "@%d\n", h.line)
		for _, l := range h.old {
			fmt.Fprintf(b, "-%s\n", l)
		}
		for _, l := range h.new {
			fmt.Fprintf(b, "+%s\n", l)
		}
	}
}

// apply returns the module with the variant's lines, or false if the file does not have the old ones.
func (v *variant) apply(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	for k := len(v.hunks) - 1; k >= 0; k-- {
		h := v.hunks[k]
		end := h.line + len(h.old)
		if end > len(lines) || !slices.Equal(lines[h.line:end], h.old) {
			return "", false
		}
		lines = slices.Replace(lines, h.line, end, h.new...)
	}
	return strings.Join(lines, "\n"), true
}

// variantOf returns the differences of two texts.
func variantOf(a, b string) []hunk {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	// same[i][j] is the length of the longest common sequence of x[i:] and y[j:].
	same := make([][]int16, len(x)+1)
	for i := range same {
		same[i] = make([]int16, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				same[i][j] = same[i+1][j+1] + 1
			} else {
				same[i][j] = max(same[i+1][j], same[i][j+1])
			}
		}
	}
	var hunks []hunk
	for i, j := 0, 0; i < len(x) || j < len(y); {
		if i < len(x) && j < len(y) && x[i] == y[j] {
			i, j = i+1, j+1
			continue
		}
		h := hunk{line: i}
		for i < len(x) || j < len(y) {
			if i < len(x) && j < len(y) && x[i] == y[j] {
				break
			}
			if j == len(y) || i < len(x) && same[i+1][j] >= same[i][j+1] {
				h.old = append(h.old, x[i])
				i++
			} else {
				h.new = append(h.new, y[j])
				j++
			}
		}
		hunks = append(hunks, h)
	}
	return hunks
}

// input returns how a module is run.
func (v *variant) input(text string) (*goldenInput, *driver.Options) {
	o := &driver.Options{}
	pl, target, _ := strings.Cut(v.run, "@")
	if pl == "check" {
		o.CheckOnly = true
	} else {
		o.Report = pass.Options{VerifyEach: true}
	}
	o.Triple = target
	return &goldenInput{name: v.file, text: []byte(text), triple: target}, o
}

func (v *variant) output(t *testing.T, text string) []byte {
	in, o := v.input(text)
	if pl, _, _ := strings.Cut(v.run, "@"); pl != "check" {
		o.Pipeline = pipeline(t, pl)
	}
	return in.lower(t, in.text, o)
}

func TestGoldenVariants(t *testing.T) {
	list := readVariants(t)
	texts := map[string]string{}
	for _, in := range goldenInputs(t) {
		texts[in.name] = comments.ReplaceAllString(string(in.text), "")
	}
	var wg sync.WaitGroup
	var wrong atomic.Int64
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	for _, v := range list {
		slots <- true
		wg.Go(func() {
			defer func() { <-slots }()
			text, ok := v.apply(texts[v.file])
			if !ok {
				if v.hunks = nil; !*update {
					t.Errorf("a variant of %s no longer applies: go test ./internal/driver -run TestGolden -update drops it", v.file)
				}
				return
			}
			hash := hashOf(v.output(t, text))
			if hash != v.hash && !*update && wrong.Add(1) <= wrongAtMost {
				t.Errorf("%s, run by %s: other output (%s, it was %s) for\n%s", v.file, v.run, hash, v.hash, text)
			}
			v.hash = hash
		})
	}
	wg.Wait()
	if wrong.Load() > 0 {
		t.Logf("%d variants have other output. %s", wrong.Load(), goldenHelp)
	}
	if *update {
		writeVariants(t, slices.DeleteFunc(list, func(v *variant) bool { return v.hunks == nil }))
	}
}

func writeVariants(t *testing.T, list []*variant) {
	var b strings.Builder
	for _, v := range list {
		v.write(&b)
	}
	if err := os.WriteFile(variantsFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// variantRuns are pipelines, the frequent ones several times.
var variantRuns = []string{"default<O2>", "default<O2>", "default<O2>", "check", "check", "check", "default<O0>", plainSplit, "complete<O2>",
	"coro-early,cgscc(coro-split<reuse-storage;grow-buffers;dynamic-allocas;continuations>),coro-cleanup",
	"function(sroa,early-cse<memssa>,simplifycfg,jump-threading<loads>,instsimplify,correlated-propagation,promote-alloca,dce)",
	"function(simplifycfg)", "function(instsimplify,early-cse)", "function(mem2reg,jump-threading)", "inline,function(sroa,simplifycfg)", "default<O2>@nvptx64-nvidia-cuda"}

// longestVariant is the size of the modules of which variants are searched.
const longestVariant = 8 << 10

// TestSearch searches for variants that make a mutated program compute what it did not in the tests:
//
//	go run ./scripts/mutate -tier test -record /tmp/recorded
//	cd /tmp/corolower-mutate/tree
//	MUTATIONS_REACHED=/dev/null go test ./internal/driver -run TestSearch -search 1h -search-for /tmp/recorded -timeout 0
func TestSearch(t *testing.T) {
	if *search == 0 {
		return
	}
	x := &searcher{t: t, targets: readTargets(t), r: rand.New(rand.NewPCG(*searchSeed, 7)), texts: map[string]string{}}
	all := len(x.targets)
	var texts []string
	for _, in := range goldenInputs(t) {
		text := comments.ReplaceAllString(string(in.text), "")
		texts = append(texts, text)
		if in.edits > 0 && len(text) < longestVariant {
			x.texts[in.name] = text
			x.files = append(x.files, in.name)
		}
	}
	x.m = mutator.New(texts)
	for _, v := range readVariants(t) {
		if text, ok := v.apply(x.texts[v.file]); ok {
			x.try(v, text)
		}
	}
	t.Logf("of the variants so far, %d are kept, which change %d of %d values", len(x.kept), all-len(x.targets), all)
	for end := time.Now().Add(*search); time.Now().Before(end); {
		x.step()
	}
	t.Logf("%d variants tried, %d kept, which change %d of %d values", x.tried, len(x.kept), all-len(x.targets), all)
	writeVariants(t, x.kept)
}

// searcher keeps the variants that change what no variant before changed.
type searcher struct {
	t       *testing.T
	r       *rand.Rand
	m       *mutator.Mutator
	files   []string
	texts   map[string]string
	kept    []*variant
	targets []int
	tried   int
}

// step tries a variant of a file, or of a variant that was kept.
func (x *searcher) step() {
	file := x.files[x.r.IntN(len(x.files))]
	text := x.texts[file]
	if len(x.kept) > 0 && x.r.IntN(3) == 0 {
		v := x.kept[x.r.IntN(len(x.kept))]
		text, _ = v.apply(x.texts[v.file])
		file = v.file
	}
	words := mutator.Words(text)
	for range 1 + x.r.IntN(3) {
		if x.r.IntN(2) == 0 {
			words = x.m.Edit(x.r, slices.Clone(words))
		} else {
			words = mutator.Words(strings.Join(aimed(x.r, slices.Clone(words)), ""))
		}
	}
	text = strings.Join(words, "")
	if text == x.texts[file] || strings.ContainsAny(text, "\r\x00") {
		return
	}
	run := variantRuns[x.r.IntN(len(variantRuns))]
	if !parses(text) {
		if !slices.ContainsFunc(x.targets, mut.Seen) { // an error of a usual kind
			return
		}
		run = "check"
	}
	v := &variant{run: run, file: file, hunks: variantOf(x.texts[file], text)}
	if back, ok := v.apply(x.texts[file]); !ok || back != text {
		x.t.Fatalf("%s: the differences are wrong:\n%s", file, text)
	}
	x.try(v, text)
}

// try keeps a variant if it changes a value that is still a target.
func (x *searcher) try(v *variant, text string) {
	x.tried++
	from := time.Now()
	out := v.output(x.t, text)
	if n := len(x.targets); time.Since(from) < time.Second {
		if x.targets = slices.DeleteFunc(x.targets, mut.Seen); len(x.targets) < n {
			v.hash = hashOf(out)
			x.kept = append(x.kept, v)
			writeVariants(x.t, x.kept)
		}
	}
}

// follow are words that may stand behind a word. For example, a load may be volatile.
var follow = map[string][]string{
	"define": strings.Fields(`internal weak weak_odr linkonce linkonce_odr private available_externally hidden protected dso_local dllexport fastcc coldcc swiftcc
		tailcc swifttailcc preserve_mostcc noalias noundef signext nonnull`),
	"declare": strings.Fields("extern_weak dllimport hidden fastcc coldcc noalias noundef nonnull zeroext"),
	"=":       strings.Fields("internal weak private extern_weak linkonce_odr thread_local hidden unnamed_addr constant tail notail musttail"),
	"load":    {"volatile", "atomic"}, "store": {"volatile", "atomic"}, "alloca": {"inalloca", "swifterror"},
	"call": strings.Fields("fastcc coldcc nnan noalias noundef nonnull signext"), "invoke": {"fastcc", "noundef"},
	"add": {"nuw", "nsw"}, "sub": {"nuw", "nsw"}, "mul": {"nuw", "nsw"}, "shl": {"nuw", "nsw"}, "lshr": {"exact"}, "udiv": {"exact"}, "or": {"disjoint"},
	"zext": {"nneg"}, "trunc": {"nuw", "nsw"}, "icmp": {"samesign"}, "getelementptr": {"inbounds", "nuw", "nusw"},
	"ptr": strings.Fields(`noundef noalias nonnull readonly readnone writeonly returned nest inreg swifterror swiftself byval(i64) sret(i64) dereferenceable(8)
		captures(none) captures(address) align(16) addrspace(1) addrspace(3) byref(i32) nofree`),
	"i32": {"signext", "zeroext", "noundef", "inreg", "returned", "range(i32 0, 4)"}, "i64": {"noundef", "returned", "range(i64 0, 9)"}, "i1": {"zeroext", "noundef"},
	"i8": {"noundef", "signext"}, "landingpad": {"cleanup"}, "fence": {"syncscope(\"singlethread\")"},
	")": append(strings.Fields(`nounwind noreturn memory(none) memory(read) memory(argmem:read) memory(inaccessiblemem:readwrite) readnone willreturn noinline alwaysinline minsize
		optsize strictfp returns_twice convergent nomerge naked nobuiltin builtin cold hot comdat presplitcoroutine coro_elide_safe coro_only_destroy_when_complete nofree nosync
		nocallback null_pointer_is_valid unnamed_addr mustprogress uwtable sanitize_address allocsize(0) speculatable noduplicate`),
		"noinline optnone", "section \"x\"", "gc \"x\"", "[ \"x\"(i32 1) ]", "[ \"deopt\"() ]", "align 16", "\"frame-pointer\"=\"all\"", "addrspace(1)"),
}

// alternatives are words that may stand in place of each other.
var alternatives = [][]string{
	strings.Fields("add sub mul and or xor shl lshr ashr udiv sdiv urem srem"), strings.Fields("eq ne slt sle sgt sge ult ule ugt uge"),
	strings.Fields("zext sext trunc bitcast ptrtoint inttoptr addrspacecast freeze"), strings.Fields("0 1 -1 2 3 7 8 16 63 64 255 4096 undef poison"),
	strings.Fields("true false undef poison"), strings.Fields("null undef poison zeroinitializer"), strings.Fields("i1 i8 i16 i32 i64 i128 i7 float double"),
	{"i32", "i64", "<2 x i32>", "[2 x i32]", "{ i32, i32 }", "ptr", "<vscale x 2 x i32>"}, strings.Fields("call invoke"), strings.Fields("global constant"),
	strings.Fields("monotonic acquire release acq_rel seq_cst unordered"), strings.Fields("internal weak linkonce_odr private external common appending"),
	strings.Fields("nounwind noreturn willreturn nofree nosync memory(none) memory(read) memory(write) noinline alwaysinline"),
	strings.Fields("fadd fsub fmul fdiv frem"), strings.Fields("xchg add sub and nand or xor max min umax umin"), {"br", "switch"}, {"unreachable", "ret void"}, {"phi", "select"},
	{"ptr", "ptr addrspace(1)"},
}

// aimed changes a word as its place allows.
func aimed(r *rand.Rand, words []string) []string {
	for n := 0; n < 60 && len(words) > 0; n++ {
		k := r.IntN(len(words))
		if list := follow[words[k]]; list != nil && r.IntN(2) == 0 {
			return slices.Insert(words, k+1, " "+list[r.IntN(len(list))])
		}
		a := alternatives[r.IntN(len(alternatives))]
		if !slices.Contains(a, words[k]) {
			continue
		}
		old, w := words[k], a[r.IntN(len(a))]
		words[k] = w
		if r.IntN(3) == 0 { // everywhere
			for j := range words {
				if words[j] == old {
					words[j] = w
				}
			}
		}
		return words
	}
	return words
}

// readTargets returns the mutations that change no value in any test.
func readTargets(t *testing.T) (list []int) {
	text, err := os.ReadFile(filepath.FromSlash(*searchFor))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		n, _, _ := strings.Cut(line, " ")
		if k, err := strconv.Atoi(n); err == nil {
			list = append(list, k)
		}
	}
	return list
}

func parses(text string) bool {
	m, err := parse.Module("variant.ll", []byte(text))
	return err == nil && len(ir.Verify(m)) == 0
}
