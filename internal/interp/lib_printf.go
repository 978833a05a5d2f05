// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Input and output of C.

// emit writes to a file of the program: 1 is standard output, 2 is standard error.
func (t *Thread) emit(fd int, s string) {
	m := t.m
	if m.opts.Watch != nil {
		m.opts.Watch(Event{Call: "write " + strconv.Itoa(fd), Text: s, At: t.stackInto(nil, stackShown)})
	}
	if fd == 2 {
		m.err(s)
		return
	}
	if m.out != nil {
		m.out.WriteString(s)
	}
}

// file returns the number of a FILE.
func (t *Thread) file(p uint64) int {
	switch name := t.symbol(p); name {
	case "stdout":
		return 1
	case "stderr":
		return 2
	}
	panic(unsupportedf("output to another file than stdout and stderr cannot be run"))
}

// formatArgs provides the arguments of a format one after the other.
type formatArgs interface{ next(t *Thread) uint64 }

// listArgs are the arguments of a call.
type listArgs struct {
	list []val
	k    int
}

func (l *listArgs) next(t *Thread) uint64 {
	l.k++
	if l.k > len(l.list) {
		panic(trapf("a format needs more than the %d arguments it gets", len(l.list)))
	}
	x := l.list[l.k-1]
	if x.u != 0 {
		panic(trapf("argument %d of a format is undefined", l.k))
	}
	return x.v
}

// vaArgs are the arguments of a va_list.
type vaArgs struct{ list uint64 }

func (l *vaArgs) next(t *Thread) uint64 {
	mem := &t.m.mem
	p := mem.load(l.list+8, 8)
	x := mem.load(pointer(p, "va_arg"), 8)
	mem.store(l.list+8, 8, val{v: p.v + 8})
	// The upper half of an int is undefined.
	if x.u&0xffffffff != 0 {
		panic(trapf("an argument of a format is undefined"))
	}
	return x.v
}

// format formats as printf does.
func (t *Thread) format(f string, args formatArgs) string {
	var b strings.Builder
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			b.WriteByte(f[i])
			continue
		}
		i++
		from := i
		spec := "%"
		for i < len(f) && strings.IndexByte("-+ #0123456789.*", f[i]) >= 0 {
			if f[i] == '*' {
				spec += strconv.Itoa(int(int32(args.next(t))))
			} else {
				spec += string(f[i])
			}
			i++
		}
		size := ""
		for i < len(f) && strings.IndexByte("hlLqjzt", f[i]) >= 0 {
			size += string(f[i])
			i++
		}
		if i >= len(f) {
			b.WriteString(f[from-1:])
			break
		}
		b.WriteString(t.formatOne(spec, size, f[i], args))
	}
	return b.String()
}

func (t *Thread) formatOne(spec, size string, verb byte, args formatArgs) string {
	switch verb {
	case '%':
		return "%"
	case 'd', 'i':
		x := args.next(t)
		return cInt(spec, "d", signedOf(size, x), 0)
	case 'u', 'x', 'X', 'o':
		x := unsignedOf(size, args.next(t))
		if verb == 'u' {
			verb = 'd'
		}
		return cInt(spec, string(verb), 0, x)
	case 'c':
		return fmt.Sprintf(strings.ReplaceAll(spec, "0", "")+"s", string([]byte{byte(args.next(t))}))
	case 's':
		p := args.next(t)
		if p == 0 {
			return fmt.Sprintf(spec+"s", "(null)")
		}
		if _, prec, ok := strings.Cut(spec, "."); ok {
			n, _ := strconv.Atoi(prec)
			return fmt.Sprintf(spec+"s", t.textUpTo(p, uint64(n)))
		}
		s := t.m.mem.text(p)
		return bytePad(spec, s)
	case 'p':
		p := args.next(t)
		if p == 0 {
			return fmt.Sprintf(spec+"s", "(nil)")
		}
		return fmt.Sprintf(spec+"s", "0x"+strconv.FormatUint(p, 16))
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		if size == "L" {
			panic(unsupportedf("printf of a long double cannot be run"))
		}
		return cFloat(spec, verb, math.Float64frombits(args.next(t)))
	case 'n':
		panic(unsupportedf("printf with %%n cannot be run"))
	}
	return spec + size + string(verb)
}

// bytePad pads to a width in bytes; Go counts characters.
func bytePad(spec, s string) string {
	w, err := strconv.Atoi(strings.TrimLeft(spec[1:], "-"))
	if err != nil {
		return s
	}
	pad := strings.Repeat(" ", max(0, w-len(s)))
	if strings.HasPrefix(spec[1:], "-") {
		return s + pad
	}
	return pad + s
}

func signedOf(size string, x uint64) int64 {
	switch size {
	case "":
		return int64(int32(x))
	case "h":
		return int64(int16(x))
	case "hh":
		return int64(int8(x))
	}
	return int64(x)
}

func unsignedOf(size string, x uint64) uint64 {
	switch size {
	case "":
		return uint64(uint32(x))
	case "h":
		return uint64(uint16(x))
	case "hh":
		return uint64(uint8(x))
	}
	return x
}

