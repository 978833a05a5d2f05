// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// CXX writes a C++20 translation unit. Like real ones, it is large because it instantiates much of
// the standard library; parts is the number of repetitions. Three in a hundred functions are
// coroutines.
func CXX(w io.Writer, parts int) error {
	b := bufio.NewWriter(w)
	b.WriteString(cxxHead)
	for k := range parts {
		b.WriteString(strings.ReplaceAll(cxxPart, "@", strconv.Itoa(k)))
	}
	b.WriteString("int main() {\n  long sum = 0;\n")
	for k := range parts {
		b.WriteString("  sum += part" + strconv.Itoa(k) + "::run();\n")
	}
	b.WriteString("  return int(sum & 127);\n}\n")
	return b.Flush()
}

const cxxHead = `#include <algorithm>
#include <coroutine>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

template <class T> struct Generator {
  struct promise_type {
    std::optional<T> value;
    Generator get_return_object() { return Generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) { value = std::move(v); return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
  explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
  Generator(Generator &&o) noexcept : handle(std::exchange(o.handle, {})) {}
  ~Generator() { if (handle) handle.destroy(); }
  bool next() { handle.resume(); return !handle.done(); }
  T &value() { return *handle.promise().value; }
};

template <class T> struct Task {
  struct promise_type {
    std::variant<std::monostate, T, std::exception_ptr> result;
    std::coroutine_handle<> continuation = std::noop_coroutine();
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().continuation; }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(T v) { result.template emplace<1>(std::move(v)); }
    void unhandled_exception() { result.template emplace<2>(std::current_exception()); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit Task(std::coroutine_handle<promise_type> h) : handle(h) {}
  Task(Task &&o) noexcept : handle(std::exchange(o.handle, {})) {}
  ~Task() { if (handle) handle.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) { handle.promise().continuation = h; return handle; }
  T await_resume() {
    if (auto *e = std::get_if<2>(&handle.promise().result)) std::rethrow_exception(*e);
    return std::move(std::get<1>(handle.promise().result));
  }
  T run() { handle.resume(); return await_resume(); }
};
`

const cxxPart = `
namespace part@ {
struct Item { std::string name; std::vector<long> marks; double weight = 1; };
using Index = std::map<std::string, Item>;
using Groups = std::unordered_map<long, std::vector<std::shared_ptr<Item>>>;

bool lighter(const Item &a, const Item &b) { return std::tie(a.weight, a.name) < std::tie(b.weight, b.name); }

Generator<Item> items(long n) {
  std::string prefix = "item@.";
  for (long k = 0; k < n; ++k) {
    Item it{prefix + std::to_string(k), {k, k + @, k * 3}, double(k % 7)};
    co_yield it;
  }
}

Task<Index> collect(long n) {
  Index index;
  auto source = items(n);
  while (source.next()) index.emplace(source.value().name, source.value());
  co_return index;
}

Task<long> total(long n) {
  Index index = co_await collect(n);
  Groups groups;
  for (auto &[name, item] : index) groups[long(item.weight)].push_back(std::make_shared<Item>(item));
  long sum = 0;
  for (auto &[key, list] : groups)
    sum += std::accumulate(list.begin(), list.end(), 0L, [](long s, const std::shared_ptr<Item> &i) { return s + long(i->marks.size()); });
  co_return sum;
}

template <int N> Task<long> stage(Index &index) {
  auto found = index.find("item@." + std::to_string(N));
  if (found == index.end()) co_return 0;
  Item copy = found->second;
  copy.marks.push_back(co_await total(N % 5));
  found->second = std::move(copy);
  co_return long(found->second.marks.size()) + N;
}

template <int... N> long stages(Index &index, std::integer_sequence<int, N...>) { return (0 + ... + stage<N>(index).run()); }

long run() {
  std::deque<Item> queue;
  Index index = collect(8).run();
  long staged = stages(index, std::make_integer_sequence<int, 16>());
  std::set<std::pair<long, std::string>> order;
  auto source = items(20);
  while (source.next()) queue.push_back(source.value());
  std::sort(queue.begin(), queue.end(), lighter);
  for (auto &item : queue) order.insert({long(item.marks.size()), item.name});
  std::function<long(const Item &)> measure = [&](const Item &i) { return long(i.name.size() + order.size()); };
  std::ostringstream text;
  for (auto &item : queue) text << item.name << ' ' << measure(item) << '\n';
  std::variant<long, std::string, Item> any = text.str();
  return staged + total(10).run() + std::visit([](auto &v) { return long(sizeof v); }, any);
}
} // namespace part@
`
