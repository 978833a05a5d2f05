// Variable-length arrays across suspends: in loops, in nested scopes, left by break, continue, goto,
// return and exceptions.
#include "new.h"

template <class T> [[gnu::noinline]] long total(const T *a, int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

template <class T> Gen plain(T n) {
  int a[N(n)];
  for (int i = 0; i < n; i++)
    a[i] = i * i;
  co_yield 1;
  co_yield total(a, n);
}

template <class T> Gen loop(T n) {
  for (T k = 1; k <= n; k++) {
    Obj o(k);
    int a[N(k * 3)];
    for (int i = 0; i < k * 3; i++)
      a[i] = i * k;
    co_yield 0;
    a[k] += 7;
    co_yield total(a, k * 3) + o.v;
    if (k == 4)
      continue;
    if (k == 7)
      break;
    co_yield a[k];
  }
  co_yield -1;
}

template <class T> Gen nested(T n) {
  int a[N(n + 1)];
  a[0] = n;
  co_yield a[0];
  for (T k = 1; k < n; k++) {
    short b[N(k)];
    b[k - 1] = short(k);
    {
      char c[N(k * 2)];
      c[k] = char(k + 1);
      co_yield c[k];
      for (T j = 0; j < 3; j++) {
        long d[N(j + k)];
        d[j] = a[0] + b[k - 1] + c[k];
        co_yield d[j];
        a[0] += int(d[j]) & 3;
      }
      co_yield c[k];
    }
    co_yield b[k - 1];
    a[n] = b[k - 1];
  }
  co_yield a[0] + a[n];
}

template <class T> Gen jumps(T n) {
  T k = 0;
again: {
  int a[N(n + k)];
  a[n + k - 1] = k;
  Obj o(k);
  co_yield a[n + k - 1];
  if (++k < 3)
    goto again;
  {
    int b[N(k)];
    b[0] = a[n + k - 2];
    co_yield b[0];
    if (k < 5)
      goto again;
    if (k == 6)
      goto out;
    co_yield b[0] + 1;
  }
  co_yield 77;
  if (k < 9)
    goto again;
}
out:
  co_yield k;
}

template <class T> Gen returns(T n) {
  for (T k = 0;; k++) {
    int a[N(n)];
    a[k] = k;
    co_yield a[k];
    if (k == 3) {
      int b[N(n + 2)];
      b[1] = 5;
      co_yield b[1];
      co_return;
    }
  }
}

template <class T> Gen throws(T n) {
  int a[N(n)];
  a[0] = 11;
  for (T k = 0; k < n; k++) {
    try {
      Obj o(k);
      int b[N(k + 1)];
      b[k] = k;
      co_yield b[k];
      if (k % 2) {
        int c[N(k)];
        c[0] = b[k];
        co_yield c[0] + 100;
        throw c[0];
      }
      a[0] += b[k];
    } catch (int e) {
      a[0] += e;
      // An array in a handler.
    }
    co_yield a[0];
  }
  Obj last(1);
  int d[N(n)];
  d[1] = a[0];
  co_yield d[1];
  throw d[1];
}

// Only some paths suspend in the scope.
template <class T> Gen sometimes(T n) {
  for (T k = 0; k < n; k++) {
    int a[N(k + 1)];
    a[0] = 0;
    a[k] = k;
    if (k % 3 == 0)
      co_yield a[k];
    total(a, 1);
    a[k]++;
    if (k % 5 == 1)
      co_yield a[k];
  }
}

// The array does not live across a suspend and stays on the stack.
template <class T> Gen between(T n) {
  for (T k = 0; k < 2000; k++) {
    long s;
    {
      char a[N(n * 100)];
      a[n] = char(k);
      a[0] = 1;
      s = total(a, 1) + a[n];
    }
    if (k % 500 == 0)
      co_yield int(s);
  }
}

// Both kinds.
template <class T> Gen both(T n) {
  for (T k = 0; k < 3000; k++) {
    int b[N(n)];
    b[0] = k;
    long s;
    {
      char a[N(n * 100)];
      a[n] = char(k);
      a[0] = 1;
      s = total(a, 1) + a[n];
    }
    if (k % 700 == 3)
      co_yield int(s);
    CHECK(b[0] == k);
  }
}

// Several objects of one constant size.
Gen list(int n) {
  struct Node {
    Node *next;
    int v;
  };
  Node *head = nullptr;
  for (int k = 0; k < n; k++) {
    Node *node = static_cast<Node *>(ALLOCA(sizeof(Node)));
    *node = {head, k * k};
    head = node;
    co_yield head->v;
  }
  int left = n; // a node that is its own successor must not be endless
  for (Node *node = head; node && left-- > 0; node = node->next)
    co_yield -node->v;
}

template <class T> Gen alloca_in_loop(T n) {
  int *all[10];
  for (T k = 0; k < 10; k++) {
    all[k] = static_cast<int *>(ALLOCA(sizeof(int) * (n + k)));
    all[k][k] = k;
    co_yield k;
  }
  int s = 0;
  for (T k = 0; k < 10; k++)
    s += all[k][k];
  co_yield s;
}

template <class T> Gen empty(T n) {
  int a[N(n)];
  co_yield 1;
  co_yield a == nullptr ? 2 : 3;
}

template <class T> Gen two_dimensions(T n) {
  int a[N(n)][N(n + 1)];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      a[i][j] = i * j;
  co_yield a[n - 1][n];
  auto *p = &a[1];
  co_yield(*p)[n] + a[n - 1][1];
}

struct alignas(64) Wide {
  long v[N(9)];
};

template <class T> Gen wide(T n) {
  for (T k = 1; k < n; k++) {
    Wide w[N(k)];
    char c[N(k)];
    CHECK(reinterpret_cast<std::uintptr_t>(w) % 64 == 0);
    w[k - 1].v[8] = k;
    c[k - 1] = 3;
    co_yield 5;
    co_yield int(w[k - 1].v[8]) + c[k - 1];
  }
}

// Destroyed by its owner at a suspend, while a child is alive that has an array too.
template <class T> Gen parent(T n) {
  int a[N(n)];
  a[n - 1] = 1;
  Gen g = loop(n);
  while (g.next()) {
    a[n - 1] += g.value();
    int b[N(n)];
    b[2] = a[n - 1];
    co_yield b[2];
  }
  co_yield a[n - 1];
}

// The frame of inner is elided if the lowering elides at all.
[[gnu::noinline]] unsigned long elided(int n) {
  long s = 0;
  for (int k = 1; k < n; k++) {
    Gen g = nested(k);
    for (int i = 0; i < k && g.next(); i++)
      s += g.value();
  }
  return s;
}

int main() {
  for (int n : {3, 5, 9}) {
    std::printf("plain %lu\n", all([=] { return plain(n); }));
    std::printf("loop %lu\n", all([=] { return loop(n); }));
    std::printf("nested %lu\n", all([=] { return nested(n); }));
    std::printf("jumps %lu\n", all([=] { return jumps(n); }));
    std::printf("returns %lu\n", all([=] { return returns(n + 2); }));
    std::printf("throws %lu\n", all([=] { return throws(n); }));
    std::printf("sometimes %lu\n", all([=] { return sometimes(n); }));
    std::printf("between %lu\n", all([=] { return between(n); }));
    std::printf("both %lu\n", all([=] { return both(n); }));
    std::printf("alloca_in_loop %lu\n", all([=] { return alloca_in_loop(n + 7); }));
    std::printf("list %lu\n", all([=] { return list(n); }));
    std::printf("empty %lu\n", all([=] { return empty(0); }));
    std::printf("two_dimensions %lu\n", all([=] { return two_dimensions(n); }));
    std::printf("wide %lu\n", all([=] { return wide(n); }));
    std::printf("parent %lu\n", all([=] { return parent(n); }));
    long blocks = taken;
    std::printf("elided %lu\n", elided(n));
    CHECK(taken == blocks && live == 0);
  }
}
