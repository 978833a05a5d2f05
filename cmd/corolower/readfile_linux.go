package main

import (
	"syscall"
	"unsafe"
)

// adviseLarge asks for large pages in the part of b that whole ones fit in. The system need not follow, so errors do not matter.
func adviseLarge(b []byte) {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	from := int(-at & (largePage - 1))
	to := len(b) - int((at+uintptr(len(b)))&(largePage-1))
	if from < to {
		_ = syscall.Madvise(b[from:to], syscall.MADV_HUGEPAGE)
	}
}
