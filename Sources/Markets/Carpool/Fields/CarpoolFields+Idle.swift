import Community
import Matching
import Quantities
import Scenario

/// The reasons fields of the carpool have no effect because of other fields; nil if they may have one.
extension CarpoolFields {
  /// The reason nobody has preferences about company.
  var withoutWishes: String? {
    if friends.map({ $0.onlyShare > 0 || $0.wishShare > 0 }) == true { return nil }
    if ratings.map({ $0.leastShare > 0 }) == true { return nil }
    return supply.mayWish || demand.mayWish || boardMayWish
      ? nil : "no traveller has wishes about companions"
  }

  private var boardMayWish: Bool {
    if case .recorded = board?.offers { return true }
    if case .recorded = board?.seeks { return true }
    return false
  }

  /// The reason there are no instant requests: all passengers plan ahead, without a fallback.
  var withoutInstantRequests: String? {
    guard case .synthetic(let seeks) = board?.seeks, seeks.share == 1, seeks.fallback == .none else {
      return nil
    }
    return "all passengers plan ahead, so there are no instant requests"
  }

  /// Returns the reason the limit `name` has no effect: each driver has an individual one, according to
  /// `isGiven`.
  func ownLimit(_ name: String, _ isGiven: (Scenario.DriverAttributes) -> Bool) -> String? {
    let attributes: [Scenario.DriverAttributes] = [
      supply.attributes,
      { if case .recorded(let offers) = board?.offers { offers.attributes } else { nil } }(),
    ].compactMap(\.self)
    return attributes.isEmpty || !attributes.allSatisfy(isGiven)
      ? nil : "every driver has an individual limit (`supply.\(name)`)"
  }

  /// Whether an external policy decides windows; the settings of `batch` are passed to it.
  var isDecidedOutside: Bool {
    if case .outside(let policy) = matching.policy { policy.decides == .windows } else { false }
  }

  /// The reason fields of windows have no effect under other policies.
  static let onlyGathering =
    "only the policies `batch` and `stable`, and external policies that decide windows, collect requests"

  /// Returns the reason the policy `gathering` does not decide requests jointly.
  func withoutWindow(_ gathering: PolicyName) -> String? {
    if matching.policy != .shipped(gathering), gathering != .batch || !isDecidedOutside {
      return "only the policy `\(gathering.rawValue)` uses it"
    }
    return matching.batch?.window == .zero ? "each request is decided at once (`window_s` is 0)" : nil
  }

  /// The reason no policy decides requests jointly.
  var withoutGathering: String? {
    if !matching.policy.gathers { return Self.onlyGathering }
    return matching.batch?.window == .zero ? "each request is decided at once (`window_s` is 0)" : nil
  }

  /// The reason the terms of the policy `insertion` have no effect.
  var withoutInsertion: String? {
    matching.policy == .shipped(.insertion) ? nil : "only the policy `insertion` uses it"
  }

  /// Whether drivers are drawn in zones, whose centres are places for stops.
  var drawsDriversInZones: Bool {
    let od: Scenario.OriginDestination? =
      switch supply {
      case .synthetic(let drivers): drivers.od
      case .users: users?.od
      case .none, .recorded, .trips: nil
      }
    if case .zones = od { return true }
    return false
  }
}
