// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/ptx/interp"
)

var (
	aSuffix   = regexp.MustCompile(`\.(s8|u8|s16|u16|b16|s32|u32|b32|s64|u64|b64|f32|f64|pred|b8|f16)\b`)
	aRegister = regexp.MustCompile(`%(p|rs|r|rd|f|fd)[0-9]+\b`)
	aNumber   = regexp.MustCompile(`\b[0-9]+\b`)
	aModifier = regexp.MustCompile(`\.[a-z_]+[0-9]*`)
	aSpace    = regexp.MustCompile(`\.(global|shared|local|param|const)\b`)
	aOperand  = regexp.MustCompile(`, [^,;{}()\[\]]+`)
	aName     = regexp.MustCompile(`[$A-Za-z_][A-Za-z0-9_$]+`)
)

// mutate makes a change to one line of PTX that is often an error. It returns the new text, and the
// old and the new line.
func mutate(r *rand.Rand, text string) (out, line string) {
	lines := strings.Split(text, "\n")
	pick := func(l string, re *regexp.Regexp, to func(old string) string) string {
		at := re.FindAllStringIndex(l, -1)
		if len(at) == 0 {
			return l
		}
		x := at[r.Intn(len(at))]
		return l[:x[0]] + to(l[x[0]:x[1]]) + l[x[1]:]
	}
	one := func(list ...string) func(string) string {
		return func(string) string { return list[r.Intn(len(list))] }
	}
	for range 1000 {
		k := r.Intn(len(lines))
		old := lines[k]
		if strings.HasPrefix(old, "//") || !strings.ContainsAny(old, ";.") ||
			strings.Contains(old, ".loc") || strings.Contains(old, ".pragma") {
			continue
		}
		switch r.Intn(10) {
		case 0, 1:
			lines[k] = pick(old, aSuffix, one(".s32", ".u32", ".b32", ".s64", ".u64", ".b64", ".f32", ".f64", ".pred",
				".u16", ".b16", ".u8", ".f16"))
		case 2, 3:
			lines[k] = pick(old, aRegister, one("%p1", "%rs1", "%r1", "%rd1", "%f1", "%fd1", "%r99999", "5", "-1",
				"0f3F800000", "_", "%tid.x", "[%rd1]"))
		case 4:
			lines[k] = pick(old, aNumber, one("-1", "0", "3", "129", "4294967296", "99999999999999999999", "%r1",
				"0d3FF0000000000000"))
		case 5:
			lines[k] = pick(old, aModifier, one("", ".rn", ".ftz", ".sat", ".v2", ".wide", ".lo", ".sys", ".relaxed",
				".volatile", ".uni"))
		case 6:
			lines[k] = pick(old, aSpace, one(".global", ".shared", ".local", ".param", ".const", ""))
		case 7:
			lines[k] = pick(old, aOperand, one("", ", 1", ", %r1, %r1"))
		case 8:
			lines[k] = pick(old, aName, one("nosuch", "_", "WARP_SZ", "a"))
		default:
			lines[k] = strings.ReplaceAll(old, "+-", "-")
			if lines[k] == old {
				lines[k] = ""
			}
		}
		if lines[k] != old {
			return strings.Join(lines, "\n"), old + " => " + lines[k]
		}
	}
	return text, ""
}

// TestMutations changes PTX at random, and verifies that the interpreter rejects any text that
// ptxas rejects. MUTANTS=FIRST:N selects the seeds.
func TestMutations(t *testing.T) {
	first, n := int64(0), int64(100)
	if s := os.Getenv("MUTANTS"); s != "" {
		if _, err := fmt.Sscanf(s, "%d:%d", &first, &n); err != nil {
			t.Fatal(err)
		}
	}
	asm := assemblers[0]
	if asm.path(t) == "" {
		t.Skip("ptxas is not installed")
	}
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := ours(t, file, string(src), driver.PTXOptions{CPU: "sm_80"})
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	both, stricter := 0, 0
	for seed := first; seed < first+n; seed++ {
		r := rand.New(rand.NewSource(seed))
		text, line := mutate(r, texts[r.Intn(len(texts))])
		_, err := interp.Parse(text)
		refused := asm.assemble(t, "sm_80", text)
		switch {
		case refused != nil && err == nil && strings.Contains(refused.Error(), "fatal"):
			t.Errorf("mutant %d, %s: taken, and %v", seed, line, refused)
		case refused != nil:
			both++
		case err != nil:
			stricter++
			t.Logf("mutant %d, %s: %v", seed, line, err)
		}
	}
	t.Logf("%d of %d refused by both, %d by the interpreter only", both, n, stricter)
}

// TestInitialValues verifies that the interpreter takes the initial values that ptxas takes.
func TestInitialValues(t *testing.T) {
	for _, elem := range []string{"u8", "s32", "u32", "b32", "b64", "f32", "f64", "f16"} {
		for _, value := range []string{"5", "-5", "0f3F800000", "{5}", "other"} {
			text := ".version 7.0\n.target sm_80\n.address_size 64\n.global .u8 other;\n.global ." + elem + " v"
			if value[0] == '{' {
				text += "[1]"
			}
			text += " = " + value + ";\n"
			_, err := interp.Parse(text)
			for _, asm := range assemblers {
				if asm.path(t) == "" {
					t.Skip("ptxas is not installed")
				}
				if refused := asm.assemble(t, "sm_80", text); (refused != nil) != (err != nil) {
					t.Errorf(".%s = %s: ptxas says %v, the interpreter %v", elem, value, refused, err)
				}
			}
		}
	}
}
