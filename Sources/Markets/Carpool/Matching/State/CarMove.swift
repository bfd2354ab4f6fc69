public import Quantities
public import Spaces
public import Travellers

/// An order to an idle waiting car to drive to a place and wait there.
public struct CarMove: Sendable {
  public var driver: DriverIndex
  public var place: Place

  /// Creates the order for the car of `driver` to drive to `place`.
  public init(_ driver: DriverIndex, to place: Place) {
    self.driver = driver
    self.place = place
  }
}

extension Fleet {
  /// Returns the drivers of idle cars available at `time`, in ascending order: those that can be repositioned.
  public func standing(at time: Milliseconds) -> [DriverIndex] {
    active.filter { driver in
      isAvailable(driver) && drivers[driver].waits && drivers[driver].depart <= time
        && itineraries[driver].isIdle && itineraries[driver].arrival <= time
    }.sorted()
  }

  /// Returns the arrival of an idle car under `move` given at `time`; nil if there is no route.
  public func arrival(of move: CarMove, at time: Milliseconds) -> Milliseconds? {
    let from = itineraries[move.driver].destination
    let duration = space(of: move.driver).duration(from: from, to: move.place, hub: .origin)
    return duration == .never ? nil : time + duration
  }
}
