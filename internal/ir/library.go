// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"strings"
	"sync"
)

// This file has the functions of the C library, of POSIX and of the C++ libraries that keep none of
// the addresses that they are given, or throw nothing, although their declarations do not say so.
//
// A row holds for a call if the file only declares the function, with the row's form, and if neither
// the call nor the calling function says that the name means nothing: `nobuiltin`, "no-builtins" and
// "no-builtin-NAME", which -fno-builtin and -ffreestanding write. LLVM believes the same of most of
// them (TargetLibraryInfo, inferattrs).
//
// The table must not have a function that
//
//   - calls a function that it is given (qsort, bsearch, atexit, std::call_once);
//   - keeps an address until a later call (setvbuf, strtok, putenv, setlocale), or after it returns
//     (aio_read, send with MSG_ZEROCOPY);
//   - stores an address in the object that it points to, as std::string does with its own buffer:
//     a load of it is another name of the object.
//
// A cancelled thread (pthread_cancel) unwinds like an exception, from a cancellation point. A row for
// a function that POSIX requires to be one, such as read, has no NoThrow. printf, fflush and others may
// be one, and are in glibc. They have NoThrow, as in LLVM.

// LibraryFacts are properties of every call of a library function.
type LibraryFacts uint8

// The facts.
const (
	NoThrow LibraryFacts = 1 << iota
	// OwnObjects: the pointers are to objects of the library's own types, and it accesses those and
	// objects of its types that they refer to. What they hold is no address of the program.
	OwnObjects
	// HoldsPointer: with OwnObjects, each object is one pointer to an object with a destructor, which it
	// may run.
	HoldsPointer
	// StoresFirst: it stores its first argument through the second, unless that is null.
	StoresFirst
	// Prints and Scans: the argument before the dots is a format. %p prints an address.
	Prints
	Scans
)

// LibraryRow describes functions with the same form and the same properties.
type LibraryRow struct {
	Source string // who says so
	// result(parameters): p pointer, n integer, d floating point, v nothing; a final dot is `...`
	Form    string
	Facts   LibraryFacts
	Forgets Args // the arguments whose addresses it neither keeps nor returns
	Returns Args // the arguments whose addresses it does not keep, but returns, perhaps with an offset
	Names   string
}

// Has reports whether the facts include all of f.
func (r *LibraryRow) Has(f LibraryFacts) bool { return r != nil && r.Facts&f == f }

const (
	fromLLVM    = "inferattrs of LLVM 22"
	fromC       = "C23 7.23.6, 7.24.2, 7.26, 7.29: the description accesses the objects during the call"
	fromPOSIX   = "POSIX.1-2024, the function's description"
	fromGlibc   = "glibc's headers: the function of that name without prefix and _chk"
	fromThreads = "POSIX.1-2024, <pthread.h>, <semaphore.h>: the object is used by its address only"
	fromCUDA    = "CUDA C++ Programming Guide, Assertion"
	fromGNU     = "libstdc++: <condition_variable>, <thread>, <bits/exception_ptr.h>"
	fromLibcxx  = "libc++: <mutex>, <shared_mutex>, <condition_variable>, <exception>"
)

