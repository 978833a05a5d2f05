// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build !linux

package main

// These systems have no checks of limits. A run that exceeds a limit ends with the message of the
// system or of the Go runtime.

func enoughFiles() error { return nil }

func addressSpace() int64 { return 0 }

func quietRuntime() {}

func usedSpace() int64 { return 0 }

func lowPriority() {}
