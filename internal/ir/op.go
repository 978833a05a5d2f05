// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "math/bits"

// Op is an instruction's opcode. The zero Op is invalid.
type Op uint8

// The opcodes. OpDbg is a debug record (`#dbg_value(...)`) or a call of an llvm.dbg.* intrinsic. It
// is attached to the instruction that follows it (Instr.Dbg) and is never part of a block's
// instruction list.
const (
	OpInvalid Op = iota
	// terminators
	OpRet
	OpBr     // args: target | cond, true, false
	OpSwitch // args: cond, default, (value, target)*
	OpIndirectBr
	OpInvoke // args: call arguments, bundle operands, callee, normal, unwind
	OpResume
	OpUnreachable
	OpCleanupRet // args: pad [, unwind]; without unwind it unwinds to the caller
	OpCatchRet   // args: pad, target
	// args: parent (none), handlers... [, unwind]; CatchSwitchAux says whether the last one is the
	// unwind destination
	OpCatchSwitch
	OpCallBr // args: call arguments, bundle operands, callee, fallthrough, indirect...
	// unary and binary
	OpFNeg
	OpAdd
	OpFAdd
	OpSub
	OpFSub
	OpMul
	OpFMul
	OpUDiv
	OpSDiv
	OpFDiv
	OpURem
	OpSRem
	OpFRem
	OpShl
	OpLShr
	OpAShr
	OpAnd
	OpOr
	OpXor
	// vectors and aggregates
	OpExtractElement
	OpInsertElement
	OpShuffleVector // args: a, b, mask
	OpExtractValue
	OpInsertValue
	// memory
	OpAlloca // args: [count]
	OpLoad   // args: pointer
	OpStore  // args: value, pointer
	OpFence
	OpCmpXchg   // args: pointer, expected, new
	OpAtomicRMW // args: pointer, value
	OpGEP       // args: base, indices...
	// casts
	OpTrunc
	OpZExt
	OpSExt
	OpFPTrunc
	OpFPExt
	OpFPToUI
	OpFPToSI
	OpUIToFP
	OpSIToFP
	OpPtrToInt
	OpPtrToAddr
	OpIntToPtr
	OpBitCast
	OpAddrSpaceCast
	// other
	OpICmp
	OpFCmp
	OpPhi // args: values; the blocks are in PhiAux
	OpSelect
	OpFreeze
	OpCall // args: call arguments, bundle operands, callee
	OpVAArg
	OpLandingPad // args: clauses
	OpCatchPad   // args: within, arguments...
	OpCleanupPad // args: within, arguments...
	OpDbg
	NumOps
)

// Effect describes the effects of an opcode on memory and control in the worst case.
type Effect uint8

// The effects, as bits. The effect of a call depends on its callee and attributes; the table has
// the worst case.
const (
	EffNone   Effect = 0
	EffReads  Effect = 1 << iota // reads memory
	EffWrites                    // writes memory
	EffThrows                    // may leave the function other than by its terminator's edges
	EffTraps                     // undefined for some operands: may not be speculated
	EffPinned                    // must not move: terminators, pads, phis
)

// OpInfo describes one opcode.
type OpInfo struct {
	Name       string
	Terminator bool
	Binary     bool
	Cast       bool
	Effect     Effect
	Flags      Flags // the flags the opcode may carry
	known      bool
}

const fmf = FastMath

