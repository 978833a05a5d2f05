// A generator: starts suspended, is pulled with next(), dies with its owner.

#pragma once
#include "device.h"

template <class T> struct Generator {
  struct promise_type {
    T current;
    Generator get_return_object() { return Generator(handle_type::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T value) {
      current = value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  using handle_type = std::coroutine_handle<promise_type>;

  explicit Generator(handle_type h) : handle(h) {}
  Generator(Generator &&other) : handle(other.handle) { other.handle = nullptr; }
  Generator(const Generator &) = delete;
  ~Generator() {
    if (handle)
      handle.destroy();
  }

  bool next() {
    handle.resume();
    return !handle.done();
  }
  T value() const { return handle.promise().current; }

  handle_type handle;
};
