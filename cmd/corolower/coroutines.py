# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Suspended coroutines in a debugger. After `corolower gdb-script > coro.py`, in gdb:
#
#   source coro.py
#
# After `corolower lldb-script > coro.py`, in lldb: `command script import coro.py`. The commands:
#
#   coro list [--count]       the suspended coroutines, by address; --count: how many at each place
#   coro locals HANDLE        what the frame of one holds at its suspend
#   coro bt [HANDLE]          who waits for it, and who waits for that; without HANDLE, of all that
#                             wait for no other coroutine
#   coro map FILE             read a map that `corolower --frame-map=FILE` wrote
#
# The maps in sections of the program and its libraries (`--frame-map=section`) are read without
# being asked for. HANDLE is an expression: a std::coroutine_handle, a pointer or a number.
#
# `coro bt --continuation=TYPE::member` names the member of a promise that holds the coroutine that
# continues, as a handle or as a pointer to its promise. TYPE+OFFSET names it without debug info.
#
# docs/debugging.md of corolower describes the map's format and what cannot be known.

import bisect
import json
import os
import re
import shlex
import struct
import zlib

SECTION = b".corolower.frames"
MAGIC = b"CoroMap"
VERSION = 1
INDEX = "__coro_index"
CHUNK = 1 << 24  # bytes of memory that are read at a time
CHAINS = 1000  # the most that are shown from one coroutine


class Problem(Exception):
    """A message for the user."""


class Debugger:
    """What this script needs of a debugger. Each debugger has a class of its own."""

    files = []  # the maps that `coro map` named
    programs = {}  # the Program of each set of loaded files and maps

    def pointer_size(self):
        raise NotImplementedError

    def little_endian(self):
        raise NotImplementedError

    def modules(self):
        """The loaded files: their paths and the addresses of their sections .text."""
        raise NotImplementedError

    def regions(self):
        """The writable memory of the process or the core: beginnings and ends."""
        raise NotImplementedError

    def read(self, at, size):
        """Bytes of memory; None if they cannot be read."""
        raise NotImplementedError

    def value(self, text):
        """The address that an expression has: a std::coroutine_handle, a pointer or a number."""
        raise NotImplementedError

    def demangle(self, name):
        """The source's spelling of a C++ symbol, or \"\"."""
        raise NotImplementedError

    def show(self, kind, at, data):
        """A value of a type of the source, as text; None if the debugger does not know the type.

        The bytes are those at an address.
        """
        raise NotImplementedError


class Elf:
    """The sections and symbols of an ELF file."""

    def __init__(self, name):
        with open(name, "rb") as f:
            self.data = f.read()
        d = self.data
        if d[:4] != b"\x7fELF":
            raise Problem("%s is no ELF file" % name)
        self.wide = d[4] == 2
        self.end = "<" if d[5] == 1 else ">"
        if self.wide:
            shoff, = struct.unpack_from(self.end + "Q", d, 0x28)
            size, count, names = struct.unpack_from(self.end + "HHH", d, 0x3A)
        else:
            shoff, = struct.unpack_from(self.end + "I", d, 0x20)
            size, count, names = struct.unpack_from(self.end + "HHH", d, 0x2E)
        self.sections = []
        for k in range(count):
            at = shoff + k * size
            if self.wide:
                n, kind, _, addr, off, length, link = struct.unpack_from(self.end + "IIQQQQI", d, at)
            else:
                n, kind, _, addr, off, length, link = struct.unpack_from(self.end + "IIIIIII", d, at)
            self.sections.append((n, kind, addr, off, length, link))
        self.names = {}
        if count:
            text = self.sections[names][3]
            for s in self.sections:
                self.names.setdefault(self.string(text + s[0]), s)

    def string(self, at):
        return self.data[at:self.data.index(b"\0", at)]

    def content(self, name):
        s = self.names.get(name)
        return self.data[s[3]:s[3] + s[4]] if s else None

    def functions(self):
        """The functions' addresses by name; of a name that two have, None."""
        found = {}
        for _, kind, _, off, length, link in self.sections:
            if kind != 2:
                continue
            text = self.sections[link][3]
            step = 24 if self.wide else 16
            for at in range(off, off + length, step):
                if self.wide:
                    n, info, _, section, value = struct.unpack_from(self.end + "IBBHQ", self.data, at)
                else:
                    n, value, _, info, _, section = struct.unpack_from(self.end + "IIIBBH", self.data, at)
                if info & 15 == 2 and section:
                    name = self.string(text + n).decode("utf-8", "replace")
                    found[name] = value if found.get(name, value) == value else None
        return found


