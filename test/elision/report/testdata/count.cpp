// Counts the heap allocations of the program it is linked with: every form of operator new, and the program's own calls of malloc and
// its kin (with the linker's --wrap). The count lies in the file that ELISION_COUNT names, mapped, so that it is there after abort() too.
// What the C and C++ libraries allocate for themselves is not counted.
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

using counter = std::atomic<unsigned long>;
static_assert(counter::is_always_lock_free);

static counter early;
static std::atomic<counter *> current{&early};

static void count() { current.load(std::memory_order_relaxed)->fetch_add(1, std::memory_order_relaxed); }

__attribute__((constructor(101))) static void map_counter() {
  const char *name = std::getenv("ELISION_COUNT");
  if (!name)
    return;
  int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || ftruncate(fd, sizeof(counter)) != 0)
    std::abort();
  void *p = mmap(nullptr, sizeof(counter), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (p == MAP_FAILED)
    std::abort();
  close(fd);
  auto *mapped = static_cast<counter *>(p);
  mapped->fetch_add(early.load());
  current.store(mapped);
}

extern "C" {
void *__real_malloc(std::size_t);
void *__real_calloc(std::size_t, std::size_t);
void *__real_realloc(void *, std::size_t);
void *__real_aligned_alloc(std::size_t, std::size_t);
int __real_posix_memalign(void **, std::size_t, std::size_t);

void *__wrap_malloc(std::size_t n) {
  count();
  return __real_malloc(n);
}
void *__wrap_calloc(std::size_t n, std::size_t m) {
  count();
  return __real_calloc(n, m);
}
void *__wrap_realloc(void *p, std::size_t n) {
  count();
  return __real_realloc(p, n);
}
void *__wrap_aligned_alloc(std::size_t a, std::size_t n) {
  count();
  return __real_aligned_alloc(a, n);
}
int __wrap_posix_memalign(void **p, std::size_t a, std::size_t n) {
  count();
  return __real_posix_memalign(p, a, n);
}
}

static void *plain(std::size_t n) noexcept {
  count();
  return __real_malloc(n ? n : 1);
}

static void *aligned(std::size_t n, std::align_val_t a) noexcept {
  count();
  std::size_t align = static_cast<std::size_t>(a);
  return __real_aligned_alloc(align, (n + align - 1) / align * align + (n ? 0 : align));
}

static void *checked(void *p) {
  if (!p)
    throw std::bad_alloc();
  return p;
}

void *operator new(std::size_t n) { return checked(plain(n)); }
void *operator new[](std::size_t n) { return checked(plain(n)); }
void *operator new(std::size_t n, const std::nothrow_t &) noexcept { return plain(n); }
void *operator new[](std::size_t n, const std::nothrow_t &) noexcept { return plain(n); }
void *operator new(std::size_t n, std::align_val_t a) { return checked(aligned(n, a)); }
void *operator new[](std::size_t n, std::align_val_t a) { return checked(aligned(n, a)); }
void *operator new(std::size_t n, std::align_val_t a, const std::nothrow_t &) noexcept { return aligned(n, a); }
void *operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t &) noexcept { return aligned(n, a); }

void operator delete(void *p) noexcept { std::free(p); }
void operator delete[](void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t) noexcept { std::free(p); }
void operator delete(void *p, const std::nothrow_t &) noexcept { std::free(p); }
void operator delete[](void *p, const std::nothrow_t &) noexcept { std::free(p); }
void operator delete(void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete(void *p, std::align_val_t, const std::nothrow_t &) noexcept { std::free(p); }
void operator delete[](void *p, std::align_val_t, const std::nothrow_t &) noexcept { std::free(p); }
