// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/ptx/interp"
)

// strictHead is the text before each statement of testdata/strict.txt.
const strictHead = `.version 8.0
.target sm_90
.address_size 64
.extern .func ext();
.global .align 16 .b8 g[64];
.shared .align 16 .b8 s[64];
.const .align 16 .b8 c[64];
.visible .entry k(.param .align 16 .b8 kp[64]){
.local .align 16 .b8 loc[64];
.reg .pred %p<9>; .reg .b16 %bh<9>; .reg .b32 %b<9>; .reg .b64 %bd<9>; .reg .u16 %uh<9>; .reg .u32 %u<9>; .reg .u64 %ud<9>;
.reg .s16 %sh<9>; .reg .s32 %s<9>; .reg .s64 %sd<9>; .reg .f32 %f<9>; .reg .f64 %fd<9>; .reg .f16 %fh<9>;
`

// strictLine is a statement, with the verdicts of ptxas and of the interpreter.
type strictLine struct {
	text         string
	ptxas, taken bool
}

func strictLines(t *testing.T) []strictLine {
	text, err := os.ReadFile("testdata/strict.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []strictLine
	for _, l := range strings.Split(string(text), "\n") {
		if l == "" || l[0] == '#' {
			continue
		}
		out = append(out, strictLine{l[2:], l[0] != '-', l[0] == '+'})
	}
	return out
}

// TestStrict compares the interpreter's checks with those of ptxas. The interpreter must reject
// each statement that ptxas rejects, and accept each one that ptxas accepts, except those that are
// marked. If ptxas is installed, the test runs it again.
func TestStrict(t *testing.T) {
	lines := strictLines(t)
	for _, l := range lines {
		_, err := interp.Parse(strictHead + l.text + "\nret;\n}\n")
		if taken := err == nil; taken != l.taken {
			t.Errorf("%s: taken is %v: %v", l.text, taken, err)
		}
	}
	for _, a := range assemblers {
		if path := a.path(t); path != "" {
			for k, why := range refusals(t, path, lines) {
				if (why == "") != lines[k].ptxas {
					t.Errorf("%s: %s says %q", lines[k].text, a.link, why)
				}
			}
		}
	}
}

var refusal = regexp.MustCompile(`line (\d+); (error|fatal)\s*: (.*)`)

// refusals runs ptxas on all lines at once, and repeats this without a line that is a fatal error.
// It returns the error for each line.
func refusals(t *testing.T, path string, lines []strictLine) []string {
	out := make([]string, len(lines))
	todo := make([]int, len(lines))
	for k := range todo {
		todo[k] = k
	}
	file := filepath.Join(t.TempDir(), "strict.ptx")
	first := 1 + strings.Count(strictHead, "\n")
	for {
		var b strings.Builder
		b.WriteString(strictHead)
		for _, k := range todo {
			b.WriteString(lines[k].text + "\n")
		}
		b.WriteString("ret;\n}\n")
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		said, _ := exec.Command(path, "-arch=sm_90", "-c", file, "-o", os.DevNull).CombinedOutput()
		fatal := -1
		for _, m := range refusal.FindAllStringSubmatch(string(said), -1) {
			n, err := strconv.Atoi(m[1])
			if err != nil || n < first || n >= first+len(todo) {
				continue
			}
			if k := todo[n-first]; out[k] == "" {
				out[k] = m[3]
			}
			if m[2] == "fatal" {
				fatal = n - first
			}
		}
		if fatal < 0 {
			return out
		}
		todo = append(todo[:fatal], todo[fatal+1:]...)
	}
}

// strictModules are whole texts. ptxas rejects those whose name begins with "no".
var strictModules = []struct{ name, text string }{
	{"alias", ".visible .func f(){ret;} .visible .func a(); .alias a, f;"},
	{"no alias of weak", ".weak .func f(){ret;} .visible .func a(); .alias a, f;"},
	{"no alias of kernel", ".visible .entry f(){ret;} .visible .entry a(); .alias a, f;"},
	{"no alias of external", ".extern .func f(); .visible .func a(); .alias a, f;"},
	{"address", ".global .align 4 .b8 g[64]; .global .align 8 .u64 h[2] = {generic(g)+-4, g+8};"},
	{"no negative address", ".global .align 4 .b8 g[64]; .global .align 8 .u64 h = g-4;"},
	{"no address of what comes later", ".global .align 8 .u64 h = g; .global .align 4 .b8 g[64];"},
	{"no alignment of three", ".global .align 3 .b8 g[64];"},
	{"parameters", ".visible .func (.param .align 128 .b8 r[4]) f(.param .align 128 .b8 p[4]){ret;}"},
	{"no aligned parameter", ".visible .func f(.param .align 256 .b8 p[4]){ret;}"},
	{"no aligned result", ".visible .func (.param .align 256 .b8 r[4]) f(){ret;}"},
	{"no large kernel", ".visible .entry f(.param .align 4 .b8 p[4356]){ret;}"},
	{"bounds", ".visible .entry f() .maxntid 128, 2 .minnctapersm 2 {ret;}"},
	{"no threads", ".visible .entry f() .maxntid 0 {ret;}"},
	{"no two bounds", ".visible .entry f() .maxntid 32 .reqntid 32 {ret;}"},
	{"no bound of a function", ".visible .func f() .maxntid 32 {ret;}"},
	{"cluster", ".visible .entry f() .explicitcluster .reqnctapercluster 2, 1, 1 {ret;}"},
	{"no two clusters", ".visible .entry f() .reqnctapercluster 2 .maxclusterrank 4 {ret;}"},
	{"no word", ".visible .entry f() .maxthreads 2 {ret;}"},
	{"call", ".extern .func (.param .b32 r) g(.param .b64 p); .visible .func f(){ {.param .b64 a; .param .b32 b; " +
		"call.uni (b), g, (a);} ret;}"},
	{"no call of another type", ".extern .func (.param .b32 r) g(.param .b64 p); .visible .func f(){ {.param .b32 " +
		"a; .param .b32 b; call.uni (b), g, (a);} ret;}"},
	{"no call with too few", ".extern .func g(.param .b64 p); .visible .func f(){ call.uni g, (); ret;}"},
	{"no call of what comes later", ".visible .func f(){ call.uni g, (); ret;} .visible .func g(){ret;}"},
	{"no call of a kernel", ".visible .entry g(){ret;} .visible .func f(){ call.uni g, (); ret;}"},
	{"no call of an address alone", ".visible .func f(){ .reg .b64 %rd<2>; call %rd1, (); ret;}"},
	{"no other declaration", ".func f(.param .b64 p); .func f(.param .b32 p){ret;}"},
	{"no function twice", ".func f(){ret;} .func f(){ret;}"},
	{"no variable twice", ".global .b32 f; .global .b32 f;"},
	{"labels", ".func f(){ A: bra.uni A; }"},
	{"no label twice", ".func f(){ A: A: bra.uni A; }"},
	{"no label", ".func f(){ bra.uni A; }"},
	{"no label of another function", ".func g(){ A: ret; } .func f(){ bra.uni A; }"},
	{"no register twice", ".func f(){ .reg .b32 %r<2>; .reg .b32 %r1; ret; }"},
	{"no register of another block", ".func f(){ { .reg .b32 %x; } mov.b32 %x, 1; ret; }"},
	{"no list of targets", ".func f(){ .reg .b32 %r<2>; A: brx.idx %r1, A; ret; }"},
	{"list of targets", ".func f(){ .reg .b32 %r<2>; A: t: .branchtargets A, B; brx.idx %r1, t; B: ret; }"},
	{"no list of what is not there", ".func f(){ .reg .b32 %r<2>; t: .branchtargets A; brx.idx %r1, t; ret; }"},
	{"no WARP_SZ", ".global .b32 WARP_SZ;"},
	{"no name with a dot", ".func f.g(){ret;}"},
	{"no store to a parameter", ".func f(.param .b32 p){ st.param.b32 [p], 1; ret; }"},
	{"wide", ".func f(.param .b128 p){ .reg .b128 %rq<2>; .reg .b64 %rd<3>; ld.param.b128 %rq1, [p]; mov.b128 " +
		"{%rd1, %rd2}, %rq1; ret; }"},
}

// TestStrictModules does the same as TestStrict for whole texts.
func TestStrictModules(t *testing.T) {
	for _, c := range strictModules {
		head := ".version 7.8\n.target sm_90\n.address_size 64\n"
		if c.name == "wide" {
			head = strings.Replace(head, "7.8", "8.3", 1)
		}
		refused := strings.HasPrefix(c.name, "no ")
		if _, err := interp.Parse(head + c.text + "\n"); (err != nil) != refused {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, a := range assemblers {
			if err := a.assemble(t, "sm_90", "\n"+head+c.text+"\n"); a.path(t) != "" && (err != nil) != refused {
				t.Errorf("%s: %s: %v", c.name, a.link, err)
			}
		}
	}
}

// TestStrictVersions verifies which versions of PTX, and which machines, support a statement.
func TestStrictVersions(t *testing.T) {
	for _, c := range []struct {
		stmt    string
		ptx, sm int
	}{
		{"add.cc.s64 %bd1, %bd2, %bd3;", 43, 50}, {"cvta.param.u64 %bd1, %bd2;", 77, 70},
		{"cvta.to.param.u64 %bd1, %bd2;", 77, 70}, {"fence.sc.sys;", 60, 70},
		{"ld.relaxed.sys.global.b32 %b1, [%bd1];", 60, 70}, {"atom.relaxed.gpu.global.add.u32 %b1, [%bd1], 1;", 60, 70},
		{"alloca.u64 %bd1, 8, 8;", 73, 52},
		{"shfl.sync.idx.b32 %b1, %b2, 0, 31, -1;", 60, 50}, {"activemask.b32 %b1;", 62, 50},
		{"match.any.sync.b32 %b1, %b2, -1;", 60, 70},
		{"redux.sync.add.s32 %b1, %b2, -1;", 70, 80}, {"min.NaN.f32 %f1, %f2, %f3;", 70, 80},
		{"add.rn.f16 %bh1, %bh2, %bh3;", 42, 53},
		{"add.rn.bf16 %bh1, %bh2, %bh3;", 78, 90}, {"fma.rn.bf16 %bh1, %bh2, %bh3, %bh4;", 70, 80},
		{"cvt.rn.bf16.f32 %bh1, %f1;", 70, 80},
		{"cvt.f32.bf16 %f1, %bh1;", 71, 80}, {"cvt.rn.bf16.s32 %bh1, %b1;", 78, 90}, {"cvt.rn.bf16.f64 %bh1, %fd1;", 78,
			90}, {"neg.f16 %bh1, %bh2;", 60, 53},
		{"abs.f16 %bh1, %bh2;", 65, 53}, {"neg.bf16 %bh1, %bh2;", 70, 80}, {"tanh.approx.f32 %f1, %f2;", 70, 75},
		{"atom.global.add.f64 %fd1, [%bd1], %fd2;", 50, 60},
		{"atom.global.add.noftz.f16 %bh1, [%bd1], %bh2;", 63, 70}, {"atom.global.cas.b16 %bh1, [%bd1], %bh2, %bh3;", 63,
			70}, {"lop3.b32 %b1, %b2, %b3, %b4, 5;", 43, 50},
		{"setp.eq.f16 %p1, %bh2, %bh3;", 42, 53}, {"setp.eq.bf16 %p1, %bh2, %bh3;", 78, 90}, {"bar.warp.sync -1;", 60,
			50}, {"barrier.sync 0;", 60, 50},
		{"cvt.rn.f16x2.f32 %b1, %f1, %f2;", 70, 80}, {"min.f16 %bh1, %bh2, %bh3;", 70, 80},
		{"isspacep.param %p1, %bd1;", 77, 70},
	} {
		for _, v := range []struct{ ptx, sm int }{{c.ptx, c.sm}, {c.ptx - 1, c.sm}, {c.ptx, before(c.sm)}} {
			if v.ptx < firstPTX[v.sm] { // the machine itself needs a later version
				continue
			}
			text := strings.NewReplacer("8.0", fmt.Sprintf("%d.%d", v.ptx/10, v.ptx%10), "sm_90",
				fmt.Sprintf("sm_%d", v.sm), ".reg .f16 %fh<9>;", "").Replace(strictHead)
			text += c.stmt + "\nret;\n}\n"
			want := v.ptx >= c.ptx && v.sm >= c.sm
			if _, err := interp.Parse(text); (err == nil) != want {
				t.Errorf("%s with PTX %d for sm_%d: %v", c.stmt, v.ptx, v.sm, err)
			}
			a := assemblers[0]
			if err := a.assemble(t, fmt.Sprintf("sm_%d", v.sm), "\n"+text); a.path(t) != "" && (err == nil) != want {
				t.Errorf("%s with PTX %d for sm_%d: %v", c.stmt, v.ptx, v.sm, err)
			}
		}
	}
}

// firstPTX maps a machine to the PTX version that introduced it.
var firstPTX = map[int]int{50: 40, 52: 41, 53: 42, 60: 50, 70: 60, 75: 63, 80: 70, 86: 71, 90: 78}

// before returns the machine before another.
func before(sm int) int {
	out := sm
	for _, x := range []int{50, 52, 53, 60, 70, 75, 80, 86, 90} {
		if x < sm {
			out = x
		}
	}
	return out
}
