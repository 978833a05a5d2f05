# Suspended coroutines in gdb: `corolower gdb-script > coro.py`, and in gdb `source coro.py`.
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
# docs/debugging.md of corolower describes the map's format and what cannot be known.

import gdb
import json
import os
import re
import struct
import zlib

SECTION = b".corolower.frames"
MAGIC = b"CoroMap"
VERSION = 1
INDEX = "__coro_index"
CHUNK = 1 << 24  # bytes of memory that are read at a time


class Elf:
    """The sections and symbols of an ELF file."""

    def __init__(self, name):
        with open(name, "rb") as f:
            self.data = f.read()
        d = self.data
        if d[:4] != b"\x7fELF":
            raise gdb.GdbError("%s is no ELF file" % name)
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
        raise gdb.GdbError("frame map of version %s; this script reads version %d" % (v, VERSION))


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
            raise gdb.GdbError("section %s: no map at offset %d" % (SECTION.decode(), at))
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


def load_addresses():
    """Where .text of each loaded file is: pairs of a path, None for the program, and an address."""
    out = []
    for line in gdb.execute("info files", to_string=True).splitlines():
        m = re.match(r"\s*(0x[0-9a-f]+) - 0x[0-9a-f]+ is \.text(?: in (.*))?$", line)
        if m:
            out.append((m.group(2), int(m.group(1), 16)))
    return out


class Program:
    """The coroutines of the inferior, by the addresses of their functions."""

    def __init__(self, files):
        self.by_destroy = {}
        names = {}
        for o in gdb.objfiles():
            if o.is_valid() and o.filename and os.path.exists(o.filename):
                names[os.path.realpath(o.filename)] = o.filename
        main = gdb.current_progspace().filename
        maps = []
        for name in files:
            with open(name) as f:
                m = json.load(f)
            check_version(m.get("version"))
            maps.append(m["coroutines"])
        self.count = 0
        for path, text in load_addresses():
            name = os.path.realpath(path or main)
            if not os.path.exists(name):
                continue
            elf = Elf(name)
            section = elf.names.get(b".text")
            bias = text - section[2] if section else 0
            self.add(read_section(elf), bias)
            if maps:
                symbols = elf.functions()
                for m in maps:
                    self.add(self.resolved(m, symbols), bias)

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
            self.count += 1
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
    """The writable memory of the inferior, in regions."""

    def __init__(self):
        self.inferior = gdb.selected_inferior()
        self.size = gdb.lookup_type("void").pointer().sizeof
        self.end = "<" if "little" in gdb.execute("show endian", to_string=True) else ">"
        self.word = "Q" if self.size == 8 else "I"

    def regions(self):
        live = self.process() or self.core()
        if not live:
            raise gdb.GdbError("no process and no core file")
        return live

    def process(self):
        """The mappings of a process, if it is one of this machine."""
        out = []
        if self.inferior.pid == 0 or self.is_core():
            return out
        try:
            with open("/proc/%d/maps" % self.inferior.pid) as f:
                lines = f.readlines()
        except OSError:
            return out
        for line in lines:
            span, access = line.split()[:2]
            if access.startswith("rw"):
                low, high = span.split("-")
                out.append((int(low, 16), int(high, 16)))
        return out

    @staticmethod
    def is_core():
        return "Local core dump file" in gdb.execute("info files", to_string=True)

    @staticmethod
    def core():
        """The sections of a core file that can be written to."""
        out = []
        text = gdb.execute("maintenance info sections -all-objects", to_string=True)
        inside = False
        for line in text.splitlines():
            if line.startswith("Core file"):
                inside = True
            elif line.startswith(("Exec file", "Object file")):
                inside = False
            m = re.match(r"\s*\[\d+\]\s+(0x[0-9a-f]+)->(0x[0-9a-f]+) at .*?: (load\S*) (.*)$", line)
            if inside and m and "READONLY" not in m.group(4) and "HAS_CONTENTS" in m.group(4):
                out.append((int(m.group(1), 16), int(m.group(2), 16)))
        return out

    def read(self, at, size):
        try:
            return bytes(self.inferior.read_memory(at, size))
        except gdb.MemoryError:
            return None

    def number(self, data):
        return int.from_bytes(data, "little" if self.end == "<" else "big")


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
        return demangle(self.coroutine["function"])

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

    def handles(self):
        """The handles that the promise keeps: of who waits for this coroutine."""
        out = []
        for s in self.coroutine["slots"]:
            if s["kind"] == "promise":
                out += [self.word(s["offset"] + h) for h in s.get("handles", [])]
        return out

    def holds(self):
        """The addresses in live slots, but for the promise: of coroutines that this one waits for."""
        out = set()
        for s in self.live():
            if s["kind"] in ("object", "value"):
                for at in s.get("handles") or range(0, s["size"] - self.memory.size + 1, self.memory.size):
                    if (s["offset"] + at) % self.memory.size == 0:
                        out.add(self.word(s["offset"] + at))
            elif s["kind"] == "frame":
                out.add(self.handle + s["offset"])
        return out


def demangle(name):
    """A C++ name as the source has it. Without debug info gdb has to be told that it is C++."""
    try:
        text = gdb.execute("demangle -l c++ -- " + name, to_string=True).strip() if name.startswith("_Z") else ""
    except gdb.error:
        text = ""
    return text or name


