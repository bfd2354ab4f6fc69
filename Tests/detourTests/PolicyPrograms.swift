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
