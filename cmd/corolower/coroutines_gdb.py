# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import gdb


class Gdb(Debugger):
    """gdb, at the selected inferior."""

    def pointer_size(self):
        return gdb.lookup_type("void").pointer().sizeof

    def little_endian(self):
        return "little" in gdb.execute("show endian", to_string=True)

    def modules(self):
        main = gdb.current_progspace().filename
        out = []
        for line in gdb.execute("info files", to_string=True).splitlines():
            m = re.match(r"\s*(0x[0-9a-f]+) - 0x[0-9a-f]+ is \.text(?: in (.*))?$", line)
            if m and (m.group(2) or main):
                out.append((os.path.realpath(m.group(2) or main), int(m.group(1), 16)))
        return out

    def regions(self):
        return self.process() or self.core()

    @staticmethod
    def process():
        """The mappings of a process, if it is one of this machine."""
        out = []
        pid = gdb.selected_inferior().pid
        if pid == 0 or "Local core dump file" in gdb.execute("info files", to_string=True):
            return out
        try:
            with open("/proc/%d/maps" % pid) as f:
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
            return bytes(gdb.selected_inferior().read_memory(at, size))
        except gdb.MemoryError:
            return None

    def value(self, text):
        try:
            return self.address(gdb.parse_and_eval(text))
        except (gdb.error, ValueError) as e: # for example, without debug info a variable has no type
            raise Problem(str(e))

    @staticmethod
    def address(v):
        """The address in a handle, a pointer or a number."""
        t = v.type.strip_typedefs()
        if t.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            v = v.referenced_value()
            t = v.type.strip_typedefs()
        if t.code == gdb.TYPE_CODE_STRUCT:
            for f in t.fields():
                if not getattr(f, "is_base_class", False) and f.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
                    return int(v[f])
            raise Problem("%s is no handle" % t)
        return int(v) & ((1 << 64) - 1)

    def demangle(self, name):
        try: # without debug info, gdb does not know that the language is C++
            return gdb.execute("demangle -l c++ -- " + name, to_string=True).strip()
        except gdb.error:
            return ""

    def show(self, kind, at, data):
        try:
            t = gdb.lookup_type(kind)
            if t.sizeof == len(data):
                return gdb.Value(data, t).format_string(max_elements=16)
        except (gdb.error, ValueError):
            pass
        return None


class Coro(gdb.Command):
    """Show suspended coroutines: list, locals, bt, map."""

    def __init__(self):
        super().__init__("coro", gdb.COMMAND_STACK, prefix=True)


class CoroCommand(gdb.Command):
    """One of the commands below coro."""

    def __init__(self, name, run):
        self.__doc__ = run.__doc__
        self.run = run
        complete = {"map": gdb.COMPLETE_FILENAME, "list": gdb.COMPLETE_NONE}.get(name, gdb.COMPLETE_EXPRESSION)
        super().__init__("coro " + name, gdb.COMMAND_STACK, complete)

    def invoke(self, text, tty):
        try:
            for line in self.run(Gdb(), text) or ():
                print(line)
        except (Problem, OSError) as e:
            raise gdb.GdbError(str(e))


class HandlePrinter:
    """Prints std::coroutine_handle."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        at = Gdb.address(self.value)
        try:
            return handle_text(Gdb(), at)
        except (Problem, gdb.error):
            return "coroutine %#x" % at


def printer(value):
    tag = value.type.strip_typedefs().unqualified().tag or ""
    return HandlePrinter(value) if re.match(HANDLE_TYPE, tag) else None


Coro()
for name, run in COMMANDS.items():
    CoroCommand(name, run)
gdb.pretty_printers.insert(0, printer)
