// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import "github.com/corolower/corolower/internal/ir"

// compilers maps each opcode to the function that builds its code; nil: the opcode is not
// supported.
var compilers [ir.NumOps]func(c *compiler, i *ir.Instr)

func init() { // compileCall uses the table of intrinsics, which uses this one
	compilers = [ir.NumOps]func(c *compiler, i *ir.Instr){
		ir.OpRet:         compileRet,
		ir.OpBr:          compileBr,
		ir.OpSwitch:      compileSwitch,
		ir.OpIndirectBr:  compileIndirectBr,
		ir.OpInvoke:      compileCall,
		ir.OpResume:      compileResume,
		ir.OpUnreachable: compileUnreachable,
		ir.OpCleanupRet:  compileCleanupRet,
		ir.OpCatchRet:    compileCatchRet,
		ir.OpCatchSwitch: compileCatchSwitch,
		ir.OpCallBr:      nil,

		ir.OpFNeg: compileFNeg,
		ir.OpAdd:  compileBinary,
		ir.OpFAdd: compileFloat,
		ir.OpSub:  compileBinary,
		ir.OpFSub: compileFloat,
		ir.OpMul:  compileBinary,
		ir.OpFMul: compileFloat,
		ir.OpUDiv: compileBinary,
		ir.OpSDiv: compileBinary,
		ir.OpFDiv: compileFloat,
		ir.OpURem: compileBinary,
		ir.OpSRem: compileBinary,
		ir.OpFRem: compileFloat,
		ir.OpShl:  compileBinary,
		ir.OpLShr: compileBinary,
		ir.OpAShr: compileBinary,
		ir.OpAnd:  compileBinary,
		ir.OpOr:   compileBinary,
		ir.OpXor:  compileBinary,

		ir.OpExtractElement: compileExtractElement,
		ir.OpInsertElement:  compileInsertElement,
		ir.OpShuffleVector:  compileShuffle,
		ir.OpExtractValue:   compileExtractValue,
		ir.OpInsertValue:    compileInsertValue,

		ir.OpAlloca:    compileAlloca,
		ir.OpLoad:      compileLoad,
		ir.OpStore:     compileStore,
		ir.OpFence:     compileFence,
		ir.OpCmpXchg:   compileCmpXchg,
		ir.OpAtomicRMW: compileRMW,
		ir.OpGEP:       compileGEP,

		ir.OpTrunc:         compileIntCast,
		ir.OpZExt:          compileIntCast,
		ir.OpSExt:          compileIntCast,
		ir.OpFPTrunc:       compileFloatCast,
		ir.OpFPExt:         compileFloatCast,
		ir.OpFPToUI:        compileFloatCast,
		ir.OpFPToSI:        compileFloatCast,
		ir.OpUIToFP:        compileFloatCast,
		ir.OpSIToFP:        compileFloatCast,
		ir.OpPtrToInt:      compileIntCast,
		ir.OpPtrToAddr:     compileIntCast,
		ir.OpIntToPtr:      compileIntCast,
		ir.OpBitCast:       compileBitCast,
		ir.OpAddrSpaceCast: compileIntCast,

		ir.OpICmp:       compileICmp,
		ir.OpFCmp:       compileFCmp,
		ir.OpPhi:        func(*compiler, *ir.Instr) {}, // edges set phis
		ir.OpSelect:     compileSelect,
		ir.OpFreeze:     compileFreeze,
		ir.OpCall:       compileCall,
		ir.OpVAArg:      nil,
		ir.OpLandingPad: compileLandingPad,
		ir.OpCatchPad:   compileCatchPad,
		ir.OpCleanupPad: compileCleanupPad,
	}
}

// Runs reports whether an opcode is supported.
func Runs(op ir.Op) bool { return compilers[op] != nil }
