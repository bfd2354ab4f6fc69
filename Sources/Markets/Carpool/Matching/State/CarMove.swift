public import Quantities
public import Spaces
public import Travellers

/// An order to a car that waits and stands: to go to a place, and wait there.
public struct CarMove: Sendable {
  public var driver: DriverIndex
  public var place: Place

  /// Sends the car of `driver` to `place`.
  public init(_ driver: DriverIndex, to place: Place) {
    self.driver = driver
    self.place = place
  }
}

extension Fleet {
  /// The drivers of the cars that stand free at `time` and can be asked, in ascending order: those that can be moved.
  public func standing(at time: Milliseconds) -> [DriverIndex] {
    active.filter { driver in
      isAvailable(driver) && drivers[driver].waits && drivers[driver].depart <= time
        && itineraries[driver].isIdle && itineraries[driver].arrival <= time
    }.sorted()
  }

  /// Returns the time at which a car that stands would be where `move` sends it at `time`; nil where no way leads there.
  public func arrival(of move: CarMove, at time: Milliseconds) -> Milliseconds? {
    let from = itineraries[move.driver].destination
    let duration = space(of: move.driver).duration(from: from, to: move.place, hub: .origin)
    return duration == .never ? nil : time + duration
  }
}
