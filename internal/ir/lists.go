// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Put sets an entry of a map, and makes the map if it is nil: most functions need none.
func Put[M ~map[K]V, K comparable, V any](m *M, k K, v V) {
	if *m == nil {
		*m = M{}
	}
	(*m)[k] = v
}

// Pop removes the last element of a list and returns it.
func Pop[E any](list *[]E) E {
	l := *list
	*list = l[:len(l)-1]
	return l[len(l)-1]
}
