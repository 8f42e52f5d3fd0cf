#!/usr/bin/env python3
"""Draws cases over families, presets, virtual channels, buffers, lengths, links, patterns and routings and simulates them.

  draw.py WAFERNET FILE [--cases 624] [--seed 7] [--seeds 2] [--cycles 10000] [--point-cycles 40000]

A long study, not for CI: hours. FILE is what tests/validation reads; it grows by a row as soon as a
case is done, and a second call goes on where the first one ended. Every second row is marked `report`: no tuning reads its values.
The cases are those of the seed, whatever the program says of them. Left out, each with its reason in a comment: cases that it refuses,
that can deadlock, that do not saturate, whose saturation still moves with the length of the runs (up to eight times --cycles), and
those that take over --seconds of processor time. loads are 30, 60 and 80 % of the simulated saturation.
"""
import argparse
import csv
import io
import os
import random
import resource
import subprocess
import tempfile

WORDS = """array:9 array:16 ccc:1,3 ccc:1,4 complete:9 complete:12 double-y:4x4 double-y:6x4 fattree:4 fattree:5 fibonacci:7
fibonacci:8 gh:4,2 gh:4,3 h3dm:2,2,2,0 h3dt:3,2,2,0 hcn:3 hcn:4 hic:2,3 hic:3,2 how:7,3,2 how:8,5,1 htn:2,2,2,0
htn:2,3,2,0 htn1:2,2 htn2:2,2 htn3:2,2 hypercube:4 hypercube:6 kmway-mesh:3,2 kmway-torus:3,2 mesh:4x4 mesh:8x8
mesh:4x4x4 mesh:12 meshoftrees:4 mh3dt:3,2,2,0 prunedtorus1:4 prunedtorus2:4 prunedtorus2d:4 prunedtorus2d:8 pyramid:4
rdt:8,1 ring:9 ring:16 srt:6x6 star:9 stargraph:4 swapped:complete:5 swapped:ring:6 tesh:2,2,0 torus:8x8 torus:5x5
torus:4x4x4 torus:3x3x3 tree:4 tree:5 ttn:2,2,0 xtree:4""".split()
PRESETS = ["ideal", "thesis", "booksim-min", "booksim-4stage"]
VCS = [1, 2, 3, 4, 6, 8]
BUFFERS = [1, 2, 3, 4, 6, 8, 12, 16, 32]
FLITS = [1, 2, 4, 8, 16, 32]
LINKS = [1, 1, 2, 4]
TRAFFIC = ["uniform", "uniform", "hotspot", "transpose", "bit-reversal", "shuffle", "complement", "tornado", "neighbor"]
ROUTINGS = ["minimal", "minimal-adaptive", "duato", "west-first", "negative-first", "up-down", "max-adaptive"]
HEADER = "network,preset,vcs,buffer,flits,link,traffic,routing,saturation,load1,latency1,load2,latency2,load3,latency3,half"


def family(word):
    return word.split(":")[0]


def draw(rng):
    """Every family as often as every other, then one of its words."""
    of = sorted({family(w) for w in WORDS})
    chosen = rng.choice(of)
    word = rng.choice([w for w in WORDS if family(w) == chosen])
    preset = "kmway" if chosen.startswith("kmway") else rng.choice(PRESETS)
    routing = rng.choice(ROUTINGS) if rng.random() < 0.3 else ""
    return {"network": word, "preset": preset, "vcs": rng.choice(VCS), "buffer": rng.choice(BUFFERS), "flits": rng.choice(FLITS),
            "link": rng.choice(LINKS), "traffic": rng.choice(TRAFFIC), "routing": routing}


def ran(program, command, case, options, seconds, folder):
    """The finished command on the case, and the reason why it is left out, empty where it is not."""
    words = [program, command, case["network"], "--preset", case["preset"], "--vcs", case["vcs"], "--buffer", case["buffer"], "--flits",
             case["flits"], "--link-cycles", case["link"], "--traffic", case["traffic"], "--format", "csv", *options]
    if case["routing"]:
        words += ["--routing", case["routing"]]
    run = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False, cwd=folder,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5)))
    if run.returncode < 0:
        return run, f"takes over {seconds} s"
    if run.returncode > 1:
        return run, "refused"
    if "deadlock" in run.stderr or "cycle of" in run.stderr:
        return run, "can deadlock"
    return run, ""


def simulate(program, case, o):
    """The row's saturation and three points with no reason, or nothing with the reason why the case is left out."""
    with tempfile.TemporaryDirectory() as folder:
        run, reason = ran(program, "validate", case, ["--fractions", "0.3", "--seeds", o.seeds, "--cycles", o.cycles, "--out", folder],
                          o.seconds, folder)
        if reason:
            return None, reason
        limit = os.path.join(folder, "validate-saturation.csv")
        rows = []
        if os.path.exists(limit):
            with open(limit, encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        if not rows or not float(rows[0]["simulated"] or 0.0) > 0.0:
            return None, "does not saturate"
        saturation = float(rows[0]["simulated"])
        if "still moves" in run.stderr:
            return None, f"unsettled at {saturation}"
        fields = [str(saturation)]
        loads = [f"{f * saturation:.4g}" for f in (0.3, 0.6, 0.8)]
        run, reason = ran(program, "simulate", case, ["--loads", ",".join(loads), "--seeds", o.seeds, "--cycles", o.point_cycles],
                          o.seconds, folder)
        if reason:
            return None, reason
        points = list(csv.DictReader(io.StringIO(run.stdout)))
        if len(points) != len(loads) or any(p["status"] != "ok" for p in points):
            return None, "is not stable at 80 % of its saturation"
        for load, point in zip(loads, points):
            fields += [load, f'{float(point["latency_cycles"]):.8g}']
        return fields, ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("file")
    for name, value in (("--cases", 624), ("--seed", 7), ("--seeds", 2), ("--cycles", 10000), ("--point-cycles", 40000),
                        ("--seconds", 120)):
        parser.add_argument(name, type=int, default=value)
    o = parser.parse_args()
    o.program = os.path.abspath(o.program)
    rng = random.Random(o.seed)
    tried = 0
    if os.path.exists(o.file):  # go on behind the last draw that was tried
        with open(o.file, encoding="utf-8") as file:
            lines = file.read().splitlines()
        done = sum(1 for line in lines if line and line[0] != "#") - 1
        tried = int(next((line for line in reversed(lines) if line.startswith("# drawn ")), "# drawn 0").split()[2])
    else:
        with open(o.file, "w", encoding="utf-8") as file:
            version = subprocess.run([o.program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
            file.write(f"# {version}: draw.py --seed {o.seed} --seeds {o.seeds} --cycles {o.cycles} --point-cycles {o.point_cycles} --seconds {o.seconds}\n"
                       f"{HEADER}\n")
        done = 0
    for _ in range(tried):
        draw(rng)
    while done < o.cases:
        case = draw(rng)
        tried += 1
        fields, reason = simulate(o.program, case, o)
        word = f'"{case["network"]}"' if "," in case["network"] else case["network"]
        row = ",".join([word] + [str(case[k]) for k in ("preset", "vcs", "buffer", "flits", "link", "traffic", "routing")])
        with open(o.file, "a", encoding="utf-8") as file:
            if fields is not None:
                file.write(row + "," + ",".join(fields + ["report" if done % 2 else "derive"]) + "\n")
                done += 1
            file.write(f"# drawn {tried}" + (f" {row} {reason}" if reason else "") + "\n")


if __name__ == "__main__":
    main()
