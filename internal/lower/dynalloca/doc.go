// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package dynalloca moves objects whose size is known only at run time, and that live across a suspend,
// to the heap. A frame has a constant size and cannot hold them. Such an object is allocated with the
// allocator of the frame, before anything else is done to split the coroutine. The later steps then
// see only calls and ordinary pointers. For example, a variable-length array
//
//	%sp = call ptr @llvm.stacksave()
//	%a = alloca i32, i64 %n, align 16
//	...                                   ; suspends
//	call void @llvm.stackrestore(ptr %sp)
//
// becomes
//
//	%sp = load ptr, ptr %dynamic.allocas
//	%node = call ptr @_Znwm(i64 %bytes)   ; the new head of the list
//	%a = getelementptr i8, ptr %node, i64 16
//	...
//	                                      ; free the nodes until %sp is the head
//
// The nodes are a list, and %dynamic.allocas is an alloca that holds its head. It goes to the frame
// like any other variable, so each destroy path knows what to free. A node begins with the address
// of the node before it. llvm.stacksave reads the head, and llvm.stackrestore frees nodes up to
// that head, wherever it was kept in between. So if one object goes to the list, all objects of
// variable size do: nothing frees stack memory any more. An object without them lives until the coroutine ends, as on the stack. There, each
// llvm.coro.free first frees all nodes.
//
// An alloca of constant size in a loop needs the same if the address of one iteration's object may be
// used in a later iteration, as in a list of nodes that a loop allocates. LLVM gives all of them one
// place in the frame. If they cannot be on the heap, so does this package.
//
// The package knows no ABI and no frame: who calls it says which objects a frame would have to hold,
// and which functions allocate and free it.
package dynalloca
