// compile LIBNVVM ARCH IN.ll OUT.ptx: NVIDIA's NVVM library makes PTX of a module in its dialect. What it says goes to stderr. No GPU is needed.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef void *program;
typedef int (*create_t)(program *);
typedef int (*add_t)(program, const char *, size_t, const char *);
typedef int (*run_t)(program, int, const char **);
typedef int (*size_t_of)(program, size_t *);
typedef int (*text_of)(program, char *);

static void *lib;

static void *find(const char *name) {
  void *f = dlsym(lib, name);
  if (!f) {
    fprintf(stderr, "no %s in the library\n", name);
    exit(2);
  }
  return f;
}

static char *text(program p, const char *size, const char *get, size_t *n) {
  if (((size_t_of)find(size))(p, n))
    return NULL;
  char *s = calloc(*n + 1, 1);
  return s && ((text_of)find(get))(p, s) == 0 ? s : NULL;
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  if (!(lib = dlopen(argv[1], RTLD_NOW))) {
    fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  FILE *f = fopen(argv[3], "rb");
  if (!f || fseek(f, 0, SEEK_END))
    return 2;
  size_t n = ftell(f);
  char *ir = malloc(n + 1);
  rewind(f);
  if (!ir || fread(ir, 1, n, f) != n)
    return 2;
  fclose(f);

  program p;
  char arch[64];
  snprintf(arch, sizeof arch, "-arch=%s", argv[2]);
  const char *options[] = {arch};
  int bad = ((create_t)find("nvvmCreateProgram"))(&p);
  bad = bad || ((add_t)find("nvvmAddModuleToProgram"))(p, ir, n, argv[3]);
  bad = bad || ((run_t)find("nvvmVerifyProgram"))(p, 1, options);
  bad = bad || ((run_t)find("nvvmCompileProgram"))(p, 1, options);
  size_t size;
  char *said = text(p, "nvvmGetProgramLogSize", "nvvmGetProgramLog", &size);
  if (said && *said)
    fprintf(stderr, "%s\n", said);
  if (bad) {
    fprintf(stderr, "libNVVM answers %d\n", bad);
    return 1;
  }
  char *ptx = text(p, "nvvmGetCompiledResultSize", "nvvmGetCompiledResult", &size);
  if (!ptx || !(f = fopen(argv[4], "wb")))
    return 2;
  return fputs(ptx, f) < 0 || fclose(f) ? 2 : 0;
}
