/// Policies as small programs: without the package, as docs/policies.md describes the messages.
enum PolicyPrograms {
  /// A process in Python that answers an attempt `m` with what `choice` makes of it.
  static func python(_ choice: String, before: String = "") -> String {
    """
    import json, sys
    \(before)
    for line in sys.stdin:
        m = json.loads(line)
        if m["type"] == "end":
            break
        if m["type"] == "hello":
            answer = {"protocol": 1}
        else:
            answer = \(choice)
        print(json.dumps(answer), flush=True)

    """
  }

  static let least = #"{"driver": min(m["candidates"], key=lambda c: c["cost"])["driver"], "why": "cheap"}"#
  static let nearest = #"{"driver": min(m["candidates"], key=lambda c: c["distance_m"])["driver"]}"#
  static let anybody = #"{"driver": m["candidates"][m["random"] % len(m["candidates"])]["driver"]}"#

  /// The first candidate, in awk.
  static let firstInAwk = #"""
    /"type":"hello"/ { print "{\"protocol\":1}"; fflush(); next }
    /"type":"end"/ { exit }
    { match($0, /"driver":[0-9]+/); print "{" substr($0, RSTART, RLENGTH) "}"; fflush() }

    """#

  /// The candidate for whom the passenger walks least, in C.
  static let leastWalkInC = """
    #include "detour_policy.h"
    uint32_t detour_policy_version(void) { return DETOUR_POLICY_VERSION; }
    int64_t detour_choose(const detour_attempt *attempt) {
      int64_t best = 0;
      double least = 1e300;
      for (int32_t i = 0; i < attempt->candidate_count; i++) {
        double walk = attempt->walks[i].to_pickup_m + attempt->walks[i].from_dropoff_m;
        if (walk < least) best = i, least = walk;
      }
      return best;
    }

    """

  /// What scenarios name the process `script` by.
  static func python3(_ script: String, _ more: String = "") -> String {
    "matching.policy={command:[\"python3\",\"\(script)\"]\(more)}"
  }

  /// A shell that greets and then does `script`.
  static func shell(_ script: String, _ more: String = "") -> String {
    let whole = #"read hello; echo '{"protocol":1}'; "# + script
    let word = whole.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "matching.policy={command:[\"sh\",\"-c\",\"\(word)\"],name:\"shell\"\(more)}"
  }
}
