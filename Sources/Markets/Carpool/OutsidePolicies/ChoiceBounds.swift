import JSON5
import Matching
import Quantities
import Spaces
import Travellers

/// A radius and limits that an answer may give instead of a driver: the candidate of least cost within them gets the offer.
///
/// They narrow what the scenario allows, for the attempt that is answered alone. Of each candidate they look at the pair of stops that
/// stands for it; no promise is made of them.
struct ChoiceBounds: Hashable, Sendable {
  /// r of both circles, metres; at most that of the scenario, by which candidates are found.
  var radius = Metres.infinity
  /// The most that the driver may lose in all against the solo trip.
  var maxDetour = Milliseconds.never
  /// The same ÷ the solo trip.
  var maxDetourRatio = Double.infinity
  /// The time from submission to pickup.
  var maxWait = Milliseconds.never

  /// The names of the bounds in messages, in the order in which a learner sends them.
  static let names = ["radius_m", "max_detour_s", "max_detour_ratio", "max_wait_s"]

  /// The bounds of `values`, in the order of `names`; infinite for none.
  ///
  /// - Parameter widest: the radius by which candidates are found, metres.
  init(_ values: [Double], widest: Metres) throws(AnswerFault) {
    for (name, value) in zip(Self.names, values) where !(value >= 0) {
      throw AnswerFault("`\(name)` is no number of 0 or more; leave it out where nothing is to bind")
    }
    guard values[0] <= widest || values[0] == .infinity else {
      throw AnswerFault(
        "`radius_m` is \(JSON.shortest(values[0])), and candidates are found within matching.radius_m,"
          + " \(JSON.shortest(widest)) m; answer with at most that, or widen the scenario's")
    }
    // 300 years bind nobody.
    func span(_ seconds: Double) -> Milliseconds { seconds < 1e10 ? Milliseconds(seconds: seconds) : .never }
    radius = values[0]
    maxDetour = span(values[1])
    maxDetourRatio = values[2]
    maxWait = span(values[3])
  }

  /// The one of `candidates` of least cost within the bounds, of equals the lower driver id; nil where none is.
  func choice(among candidates: [Candidate], in attempt: Attempt) -> Candidate? {
    candidates.filter { admits($0, in: attempt) }.min { $0.cost < $1.cost }
  }

  private func admits(_ candidate: Candidate, in attempt: Attempt) -> Bool {
    let driver = attempt.fleet.drivers[candidate.driver]
    let detour = attempt.slack(of: candidate).total
    let wait = attempt.time + candidate.insertion.timeToPickup - attempt.request.submit
    let keepsRatio =
      maxDetourRatio == .infinity
      || Double(detour.rawValue) <= maxDetourRatio * Double(driver.solo.duration.rawValue)
    return (driver.waits || keepsRatio && detour <= maxDetour) && wait <= maxWait
      && (radius == .infinity || attempt.isWithin(radius, candidate))
  }
}

extension ChoiceBounds {
  /// Reads the bounds among the members of an answer; nil where there are none.
  init?(_ answer: JSON, widest: Metres) throws(AnswerFault) {
    guard Self.names.contains(where: { answer[$0] != nil }) else { return nil }
    var values: [Double] = []
    for name in Self.names {
      let value = answer[name] ?? .null
      values.append(value == .null ? .infinity : value.real ?? .nan)
    }
    try self.init(values, widest: widest)
  }
}
