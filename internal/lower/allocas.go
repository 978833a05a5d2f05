package lower

// What becomes of each alloca: whether it must live in the frame, whether it may hold something before the frame exists, and which
// addresses into it were computed before that. The rules are those of LLVM's AllocaUseVisitor.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// allocaInfo is what the walk over an alloca's uses found.
type allocaInfo struct {
	alloca    *ir.Instr
	users     []*ir.Instr
	escaped   bool
	starts    []*ir.Instr // lifetime.start of the whole object
	startBBs  []*ir.Block
	endBBs    map[*ir.Block]bool
	early     bool // may be written before coro.begin
	aliases   []alias
	keepStack bool // used by a catchpad: the exception object stays on the stack
}

// alias is an address into an alloca that was computed before coro.begin and is used after it.
type alias struct {
	i       *ir.Instr
	offset  int64
	unknown bool
}

// maxBlocksToExplore is where LLVM gives up to prove that no suspend is reached from a lifetime.start, and puts the object into the
// frame. The plain layout keeps to it, so that frames are LLVM's.
const maxBlocksToExplore = 32

// allocaWalk visits the transitive uses of one alloca.
type allocaWalk struct {
	co      *coroutine
	x       *crossing
	info    *allocaInfo
	visited map[*ir.Use]bool
	listed  map[*ir.Instr]bool
	aliasAt map[*ir.Instr]int
	work    []pendingUse
}

type pendingUse struct {
	u      *ir.Use
	offset int64
	known  bool
}

func (co *coroutine) inspectAlloca(a *ir.Instr, x *crossing) *allocaInfo {
	w := &allocaWalk{co: co, x: x, info: &allocaInfo{alloca: a, endBBs: map[*ir.Block]bool{}}, visited: map[*ir.Use]bool{},
		listed: map[*ir.Instr]bool{}, aliasAt: map[*ir.Instr]int{}}
	w.enqueue(a, 0, true)
	for len(w.work) > 0 {
		p := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		w.visit(p)
	}
	return w.info
}

func (w *allocaWalk) enqueue(i *ir.Instr, offset int64, known bool) {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if !w.visited[u] {
			w.visited[u] = true
			w.work = append(w.work, pendingUse{u, offset, known})
		}
	}
}

func (w *allocaWalk) afterBegin(i *ir.Instr) bool { return w.x.dom.InstrDominates(w.co.begin, i) }

func (w *allocaWalk) escape(i *ir.Instr) {
	w.info.escaped = true
	if !w.afterBegin(i) {
		w.info.early = true
	}
}

func (w *allocaWalk) mayWrite(i *ir.Instr) {
	if !w.afterBegin(i) {
		w.info.early = true
	}
}

// alias records i as another address of the object, and goes on with its users.
func (w *allocaWalk) alias(i *ir.Instr, offset int64, known bool) {
	w.enqueue(i, offset, known)
	if w.afterBegin(i) {
		return
	}
	used := false
	for u := i.FirstUse(); u != nil && !used; u = u.Next() {
		used = w.useAfterBegin(u)
	}
	if !used {
		return
	}
	k, ok := w.aliasAt[i]
	if !ok {
		w.aliasAt[i] = len(w.info.aliases)
		w.info.aliases = append(w.info.aliases, alias{i, offset, !known})
		return
	}
	if a := &w.info.aliases[k]; !known || a.offset != offset {
		a.unknown = true
	}
}

// useAfterBegin reports whether a use happens behind coro.begin; a phi uses its operand at the end of the incoming block.
func (w *allocaWalk) useAfterBegin(u *ir.Use) bool { return w.x.dom.DominatesUse(w.co.begin, u) }

func (w *allocaWalk) visit(p pendingUse) {
	i := p.u.User()
	if !w.listed[i] {
		w.listed[i] = true
		w.info.users = append(w.info.users, i)
	}
	v := p.u.Value()
	switch i.Op {
	case ir.OpBitCast, ir.OpAddrSpaceCast:
		w.alias(i, p.offset, p.known)
	case ir.OpGEP:
		if p.u.Index() != 0 {
			return
		}
		off, ok := w.co.c.Layout.GEPOffset(i.ElemTy, gepIndices(i))
		w.alias(i, p.offset+off, p.known && ok)
	case ir.OpPhi, ir.OpSelect, ir.OpInsertValue, ir.OpInsertElement, ir.OpExtractValue, ir.OpExtractElement, ir.OpFreeze, ir.OpShuffleVector:
		w.alias(i, p.offset, p.known)
	case ir.OpStore:
		w.mayWrite(i)
		if i.Arg(0) == v && !w.storeThenLoad(i, p) {
			w.escape(i)
		}
	case ir.OpPtrToInt, ir.OpPtrToAddr:
		w.escape(i)
	case ir.OpCmpXchg, ir.OpAtomicRMW:
		w.mayWrite(i)
		if i.Arg(0) != v || i.NumArgs() > 1 && i.Arg(1) == v || i.NumArgs() > 2 && i.Arg(2) == v {
			w.escape(i)
		}
	case ir.OpVAArg:
		w.mayWrite(i)
	case ir.OpCatchPad:
		w.info.keepStack = true
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		w.visitCall(i, v, p)
	}
}

