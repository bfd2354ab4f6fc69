"""A policy that was learnt by train.py: the candidate of the best score, or nobody where no score is above zero.

    detour run Scenarios/quickstart.json5 --set 'matching.policy={command:["python3","../Examples/LearnedPolicy/learned.py"]}'

The weights are parameters, so that a scenario may give others: matching.policy.parameters.saved=2.
"""

from detour.policy import policy

CANDIDATE = ["time_to_pickup_s", "added_detour_s", "added_driving_s", "stops_ahead"]
REQUEST = ["direct_s"]


@policy(candidate=CANDIDATE, request=REQUEST)
def learned(attempt, saved=1.491, pickup=0.807, detour=-1.411, stops=0.4, nobody=-0.305):
    direct = attempt.request.direct_s

    def score(candidate):
        # What train.py computes of arrays.
        return (
            saved * (direct - candidate.added_driving_s) / 600
            + pickup * candidate.time_to_pickup_s / 600
            + detour * candidate.added_detour_s / 600
            + stops * candidate.stops_ahead
            - nobody
        )

    best = max(attempt.candidates, key=score)
    return best if score(best) > 0 else None


if __name__ == "__main__":
    learned.serve()
