// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// libFunc is a function of the C or C++ library. Its arguments are registers; a structure by value
// has several. A function that waits sets Thread.wait and is called again. One that continues
// elsewhere sets Thread.jumped.
type libFunc func(t *Thread, args []val) val

// library holds the functions that programs may call without defining them.
var library map[string]libFunc

func init() {
	library = map[string]libFunc{
		// Memory.
		"malloc": allocate(fromMalloc, 0), "_Znwm": allocate(fromNew, -1), "_Znam": allocate(fromNewArray, -1),
		"_ZnwmSt11align_val_t": allocate(fromNew, 1), "_ZnamSt11align_val_t": allocate(fromNewArray, 1),
		"_ZnwmRKSt9nothrow_t": allocate(fromNew, -1), "_ZnamRKSt9nothrow_t": allocate(fromNewArray, -1),
		"_ZnwmSt11align_val_tRKSt9nothrow_t": allocate(fromNew, 1),
		"_ZnamSt11align_val_tRKSt9nothrow_t": allocate(fromNewArray, 1),
		"aligned_alloc": func(t *Thread, a []val) val {
			return allocate(fromMalloc, 1)(t,
				[]val{a[1], a[0]})
		},
		"calloc": calloc, "realloc": realloc, "posix_memalign": posixMemalign,
		"free": release(fromMalloc), "_ZdlPv": release(fromNew), "_ZdlPvm": release(fromNew),
		"_ZdlPvSt11align_val_t":  release(fromNew),
		"_ZdlPvmSt11align_val_t": release(fromNew), "_ZdaPv": release(fromNewArray), "_ZdaPvm": release(fromNewArray),
		"_ZdaPvSt11align_val_t": release(fromNewArray), "_ZdaPvmSt11align_val_t": release(fromNewArray),
		"_ZdlPvRKSt9nothrow_t": release(fromNew), "_ZdaPvRKSt9nothrow_t": release(fromNewArray),
		"_ZdlPvSt11align_val_tRKSt9nothrow_t": release(fromNew), "_ZdaPvSt11align_val_tRKSt9nothrow_t": release(fromNewArray),

		// Bytes and strings.
		"memcpy": memcpy, "memmove": memcpy, "memset": memset, "memcmp": memcmp, "bcmp": memcmp, "memchr": memchr,
		"strlen": strlen, "strcmp": strcmp, "strncmp": strncmp, "strcpy": strcpy,
		"strncpy": strncpy, "strcat": strcat, "strchr": strchr,
		"strrchr": strrchr, "strstr": strstr, "strnlen": strnlen, "strdup": strdup,
		"strtol": strtol, "strtoul": strtol, "strtoll": strtol, "strtoull": strtol,
		"strtod": strtod, "atoi": atoi, "atol": atoi, "atoll": atoi,
		"toupper": ctype(func(c byte) uint64 { return uint64(bytes.ToUpper([]byte{c})[0]) }),
		"tolower": ctype(func(c byte) uint64 { return uint64(bytes.ToLower([]byte{c})[0]) }),
		"isdigit": ctype(isIn("0123456789")), "isspace": ctype(isIn(" \t\n\v\f\r")), "isalpha": ctype(isIn(letters)),
		"isalnum": ctype(isIn(letters + "0123456789")),
		"isupper": ctype(isIn(letters[:26])), "islower": ctype(isIn(letters[26:])),
		"isxdigit": ctype(isIn("0123456789abcdefABCDEF")),

		// Output.
		"printf": formats(0, false, toStdout), "fprintf": formats(1, false, toFile), "dprintf": formats(1, false, toFile),
		"sprintf": formats(1, false, toMemory), "snprintf": formats(2, false, toMemory),
		"vprintf": formats(0, true, toStdout), "vfprintf": formats(1, true, toFile),
		"vsprintf": formats(1, true, toMemory), "vsnprintf": formats(2, true, toMemory),
		"puts": puts, "putchar": putchar, "putc": putc, "fputc": putc, "fputs": fputs,
		"fwrite": fwrite, "fflush": nop, "write": writeFD,
		"perror": nop, "setvbuf": nop, "setbuf": nop, "getchar": getchar, "fgets": fgets,

		// Numbers.
		"abs":  func(_ *Thread, a []val) val { x := int32(a[0].v); return val{v: uint64(uint32(max(x, -x)))} },
		"labs": func(_ *Thread, a []val) val { x := int64(a[0].v); return val{v: uint64(max(x, -x))} },
		"sqrt": math1(math.Sqrt), "sin": math1(math.Sin), "cos": math1(math.Cos), "tan": math1(math.Tan),
		"exp": math1(math.Exp), "log": math1(math.Log),
		"log2": math1(math.Log2), "log10": math1(math.Log10), "floor": math1(math.Floor), "ceil": math1(math.Ceil),
		"fabs": math1(math.Abs), "round": math1(math.Round),
		"trunc": math1(math.Trunc), "asin": math1(math.Asin), "acos": math1(math.Acos),
		"atan": math1(math.Atan), "cbrt": math1(math.Cbrt),
		"pow": math2(math.Pow), "fmod": math2(math.Mod), "atan2": math2(math.Atan2), "hypot": math2(math.Hypot),
		"rand": randC, "srand": srand, "random": randC, "srandom": srand,
		"qsort": qsort, "bsearch": bsearch,

		// The program.
		"exit": exitC, "_exit": quickExit, "_Exit": quickExit, "quick_exit": quickExit, "abort": func(t *Thread,
			_ []val) val {
			t.m.abort(t)
			return val{}
		},
		"atexit": func(t *Thread, a []val) val {
			t.m.atexit = append(t.m.atexit,
				exitCall{a[0].v, nil})
			return val{}
		},
		"__cxa_atexit": atExitWith, "__cxa_thread_atexit": atExitWith,
		"__assert_fail": assertFail, "__errno_location": errnoLocation, "getenv": nop, "getpid": func(*Thread,
			[]val) val {
			return val{v: 4711}
		},
		"setjmp": setjmp, "_setjmp": setjmp, "__sigsetjmp": setjmp, "sigsetjmp": setjmp,
		"longjmp": longjmp, "_longjmp": longjmp, "siglongjmp": longjmp,
		"time": timeC, "clock": clock, "clock_gettime": clockGettime, "nanosleep": nop, "usleep": nop, "sleep": nop,
		"sysconf":                              func(*Thread, []val) val { return val{v: 4} },
		"_ZNSt6chrono3_V212steady_clock3nowEv": clock, "_ZNSt6chrono3_V212system_clock3nowEv": clock,
	}
	for _, more := range []map[string]libFunc{cxxLibrary, threadLibrary, ostreamLibrary, onceLibrary} {
		for name, f := range more {
			library[name] = f
		}
	}
	addExceptions(library)
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func nop(*Thread, []val) val { return val{} }

// arg returns a defined argument.
func (t *Thread) arg(a []val, k int) uint64 {
	if k >= len(a) {
		panic(trapf("a library function gets %d arguments and needs more", len(a)))
	}
	if a[k].u != 0 {
		panic(trapf("argument %d of a library function is undefined", k+1))
	}
	return a[k].v
}

// Memory.

// allocate returns a function that allocates memory. align is the index of the argument with the
// alignment; if it is not positive, the alignment is 16. If the size is too large, malloc returns
// null, and operator new throws.
func allocate(how uint8, align int) libFunc {
	return func(t *Thread, a []val) val {
		n := t.arg(a, 0)
		al := uint64(16)
		if align > 0 {
			al = max(al, t.arg(a, align))
		}
		if n >= 1<<31 {
			if how == fromMalloc {
				return val{}
			}
			t.throwNamed("_ZTISt9bad_alloc", "std::bad_alloc")
			return val{}
		}
		return val{v: t.newObject(how, n, al).addr()}
	}
}

func (t *Thread) newObject(how uint8, n, align uint64) *object {
	o := t.m.mem.add(objHeap, n, align)
	o.how = how
	b := make([]byte, 2*n)
	o.data, o.undef = b[:n:n], b[n:]
	for k := range o.undef {
		o.undef[k] = 0xff
	}
	o.made = t.stackInto(o.made, stackKept)
	return o
}

// release returns a function that frees memory.
func release(how uint8) libFunc {
	return func(t *Thread, a []val) val {
		if p := t.arg(a, 0); p != 0 {
			t.free1(p, how)
		}
		return val{}
	}
}

func (t *Thread) free1(p uint64, how uint8) {
	o, off := t.m.mem.object(p)
	if o != nil && t.m.mem.checker != nil {
		t.frees(o, p)
		t.races().access(t, o, 0, o.size, true)
	}
	switch {
	case o == nil:
		panic(trapf("free of address %#x, which belongs to no object", p))
	case o.dead && o.act != nil:
		panic(o.act.history(trapf("the frame of %s is freed, and was freed before", o.act.name())))
	case o.dead:
		tr := trapf("free of %s, which was freed before", o.describe())
		tr.note(o.madeWord(), o.made)
		panic(tr.note(o.freedWord(), o.freed))
	case o.kind != objHeap:
		panic(trapf("free of %s, which was not allocated", o.describe()))
	case off != 0:
		panic(trapf("free of an address inside %s", o.describe()).note(o.madeWord(), o.made))
	case o.how != how:
		panic(trapf("memory from %s is freed by the function for %s", heapKinds[o.how],
			heapKinds[how]).note(o.madeWord(), o.made))
	}
	o.freed = t.stackInto(o.freed[:0], stackKept)
	t.m.mem.kill(o)
}

func calloc(t *Thread, a []val) val {
	n := t.arg(a, 0) * t.arg(a, 1)
	o := t.newObject(fromMalloc, n, 16)
	o.undef = nil
	return val{v: o.addr()}
}

func realloc(t *Thread, a []val) val {
	p, n := t.arg(a, 0), t.arg(a, 1)
	o := t.newObject(fromMalloc, n, 16)
	if p != 0 {
		old, _ := t.m.mem.at(p, 0, "realloc")
		t.m.mem.copy(o.addr(), p, min(n, old.size))
		t.free1(p, fromMalloc)
	}
	return val{v: o.addr()}
}

func posixMemalign(t *Thread, a []val) val {
	o := t.newObject(fromMalloc, t.arg(a, 2), t.arg(a, 1))
	t.m.mem.store(t.arg(a, 0), 8, val{v: o.addr()})
	return val{}
}

// Bytes and strings.

func memcpy(t *Thread, a []val) val {
	t.m.mem.copy(t.arg(a, 0), t.arg(a, 1), t.arg(a, 2))
	return a[0]
}

func memset(t *Thread, a []val) val {
	t.m.mem.fill(t.arg(a, 0), t.arg(a, 2), a[1])
	return a[0]
}

func sign(n int) val { return val{v: uint64(uint32(int32(n)))} }

func memcmp(t *Thread, a []val) val {
	n := t.arg(a, 2)
	return sign(bytes.Compare(t.m.mem.read(t.arg(a, 0), n), t.m.mem.read(t.arg(a, 1), n)))
}

func memchr(t *Thread, a []val) val {
	return found(t.arg(a, 0), bytes.IndexByte(t.m.mem.read(a[0].v, t.arg(a, 2)), byte(t.arg(a, 1))))
}

func strlen(t *Thread, a []val) val { return val{v: uint64(len(t.m.mem.text(t.arg(a, 0))))} }

func strnlen(t *Thread, a []val) val {
	return val{v: uint64(len(t.textUpTo(t.arg(a, 0), t.arg(a, 1))))}
}

func strcmp(t *Thread, a []val) val {
	return sign(strings.Compare(t.m.mem.text(t.arg(a, 0)), t.m.mem.text(t.arg(a, 1))))
}

// textUpTo reads a string of at most n bytes.
func (t *Thread) textUpTo(p, n uint64) string {
	var b []byte
	for k := range n {
		c := t.m.mem.read(p+k, 1)[0]
		if c == 0 {
			break
		}
		b = append(b, c)
	}
	return string(b)
}

func strncmp(t *Thread, a []val) val {
	n := t.arg(a, 2)
	return sign(strings.Compare(t.textUpTo(t.arg(a, 0), n), t.textUpTo(t.arg(a, 1), n)))
}

func strcpy(t *Thread, a []val) val {
	t.m.mem.write(t.arg(a, 0), append([]byte(t.m.mem.text(t.arg(a, 1))), 0))
	return a[0]
}

func strncpy(t *Thread, a []val) val {
	b := make([]byte, t.arg(a, 2))
	copy(b, t.textUpTo(t.arg(a, 1), uint64(len(b))))
	t.m.mem.write(t.arg(a, 0), b)
	return a[0]
}

func strcat(t *Thread, a []val) val {
	n := uint64(len(t.m.mem.text(t.arg(a, 0))))
	t.m.mem.write(a[0].v+n, append([]byte(t.m.mem.text(t.arg(a, 1))), 0))
	return a[0]
}

func found(p uint64, k int) val {
	if k < 0 {
		return val{}
	}
	return val{v: p + uint64(k)}
}

func strchr(t *Thread, a []val) val {
	return found(t.arg(a, 0), strings.IndexByte(t.m.mem.text(t.arg(a, 0))+"\x00", byte(t.arg(a, 1))))
}

func strrchr(t *Thread, a []val) val {
	return found(t.arg(a, 0), strings.LastIndexByte(t.m.mem.text(t.arg(a, 0))+"\x00", byte(t.arg(a, 1))))
}

func strstr(t *Thread, a []val) val {
	return found(t.arg(a, 0), strings.Index(t.m.mem.text(t.arg(a, 0)), t.m.mem.text(t.arg(a, 1))))
}

func strdup(t *Thread, a []val) val {
	s := t.m.mem.text(t.arg(a, 0))
	o := t.newObject(fromMalloc, uint64(len(s)+1), 16)
	t.m.mem.write(o.addr(), append([]byte(s), 0))
	return val{v: o.addr()}
}

// prefixNumber parses the longest prefix that is a number.
func prefixNumber(s string, base int) (x int64, n int) {
	i := 0
	for i < len(s) && strings.IndexByte(" \t\n\v\f\r", s[i]) >= 0 {
		i++
	}
	neg := false
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		neg = s[i] == '-'
		i++
	}
	if (base == 0 || base == 16) && strings.HasPrefix(strings.ToLower(s[i:]), "0x") {
		base = 16
		i += 2
	}
	if base == 0 {
		base = 10
		if i < len(s) && s[i] == '0' {
			base = 8
		}
	}
	for ; i < len(s); i++ {
		d, err := strconv.ParseInt(s[i:i+1], 36, 64)
		if err != nil || int(d) >= base {
			break
		}
		x = x*int64(base) + d
		n = i + 1
	}
	if neg {
		x = -x
	}
	return x, n
}

