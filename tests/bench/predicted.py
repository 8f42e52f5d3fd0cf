#!/usr/bin/env python3
"""Predicted against measured CPU time: tests/bench/predicted.py build/release/wafernet [CASES [SEED [LEAST [MOST]]]]

Draws comparisons of one network of LEAST to MOST nodes each, a family first and then one of its members, with a VC rule
by the routes now and then. What the costly figures take together is what the program predicts where the budget has no
room for them; the measured time is that of the command with the budget that it asks for, less that of the command with
none, which with --method simulation makes no model to predict by.
Both count as a twentieth of a second where they are less, which nobody waits for. Exit code 1 where fewer than 90 % are
within a factor of 3."""
import csv
import io
import json
import random
import re
import resource
import subprocess
import sys

FIGURES = ["arc_connectivity", "diameter_hops", "routed_diameter_hops", "deadlock_free", "saturation_load_flits_per_node_cycle"]
FLOOR = 0.05
LONGEST = 60


def cpu(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=5 * LONGEST)
    except subprocess.TimeoutExpired:
        return None, float(LONGEST)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def members(program, draw, least, most):
    nodes = round(2 ** draw.uniform(least, most))
    nodes = draw.choice([nodes, 2 ** round(draw.uniform(least, most))])
    listed = subprocess.run([program, "list", "families", "--nodes", str(nodes), "--format", "csv"], capture_output=True,
                            text=True, check=True).stdout
    families = {}
    for row in csv.DictReader(io.StringIO(listed)):
        families.setdefault(row["name"], []).append(row["network"])
    return families


def main():
    program = sys.argv[1]
    cases, seed, least, most = [int(word) for word in sys.argv[2:]] + [60, 5904, 64, 1024][len(sys.argv) - 2:]
    draw = random.Random(seed)
    found = []
    while len(found) < cases:
        families = members(program, draw, least.bit_length() - 1, most.bit_length() - 1)
        network = draw.choice(families[draw.choice(sorted(families))]) if families else ""
        rule = draw.choice(["", "", "", "hop", "layers", "datelines"])
        words = [program, "compare", network, "-j", "1", "--format", "json", "--quiet", "--all"] + (["--vc-rule", rule] if rule else [])
        brief, _ = cpu(words + ["--budget", "1e-9"]) if network else (None, 0.0)
        if brief is None or brief.returncode != 0:
            continue
        row = json.loads(brief.stdout)[0]
        said = [re.match(r"predicted to take ([0-9.e+-]+) s", row.get(f + "_missing", "")) for f in FIGURES]
        if not said[-1] or float(said[-1].group(1)) > LONGEST:  # the rule does not fit, or nobody waits
            continue
        predicted = sum(float(match.group(1)) for match in said if match)
        budget = max(re.findall(r"shown with --budget ([0-9]+)", brief.stdout), key=int)  # as the program says
        _, none = cpu(words + ["--budget", "1e-9", "--method", "simulation"])
        whole, every = cpu(words + ["--budget", budget])
        measured = max(every - none, FLOOR)
        ratio = max(predicted, FLOOR) / measured
        found.append(ratio)
        print(f"{network} {rule or '-'}: predicted {predicted:.2f} s, measured {measured:.2f} s, "
              f"{ratio:.2f}{'' if 1 / 3 <= ratio <= 3 else '  OUTSIDE'}", flush=True)
    within = sum(1 / 3 <= ratio <= 3 for ratio in found)
    print(f"within a factor of 3: {within} of {len(found)} (seed {seed})")
    sys.exit(0 if within >= 0.9 * len(found) else 1)


main()
