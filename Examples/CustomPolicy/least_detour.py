# The candidate who goes least out of the way, as a process that Detour asks: docs/policies.md.
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = {"protocol": 1}
    if message["type"] == "attempt":
        best = min(message["candidates"], key=lambda candidate: candidate["added_detour_s"])
        answer = {"driver": best["driver"], "why": f"only {best['added_detour_s']} s out of the way"}
    print(json.dumps(answer), flush=True)
