// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

// Threads and synchronisation. A thread runs until it waits, or until the random generator lets
// another run; see Machine.schedule.

// lock is a mutex, or the guard of a static variable.
type lock struct {
	owner *Thread
	depth int
	queue []*waiter // of a condition variable
}

// waiter is a thread that waits for a condition variable.
type waiter struct {
	notified bool
}

func (m *Machine) lockAt(p uint64) *lock {
	l := m.locks[p]
	if l == nil {
		l = &lock{}
		m.locks[p] = l
	}
	return l
}

// takes gives the thread a lock that nobody has. Otherwise the thread waits, and takes returns false.
func (t *Thread) takes(p uint64) bool {
	l := t.m.lockAt(p)
	free := func() bool { return l.owner == nil && l.depth == 0 }
	if !free() {
		t.block(free)
		return false
	}
	l.owner = t
	t.acquires(p)
	return true
}

// gives releases a lock that the thread took.
func (t *Thread) gives(p uint64) {
	t.m.lockAt(p).owner = nil
	t.releases(p)
}

// block makes the thread wait; the library function that called block is then called again.
func (t *Thread) block(until func() bool) {
	t.wait = until
	t.m.stop = true
}

var threadLibrary = map[string]libFunc{
	"_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE": startThread,
	"_ZNSt6thread4joinEv": joinThread,
	"_ZNSt6thread6detachEv": func(t *Thread, a []val) val {
		t.m.mem.store(t.arg(a, 0), 8,
			val{})
		return val{}
	},
	"_ZNSt6thread6_StateD2Ev":              nop,
	"_ZNSt6thread6_StateD1Ev":              nop,
	"_ZNSt6thread20hardware_concurrencyEv": func(*Thread, []val) val { return val{v: 2} },
	"pthread_create":                       pthreadCreate,
	"pthread_join":                         pthreadJoin,
	"pthread_self":                         func(t *Thread, _ []val) val { return val{v: uint64(t.id) + 1} },
	"pthread_detach":                       nop,
	"pthread_equal":                        func(t *Thread, a []val) val { return boolVal(t.arg(a, 0) == t.arg(a, 1)) },
	"pthread_mutex_lock":                   mutexLock,
	"pthread_mutex_unlock":                 mutexUnlock,
	"pthread_mutex_trylock":                mutexTryLock,
	"pthread_mutex_init":                   nop,
	"pthread_mutex_destroy":                nop,
	"pthread_cond_wait": func(t *Thread, a []val) val {
		return t.condWait(t.arg(a, 0),
			t.arg(a, 1))
	},
	"pthread_cond_signal":           func(t *Thread, a []val) val { t.notify(t.arg(a, 0), 1); return val{} },
	"pthread_cond_broadcast":        func(t *Thread, a []val) val { t.notify(t.arg(a, 0), -1); return val{} },
	"pthread_cond_init":             nop,
	"pthread_cond_destroy":          nop,
	"syscall":                       syscallC,
	"sched_yield":                   func(t *Thread, _ []val) val { t.m.stop = true; return val{} },
	"_ZNSt18condition_variableC1Ev": nop,
	"_ZNSt18condition_variableD1Ev": nop,
	"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE": func(t *Thread, a []val) val {
		return t.condWait(t.arg(a, 0), t.ptrAt(t.arg(a, 1), 0))
	},
	"_ZNSt18condition_variable10notify_oneEv": func(t *Thread, a []val) val { t.notify(t.arg(a, 0), 1); return val{} },
	"_ZNSt18condition_variable10notify_allEv": func(t *Thread, a []val) val { t.notify(t.arg(a, 0), -1); return val{} },
}

// start creates a thread that calls a function.
func (t *Thread) start(fn *function, args []val, then func(t *Thread, r []val)) *Thread {
	n := t.m.newThread()
	n.enter(fn, args, func(n *Thread, r []val) {
		if len(r) > 0 {
			n.result = r[0]
		}
		if then != nil {
			then(n, r)
		}
	})
	if g := t.m.mem.checker; g != nil {
		g.starts(t, n)
	}
	t.m.stop = true // a single thread had no bound
	return n
}

// startThread starts the thread of a std::thread. The state is an object with a virtual function to
// run, and the new thread deletes the state.
func startThread(t *Thread, a []val) val {
	owner := t.arg(a, 1)
	state := t.ptrAt(owner, 0)
	t.setPtr(owner, 0, 0)
	vt := t.ptrAt(state, 0)
	run, del := t.function(t.m.mem.load(vt+16, 8)), t.function(t.m.mem.load(vt+8, 8))
	n := t.start(run, []val{{v: state}}, func(n *Thread, _ []val) { n.enter(del, []val{{v: state}}, nil) })
	t.m.mem.store(t.arg(a, 0), 8, val{v: uint64(n.id) + 1})
	return val{}
}