func gepIndices(i *ir.Instr) []ir.Value {
	idx := make([]ir.Value, 0, i.NumArgs()-1)
	for k := 1; k < i.NumArgs(); k++ {
		idx = append(idx, i.Arg(k))
	}
	return idx
}

// storeThenLoad handles a store of the pointer itself into another alloca that is only stored to, loaded from and marked: what is loaded
// from there is one more address of the object, which has not escaped.
func (w *allocaWalk) storeThenLoad(store *ir.Instr, p pendingUse) bool {
	box := asInstr(store.Arg(1))
	if box == nil || box.Op != ir.OpAlloca {
		return false
	}
	var loads []*ir.Instr
	names := []*ir.Instr{box}
	for len(names) > 0 {
		n := names[len(names)-1]
		names = names[:len(names)-1]
		for u := n.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpLoad:
				loads = append(loads, i)
			case i.Op == ir.OpStore && i.Arg(1) == ir.Value(n) && i.Arg(0) != ir.Value(n):
			case lifetimeKind(i) != 0:
			case i.Op == ir.OpBitCast:
				names = append(names, i)
			default:
				return false
			}
		}
	}
	for _, l := range loads {
		w.alias(l, p.offset, p.known)
	}
	return true
}

// Lifetime markers.
const (
	lifetimeStart = 1 + iota
	lifetimeEnd
)

// lifetimeKind tells a lifetime marker: 0 none.
func lifetimeKind(i *ir.Instr) int {
	if i.Op != ir.OpCall {
		return 0
	}
	f, ok := i.Callee().(*ir.Func)
	if !ok || !strings.HasPrefix(f.Name, "llvm.lifetime.") {
		return 0
	}
	if strings.HasPrefix(f.Name, "llvm.lifetime.start") {
		return lifetimeStart
	}
	return lifetimeEnd
}

func isMemIntrinsic(f *ir.Func) bool {
	return strings.HasPrefix(f.Name, "llvm.mem") &&
		(strings.HasPrefix(f.Name, "llvm.memcpy") || strings.HasPrefix(f.Name, "llvm.memmove") || strings.HasPrefix(f.Name, "llvm.memset"))
}

func (w *allocaWalk) visitCall(i *ir.Instr, v ir.Value, p pendingUse) {
	f := i.CalledFunc()
	switch lifetimeKind(i) {
	case lifetimeStart:
		if p.known && p.offset == 0 {
			w.info.starts = append(w.info.starts, i)
			w.info.startBBs = append(w.info.startBBs, i.Block())
		}
		return
	case lifetimeEnd:
		if p.known && p.offset == 0 {
			w.info.endBBs[i.Block()] = true
		}
		return
	}
	if f != nil && isMemIntrinsic(f) {
		w.mayWrite(i)
		return
	}
	for k := 0; k < i.NumCallArgs(); k++ {
		if i.Arg(k) == v && !w.co.noCapture(i, k) {
			w.escape(i)
			break
		}
	}
	w.mayWrite(i)
}

// noCapture reports whether argument k of a call is promised not to be captured, at the call or by the callee's declaration.
func (co *coroutine) noCapture(i *ir.Instr, k int) bool {
	c := i.Call()
	if k < len(c.ArgAttrs) && noCaptureAttr(co.m, c.ArgAttrs[k]) {
		return true
	}
	if f := i.CalledFunc(); f != nil {
		if k < len(f.Params) && noCaptureAttr(co.m, f.Params[k].Attrs) {
			return true
		}
		// LLVM gives an intrinsic its attributes by name, whatever the declaration in the text says.
		switch CoroCall(i) {
		case CoroFree, CoroID, CoroSubFnAddr:
			return true
		}
		for _, name := range noCaptureIntrinsics {
			if strings.HasPrefix(f.Name, name) {
				return true
			}
		}
	}
	return false
}

func noCaptureAttr(m *ir.Module, s *ir.AttrSet) bool {
	if s.Has(m, "nocapture") {
		return true
	}
	a := s.Get(m, "captures")
	// A byval argument is copied: the callee never sees the pointer.
	return a != nil && a.Val == "none" || s.Has(m, "byval")
}

// noCaptureIntrinsics take pointers without keeping them.
var noCaptureIntrinsics = []string{"llvm.invariant.", "llvm.prefetch", "llvm.masked."}

// onFrame decides whether the object has to live in the frame.
func (co *coroutine) onFrame(info *allocaInfo, x *crossing) bool {
	if info.keepStack {
		return false
	}
	if len(info.starts) > 0 {
		if len(info.endBBs) == 0 {
			return true
		}
		if co.reachesSuspend(info, x) {
			return true
		}
		return info.escaped && x.setCrosses(info.startBBs, info.startBBs, true)
	}
	if info.escaped {
		return true
	}
	var src, dst []*ir.Block
	for _, u := range info.users {
		src = append(src, x.defBlock(u))
		if u.Op != ir.OpPhi || u.NumArgs() == 1 {
			dst = append(dst, u.Block())
		}
	}
	return x.setCrosses(src, dst, false)
}

