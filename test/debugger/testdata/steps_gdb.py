# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Steps with `next` from each line of MARKS to the end of the coroutine, and reads the frames above each call of `use`. It prints a line
# for each stop: what led there, the function, the line, and the integers in scope; "?" is a value that gdb does not have. PROGRAM, MARKS
# and OUT, the file for these lines, are set before.

import gdb


def place():
    f = gdb.selected_frame()
    return "%s:%d" % ((f.name() or "?").split("(")[0], f.find_sal().line)


def values():
    f, out = gdb.selected_frame(), {}
    try:
        b = f.block()
    except RuntimeError:
        return out
    while b is not None:
        for s in b:
            if (s.is_variable or s.is_argument) and s.type.code == gdb.TYPE_CODE_INT and s.name not in out:
                try:
                    v = s.value(f)
                    out[s.name] = "?" if v.is_optimized_out else str(v)
                except gdb.error as e:
                    out[s.name] = "error"
        b = None if b.function else b.superblock
    return out


def show(what):
    print(what, place(), " ".join("%s=%s" % v for v in sorted(values().items())), file=OUT)


def quiet(command):
    gdb.execute(command, to_string=True)


quiet("set pagination off")
quiet("file " + PROGRAM)
for mark, line in MARKS:
    quiet("delete")
    quiet("tbreak steps.cpp:%d" % line)
    quiet("run")
    show("stop " + mark)
    for k in range(6):
        quiet("next")
        show("next " + mark)
        if gdb.selected_frame().name() == "main":
            break
quiet("delete")
quiet("break use")
quiet("run")
while gdb.selected_inferior().pid:
    what = gdb.selected_frame().read_var("what").string()
    quiet("up")
    show("up " + what)
    if gdb.selected_frame().name() != "main":
        quiet("up")
        show("up-up " + what)
    quiet("continue")
OUT.close()
