# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Does in lldb what steps_gdb.py does in gdb, and prints the same.

import lldb


def show(what, f):
    out = {}
    for v in f.GetVariables(True, True, False, True):
        if v.GetType().GetBasicType() == lldb.eBasicTypeInt and v.name not in out:
            out[v.name] = v.value if v.error.Success() and v.value is not None else "?"
    where = "%s:%d" % ((f.GetFunctionName() or "?").split("(")[0], f.line_entry.line)
    print(what, where, " ".join("%s=%s" % v for v in sorted(out.items())), file=OUT)


def __lldb_init_module(debugger, _):
    debugger.SetAsync(False)
    target = debugger.CreateTarget(PROGRAM)
    for mark, line in MARKS:
        target.DeleteAllBreakpoints()
        target.BreakpointCreateByLocation("steps.cpp", line)
        process = target.LaunchSimple(None, None, ".")
        thread = process.GetSelectedThread()
        show("stop " + mark, thread.frame[0])
        target.DeleteAllBreakpoints()
        for k in range(6):
            thread.StepOver()
            show("next " + mark, thread.frame[0])
            if thread.frame[0].GetFunctionName() == "main":
                break
        process.Kill()
    target.BreakpointCreateByName("use")
    process = target.LaunchSimple(None, None, ".")
    while process.state == lldb.eStateStopped:
        thread = process.GetSelectedThread()
        what = thread.frame[0].FindVariable("what").GetSummary().strip('"')
        show("up " + what, thread.frame[1])
        if thread.frame[1].GetFunctionName() != "main":
            show("up-up " + what, thread.frame[2])
        process.Continue()
    OUT.close()