def check_version(v):
    if v != VERSION:
        raise Problem("frame map of version %s; this script reads version %d" % (v, VERSION))


def read_section(elf):
    """The coroutines of a section, with addresses of the file in `addr` of their parts."""
    data = elf.content(SECTION)
    if data is None:
        return []
    out = []
    at = 0
    while at < len(data):
        if data[at] == 0:
            at += 1
            continue
        if data[at:at + 7] != MAGIC:
            raise Problem("section %s: no map at offset %d" % (SECTION.decode(), at))
        check_version(data[at + 7])
        count, size, packed, _ = struct.unpack_from(elf.end + "IIII", data, at + 8)
        at += 24
        words = list(struct.unpack_from(elf.end + str(count) + ("Q" if size == 8 else "I"), data, at))
        at += count * size
        m = json.loads(zlib.decompress(data[at:at + packed]).decode("utf-8"))
        at += packed
        for c in m["coroutines"]:
            for p in c["parts"]:
                p["addr"] = words.pop(0)
        out += m["coroutines"]
    return out

class Program:
    """The coroutines of the process, by the addresses of their functions."""

    def __init__(self, debugger):
        self.by_destroy = {}
        maps = []
        for name in debugger.files:
            with open(name) as f:
                m = json.load(f)
            check_version(m.get("version"))
            maps.append(m["coroutines"])
        self.coroutines = []
        for path, text in debugger.modules():
            if not path or not os.path.exists(path):
                continue
            try:
                elf = Elf(path)
            except Problem:
                continue  # a file of another format has no map
            section = elf.names.get(b".text")
            bias = text - section[2] if section else 0
            self.add(read_section(elf), bias)
            if maps:
                symbols = elf.functions()
                for m in maps:
                    self.add(self.resolved(m, symbols), bias)

    @staticmethod
    def of(debugger):
        """The program as it is loaded now."""
        key = (tuple(debugger.files), tuple(debugger.modules()))
        if key not in Debugger.programs:
            Debugger.programs = {key: Program(debugger)}
        return Debugger.programs[key]

    @staticmethod
    def resolved(coroutines, symbols):
        out = []
        for c in coroutines:
            c = dict(c)
            c["parts"] = [dict(p, addr=0 if p.get("private") else symbols.get(p["name"].lstrip("\x01")) or 0)
                          for p in c["parts"]]
            out.append(c)
        return out

    def add(self, coroutines, bias):
        for c in coroutines:
            if c["abi"] != "switched-resume":
                continue
            addrs = [p["addr"] + bias if p["addr"] else 0 for p in c["parts"][:3]]
            self.coroutines.append(c)
            for a in set(addrs[1:]):
                if a:
                    self.by_destroy.setdefault(a, []).append((addrs, c))

    def owner(self, resume, destroy):
        """The coroutine with these functions; None if there is none, or it is not clear which."""
        found = None
        for addrs, c in self.by_destroy.get(destroy, ()):
            if resume and resume != addrs[0]:
                continue
            if found and (found[0] != addrs or found[1]["slots"] != c["slots"]):
                return None
            found = (addrs, c)
        return found


