import Quantities
import Spaces

/// The travel times and distances of providers between places.
///
/// Travel times are those of the part of the day for which the appointment is planned.
struct Ways {
  private let spaces: DailySpaces
  private let isInstant: Bool
  /// The single space, if the same space is used at all times.
  private let only: (any Space)?
  /// The parameters of straight-line travel, if the space is open: a copy of those in `OpenSpace` that avoids reference
  /// counting.
  private let straight: Straight?

  private struct Straight {
    let geometry: Geometry
    let speed, circuity: Double

    @inline(__always)
    func travel(from origin: Place, to destination: Place) -> Travel {
      let metres = circuity * geometry.distance(origin.position, destination.position)
      return Travel(duration: Milliseconds(seconds: metres / speed), metres: metres)
    }
  }

  init(_ spaces: DailySpaces, isInstant: Bool) {
    self.spaces = spaces
    self.isInstant = isInstant
    only = spaces.isSameAllDay ? spaces.base : nil
    straight = (only as? OpenSpace).map {
      Straight(geometry: $0.geometry, speed: $0.speed, circuity: $0.circuity)
    }
  }

  /// Returns the travel time in milliseconds; nil if there is no path.
  func milliseconds(from origin: Place, to destination: Place, due time: Int64, hub: Hub) -> Int64? {
    if isInstant { return 0 }
    if let straight { return straight.travel(from: origin, to: destination).duration.rawValue }
    let space = only ?? spaces.space(at: Milliseconds(max(0, time)))
    let duration = space.duration(from: origin, to: destination, hub: hub)
    return duration == .never ? nil : duration.rawValue
  }

  /// Returns the travel time and the length of the path.
  func travel(from origin: Place, to destination: Place, due time: Int64) -> Travel {
    if isInstant { return .none }
    if let straight { return straight.travel(from: origin, to: destination) }
    let space = only ?? spaces.space(at: Milliseconds(max(0, time)))
    return space.travel(from: origin, to: destination) ?? .none
  }
}
