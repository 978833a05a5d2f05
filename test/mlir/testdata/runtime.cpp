// The functions that the code of MLIR's async dialect calls, on one thread: what is to be executed waits in a queue, which whoever waits works off.
// With an argument, what is to be executed is executed at once, so that a coroutine is resumed, and may end, inside the call in front of its suspend.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <vector>

using Resume = void (*)(void *);

namespace {
struct Object {
  int64_t refs = 2; // one goes when the object becomes ready
  bool ready = false, error = false;
  void *storage = nullptr;
  int64_t pending = 0, rank = 0;
  std::vector<std::function<void()>> waiters;
};

std::deque<std::function<void()>> queue;
bool at_once;
int64_t live, sum; // objects with references; what add was given

Object *create(int64_t refs) {
  ++live;
  auto *o = new Object;
  o->refs = refs;
  return o;
}

// Objects are counted and not freed: where a body fails, MLIR 22 drops its token once too often.
void drop(Object *o, int64_t n) {
  if (o->refs > 0 && o->refs <= n)
    --live;
  o->refs -= n;
}

void wake(Object *o) {
  auto list = std::move(o->waiters);
  o->waiters.clear();
  for (auto &w : list)
    w();
}

void done(Object *o, bool error) {
  if (o->ready)
    abort();
  o->ready = true, o->error = error;
  wake(o);
  drop(o, 1);
}

void execute(void *handle, Resume resume) {
  if (at_once)
    resume(handle);
  else
    queue.push_back([=] { resume(handle); });
}

void await(Object *o) {
  while (!o->ready) {
    if (queue.empty())
      abort();
    auto task = queue.front();
    queue.pop_front();
    task();
  }
}

void await(Object *o, void *handle, Resume resume) {
  if (o->ready)
    execute(handle, resume);
  else
    o->waiters.push_back([=] { execute(handle, resume); });
}
} // namespace

extern "C" {
void *mlirAsyncRuntimeCreateToken() { return create(2); }
void *mlirAsyncRuntimeCreateValue(int64_t size) {
  auto *o = create(2);
  o->storage = malloc(size);
  return o;
}
void *mlirAsyncRuntimeCreateGroup(int64_t size) {
  auto *o = create(1);
  o->pending = size, o->ready = size == 0;
  return o;
}
int64_t mlirAsyncRuntimeAddTokenToGroup(Object *token, Object *group) {
  auto arrived = [=] {
    group->error |= token->error;
    if (--group->pending == 0)
      group->ready = true, wake(group);
    drop(group, 1);
  };
  ++group->refs;
  if (token->ready)
    arrived();
  else
    token->waiters.push_back(arrived);
  return group->rank++;
}
void mlirAsyncRuntimeAddRef(Object *o, int64_t n) { o->refs += n; }
void mlirAsyncRuntimeDropRef(Object *o, int64_t n) { drop(o, n); }
void mlirAsyncRuntimeEmplaceToken(Object *o) { done(o, false); }
void mlirAsyncRuntimeEmplaceValue(Object *o) { done(o, false); }
void mlirAsyncRuntimeSetTokenError(Object *o) { done(o, true); }
void mlirAsyncRuntimeSetValueError(Object *o) { done(o, true); }
bool mlirAsyncRuntimeIsTokenError(Object *o) { return o->error; }
bool mlirAsyncRuntimeIsValueError(Object *o) { return o->error; }
bool mlirAsyncRuntimeIsGroupError(Object *o) { return o->error; }
void *mlirAsyncRuntimeGetValueStorage(Object *o) { return o->storage; }
void mlirAsyncRuntimeAwaitToken(Object *o) { await(o); }
void mlirAsyncRuntimeAwaitValue(Object *o) { await(o); }
void mlirAsyncRuntimeAwaitAllInGroup(Object *o) { await(o); }
void mlirAsyncRuntimeAwaitTokenAndExecute(Object *o, void *h, Resume r) { await(o, h, r); }
void mlirAsyncRuntimeAwaitValueAndExecute(Object *o, void *h, Resume r) { await(o, h, r); }
void mlirAsyncRuntimeAwaitAllInGroupAndExecute(Object *o, void *h, Resume r) { await(o, h, r); }
void mlirAsyncRuntimeExecute(void *h, Resume r) { execute(h, r); }
int64_t mlirAsyncRuntimGetNumWorkerThreads() { return 1; } // the name is MLIR's

void print(int64_t n) { printf("%lld\n", (long long)n); }
bool truth(int64_t n) { return n != 0; }
void add(int64_t n) { sum += n; }
int64_t total() { return sum; }
void entry();
}

int main(int argc, char **) {
  at_once = argc > 1;
  entry();
  printf("%lld objects left, %zu tasks\n", (long long)live, queue.size());
}
