// Functions that are coroutines themselves, call each other, and take and give values.
func.func private @print(i64)
async.func @square(%x: i64) -> !async.value<i64> {
  %y = arith.muli %x, %x : i64
  return %y : i64
}
async.func @both(%x: i64, %y: i64) -> (!async.token, !async.value<i64>) {
  %a = async.call @square(%x) : (i64) -> !async.value<i64>
  %b = async.call @square(%y) : (i64) -> !async.value<i64>
  %p = async.await %a : !async.value<i64>
  %q = async.await %b : !async.value<i64>
  %s = arith.addi %p, %q : i64
  func.call @print(%s) : (i64) -> ()
  return %s : i64
}
async.func @chain(%x: i64) -> !async.token {
  %c1 = arith.constant 1 : i64
  %t, %v = async.call @both(%x, %c1) : (i64, i64) -> (!async.token, !async.value<i64>)
  async.await %t : !async.token
  %r = async.await %v : !async.value<i64>
  %u, %w = async.call @both(%r, %x) : (i64, i64) -> (!async.token, !async.value<i64>)
  async.await %u : !async.token
  return
}
func.func @entry() {
  %c3 = arith.constant 3 : i64
  %t = async.call @chain(%c3) : (i64) -> !async.token
  async.await %t : !async.token
  return
}
