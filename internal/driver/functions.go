// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import "github.com/corolower/corolower/internal/parse"

// Functions returns the names of the functions that the file defines or declares, in the order of
// the file.
func (r *Result) Functions() []string {
	if r.File == nil {
		return nil
	}
	var names []string
	for i := range r.File.Items {
		if it := &r.File.Items[i]; it.Kind == parse.ItemDefine || it.Kind == parse.ItemDeclare {
			names = append(names, it.Name)
		}
	}
	return names
}
