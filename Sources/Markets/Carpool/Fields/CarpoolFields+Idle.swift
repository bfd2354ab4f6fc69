import Community
import Matching
import Quantities
import Scenario

/// The reasons why carpool fields have no effect because of other fields; nil if they may have an effect.
extension CarpoolFields {
  /// The reason why the fields that depend on preferences about companions have no effect: nobody has any.
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

  /// The reason why there are no instant requests: all passengers plan ahead, without a fallback.
  var withoutInstantRequests: String? {
    guard case .synthetic(let seeks) = board?.seeks, seeks.share == 1, seeks.fallback == .none else {
      return nil
    }
    return "all passengers plan ahead, so there are no instant requests"
  }

  /// Returns the reason why the limit `name` has no effect: each driver has an individual limit, according to
  /// `isGiven`.
  func ownLimit(_ name: String, _ isGiven: (Scenario.DriverAttributes) -> Bool) -> String? {
    let attributes: [Scenario.DriverAttributes] = [
      supply.attributes,
      { if case .recorded(let offers) = board?.offers { offers.attributes } else { nil } }(),
    ].compactMap(\.self)
    return attributes.isEmpty || !attributes.allSatisfy(isGiven)
      ? nil : "every driver has an individual limit (`supply.\(name)`)"
  }

  /// Whether an external policy, to which the settings in `batch` are passed, decides windows.
  var isDecidedOutside: Bool {
    if case .outside(let policy) = matching.policy { policy.decides == .windows } else { false }
  }

  /// The reason why the fields for windows have no effect under other policies.
  static let onlyGathering =
    "only the policies `batch` and `stable`, and external policies that decide windows, collect requests"

  /// Returns the reason why the policy `gathering` does not decide requests jointly.
  func withoutWindow(_ gathering: PolicyName) -> String? {
    if matching.policy != .shipped(gathering), gathering != .batch || !isDecidedOutside {
      return "only the policy `\(gathering.rawValue)` uses it"
    }
    return matching.batch?.window == .zero ? "each request is decided at once (`window_s` is 0)" : nil
  }

  /// The reason why no policy decides requests jointly.
  var withoutGathering: String? {
    if !matching.policy.gathers { return Self.onlyGathering }
    return matching.batch?.window == .zero ? "each request is decided at once (`window_s` is 0)" : nil
  }

  /// The reason why the fields of the policy `insertion` have no effect.
  var withoutInsertion: String? {
    matching.policy == .shipped(.insertion) ? nil : "only the policy `insertion` uses it"
  }

  /// Whether drivers are drawn in zones, whose centres can serve as stops.
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