func strtol(t *Thread, a []val) val {
	x, n := prefixNumber(t.m.mem.text(t.arg(a, 0)), int(int32(t.arg(a, 2))))
	if end := t.arg(a, 1); end != 0 {
		t.m.mem.store(end, 8, val{v: a[0].v + uint64(n)})
	}
	return val{v: uint64(x)}
}

func atoi(t *Thread, a []val) val {
	x, _ := prefixNumber(t.m.mem.text(t.arg(a, 0)), 10)
	return val{v: uint64(x)}
}

func strtod(t *Thread, a []val) val {
	s := t.m.mem.text(t.arg(a, 0))
	for n := len(s); ; n-- {
		x, err := strconv.ParseFloat(strings.TrimSpace(s[:n]), 64)
		if err != nil && n > 0 {
			continue
		}
		if end := t.arg(a, 1); end != 0 {
			t.m.mem.store(end, 8, val{v: a[0].v + uint64(n)})
		}
		return val{v: math.Float64bits(x)}
	}
}

func ctype(f func(c byte) uint64) libFunc {
	return func(t *Thread, a []val) val {
		if c := int32(t.arg(a, 0)); c < 0 || c > 127 {
			return val{v: uint64(uint32(c))}
		}
		return val{v: f(byte(a[0].v))}
	}
}

