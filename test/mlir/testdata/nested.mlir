// Bodies in bodies: the outer one waits for the inner ones, and keeps values meanwhile.
func.func private @print(i64)
func.func @entry() {
  %c1 = arith.constant 1 : i64
  %c10 = arith.constant 10 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %kept = arith.addi %c10, %c1 : i64
    %ti, %vi = async.execute -> !async.value<i64> {
      %tj, %vj = async.execute -> !async.value<i64> {
        func.call @print(%c1) : (i64) -> ()
        async.yield %c10 : i64
      }
      %x = async.await %vj : !async.value<i64>
      %y = arith.muli %x, %kept : i64
      func.call @print(%y) : (i64) -> ()
      async.yield %y : i64
    }
    %z = async.await %vi : !async.value<i64>
    %s = arith.addi %z, %kept : i64
    async.yield %s : i64
  }
  %r = async.await %v : !async.value<i64>
  func.call @print(%r) : (i64) -> ()
  return
}
