// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file holds the tables of words: attributes, calling conventions, linkages. For a word that
// is not in its table, the error suggests the nearest known word.

import (
	"maps"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/words"
)

// attrForm is the syntax after an attribute's word.
type attrForm uint8

const (
	formInvalid   attrForm = iota
	formWord               // nothing
	formAlign              // `align 8`, `align(8)`; `align=8` in a group
	formStack              // `alignstack(8)`; `alignstack=8` in a group
	formBytes              // (n), n > 0
	formType               // (T)
	formOptType            // (T), or nothing in files with typed pointers
	formSizes              // (n) or (n, m)
	formUWTable            // nothing, (sync), (async)
	formOptBytes           // nothing or (n)
	formMemory             // memory(argmem: read, ...)
	formCaptures           // captures(ret: address, none, ...)
	formFPClass            // nofpclass(nan inf), nofpclass(3)
	formRange              // range(i32 0, 10)
	formInits              // initializes((0, 4), (8, 12))
	formKind               // allockind("alloc,zeroed")
	formDenormals          // denormal_fpenv(ieee, float: preservesign|ieee)
)

var attrForms = func() map[string]attrForm {
	m := make(map[string]attrForm, 128)
	words := `allocalign allocptr alwaysinline argmemonly builtin cold convergent coro_elide_safe coro_only_destroy_when_complete
	dead_on_unwind disable_sanitizer_instrumentation flatten fn_ret_thunk_extern hot hybrid_patchable immarg
	inaccessiblemem_or_argmemonly inaccessiblememonly inlinehint inreg jumptable minsize mustprogress naked nest noalias nobuiltin
	nocallback nocapture nocf_check nocreateundeforpoison nodivergencesource noduplicate noext nofree noimplicitfloat noinline nomerge
	noipa nonlazybind nonnull nooutline noprofile norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage nosync noundef nounwind
	null_pointer_is_valid optdebug optforfuzzing optnone optsize presplitcoroutine readnone readonly returned returns_twice safestack
	sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_numerical_stability
	sanitize_realtime sanitize_realtime_blocking sanitize_thread sanitize_type shadowcallstack signext skipprofile speculatable
	speculative_load_hardening ssp sspreq sspstrong strictfp swiftasync swiftcoro swifterror swiftself willreturn writable writeonly
	zeroext`
	for _, w := range strings.Fields(words) {
		m[w] = formWord
	}
	for w, f := range map[string]attrForm{
		"align": formAlign, "alignstack": formStack, "dereferenceable": formBytes, "dereferenceable_or_null": formBytes,
		"byval": formOptType, "sret": formOptType, "byref": formType, "inalloca": formOptType,
		"preallocated": formOptType, "elementtype": formType,
		"allocsize": formSizes, "vscale_range": formSizes, "uwtable": formUWTable, "dead_on_return": formOptBytes,
		"flatten_depth": formBytes, "memory": formMemory,
		"captures": formCaptures, "nofpclass": formFPClass, "range": formRange,
		"initializes": formInits, "allockind": formKind, "denormal_fpenv": formDenormals,
	} {
		m[w] = f
	}
	return m
}()

// numberedConvs are the calling conventions that have a name in every version that we read.
var numberedConvs = map[uint64]string{
	0: "ccc", 8: "fastcc", 9: "coldcc", 10: "ghccc", 13: "anyregcc",
	14: "preserve_mostcc", 15: "preserve_allcc", 16: "swiftcc",
	17: "cxx_fast_tlscc", 18: "tailcc", 19: "cfguard_checkcc",
	20: "swifttailcc", 64: "x86_stdcallcc", 65: "x86_fastcallcc",
	66: "arm_apcscc", 67: "arm_aapcscc", 68: "arm_aapcs_vfpcc",
	69: "msp430_intrcc", 70: "x86_thiscallcc", 71: "ptx_kernel",
	72: "ptx_device", 75: "spir_func", 76: "spir_kernel", 77: "intel_ocl_bicc", 78: "x86_64_sysvcc", 79: "win64cc",
	80: "x86_vectorcallcc", 81: "hhvmcc", 82: "hhvm_ccc", 83: "x86_intrcc",
	84: "avr_intrcc", 85: "avr_signalcc", 87: "amdgpu_vs",
	88: "amdgpu_gs", 89: "amdgpu_ps", 90: "amdgpu_cs", 91: "amdgpu_kernel",
	92: "x86_regcallcc", 93: "amdgpu_hs", 95: "amdgpu_ls",
	96: "amdgpu_es", 97: "aarch64_vector_pcs", 98: "aarch64_sve_vector_pcs", 100: "amdgpu_gfx",
}

