// Values of several types that come out of one body and go into the next.
func.func private @print(i64)
func.func @entry() {
  %c20 = arith.constant 20 : i64
  %c1 = arith.constant 1 : i64
  %half = arith.constant 0.5 : f64
  %t0, %v0 = async.execute -> !async.value<i64> {
    %x = arith.addi %c20, %c1 : i64
    async.yield %x : i64
  }
  %t1, %v1, %w1 = async.execute [%t0] (%v0 as %a : !async.value<i64>) -> (!async.value<i64>, !async.value<f64>) {
    %x = arith.muli %a, %a : i64
    %f = arith.sitofp %a : i64 to f64
    %g = arith.mulf %f, %half : f64
    async.yield %x, %g : i64, f64
  }
  %t2, %v2 = async.execute (%v1 as %a : !async.value<i64>, %w1 as %b : !async.value<f64>) -> !async.value<i64> {
    %i = arith.fptosi %b : f64 to i64
    %s = arith.addi %a, %i : i64
    func.call @print(%a) : (i64) -> ()
    func.call @print(%i) : (i64) -> ()
    async.yield %s : i64
  }
  %r = async.await %v2 : !async.value<i64>
  func.call @print(%r) : (i64) -> ()
  return
}
