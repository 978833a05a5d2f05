// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"math"
	"math/bits"
)

// Functions that run once, locks with several readers, futures, and hash tables of the C++ library.

// onceLibrary joins the library in init of lib.go.
var onceLibrary = map[string]libFunc{
	"pthread_once": once, "__once_proxy": nop, // only pthread_once gets its address
	"pthread_rwlock_init": nop, "pthread_rwlock_destroy": nop,
	"pthread_rwlock_rdlock": readLock, "pthread_rwlock_wrlock": writeLock, "pthread_rwlock_unlock": rwUnlock,
	"pthread_rwlock_tryrdlock": tryLock(readLock), "pthread_rwlock_trywrlock": tryLock(writeLock),

	"_ZNSt13__future_base12_Result_baseC2Ev": func(t *Thread, a []val) val {
		t.setPtr(t.arg(a, 0), 8, 0) // no exception is stored
		return val{}
	},
	"_ZNSt13__future_base12_Result_baseD2Ev": func(t *Thread, a []val) val {
		return releaseRef(t, []val{{v: t.arg(a, 0) + 8}})
	},
	"_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj":                                                                          nop, // the waiters look themselves
	"_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE": futexWait,

	"_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm": needRehash,
	"_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm": func(t *Thread, a []val) val {
		return val{v: t.nextBuckets(t.arg(a, 0), t.arg(a, 1))}
	},
	"_ZSt11_Hash_bytesPKvmm":  hashBytes,
	"_ZSt8to_charsPcS_d":      toChars(64),
	"_ZSt8to_charsPcS_f":      toChars(32),
	"_ZNSt12future_errorD1Ev": nop,
}

// once calls a function if no call for the same flag did before and returned. A thread that owns the
// flag left the function by an exception.
func once(t *Thread, a []val) val {
	flag := t.arg(a, 0)
	l := t.m.lockAt(flag)
	if l.owner != t && !t.takes(flag) {
		return val{}
	}
	if x := t.m.mem.load(flag, 4); x.v != 0 {
		l.owner = nil
		return val{}
	}
	fn := t.function(a[1])
	if fn.lib != nil { // __once_proxy calls what std::call_once stored for its thread
		call := t.m.prog.named["_ZSt11__once_call"]
		if call == 0 {
			panic(unsupportedf("pthread_once of @%s cannot be run", fn.ir.Name))
		}
		fn = t.function(t.m.mem.load(t.threadLocal(call), 8))
	}
	t.enter(fn, nil, func(t *Thread, _ []val) {
		t.gives(flag)
		t.m.mem.store(flag, 4, val{v: 2})
		t.finish()
	})
	return val{}
}

// A lock with several readers is a lock whose depth counts the readers.

func readLock(t *Thread, a []val) val {
	l := t.m.lockAt(t.arg(a, 0))
	if l.owner != nil {
		t.block(func() bool { return l.owner == nil })
		return val{}
	}
	l.depth++
	t.acquires(a[0].v)
	return val{}
}

func writeLock(t *Thread, a []val) val {
	t.takes(t.arg(a, 0))
	return val{}
}

func rwUnlock(t *Thread, a []val) val {
	l := t.m.lockAt(t.arg(a, 0))
	switch {
	case l.owner == t:
		l.owner = nil
	case l.depth > 0:
		l.depth--
	default:
		panic(trapf("a lock is released that is not held"))
	}
	t.releases(a[0].v)
	t.mayYield()
	return val{}
}

// tryLock returns a function that locks like lock, or fails with EBUSY where that would wait.
func tryLock(lock libFunc) libFunc {
	return func(t *Thread, a []val) val {
		lock(t, a)
		if t.wait != nil {
			t.wait, t.m.stop = nil, false
			return val{v: 16}
		}
		return val{}
	}
}

// futexWait waits until the number at an address is another one.
func futexWait(t *Thread, a []val) val {
	p, old := t.arg(a, 1), uint32(t.arg(a, 2))
	if uint32(t.m.mem.load(p, 4).v) != old {
		return val{v: 1}
	}
	mem := &t.m.mem
	t.block(func() bool { return uint32(mem.load(p, 4).v) != old })
	return val{}
}

// needRehash decides how many buckets a hash table of std::unordered_map gets. The policy has the
// maximal load as a float, and at 8 the number of elements at which the table grows. A program
// cannot rely on the number of buckets.
func needRehash(t *Thread, a []val) val {
	policy, buckets, elements, more := t.arg(a, 0), t.arg(a, 1), t.arg(a, 2), t.arg(a, 3)
	next := t.ptrAt(policy, 8)
	result := uint64(0)
	if elements+more > next {
		least := elements + more
		if next == 0 {
			least = max(least, 11)
		}
		need := float64(least) / float64(math.Float32frombits(uint32(t.m.mem.load(policy, 4).v)))
		if need >= float64(buckets) {
			result = t.nextBuckets(policy, max(uint64(need)+1, buckets*2))
		} else {
			t.setLoad(policy, buckets)
		}
	}
	t.rest = []val{{v: result}}
	return boolVal(result != 0)
}

// nextBuckets returns the number of buckets for at least n, a prime, and stores when to grow next.
func (t *Thread) nextBuckets(policy, n uint64) uint64 {
	for n = max(n, 2); !isPrime(n); n++ {
	}
	t.setLoad(policy, n)
	return n
}

func (t *Thread) setLoad(policy, buckets uint64) {
	load := float64(math.Float32frombits(uint32(t.m.mem.load(policy, 4).v)))
	t.setPtr(policy, 8, uint64(float64(buckets)*load))
}

func isPrime(n uint64) bool {
	for d := uint64(2); d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return true
}

// hashBytes hashes bytes. A program cannot rely on the result.
func hashBytes(t *Thread, a []val) val {
	h := t.arg(a, 2)
	for _, b := range []byte(t.definedBytes(t.arg(a, 0), t.arg(a, 1))) {
		h = bits.RotateLeft64(h^uint64(b), 27) * 0x9e3779b97f4a7c15
	}
	return val{v: h ^ h>>32}
}
