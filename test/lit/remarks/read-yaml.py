# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Reads a remark file with an ordinary YAML parser and prints kind, function and message of each remark.
import sys
import yaml


class Loader(yaml.SafeLoader):
    pass


Loader.add_multi_constructor("!", lambda loader, kind, node: (kind, loader.construct_mapping(node, deep=True)))
sys.stdout.reconfigure(encoding="utf-8")
with open(sys.argv[1], encoding="utf-8") as f:
    for kind, remark in yaml.load_all(f, Loader):
        message = "".join(str(v) for arg in remark["Args"] for k, v in arg.items() if k != "DebugLoc")
        print(kind, repr(remark["Function"]), repr(message))
