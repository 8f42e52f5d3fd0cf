#!/usr/bin/env python3
"""Checks proofs of verdicts: check_certificate.py CERTIFICATE ROUTES [CERTIFICATE ROUTES]...

CERTIFICATE is what 'wafernet deadlock --certificate' writes, ROUTES what 'wafernet routes' writes for the same network and
routing. All messages are followed once more through the table, every branch. Prints a line for each pair of files; exit 0 where
all proofs hold."""
import csv
import sys


def read_routes(path):
    rows = {}
    for row in csv.DictReader(open(path, newline="")):
        key = (row["router"], row["source"], row.get("input", ""), row["destination"])
        vcs = [int(v) for v in row["vc"].split()] or None
        rows.setdefault(key, []).append((row["next"], vcs))
    return rows


def follow(rows, starts, source, destination, all_vcs):
    """Yields the dependencies of messages to a destination: pairs of ((from, to), vc)."""
    seen, todo = set(), [(s, s, None) for s in starts]
    while todo:
        place = todo.pop()
        node, came_from, link = place
        if place in seen or node == destination:
            continue
        seen.add(place)
        ways = next((rows[k] for s in (source, "") for i in (came_from, "") if (k := (node, s, i, destination)) in rows), None)
        if ways is None:
            raise ValueError(f"no row at {node} for messages to {destination}")
        for following, vcs in ways:
            target, _, number = following.partition("#")
            ends = (node + ("#" + number if number else ""), following)
            if link is not None:
                yield from (((link[0], v), (ends, w)) for v in link[1] for w in vcs or all_vcs)
            todo.append((target, ends[0], (ends, tuple(vcs or all_vcs))))


def check(certificate, routes):
    lines = open(certificate, newline="").read().splitlines()
    steps = list(csv.DictReader(lines[1:]))
    channels = [((s["from"], s["to"]), int(s["vc"])) for s in steps]
    rows = read_routes(routes)
    all_vcs = range(1 + max([c[1] for c in channels], default=0))
    if lines[0].startswith("# cyclic:"):
        if len(steps) < 2 or len(set(channels)) != len(channels):
            raise ValueError("no cycle of different channels")
        for i, step in enumerate(steps):
            source, destination = step["source"], step["destination"]
            wanted = (channels[i], channels[(i + 1) % len(steps)])
            if source == destination or wanted not in follow(rows, [source], source, destination, all_vcs):
                raise ValueError(f"step {i + 1}: its message does not hold this channel and need the next")
        return
    assert lines[0].startswith("# free:"), "neither free nor cyclic"
    place = {c: i for i, c in enumerate(channels)}
    if len(place) != len(channels):
        raise ValueError("a channel stands in the order twice")
    used, messages = set(), {}
    for router, source, came_from, destination in rows:
        if (source == "" or source == router) and came_from in ("", router):
            messages.setdefault((source, destination), []).append(router)
    for (source, destination), starts in messages.items():
        for first, second in follow(rows, starts, source, destination, all_vcs):
            if place.get(first, len(place)) >= place.get(second, -1):
                raise ValueError(f"{first} needs {second}, which is not behind it in the order")
            used.update((first, second))
    if used != set(channels):
        raise ValueError("the order has channels that no message holds together with another")


bad = 0
for pair in zip(sys.argv[1::2], sys.argv[2::2]):
    try:
        check(*pair)
        print("holds")
    except (AssertionError, ValueError, KeyError, IndexError, csv.Error) as error:
        bad += 1
        print("does not hold:", error)
sys.exit(1 if bad else 0)
