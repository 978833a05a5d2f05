#include "task.h"
int sum(task &t) {
  int all = 0;
  for (t.h.resume(); !t.h.done(); t.h.resume()) all += t.h.promise().value;
  return all;
}
