// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build js && wasm

// Command playground is corolower in a web page. It defines two functions of the page's worker:
// corolower, from a request to an answer, both JSON; and collect, which collects garbage.
package main

import (
	"runtime"
	"runtime/debug"
	"syscall/js"

	"github.com/corolower/corolower/internal/playground"
)

func main() {
	debug.SetGCPercent(800) // so that no request of usual size collects garbage; the worker does between two requests
	js.Global().Set("corolower", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(playground.Do([]byte(args[0].String())))
	}))
	js.Global().Set("collect", js.FuncOf(func(js.Value, []js.Value) any {
		runtime.GC()
		return nil
	}))
	select {}
}
