public import Quantities
public import RoadNetwork

/// The spaces of a day, by departure time.
///
/// A whole trip uses the space of the time slice in which it departs, even if stops are inserted, so that all its times
/// are computed on the same network. All spaces have the same geometry and the same places. Like a space, a
/// `DailySpaces` belongs to one run; a scenario without a profile has one space for all times.
public final class DailySpaces {
  /// The space at time 0, used for places, which are the same at all times.
  public let base: any Space
  /// The geometry of straight lines between positions, the same at all times.
  public let geometry: Geometry
  /// The slices of the day; nil if one space serves all times.
  private let slices: Slices?

  /// The spaces of different slices, each created on first use.
  private struct Slices {
    let routing: DailyRouting
    /// The time of day at simulated time 0.
    let timeOfDay: Milliseconds
    let base: NetworkSpace
  }
  private var spaceOfSlice: [NetworkSpace?] = []

  /// Creates a day with one space for all times.
  public init(_ space: any Space) {
    base = space
    geometry = space.geometry
    slices = nil
  }

  /// Creates the day of `routing`, with trip ends snapped to nodes at most `snap` metres away.
  ///
  /// - Parameters:
  ///   - timeOfDay: the local time of day at simulated time 0.
  ///   - preparing: called with the progress of the slice at time 0.
  public init(
    _ routing: DailyRouting, snap: Metres = 500, timeOfDay: Milliseconds = .zero,
    preparing: RoutingIndex.Progress = { _ in }
  ) {
    let first = routing.profile.slice(at: timeOfDay)
    let count = routing.profile.sliceCount
    let space = NetworkSpace(routing.index(ofSlice: first, progress: preparing), snap: snap, slices: count)
    base = space
    geometry = space.geometry
    slices = count == 1 ? nil : Slices(routing: routing, timeOfDay: timeOfDay, base: space)
    spaceOfSlice = Array(repeating: nil, count: count)
    spaceOfSlice[first] = space
  }

  /// Returns the same spaces for another thread: the routing data is shared, the caches are not.
  public func twin() -> DailySpaces { DailySpaces(twinOf: self) }

  private init(twinOf other: DailySpaces) {
    // Off networks there are no caches.
    let network = (other.base as? NetworkSpace).map { NetworkSpace($0.index, like: $0) }
    base = network ?? other.base
    geometry = other.geometry
    slices = other.slices.flatMap { slices in
      network.map { Slices(routing: slices.routing, timeOfDay: slices.timeOfDay, base: $0) }
    }
    spaceOfSlice = other.spaceOfSlice.map { _ in nil }
  }

  /// Whether one space serves all times.
  public var isSameAllDay: Bool { slices == nil }

  /// The maximum number of spaces.
  public var sliceCount: Int { slices?.routing.profile.sliceCount ?? 1 }

  /// Returns the space of trips that begin at `time`; the same object for all times of a slice.
  public func space(at time: Milliseconds) -> any Space {
    guard let slices else { return base }
    let slice = slices.routing.profile.slice(at: slices.timeOfDay.saturatingAdd(time))
    if let space = spaceOfSlice[slice] { return space }
    let space = NetworkSpace(slices.routing.index(ofSlice: slice), like: slices.base)
    spaceOfSlice[slice] = space
    return space
  }
}