// Library is the table.
var Library = [...]LibraryRow{
	{fromLLVM, "n(p)", NoThrow, args(0), 0, "strlen atoi atol atoll puts remove unlink rmdir fclose fflush " +
		"fgetc getc ferror feof fileno ftell ftello"},
	{fromLLVM, "n(np)", NoThrow, args(1), 0, "putc fputc ungetc"},
	{fromLLVM, "n(n)", NoThrow, 0, 0, "putchar"},
	{fromLLVM, "n(pn)", NoThrow, args(0), 0, "strnlen access chmod mkdir"},
	{fromLLVM, "n(pp)", NoThrow, args(0, 1), 0, "strcmp strcoll strspn strcspn strcasecmp fputs rename stat lstat gettimeofday"},
	{fromLLVM, "n(ppn)", NoThrow, args(0, 1), 0, "strncmp memcmp bcmp strncasecmp strxfrm readlink"},
	{fromLLVM, "n(pnn)", NoThrow, args(0), 0, "fseek fseeko"},
	{fromLLVM, "n(pnnp)", NoThrow, args(0, 3), 0, "fread fwrite"},
	{fromLLVM, "v(p)", NoThrow, args(0), 0, "rewind clearerr perror"},
	{fromLLVM, "v(pn)", NoThrow, args(0), 0, "bzero"},
	{fromLLVM, "p(p)", NoThrow, args(0), 0, "getenv strdup opendir"},
	{fromLLVM, "p(pp)", NoThrow, args(0, 1), 0, "fopen popen"},
	{fromLLVM, "d(p)", NoThrow, args(0), 0, "atof"},
	{fromLLVM, "d(dp)", NoThrow, args(1), 0, "modf frexp"},
	{fromLLVM, "n(npn)", 0, args(1), 0, "read write"},
	{fromLLVM, "n(npnn)", 0, args(1), 0, "pread pwrite"},
	{fromLLVM, "n(pn.)", 0, args(0), 0, "open"},
	{fromLLVM, "n(p)", 0, args(0), 0, "system"},
	{fromLLVM, "n(n)", NoThrow, 0, 0, "abs labs isdigit isascii toascii"},
	{fromLLVM, "v()", NoThrow, 0, 0, "abort"},
	{fromLLVM, "p(n)", NoThrow, 0, 0, "malloc"},
	{fromLLVM, "p(nn)", NoThrow, 0, 0, "calloc aligned_alloc"},
	{fromLLVM, "p(pn)", NoThrow, 0, 0, "realloc"},
	{fromLLVM, "v(p)", NoThrow, 0, 0, "free"},
	{fromLLVM, "n(p.)", NoThrow | Prints, args(0), 0, "printf"},
	{fromLLVM, "n(pp.)", NoThrow | Prints, args(0, 1), 0, "sprintf fprintf"},
	{fromLLVM, "n(pnp.)", NoThrow | Prints, args(0, 2), 0, "snprintf"},
	{fromLLVM, "n(p.)", NoThrow | Scans, args(0), 0, "scanf"},
	{fromLLVM, "n(pp.)", NoThrow | Scans, args(0, 1), 0, "sscanf fscanf"},
	{fromLLVM, "n(ppp)", NoThrow, args(0, 1), 0, "vfprintf vsprintf"},
	{fromLLVM, "n(pnpp)", NoThrow, args(0, 2), 0, "vsnprintf"},
	{fromLLVM, "n(ppn)", NoThrow | StoresFirst, args(1), 0, "strtol strtoul strtoll strtoull"},
	{fromLLVM, "d(pp)", NoThrow | StoresFirst, args(1), 0, "strtod strtof"},
	{fromLLVM, "p(pn)", NoThrow, 0, args(0), "strchr strrchr"},
	{fromLLVM, "p(pnn)", NoThrow, 0, args(0), "memchr memrchr memset"},
	{fromLLVM, "p(pp)", NoThrow, args(1), args(0), "strcpy strcat stpcpy strstr strpbrk"},
	{fromLLVM, "p(ppn)", NoThrow, args(1), args(0), "memcpy memmove mempcpy strncpy strncat stpncpy"},
	{fromLLVM, "p(pnp)", NoThrow, args(2), args(0), "fgets"},
	{fromLLVM, "p(ppnn)", NoThrow, args(1), args(0), "memccpy"},

	{fromC, "n(pp)", NoThrow, args(0, 1), 0, "vprintf"},
	{fromC, "n(p)", NoThrow, args(0), 0, "time mktime"},
	{fromC, "n(pn)", NoThrow, args(0), 0, "timespec_get"},
	{fromC, "n(pnpp)", NoThrow, args(0, 2, 3), 0, "strftime"},
	{fromC, "p(pp)", NoThrow, args(0), args(1), "localtime_r gmtime_r"},
	{fromPOSIX, "n(np)", NoThrow, args(1), 0, "clock_gettime fstat"},
	{fromPOSIX, "n(p)", NoThrow, args(0), 0, "pipe"},
	{fromPOSIX, "n(pp)", 0, args(0, 1), 0, "nanosleep"},
	{fromPOSIX, "n(pnn)", 0, args(0), 0, "poll"},
	{fromPOSIX, "n(npnn)", 0, args(1), 0, "recv"},
	{fromPOSIX, "n(npnnpp)", 0, args(1, 4, 5), 0, "recvfrom"},
	{fromPOSIX, "n(ppp)", 0, args(0, 1, 2), 0, "getline"},
	{fromPOSIX, "p(pn)", 0, 0, args(0), "getcwd"},
	{fromPOSIX, "n(npp)", NoThrow, args(1, 2), 0, "inet_pton"},
	{fromPOSIX, "p(nppn)", NoThrow, args(1), args(2), "inet_ntop"},

	{fromGlibc, "n(ppn)", NoThrow | StoresFirst, args(1), 0, "__isoc23_strtol __isoc23_strtoul __isoc23_strtoll " +
		"__isoc23_strtoull"},
	{fromGlibc, "n(p.)", NoThrow | Scans, args(0), 0, "__isoc99_scanf __isoc23_scanf"},
	{fromGlibc, "n(pp.)", NoThrow | Scans, args(0, 1), 0, "__isoc99_sscanf __isoc99_fscanf __isoc23_sscanf __isoc23_fscanf"},
	{fromGlibc, "n(np.)", NoThrow | Prints, args(1), 0, "__printf_chk"},
	{fromGlibc, "n(pnp.)", NoThrow | Prints, args(0, 2), 0, "__fprintf_chk"},
	{fromGlibc, "n(pnnp.)", NoThrow | Prints, args(0, 3), 0, "__sprintf_chk"},
	{fromGlibc, "n(pnnnp.)", NoThrow | Prints, args(0, 4), 0, "__snprintf_chk"},
	{fromGlibc, "p(ppn)", NoThrow, args(1), args(0), "__strcpy_chk __strcat_chk __stpcpy_chk"},
	{fromGlibc, "p(ppnn)", NoThrow, args(1), args(0), "__memcpy_chk __memmove_chk __strncpy_chk __strncat_chk"},
	{fromGlibc, "p(pnnn)", NoThrow, 0, args(0), "__memset_chk"},
	{fromGlibc, "p(pnnp)", NoThrow, args(3), args(0), "__fgets_chk"},
	{fromGlibc, "n(npnn)", 0, args(1), 0, "__read_chk"},

	// A locked mutex may be in a list of the thread, so its address is kept until it is unlocked; but
	// it must live that long anyway.
	{fromThreads, "n(p)", OwnObjects, args(0), 0, "pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock " +
		"pthread_mutex_destroy pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy pthread_rwlock_rdlock " +
		"pthread_rwlock_wrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock " +
		"pthread_rwlock_destroy pthread_spin_lock pthread_spin_trylock pthread_spin_unlock pthread_spin_destroy " +
		"sem_post sem_wait sem_trywait sem_destroy pthread_mutexattr_init pthread_mutexattr_destroy"},
	{fromThreads, "n(pp)", OwnObjects, args(0, 1), 0, "pthread_mutex_init pthread_cond_init pthread_rwlock_init " +
		"pthread_cond_wait pthread_mutex_timedlock sem_timedwait"},
	{fromThreads, "n(pnn)", OwnObjects, args(0), 0, "sem_init"},
	{fromThreads, "n(pn)", OwnObjects, args(0), 0, "pthread_mutexattr_settype pthread_spin_init"},
	{fromThreads, "n(ppp)", OwnObjects, args(0, 1, 2), 0, "pthread_cond_timedwait"},
	{fromThreads, "n(pnp)", OwnObjects, args(0, 2), 0, "pthread_mutex_clocklock sem_clockwait"},
	{fromThreads, "n(ppnp)", OwnObjects, args(0, 1, 3), 0, "pthread_cond_clockwait"},

	{fromCUDA, "v(ppnpn)", NoThrow, args(0, 1, 3), 0, "__assertfail"},
	{fromGNU, "v(p)", OwnObjects, args(0), 0, "_ZNSt18condition_variableC1Ev _ZNSt18condition_variableC2Ev " +
		"_ZNSt18condition_variableD1Ev _ZNSt18condition_variableD2Ev _ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv _ZNSt6thread4joinEv _ZNSt6thread6detachEv"},
	{fromGNU, "v(pp)", OwnObjects, args(0, 1), 0, "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"},
	{fromGNU, "v(p)", OwnObjects | HoldsPointer, args(0), 0, "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv " +
		"_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv _ZNSt15__exception_ptr13exception_ptrD1Ev " +
		"_ZNSt15__exception_ptr13exception_ptrD2Ev _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE " +
		"_ZSt17current_exceptionv"},
	{fromGNU, "v(pp)", OwnObjects | HoldsPointer, args(0, 1), 0, "_ZNSt15__exception_ptr13exception_ptrC1ERKS0_ " +
		"_ZNSt15__exception_ptr13exception_ptrC2ERKS0_ _ZNSt15__exception_ptr13exception_ptr4swapERS0_"},

	{fromLibcxx, "v(p)", OwnObjects, args(0), 0, "_ZNSt3__115recursive_mutexC1Ev _ZNSt3__115recursive_mutexC2Ev " +
		"_ZNSt3__119__shared_mutex_baseC1Ev _ZNSt3__119__shared_mutex_baseC2Ev _ZNSt3__15mutex4lockEv _ZNSt3__15mutex6unlockEv _ZNSt3__15mutexD1Ev " +
		"_ZNSt3__15mutexD2Ev _ZNSt3__115recursive_mutexD1Ev " +
		"_ZNSt3__115recursive_mutexD2Ev _ZNSt3__115recursive_mutex4lockEv _ZNSt3__115recursive_mutex6unlockEv " +
		"_ZNSt3__118condition_variableD1Ev _ZNSt3__118condition_variableD2Ev _ZNSt3__118condition_variable10notify_oneEv " +
		"_ZNSt3__118condition_variable10notify_allEv _ZNSt3__119__shared_mutex_base4lockEv _ZNSt3__119__shared_mutex_base6unlockEv " +
		"_ZNSt3__119__shared_mutex_base11lock_sharedEv _ZNSt3__119__shared_mutex_base13unlock_sharedEv " +
		"_ZNSt3__16thread4joinEv _ZNSt3__16thread6detachEv"},
	{fromLibcxx, "n(p)", OwnObjects, args(0), 0, "_ZNSt3__15mutex8try_lockEv _ZNSt3__115recursive_mutex8try_lockEv " +
		"_ZNSt3__119__shared_mutex_base8try_lockEv _ZNSt3__119__shared_mutex_base15try_lock_sharedEv"},
	{fromLibcxx, "v(pp)", OwnObjects, args(0, 1), 0, "_ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE"},
	{fromLibcxx, "v(ppn)", OwnObjects, args(0, 1), 0, "_ZNSt3__118condition_variable15__do_timed_waitERNS_11unique_lock" +
		"INS_5mutexEEENS_6chrono10time_pointINS5_12system_clockENS5_8durationIxNS_5ratioILl1ELl1000000000EEEEEEE"},
	{fromLibcxx, "v(p)", OwnObjects | HoldsPointer, args(0), 0, "_ZNSt13exception_ptrD1Ev _ZNSt13exception_ptrD2Ev " +
		"_ZSt17rethrow_exceptionSt13exception_ptr"},
	{fromLibcxx, "v(pp)", OwnObjects | HoldsPointer, args(0, 1), 0, "_ZNSt13exception_ptrC1ERKS_ _ZNSt13exception_ptrC2ERKS_"},
}

