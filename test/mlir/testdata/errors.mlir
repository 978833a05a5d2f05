// A body of which an assertion fails: its token and value are in error, and so is all that waits for them.
func.func private @print(i64)
func.func private @truth(i64) -> i1
func.func @entry() {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %t0, %v0 = async.execute -> !async.value<i64> {
    %c = func.call @truth(%one) : (i64) -> i1
    cf.assert %c, "not reached"
    async.yield %one : i64
  }
  %t1, %v1 = async.execute (%v0 as %a : !async.value<i64>) -> !async.value<i64> {
    %c = func.call @truth(%zero) : (i64) -> i1
    cf.assert %c, "fails"
    func.call @print(%a) : (i64) -> ()
    async.yield %a : i64
  }
  %t2 = async.execute [%t1] (%v1 as %b : !async.value<i64>) {
    func.call @print(%b) : (i64) -> ()
    async.yield
  }
  async.runtime.await %t0 : !async.token
  async.runtime.await %t2 : !async.token
  %e0 = async.runtime.is_error %t0 : !async.token
  %e1 = async.runtime.is_error %t1 : !async.token
  %e2 = async.runtime.is_error %t2 : !async.token
  %i0 = arith.extui %e0 : i1 to i64
  %i1 = arith.extui %e1 : i1 to i64
  %i2 = arith.extui %e2 : i1 to i64
  func.call @print(%i0) : (i64) -> ()
  func.call @print(%i1) : (i64) -> ()
  func.call @print(%i2) : (i64) -> ()
  return
}
