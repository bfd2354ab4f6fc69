public import Quantities
public import Spaces
public import Travellers

/// What a driver has done and still plans to do: the track, and the stops for passengers ahead on it.
public struct Itinerary: Listed, Sendable {
  public typealias Index = DriverIndex

  public internal(set) var track: Track
  /// Stops still to be made, in order; the destination, which follows, is not among them.
  public internal(set) var stops: [PlannedStop] = []
  /// Passengers in the car, the driver not counted.
  public internal(set) var onBoard: Int16 = 0
  /// Pieces of luggage in the car.
  public internal(set) var luggageOnBoard: Int16 = 0
  public let destination: Place
  /// The index of the vertex at which the leg under way began: the last stop, turn, or the departure.
  var legStart = 0

  /// Creates the solo trip from `origin` to `destination`, departing at `depart`.
  public init(from origin: Place, to destination: Place, depart: Milliseconds, space: any Space) {
    self.destination = destination
    track = Track(standingAt: origin, until: depart)
    appendLeg(to: destination, space: space)
  }

  /// Creates the itinerary of a car that is not there.
  init(standingAt place: Place) {
    destination = place
    track = Track(standingAt: place, until: .never)
  }

  /// The planned arrival at the destination.
  public var arrival: Milliseconds { track.end.time }

  /// Whether the leg that begins after stop `position` (0: the leg under way) has room for a party.
  func hasRoom(onLeg position: Int, seats: Int16, luggageRoom: Int16, partySize: Int16, luggage: Int16)
    -> Bool
  {
    var persons = onBoard
    var pieces = luggageOnBoard
    for stop in stops.prefix(position) {
      persons += stop.isPickup ? stop.partySize : -stop.partySize
      pieces += stop.isPickup ? stop.luggage : -stop.luggage
    }
    return persons + partySize <= seats && pieces + luggage <= luggageRoom
  }

  /// Takes note that the first stop ahead is made.
  ///
  /// - Returns: the stop.
  public mutating func makeStop() -> PlannedStop {
    let stop = stops.removeFirst()
    onBoard += stop.isPickup ? stop.partySize : -stop.partySize
    luggageOnBoard += stop.isPickup ? stop.luggage : -stop.luggage
    legStart = stop.vertex + 1
    if stop.isPickup {
      for index in stops.indices where stops[index].request == stop.request {
        stops[index].pickedUp = stop.arrive
      }
    }
    return stop
  }

  /// Plans `newStops` instead of the stops ahead, from `diversion` on; legs that stay are kept as they are, and so is what
  /// was driven since the time that is `known`, `now` where nothing is said.
  ///
  /// - Precondition: a stop that is in both lists stands in the same order in both.
  public mutating func replan(
    _ newStops: [PlannedStop], from diversion: Diversion, now: Milliseconds, known: Milliseconds? = nil,
    terms: Terms, space: any Space
  ) {
    let old = self
    let keepsLeg = newStops.first?.isSameStop(as: old.stops.first) ?? old.stops.isEmpty
    stops = newStops
    var from = 0  // the position in the old list of the stop that the next leg begins at, plus one
    if keepsLeg {
      let last = old.stops.first?.vertex ?? old.track.vertices.count - 1
      track.truncate(after: last)
    } else {
      track.cut(at: diversion)
      legStart = track.vertices.count - 1
      appendLeg(to: newStops.first?.place ?? destination, space: space)
    }
    for position in stops.indices {
      arrive(at: position, terms: terms)
      let next = position + 1 < stops.count ? stops[position + 1] : nil
      from = old.stops.firstIndex { $0.isSameStop(as: stops[position]) }.map { $0 + 1 } ?? 0
      let oldNext = from > 0 && from < old.stops.count ? old.stops[from] : nil
      let isKept = from > 0 && (next?.isSameStop(as: oldNext) ?? (from == old.stops.count))
      if isKept {
        let last = oldNext?.vertex ?? old.track.vertices.count - 1
        track.append(old.track, (old.stops[from - 1].vertex + 1)..<(last + 1))
      } else {
        appendLeg(to: next?.place ?? destination, space: space)
      }
    }
    let dropped = track.forget(before: known ?? now, spacing: terms.spacing, geometry: space.geometry)
    legStart -= dropped
    for index in stops.indices { stops[index].vertex -= dropped }
  }

  /// Fixes the times of stop `position`, at which the track ends, and adds the vertex of departure.
  private mutating func arrive(at position: Int, terms: Terms) {
    let end = track.end
    stops[position].vertex = track.vertices.count - 1
    stops[position].arrive = end.time
    let leave = max(end.time, stops[position].earliest) + terms.stopDuration
    stops[position].leave = leave
    track.append(end.place, time: leave, odometer: end.odometer)
  }

  private mutating func appendLeg(to place: Place, space: any Space) {
    let start = track.end
    var path: [PathPoint] = []
    space.appendPath(from: start.place, to: place, into: &path)
    for point in path {
      track.append(
        point.place, time: start.time + point.travel.duration, odometer: start.odometer + point.travel.metres,
        isBend: point.isBend)
    }
  }
}