class Memory:
    """The memory of the process, in its byte order."""

    def __init__(self, debugger):
        self.debugger = debugger
        self.size = debugger.pointer_size()
        self.end = "<" if debugger.little_endian() else ">"
        self.word = "Q" if self.size == 8 else "I"

    def read(self, at, size):
        return self.debugger.read(at, size)

    def number(self, data):
        return int.from_bytes(data, "little" if self.end == "<" else "big")

    def demangle(self, name):
        return name.startswith("_Z") and self.debugger.demangle(name) or name


class Frame:
    """A suspended coroutine."""

    def __init__(self, handle, coroutine, data, memory):
        self.handle, self.coroutine, self.data, self.memory = handle, coroutine, data, memory
        self.done = memory.number(data[:memory.size]) == 0
        self.suspend = None
        index = None
        for s in coroutine["slots"]:
            if s["kind"] == "field" and s.get("name") == INDEX:
                index = memory.number(data[s["offset"]:s["offset"] + s["size"]])
        for s in coroutine["suspends"]:
            if s.get("final") if self.done else s["index"] == index:
                self.suspend = s

    def word(self, offset):
        return self.memory.number(self.data[offset:offset + self.memory.size])

    def name(self):
        return self.memory.demangle(self.coroutine["function"])

    def place(self):
        if self.suspend and self.suspend.get("at"):
            p = self.suspend["at"][-1]
            return "at %s:%d" % (os.path.basename(p["file"]), p["line"])
        return "at suspend %d" % self.suspend["index"] if self.suspend else "at no known suspend"

    def state(self):
        return ("done, " if self.done else "") + self.place()

    def live(self):
        if not self.suspend:
            return []
        return [self.coroutine["slots"][k] for k in self.suspend.get("live", [])]

    def promise(self):
        return next((s for s in self.coroutine["slots"] if s["kind"] == "promise"), None)

    def words(self, s):
        """The aligned words of a slot, by their offsets in it."""
        size = self.memory.size
        for at in range(-s["offset"] % size, s["size"] - size + 1, size):
            yield at, self.word(s["offset"] + at)

    def inside(self, s, addr):
        return s is not None and 0 <= addr - self.handle - s["offset"] < s["size"]

    def awaiter(self):
        """The slot with the awaiter, or None."""
        k = self.suspend.get("awaiter") if self.suspend and not self.done else None
        return None if k is None else self.coroutine["slots"][k]


# How certain it is that a coroutine awaits another one: not at all; the other's promise has its handle;
# the other's promise refers to it, and its frame to the other; its awaiter has the other's handle,
# or the other's promise refers to its awaiter. `corolower decode` has the same rules.
NO, TYPED, MUTUAL, AWAITED = range(4)


