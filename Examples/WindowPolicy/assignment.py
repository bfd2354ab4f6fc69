"""A policy that decides windows as `batch` does: the optimal assignment by scipy, ties included.

    detour run Scenarios/quickstart.json5 --set 'matching.batch={window_s:30}' \
      --set 'matching.policy={command:["python3","../Examples/WindowPolicy/assignment.py"],decides:"windows"}'

Of decisions that are equally good `batch` takes the one that its solver ends at. The field `in_batch` marks its pairs,
and is compared second here: so the run is that of `batch`. A policy that only wants an optimum leaves it out.
"""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, milp
from scipy.sparse import csr_array

from detour.policy import policy

PAIR = ["cost", "saved_mm", "in_batch"]


def gains(window):
    """What each pair is worth against leaving both sides alone, in whole numbers; those not above zero are not made."""
    if window.batch["objective"] == "saved_km":
        return np.array([pair.saved_mm for pair in window.pairs])
    costs = np.maximum(0, [pair.cost for pair in window.pairs])
    if window.batch["objective"] == "cost":
        return round(1000 * window.batch["unmatched_cost_s"]) - costs
    # Worth more than all that a further pair may make the others cost.
    return len(window.requests) * int(costs.max()) + 1 - costs


def in_rows_and_columns(worth, rows, columns):
    """The most valuable pairs in which each row and each column occurs once."""
    matrix = np.zeros((rows.max() + 1, columns.max() + 1))
    matrix[rows, columns] = worth
    return {(row, column) for row, column in zip(*linear_sum_assignment(matrix, maximize=True))}


def among_people(gain, ties, firsts, seconds, most):
    """The pairs of most gain in which each person occurs once, on either side; of equals those of most ties.

    `most`: as many pairs as possible, before anything else. The solver works with real numbers, so the number of pairs
    is decided first and by itself.
    """
    places = np.arange(len(gain))
    people = csr_array(
        (np.ones(2 * len(gain)), (np.concatenate([firsts, seconds]), np.concatenate([places, places])))
    )
    once = LinearConstraint(people, -np.inf, 1)

    def solved(worth, *more):
        found = milp(
            -worth,
            integrality=np.ones(len(worth)),
            bounds=Bounds(0, 1),
            constraints=[once, *more],
            options={"mip_rel_gap": 0},
        )
        return found.x > 0.5

    # An exact tie is broken by less than the least difference of a gain.
    worth = (gain - (gain.max() + 1 if most else 0)) * (len(gain) + 1.0) + ties
    if not most:
        return solved(worth)
    count = solved(np.ones(len(gain))).sum()
    return solved(worth, LinearConstraint(np.ones((1, len(gain))), count, count))


@policy(decides="windows", request=["request_id"], driver=["driver", "own_request"], pair=PAIR)
def assignment(window):
    gain = gains(window)
    ties = np.array([pair.in_batch for pair in window.pairs])
    requests = {request.request_id: place for place, request in enumerate(window.requests)}
    drivers = {driver.driver: place for place, driver in enumerate(window.drivers)}
    own = [requests.get(driver.own_request) for driver in window.drivers]
    rows = np.array([requests[pair.request_id] for pair in window.pairs])
    columns = np.array([drivers[pair.driver] for pair in window.pairs])
    is_worth = gain > 0
    if not is_worth.any():
        return []
    pairs = [pair for pair, worth in zip(window.pairs, is_worth) if worth]
    gain, ties, rows, columns = (values[is_worth] for values in (gain, ties, rows, columns))
    if all(place is None for place in own):
        taken = in_rows_and_columns(gain * (len(requests) + 1) + ties, rows, columns)
        return [pair for pair, place in zip(pairs, zip(rows, columns)) if place in taken]
    # A driver whose own request is in the window is the same person.
    people = np.array([len(requests) + place if person is None else person for place, person in enumerate(own)])
    most = window.batch["objective"] == "matches"
    taken = among_people(gain, ties, rows, people[columns], most)
    return [pair for pair, is_taken in zip(pairs, taken) if is_taken]


if __name__ == "__main__":
    assignment.serve()