func isIn(set string) func(c byte) uint64 {
	return func(c byte) uint64 {
		if strings.IndexByte(set, c) >= 0 {
			return 1
		}
		return 0
	}
}

// Numbers.

func math1(f func(float64) float64) libFunc {
	return func(t *Thread, a []val) val { return val{v: math.Float64bits(f(math.Float64frombits(t.arg(a, 0))))} }
}

func math2(f func(x, y float64) float64) libFunc {
	return func(t *Thread, a []val) val {
		return val{v: math.Float64bits(f(math.Float64frombits(t.arg(a, 0)), math.Float64frombits(t.arg(a, 1))))}
	}
}

// randC has its own generator, because programs must not depend on that of one library.
func randC(t *Thread, _ []val) val {
	t.m.random = t.m.random*6364136223846793005 + 1442695040888963407
	return val{v: t.m.random >> 33}
}

func srand(t *Thread, a []val) val {
	t.m.random = t.arg(a, 0)
	return val{}
}

func qsort(t *Thread, a []val) val {
	base, n, size := t.arg(a, 0), int(t.arg(a, 1)), t.arg(a, 2)
	cmp := t.function(a[3])
	if n < 2 || size == 0 {
		return val{}
	}
	// The comparison function reads a copy of the array, so that the elements do not move
	// meanwhile.
	tmp := t.newObject(fromMalloc, size*uint64(n), 16)
	t.m.mem.copy(tmp.addr(), base, size*uint64(n))
	order := make([]uint64, n)
	for k := range order {
		order[k] = tmp.addr() + uint64(k)*size
	}
	sort.SliceStable(order, func(i, j int) bool {
		r := t.run(cmp, []val{{v: order[i]}, {v: order[j]}})
		return len(r) == 1 && int32(t.arg(r, 0)) < 0
	})
	for k, p := range order {
		t.m.mem.copy(base+uint64(k)*size, p, size)
	}
	t.free1(tmp.addr(), fromMalloc)
	return val{}
}

