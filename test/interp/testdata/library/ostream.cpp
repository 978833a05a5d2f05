// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output by streams: a file that includes <iostream> also runs an initialiser of the library.
#include <iomanip>
#include <iostream>
#include <string>
int main() {
  std::cout << "text" << ' ' << 1 << ' ' << -2L << ' ' << 3u << ' ' << 2.5 << ' ' << std::string("string") << ' ' << true << '\n';
  std::cout << std::hex << 255 << std::dec << ' ' << std::setw(5) << 7 << ' ' << std::setprecision(3) << 3.14159 << std::endl;
  std::cout << std::fixed << 1.5f << ' ' << std::boolalpha << false << ' ' << std::left << std::setw(4) << 1 << "|\n";
  std::cout.write("bytes\n", 3).put('\n').flush();
}
