// What a thread writes is read after its join, and what it reads was written before its start.
#include <thread>
#include <vector>

int main() {
  std::vector<int> parts(4), input{1, 2, 3, 4};
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i)
    all.emplace_back([&, i] { parts[i] = input[i] * 10; });
  for (auto &t : all)
    t.join();
  int sum = 0;
  for (int p : parts)
    sum += p;
  std::thread last([&] { sum += input[0]; });
  last.join();
  return sum != 101;
}
