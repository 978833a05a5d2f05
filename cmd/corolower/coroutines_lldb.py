# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import lldb


class Lldb(Debugger):
    """lldb, at a target."""

    def __init__(self, target, frame=None):
        self.target = target
        self.frame = frame

    def pointer_size(self):
        return self.target.GetAddressByteSize()

    def little_endian(self):
        return self.target.GetByteOrder() == lldb.eByteOrderLittle

    def modules(self):
        out = []
        for m in self.target.module_iter():
            text = m.FindSection(".text")
            at = text.GetLoadAddress(self.target) if text.IsValid() else lldb.LLDB_INVALID_ADDRESS
            if at != lldb.LLDB_INVALID_ADDRESS:
                out.append((os.path.realpath(m.GetFileSpec().fullpath), at))
        return out

    def regions(self):
        out = []
        process = self.target.GetProcess()
        if not process.IsValid():
            return out
        regions = process.GetMemoryRegions()
        info = lldb.SBMemoryRegionInfo()
        for k in range(regions.GetSize()):
            if regions.GetMemoryRegionAtIndex(k, info) and info.IsReadable() and info.IsWritable():
                out.append((info.GetRegionBase(), info.GetRegionEnd()))
        return out

    def read(self, at, size):
        error = lldb.SBError()
        data = self.target.GetProcess().ReadMemory(at, size, error)
        return data if error.Success() and data and len(data) == size else None

    def value(self, text):
        try:
            return int(text, 0)
        except ValueError:
            pass
        v = self.frame.EvaluateExpression(text) if self.frame and self.frame.IsValid() else \
            self.target.EvaluateExpression(text)
        if v.GetError().Fail():
            raise Problem(v.GetError().GetCString().strip())
        return self.address(v)

    @staticmethod
    def address(v):
        """The address in a handle, a pointer or a number."""
        v = v.GetNonSyntheticValue()
        kind = v.GetType().GetCanonicalType()
        if kind.IsReferenceType():
            v = v.Dereference().GetNonSyntheticValue()
            kind = v.GetType().GetCanonicalType()
        if kind.GetTypeClass() in (lldb.eTypeClassStruct, lldb.eTypeClassClass):
            for k in range(kind.GetNumberOfFields()):
                f = v.GetChildMemberWithName(kind.GetFieldAtIndex(k).GetName())
                if f.GetType().GetCanonicalType().IsPointerType():
                    return f.GetValueAsUnsigned()
            raise Problem("%s is no handle" % kind.GetName())
        return v.GetValueAsUnsigned()

    def demangle(self, name):
        out = lldb.SBCommandReturnObject()
        self.target.GetDebugger().GetCommandInterpreter().HandleCommand("language cplusplus demangle " + name, out)
        return (out.GetOutput() or "").partition(" ---> ")[2].strip()

    def show(self, kind, at, data):
        t = self.target.FindFirstType(kind)
        if not t.IsValid():
            t = self.target.GetBasicType(BASIC.get(kind, lldb.eBasicTypeInvalid))
        if not t.IsValid() or t.GetByteSize() != len(data):
            return None
        v = self.target.CreateValueFromAddress("value", lldb.SBAddress(at, self.target), t)
        return spell(v) if v.IsValid() and v.GetError().Success() else None


# The types that no module declares by name.
BASIC = {"bool": lldb.eBasicTypeBool, "char": lldb.eBasicTypeChar, "int": lldb.eBasicTypeInt,
         "unsigned int": lldb.eBasicTypeUnsignedInt, "long": lldb.eBasicTypeLong,
         "unsigned long": lldb.eBasicTypeUnsignedLong, "short": lldb.eBasicTypeShort,
         "float": lldb.eBasicTypeFloat, "double": lldb.eBasicTypeDouble}


def spell(v, depth=4):
    """A value on one line: {first = 1, second = {x = 2, y = 3}}."""
    if re.match(HANDLE_TYPE, v.GetType().GetCanonicalType().GetName() or ""):
        return handle_summary(v, None)
    if v.GetSummary():
        return v.GetSummary()
    if v.GetValue() is not None:
        return v.GetValue()
    count = v.GetNumChildren(17)
    if not depth:
        return "{...}"
    parts = []
    for k in range(min(count, 16)):
        c = v.GetChildAtIndex(k)
        name = c.GetName() or ""
        parts.append(spell(c, depth - 1) if not name or name.startswith("[") else
                     "%s = %s" % (name, spell(c, depth - 1)))
    return "{%s%s}" % (", ".join(parts), ", ..." if count > 16 else "")


def handle_summary(value, _):
    """Prints std::coroutine_handle."""
    try:
        at = Lldb.address(value)
    except Problem:
        return ""
    try:
        return handle_text(Lldb(value.GetTarget()), at)
    except Problem:
        return "coroutine %#x" % at


class Coro:
    """coro: show suspended coroutines."""

    def __init__(self, debugger, _):
        pass

    def get_short_help(self):
        return "Show suspended coroutines: list, locals, bt, map."

    def get_long_help(self):
        return "\n".join(f.__doc__ for f in COMMANDS.values())

    def __call__(self, debugger, text, context, result):
        name, _, rest = text.strip().partition(" ")
        if name not in COMMANDS:
            result.SetError("coro %s; see 'help coro'" % "|".join(COMMANDS))
            return
        try:
            for line in COMMANDS[name](Lldb(context.GetTarget(), context.GetFrame()), rest) or ():
                result.AppendMessage(line)
        except (Problem, OSError) as e:
            result.SetError(str(e))


def __lldb_init_module(debugger, _):
    debugger.HandleCommand("command script add -o -c %s.Coro coro" % __name__)
    debugger.HandleCommand(r'type summary add -w coroutines -x "^std::([A-Za-z0-9_]+::)*coroutine_handle<.*>$" '
                           "-F %s.handle_summary" % __name__)
    debugger.HandleCommand("type category enable coroutines")