func bsearch(t *Thread, a []val) val {
	base, n, size := t.arg(a, 1), int(t.arg(a, 2)), t.arg(a, 3)
	cmp := t.function(a[4])
	lo, hi := 0, n
	for lo < hi {
		mid := (lo + hi) / 2
		p := base + uint64(mid)*size
		switch c := int32(t.run(cmp, []val{a[0], {v: p}})[0].v); {
		case c == 0:
			return val{v: p}
		case c < 0:
			hi = mid
		default:
			lo = mid + 1
		}
	}
	return val{}
}

// The program.

func atExitWith(t *Thread, a []val) val {
	t.m.atexit = append(t.m.atexit, exitCall{a[0].v, a[1:2]})
	return val{}
}

// err writes to the program's standard error.
func (m *Machine) err(s string) {
	if m.opts.Stderr != nil {
		if m.out != nil {
			m.out.Flush()
		}
		fmt.Fprint(m.opts.Stderr, s)
	}
}

// quit ends the program.
func (m *Machine) quit(code int) {
	if m.failing != nil && m.mem.checker != nil {
		m.failing.ends()
	}
	m.exit = &code
	m.stop = true
}

// abortCode is the exit code that a shell reports for a program that aborted.
const abortCode = 128 + 6

func (m *Machine) abort(t *Thread) {
	m.aborted = t.stackInto(nil, stackShown)
	t.jumped = true
	m.quit(abortCode)
}

