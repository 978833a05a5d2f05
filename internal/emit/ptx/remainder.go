// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file has the helper function for the remainder of floats. PTX has no such instruction, and
// x - trunc(x/y)*y is wrong for large quotients. The helper divides the significands bit by bit, as
// one does on paper, so the remainder is exact.

const remainderName = "__corolower_fmod"

// remainderText takes the bits of two doubles and returns those of the remainder. %rd1 and %rd2 are
// the magnitudes, %rd3 is the sign of the result, %rd4 and %rd5 are the significands, and %r1 and %r2
// the exponents.
const remainderText = `.func (.param .b64 func_retval0) ` + remainderName + `(
	.param .b64 ` + remainderName + `_param_0,
	.param .b64 ` + remainderName + `_param_1
)
{
	.reg .pred %p<8>;
	.reg .b32 %r<8>;
	.reg .b64 %rd<12>;
	ld.param.b64 %rd1, [` + remainderName + `_param_0];
	ld.param.b64 %rd2, [` + remainderName + `_param_1];
	and.b64 %rd3, %rd1, -9223372036854775808;
	and.b64 %rd1, %rd1, 9223372036854775807;
	and.b64 %rd2, %rd2, 9223372036854775807;
	setp.ge.u64 %p1, %rd1, 9218868437227405312;
	setp.eq.b64 %p2, %rd2, 0;
	or.pred %p1, %p1, %p2;
	setp.gt.u64 %p2, %rd2, 9218868437227405312;
	or.pred %p1, %p1, %p2;
	@%p1 bra $L__fmod_nan;
	or.b64 %rd4, %rd1, %rd3;
	setp.lt.u64 %p1, %rd1, %rd2;
	@%p1 bra $L__fmod_end;
	shr.u64 %rd6, %rd1, 52;
	cvt.u32.u64 %r1, %rd6;
	shr.u64 %rd6, %rd2, 52;
	cvt.u32.u64 %r2, %rd6;
	and.b64 %rd4, %rd1, 4503599627370495;
	and.b64 %rd5, %rd2, 4503599627370495;
	clz.b64 %r3, %rd4;
	sub.s32 %r3, %r3, 11;
	setp.eq.b32 %p1, %r1, 0;
	or.b64 %rd6, %rd4, 4503599627370496;
	shl.b64 %rd7, %rd4, %r3;
	selp.b64 %rd4, %rd7, %rd6, %p1;
	sub.s32 %r3, 1, %r3;
	selp.b32 %r1, %r3, %r1, %p1;
	clz.b64 %r3, %rd5;
	sub.s32 %r3, %r3, 11;
	setp.eq.b32 %p1, %r2, 0;
	or.b64 %rd6, %rd5, 4503599627370496;
	shl.b64 %rd7, %rd5, %r3;
	selp.b64 %rd5, %rd7, %rd6, %p1;
	sub.s32 %r3, 1, %r3;
	selp.b32 %r2, %r3, %r2, %p1;
$L__fmod_bit:
	setp.ge.u64 %p1, %rd4, %rd5;
	sub.s64 %rd6, %rd4, %rd5;
	selp.b64 %rd4, %rd6, %rd4, %p1;
	setp.le.s32 %p2, %r1, %r2;
	@%p2 bra $L__fmod_pack;
	shl.b64 %rd4, %rd4, 1;
	sub.s32 %r1, %r1, 1;
	bra.uni $L__fmod_bit;
$L__fmod_pack:
	setp.eq.b64 %p1, %rd4, 0;
	@%p1 bra $L__fmod_zero;
	clz.b64 %r3, %rd4;
	sub.s32 %r3, %r3, 11;
	shl.b64 %rd4, %rd4, %r3;
	sub.s32 %r1, %r1, %r3;
	setp.gt.s32 %p1, %r1, 0;
	sub.s64 %rd6, %rd4, 4503599627370496;
	cvt.u64.u32 %rd7, %r1;
	shl.b64 %rd7, %rd7, 52;
	or.b64 %rd6, %rd6, %rd7;
	sub.s32 %r4, 1, %r1;
	shr.u64 %rd7, %rd4, %r4;
	selp.b64 %rd4, %rd6, %rd7, %p1;
$L__fmod_zero:
	or.b64 %rd4, %rd4, %rd3;
	bra.uni $L__fmod_end;
$L__fmod_nan:
	mov.b64 %rd4, 9221120237041090560;
$L__fmod_end:
	st.param.b64 [func_retval0], %rd4;
	ret;
}

`
