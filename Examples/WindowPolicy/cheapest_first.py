# The pairs of a window by their cost, the cheapest first, as a process that Detour asks: docs/policies.md.
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = {"protocol": 1, "decides": "windows", "request": ["request_id"], "driver": ["driver"]}
    if message["type"] == "window":
        taken, requests, drivers = [], set(), set()
        for pair in sorted(message["pairs"], key=lambda pair: pair["cost"]):
            if pair["request_id"] not in requests and pair["driver"] not in drivers:
                requests.add(pair["request_id"])
                drivers.add(pair["driver"])
                why = f"{pair['cost'] / 1000:.0f} s, the least of what was left"
                taken.append({"request_id": pair["request_id"], "driver": pair["driver"], "why": why})
        answer = {"pairs": taken}
    print(json.dumps(answer), flush=True)
