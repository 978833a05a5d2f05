// Allocates once in each way that is counted. volatile keeps the compiler from leaving a pair of new and delete out.
#include <cstdio>
#include <cstdlib>
#include <new>

static void *volatile kept;

int main() {
  constexpr std::align_val_t a{64};
  kept = operator new(1), operator delete(kept);
  kept = operator new[](1), operator delete[](kept);
  kept = operator new(1, std::nothrow), operator delete(kept, std::nothrow);
  kept = operator new[](1, std::nothrow), operator delete[](kept, std::nothrow);
  kept = operator new(1, a), operator delete(kept, a);
  kept = operator new[](1, a), operator delete[](kept, a);
  kept = operator new(1, a, std::nothrow), operator delete(kept, a, std::nothrow);
  kept = operator new[](1, a, std::nothrow), operator delete[](kept, a, std::nothrow);
  kept = std::malloc(1), std::free(kept);
  kept = std::calloc(1, 1);
  kept = std::realloc(kept, 2);
  std::free(kept);
  kept = std::aligned_alloc(64, 64), std::free(kept);
  void *p = nullptr;
  int rc = posix_memalign(&p, 64, 64);
  std::free(p);
  std::printf("done %d\n", rc);
}
