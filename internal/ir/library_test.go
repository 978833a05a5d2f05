// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// keeping are functions that keep an address, call a function that they are given, or store an
// address in the object that it points to. No row may be about one.
var keeping = strings.Fields(`setvbuf setbuf setlinebuf strtok strtok_r putenv setlocale qsort bsearch qsort_r lsearch
	lfind tsearch atexit at_quick_exit signal sigaction pthread_create pthread_once pthread_cleanup_push
	pthread_setspecific pthread_key_create aio_read aio_write lio_listio send sendto sendmsg writev vmsplice open_memstream
	fmemopen fopencookie setbuffer longjmp setjmp sigaltstack mmap call_once thrd_create tss_create tss_set hcreate hsearch
	ftw nftw glob scandir getcontext makecontext swapcontext dlopen strsep insque ioctl epoll_ctl io_submit twalk
	_ZSt9call_onceI _ZNSs6appendEPKc _ZSt15set_new_handlerPFvvE _ZSt13set_terminatePFvvE basic_string thread15_M_start_thread`)

// TestLibraryRows checks what can be checked of the table without another program.
func TestLibraryRows(t *testing.T) {
	seen := map[string]bool{}
	for k := range ir.Library {
		r := &ir.Library[k]
		letters := strings.TrimSuffix(r.Form[2:len(r.Form)-1], ".")
		for n := range 16 {
			if (r.Forgets.Has(n) || r.Returns.Has(n)) && (n >= len(letters) || letters[n] != 'p') {
				t.Errorf("%s %s: argument %d is no pointer", r.Form, r.Names, n)
			}
			if r.Forgets.Has(n) && r.Returns.Has(n) || r.Returns.Has(n) && r.Form[0] != 'p' {
				t.Errorf("%s %s: argument %d is returned, and is not", r.Form, r.Names, n)
			}
			if r.Has(ir.OwnObjects) && n < len(letters) && letters[n] == 'p' && !r.Forgets.Has(n) {
				t.Errorf("%s %s: argument %d is kept", r.Form, r.Names, n)
			}
		}
		if dots := strings.HasSuffix(r.Form, ".)"); r.Source == "" || (r.Has(ir.Prints) || r.Has(ir.Scans)) && !dots {
			t.Errorf("%s %s: no source, or a format without arguments", r.Form, r.Names)
		}
		for _, name := range strings.Fields(r.Names) {
			if seen[name] {
				t.Errorf("%s has two rows", name)
			}
			seen[name] = true
			for _, bad := range keeping {
				if name == bad || strings.ContainsAny(bad, "_") && strings.HasPrefix(bad, "_Z") && strings.HasPrefix(name, bad) {
					t.Errorf("%s keeps an address, or calls what it is given", name)
				}
			}
		}
	}
}

// TestLibraryIsLLVMs compares the rows that LLVM is the source of with the attributes that its pass
// inferattrs gives to a declaration. No row may guarantee more. The table does not distinguish int from
// long, but LLVM does, so a row must agree for one choice of the widths.
func TestLibraryIsLLVMs(t *testing.T) {
	tool, err := exec.LookPath("opt-22")
	if err != nil {
		t.Skip("opt-22 is not here")
	}
	rows, reasons := map[string]*ir.LibraryRow{}, map[string]string{}
	for choice := range 8 {
		text := "target triple = \"x86_64-unknown-linux-gnu\"\n"
		for k := range ir.Library {
			r := &ir.Library[k]
			if !strings.HasPrefix(r.Source, "inferattrs") {
				continue
			}
			for _, name := range strings.Fields(r.Names) {
				rows[name] = r
				text += declare(name, r.Form, choice)
			}
		}
		cmd := exec.Command(tool, "-S", "-passes=inferattrs")
		var stderr bytes.Buffer
		cmd.Stdin, cmd.Stderr = strings.NewReader(text), &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr.Bytes())
		}
		groups := map[string]string{}
		for _, m := range regexp.MustCompile(`(?m)^attributes (#\d+) = \{ (.*) \}$`).FindAllStringSubmatch(string(out), -1) {
			groups[m[1]] = " " + m[2] + " "
		}
		for _, m := range regexp.MustCompile(`(?m)^declare .*?@(\w+)\((.*)\)(?: (#\d+))?$`).FindAllStringSubmatch(string(out), -1) {
			if why, tried := reasons[m[1]]; !tried || why != "" {
				reasons[m[1]] = moreThan(rows[m[1]], m[2], groups[m[3]])
			}
		}
	}
	for name := range rows {
		if why, tried := reasons[name]; !tried || why != "" {
			t.Errorf("%s: %s", name, why)
		}
	}
}

// declare returns a declaration with a form. The bits of choice make the result, the first integer and
// the others i64 and not i32.
func declare(name, form string, choice int) string {
	ints := 0
	typ := func(c byte, wide bool) string {
		switch {
		case c == 'n' && wide:
			return "i64"
		case c == 'd' && name == "strtof":
			return "float"
		}
		return map[byte]string{'p': "ptr", 'n': "i32", 'd': "double", 'v': "void"}[c]
	}
	letters, dots := strings.CutSuffix(form[2:len(form)-1], ".")
	var list []string
	for k := range len(letters) {
		list = append(list, typ(letters[k], choice>>(1+min(ints, 1))&1 != 0))
		if letters[k] == 'n' {
			ints++
		}
	}
	if dots {
		list = append(list, "...")
	}
	return fmt.Sprintf("declare %s @%s(%s)\n", typ(form[0], choice&1 != 0), name, strings.Join(list, ", "))
}

