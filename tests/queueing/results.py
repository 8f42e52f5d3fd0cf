#!/usr/bin/env python3
"""Prints the tables of results in tests/README.md: the sets, and the half of the drawn cases that has had no part in anything, by regime.

  results.py WAFERNET

Two minutes. It simulates nothing: the simulated values are those of simulated.csv and drawn.csv beside this file.
"""
import csv
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SETS = {"A": "mesh and torus 8x8", "B": "torus 16x16", "C": "other VCs, buffers, lengths, links, patterns",
        "D": "HTN, TESH, TTN, H3D-mesh, MH3DT; the thesis' router", "H": "three and more dimensions, direct links, streams alone",
        "K": "BookSim2's router", "T": "the cases for tuning", "L": "those of BookSim2's router",
        "R": "adaptive routings: turn model, double-y, Duato, link selection", "Q": "the adaptive cases for tuning",
        "S": "k-ary m-way networks, `kmway` router", "M": "dragonfly, HyperX and Slim Fly, own routing and Valiant's, drawn"}
EFFORT = {"B": ["--cycles", "5000", "--messages", "16000"], "D": ["--cycles", "20000"], "T": ["--cycles", "20000", "--messages", "16000"]}


def tables(program, words, folder):
    """The tables of `validate`, by name; each a list of rows."""
    run = subprocess.run([program, "validate", *words, "--format", "csv", "--out", folder], capture_output=True, text=True, check=False)
    if run.returncode > 1:
        sys.exit(run.stderr)
    found = {}
    for name in os.listdir(folder):
        if name.startswith("validate-"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found[name[len("validate-"):-len(".csv")]] = list(csv.DictReader(file))
    return found


def of_sets(program):
    print("| mean error, % (worst) | cases | to 50 % of saturation | 10 to 70 % | at 80 % | saturation load | 90th percentile | interval holds | its width |")
    print("|---|---|---|---|---|---|---|---|---|\n| target | | 1.5 | 3 | 12 | 7 | 15 | 90 | 20 |")
    with open(os.path.join(HERE, "simulated.csv"), encoding="utf-8") as file:
        kept = file.read()
    total = [0, 0.0, 0.0]
    for name, what in SETS.items():
        with tempfile.TemporaryDirectory() as folder:
            reference = os.path.join(folder, "simulated.csv")
            with open(reference, "w", encoding="utf-8") as file:
                file.write(kept)
            words = ["--set", name, "--reference", reference] + EFFORT.get(name, ["--cycles", "10000", "--messages", "16000"])
            rows = {r["measure"].split(", cases that")[0]: r for r in tables(program, words, folder)["summary"]}
            if os.path.exists(reference + ".db"):
                sys.exit(f"simulated.csv lacks points of set {name}: validate --set {name} --reference simulated.csv puts them into simulated.csv.db")
        both = lambda measure: "{:.1f} ({:.1f})".format(float(rows[measure]["mean_percent"]), float(rows[measure]["worst_percent"]))
        one = lambda measure, digits: "{:.{}f}".format(float(rows[measure]["mean_percent"]), digits)
        cases = int(rows["saturation load"]["cases"])
        holds, width = (float(rows[m]["mean_percent"]) for m in ("interval holds the simulated saturation", "width of the interval"))
        if name not in "TLQ":
            total = [total[0] + cases, total[1] + cases * holds, total[2] + cases * width]
        print(f"| {name}: {what} | {cases} | {both('latency up to 50 %')} | {both('latency from 10 to 70 %')} | {both('latency at 80 % of saturation')} "
              f"| {both('saturation load')} | {one('saturation load, 90th percentile', 1)} | {holds:.0f} | {width:.1f} |")
    print(f"\nall but T, L and Q: {total[0]} cases, interval holds in {total[1] / total[0]:.0f} %, {total[2] / total[0]:.1f} % wide\n")


def number(row, column):
    return "{:.1f}".format(float(row[column])) if row[column] else ""


def of_drawn(program):
    with tempfile.TemporaryDirectory() as folder:
        half = os.path.join(folder, "report.csv")
        with open(os.path.join(HERE, "drawn.csv"), encoding="utf-8") as file, open(half, "w", encoding="utf-8") as out:
            out.writelines(line for line in file if not line.endswith(",derive\n"))
        rows = tables(program, ["--set", "drawn", "--reference", half], folder)["regimes"]
    print("| regime | cases | latency at 30 % | 60 % | 80 % | saturation | signed | 90th percentile | interval holds | its width |\n"
          "|---|---|---|---|---|---|---|---|---|---|")
    for r in rows:
        if r["regime"] != "family" and int(r["cases"]) >= 3:
            what = "all" if r["regime"] == "half" else f"{r['regime']} {r['value']}"
            print(f"| {what} | {r['cases']} | {number(r, 'latency_at_30')} | {number(r, 'latency_at_60')} | {number(r, 'latency_at_80')} "
                  f"| {number(r, 'saturation')} | {float(r['saturation_signed']):+.1f} | {number(r, 'saturation_p90')} "
                  f"| {float(r['interval_holds_percent']):.0f} | {number(r, 'interval_width_percent')} |")
    families = [f"| {r['value']} | {r['cases']} | {number(r, 'latency_at_60')} | {number(r, 'saturation')} ({float(r['saturation_signed']):+.1f}) "
                for r in rows if r["regime"] == "family"]
    across = 4
    print("\n" + "| family | cases | latency at 60 % | saturation (signed) " * across + "|\n" + "|---" * 4 * across + "|")
    for i in range(0, len(families), across):
        line = families[i:i + across]
        print("".join(line) + "| | | | " * (across - len(line)) + "|")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    of_sets(os.path.abspath(sys.argv[1]))
    of_drawn(os.path.abspath(sys.argv[1]))


if __name__ == "__main__":
    main()
