"""Assignments by scipy: of least cost (`linear_sum_assignment`, and `min_weight_full_bipartite_matching` for sparse pairs), and of the
most pairs (`maximum_bipartite_matching`).

usage: scipy_assignment.py (least | sparse | most) PAIRS
PAIRS is a table of row, column and cost; to be left without costs more than all pairs together.
"""

import sys

import numpy
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching, min_weight_full_bipartite_matching

from side import answer_each_line, processor_seconds, read_columns


class Pairs:
    """The pairs of the table, ready to be assigned."""

    def __init__(self, path):
        columns = read_columns(path)
        self.rows, self.columns = (numpy.array(columns[name], dtype=numpy.int64) for name in ("row", "column"))
        self.costs = numpy.array(columns["cost"])
        self.shape = int(self.rows.max()) + 1, int(self.columns.max()) + 1

    def least(self):
        """Pairs and cost of the cheapest assignment with the most pairs; pairs that do not exist cost more than all."""
        absent = self.costs.sum() + 1
        matrix = numpy.full(self.shape, absent)
        matrix[self.rows, self.columns] = self.costs
        seconds, (rows, columns) = processor_seconds(lambda: linear_sum_assignment(matrix))
        taken = matrix[rows, columns]
        return seconds, self.shape[0], {"pairs": int((taken < absent).sum()), "cost": int(taken[taken < absent].sum())}

    def sparse(self):
        """The same without a matrix: who is left without has a column of their own, at a cost above that of all pairs of a row."""
        absent = (int(self.costs.max()) + 1) * self.shape[0]
        alone = numpy.arange(self.shape[0])
        ends = numpy.concatenate([self.rows, alone]), numpy.concatenate([self.columns, self.shape[1] + alone])
        # A cost of zero would be no pair.
        costs = numpy.concatenate([self.costs, numpy.full(len(alone), absent)]) + 1.0
        graph = csr_matrix((costs, ends), shape=(self.shape[0], sum(self.shape)))
        seconds, (rows, columns) = processor_seconds(lambda: min_weight_full_bipartite_matching(graph))
        taken = columns < self.shape[1]
        cost = numpy.asarray(graph[rows[taken], columns[taken]]).sum() - taken.sum()
        return seconds, self.shape[0], {"pairs": int(taken.sum()), "cost": int(cost)}

    def most(self):
        """The most pairs."""
        graph = csr_matrix((numpy.ones(len(self.rows)), (self.rows, self.columns)), shape=self.shape)
        seconds, found = processor_seconds(lambda: maximum_bipartite_matching(graph, perm_type="column"))
        return seconds, self.shape[0], {"pairs": int((found >= 0).sum())}


def main():
    pairs = Pairs(sys.argv[2])
    answer_each_line({"least": pairs.least, "sparse": pairs.sparse, "most": pairs.most}[sys.argv[1]])


main()
