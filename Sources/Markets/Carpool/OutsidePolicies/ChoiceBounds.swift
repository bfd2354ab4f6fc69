import JSON5
import Matching
import Quantities
import Spaces
import Travellers

/// A radius and limits, given in an answer instead of a driver: the least-cost candidate within them gets the offer.
///
/// They can only tighten the scenario's radius and limits, and only for the current attempt. They apply to each
/// candidate's pair of stops, and do not become promises.
struct ChoiceBounds: Hashable, Sendable {
  /// The radius r of both circles, in metres; at most the scenario's radius, within which candidates are found.
  var radius = Metres.infinity
  /// The maximum total detour beyond the solo trip.
  var maxDetour = Milliseconds.never
  /// The maximum ratio of the total detour to the solo trip.
  var maxDetourRatio = Double.infinity
  /// The maximum time from submission to pickup.
  var maxWait = Milliseconds.never

  /// The names of the bounds in messages, in the order in which learners send them.
  static let names = ["radius_m", "max_detour_s", "max_detour_ratio", "max_wait_s"]

  /// Creates the bounds from `values`, in the order of `names`; an infinite value: no bound.
  ///
  /// - Parameter widest: the radius within which candidates are found, in metres.
  init(_ values: [Double], widest: Metres) throws(AnswerFault) {
    for (name, value) in zip(Self.names, values) where !(value >= 0) {
      throw AnswerFault("`\(name)` is not a number of 0 or more; leave it out for no bound")
    }
    guard values[0] <= widest || values[0] == .infinity else {
      throw AnswerFault(
        "`radius_m` is \(JSON.shortest(values[0])), but candidates are found within matching.radius_m,"
          + " \(JSON.shortest(widest)) m; answer with at most that, or increase matching.radius_m")
    }
    // 300 years are no bound.
    func span(_ seconds: Double) -> Milliseconds { seconds < 1e10 ? Milliseconds(seconds: seconds) : .never }
    radius = values[0]
    maxDetour = span(values[1])
    maxDetourRatio = values[2]
    maxWait = span(values[3])
  }

  /// Returns the least-cost candidate within the bounds; ties go to the lower driver id. Nil if there is none.
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
  /// Parses the bounds from the members of an answer; nil if none are given.
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
