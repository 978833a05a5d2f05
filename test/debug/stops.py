# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# stops.py runs programs under gdb and writes what a user would read of their variables.
#
# gdb runs it (gdb -batch -x stops.py) with STOPS_IN naming a file of JSON, a list of executables and their stops, and STOPS_OUT the file to
# write. For each executable there is a list of the stops that it made: the line, and the variables in scope by "name:line of its
# declaration", each a table of leaves: members and elements of basic type, and what pointers and references lead to. An address is told as
# null or not. A leaf that gdb calls optimised out is the text "?"; one that gdb fails to read tells what gdb said.

import json
import os

import gdb

DEEP = 5  # members, elements and pointers within each other
MANY = 16  # elements of an array
STOPS = 200  # of one program: one that runs away is an error


def leaves(value, path, out, depth, followed):
    try:
        kind = value.type.strip_typedefs()
        code = kind.code
        if code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            if value.is_optimized_out:
                out[path] = "?"
                return
            leaves(value.referenced_value(), path, out, depth, followed)
        elif code == gdb.TYPE_CODE_PTR:
            pointer(value, kind, path, out, depth, followed)
        elif depth > DEEP:
            return
        elif code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
            for f in kind.fields():
                if not hasattr(f, "bitpos") or f.name and f.name.startswith("_vptr"):
                    continue  # a static member
                leaves(value[f], path + "." + (f.name or ""), out, depth + 1, followed)
        elif code == gdb.TYPE_CODE_ARRAY:
            low, high = kind.range()
            for k in range(low, min(high, low + MANY - 1) + 1):
                leaves(value[k], "%s[%d]" % (path, k), out, depth + 1, followed)
        elif value.is_optimized_out:
            out[path] = "?"
        else:
            out[path] = value.format_string(raw=True)
            if "optimized out" in out[path] or "synthetic pointer" in out[path]:
                out[path] = "?"
    except (gdb.error, RuntimeError) as e:
        out[path] = "?" if "optimized out" in str(e) else "error: " + str(e)


def pointer(value, kind, path, out, depth, followed):
    if value.is_optimized_out:
        out[path] = "?"
        return
    out[path] = "null" if int(value) == 0 else "pointer"
    target = kind.target().strip_typedefs()
    if int(value) == 0 or followed or target.code in (gdb.TYPE_CODE_VOID, gdb.TYPE_CODE_FUNC) or target.sizeof == 0:
        return
    if target.code == gdb.TYPE_CODE_INT and target.sizeof == 1:
        out["*" + path] = value.string(length=1)
        return
    leaves(value.dereference(), "*" + path, out, depth + 1, True)


def variables(frame):
    out = {}
    try:
        block = frame.block()
    except RuntimeError:
        return out
    while block is not None:
        for symbol in block:
            if not (symbol.is_variable or symbol.is_argument) or symbol.name == "__coro_frame" or symbol.addr_class == gdb.SYMBOL_LOC_STATIC:
                continue
            name = "%s:%d" % (symbol.name, symbol.line)
            if name in out:
                continue
            out[name] = {}
            try:
                leaves(symbol.value(frame), symbol.name, out[name], 0, False)
            except (gdb.error, RuntimeError) as e:
                out[name][symbol.name] = "?" if "optimized out" in str(e) else "error: " + str(e)
        if block.function is not None:
            break
        block = block.superblock
    return out


def stops(executable, lines):
    gdb.execute("file " + executable, to_string=True)
    points = [gdb.Breakpoint("*%d" % at, internal=True) for at in lines]
    out = []
    gdb.execute("run >/dev/null", to_string=True)
    while gdb.selected_inferior().pid and len(out) < STOPS:
        frame = gdb.newest_frame()
        line = lines.get(frame.pc(), 0)
        out.append({"line": line, "function": frame.name() or "", "variables": variables(frame) if line else {}})
        gdb.execute("continue" if line else "kill", to_string=True)
    if gdb.selected_inferior().pid:
        gdb.execute("kill", to_string=True)
    for p in points:
        p.delete()
    return out


for setting in ("confirm off", "pagination off", "debuginfod enabled off", "print symbol off", "print address off", "style enabled off", "print inferior-events off", "width 0"):
    try:
        gdb.execute("set " + setting)
    except gdb.error:
        pass  # newer than this gdb
with open(os.environ["STOPS_IN"]) as f:
    wanted = json.load(f)
told = [stops(w["executable"], {int(at): line for at, line in w["stops"].items()}) for w in wanted]
with open(os.environ["STOPS_OUT"], "w") as f:
    json.dump(told, f)
