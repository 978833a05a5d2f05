// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"fmt"
	"testing"

	"github.com/corolower/corolower/internal/interp"
)

// TestObjectSize compares sizes with those of lli of LLVM 22.
func TestObjectSize(t *testing.T) {
	const (
		largest = "ptr %s, i1 false, i1 true, i1 false"
		zero    = "ptr %s, i1 true, i1 false, i1 false"
		dynamic = "ptr %s, i1 true, i1 false, i1 true"
	)
	for _, c := range []struct {
		how, of string
		want    int64
	}{
		{largest, "%a", 7}, {zero, "%a", 7}, {largest, "%three", 12}, {largest, "%many", -1}, {dynamic, "%many", 8},
		{largest, "%m", 100}, {zero, "%mn", 0}, {dynamic, "%mn", 2}, {largest, "%new", 33}, {largest, "%mine", -1},
		{largest, "@g", 40}, {largest, "@weak", -1}, {largest, "@extern", -1},
		{largest, "getelementptr (i8, ptr @g, i64 12)", 28}, {largest, "%in", 4}, {largest, "%end", 0},
		{largest, "%beyond", 0}, {largest, "%any", -1}, {dynamic, "%any", 5}, {largest, "%by", 24},
		{largest, "%arg", -1}, {dynamic, "%arg", 0}, {largest, "null", -1}, {zero, "null", 0},
		{"ptr %s, i1 false, i1 false, i1 false", "null", 0},
	} {
		text := `declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare ptr @_Znwm(i64)
@ld = private constant [4 x i8] c"%ld\00"
@g = global [10 x i32] zeroinitializer
@weak = weak global [10 x i32] zeroinitializer
@extern = external global [10 x i32]
define internal ptr @get() {
  %p = call ptr @malloc(i64 8)
  ret ptr %p }
define internal void @f(i64 %n, ptr byval([3 x i64]) %by, ptr %arg) {
  %a = alloca [7 x i8]
  %three = alloca i32, i32 3
  %many = alloca i32, i64 %n
  %m = call ptr @malloc(i64 100) allocsize(0)
  %mn = call ptr @malloc(i64 %n) allocsize(0)
  %new = call ptr @_Znwm(i64 33)
  %mine = call ptr @get()
  %in = getelementptr i8, ptr %a, i64 3
  %end = getelementptr i8, ptr %a, i64 7
  %beyond = getelementptr i8, ptr %a, i64 9
  %any = getelementptr i8, ptr %a, i64 %n
  %s = call i64 @llvm.objectsize.i64.p0(` + fmt.Sprintf(c.how, c.of) + `)
  call i32 (ptr, ...) @printf(ptr @ld, i64 %s)
  ret void }
define i32 @main() {
  call void @f(i64 2, ptr byval([3 x i64]) @g, ptr @g)
  ret i32 0 }
`
		if out, _, failure := run(t, layout+text, interp.Options{}); out != fmt.Sprint(c.want) {
			t.Errorf("%s: got %s %s, want %d", fmt.Sprintf(c.how, c.of), out, failure, c.want)
		}
	}
}
