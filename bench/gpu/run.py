#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what `go run ./bench/gpu` built on a GPU, through the driver's API (libcuda.so.1) and nothing else.

    run.py check DIR OUT.csv     every program, every lowering: results against the CPU's
    run.py bench DIR OUT.csv     the benchmark: time by lowering and number of threads
    run.py limits DIR OUT.csv    the heap variants under the default device heap
    run.py env                   what it runs on
    run.py one ...               one kernel, in a process of its own, for a fault ends a context

A kernel is `run(const u32 *in, u32 *out, u32 n)`. Files are named PROGRAM@LOWERING.ptx, PROGRAM@BLOCKSxTHREADS.in and .want.
"""

import array
import csv
import ctypes
import glob
import json
import os
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

LIMIT_STACK_SIZE, LIMIT_MALLOC_HEAP_SIZE = 0, 2
POISON = 0xDEADBEEF


class Fault(Exception):
    """A call of the driver failed; the context is of no use any more."""


class Driver:
    """The few calls of the driver's API that are needed, each checked."""

    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")
        self("cuInit", 0)
        self.device = ctypes.c_int()
        self("cuDeviceGet", ctypes.byref(self.device), 0)
        self.context = ctypes.c_void_p()
        self("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), self.device)
        self("cuCtxSetCurrent", self.context)

    def __call__(self, name, *args):
        code = getattr(self.lib, name)(*args)
        if code != 0:
            text = ctypes.c_char_p()
            self.lib.cuGetErrorName(code, ctypes.byref(text))
            raise Fault(f"{name}: {(text.value or b'?').decode()}")

    def limit(self, which, size):
        self("cuCtxSetLimit", which, ctypes.c_size_t(size))

    def limit_of(self, which):
        size = ctypes.c_size_t()
        self("cuCtxGetLimit", ctypes.byref(size), which)
        return size.value

    def load(self, ptx):
        """The kernel of a module, and what the driver's assembler said of it."""
        text = open(ptx, "rb").read() + b"\0"
        errors, infos = ctypes.create_string_buffer(16384), ctypes.create_string_buffer(16384)
        keys = (ctypes.c_int * 5)(3, 4, 5, 6, 12)  # info log and size, error log and size, verbose
        values = (ctypes.c_void_p * 5)(ctypes.cast(infos, ctypes.c_void_p), 16384, ctypes.cast(errors, ctypes.c_void_p), 16384, 1)
        module = ctypes.c_void_p()
        try:
            self("cuModuleLoadDataEx", ctypes.byref(module), text, 5, keys, values)
        except Fault as fault:
            raise Fault(f"{fault}: {errors.value.decode().strip()}") from None
        kernel = ctypes.c_void_p()
        self("cuModuleGetFunction", ctypes.byref(kernel), module, b"run")
        return kernel, infos.value.decode()

    def attribute(self, kernel, which):
        value = ctypes.c_int()
        self("cuFuncGetAttribute", ctypes.byref(value), which, kernel)
        return value.value

    def memory(self, size):
        pointer = ctypes.c_uint64()
        self("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def upload(self, pointer, words):
        data = words.tobytes()
        self("cuMemcpyHtoD_v2", pointer, data, ctypes.c_size_t(len(data)))

    def download(self, pointer, count):
        data = ctypes.create_string_buffer(4 * count)
        self("cuMemcpyDtoH_v2", data, pointer, ctypes.c_size_t(4 * count))
        return array.array("I", data.raw)

    def poison(self, pointer, count):
        self("cuMemsetD32_v2", pointer, ctypes.c_uint(POISON), ctypes.c_size_t(count))

    def launch(self, kernel, blocks, threads, source, target, count):
        args = [source, target, ctypes.c_uint(count)]
        pointers = (ctypes.c_void_p * 3)(*(ctypes.cast(ctypes.byref(a), ctypes.c_void_p) for a in args))
        self("cuLaunchKernel", kernel, blocks, 1, 1, threads, 1, 1, 0, None, pointers, None)

    def synchronize(self):
        self("cuCtxSynchronize")

    def event(self):
        event = ctypes.c_void_p()
        self("cuEventCreate", ctypes.byref(event), 0)
        return event

    def elapsed(self, start, stop):
        """Milliseconds between two events."""
        ms = ctypes.c_float()
        self("cuEventElapsedTime", ctypes.byref(ms), start, stop)
        return ms.value


def words_of(path):
    words = array.array("I")
    words.frombytes(open(path, "rb").read())
    return words


def inputs(count):
    """The words that host.cpp gives to its threads."""
    words, x = array.array("I", bytes(4 * count)), 12345
    for i in range(count):
        x = (x * 1664525 + 1013904223) & 0xFFFFFFFF
        words[i] = x >> 8
    return words


def kernel_facts(driver, kernel):
    return {"shared": driver.attribute(kernel, 1), "local": driver.attribute(kernel, 3), "registers": driver.attribute(kernel, 4)}


def one_check(ptx, data, blocks, threads, stack, heap):
    """Runs a kernel once and compares all its words."""
    driver = Driver()
    if stack:
        driver.limit(LIMIT_STACK_SIZE, stack)
    if heap:
        driver.limit(LIMIT_MALLOC_HEAP_SIZE, heap)
    kernel, _ = driver.load(ptx)
    result = kernel_facts(driver, kernel)
    source, want = words_of(data + ".in"), words_of(data + ".want")
    count = blocks * threads
    a, b = driver.memory(4 * count), driver.memory(4 * count)
    driver.upload(a, source)
    driver.poison(b, count)
    driver.launch(kernel, blocks, threads, a, b, count)
    driver.synchronize()
    got = driver.download(b, count)
    wrong = [i for i in range(count) if got[i] != want[i]]
    result["wrong"] = len(wrong)
    if wrong:
        i = wrong[0]
        result["message"] = f"thread {i}: {got[i]}, want {want[i]}"
    return result


def one_bench(ptx, exponents, block, runs, heap, check):
    """Times a kernel at several numbers of threads. Results are compared with those of another kernel."""
    driver = Driver()
    if heap:
        driver.limit(LIMIT_MALLOC_HEAP_SIZE, heap)
    kernel, _ = driver.load(ptx)
    result = kernel_facts(driver, kernel)
    if heap:
        result["heap"] = driver.limit_of(LIMIT_MALLOC_HEAP_SIZE)
    reference = driver.load(check)[0]
    most = 1 << max(exponents)
    a, b, c = (driver.memory(4 * most) for _ in range(3))
    driver.upload(a, inputs(most))
    start, stop = driver.event(), driver.event()
    result["times"] = {}
    for e in exponents:
        count = 1 << e
        driver.poison(b, count)
        driver.launch(kernel, (count + block - 1) // block, block, a, b, count)
        driver.launch(reference, (count + block - 1) // block, block, a, c, count)
        driver.synchronize()
        if driver.download(b, count) != driver.download(c, count):
            raise Fault(f"2^{e} threads: other results than {os.path.basename(check)}")
        times = []
        for _ in range(runs):
            driver("cuEventRecord", start, None)
            driver.launch(kernel, (count + block - 1) // block, block, a, b, count)
            driver("cuEventRecord", stop, None)
            driver("cuEventSynchronize", stop)
            times.append(driver.elapsed(start, stop))
        result["times"][e] = times
    return result


def one(arguments):
    try:
        what = json.loads(arguments)
        result = globals()["one_" + what.pop("what")](**what)
    except Fault as fault:
        result = {"fault": str(fault)}
    print(json.dumps(result))


def ask(timeout=120, **what):
    """Runs one in another process."""
    try:
        done = subprocess.run([sys.executable, __file__, "one", json.dumps(what)], capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return {"fault": f"stopped after {timeout} s"}
    if done.returncode != 0 or not done.stdout:
        return {"fault": f"exit {done.returncode}: {done.stderr[-300:]}"}
    return json.loads(done.stdout.splitlines()[-1])


def check(folder, out):
    jobs = []
    for ptx in sorted(glob.glob(f"{folder}/*@*.ptx")):
        name, lowering = os.path.basename(ptx)[:-4].split("@")
        for want in sorted(glob.glob(f"{folder}/{name}@*.want")):
            blocks, threads = map(int, re.search(r"@(\d+)x(\d+)\.want$", want).groups())
            for stack in (0, 16384):
                jobs.append((name, lowering, blocks, threads, stack, ptx, want[:-5]))
    jobs.sort(key=lambda j: (j[0], j[1], j[2], j[4]))

    def run(job):
        name, lowering, blocks, threads, stack, ptx, data = job
        return ask(what="check", ptx=ptx, data=data, blocks=blocks, threads=threads, stack=stack, heap=64 << 20)

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(run, jobs))
    bad = 0
    with open(out, "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["program", "lowering", "blocks", "threads", "stack_limit", "verdict", "wrong", "local_bytes", "registers", "message"])
        for (name, lowering, blocks, threads, stack, *_), r in zip(jobs, results):
            verdict = "fault" if "fault" in r else "wrong" if r["wrong"] else "ok"
            bad += verdict != "ok"
            message = r.get("fault", r.get("message", ""))
            w.writerow([name, lowering, blocks, threads, stack or "default", verdict, r.get("wrong", ""), r.get("local", ""),
                        r.get("registers", ""), message])
            if verdict != "ok":
                print(f"{name} {lowering} {blocks}x{threads} stack={stack or 'default'}: {verdict} {message[:200]}")
    print(f"{len(jobs)} runs, {bad} not ok")


def bench_files(folder):
    for ptx in sorted(glob.glob(f"{folder}/*@*.ptx")):
        name, lowering = os.path.basename(ptx)[:-4].split("@")
        if lowering == "machine":
            continue
        yield name, lowering, ptx
    for ptx in sorted(glob.glob(f"{folder}/*@machine.ptx")):
        yield os.path.basename(ptx)[:-4].split("@")[0], "machine", ptx


def bench(folder, out, exponents=range(10, 23, 2), block=128, runs=9):
    """The order of kernels is turned round for the second half of the repetitions, and the median is over all."""
    files = list(bench_files(folder))
    rows = {}
    for order in (files, files[::-1]):
        for name, lowering, ptx in order:
            heap = (4 << 30) if lowering.startswith("heap") else 0
            r = ask(what="bench", ptx=ptx, exponents=list(exponents), block=block, runs=runs, heap=heap,
                    check=f"{folder}/{name}@machine.ptx", timeout=300)
            if "fault" in r:
                print(name, lowering, r["fault"])
                continue
            for e, times in r["times"].items():
                rows.setdefault((name, lowering, int(e)), ([], r))[0].extend(times)
    with open(out, "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["kernel", "lowering", "log2_threads", "block", "runs", "median_ms", "min_ms", "max_ms", "to_machine", "local_bytes", "registers"])
        for (name, lowering, e), (times, r) in sorted(rows.items(), key=lambda kv: (kv[0][0], kv[0][2], kv[0][1])):
            median = statistics.median(times)
            machine = rows.get((name, "machine", e))
            ratio = f"{median / statistics.median(machine[0]):.3f}" if machine else ""
            w.writerow([name, lowering, e, block, len(times), f"{median:.5f}", f"{min(times):.5f}", f"{max(times):.5f}", ratio, r["local"], r["registers"]])
            print(f"{name:16} {lowering:10} 2^{e:<2} {median:10.4f} ms  {ratio:>8} x machine  local {r['local']} regs {r['registers']}")


def limits(folder, out, exponents=range(10, 23, 2)):
    """The heap variants with the device heap that the driver gives when nobody asks: where they fail."""
    with open(out, "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["kernel", "lowering", "log2_threads", "verdict"])
        for name, lowering, ptx in bench_files(folder):
            if not lowering.startswith("heap"):
                continue
            for e in exponents:
                r = ask(what="bench", ptx=ptx, exponents=[e], block=128, runs=1, heap=0, check=f"{folder}/{name}@machine.ptx")
                w.writerow([name, lowering, e, r.get("fault", "ok")])
                print(name, lowering, f"2^{e}", r.get("fault", "ok"))


def env():
    driver = Driver()
    name = ctypes.create_string_buffer(128)
    driver("cuDeviceGetName", name, 128, driver.device)
    version = ctypes.c_int()
    driver("cuDriverGetVersion", ctypes.byref(version))
    print("GPU", name.value.decode())
    print("driver API", version.value)
    print("default stack limit", driver.limit_of(LIMIT_STACK_SIZE))
    print("default heap limit", driver.limit_of(LIMIT_MALLOC_HEAP_SIZE))
    for command in ("nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,power.limit,persistence_mode --format=csv",
                    "nvcc --version", "compute-sanitizer --version", "uname -r", "python3 --version"):
        done = subprocess.run(command, shell=True, capture_output=True, text=True)
        print(f"$ {command}\n{done.stdout}{done.stderr}".rstrip())


if __name__ == "__main__":
    {"check": check, "bench": bench, "limits": limits, "env": env, "one": one}[sys.argv[1]](*sys.argv[2:])
