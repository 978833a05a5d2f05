// Words in a table of lists: memory, strings, sorting.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  char *word;
  int count;
};
static struct entry *table[64];

static struct entry *find(const char *word) {
  unsigned h = 2166136261u;
  for (const char *p = word; *p; p++)
    h = (h ^ (unsigned char)*p) * 16777619u;
  struct entry **at = &table[h % 64];
  for (; *at; at = &(*at)->next)
    if (strcmp((*at)->word, word) == 0)
      return *at;
  *at = calloc(1, sizeof **at);
  (*at)->word = malloc(strlen(word) + 1);
  strcpy((*at)->word, word);
  return *at;
}

static int order(const void *a, const void *b) {
  const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
  return x->count != y->count ? y->count - x->count : strcmp(x->word, y->word);
}

int main(void) {
  struct entry *list[256];
  char word[16];
  unsigned seed = 7;
  int n = 0;
  for (int i = 0; i < 6000; i++) {
    seed = seed * 1103515245u + 12345u;
    unsigned k = (seed >> 16) % 200;
    snprintf(word, sizeof word, "w%03u%c", k * k % 97, 'a' + k % 5);
    find(word)->count++;
  }
  for (int i = 0; i < 64; i++)
    for (struct entry *e = table[i]; e; e = e->next)
      list[n++] = e;
  qsort(list, n, sizeof *list, order);
  for (int i = 0; i < 5; i++)
    printf("%-8s|%6d|%#x\n", list[i]->word, list[i]->count, list[i]->count);
  printf("%d words\n", n);
  for (int i = 0; i < n; i++)
    free(list[i]->word), free(list[i]);
  return 0;
}
