import Community
import Matching
import Quantities
import Scenario

/// The reasons fields of the carpool change no result, where they lie in other parts of the scenario; nil where the
/// fields may change one.
extension CarpoolFields {
  /// The reason nobody wishes anything of whom they ride with.
  var withoutWishes: String? {
    if friends.map({ $0.onlyShare > 0 || $0.wishShare > 0 }) == true { return nil }
    if ratings.map({ $0.leastShare > 0 }) == true { return nil }
    return supply.mayWish || demand.mayWish || boardMayWish
      ? nil : "nobody has a wish about whom they ride with"
  }

  private var boardMayWish: Bool {
    if case .recorded = board?.offers { return true }
    if case .recorded = board?.seeks { return true }
    return false
  }

  /// The reason no passenger is taken on the road: all plan ahead, and ask for no seat now.
  var withoutInstantRequests: String? {
    guard case .synthetic(let seeks) = board?.seeks, seeks.share == 1, seeks.fallback == .none else {
      return nil
    }
    return "all passengers plan ahead, and none asks for a seat now"
  }

  /// The reason the limit `name` binds no driver: each has one of their own, as `isGiven` says.
  func ownLimit(_ name: String, _ isGiven: (Scenario.DriverAttributes) -> Bool) -> String? {
    let attributes: [Scenario.DriverAttributes] = [
      supply.attributes,
      { if case .recorded(let offers) = board?.offers { offers.attributes } else { nil } }(),
    ].compactMap(\.self)
    return attributes.isEmpty || !attributes.allSatisfy(isGiven)
      ? nil : "every driver has a limit of their own (`supply.\(name)`)"
  }

  /// The reason no driver has a trip of their own.
  var withoutOwnTrips: String? {
    guard case .synthetic(let drivers) = supply, case .stays = drivers.od else { return nil }
    return "cars that wait (`supply.od`) have no trip of their own to leave"
  }

  /// The reason the policy `gathering` decides no requests together.
  func withoutWindow(_ gathering: PolicyName) -> String? {
    if matching.policy != .shipped(gathering) { return "only the policy `\(gathering.rawValue)` looks at it" }
    return matching.batch?.window == .zero ? "each request is decided at once (`window_s` is 0)" : nil
  }

  /// The reason no policy decides requests together.
  var withoutGathering: String? {
    if !matching.policy.gathers { return "only the policies `batch` and `stable` gather requests" }
    return matching.batch?.window == .zero ? "each request is decided at once (`window_s` is 0)" : nil
  }

  /// The reason nothing that the policy `insertion` looks at plays a part.
  var withoutInsertion: String? {
    matching.policy == .shipped(.insertion) ? nil : "only the policy `insertion` looks at it"
  }

  /// True if drivers are drawn in zones, whose centres are places to stop at.
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

extension PolicyChoice {
  /// True if it decides the requests of a window together.
  var gathers: Bool { if case .shipped(let policy) = self { policy.gathers } else { false } }
}
