import Synchronization

/// Routing over the day: one routing index for each slice of a profile, prepared on first use.
///
/// Thread-safe. The memory allowed for labels is divided evenly among the slices.
public final class DailyRouting: Sendable {
  /// The profile that defines the slices.
  public let profile: TravelTimeProfile
  private let network: Network
  private let travelTimeFactor: Double
  private let method: RoutingMethod
  private let folder: String?
  private let slots: [Slot]

  private final class Slot: Sendable {
    let index = Mutex<RoutingIndex?>(nil)
  }

  /// Creates the routing on `network` under `profile`, without preparing an index.
  ///
  /// A link's travel time in a slice is its base time × `travelTimeFactor` × the profile's factor, rounded once.
  ///
  /// - Parameter folder: the folder of prepared data, as in `RoutingIndex(_:method:cachedIn:)`; nil: none.
  /// - Precondition: `travelTimeFactor` is above 0 and finite.
  public init(
    _ network: Network, profile: TravelTimeProfile, travelTimeFactor: Double = 1, method: RoutingMethod,
    cachedIn folder: String? = nil
  ) {
    self.network = network
    self.profile = profile
    self.travelTimeFactor = travelTimeFactor
    self.method = method
    self.folder = folder
    slots = (0..<profile.sliceCount).map { _ in Slot() }
  }

  /// Returns the index of `slice`; concurrent callers wait until it is prepared.
  public func index(
    ofSlice slice: Int, progress: RoutingIndex.Progress = { _ in }
  ) -> RoutingIndex {
    slots[slice].index.withLock { index in
      if let index { return index }
      let prepared = prepare(slice, progress)
      index = prepared
      return prepared
    }
  }

  private func prepare(_ slice: Int, _ progress: RoutingIndex.Progress) -> RoutingIndex {
    let factors = profile.factorsOfSlice[slice].map { travelTimeFactor * $0 }
    let scaled = network.scaled(travelTimeFactors: factors)
    let labelBytes = RoutingIndex.usualLabelBytes / profile.sliceCount
    guard let folder else {
      return RoutingIndex(scaled, method: method, labelBytes: labelBytes, progress: progress)
    }
    return RoutingIndex(
      scaled, method: method, cachedIn: folder, labelBytes: labelBytes, progress: progress)
  }
}
