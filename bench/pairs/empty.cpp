// What every program does outside the work that is compared.
#include "task.h"

int main() { printf("%d\n", 0); }
