// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package device_test

import (
	"fmt"
	"testing"

	"github.com/corolower/corolower/test/gpu/device"
)

func TestPublished(t *testing.T) {
	const kernel = `
.visible .entry run()
{
	.local .align 8 .b8 	__local_depot0[32];
	mov.b64 	%%SPL, __local_depot0;
	cvta.local.u64 	%%SP, %%SPL;
	add.u64 	%%rd5, %%SP, 8;
	ld.local.b64 	%%rd6, [%%rd5];
	mov.b64 	%%rd7, table;
	%s
	ret;
}
`
	for _, c := range []struct {
		line string
		want bool
	}{
		{"st.global.b64 \t[%rd7], %rd5;", true},
		{"@%p1 st.volatile.shared.b64 \t[%rd7+8], %rd5;", true},
		{"st.global.v2.b64 \t[%rd7], {%rd6, %rd5};", true},
		{"selp.b64 %rd8, %rd7, %rd5, %p1;\n\tst.global.b64 [%rd7], %rd8;", true},
		{"st.global.b64 \t[%rd7], %rd6;", false}, // what is in local memory, not its address
		{"st.local.b64 \t[%rd5], %rd5;", false},
		{"st.global.b64 \t[%rd7], %rd7;\n}\n.func f()\n{\n\tst.global.b64 [%rd7], %rd5;", false}, // another function
	} {
		got := device.Published(fmt.Sprintf(kernel, c.line))
		if (got != "") != c.want {
			t.Errorf("%q: found %q", c.line, got)
		}
	}
}
