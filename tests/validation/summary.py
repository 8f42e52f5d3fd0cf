#!/usr/bin/env python3
"""The errors of a validation beside the stated targets, exit 1 where one is missed: `wafernet validate NET... --out DIR`, then
`summary.py DIR`. Targets hold for means over a set of cases; a case alone may miss one."""
import csv
import math
import pathlib
import sys

# Measure, which points count (as shares of the simulated saturation), target in percent.
RANGES = [("latency up to 50 %", 0.0, 0.5, 1.5), ("latency from 10 to 70 %", 0.1, 0.7, 3.0)]
AT_80, SATURATION, NINE_OF_TEN, COVERAGE, WIDTH = 12.0, 7.0, 15.0, 90.0, 20.0


def rows(folder, name):
    with open(pathlib.Path(folder) / name, newline="") as file:
        return list(csv.DictReader(file))


def band(measure, errors, wrong, target):
    """One line for errors in percent and the points that the model alone calls saturated; whether its target is met."""
    sizes = [abs(e) for e in errors]
    if not sizes and not wrong:
        return True
    mean = sum(sizes) / len(sizes) if sizes else 0.0
    met = target is None or (wrong == 0 and mean <= target)
    verdict = "no target" if target is None else f"target {target:g} %: {'met' if met else 'missed'}"
    print(f"{measure}: {len(sizes) + wrong} cases, mean {mean:.2f} %, worst {max(sizes, default=0.0):.2f} %, "
          f"{wrong} wrongly saturated; {verdict}")
    return met


def main():
    points, cases = rows(sys.argv[1], "validate-points.csv"), rows(sys.argv[1], "validate-saturation.csv")
    good = True

    def latency(measure, first, last, target):
        inside = [p for p in points if first - 1e-9 <= float(p["load_fraction"]) <= last + 1e-9]
        errors = [float(p["error_percent"]) for p in inside if p["error_percent"]]
        wrong = sum(p["simulated"] != "" and p["model"] == "" for p in inside)
        return band(measure, errors, wrong, target)
    for at in sorted({float(p["load_fraction"]) for p in points}):
        good &= latency(f"latency at {100 * at:.0f} % of saturation", at, at, AT_80 if abs(at - 0.8) < 1e-9 else None)
    for measure, first, last, target in RANGES:
        good &= latency(measure, first, last, target)
    if cases:
        off = sorted(abs(float(c["error_percent"])) for c in cases)
        good &= band("saturation load", off, 0, SATURATION)
        good &= band("saturation load, 90th percentile", [off[math.ceil(0.9 * len(off)) - 1]], 0, NINE_OF_TEN)
        held = 100.0 * sum(c["interval_holds"] != "no" for c in cases) / len(cases)
        widths = [100.0 * (float(c["upper"]) - float(c["lower"])) / float(c["simulated"]) for c in cases]
        good &= band("width of the interval", widths, 0, WIDTH)
        good &= held >= COVERAGE
        print(f"interval holds the simulated saturation: {held:.0f} % of {len(cases)} cases; "
              f"target {COVERAGE:g} %: {'met' if held >= COVERAGE else 'missed'}")
    return 0 if good else 1


sys.exit(main())
