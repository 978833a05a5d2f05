// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hash tables, whose buckets the library counts.
#include <unordered_map>
#include <string>
#include <cstdio>
int main() { std::unordered_map<int,int> m; for (int i=0;i<100;i++) m[i*7]=i; int s=0; for (auto&p:m) s+=p.second; m.erase(7); printf("%d %zu\n", s, m.size()); std::unordered_map<std::string,int> n; n["a"]=1; n["b"]=2; printf("%d\n", n["a"]+n["b"]); }
