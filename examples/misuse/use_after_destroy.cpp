// The result of a task is read after the task was destroyed.
#include "task.h"

task answer() { co_return 42; }

int main() {
  auto frame = answer().frame; // the temporary task destroys the coroutine at the end of this line
  frame.resume();
  return frame.promise().result;
}