// libraryRows indexes the table by name.
var libraryRows = sync.OnceValue(func() map[string][]*LibraryRow {
	rows := map[string][]*LibraryRow{}
	for k := range Library {
		for _, name := range strings.Fields(Library[k].Names) {
			rows[name] = append(rows[name], &Library[k])
		}
	}
	return rows
})

// LibraryCall returns the row of the library function that an instruction calls, or nil.
func LibraryCall(i *Instr) *LibraryRow {
	f := i.CalledFunc()
	if f == nil || !f.Declared {
		return nil
	}
	row := f.library()
	if row == nil || len(i.Call().Bundles) > 0 {
		return nil
	}
	m := f.mod
	if a := i.Call().Attrs; a.Has(m, "nobuiltin") || f.Attrs.Has(m, "nobuiltin") && !a.Has(m, "builtin") {
		return nil
	}
	if b := i.Block(); b != nil && b.Func() != nil && !strings.HasPrefix(f.Name, "_Z") {
		in := b.Func().Attrs
		if in.GetStr(m, "no-builtins") != nil || in.GetStr(m, "no-builtin-"+f.Name) != nil {
			return nil
		}
	}
	return row
}

// library returns the row of a declared function's name whose form the function has. It looks the
// name up once.
func (f *Func) library() *LibraryRow {
	if f.intrinsic != 0 && f.intrinsic-1 != NotIntrinsic {
		return nil
	}
	if !f.inLibrary.looked {
		f.inLibrary.looked = true
		for _, row := range libraryRows()[f.Name] {
			if f.FTy != nil && row.matches(f.FTy) {
				f.inLibrary.row = row
			}
		}
	}
	return f.inLibrary.row
}

