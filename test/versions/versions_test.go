// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package versions verifies that a version of LLVM that can read the input can also read the
// lowered output.
package versions

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/test/sample"
)

var pipelines = []string{
	"",
	"coro-early",
	"coro-early,cgscc(coro-split),function(coro-elide),coro-cleanup",
	"coro-early,cgscc(coro-split<reuse-storage;grow-buffers>,coro-annotation-elide),function(coro-elide<lifetimes>,sroa,early-cse,simplifycfg),coro-cleanup",
	"default<O0>",
	"default<O2>",
}

// newer lists the words and forms of the output, with the first version that can read them. It is
// independent of the program's own list.
var newer = []struct {
	since ir.Version
	words *regexp.Regexp
}{
	{16, regexp.MustCompile(`\bmemory\(|\btarget\(|\bskipprofile\b`)},
	{17, regexp.MustCompile(`\bnofpclass\(`)},
	{18, regexp.MustCompile(`\b(nneg|disjoint|dead_on_unwind|writable|coro_only_destroy_when_complete|optdebug)\b|@llvm\.stack(save|restore)\.p|` +
		`@llvm\.coro\.end\(.*\btoken\b|@llvm\.coro\.end\.results`)},
	{19, regexp.MustCompile(`#dbg_|getelementptr (inbounds )?n(uw|usw)\b|trunc n[us]w\b|\b(range|initializes)\(|@llvm\.coro\.await\.`)},
	{20, regexp.MustCompile(`\b(samesign|coro_elide_safe|noext)\b|@llvm\.(fake\.use|coro\.begin\.custom)`)},
	{21, regexp.MustCompile(`\bcaptures\(|\bdead_on_return\b|\bcoroSuspendIdx\b|\batomGroup\b|\bkeyInstructions\b`)},
	{22, regexp.MustCompile(`\bnocreateundeforpoison\b|\b(errnomem|target_mem0):|@llvm\.coro\.is_in_ramp\b|void @llvm\.coro\.end(\.async)?\(|` +
		`@llvm\.lifetime\.(start|end)\.p\d+\((ptr|captures)|#dbg_declare_value`)},
	{23, regexp.MustCompile(`@llvm\.coro\.dead\b`)},
}

// changes rewrites a text for LLVM 22 to the form that an older version would have written.
var changes = []struct {
	until ir.Version
	from  *regexp.Regexp
	to    string
}{
	{21, regexp.MustCompile(`void (@llvm\.coro\.end(?:\.async)?\()`), `i1 $1`},
	{21, regexp.MustCompile(`(@llvm\.lifetime\.(?:start|end)\.p\d+\()(ptr [%@])`), `${1}i64 -1, $2`},
	{21, regexp.MustCompile(`(declare void @llvm\.lifetime\.(?:start|end)\.p\d+\()(ptr)`), `${1}i64, $2`},
	{20, regexp.MustCompile(`captures\(none\)`), `nocapture`},
	{20, regexp.MustCompile(`\bcaptures\([^)]*\)`), ``},
	{20, regexp.MustCompile(`\bdead_on_return\b`), ``},
	{19, regexp.MustCompile(`\bcoro_elide_safe\b`), ``},
	{17, regexp.MustCompile(`(@llvm\.coro\.end\(ptr[^,)]*, i1[^,)]*), token[^)]*\)`), `$1)`},
	{15, regexp.MustCompile(`\bmemory\(none\)`), `readnone`},
	{15, regexp.MustCompile(`\bmemory\(argmem: read\)`), `argmemonly readonly`},
	{14, regexp.MustCompile(`\bpresplitcoroutine\b`), `"coroutine.presplit"="0"`},
}

