# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# lit configuration of corolower's FileCheck tests.
#
# What runs as `corolower` in the RUN lines:
#   COROLOWER_BIN=PATH   that binary; without it, `corolower` from PATH
#   LIT_TOOL=opt         LLVM's own opt, to hold the expectations against LLVM. Tests that
#                        say `REQUIRES: corolower` are then left out: those whose head also says
#                        `DIFFERS-FROM-LLVM: reason`, and those of what opt does not have.
#
# Builds nothing and installs nothing: a tool that is missing is a fatal error that names it.

import importlib.util
import os
import re
import shutil
import subprocess

import lit.formats

against_opt = os.environ.get("LIT_TOOL") == "opt"


def llvm_bindir():
    """The directory of LLVM 22's tools (FileCheck, not), or None."""
    llvm_config = shutil.which("llvm-config-22")
    if llvm_config:
        return subprocess.check_output([llvm_config, "--bindir"], text=True).strip()
    return None


def find(*names):
    """The path of the first of names that exists in LLVM 22's directory or on PATH."""
    bindir = llvm_bindir()
    for name in names:
        path = bindir and shutil.which(name, path=bindir) or shutil.which(name)
        if path:
            return path
    lit_config.fatal("cannot find %s; set PATH or install LLVM 22's tools" % " or ".join(names))


def subst(word, command):
    # A whole word of the command line only: not a part of a path or of an option.
    config.substitutions.append((r"(?<![\w./%%=+-])%s(?![\w./-])" % re.escape(word), command))


config.name = "corolower"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".ll"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.environ.get("LIT_EXEC_ROOT") or os.path.join(
    os.environ.get("TMPDIR", "/tmp"), "corolower-lit"
)
config.environment["NO_COLOR"] = "1"

if against_opt:
    # A directory of an older dialect names another version in its lit.local.cfg.
    config.corolower_default = find("opt-22")
else:
    # A relative COROLOWER_BIN is meant from where lit was started, not from a test's directory.
    named = os.environ.get("COROLOWER_BIN")
    path = os.path.abspath(named) if named else shutil.which("corolower")
    if not path or not os.access(path, os.X_OK):
        lit_config.fatal("cannot run corolower (%s); set COROLOWER_BIN to the binary" % (path or "not on PATH"))
    config.corolower_default = path
    config.available_features.add("corolower")
if shutil.which("llvm-remarkutil-22"):
    config.available_features.add("remarkutil")
if importlib.util.find_spec("yaml"):
    config.available_features.add("pyyaml")
config.against_opt = against_opt

subst("corolower", config.corolower_default)
subst("FileCheck", find("FileCheck", "FileCheck-22"))
subst("split-file", find("split-file", "split-file-22"))
subst("not", find("not", "not-22"))
subst("opt-22", find("opt-22", "opt"))
for tool in ("opt-19", "opt-14"):
    # Only the old dialects' witness runs need these; without them those tests fail and name the tool.
    subst(tool, shutil.which(tool) or tool)
subst("llvm-as-22", find("llvm-as", "llvm-as-22"))
