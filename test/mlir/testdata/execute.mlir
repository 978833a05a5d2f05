// Bodies that run on their own, one after the other and side by side.
func.func private @print(i64)
func.func @entry() {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %t0 = async.execute {
    func.call @print(%c1) : (i64) -> ()
    async.yield
  }
  %t1 = async.execute [%t0] {
    func.call @print(%c2) : (i64) -> ()
    async.yield
  }
  %t2 = async.execute [%t0, %t1] {
    func.call @print(%c3) : (i64) -> ()
    async.yield
  }
  async.await %t2 : !async.token
  return
}
