// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// This file has the bits of numbers of the types half, bfloat, float and double.

// FractionBits returns the number of fraction bits of a floating-point type, and 0 for another type.
func (k Kind) FractionBits() int {
	switch k {
	case Half:
		return 10
	case BFloat:
		return 7
	case Float:
		return 23
	case Double:
		return 52
	}
	return 0
}

// bias returns what is added to the exponents of a type of up to 32 bits.
func (k Kind) bias() int {
	if k == Half {
		return 15
	}
	return 127
}

// FloatValue returns the number with some bits in a type.
func (k Kind) FloatValue(bits uint64) float64 {
	switch k {
	case Double:
		return math.Float64frombits(bits)
	case Float:
		return float64(math.Float32frombits(uint32(bits)))
	case BFloat:
		return float64(math.Float32frombits(uint32(bits) << 16))
	}
	sign, e, m := 1-2*float64(bits>>15&1), int(bits>>10&31), float64(bits&1023)
	switch {
	case e == 0:
		return sign * math.Ldexp(m, -24)
	case e < 31:
		return sign * math.Ldexp(1024+m, e-25)
	case m != 0:
		return math.NaN()
	}
	return sign * math.Inf(1)
}

// RoundFloat returns the bits of the number of a type that is the nearest to x, ties to even. A NaN keeps
// the top of its payload.
func (k Kind) RoundFloat(x float64) uint64 {
	all, fraction := math.Float64bits(x), k.FractionBits()
	if k == Double || fraction == 0 {
		return all
	}
	inf := (2*uint64(k.bias()) + 1) << fraction
	sign := all >> 63 * (inf + 1<<fraction)
	switch x = math.Abs(x); {
	case math.IsNaN(x):
		payload := all >> (52 - fraction) & (1<<fraction - 1)
		if payload == 0 {
			payload = 1 << (fraction - 1)
		}
		return sign | inf | payload
	case math.IsInf(x, 0):
		return sign | inf
	case x == 0:
		return sign
	case k == Float:
		return sign | uint64(math.Float32bits(float32(x)))
	}
	_, e := math.Frexp(x) // x = f * 2^e, f in [0.5, 1)
	e = max(e-1, 1-k.bias())
	units := uint64(math.RoundToEven(math.Ldexp(x, fraction-e))) // a carry moves into the exponent
	return sign | min(uint64(e+k.bias()-1)<<fraction+units, inf)
}

// FloatLiteral returns the bits of a literal of a type. LLVM writes numbers as doubles, in decimal or
// hexadecimal, and half types also as their own bits.
func (k Kind) FloatLiteral(s string) (bits uint64, ok bool) {
	switch {
	case strings.HasPrefix(s, "0xH"), strings.HasPrefix(s, "0xR"):
		n, err := strconv.ParseUint(s[3:], 16, 16)
		return n, err == nil
	case strings.HasPrefix(s, "0x"):
		n, err := strconv.ParseUint(s[2:], 16, 64)
		return k.RoundFloat(math.Float64frombits(n)), err == nil
	}
	x, err := strconv.ParseFloat(strings.TrimPrefix(s, "+"), 64)
	return k.RoundFloat(x), err == nil || errors.Is(err, strconv.ErrRange) // a number out of range is infinite
}