// threadAt returns the thread of a handle.
func (t *Thread) threadAt(h uint64) *Thread {
	if h == 0 || h > uint64(len(t.m.threads)) {
		panic(trapf("join of a value that is not a thread"))
	}
	return t.m.threads[h-1]
}

// joins waits for the end of the thread with a handle. It returns nil if the thread has not ended.
func (t *Thread) joins(h uint64) *Thread {
	n := t.threadAt(h)
	if n.top != nil {
		t.block(func() bool { return n.top == nil })
		return nil
	}
	if r := t.races(); r != nil {
		r.threads[t.id].now.join(r.threads[n.id].now)
	}
	return n
}

func joinThread(t *Thread, a []val) val {
	if t.joins(t.m.mem.load(t.arg(a, 0), 8).v) != nil {
		t.m.mem.store(a[0].v, 8, val{})
	}
	return val{}
}

func pthreadCreate(t *Thread, a []val) val {
	n := t.start(t.function(a[2]), a[3:4], nil)
	t.m.mem.store(t.arg(a, 0), 8, val{v: uint64(n.id) + 1})
	return val{}
}

func pthreadJoin(t *Thread, a []val) val {
	n := t.joins(t.arg(a, 0))
	if p := t.arg(a, 1); n != nil && p != 0 {
		t.m.mem.store(p, 8, n.result)
	}
	return val{}
}

func mutexLock(t *Thread, a []val) val {
	l := t.m.lockAt(t.arg(a, 0))
	if l.owner == t {
		if t.m.mem.load(a[0].v+16, 4).v != 1 { // not a recursive mutex
			panic(trapf("a mutex is locked by the thread that holds it"))
		}
		l.depth++
		return val{}
	}
	if t.takes(a[0].v) {
		t.mayYield()
	}
	return val{}
}

func mutexTryLock(t *Thread, a []val) val {
	if t.m.lockAt(t.arg(a, 0)).owner != nil {
		return val{v: 16} // EBUSY
	}
	t.takes(a[0].v)
	return val{}
}

func mutexUnlock(t *Thread, a []val) val {
	l := t.m.lockAt(t.arg(a, 0))
	if l.owner != t {
		panic(trapf("a mutex is unlocked by a thread that does not hold it"))
	}
	if l.depth > 0 {
		l.depth--
		return val{}
	}
	t.gives(a[0].v)
	t.mayYield()
	return val{}
}

// syscallC supports only the futex, with which the C++ headers let threads wait for atomics.
func syscallC(t *Thread, a []val) val {
	const futex, wait, wake = 202, 0, 1
	if t.arg(a, 0) != futex {
		panic(unsupportedf("system call %d cannot be run", a[0].v))
	}
	p := t.arg(a, 1)
	switch op := t.arg(a, 2) & 15; op {
	case wait:
		want := t.arg(a, 3)
		if same := func() bool { return t.m.mem.load(p, 4).v == want }; same() {
			t.block(func() bool { return !same() })
		}
	case wake:
		t.mayYield()
	default:
		panic(unsupportedf("futex operation %d cannot be run", op))
	}
	return val{}
}

// condWait waits for a condition variable. It is called again when the thread was notified and the
// mutex is free.
func (t *Thread) condWait(cond, mutex uint64) val {
	l := t.m.lockAt(mutex)
	if t.cond != nil {
		if t.takes(mutex) {
			t.cond = nil
		}
		return val{}
	}
	if l.owner != t {
		panic(trapf("a thread waits with a mutex that it does not hold"))
	}
	w := &waiter{}
	t.cond = w
	t.gives(mutex)
	c := t.m.lockAt(cond)
	c.queue = append(c.queue, w)
	t.block(func() bool { return w.notified && l.owner == nil })
	return val{}
}

// notify wakes n threads, or all if n is -1.
func (t *Thread) notify(cond uint64, n int) {
	c := t.m.lockAt(cond)
	for n != 0 && len(c.queue) > 0 {
		k := t.m.rand.Intn(len(c.queue))
		c.queue[k].notified = true
		c.queue = append(c.queue[:k], c.queue[k+1:]...)
		n--
	}
	t.mayYield()
}
