public import Quantities
public import RoadNetwork

/// The spaces of a day: which one says how long a trip takes that begins at a given time.
///
/// A trip is driven in the space of the slice of the day in which it departs, to its end, whatever is inserted
/// into it: within one trip times are those of one metric. All spaces have the same geometry and the same
/// places. Like a space it belongs to one run; a scenario without a profile has one space for all times.
public final class DailySpaces {
  /// The space at second 0: for places, which are the same at all times.
  public let base: any Space
  /// The geometry of straight lines between positions, at all times.
  public let geometry: Geometry
  /// The slices of the day; nil if one space serves all times.
  private let slices: Slices?

  /// The spaces of slices that differ, each made when it is first asked for.
  private struct Slices {
    let routing: DailyRouting
    /// Since midnight at second 0.
    let timeOfDay: Milliseconds
    let base: NetworkSpace
  }
  private var spaceOfSlice: [NetworkSpace?] = []

  /// Creates the day in which `space` serves all times.
  public init(_ space: any Space) {
    base = space
    geometry = space.geometry
    slices = nil
  }

  /// Creates the day of `routing`, where ends snap to nodes at most `snap` metres away.
  ///
  /// - Parameters:
  ///   - timeOfDay: the time since midnight of the local clock at second 0.
  ///   - preparing: hears how far the slice of second 0 is prepared.
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

  /// The same spaces for another thread: what they stand on is shared, what they remember is not.
  public func twin() -> DailySpaces { DailySpaces(twinOf: self) }

  private init(twinOf other: DailySpaces) {
    // Off networks nothing is remembered.
    let network = (other.base as? NetworkSpace).map { NetworkSpace($0.index, like: $0) }
    base = network ?? other.base
    geometry = other.geometry
    slices = other.slices.flatMap { slices in
      network.map { Slices(routing: slices.routing, timeOfDay: slices.timeOfDay, base: $0) }
    }
    spaceOfSlice = other.spaceOfSlice.map { _ in nil }
  }

  /// True if one space serves all times.
  public var isSameAllDay: Bool { slices == nil }

  /// The number of spaces that there may be.
  public var sliceCount: Int { slices?.routing.profile.sliceCount ?? 1 }

  /// The space of trips that begin at `time`; the same object for all times of a slice.
  public func space(at time: Milliseconds) -> any Space {
    guard let slices else { return base }
    let slice = slices.routing.profile.slice(at: slices.timeOfDay.saturatingAdd(time))
    if let space = spaceOfSlice[slice] { return space }
    let space = NetworkSpace(slices.routing.index(ofSlice: slice), like: slices.base)
    spaceOfSlice[slice] = space
    return space
  }
}