var callConvs = func() map[string]bool {
	m := make(map[string]bool, 80)
	words := `ccc fastcc coldcc cfguard_checkcc x86_stdcallcc x86_fastcallcc x86_regcallcc x86_thiscallcc x86_vectorcallcc arm_apcscc
	arm_aapcscc arm_aapcs_vfpcc aarch64_vector_pcs aarch64_sve_vector_pcs aarch64_sme_preservemost_from_x0
	aarch64_sme_preservemost_from_x1 aarch64_sme_preservemost_from_x2 arm64ec_thunk_x64 arm64ec_thunk_native msp430_intrcc avr_intrcc
	avr_signalcc ptx_kernel ptx_device spir_kernel spir_func intel_ocl_bicc x86_64_sysvcc win64cc webkit_jscc anyregcc
	preserve_mostcc preserve_allcc preserve_nonecc ghccc swiftcc swifttailcc swiftcorocc x86_intrcc hhvmcc hhvm_ccc cxx_fast_tlscc
	amdgpu_vs amdgpu_gfx amdgpu_gfx_whole_wave amdgpu_ls amdgpu_hs amdgpu_es amdgpu_gs amdgpu_ps amdgpu_cs amdgpu_cs_chain
	amdgpu_cs_chain_preserve amdgpu_kernel tailcc m68k_rtdcc m68k_intrcc graalcc riscv_vector_cc riscv_vls_cc cheriot_compartmentcallcc
	cheriot_compartmentcalleecc cheriot_librarycallcc x86_64_win64cc`
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}()

var linkages = set(`private internal weak weak_odr linkonce linkonce_odr available_externally appending common extern_weak external`)

// dwarfOps are the operators of DIExpression without their prefix DW_OP_ and without the numbered
// ones.
var dwarfOps = set(`addr deref const1u const1s const2u const2s const4u const4s const8u const8s constu consts dup drop over pick swap
	rot xderef abs and div minus mod mul neg not or plus plus_uconst shl shr shra xor bra eq ge gt le lt ne skip regx fbreg bregx piece
	deref_size xderef_size nop push_object_address call2 call4 call_ref form_tls_address call_frame_cfa bit_piece implicit_value
	stack_value implicit_pointer addrx constx entry_value const_type regval_type deref_type xderef_type convert reinterpret
	GNU_push_tls_address GNU_entry_value GNU_addr_index GNU_const_index LLVM_convert LLVM_fragment LLVM_tag_offset LLVM_entry_value
	LLVM_implicit_pointer LLVM_arg LLVM_extract_bits_sext LLVM_extract_bits_zext LLVM_user LLVM_poisoned WASM_location
	WASM_location_int HP_unknown PGI_omp_thread_num LLVM_form_aspace_address LLVM_push_lane LLVM_offset LLVM_offset_uconst
	LLVM_bit_offset LLVM_call_frame_entry_reg LLVM_undefined LLVM_aspace_bregx LLVM_aspace_implicit_pointer LLVM_piece_end
	LLVM_extend LLVM_select_bit_piece`)

// valueWords are the words that begin values, for hints.
var valueWords = strings.Fields(`true false null undef poison none zeroinitializer asm blockaddress dso_local_equivalent no_cfi ptrauth
	splat getelementptr inttoptr ptrtoint ptrtoaddr bitcast addrspacecast trunc zext sext add sub mul xor shl icmp select`)

func set(list string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// opcodeWords are the words that begin an instruction, for hints.
var opcodeWords = func() []string {
	out := []string{"tail", "musttail", "notail"}
	for op := ir.OpInvalid + 1; op < ir.OpDbg; op++ {
		out = append(out, op.String())
	}
	return out
}()

func keys[V any](m map[string]V) []string { return slices.Collect(maps.Keys(m)) }

// nearest returns the hint "did you mean 'x'?" for the known word that is closest to w, or "" if
// none is close.
func nearest(w string, known []string) string {
	if best := words.Nearest(w, known); best != "" && best != w {
		return "did you mean '" + best + "'?"
	}
	return ""
}
