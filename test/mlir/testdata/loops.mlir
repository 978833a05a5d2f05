// Bodies that wait in a loop and in branches: values of each round live across the suspends.
func.func private @print(i64)
func.func @step(%x: i64) -> i64 {
  %c3 = arith.constant 3 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %y = arith.muli %x, %c3 : i64
    async.yield %y : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
async.func @rounds() -> !async.value<i64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %zero = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %one) -> (i64) {
    %n = arith.index_cast %i : index to i64
    %ti, %vi = async.execute -> !async.value<i64> {
      %q = arith.addi %acc, %n : i64
      async.yield %q : i64
    }
    %a = async.await %vi : !async.value<i64>
    %bit = arith.remsi %n, %two : i64
    %odd = arith.cmpi ne, %bit, %zero : i64
    %next = scf.if %odd -> (i64) {
      %tj, %vj = async.execute -> !async.value<i64> {
        %d = arith.muli %a, %two : i64
        async.yield %d : i64
      }
      %b = async.await %vj : !async.value<i64>
      scf.yield %b : i64
    } else {
      scf.yield %a : i64
    }
    func.call @print(%next) : (i64) -> ()
    scf.yield %next : i64
  }
  return %sum : i64
}
func.func @entry() {
  %v = async.call @rounds() : () -> !async.value<i64>
  %r = async.await %v : !async.value<i64>
  func.call @print(%r) : (i64) -> ()
  %s = func.call @step(%r) : (i64) -> i64
  func.call @print(%s) : (i64) -> ()
  return
}