// moreThan returns what a row guarantees and LLVM's attributes do not.
func moreThan(r *ir.LibraryRow, params, attrs string) string {
	if r.Has(ir.NoThrow) && !strings.Contains(attrs, " nounwind ") {
		return "may throw: " + attrs
	}
	for k, p := range strings.Split(params, ", ") {
		if r.Forgets.Has(k) && !strings.Contains(p, "captures(none)") {
			return fmt.Sprintf("argument %d is kept: %s", k, p)
		}
		// What LLVM says of a function that returns its argument does not exclude that it keeps it; that
		// it accesses no other memory does.
		if r.Returns.Has(k) && !strings.Contains(attrs, "memory(argmem") && !strings.Contains(p, "returned") && r.Names != "fgets" {
			return fmt.Sprintf("argument %d may be kept: %s", k, attrs)
		}
	}
	return ""
}

// TestLibraryCall checks for calls whether the table is believed.
func TestLibraryCall(t *testing.T) {
	for _, x := range []struct {
		call  string
		keeps string // for each argument: y or n
	}{
		{"%r = call i64 @strlen(ptr %p)", "n"},
		{"%r = call i64 @strlen(ptr %p) nobuiltin", "y"},
		{`%r = call i64 @strlen(ptr %p) [ "tag"(ptr %p) ]`, "y"},
		{"%r = call i32 @puts(ptr %p)", "y"},             // declared with another form
		{"%r = call i32 @atoi(ptr %p)", "y"},             // defined
		{"%r = call i32 @remove(ptr %p)", "y"},           // declared nobuiltin
		{"%r = call i32 @remove(ptr %p) builtin", "n"},   // and called as the library's
		{"%r = call i32 @setvbuf(ptr %p, ptr %p)", "yy"}, // not in the table
		{"%r = call ptr @strchr(ptr %p, i32 1)", "n-"},
		{"%r = call ptr @strchr(ptr %p, i32 1)\n  store ptr %r, ptr %q", "y-"}, // returned
		{"%r = call i64 @strtol(ptr %p, ptr null, i32 10)", "nn-"},
		{"%r = call i64 @strtol(ptr %p, ptr %q, i32 10)", "yn-"},
		{`%r = call i32 (ptr, ...) @printf(ptr @s, ptr %p, i32 1)`, "nn-"},
		{`%r = call i32 (ptr, ...) @printf(ptr @p, ptr %p)`, "ny"},
		{`%r = call i32 (ptr, ...) @printf(ptr @hidden, ptr %p)`, "ny"},
		{`%r = call i32 (ptr, ...) @printf(ptr @var, ptr %p)`, "ny"},
		{`%r = call i32 (ptr, ...) @printf(ptr %q, ptr %p)`, "ny"},
		{`%r = call i32 (ptr, ptr, ...) @sscanf(ptr %q, ptr @p, ptr %p)`, "nnn"},
		{"call void @_ZNSt18condition_variable10notify_allEv(ptr %p)", "n"},
	} {
		for _, attr := range []string{"", `"no-builtins"`, `"no-builtin-strlen"`} {
			m, err := parse.Module("test.ll", []byte(`
@s = private constant [13 x i8] c"%-*s %5.2lld\00"
@p = private constant [5 x i8] c"%s%p\00"
@hidden = private constant [3 x i8] c"\25p\00"
@var = internal global [3 x i8] c"%s\00"
define void @f(ptr %p, ptr %q) `+attr+` {
  `+x.call+`
  ret void
}
define i32 @atoi(ptr %p) {
  ret i32 0
}
declare i64 @strlen(ptr)
declare i32 @puts(ptr, ptr)
declare i32 @remove(ptr) nobuiltin
declare i32 @setvbuf(ptr, ptr)
declare ptr @strchr(ptr, i32)
declare i64 @strtol(ptr, ptr, i32)
declare i32 @printf(ptr, ...)
declare i32 @sscanf(ptr, ptr, ...)
declare void @_ZNSt18condition_variable10notify_allEv(ptr)
`))
			if err != nil {
				t.Fatal(err)
			}
			f, err := m.Func("f")
			if err != nil {
				t.Fatal(err)
			}
			call := f.Entry().First()
			off := attr == `"no-builtins"` && !strings.Contains(x.call, "_Z") ||
				attr != "" && strings.Contains(x.call, "@strlen")
			for k := range call.NumCallArgs() {
				if x.keeps[k] == '-' {
					continue
				}
				if want := x.keeps[k] == 'y' || off; ir.KeepsArg(m, call, k) != want {
					t.Errorf("%s %s: argument %d kept: %t", x.call, attr, k, !want)
				}
			}
		}
	}
}