func exitC(t *Thread, a []val) val {
	code := int(t.arg(a, 0) & 0xff)
	t.jumped = true
	t.atExit(func() { t.m.quit(code) })
	return val{}
}

// atExit calls the registered functions, the last one first.
func (t *Thread) atExit(then func()) {
	t.m.ending = true
	for {
		n := len(t.m.atexit)
		if n == 0 && len(t.m.dtors) > 0 {
			d := t.m.dtors[0]
			t.m.dtors = t.m.dtors[1:]
			t.enter(d, make([]val, d.nparams), func(t *Thread, _ []val) { t.atExit(then) })
			return
		}
		if n == 0 {
			then()
			return
		}
		c := t.m.atexit[n-1]
		t.m.atexit = t.m.atexit[:n-1]
		fn := t.function(val{v: c.fn})
		if fn.lib != nil || fn.ir.Declared {
			continue // of the library: no visible effect
		}
		args := slices.Clone(c.args)
		for len(args) < len(fn.ir.FTy.Params()) {
			args = append(args, val{})
		}
		t.enter(fn, args, func(t *Thread, _ []val) { t.atExit(then) })
		return
	}
}

func quickExit(t *Thread, a []val) val {
	t.jumped = true
	t.m.quit(int(t.arg(a, 0) & 0xff))
	return val{}
}

