// A chain of tasks, each awaiting the next, as layers of a network stack do.
#include "coro.h"

task<long> read_byte(unsigned &state) {
  state = state * 1664525 + 1013904223;
  co_return state >> 24;
}
task<long> read_word(unsigned &state) {
  long low = co_await read_byte(state);
  co_return low | co_await read_byte(state) << 8;
}
task<long> read_message(unsigned &state) {
  long sum = 0;
  for (long n = co_await read_byte(state) & 7; n >= 0; n--)
    sum += co_await read_word(state);
  co_return sum;
}
task<long> serve(int messages) {
  unsigned state = 1;
  long sum = 0;
  for (int i = 0; i < messages; i++)
    sum += co_await read_message(state);
  co_return sum;
}
int main() { finish(serve(4000000).run()); }
