public import JSON5
public import Lifecycle
public import Quantities

extension OutageRecords {
  private func calls(ofRequest place: Int) -> [OutageCall] { calls.filter { Int($0.request) == place } }

  /// Returns the lines of an account on the attempts of the request at `place` that were due in an outage.
  ///
  /// - Parameter clock: the words for a time.
  public func lines(ofRequest place: Int, _ clock: (Milliseconds) -> String) -> [String] {
    calls(ofRequest: place).map { call in
      let outage =
        "the service was out from \(clock(call.outage.lowerBound)) to \(clock(call.outage.upperBound))"
      return "attempt due at \(clock(call.time)): \(outage); the attempt \(call.isLost ? "failed" : "waited")"
    }
  }

  /// Returns the same as JSON.
  public func members(ofRequest place: Int) -> [JSON.Member] {
    let calls = calls(ofRequest: place).map { call in
      JSON.object([
        .init("due_s", .number(call.time.seconds)), .init("from_s", .number(call.outage.lowerBound.seconds)),
        .init("to_s", .number(call.outage.upperBound.seconds)), .init("lost", .boolean(call.isLost)),
      ])
    }
    return [.init("outages", .list(calls))]
  }
}
