// Coroutines that are members: static, const, of a class template, through a
// pointer to member, and one whose object changes between resumes.
#include "coro_lib.h"

class account {
public:
  explicit account(int start) : balance_(start) {}
  static lib::generator<int> powers(int base, int n) {
    int p = 1;
    while (n-- > 0) {
      co_yield p;
      p *= base;
    }
  }
  lib::generator<int> deposits(int step, int n) {
    for (int i = 0; i < n; i++)
      co_yield balance_ += step + i;
  }
  lib::generator<int> digits() const {
    for (int b = balance_; b > 0; b /= 10)
      co_yield b % 10;
  }
  lib::task<int> transfer(account &to, int amount) {
    balance_ -= amount;
    int got = co_await to.receive(amount);
    co_return got - balance_;
  }
  int balance() const { return balance_; }

private:
  lib::task<int> receive(int amount) {
    balance_ += amount;
    co_return balance_;
  }
  int balance_;
};

template <class T, int N> struct ring {
  T items[N];
  lib::generator<T> around(int times) const {
    for (int t = 0; t < times; t++)
      for (const T &item : items)
        co_yield item;
  }
};

int main() {
  for (int p : account::powers(7, 8))
    std::printf("%d ", p);
  account a(100), b(5000);
  lib::generator<int> (account::*how)(int, int) = &account::deposits;
  auto one = (a.*how)(10, 4), two = a.deposits(1000, 4);
  while (one.next() && two.next())
    std::printf("\n%d %d %d", one.value(), two.value(), a.balance());
  std::printf("\ndigits");
  for (int d : a.digits())
    std::printf(" %d", d);
  std::printf("\ntransfer %d\n", lib::run(a.transfer(b, 250)));
  std::printf("%d %d\n", a.balance(), b.balance());
  ring<char, 3> abc{{'a', 'b', 'c'}};
  ring<double, 2> halves{{0.5, 1.5}};
  for (char c : abc.around(3))
    std::printf("%c", c);
  double sum = 0;
  for (double d : halves.around(10))
    sum += d;
  std::printf(" %.1f\n", sum);
}
