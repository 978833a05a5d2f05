// Byte streams through coroutines that compute CRC-32, FNV-1a, Adler-32 and a
// small block hash whose whole state lies in the frame.
// E2E: clang14
#include <coroutine>
#include <cstdint>
#include <cstdio>
#include <cstring>

struct sink {
  struct promise_type {
    const unsigned char *data = nullptr;
    std::size_t size = 0;
    std::uint64_t digest = 0;
    sink get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    struct next_byte {
      promise_type &p;
      bool await_ready() { return p.size > 0; }
      void await_suspend(std::coroutine_handle<>) {}
      // -1 stands for the end: a resume without data.
      int await_resume() { return p.size ? (p.size--, *p.data++) : -1; }
    };
    next_byte await_transform(int) { return {*this}; }
    void return_value(std::uint64_t d) { digest = d; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
  void write(const void *data, std::size_t size) {
    h.promise().data = static_cast<const unsigned char *>(data);
    h.promise().size = size;
    h.resume();
  }
  std::uint64_t finish() {
    h.resume();
    std::uint64_t d = h.promise().digest;
    h.destroy();
    return d;
  }
};

static sink crc32() {
  std::uint32_t crc = ~0u;
  for (int c; (c = co_await 0) >= 0;) {
    crc ^= static_cast<std::uint32_t>(c);
    for (int k = 0; k < 8; k++)
      crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
  }
  co_return crc ^ ~0u;
}

static sink fnv() {
  std::uint64_t h = 14695981039346656037ull;
  for (int c; (c = co_await 0) >= 0;)
    h = (h ^ static_cast<std::uint64_t>(c)) * 1099511628211ull;
  co_return h;
}

static sink adler() {
  std::uint32_t a = 1, b = 0;
  for (int c; (c = co_await 0) >= 0; b = (b + a) % 65521)
    a = (a + static_cast<std::uint32_t>(c)) % 65521;
  co_return b << 16 | a;
}

static sink block_hash() {
  std::uint32_t block[16], state[4] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344};
  std::uint64_t total = 0;
  for (bool more = true; more;) {
    std::memset(block, 0, sizeof block);
    auto *bytes = reinterpret_cast<unsigned char *>(block);
    for (unsigned i = 0; i < 64; i++, total++) {
      int c = co_await 0;
      if (c < 0) {
        bytes[i] = 0x80;
        more = false;
        break;
      }
      bytes[i] = static_cast<unsigned char>(c);
    }
    for (unsigned r = 0; r < 32; r++) {
      std::uint32_t t = state[0] + (state[1] ^ block[r * 5 % 16]) + r;
      state[0] = state[1];
      state[1] = state[2] ^ t;
      state[2] = state[3];
      state[3] = t << (r % 31 + 1) | t >> (31 - r % 31);
    }
  }
  co_return (static_cast<std::uint64_t>(state[0] ^ state[2]) << 32 | (state[1] ^ state[3])) + total;
}

int main() {
  const char *text = "The quick brown fox jumps over the lazy dog";
  sink all[] = {crc32(), fnv(), adler(), block_hash()};
  for (int round = 0; round < 50; round++)
    for (sink &s : all)
      s.write(text, round ? std::strlen(text) - static_cast<unsigned>(round) % 40 : 43);
  for (sink &s : all)
    std::printf("%016llx\n", static_cast<unsigned long long>(s.finish()));
  sink one = crc32();
  one.write(text, std::strlen(text));
  std::printf("%08x\n", static_cast<unsigned>(one.finish()));
}
