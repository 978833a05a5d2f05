// Runs a program's kernel on the CPU: every thread of a block is a fiber, and a
// barrier hands the turn to the next one. Prints one word a thread.
//
//	host BLOCKS THREADS           the results, in decimal, a line each
//	host BLOCKS THREADS IN OUT    inputs and results as files of 32-bit words

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ucontext.h>
#include <vector>

extern "C" void run(const uint32_t *in, uint32_t *out, uint32_t n);

namespace {

// As small as it may be: what takes a stack frame for each transfer of control shall not get far.
constexpr size_t stack_size = 64 << 10;

struct Fiber {
  ucontext_t context;
  bool finished = false;
  uint32_t exchanged = 0; // what a shuffle hands to the others
};

std::vector<Fiber> fibers;
std::vector<char> stacks;
ucontext_t scheduler;
uint32_t current, block, threads, blocks;
const uint32_t *input;
uint32_t *output;

void fiber_main() {
  run(input, output, blocks * threads);
  fibers[current].finished = true;
  swapcontext(&fibers[current].context, &scheduler);
}

// One turn for each fiber is the time between two barriers.
void run_block() {
  for (uint32_t i = 0; i < threads; i++) {
    fibers[i].finished = false;
    getcontext(&fibers[i].context);
    fibers[i].context.uc_stack.ss_sp = stacks.data() + i * stack_size;
    fibers[i].context.uc_stack.ss_size = stack_size;
    fibers[i].context.uc_link = nullptr;
    makecontext(&fibers[i].context, fiber_main, 0);
  }
  for (uint32_t left = threads; left != 0;) {
    left = 0;
    for (current = 0; current < threads; current++) {
      if (fibers[current].finished)
        continue;
      swapcontext(&scheduler, &fibers[current].context);
      left += !fibers[current].finished;
    }
  }
}

bool write_words(const char *path, const std::vector<uint32_t> &words) {
  FILE *f = std::fopen(path, "wb");
  if (!f)
    return false;
  bool ok = std::fwrite(words.data(), 4, words.size(), f) == words.size();
  return std::fclose(f) == 0 && ok;
}

} // namespace

extern "C" uint32_t lane_of_block() { return current; }
extern "C" uint32_t block_size() { return threads; }
extern "C" uint32_t block_index() { return block; }
extern "C" void barrier() { swapcontext(&fibers[current].context, &scheduler); }
extern "C" uint32_t shuffle_xor(uint32_t value, uint32_t mask) {
  fibers[current].exchanged = value;
  barrier();
  uint32_t result = fibers[current ^ mask].exchanged;
  barrier();
  return result;
}

// What device code calls itself, when its IR is run on this machine.
extern "C" void device_barrier(uint32_t) { barrier(); }
extern "C" uint32_t device_shuffle_xor(uint32_t, uint32_t value, uint32_t mask, uint32_t) { return shuffle_xor(value, mask); }

int main(int argc, char **argv) {
  if (argc != 3 && argc != 5)
    return 2;
  blocks = std::strtoul(argv[1], nullptr, 10);
  threads = std::strtoul(argv[2], nullptr, 10);
  uint32_t n = blocks * threads;
  std::vector<uint32_t> in(n), out(n, 0xdeadbeef);
  uint32_t x = 12345;
  for (uint32_t &word : in) {
    x = x * 1664525u + 1013904223u;
    word = x >> 8;
  }
  input = in.data();
  output = out.data();
  fibers.resize(threads);
  stacks.resize(threads * stack_size);
  for (block = 0; block < blocks; block++)
    run_block();
  if (argc == 5)
    return write_words(argv[3], in) && write_words(argv[4], out) ? 0 : 1;
  for (uint32_t word : out)
    std::printf("%u\n", word);
}