class State:
    """What was found in the inferior where it stopped."""

    files = []
    programs = {}

    def __init__(self):
        self.memory = Memory()
        key = (tuple(State.files), tuple(load_addresses()))
        if key not in State.programs:
            State.programs = {key: Program(State.files)}
        self.program = State.programs[key]
        if not self.program.count:
            raise gdb.GdbError("no frame map: lower with --frame-map=section, or name a map with `coro map FILE`")
        self.frames = {}
        for low, high in self.memory.regions():
            for at in range(low, high, CHUNK):
                self.scan(at, min(at + CHUNK, high), high)

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
        v = gdb.parse_and_eval(text)
        at = handle_of(v)
        if at not in self.frames:
            raise gdb.GdbError("%#x is not the handle of a suspended coroutine that the map describes" % at)
        return self.frames[at]

    def waiters(self):
        """Who holds each handle in a live slot."""
        out = {}
        for f in self.sorted():
            for h in f.holds():
                if h in self.frames and h != f.handle:
                    out.setdefault(h, f)
        return out


def handle_of(v):
    """The address in a handle, a pointer or a number."""
    t = v.type.strip_typedefs()
    if t.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        v = v.referenced_value()
        t = v.type.strip_typedefs()
    if t.code == gdb.TYPE_CODE_STRUCT:
        for f in t.fields():
            if not getattr(f, "is_base_class", False) and f.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
                return int(v[f])
        raise gdb.GdbError("%s is no handle" % t)
    return int(v) & ((1 << 64) - 1)


def slot_value(frame, s):
    """A slot's content as text."""
    data = frame.data[s["offset"]:s["offset"] + s["size"]]
    end = frame.memory.end
    var = s.get("variable", {})
    whole = not var.get("address") and not var.get("from") and not var.get("to")
    if var.get("type") and whole:
        try:
            t = gdb.lookup_type(var["type"])
            if t.sizeof == len(data):
                return gdb.Value(data, t).format_string(max_elements=16)
        except (gdb.error, ValueError):
            pass
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


class Coro(gdb.Command):
    """Show suspended coroutines: list, locals, bt, map."""

    def __init__(self):
        super().__init__("coro", gdb.COMMAND_STACK, prefix=True)


class CoroMap(gdb.Command):
    """Read a map that `corolower --frame-map=FILE` wrote: coro map FILE"""

    def __init__(self):
        super().__init__("coro map", gdb.COMMAND_STACK, gdb.COMPLETE_FILENAME)

    def invoke(self, text, tty):
        for name in gdb.string_to_argv(text):
            with open(name) as f:
                check_version(json.load(f).get("version"))
            State.files.append(name)


class CoroList(gdb.Command):
    """List the suspended coroutines: coro list [--count]"""

    def __init__(self):
        super().__init__("coro list", gdb.COMMAND_STACK)

    def invoke(self, text, tty):
        frames = State().sorted()
        if text.strip() == "--count":
            count = {}
            for f in frames:
                key = (f.name(), f.state())
                count[key] = count.get(key, 0) + 1
            for (name, state), n in sorted(count.items()):
                print("%6d  %s  %s" % (n, name, state))
        elif text.strip():
            raise gdb.GdbError("coro list [--count]")
        else:
            for f in frames:
                print("%#x  %s  %s" % (f.handle, f.name(), f.state()))
        print("%d suspended coroutines" % len(frames))


class CoroLocals(gdb.Command):
    """Show what the frame of a suspended coroutine holds: coro locals HANDLE"""

    def __init__(self):
        super().__init__("coro locals", gdb.COMMAND_STACK, gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, tty):
        if not text.strip():
            raise gdb.GdbError("coro locals HANDLE")
        f = State().frame(text)
        print("%#x  %s  %s" % (f.handle, f.name(), f.state()))
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
                print("  (frame of %s) = %#x" % (demangle(s["frame_of"]), f.handle + s["offset"]))
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
            print("  %s = %s  [%s]%s" % (name, slot_value(f, s), kind, "  (%s)" % ", ".join(notes) if notes else ""))


class CoroBt(gdb.Command):
    """Show who waits for a suspended coroutine, and who waits for that: coro bt [HANDLE]"""

    def __init__(self):
        super().__init__("coro bt", gdb.COMMAND_STACK, gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, tty):
        state = State()
        waiters = state.waiters()
        if text.strip():
            self.trace(state, waiters, state.frame(text))
            return
        for f in state.sorted():
            if not any(h in state.frames for h in f.holds()):
                self.trace(state, waiters, f)

    @staticmethod
    def trace(state, waiters, f):
        seen = set()
        n = 0
        while f and f.handle not in seen:
            seen.add(f.handle)
            print("#%-2d %#x  %s  %s" % (n, f.handle, f.name(), f.state()))
            n += 1
            # The continuation in the promise, or who keeps the handle.
            after = next((h for h in f.handles() if h in state.frames and h not in seen), None)
            f = state.frames[after] if after else waiters.get(f.handle)


class HandlePrinter:
    """Prints std::coroutine_handle."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        at = handle_of(self.value)
        if at == 0:
            return "null coroutine"
        try:
            memory = Memory()
            key = (tuple(State.files), tuple(load_addresses()))
            if key not in State.programs:
                State.programs = {key: Program(State.files)}
            data = memory.read(at, 2 * memory.size)
            found = data and State.programs[key].owner(memory.number(data[:memory.size]),
                                                       memory.number(data[memory.size:]))
            if found:
                data = memory.read(at, found[1]["frame_size"])
                if data:
                    f = Frame(at, found[1], data, memory)
                    return "coroutine %#x, %s, %s" % (at, f.name(), f.state())
        except gdb.error:
            pass
        return "coroutine %#x" % at


def printer(value):
    tag = value.type.strip_typedefs().unqualified().tag or ""
    if re.match(r"std::(\w+::)*coroutine_handle<", tag):
        return HandlePrinter(value)
    return None


Coro()
CoroMap()
CoroList()
CoroLocals()
CoroBt()
gdb.pretty_printers.insert(0, printer)
