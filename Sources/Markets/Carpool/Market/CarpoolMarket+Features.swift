import Lifecycle
import Matching
import Quantities
import Travellers

extension CarpoolMarket {
  /// Returns the features used in a run of `setup`, in the order in which they are called.
  static func features(of setup: SimulationSetup) -> [any CarpoolFeature] {
    let all: [(any CarpoolFeature)?] = [
      Roles(setup), Transfers(setup), Planning(setup), Society(setup), FareCap(setup),
      ProvisionalPairs(setup),
      BatchLog(setup), PassengerCancellations(setup), Slack(setup), WaitingCars(setup), RiderChoice(setup),
    ]
    return all.compactMap(\.self)
  }

  // MARK: - Calling them: a run without features only compares a tag

  /// Returns the first result that `hook` yields for a feature; nil if it yields none.
  @inline(__always)
  func first<Result>(_ hook: (any CarpoolFeature) -> Result?) -> Result? {
    guard hasFeatures else { return nil }
    for feature in features { if let result = hook(feature) { return result } }
    return nil
  }

  /// Returns whether `hook` returns true for any feature.
  @inline(__always)
  func any(_ hook: (any CarpoolFeature) -> Bool) -> Bool {
    guard hasFeatures else { return false }
    for feature in features where hook(feature) { return true }
    return false
  }

  /// Calls `hook` for each feature.
  @inline(__always)
  func each(_ hook: (any CarpoolFeature) -> Void) {
    guard hasFeatures else { return }
    for feature in features { hook(feature) }
  }

  /// Calls `hook` for each feature; hooks may change the market.
  @inline(__always)
  mutating func each(
    _ desk: inout Desk, _ hook: (any CarpoolFeature, inout CarpoolMarket, inout Desk) -> Void
  ) {
    guard hasFeatures else { return }
    for feature in features { hook(feature, &self, &desk) }
  }

  /// Returns the first result that `hook`, which may change the market, yields for a feature; nil if it yields none.
  @inline(__always)
  mutating func first<Result>(
    _ desk: inout Desk, _ hook: (any CarpoolFeature, inout CarpoolMarket, inout Desk) -> Result?
  ) -> Result? {
    guard hasFeatures else { return nil }
    for feature in features { if let result = hook(feature, &self, &desk) { return result } }
    return nil
  }

  /// Calls `hook` for one feature after another until it returns true; returns whether it did.
  @inline(__always)
  mutating func any(
    _ desk: inout Desk, _ hook: (any CarpoolFeature, inout CarpoolMarket, inout Desk) -> Bool
  ) -> Bool {
    guard hasFeatures else { return false }
    for feature in features where hook(feature, &self, &desk) { return true }
    return false
  }
}