// inputs returns the texts of lit tests, unchanged and as older versions of LLVM would have
// written them.
func inputs(t *testing.T, v ir.Version) map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(filepath.Join("..", "lit"), func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".ll" {
			return err
		}
		if !sample.Has(path, 12) {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var lines []string // comments name versions in RUN lines
		for line := range strings.Lines(string(b)) {
			if !strings.HasPrefix(line, ";") {
				lines = append(lines, line)
			}
		}
		text := strings.Join(lines, "")
		out[path] = text
		for _, c := range changes {
			if v <= c.until {
				text = c.from.ReplaceAllString(text, c.to)
			}
		}
		if text != out[path] {
			out[path+" as LLVM "+fmt.Sprint(v)+" writes it"] = text
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// reads reports whether a version of LLVM accepts a text, with the version's output.
func reads(v ir.Version, text []byte) (string, bool) {
	args := []string{"-disable-output", "-passes=verify"}
	if v == 14 {
		args = append(args, "-opaque-pointers")
	}
	cmd := exec.Command(fmt.Sprintf("opt-%d", v), args...)
	cmd.Stdin = bytes.NewReader(text)
	said, err := cmd.CombinedOutput()
	return string(said), err == nil
}

// TestReadable lowers texts that a version accepts, and verifies that the version accepts the
// output. For versions that are not installed, it verifies that no word that only the output
// contains is newer than the oldest version of the input.
func TestReadable(t *testing.T) {
	for _, v := range []ir.Version{14, 19} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			if _, err := exec.LookPath(fmt.Sprintf("opt-%d", v)); err != nil {
				t.Skipf("opt-%d is not installed", v)
			}
			var taken, lowered atomic.Int32
			t.Run("files", func(t *testing.T) {
				for name, text := range inputs(t, v) {
					t.Run(name, func(t *testing.T) {
						t.Parallel()
						if _, ok := reads(v, []byte(text)); !ok || mentions(text, max(v, 15)+1) != "" {
							return // this version accepts unknown intrinsics, and unused declarations of newer ones
						}
						taken.Add(1)
						file, err := parse.Scan(name, []byte(text))
						if err != nil {
							return // refused on purpose: in test/lit/errors
						}
						if file.Oldest > max(v, 15) {
							t.Errorf("LLVM %d reads it, and its oldest version is %d", v, file.Oldest)
						}
						seen := map[string]bool{text: true}
						for _, p := range pipelines {
							if strings.HasSuffix(p, "early") && v == 14 {
								continue // LLVM 14 does not know presplitcoroutine
							}
							out := lower(text, p)
							if out == "" || seen[out] {
								continue
							}
							seen[out] = true
							lowered.Add(1)
							known := out
							if v < 15 { // opaque pointers came with LLVM 15, which is not installed
								known = strings.ReplaceAll(out, ", no_sanitize_address, no_sanitize_hwaddress", "")
								// for coroutines with an ID and no frame
								known = strings.ReplaceAll(known, "presplitcoroutine", `"presplitcoroutine"`)
							}
							if said, ok := reads(v, []byte(known)); !ok {
								t.Errorf("%s: LLVM %d reads the input and not the output: %s", p, v, said)
							}
							for _, w := range newer {
								if m := w.words.FindString(out); m != "" && w.since > file.Oldest &&
									!w.words.MatchString(text) {
									t.Errorf("%s: LLVM %d may have written the input, and %q came with %d", p,
										file.Oldest, m, w.since)
								}
							}
						}
					})
				}
			})
			t.Logf("LLVM %d takes %d inputs; %d outputs of them", v, taken.Load(), lowered.Load())
			if sample.Whole() && (taken.Load() < 240 || lowered.Load() < 480) {
				t.Errorf("LLVM %d takes %d inputs, which give %d outputs: they show little", v, taken.Load(),
					lowered.Load())
			}
		})
	}
}

// mentions returns the first word in a text that only a version, or a newer one, can read, or "" if
// there is none.
func mentions(text string, since ir.Version) string {
	for _, w := range newer {
		if m := w.words.FindString(text); m != "" && w.since >= since {
			return m
		}
	}
	return ""
}

// lower returns the output of a pipeline, or "" if the input is refused.
func lower(text, pipeline string) string {
	o := &driver.Options{Jobs: 1, DebugFrame: true}
	if pipeline != "" {
		pl, err := driver.Table.Parse(pipeline)
		if err != nil {
			panic(err)
		}
		o.Pipeline = pl
	}
	res, err := driver.Run("in.ll", []byte(text), o)
	if err != nil {
		return ""
	}
	return string(res.Bytes())
}