class State:
    """What was found in the process where it stopped."""

    def __init__(self, debugger):
        self.debugger = debugger
        self.memory = Memory(debugger)
        self.program = Program.of(debugger)
        if not self.program.coroutines:
            raise Problem("no frame map: lower with --frame-map=section, or name a map with `coro map FILE`")
        self.frames = {}
        regions = debugger.regions()
        if not regions:
            raise Problem("no process and no core file")
        for low, high in regions:
            for at in range(low, high, CHUNK):
                self.scan(at, min(at + CHUNK, high), high)
        self.handles = sorted(self.frames)
        self.outer = {}  # of each frame, the handle of the one that it is inside of, or None
        last = None
        for h in self.handles:
            while last is not None and h - last >= self.frames[last].coroutine["frame_size"]:
                last = self.outer[last]
            self.outer[h] = last
            last = h

    def scan(self, low, end, high):
        """Finds frames that begin between low and end, in a region that ends at high."""
        size = self.memory.size
        data = self.memory.read(low, min(end + 2 * size, high) - low)
        if data is None:
            return
        n = len(data) // size
        words = struct.unpack_from(self.memory.end + str(n) + self.memory.word, data)
        known = self.program.by_destroy
        for k in [k for k, w in enumerate(words) if w in known]:
            at = low + (k - 1) * size
            if not low <= at < end:
                continue
            found = self.program.owner(words[k - 1], words[k])
            if not found:
                continue
            addrs, c = found
            # The table of the functions, which compilers keep, looks like a frame.
            if words[k - 1] and words[k] == addrs[1] and addrs[2] and k + 1 < n and words[k + 1] == addrs[2]:
                continue
            content = self.memory.read(at, c["frame_size"])
            if content is not None:
                self.frames[at] = Frame(at, c, content, self.memory)

    def sorted(self):
        return [self.frames[a] for a in sorted(self.frames)]

    def frame(self, text):
        at = self.debugger.value(text)
        if at not in self.frames:
            raise Problem("%#x is not the handle of a suspended coroutine that the map describes" % at)
        return self.frames[at]

    def at(self, addr):
        """The innermost frame that an address is in, or None."""
        k = bisect.bisect_right(self.handles, addr) - 1
        h = self.handles[k] if k >= 0 else None
        while h is not None and addr - h >= self.frames[h].coroutine["frame_size"]:
            h = self.outer[h]
        return None if h is None else self.frames[h]

    def named(self, addr):
        """The coroutine that an address stands for, as its handle or a pointer into its promise, or None."""
        f = self.at(addr)
        return f if f and (addr == f.handle or f.inside(f.promise(), addr)) else None

    def holds(self, f):
        """The coroutines that one refers to in its live slots, except in its promise."""
        out = {}
        for s in f.live() if not f.done else ():
            how = AWAITED if s is f.awaiter() else MUTUAL
            words = [f.handle + s["offset"]] if s["kind"] == "frame" else \
                [w for _, w in f.words(s)] if s["kind"] in ("object", "value") else []
            for other in map(self.named, words):
                if other and other is not f:
                    out[other.handle] = max(out.get(other.handle, NO), how)
        return out

    def promised(self, f, holds):
        """The coroutines that the promise of one refers to, and that may await it."""
        out = {}
        for at, word in f.words(f.promise()) if f.promise() else ():
            other = self.at(word)
            if not other or other is f or not other.suspend or other.done:
                continue
            held = holds[other.handle]
            if other.inside(other.awaiter(), word):
                how = AWAITED
            elif not self.named(word) or held.get(f.handle) != AWAITED and AWAITED in held.values():
                continue
            elif f.handle in held:
                how = MUTUAL
            else:
                how = TYPED if word == other.handle and at in f.promise().get("handles", ()) else NO
            out[other.handle] = max(out.get(other.handle, NO), how)
        return out

    def waiters(self, overrides):
        """Who awaits each coroutine. Of those that may, the ones count for which it is most certain."""
        holds = {f.handle: self.holds(f) for f in self.sorted()}
        by = {h: {} for h in self.handles}
        for m in self.handles:
            for h, how in holds[m].items():
                if how == AWAITED:
                    by[h][m] = how
        out = {}
        for f in self.sorted():
            option = next((o for o in overrides if o.fits(f.coroutine)), None)
            if f.done:
                out[f.handle] = []
            elif option:
                out[f.handle] = [h for h in [option.after(self, f)] if h and h != f.handle]
            else:
                may = by[f.handle]
                for m, how in self.promised(f, holds).items():
                    may[m] = max(may.get(m, NO), how)
                best = max(may.values(), default=NO)
                sure = best > TYPED or best == TYPED and len(may) == 1
                out[f.handle] = sorted(m for m in may if sure and may[m] == best)
        return out


