"""Matchings of general graphs by networkx (`max_weight_matching`): the most pairs, and of those the least cost.

usage: networkx_matching.py PAIRS
PAIRS is a table of row, column and cost; rows and columns are numbers of the same people.
"""

import sys

import networkx

from side import answer_each_line, processor_seconds, read_columns


def graph_of(path):
    """The people, and the cheaper of the pairs of each two; a weight grows as the cost falls."""
    columns = read_columns(path)
    graph = networkx.Graph()
    most = max(columns["cost"])
    for row, column, cost in zip(columns["row"], columns["column"], columns["cost"]):
        row, column, cost = int(row), int(column), int(cost)
        if row != column and cost < graph.get_edge_data(row, column, {"cost": most + 1})["cost"]:
            graph.add_edge(row, column, cost=cost, weight=int(most) - cost)
    return graph


def main():
    graph = graph_of(sys.argv[1])

    def match():
        seconds, found = processor_seconds(lambda: networkx.max_weight_matching(graph, maxcardinality=True))
        cost = sum(graph.edges[pair]["cost"] for pair in found)
        return seconds, graph.number_of_nodes(), {"pairs": len(found), "cost": cost}

    answer_each_line(match)


main()
