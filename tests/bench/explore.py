#!/usr/bin/env python3
"""CPU seconds of explore's answers: tests/bench/explore.py build/release/wafernet [NODES...]

Figures of one machine of 2 to 3 GHz stand beside; exit code 1 where one takes twice as long."""
import resource
import subprocess
import sys

# nodes, options, CPU seconds with every candidate of the default group
ASKED = [("64", [], 0.7), ("256", [], 9.0), ("1024", ["--planes", "16"], 20.0)]


def main():
    slow = False
    for nodes, options, usual in ASKED:
        if sys.argv[2:] and nodes not in sys.argv[2:]:
            continue
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([sys.argv[1], "explore", "--nodes", nodes, "--quiet", *options],
                       check=True, stdout=subprocess.DEVNULL)
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        slow = slow or took > 2 * usual
        print(f"explore --nodes {nodes} {' '.join(options)}: {took:.1f} s of CPU, usually {usual} s")
    sys.exit(1 if slow else 0)


main()