class Continuation:
    """Where the promises of some type keep the coroutine that continues, by --continuation."""

    def __init__(self, text, coroutines):
        """TYPE::member, or TYPE+OFFSET. TYPE without arguments stands for all of a template."""
        at = re.match(r"(.*)\+(\d+)$", text)
        kind, _, self.member = (at.group(1), "", None) if at else text.rpartition("::")
        self.offset = int(at.group(2)) if at else 0
        self.kind = kind
        found = [c for c in coroutines if self.fits(c)]
        if not kind or not found:
            raise Problem("--continuation=%s: no coroutine of the map has a promise of type '%s'" % (text, kind))
        if all(self.place(c) is None for c in found):
            names = sorted({n for c in found for n in self.promise(c).get("pointers", {})})
            raise Problem("--continuation=%s: the map has no pointer there; %s" % (
                text, "the type has " + ", ".join(names) if names else "it knows names only with debug info"))

    @staticmethod
    def promise(c):
        return next((s for s in c["slots"] if s["kind"] == "promise"), {})

    def fits(self, c):
        """Whether this is about the promise of a coroutine."""
        s = self.promise(c)
        names = [s.get("variable", {}).get("type", ""), irname(s.get("type", ""))]
        return any(n and self.kind in (n, without_arguments(n)) for n in names)

    def place(self, c):
        """The offset of the member in the frame, or None."""
        s = self.promise(c)
        at = self.offset if self.member is None else s.get("pointers", {}).get(self.member)
        if at is None or at >= s["size"]:
            return None
        return s["offset"] + at

    def after(self, state, f):
        """The handle that the member holds, or whose promise it points into; None if it is neither."""
        at = self.place(f.coroutine)
        if at is None or at + state.memory.size > len(f.data):
            return None
        other = state.named(f.word(at))
        return other.handle if other else None


def irname(name):
    """A type of IR as the source names it: %"struct.task<int>::promise_type" is task<int>::promise_type."""
    m = re.match(r'%"?(?:struct|class)\.(.*?)"?$', name)
    return re.sub(r"\.\d+$", "", m.group(1)) if m else ""


def without_arguments(name):
    """A type without template arguments: task<int>::promise_type is task::promise_type."""
    out, depth = "", 0
    for c in name:
        depth += c == "<"
        if not depth:
            out += c
        depth -= c == ">"
    return out


def slot_value(frame, s):
    """A slot's content as text."""
    data = frame.data[s["offset"]:s["offset"] + s["size"]]
    end = frame.memory.end
    var = s.get("variable", {})
    whole = not var.get("address") and not var.get("from") and not var.get("to")
    if var.get("type") and whole:
        text = frame.memory.debugger.show(var["type"], frame.handle + s["offset"], data)
        if text is not None:
            return text
    if s["type"] == "double":
        return repr(struct.unpack(end + "d", data)[0])
    if s["type"] == "float":
        return "%.9g" % struct.unpack(end + "f", data)[0]
    if s["type"] == "ptr" or s.get("handles") == [0] and len(data) == frame.memory.size:
        return "%#x" % frame.memory.number(data)
    m = re.match(r"i(8|16|32|64)$", s["type"])
    if m:
        n = frame.memory.number(data)
        bits = int(m.group(1))
        signed = not re.match(r"unsigned|bool|char8_t|char16_t|char32_t", var.get("type", ""))
        return str(n - (1 << bits) if signed and n >> (bits - 1) else n)
    text = " ".join("%02x" % b for b in data[:32])
    return "{%s%s}" % (text, " ..." if len(data) > 32 else "")


def command_map(debugger, text):
    """Read a map that `corolower --frame-map=FILE` wrote: coro map FILE"""
    for name in shlex.split(text):
        with open(name) as f:
            check_version(json.load(f).get("version"))
        Debugger.files.append(name)


def command_list(debugger, text):
    """List the suspended coroutines: coro list [--count]"""
    if text.strip() not in ("", "--count"):
        raise Problem("coro list [--count]")
    frames = State(debugger).sorted()
    if text.strip():
        count = {}
        for f in frames:
            key = (f.name(), f.state())
            count[key] = count.get(key, 0) + 1
        for (name, state), n in sorted(count.items()):
            yield "%6d  %s  %s" % (n, name, state)
    else:
        for f in frames:
            yield "%#x  %s  %s" % (f.handle, f.name(), f.state())
    yield "%d suspended coroutines" % len(frames)