// cInt prints an integer; s or u is zero. A precision cancels the zero flag, as in C.
func cInt(spec, verb string, s int64, u uint64) string {
	if strings.Contains(spec, ".") {
		flags := spec[1:]
		k := 0
		for k < len(flags) && strings.IndexByte("-+ #0", flags[k]) >= 0 {
			k++
		}
		spec = "%" + strings.ReplaceAll(flags[:k], "0", "") + flags[k:]
	}
	if u == 0 {
		return fmt.Sprintf(spec+verb, s)
	}
	return fmt.Sprintf(spec+verb, u)
}

// cFloat prints a float as C does: an exponent of at least two digits, and inf and nan in lower
// case.
func cFloat(spec string, verb byte, x float64) string {
	switch {
	case math.IsInf(x, 0), math.IsNaN(x):
		s := strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(x, 'g', -1, 64), "+"))
		spec, _, _ = strings.Cut(strings.ReplaceAll(spec, "0", ""), ".")
		return fmt.Sprintf(strings.ReplaceAll(spec, "+", "")+"s", s)
	case verb == 'a' || verb == 'A':
		return hexFloat(spec, verb, x)
	case (verb == 'g' || verb == 'G') && !strings.Contains(spec, "."):
		spec += ".6"
	}
	return fmt.Sprintf(spec+string(verb), x)
}

// hexFloat formats a number in hexadecimal, for example as 0x1.8p+3. Go writes the exponent with at
// least two digits.
func hexFloat(spec string, verb byte, x float64) string {
	flags, precision, has := strings.Cut(spec[1:], ".")
	digits := -1
	if has {
		digits, _ = strconv.Atoi(precision)
	}
	s := strconv.FormatFloat(x, 'x', digits, 64)
	if at := strings.IndexByte(s, 'p') + 2; at > 1 && at < len(s)-1 && s[at] == '0' {
		s = s[:at] + s[at+1:]
	}
	if strings.Contains(flags, "+") && x >= 0 {
		s = "+" + s
	}
	if verb == 'A' {
		s = strings.ToUpper(s)
	}
	return bytePad("%"+strings.Trim(flags, "+ #0"), s)
}

// formats returns a function of the printf family: k is the argument that is the format, and the arguments
// after it are its operands, or a va_list. to takes the text.
func formats(k int, list bool, to func(t *Thread, a []val, s string)) libFunc {
	return func(t *Thread, a []val) val {
		f := t.m.mem.text(t.arg(a, k))
		var operands formatArgs = &listArgs{list: a[k+1:]}
		if list {
			operands = &vaArgs{t.arg(a, k+1)}
		}
		s := t.format(f, operands)
		to(t, a[:k], s)
		return val{v: uint64(uint32(len(s)))}
	}
}

func toStdout(t *Thread, _ []val, s string) { t.emit(1, s) }

func toFile(t *Thread, a []val, s string) {
	fd := int(t.arg(a, 0))
	if fd != 1 && fd != 2 {
		fd = t.file(a[0].v)
	}
	t.emit(fd, s)
}

// toMemory writes to the address that is the first argument, and no more than the second, if there is one.
func toMemory(t *Thread, a []val, s string) {
	if len(a) > 1 {
		n := t.arg(a, 1)
		if n == 0 {
			return
		}
		s = s[:min(uint64(len(s)), n-1)]
	}
	t.m.mem.write(t.arg(a, 0), append([]byte(s), 0))
}

func puts(t *Thread, a []val) val {
	t.emit(1, t.m.mem.text(t.arg(a, 0))+"\n")
	return val{v: 1}
}

func putchar(t *Thread, a []val) val {
	t.emit(1, string([]byte{byte(t.arg(a, 0))}))
	return a[0]
}

func putc(t *Thread, a []val) val {
	t.emit(t.file(t.arg(a, 1)), string([]byte{byte(t.arg(a, 0))}))
	return a[0]
}

func fputs(t *Thread, a []val) val {
	t.emit(t.file(t.arg(a, 1)), t.m.mem.text(t.arg(a, 0)))
	return val{v: 1}
}

func fwrite(t *Thread, a []val) val {
	n := t.arg(a, 1) * t.arg(a, 2)
	t.emit(t.file(t.arg(a, 3)), string(t.m.mem.read(t.arg(a, 0), n)))
	return a[2]
}

func writeFD(t *Thread, a []val) val {
	n := t.arg(a, 2)
	t.emit(int(t.arg(a, 0)), string(t.m.mem.read(t.arg(a, 1), n)))
	return val{v: n}
}

func (m *Machine) input() *bufio.Reader {
	if m.stdin == nil {
		r := m.opts.Stdin
		if r == nil {
			r = strings.NewReader("")
		}
		m.stdin = bufio.NewReader(r)
	}
	return m.stdin
}

func getchar(t *Thread, _ []val) val {
	c, err := t.m.input().ReadByte()
	if err != nil {
		return val{v: 0xffffffff}
	}
	return val{v: uint64(c)}
}

func fgets(t *Thread, a []val) val {
	var b []byte
	for n := t.arg(a, 1); uint64(len(b))+1 < n; {
		c, err := t.m.input().ReadByte()
		if err != nil {
			break
		}
		b = append(b, c)
		if c == '\n' {
			break
		}
	}
	if len(b) == 0 {
		return val{}
	}
	t.m.mem.write(t.arg(a, 0), append(b, 0))
	return a[0]
}