// eraseMarkers removes the lifetime markers of an object that stays on the stack although its lifetime spans suspends. Each part of the
// coroutine has its own copy of such an object, and the parts behind a suspend never come past the start.
func (info *allocaInfo) eraseMarkers() {
	for _, u := range info.users {
		if lifetimeKind(u) != 0 {
			u.Erase()
		}
	}
}

// restarts reports whether a block that ends a lifetime starts another behind that, as the latch of a rotated loop does.
func (info *allocaInfo) restarts(start *ir.Instr) bool {
	ends := map[*ir.Instr]bool{}
	for _, u := range info.users {
		if u.Block() == start.Block() && lifetimeKind(u) == lifetimeEnd {
			ends[u] = true
		}
	}
	for i := start; i != nil; i = i.Next() {
		if ends[i] {
			return false
		}
	}
	return true
}

// reachesSuspend reports whether a suspend is reached from a lifetime.start without passing a block that ends the lifetime.
func (co *coroutine) reachesSuspend(info *allocaInfo, x *crossing) bool {
	seen := map[*ir.Block]bool{}
	explored := 0
	work := append([]*ir.Block(nil), info.startBBs...)
	for _, s := range info.starts {
		if info.endBBs[s.Block()] && info.restarts(s) {
			work = s.Block().Succs(work)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if k := x.dom.Index(b); k >= 0 && x.suspend[k] && !startsWithSave(b) {
			return true
		}
		if info.endBBs[b] {
			continue
		}
		// The blocks that end the object's life do not count.
		if explored++; !co.c.Opts.ReuseStorage && explored >= maxBlocksToExplore {
			return true
		}
		work = b.Succs(work)
	}
	return false
}

// startsWithSave tells the block of a coro.save from that of a coro.suspend.
func startsWithSave(b *ir.Block) bool { return b.First() != nil && isCoro(b.First(), CoroSave) }

// sinkLifetimeStarts moves lifetime.start markers down to the region that really uses the object: an object declared at the top but used
// only behind one suspend then stays a plain local of the clone. The region is headed by the entry or by the block behind a suspend; of
// those that dominate all other users only the nearest can do, since from any above a suspend lies on the way.
func (co *coroutine) sinkLifetimeStarts(x *crossing) {
	if co.f.HasAttr("optnone") {
		return
	}
	head := make([]*ir.Block, len(x.dom.RPO)) // nearest region head at or above, by place in RPO
	isHead := map[*ir.Block]bool{co.f.Entry(): true}
	for _, s := range co.suspends {
		if n := s.Block().SingleSucc(); n != nil {
			isHead[n] = true
		}
	}
	for k, b := range x.dom.RPO {
		if isHead[b] {
			head[k] = b
		} else if d := x.dom.IDom(b); d != nil {
			head[k] = head[x.dom.Index(d)]
		}
	}
	for b := co.f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op == ir.OpAlloca {
				co.sinkStart(i, x, head)
			}
		}
	}
}

func (co *coroutine) sinkStart(a *ir.Instr, x *crossing, head []*ir.Block) {
	// startOf gives the marker behind a user: the user itself, or through one cast with no other use.
	startOf := func(u *ir.Instr) *ir.Instr {
		if lifetimeKind(u) == lifetimeStart {
			return u
		}
		if (u.Op == ir.OpBitCast || u.Op == ir.OpGEP && allZero(u)) && u.HasOneUse() {
			if s := u.FirstUse().User(); lifetimeKind(s) == lifetimeStart {
				return s
			}
		}
		return nil
	}
	var common *ir.Block
	users := a.Users()
	for _, u := range users {
		if startOf(u) != nil || !x.dom.Reachable(u.Block()) {
			continue
		}
		if common == nil {
			common = u.Block()
		} else {
			common = x.dom.CommonDominator(common, u.Block())
		}
	}
	d := co.f.Entry()
	if common != nil {
		d = head[x.dom.Index(common)]
	}
	var starts []*ir.Instr
	for _, u := range users {
		if x.dom.Dominates(d, u.Block()) && !x.blockCrossesUse(d, u) {
			continue
		}
		s := startOf(u)
		if s == nil {
			return
		}
		starts = append(starts, s)
	}
	if len(starts) == 0 {
		return
	}
	n := co.m.CloneInstr(starts[0])
	n.InsertBefore(d.Terminator())
	ptr := n.NumCallArgs() - 1
	bld := ir.NewBuilder(co.m)
	bld.Before(n)
	n.SetArg(ptr, bld.PtrCast(a, n.Arg(ptr).Type()))
	for _, s := range starts {
		s.Erase()
	}
}