func assertFail(t *Thread, a []val) val {
	t.m.err(fmt.Sprintf("%s:%d: %s: Assertion `%s' failed.\n", t.m.mem.text(t.arg(a, 1)), t.arg(a, 2),
		t.m.mem.text(t.arg(a, 3)), t.m.mem.text(t.arg(a, 0))))
	t.m.abort(t)
	return val{}
}

func errnoLocation(t *Thread, _ []val) val {
	if t.errno == 0 {
		o := t.m.mem.add(objHeap, 4, 4)
		o.kind = objGlobal
		o.data = make([]byte, 4)
		t.errno = o.addr()
	}
	return val{v: t.errno}
}

// clock returns a time that advances with each call, so that runs are reproducible.
func clock(t *Thread, _ []val) val {
	t.m.ticks += 1000
	return val{v: t.m.ticks}
}

func timeC(t *Thread, a []val) val {
	now := val{v: 1_700_000_000}
	if p := t.arg(a, 0); p != 0 {
		t.m.mem.store(p, 8, now)
	}
	return now
}

func clockGettime(t *Thread, a []val) val {
	now := clock(t, nil).v
	t.m.mem.store(t.arg(a, 1), 8, val{v: now / 1e9})
	t.m.mem.store(t.arg(a, 1)+8, 8, val{v: now % 1e9})
	return val{}
}

// jump is the position at which a setjmp returned.
type jump struct {
	serial uint64 // of its frame
	pc     int
	in     *inst
}

func setjmp(t *Thread, a []val) val {
	f := t.top
	t.m.jumps[t.arg(a, 0)] = &jump{f.serial, f.pc, f.call}
	return val{}
}

func longjmp(t *Thread, a []val) val {
	j := t.m.jumps[t.arg(a, 0)]
	if j == nil {
		panic(trapf("longjmp to a buffer that no setjmp filled"))
	}
	for f := t.top; f != nil && f.serial != j.serial; f = f.up {
		if f.gate {
			panic(unsupportedf("a longjmp leaves a function that the library calls back"))
		}
		if f.up == nil {
			panic(trapf("longjmp to a function that has returned"))
		}
	}
	x := t.arg(a, 1)
	for t.top.serial != j.serial {
		t.pop()
	}
	f := t.top
	f.pc, f.call = j.pc, j.in
	f.regs[j.in.dst] = val{v: max(x&0xffffffff, 1)}
	if ci := j.in.x.(*callInfo); ci.normal != nil {
		f.jump(ci.normal)
	}
	t.jumped = true
	return val{}
}
