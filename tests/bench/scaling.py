#!/usr/bin/env python3
"""How time and memory of every command grow with the nodes, family by family.

  scaling.py WAFERNET [FILE] [--seconds 3] [--only FAMILY] [--command COMMAND]

FILE (scaling.csv) gets a row for every run: processor time, most memory. A series ends with the first run over --seconds. The table
that is printed has, for every series, the largest network within the limit and the exponents of time and memory between its last
two runs that end and take over 0.05 s and over 30 MB; `-` where there are none. A run ends at four times --seconds.
"""
import argparse
import csv
import math
import os
import resource
import subprocess
import sys

POWERS = range(4, 21, 2)


def side(power):
    return 2 ** (power // 2)


FAMILIES = {
    "array": lambda p: (f"array:{2**p}", 2**p),
    "ring": lambda p: (f"ring:{2**p}", 2**p),
    "star": lambda p: (f"star:{2**p}", 2**p),
    "complete": lambda p: (f"complete:{2**p}", 2**p) if p <= 12 else None,
    "tree": lambda p: (f"tree:{p - 1}", 2**p - 1),
    "fattree": lambda p: (f"fattree:{p - 1}", 2**p - 1),
    "mesh": lambda p: (f"mesh:{side(p)}x{side(p)}", 2**p),
    "torus": lambda p: (f"torus:{side(p)}x{side(p)}", 2**p),
    "hypercube": lambda p: (f"hypercube:{p}", 2**p),
    "gh": lambda p: (f"gh:4,{p // 2}", 2**p),
    "debruijn": lambda p: (f"debruijn:2,{p}", 2**p),
    "ccc": lambda p: (f"ccc:{p - 2}", (p - 2) * 2 ** (p - 2)),
    "htn": lambda p: (f"htn:2,4,{(p - 2) // 4},0" if (p - 2) % 4 == 0 and p > 2 else None, 4 * 16 ** ((p - 2) // 4)),
    "tesh": lambda p: (f"tesh:2,{p // 4},0" if p % 4 == 0 else None, 2**p),
}
COMMANDS = {
    "topology": ["topology"],
    "load": ["load"],
    "deadlock": ["deadlock"],
    "latency": ["latency"],
    "stack": ["stack", "--planes", "4"],
    "cost": ["cost", "--planes", "4"],
    "estimate": ["estimate"],
}


def run(words, seconds):
    """Exit code, processor seconds and megabytes of a run, which is ended soon after its time is over."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(4 * seconds), math.ceil(4 * seconds)))

    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def exponent(points, least):
    """Of the last two points above `least`."""
    above = [(n, x) for n, x in points if x > least]
    if len(above) < 2:
        return "-"
    (n, x), (more, y) = above[-2:]
    return f"{math.log(y / x) / math.log(more / n):.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wafernet")
    parser.add_argument("file", nargs="?", default="scaling.csv")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--only")
    parser.add_argument("--command")
    options = parser.parse_args()
    print(f"{'family':10} {'command':9} {'largest':>9} {'seconds':>8} {'MB':>6} {'time ~':>7} {'memory ~':>9}  ended by")
    with open(options.file, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["family", "command", "network", "nodes", "cpu_seconds", "max_megabytes", "exit"])
        for family, member in FAMILIES.items():
            for name, command in COMMANDS.items():
                if options.only not in (None, family) or options.command not in (None, name):
                    continue
                times, memory, ended, last = [], [], "2^20 nodes", None
                for power in POWERS:
                    found = member(power)
                    if found is None or found[0] is None:
                        continue
                    word, nodes = found
                    code, seconds, megabytes = run([options.wafernet, command[0], word, *command[1:], "--quiet"], options.seconds)
                    out.writerow([family, name, word, nodes, f"{seconds:.3f}", f"{megabytes:.0f}", code])
                    file.flush()
                    if code == 2:
                        ended = "refused"
                        continue
                    if code in (0, 1):
                        times.append((nodes, seconds))
                        memory.append((nodes, megabytes))
                    if seconds > options.seconds:
                        ended = "time"
                        break
                    last = (nodes, seconds, megabytes)
                if last is None:
                    continue
                print(f"{family:10} {name:9} {last[0]:9} {last[1]:8.2f} {last[2]:6.0f} {exponent(times, 0.05):>7} "
                      f"{exponent(memory, 30):>9}  {ended}")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