var opInfo = [NumOps]OpInfo{
	OpRet:        {Name: "ret", Terminator: true, Effect: EffPinned},
	OpBr:         {Name: "br", Terminator: true, Effect: EffPinned},
	OpSwitch:     {Name: "switch", Terminator: true, Effect: EffPinned},
	OpIndirectBr: {Name: "indirectbr", Terminator: true, Effect: EffPinned},
	OpInvoke: {Name: "invoke", Terminator: true, Effect: EffPinned | EffReads | EffWrites | EffThrows,
		Flags: fmf},
	OpResume:      {Name: "resume", Terminator: true, Effect: EffPinned | EffThrows},
	OpUnreachable: {Name: "unreachable", Terminator: true, Effect: EffPinned},
	OpCleanupRet:  {Name: "cleanupret", Terminator: true, Effect: EffPinned | EffThrows},
	OpCatchRet:    {Name: "catchret", Terminator: true, Effect: EffPinned},
	OpCatchSwitch: {Name: "catchswitch", Terminator: true, Effect: EffPinned | EffThrows},
	OpCallBr: {Name: "callbr", Terminator: true, Effect: EffPinned | EffReads | EffWrites | EffThrows,
		Flags: fmf},
	OpFNeg:           {Name: "fneg", Flags: fmf},
	OpAdd:            {Name: "add", Binary: true, Flags: FlagNUW | FlagNSW},
	OpFAdd:           {Name: "fadd", Binary: true, Flags: fmf},
	OpSub:            {Name: "sub", Binary: true, Flags: FlagNUW | FlagNSW},
	OpFSub:           {Name: "fsub", Binary: true, Flags: fmf},
	OpMul:            {Name: "mul", Binary: true, Flags: FlagNUW | FlagNSW},
	OpFMul:           {Name: "fmul", Binary: true, Flags: fmf},
	OpUDiv:           {Name: "udiv", Binary: true, Flags: FlagExact, Effect: EffTraps},
	OpSDiv:           {Name: "sdiv", Binary: true, Flags: FlagExact, Effect: EffTraps},
	OpFDiv:           {Name: "fdiv", Binary: true, Flags: fmf},
	OpURem:           {Name: "urem", Binary: true, Effect: EffTraps},
	OpSRem:           {Name: "srem", Binary: true, Effect: EffTraps},
	OpFRem:           {Name: "frem", Binary: true, Flags: fmf},
	OpShl:            {Name: "shl", Binary: true, Flags: FlagNUW | FlagNSW},
	OpLShr:           {Name: "lshr", Binary: true, Flags: FlagExact},
	OpAShr:           {Name: "ashr", Binary: true, Flags: FlagExact},
	OpAnd:            {Name: "and", Binary: true},
	OpOr:             {Name: "or", Binary: true, Flags: FlagDisjoint},
	OpXor:            {Name: "xor", Binary: true},
	OpExtractElement: {Name: "extractelement"},
	OpInsertElement:  {Name: "insertelement"},
	OpShuffleVector:  {Name: "shufflevector"},
	OpExtractValue:   {Name: "extractvalue"},
	OpInsertValue:    {Name: "insertvalue"},
	OpAlloca:         {Name: "alloca", Effect: EffPinned, Flags: FlagInAlloca | FlagSwiftError},
	OpLoad:           {Name: "load", Effect: EffReads | EffTraps, Flags: FlagVolatile | FlagAtomic | FlagElementwise},
	OpStore:          {Name: "store", Effect: EffWrites | EffTraps, Flags: FlagVolatile | FlagAtomic | FlagElementwise},
	OpFence:          {Name: "fence", Effect: EffReads | EffWrites},
	OpCmpXchg:        {Name: "cmpxchg", Effect: EffReads | EffWrites | EffTraps, Flags: FlagVolatile | FlagWeak},
	OpAtomicRMW:      {Name: "atomicrmw", Effect: EffReads | EffWrites | EffTraps, Flags: FlagVolatile | FlagElementwise},
	OpGEP:            {Name: "getelementptr", Flags: FlagInBounds | FlagNUSW | FlagNUW},
	OpTrunc:          {Name: "trunc", Cast: true, Flags: FlagNUW | FlagNSW},
	OpZExt:           {Name: "zext", Cast: true, Flags: FlagNNeg},
	OpSExt:           {Name: "sext", Cast: true},
	OpFPTrunc:        {Name: "fptrunc", Cast: true, Flags: fmf},
	OpFPExt:          {Name: "fpext", Cast: true, Flags: fmf},
	OpFPToUI:         {Name: "fptoui", Cast: true},
	OpFPToSI:         {Name: "fptosi", Cast: true},
	OpUIToFP:         {Name: "uitofp", Cast: true, Flags: FlagNNeg | fmf},
	OpSIToFP:         {Name: "sitofp", Cast: true, Flags: fmf},
	OpPtrToInt:       {Name: "ptrtoint", Cast: true},
	OpPtrToAddr:      {Name: "ptrtoaddr", Cast: true},
	OpIntToPtr:       {Name: "inttoptr", Cast: true},
	OpBitCast:        {Name: "bitcast", Cast: true},
	OpAddrSpaceCast:  {Name: "addrspacecast", Cast: true},
	OpICmp:           {Name: "icmp", Flags: FlagSameSign},
	OpFCmp:           {Name: "fcmp", Flags: fmf},
	OpPhi:            {Name: "phi", Effect: EffPinned, Flags: fmf},
	OpSelect:         {Name: "select", Flags: fmf},
	OpFreeze:         {Name: "freeze"},
	OpCall: {Name: "call", Effect: EffReads | EffWrites | EffThrows | EffTraps,
		Flags: fmf | FlagTail | FlagMustTail | FlagNoTail},
	OpVAArg:      {Name: "va_arg", Effect: EffReads | EffWrites},
	OpLandingPad: {Name: "landingpad", Effect: EffPinned, Flags: FlagCleanup},
	OpCatchPad:   {Name: "catchpad", Effect: EffPinned},
	OpCleanupPad: {Name: "cleanuppad", Effect: EffPinned},
	OpDbg:        {Name: "#dbg", Effect: EffPinned},
}

