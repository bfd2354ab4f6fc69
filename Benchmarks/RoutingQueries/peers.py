"""Measures routingkit_cch and pandana on the tables in a folder; prints method,question,value.

Values are microseconds a question, for `prepare` seconds, of processor time; `sum` is the time of the first
200 pairs together, in milliseconds, by which the caller knows that the same question was answered. What is measured is what a
caller in Python gets, its call included. Peers that are not installed are passed over, and a peer that takes
longer than 90 seconds ends the script.
"""

import signal
import statistics
import sys
import time

import numpy


def table(name, kind):
    return numpy.loadtxt(f"{sys.argv[1]}/{name}.csv", delimiter=",", dtype=kind, ndmin=2)


def measure(ask, count, batches=11):
    size = max(1, count // batches)
    values = []
    for batch in range(-1, batches):
        start = time.process_time()
        for index in range(size):
            ask(max(0, batch) * size + index)
        values.append((time.process_time() - start) / size * 1e6)
    return statistics.median(values[1:])


def report(method, question, value):
    print(f"{method},{question},{value}", flush=True)


nodes = table("nodes", float)
links = table("links", numpy.int64)
pairs = table("pairs", numpy.int64).tolist()
targets = table("targets", numpy.int64)[:, 0].tolist()


def routingkit_cch():
    import routingkit_cch as kit

    tail, head, weight = (links[:, column].tolist() for column in range(3))
    start = time.process_time()
    order = kit.compute_order_inertial(
        len(nodes), tail, head, nodes[:, 1].tolist(), nodes[:, 0].tolist()
    )
    metric = kit.CCHMetric(kit.CCH(order, tail, head, False), weight)
    report("routingkit_cch", "prepare", time.process_time() - start)
    query = kit.CCHQuery(metric)
    report("routingkit_cch", "sum", sum(query.run(*pair).distance for pair in pairs[:200]))
    report("routingkit_cch", "one_to_one", measure(lambda i: query.run(*pairs[i]).distance, 5000))
    many = kit.CCHOneToMany(metric, targets)
    report("routingkit_cch", "one_to_10000", measure(lambda i: many.distances_from(pairs[i][0]), 200))


def pandana():
    import pandana as kit
    import pandas

    x, y = pandas.Series(nodes[:, 0]), pandas.Series(nodes[:, 1])
    tail, head = pandas.Series(links[:, 0]), pandas.Series(links[:, 1])
    # It keeps weights as 32-bit thousandths: seconds stay exact, milliseconds overflow and it never ends.
    weight = pandas.DataFrame({"seconds": links[:, 2] / 1000})
    start = time.process_time()
    network = kit.Network(x, y, tail, head, weight, twoway=False)
    report("pandana", "prepare", time.process_time() - start)
    total = sum(round(1000 * network.shortest_path_length(*pair)) for pair in pairs[:200])
    report("pandana", "sum", total)
    report(
        "pandana",
        "one_to_one",
        measure(lambda i: network.shortest_path_length(*pairs[i]), 2000),
    )


for peer in (routingkit_cch, pandana):
    # Ends the script, from within C code too, when a peer hangs.
    signal.alarm(90)
    try:
        peer()
    except ImportError:
        print(f"{peer.__name__} is not installed", file=sys.stderr)
