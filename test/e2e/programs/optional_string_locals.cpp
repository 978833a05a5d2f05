// Strings and optionals that live across suspends: short strings, which point
// into the frame itself, long ones, and a tokenizer that hands out views.
#include "coro_lib.h"
#include <optional>
#include <string>
#include <string_view>

static lib::generator<std::string_view> tokens(std::string text) {
  std::size_t i = 0;
  std::string current;
  std::optional<char> quote;
  while (i < text.size()) {
    char c = text[i++];
    if (quote) {
      if (c == *quote)
        quote.reset();
      else
        current += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == ' ') {
      if (!current.empty()) {
        co_yield current;
        current.clear();
      }
    } else {
      current += c;
    }
  }
  if (quote) {
    current += " <open>";
    co_yield current;
  } else if (!current.empty()) {
    co_yield current;
  }
}

static lib::task<std::optional<std::string>> find(std::string text, char first) {
  for (std::string_view t : tokens(text))
    if (t[0] == first)
      co_return std::string(t);
  co_return std::nullopt;
}

static lib::task<std::string> join(const std::string &text) {
  std::string out = "<";
  std::string small = "ab";
  for (char c = 'a'; c < 'g'; c++) {
    std::optional<std::string> hit = co_await find(text, c);
    small += c;
    out += hit ? *hit : std::string("-");
    out += small.substr(small.size() - 2);
    out += hit.value_or("none").size() > 5 ? "!" : ".";
  }
  co_return out + ">";
}

int main() {
  const std::string text = "alpha 'big brother' \"c d\" delta-quadrant-is-a-long-word eps 'f";
  for (std::string_view t : tokens(text))
    std::printf("[%.*s]", static_cast<int>(t.size()), t.data());
  std::printf("\n%s\n", lib::run(join(text)).c_str());
  std::printf("%s\n", lib::run(join("xyz")).c_str());
}
