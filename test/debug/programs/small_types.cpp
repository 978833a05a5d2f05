// Types smaller than a register, enumerations, bit-fields, floats, 128 bits, unions: what a slot holds is read with the size that it has.
#include "lib.h"
enum class colour : unsigned char { red, green, blue };
struct flags {
  unsigned a : 3;
  int b : 5;
  bool c : 1;
};
union either {
  int i;
  float f;
};
__attribute__((noinline)) generator<int> types(char c, bool b, short s, colour k, float f, __int128 wide) {
  flags w{5, -3, true};
  either e;
  e.i = s;
  unsigned char byte = 200;
  STOP;
  co_yield c;
  c = (char)(c + 1);
  b = !b;
  s = (short)(s * -2);
  STOP;
  co_yield s;
  k = colour::blue;
  f /= 4;
  wide = wide * wide + 1;
  w.a = 2;
  w.b = 7;
  e.f = f;
  byte += 100;
  STOP;
  co_yield byte + (int)k;
  STOP;
  co_yield (int)f + (int)wide + w.a + b + c + e.i;
}
int main() {
  int sum = 0;
  generator<int> g = types(opaque('x'), opaque(true), opaque((short)300), opaque(colour::green), opaque(2.5f), opaque((__int128)1 << 70));
  while (g.next())
    sum += g.value();
  return sum == 0;
}
