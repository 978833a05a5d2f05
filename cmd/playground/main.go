// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build js && wasm

// Command playground is corolower in a web page. It defines the function corolower of the page's
// worker, from a request to an answer, both JSON.
package main

import (
	"syscall/js"

	"github.com/corolower/corolower/internal/playground"
)

func main() {
	js.Global().Set("corolower", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(playground.Do([]byte(args[0].String())))
	}))
	select {}
}