def command_locals(debugger, text):
    """Show what the frame of a suspended coroutine holds: coro locals HANDLE"""
    if not text.strip():
        raise Problem("coro locals HANDLE")
    f = State(debugger).frame(text)
    yield "%#x  %s  %s" % (f.handle, f.name(), f.state())
    waits = f.suspend.get("awaiter") if f.suspend else None
    for k, s in enumerate(f.coroutine["slots"]):
        if s["kind"] == "field" or not f.suspend or k not in f.suspend.get("live", []):
            continue
        var = s.get("variable", {})
        name = var.get("name") or s.get("name") or "(+%d)" % s["offset"]
        notes = []
        if s["kind"] == "promise":
            name = "(promise)"
        if s["kind"] == "frame":
            yield "  (frame of %s) = %#x" % (f.memory.demangle(s["frame_of"]), f.handle + s["offset"])
            continue
        if waits == k:
            notes.append("the awaiter")
        if var.get("of"):
            notes.append("of " + var["of"])
        if var.get("address"):
            notes.append("its address")
        if var.get("one_of_its_values"):
            notes.append("perhaps an earlier value")
        if var.get("to"):
            notes.append("bytes %d to %d" % (var.get("from", 0), var["to"]))
        kind = var.get("type") or s["type"]
        yield "  %s = %s  [%s]%s" % (name, slot_value(f, s), kind, "  (%s)" % ", ".join(notes) if notes else "")


def command_bt(debugger, text):
    """Show who waits for a suspended coroutine: coro bt [--continuation=TYPE::member]... [HANDLE]"""
    state = State(debugger)
    overrides = []
    while True:
        m = re.match(r"\s*--continuation=(?:'([^']*)'|\"([^\"]*)\"|(\S+))(?:\s+|$)", text)
        if not m:
            break
        text = text[m.end():]
        overrides.append(Continuation(m.group(1) or m.group(2) or m.group(3) or "", state.program.coroutines))
    waiters = state.waiters(overrides)
    if text.strip():
        yield from trace(state, waiters, state.frame(text).handle)
        return
    awaits = {}
    for h in state.handles:
        for m in waiters[h]:
            awaits.setdefault(m, h)
    known = [h for h in state.handles if state.frames[h].suspend or state.frames[h].done]
    seen = set(state.handles) - set(known)
    for h in known:
        if h not in awaits:
            yield from trace(state, waiters, h, seen)
    for h in known:  # of those that wait for a ring, the ring
        step = []
        while h not in seen and h not in step:
            step.append(h)
            h = awaits[h]
        if h not in seen:
            yield from trace(state, waiters, min(step[step.index(h):]), seen)


def trace(state, waiters, first, seen=None):
    """The chains of those that wait for a coroutine."""
    todo = [[first]]
    shown = 0
    while todo and shown < CHAINS:
        path = todo.pop()
        more = [m for m in waiters[path[-1]] if m not in path]
        todo += [path + [m] for m in reversed(more)]
        if more:
            continue
        shown += 1
        for n, h in enumerate(path):
            f = state.frames[h]
            yield "#%-2d %#x  %s  %s" % (n, h, f.name(), f.state())
        if first in waiters[path[-1]]:
            yield "    #%d awaits #0: none of these %d ever continues" % (len(path) - 1, len(path))
        if seen is not None:
            seen.update(path)


COMMANDS = {"list": command_list, "locals": command_locals, "bt": command_bt, "map": command_map}


def handle_text(debugger, at):
    """A std::coroutine_handle with an address as text."""
    if at == 0:
        return "null coroutine"
    memory = Memory(debugger)
    program = Program.of(debugger)
    data = memory.read(at, 2 * memory.size)
    found = data and program.owner(memory.number(data[:memory.size]), memory.number(data[memory.size:]))
    if found:
        data = memory.read(at, found[1]["frame_size"])
        if data:
            f = Frame(at, found[1], data, memory)
            return "coroutine %#x, %s, %s" % (at, f.name(), f.state())
    return "coroutine %#x" % at


HANDLE_TYPE = r"std::(\w+::)*coroutine_handle<"
