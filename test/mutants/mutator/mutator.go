// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package mutator changes words and lines of textual IR: it drops, swaps and copies them, and replaces them
// by others of the same module or of another one. For example, `%x = add i32 %a, 1` may become `%x = add i64 %a, 1`.
package mutator

import (
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"github.com/corolower/corolower/test/hard/gen"
)

// maxSeed is the maximum size of a seed, because the time for a mutant is proportional to its size.
const maxSeed = 24 << 10

// words are inserted in addition to the words of the seeds.
var words = strings.Fields(`i1 i8 i16 i32 i64 i128 half float double ptr void token label metadata <4xi32> zeroinitializer null undef poison none true false 0 1 -1 2 7 8
	255 256 4294967295 9223372036854775807 nuw nsw exact inbounds volatile atomic monotonic acquire release acq_rel seq_cst unordered syncscope("s") musttail tail
	notail fast nnan nneg disjoint samesign align(16) noalias nonnull noundef nocapture readonly readnone writeonly returned sret(i64) byval(i64) inalloca(i64) inreg
	signext zeroext swiftself swifterror nest dereferenceable(8) captures(none) memory(none) memory(read) noreturn nounwind noinline alwaysinline optnone minsize
	willreturn nofree nosync presplitcoroutine coro_only_destroy_when_complete coro_elide_safe naked strictfp convergent cold hot internal private linkonce_odr weak
	external extern_weak hidden dso_local unnamed_addr thread_local constant global alias ifunc fastcc coldcc ccc tailcc swifttailcc ghccc cc10 addrspace(1)
	addrspace(3) add sub mul udiv sdiv urem srem and or xor shl lshr ashr fadd fmul icmp fcmp select phi br switch ret resume unreachable invoke callbr call landingpad
	cleanuppad cleanupret catchpad catchswitch catchret alloca load store getelementptr extractvalue insertvalue freeze fence cmpxchg atomicrmw indirectbr va_arg eq ne
	slt ult cleanup catch filter to unwind caller within x c"ab\00" blockaddress(@f,%a) dso_local_equivalent no_cfi prefix prologue gc personality comdat section
	partition !0 !dbg !{} distinct #0 #1 declare define attributes target type opaque`)

var wordPattern = regexp.MustCompile(`[%@!#]?[-\w.$]+|"[^"\n]*"|[ \t]+|\n|;[^\n]*|[^\w]`)

// Words splits a text into words, spaces, line ends and comments.
func Words(text string) []string { return wordPattern.FindAllString(text, -1) }

// hardSeeds is the number of generated programs, from the generator of test/hard, that are also
// seeds.
const hardSeeds = 80

// Seeds returns the textual IR of the tree, sorted by file name, and generated programs.
func Seeds(root string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "Output" || d.Name() == ".tools") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".ll") {
			files = append(files, path)
		}
		return nil
	})
	sort.Strings(files)
	var list []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		if len(text) <= maxSeed {
			list = append(list, string(text))
		}
	}
	for seed := range uint64(hardSeeds) {
		if text := gen.Generate(seed).String(); len(text) <= maxSeed {
			list = append(list, text)
		}
	}
	return list, err
}

// Mutator generates mutants of seeds. It splits each seed into words once.
type Mutator struct {
	seeds []seed
}

type seed struct {
	hash  uint64 // of the text
	words []string
	lines []string // those with an instruction or a definition
}

// New returns a generator of mutants of these texts.
func New(texts []string) *Mutator {
	m := &Mutator{}
	for _, text := range texts {
		h := fnv.New64a()
		h.Write([]byte(text))
		s := seed{hash: h.Sum64(), words: Words(text)}
		for line := range strings.SplitSeq(text, "\n") {
			if t := strings.TrimSpace(line); t != "" && t[0] != ';' {
				s.lines = append(s.lines, line)
			}
		}
		m.seeds = append(m.seeds, s)
	}
	return m
}

// pick returns a random seed. It draws one number and takes the seed whose hash with this number is
// the smallest. So a new seed replaces few of the seeds that the same draws returned without it: a
// new test changes a small part of the mutants that CI checks.
func (m *Mutator) pick(r *rand.Rand) *seed {
	key := r.Uint64()
	best, least := 0, ^uint64(0)
	for k := range m.seeds {
		// The last step of MurmurHash3.
		h := m.seeds[k].hash ^ key
		h = (h ^ h>>33) * 0xff51afd7ed558ccd
		h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
		if h ^= h >> 33; h < least {
			best, least = k, h
		}
	}
	return &m.seeds[best]
}

