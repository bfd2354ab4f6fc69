import Synchronization

/// A network over the day: one routing index for each slice of a profile, prepared when it is first asked for.
///
/// Threads share it. The memory that labels may take is divided evenly among the slices.
public final class DailyRouting: Sendable {
  /// What makes the slices.
  public let profile: TravelTimeProfile
  private let network: Network
  private let travelTimeFactor: Double
  private let method: RoutingMethod
  private let file: String?
  private let slots: [Slot]

  private final class Slot: Sendable {
    let index = Mutex<RoutingIndex?>(nil)
  }

  /// Creates the routing on `network` under `profile`, nothing prepared yet.
  ///
  /// A link takes its own time, times `travelTimeFactor`, times the profile's factor, rounded once.
  ///
  /// - Parameter file: where the network was loaded from; prepared data are kept beside it as
  ///   `RoutingIndex(_:method:beside:)` says.
  /// - Precondition: `travelTimeFactor` is above 0 and finite.
  public init(
    _ network: Network, profile: TravelTimeProfile, travelTimeFactor: Double = 1, method: RoutingMethod,
    beside file: String? = nil
  ) {
    self.network = network
    self.profile = profile
    self.travelTimeFactor = travelTimeFactor
    self.method = method
    self.file = file
    slots = (0..<profile.sliceCount).map { _ in Slot() }
  }

  /// The index of `slice`; other threads that ask for the same one wait until it is prepared.
  public func index(ofSlice slice: Int) -> RoutingIndex {
    slots[slice].index.withLock { index in
      if let index { return index }
      let prepared = prepare(slice)
      index = prepared
      return prepared
    }
  }

  private func prepare(_ slice: Int) -> RoutingIndex {
    let factors = profile.factorsOfSlice[slice].map { travelTimeFactor * $0 }
    let scaled = network.scaled(travelTimeFactors: factors)
    let labelBytes = RoutingIndex.usualLabelBytes / profile.sliceCount
    guard let file else { return RoutingIndex(scaled, method: method, labelBytes: labelBytes) }
    return RoutingIndex(scaled, method: method, beside: file, labelBytes: labelBytes)
  }
}
