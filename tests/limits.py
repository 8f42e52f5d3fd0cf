#!/usr/bin/env python3
"""Counts what must stay small in src and include, and fails where a limit is broken (Universal Ctags finds the ends).

limits.txt beside it lists what was over a limit when the limits came, with its number and the reason; an entry may only
shrink, and must go when its offender is gone. `limits.py --list` prints the list as it would be today.
"""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = {"function": 80, "file": 450, "struct": 25, "parameters": 6, "bools": 1}
WORDS = {"function": "lines in a function", "file": "lines in a file", "struct": "fields in a struct",
         "parameters": "parameters", "bools": "bool parameters"}


def sources():
    return sorted(p for top in ("src", "include") for p in (ROOT / top).rglob("*") if p.suffix in (".cpp", ".hpp"))


def lines_of(path):
    return path.read_text().count("\n")


def tags():
    out = subprocess.run([shutil.which("ctags-universal") or "ctags", "-R", "--languages=C++", "--map-C++=+.hpp", "--kinds-C++=fpmsc", "--fields=+neStKi",
                          "--output-format=json", "-o", "-", "src", "include"],
                         cwd=ROOT, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def split(signature):
    """The parameters of a signature, split at commas outside of all brackets."""
    parts, depth, part = [], 0, ""
    for c in signature.strip()[1:-1]:
        depth += c in "<([{"
        depth -= c in ">)]}"
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    return [p.strip() for p in parts + [part] if p.strip() not in ("", "void")]


def counted(all_tags):
    """(kind, place) -> number, for all that is counted."""
    found = {}
    for path in sources():
        found["file", str(path.relative_to(ROOT))] = lines_of(path)
    members, structs = collections.Counter(), {}
    for tag in all_tags:
        name, scope = f"{tag['path']} {tag['name']}", f"{tag['path']} {tag.get('scope', '')}"
        if tag["kind"] in ("struct", "class"):
            bases = [b.split("::")[-1].split("<")[0] for b in tag.get("inherits", "").split(",") if b]
            structs[f"{scope}::{tag['name']}"] = (name, bases)
        if tag["kind"] == "member" and not re.match(r"/\^\s*(static|constexpr)\b", tag["pattern"]):
            members[scope] += 1
        if tag["kind"] in ("function", "prototype") and not tag["name"].startswith("__anon"):
            parameters = split(tag.get("signature", "()"))
            counts = {"parameters": len(parameters), "bools": sum(bool(re.match(r"(const )?bool \w+", p)) for p in parameters)}
            if tag["kind"] == "function":
                counts["function"] = tag["end"] - tag["line"] + 1
            for kind, number in counts.items():
                found[kind, name] = max(number, found.get((kind, name), 0))
    named = {scope.split("::")[-1]: scope for scope in structs}

    def fields(scope):
        inherited = [named[base] for base in structs[scope][1] if base in named and named[base] != scope]
        return members[scope] + sum(map(fields, inherited))
    for scope, (name, _) in structs.items():
        found["struct", name] = max(fields(scope), found.get(("struct", name), 0))
    return found


def main():
    found = {key: n for key, n in counted(tags()).items() if n > LIMITS[key[0]]}
    total = sum(map(lines_of, sources()))
    allowed, reasons, most = {}, {}, 0
    for line in (ROOT / "tests/limits.txt").read_text().splitlines():
        if line.startswith("total "):
            most = int(line.split()[1])
        elif line and not line.startswith("#"):
            entry, reason = line.split(" # ", 1)
            kind, number, place = entry.split(" ", 2)
            allowed[kind, place] = int(number)
            reasons[kind, place] = reason
    if "--list" in sys.argv:
        print(f"total {total}")
        for (kind, place), n in sorted(found.items()):
            print(f"{kind} {n} {place} # {reasons.get((kind, place), 'older than the limit')}")
        return 0
    wrong = []
    if total > most:
        wrong.append(f"src and include have {total} lines, must be at most {most}: what comes in, and what goes?")
    for (kind, place), n in sorted(found.items()):
        limit = allowed.get((kind, place), LIMITS[kind])
        if n > limit:
            wrong.append(f"{place}: {n} {WORDS[kind]}, must be at most {limit}")
    for key in sorted(allowed.keys() - found.keys()):
        wrong.append(f"{key[1]} is within the limit of {WORDS[key[0]]} now: take it off tests/limits.txt")
    print("\n".join(wrong) or f"{total} lines; {len(found)} offenders older than the limits")
    return 1 if wrong else 0


sys.exit(main())
