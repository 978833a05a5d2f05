// A group of bodies made in a loop, which are awaited together.
func.func private @add(i64)
func.func private @total() -> i64
func.func private @print(i64)
func.func @entry() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %group = async.create_group %c8 : !async.group
  scf.for %i = %c0 to %c8 step %c1 {
    %n = arith.index_cast %i : index to i64
    %t = async.execute {
      func.call @add(%n) : (i64) -> ()
      async.yield
    }
    %k = async.add_to_group %t, %group : !async.token
  }
  async.await_all %group
  %sum = func.call @total() : () -> i64
  func.call @print(%sum) : (i64) -> ()
  %last = async.call @inner() : () -> !async.token
  async.await %last : !async.token
  return
}
async.func @inner() -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %group = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %t = async.execute {
      %one = arith.constant 1 : i64
      func.call @add(%one) : (i64) -> ()
      async.yield
    }
    %k = async.add_to_group %t, %group : !async.token
  }
  async.await_all %group
  %s = func.call @total() : () -> i64
  func.call @print(%s) : (i64) -> ()
  return
}
