# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates a session of the Language Server Protocol against the types that lsprotocol generates from the protocol's metamodel.

Standard input has a message in each line: {"from": "client" or "server", "message": {...}}. Each violation is a line of standard output. The status is 3 if lsprotocol is
not installed.

It is stricter than reading with lsprotocol: a property that the metamodel does not have, a number for a string, and null for a property that may only be absent are violations.
"""
import collections.abc
import enum
import json
import sys
import typing

try:
    import attrs
    from lsprotocol import types
except ImportError:
    sys.exit(3)


def camel(name):
    first, *more = name.rstrip("_").split("_")
    return first + "".join(w.capitalize() for w in more)


def is_a(value, t):
    """Reports whether a value of JSON has a type without parts."""
    if t is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if t is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, t)


def check(value, t, where):
    """Returns the violations of a type by a value of JSON."""
    if isinstance(t, (str, typing.ForwardRef)):
        t = getattr(types, t if isinstance(t, str) else t.__forward_arg__)
        return check(value, t, where)
    origin, args = typing.get_origin(t), typing.get_args(t)
    if t is typing.Any or t is object:
        return []
    if t is None or t is type(None):
        return [] if value is None else [f"{where}: not null"]
    if origin is typing.Union:
        tries = [check(value, a, where) for a in args]
        return min(tries, key=len) if all(tries) else []
    if origin is typing.Literal:
        return [] if value in args else [f"{where}: {value!r} is none of {args}"]
    if origin is tuple:
        if not isinstance(value, list) or len(value) != len(args):
            return [f"{where}: not a list of {len(args)}"]
        return [e for k, a in enumerate(args) for e in check(value[k], a, f"{where}[{k}]")]
    if origin is collections.abc.Sequence:
        if not isinstance(value, list):
            return [f"{where}: not a list"]
        return [e for k, v in enumerate(value) for e in check(v, args[0], f"{where}[{k}]")]
    if origin is collections.abc.Mapping:
        if not isinstance(value, dict):
            return [f"{where}: not an object"]
        return [e for k, v in value.items() for e in check(v, args[1], f"{where}.{k}")]
    if isinstance(t, type) and issubclass(t, enum.Enum):
        return [] if any(value == m.value for m in t) else [f"{where}: {value!r} is no {t.__name__}"]
    if attrs.has(t):
        return check_object(value, t, where)
    return [] if is_a(value, t) else [f"{where}: {value!r} is no {t.__name__}"]


def check_object(value, t, where):
    if not isinstance(value, dict):
        return [f"{where}: not an object"]
    errors, rest = [], dict(value)
    for f in attrs.fields(t):
        name = camel(f.name)
        if name not in rest:
            if f.default is attrs.NOTHING or name == "jsonrpc":
                errors.append(f"{where}: no {name}, which {t.__name__} needs")
            continue
        v, at = rest.pop(name), f"{where}.{name}"
        if v is None and f.default is not attrs.NOTHING and not types.is_special_property(t, f.name):
            errors.append(f"{at}: null, but it may only be absent")
            continue
        found = check(v, f.type, at)
        if not found and f.validator and isinstance(v, (str, int, float)):
            try:
                f.validator(None, f, v)  # the range of a number
            except (TypeError, ValueError) as e:
                found = [f"{at}: {e}"]
        errors += found
    return errors + [f"{where}: {t.__name__} has no {name}" for name in rest]


def main():
    asked = {"client": {}, "server": {}}  # the methods of requests, by id
    other = {"client": "server", "server": "client"}
    direction = {"client": ("clientToServer", "both"), "server": ("serverToClient", "both")}
    for line in sys.stdin:
        one = json.loads(line)
        sender, message = one["from"], one["message"]
        if method := message.get("method"):
            errors = [f"{method}: no method of the protocol"]
            if method in types.METHOD_TO_TYPES:
                request, response, _, _ = types.METHOD_TO_TYPES[method]
                errors = check(message, request, method)
                if types.message_direction(method) not in direction[sender]:
                    errors.append(f"{method}: not from the {sender}")
            if "id" in message:
                asked[sender][message["id"]] = method
        else:
            method = asked[other[sender]].pop(message.get("id"), None)
            if method is None:
                errors = [f"a response to no request: {message}"]
            elif "error" in message:
                errors = check(message, types.ResponseErrorMessage, "error of " + method)
            elif method in types.METHOD_TO_TYPES and "result" in message:
                errors = check(message, types.METHOD_TO_TYPES[method][1], "result of " + method)
            else:
                errors = [f"{method}: neither result nor error"]
        for e in errors:
            print(e)
    for sender, methods in asked.items():
        for method in methods.values():
            print(f"{method}: the {other[sender]} does not respond")


main()