func init() {
	for op := OpInvalid + 1; op < NumOps; op++ {
		opInfo[op].known = opInfo[op].Name != ""
	}
}

// Info returns the opcode's description.
func (op Op) Info() *OpInfo { return &opInfo[op] }

func (op Op) String() string {
	if op < NumOps && opInfo[op].Name != "" {
		return opInfo[op].Name
	}
	return "<invalid op>"
}

// OpByName returns the opcode of a keyword.
func OpByName(name string) (op Op, ok bool) {
	op, ok = opByName[name]
	return op, ok
}

var opByName = func() map[string]Op {
	ops := make(map[string]Op, NumOps)
	for op := OpInvalid + 1; op < NumOps; op++ {
		ops[opInfo[op].Name] = op
	}
	return ops
}()

// Flags are an instruction's one-word modifiers.
type Flags uint32

// The flags, in the order in which they are printed. The kinds of tail calls are flags, too, so that
// clones that differ in them can share a call's Aux.
const (
	FlagAtomic Flags = 1 << iota
	FlagWeak
	FlagVolatile
	FlagElementwise // an atomic access of each element of a vector by itself
	FlagReassoc
	FlagNNan
	FlagNInf
	FlagNSZ
	FlagArcp
	FlagContract
	FlagAfn
	FlagFast
	FlagInBounds
	FlagNUSW
	FlagNUW
	FlagNSW
	FlagExact
	FlagDisjoint
	FlagNNeg
	FlagSameSign
	// These have another place in the text.
	FlagInAlloca
	FlagSwiftError
	FlagCleanup
	FlagTail
	FlagMustTail
	FlagNoTail
)

// FastMath are the fast-math flags; FlagFast stands for all others.
const FastMath = FlagFast | FlagNNan | FlagNInf | FlagNSZ | FlagArcp | FlagContract | FlagAfn | FlagReassoc

// flagWords lists the spellings of the flags, up to FlagSameSign.
var flagWords = [...]string{"atomic", "weak", "volatile", "elementwise", "reassoc", "nnan", "ninf", "nsz", "arcp",
	"contract", "afn", "fast", "inbounds", "nusw", "nuw", "nsw", "exact", "disjoint", "nneg", "samesign"}

// Words yields each of some flags with its spelling, without those that have another place in the text.
func (f Flags) Words(yield func(flag Flags, word string) bool) {
	for f &= 2*FlagSameSign - 1; f != 0; f &= f - 1 {
		if !yield(f&-f, flagWords[bits.TrailingZeros32(uint32(f))]) {
			return
		}
	}
}

// Pred is the predicate of icmp and fcmp.
type Pred uint8

// The predicates, in the order of PredNames.
const (
	PredNone Pred = iota
	PredEQ
	PredNE
	PredUGT
	PredUGE
	PredULT
	PredULE
	PredSGT
	PredSGE
	PredSLT
	PredSLE
	PredFalse
	PredOEQ
	PredOGT
	PredOGE
	PredOLT
	PredOLE
	PredONE
	PredORD
	PredUEQ
	PredFUGT
	PredFUGE
	PredFULT
	PredFULE
	PredUNE
	PredUNO
	PredTrue
)

// PredNames lists the spellings of the predicates; those of fcmp begin at PredFalse.
var PredNames = [...]string{
	"", "eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle",
	"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true",
}

func (p Pred) String() string { return PredNames[p] }

// Ordering is an atomic ordering.
type Ordering uint8

// The orderings, in the order of OrderingNames.
const (
	NotAtomic Ordering = iota
	Unordered
	Monotonic
	Acquire
	Release
	AcqRel
	SeqCst
)

// OrderingNames lists the spellings of the orderings.
var OrderingNames = [...]string{"", "unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"}

func (o Ordering) String() string { return OrderingNames[o] }
