#!/usr/bin/env python3
"""Draws sequences of two cases that a law puts in order, simulates both and says which break it by more than their interval.

  laws.py WAFERNET FILE [--sequences 150] [--seed 11]

A long study, not for CI: an hour or more. FILE is a CSV that grows by a line as soon as a sequence is done; a second call goes on where
the first one ended. Cases are drawn as by tests/queueing/draw.py; those that are refused, can deadlock, do not settle or take over two
minutes are left out.

  more VCs, larger buffer, doubled link   saturation does not fall
  longer link                             saturation does not rise (where buffers grow with links, half the buffer: as many flits)
  renumbered                              saturation stays, on networks with one shortest path for each pair
  more flits, later link, more load       latency does not fall

Saturation is simulated to 4 %: the bracket, and what the answer may still move with longer runs (each 2 %). Latency is simulated at
60 % of saturation to the sum of both 95 % confidence intervals.
"""
import argparse
import csv
import io
import os
import random
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "queueing"))
import draw  # noqa: E402  (the folder is known only now)

LAWS = ["more VCs", "larger buffer", "longer link", "doubled link", "renumbered", "more flits", "later link", "more load"]
ONE_PATH = ["tree:4", "tree:5", "star:9", "array:9", "complete:9"]
INTERVAL = 0.04
HEADER = "law,network,preset,vcs,buffer,flits,link,traffic,routing,changed,before,after,change_percent,interval_percent,broken"


def following(values, value, rng):
    """One of the values above it, nothing where it is the largest."""
    larger = [v for v in values if v > value]
    return rng.choice(larger) if larger else None


def saturation(program, case, o, folder):
    """The settled saturation, or nothing."""
    run, reason = draw.ran(program, "validate", case, ["--fractions", "0.3", "--seeds", o.seeds, "--cycles", o.cycles, "--out", folder], 120, folder)
    file = os.path.join(folder, "validate-saturation.csv")
    if reason or "still moves" in run.stderr or not os.path.exists(file):
        return None
    with open(file, encoding="utf-8") as rows:
        found = list(csv.DictReader(rows))
    os.remove(file)
    return float(found[0]["simulated"]) if found and found[0]["simulated"] else None


def latency(program, case, load, folder):
    """The mean latency and half its interval, or nothing."""
    run, reason = draw.ran(program, "simulate", case, ["--loads", f"{load:.4g}", "--seeds", 1, "--cycles", 100000], 120, folder)
    if reason:
        return None
    row = list(csv.DictReader(io.StringIO(run.stdout)))[0]
    return (float(row["total_latency_cycles"]), float(row["latency_ci95"])) if row["status"] == "ok" and row["latency_ci95"] else None


def links(program, word, folder):
    """The lines of an edge list of the network, one a link."""
    run = subprocess.run([program, "topology", word, "--links", "--format", "csv"], capture_output=True, text=True, check=True, cwd=folder)
    return [(r["from_node"], r["to_node"]) for r in csv.DictReader(io.StringIO(run.stdout))]


def in_file(program, case, law, rng, folder):
    """The case on a file of its links, and on one with a link doubled or with other numbers."""
    lines = links(program, case["network"], folder)
    nodes = sorted({n for line in lines for n in line}, key=int)
    names = dict(zip(nodes, rng.sample(nodes, len(nodes)))) if law == "renumbered" else {n: n for n in nodes}
    twice = rng.choice(lines)
    cases = []
    for name, changed in (("before", False), ("after", True)):
        with open(os.path.join(folder, name + ".net"), "w", encoding="utf-8") as file:
            for a, b in lines:
                file.write(f"{names[a]} {names[b]}\n" if changed else f"{a} {b}\n")
            if changed and law == "doubled link":
                file.write(f"{twice[0]} {twice[1]}\n")
        cases.append({**case, "network": f"file+edges:{name}.net"})
    return cases, "-".join(twice) if law == "doubled link" else "numbers"


def sequence(program, law, rng, o, folder):
    """A finished row without the verdict, or nothing where the drawn cases say nothing of the law."""
    case = draw.draw(rng)
    after, changed = dict(case), ""
    if law in ("doubled link", "renumbered"):
        case.update(network=rng.choice(ONE_PATH), traffic="uniform", routing="", preset=rng.choice(draw.PRESETS))
        (before, after), changed = in_file(program, case, law, rng, folder)
    else:
        before = case
        key, values = {"more VCs": ("vcs", draw.VCS), "larger buffer": ("buffer", draw.BUFFERS), "longer link": ("link", [1, 2, 4]),
                       "more flits": ("flits", draw.FLITS), "later link": ("link", [1, 2, 4]), "more load": ("load", [])}[law]
        if law != "more load":
            after[key] = following(values, case[key], rng)
            if after[key] is None:
                return None
            if law == "longer link" and not case["preset"].startswith("booksim"):
                if case["buffer"] * case["link"] % after["link"]:
                    return None
                after["buffer"] = case["buffer"] * case["link"] // after["link"]
            changed = f"{key} {after[key]}"
    first = saturation(program, before, o, folder)
    if first is None:
        return None
    if law in LAWS[:5]:
        second = saturation(program, after, o, folder)
        if second is None:
            return None
        change = second / first - 1.0
        broken = abs(change) > INTERVAL if law == "renumbered" else change > INTERVAL if law == "longer link" else change < -INTERVAL
        values, interval = [first, second], INTERVAL
    else:
        load = 0.6 * first
        a = latency(program, before, load, folder)
        b = latency(program, after, 0.8 * first if law == "more load" else load, folder)
        if a is None or b is None:
            return None
        change, interval = b[0] / a[0] - 1.0, (a[1] + b[1]) / a[0]
        broken, values = change < -interval, [a[0], b[0]]
        changed = changed or "load"
    word = f'"{case["network"]}"' if "," in case["network"] else case["network"]
    return [law, word] + [case[k] for k in ("preset", "vcs", "buffer", "flits", "link", "traffic", "routing")] + [changed] + [
        f"{v:.6g}" for v in values] + [f"{100 * change:.2f}", f"{100 * interval:.2f}", "yes" if broken else "no"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("file")
    for name, value in (("--sequences", 150), ("--seed", 11), ("--seeds", 2), ("--cycles", 8000)):
        parser.add_argument(name, type=int, default=value)
    o = parser.parse_args()
    program = os.path.abspath(o.program)
    done, tried = 0, 0
    if os.path.exists(o.file):
        with open(o.file, encoding="utf-8") as file:
            lines = file.read().splitlines()
        done = sum(1 for line in lines if line and line[0] != "#") - 1
        tried = int(next((line for line in reversed(lines) if line.startswith("# drawn ")), "# drawn 0").split()[2])
    else:
        with open(o.file, "w", encoding="utf-8") as file:
            file.write(f"# laws.py --seed {o.seed} --seeds {o.seeds} --cycles {o.cycles}\n{HEADER}\n")
    while done < o.sequences:
        law = LAWS[done % len(LAWS)]
        with tempfile.TemporaryDirectory() as folder:
            row = sequence(program, law, random.Random(f"{o.seed} {tried}"), o, folder)
        tried += 1
        with open(o.file, "a", encoding="utf-8") as file:
            if row is not None:
                file.write(",".join(str(field) for field in row) + "\n")
                done += 1
            file.write(f"# drawn {tried}\n")


if __name__ == "__main__":
    main()
