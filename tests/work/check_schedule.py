#!/usr/bin/env python3
"""Checks schedules of 'wafernet collectives --schedule': check_schedule.py < CASES

A line of CASES is LINKS OPERATION BYTES ROOT MEMBERS TIME SCHEDULE: a file with channel,from,to,byte_ns,hop_ns a row, members
with commas between, the ns that are said. Every transfer is made once more, in the order of time: what a node has of a chunk is
the set of those whose data is in it. Prints a line for each case; exit 0 where all schedules hold."""
import csv, sys

near = lambda a, b, scale: abs(a - b) <= 1e-9 * scale


def need(holds, what):
    if not holds:
        raise ValueError(what)


def expected(operation, root, members):
    """Shares of B bytes that there must be of whose data for whom ('': of all, for all)."""
    pairs = {"broadcast": [(root, "")], "multicast": [(root, "")], "reduce": [("", root)], "all-reduce": [("", "")],
             "scatter": [(root, m) for m in members], "gather": [(m, root) for m in members], "all-gather": [(m, "") for m in members],
             "reduce-scatter": [("", m) for m in members], "all-to-all": [(a, b) for a in members for b in members]}[operation]
    return {p: 1.0 / len(members) if len(pairs) > 1 else 1.0 for p in pairs}


def check(links, operation, total, root, members, time, path):
    channels = {r["channel"]: r for r in csv.DictReader(open(links, newline=""))}
    members, total, time = members.split(","), float(total), float(time)
    bit = {m: 1 << i for i, m in enumerate(members)}
    transfers, chunks = {}, {}
    for r in csv.DictReader(open(path, newline="")):
        c = channels[r["channel"]]
        need((c["from"], c["to"]) == (r["from"], r["to"]), "a channel between other nodes")
        chunk = chunks.setdefault(r["chunk"], (float(r["bytes"]), r["of"], r["for"]))
        need(chunk == (float(r["bytes"]), r["of"], r["for"]), "one chunk, two kinds of data")
        transfers.setdefault((r["channel"], float(r["start_ns"])), []).append(r)
    amounts = {}
    for size, of, to in chunks.values():
        amounts[of, to] = amounts.get((of, to), 0.0) + size
    for (of, to), part in expected(operation, root, members).items():
        if of != to or of == "":
            need(near(amounts.get((of, to), 0.0), part * total, total), f"not all bytes of {of or 'all'} for {to or 'all'}")
    full = lambda chunk: 1 if chunks[chunk][1] else (1 << len(members)) - 1
    has = {(m, k): bit[m] if of == "" else 1 for k, (_, of, _) in chunks.items() for m in ([of] if of else members)}
    events, busy_until, under_way = [], {}, {}  # messages under way: where they are and what they carry
    for (channel, start), rows in sorted(transfers.items(), key=lambda t: t[0][1]):
        c, end = channels[channel], float(rows[0]["end_ns"])
        need(start >= busy_until.get(channel, 0.0) - 1e-9 * time, "two transfers on a channel at a time")
        busy_until[channel] = end
        length = float(c["hop_ns"]) + float(c["byte_ns"]) * sum(chunks[r["chunk"]][0] for r in rows)
        same = all(float(r["end_ns"]) == end and r["message"] == rows[0]["message"] for r in rows)
        need(same and near(end - start, length, time), "a wrong length")
        events += [(start + 1e-9 * time, 1, rows), (end, 0, rows)]
    events.sort(key=lambda e: e[:2])
    need(near(max(busy_until.values(), default=0.0), time, time), "another time than is said")
    last = {rows[0]["message"]: rows for _, begins, rows in events if begins}
    for _, begins, rows in events:
        message = rows[0]["message"]
        new = (rows[0]["from"], {r["chunk"]: has.get((r["from"], r["chunk"]), 0) for r in rows})
        where, load = under_way.setdefault(message, new)
        if begins:
            need(where == rows[0]["from"] and all(load[r["chunk"]] for r in rows), "sent before it has come")
        under_way[message] = (None if begins else rows[0]["to"], load)
        for r in rows if last[message] is rows and not begins else []:
            k, chunk = (r["to"], r["chunk"]), r["chunk"]
            right = not has.get(k, 0) & load[chunk] if r["action"] == "add" else load[chunk] == full(chunk)
            need(right, "added twice, or a copy of a part")
            has[k] = has.get(k, 0) | load[chunk]
    for chunk, (_, of, to) in chunks.items():
        for m in [to] if to else members:
            need(has.get((m, chunk), 0) == full(chunk), f"{m} has not all of chunk {chunk}")


bad = False
for line in sys.stdin:
    try:
        print(check(*line.split()) or "holds")
    except (ValueError, KeyError) as error:
        bad = True
        print("does not hold:", error)
sys.exit(bad)