// matches reports whether a function type has the row's form.
func (r *LibraryRow) matches(t *Type) bool {
	letter := func(t *Type, c byte) bool {
		switch c {
		case 'p':
			return t.IsPtr() && t.AddrSpace() == 0
		case 'n':
			return t.IsInt()
		case 'd':
			return t.IsFloat()
		}
		return t.IsVoid()
	}
	params, dots := strings.CutSuffix(r.Form[2:len(r.Form)-1], ".")
	if t.IsVariadic() != dots || len(t.Params()) != len(params) || !letter(t.Ret(), r.Form[0]) {
		return false
	}
	for k, p := range t.Params() {
		if !letter(p, params[k]) {
			return false
		}
	}
	return true
}

// forgets reports whether a call of a library function does not keep the address that is its argument
// k, except by returning it.
func (r *LibraryRow) forgets(i *Instr, k int) bool {
	switch fixed := len(i.CalledFunc().FTy.Params()); {
	case r == nil:
		return false
	case r.Forgets.Has(k) || r.Returns.Has(k):
		return true
	case r.Has(StoresFirst) && k == 0:
		c, ok := i.Arg(1).(*Const)
		return ok && c.IsZero()
	case k >= fixed && r.Has(Scans):
		return true
	case k >= fixed && r.Has(Prints):
		return printsNoAddress(i.Arg(fixed - 1))
	}
	return false
}

// printsNoAddress reports whether a format of printf is a constant with known conversions, none of
// which prints an address as a number.
func printsNoAddress(format Value) bool {
	g, ok := StripCasts(format).(*Global)
	if !ok || !g.IsConst || !g.Definitive() {
		return false
	}
	init, _ := g.Initializer()
	c, ok := init.(*Const)
	if !ok || c.Kind != ConstString {
		return false
	}
	for text := strings.ReplaceAll(c.Text, `\25`, "%"); ; {
		_, after, found := strings.Cut(text, "%")
		if !found {
			return true
		}
		after = strings.TrimLeft(after, "0123456789$-+ #'*.hlLqjzt")
		if after == "" || !strings.Contains("diouxXcsaAeEfFgGnCSm%", after[:1]) {
			return false
		}
		text = after[1:]
	}
}

// ReturnsArg reports whether a call of a library function may return the address that is its argument
// k, perhaps with an offset. For example, strchr does.
func ReturnsArg(i *Instr, k int) bool {
	r := LibraryCall(i)
	return r != nil && r.Returns.Has(k)
}
