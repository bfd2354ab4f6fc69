public import Lifecycle
public import Quantities

extension OutageRecords {
  /// The lines of an account on the attempts of the request at `place` that were due in an outage.
  ///
  /// - Parameter clock: the words for a time.
  public func lines(ofRequest place: Int, _ clock: (Milliseconds) -> String) -> [String] {
    calls.filter { Int($0.request) == place }.map { call in
      let outage =
        "the service was out from \(clock(call.outage.lowerBound)) to \(clock(call.outage.upperBound))"
      return "attempt due at \(clock(call.time)): \(outage); the attempt \(call.isLost ? "failed" : "waited")"
    }
  }
}