// foreign returns the words of a line of a random seed.
func (m *Mutator) foreign(r *rand.Rand) []string {
	s := m.pick(r)
	if len(s.lines) == 0 {
		return nil
	}
	return Words(s.lines[r.IntN(len(s.lines))] + "\n")
}

func space(w string) bool { return strings.TrimSpace(w) == "" || w[0] == ';' }

// chainLength is the number of mutants that are derived one from the other, because letting LLVM
// judge an edit costs as much as lowering the mutant.
const chainLength = 3

// Chain generates the mutants of a number. Each has one more edit than the one before, and LLVM
// accepts most of them. Chain calls takes to query LLVM, and passes the mutants to look.
func (m *Mutator) Chain(number uint64, takes func([]byte) (bool, error), look func(text []byte,
	good bool) error) error {
	r := rand.New(rand.NewPCG(number, 99))
	words := append([]string(nil), m.pick(r).words...)
	made := 0
	for range 8 {
		next := m.Edit(r, append([]string(nil), words...))
		text := []byte(strings.Join(next, ""))
		ok, err := takes(text)
		if err != nil {
			return err
		}
		if !ok && r.IntN(20) > 0 {
			continue
		}
		// The lowering must not panic on input that LLVM rejects, either.
		if err := look(text, ok); err != nil {
			return err
		}
		if made++; !ok || made == chainLength {
			break
		}
		words = next
	}
	return nil
}

// at returns the index of a random word that is not a space.
func at(r *rand.Rand, list []string) int {
	k := r.IntN(len(list))
	for range 8 {
		if !space(list[k]) {
			break
		}
		k = r.IntN(len(list))
	}
	return k
}

// line returns the first and last index, exclusive, of the line that contains word k.
func line(list []string, k int) (from, to int) {
	for from = k; from > 0 && list[from-1] != "\n"; from-- {
	}
	for to = k; to < len(list) && list[to] != "\n"; to++ {
	}
	return from, min(to+1, len(list))
}

// like returns a word of the same kind near word k: a name for a name, a number for a number.
func like(r *rand.Rand, list []string, k int) string {
	kind := func(w string) byte {
		switch {
		case w == "" || space(w):
			return ' '
		case strings.ContainsRune("%@!#", rune(w[0])):
			return w[0]
		case w[0] >= '0' && w[0] <= '9' || w[0] == '-':
			return '0'
		}
		return 'a'
	}
	want := kind(list[k])
	for range 40 {
		j := k + r.IntN(400) - 200
		if j >= 0 && j < len(list) && list[j] != list[k] && kind(list[j]) == want {
			return list[j]
		}
	}
	return words[r.IntN(len(words))]
}

// Edit returns the words with one change.
func (m *Mutator) Edit(r *rand.Rand, list []string) []string {
	if len(list) == 0 {
		return list
	}
	k := at(r, list)
	switch r.IntN(12) {
	case 0, 1, 2: // replace a word with one of the same kind
		list[k] = like(r, list, k)
	case 3: // replace a word with any word
		list[k] = words[r.IntN(len(words))]
	case 4: // drop a word
		list = append(list[:k:k], list[k+1:]...)
	case 5: // insert a word
		list = append(list[:k:k], append([]string{words[r.IntN(len(words))], " "}, list[k:]...)...)
	case 6: // drop a line
		from, to := line(list, k)
		list = append(list[:from:from], list[to:]...)
	case 7: // copy a line to another place
		from, to := line(list, k)
		j, _ := line(list, r.IntN(len(list)))
		copied := append([]string(nil), list[from:to]...)
		list = append(list[:j:j], append(copied, list[j:]...)...)
	case 8: // swap two lines
		from, to := line(list, k)
		if to < len(list) {
			_, end := line(list, to)
			moved := append(append([]string(nil), list[to:end]...), list[from:to]...)
			list = append(list[:from:from], append(moved, list[end:]...)...)
		}
	case 9: // insert a line of another module
		j, _ := line(list, k)
		list = append(list[:j:j], append(m.foreign(r), list[j:]...)...)
	case 10: // replace a line with one of another module
		from, to := line(list, k)
		list = append(list[:from:from], append(m.foreign(r), list[to:]...)...)
	case 11: // replace all occurrences of a word
		old, w := list[k], like(r, list, k)
		if space(old) || len(old) < 2 {
			break
		}
		for n := range list {
			if list[n] == old {
				list[n] = w
			}
		}
	}
	return list
}
