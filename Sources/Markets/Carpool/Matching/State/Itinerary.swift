public import Quantities
public import Spaces
public import Travellers

/// The past and the plan of a driver: the track, and the stops for passengers ahead on it.
public struct Itinerary: Listed {
  public typealias Index = DriverIndex

  public internal(set) var track: Track
  /// Stops still to be made, in order; the destination, which follows, is not among them.
  public internal(set) var stops: [PlannedStop] = []
  /// Passengers in the car, the driver not counted.
  public internal(set) var onBoard: Int16 = 0
  /// Pieces of luggage in the car.
  public internal(set) var luggageOnBoard: Int16 = 0
  /// True for a car without a trip of its own, whose plan ends at its last stop.
  public let waits: Bool
  /// The end of the plan: of a car that waits, its last stop, or where it stands.
  public private(set) var destination: Place
  /// The departure, as planned or made.
  public internal(set) var departure: Milliseconds
  /// True if the car has not left and its departure is part of the plan.
  public internal(set) var isFree = false
  /// The vertex at which the leg under way began: the last stop, turn, or the departure.
  var legStart: TrackIndex { TrackIndex(leg: legUnderWay, node: 0, bend: 0) }

  /// The number of the leg under way in the track: behind it lies one for each stop ahead.
  private var legUnderWay: Int { track.legCount - 1 - stops.count }

  /// Creates the solo trip from `origin` to `destination`, departing at `depart`.
  ///
  /// - Parameter solo: what the trip costs in `space`, if that is known: its way is then not written out for its length.
  public init(
    from origin: Place, to destination: Place, depart: Milliseconds, space: any Space, solo: Travel? = nil
  ) {
    self.destination = destination
    waits = false
    departure = depart
    let way = Self.way(from: origin, to: destination, in: space)
    if let solo, solo.duration == way.duration { way.takeNote(ofLength: solo.metres) }
    track = Track(way, departure: depart)
  }

  /// Creates the itinerary of a car that stands at `place` until `time` at the least: until it is asked, where it `waits`.
  init(standingAt place: Place, until time: Milliseconds = .never, waits: Bool = false) {
    destination = place
    self.waits = waits
    departure = waits ? time : .never
    track = Track(standingAt: place, until: time)
  }

  /// True if the car waits and has nobody to pick up or drop off.
  public var isIdle: Bool { waits && stops.isEmpty }

  /// The planned arrival at the destination.
  public var arrival: Milliseconds { track.endTime }

  /// The planned arrival at the next stop, or at the destination where none is ahead.
  public var nextArrival: Milliseconds { arrival(ofLeg: 0) }

  /// Returns the planned arrival at the end of leg `position` (0: the leg under way).
  @inline(__always)
  func arrival(ofLeg position: Int) -> Milliseconds {
    position < stops.count ? stops[position].arrive : arrival
  }

  /// Tells whether a car that goes on from `start` is at a vertex of the leg under way: the rest of that leg is then the way from there.
  @inline(__always)
  func goesOnAlongLeg(from start: Diversion) -> Bool { start.place.isNode && start.index >= legStart }

  /// Returns where the leg `position` begins (0: the leg under way) of a car that goes on from `start`; the destination behind the last.
  func place(ofLeg position: Int, from start: Place) -> Place {
    if position == 0 { return start }
    return position <= stops.count ? stops[position - 1].place : destination
  }

  /// Tells whether the leg that begins after stop `position` (0: the leg under way) has room for a party.
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

  /// Returns the length of the way of leg `position` (0: the leg under way), metres, for a car that goes on from `start`; nil where
  /// that does not lie on the way.
  func metres(ofLeg position: Int, from start: Diversion) -> Metres? {
    let leg = legUnderWay + position
    return track.metres(ofLeg: leg, from: position > 0 ? TrackIndex(leg: leg, node: 0, bend: 0) : start.index)
  }

  /// Takes note that the first stop ahead is made.
  ///
  /// - Returns: the stop.
  public mutating func makeStop() -> PlannedStop {
    let stop = stops.removeFirst()
    onBoard += stop.isPickup ? stop.partySize : -stop.partySize
    luggageOnBoard += stop.isPickup ? stop.luggage : -stop.luggage
    if stop.isPickup {
      for index in stops.indices where stops[index].request == stop.request {
        stops[index].pickedUp = max(stop.arrive, stop.ready)
      }
    }
    return stop
  }

  /// Takes note that the passenger of `request`, for whom the car has stopped, is not on board.
  mutating func leaveBehind(_ request: RequestIndex) {
    guard let dropoff = stops.first(where: { $0.request == request }) else { return }
    onBoard -= dropoff.partySize
    luggageOnBoard -= dropoff.luggage
  }

  /// Plans `newStops` instead of the stops ahead, from `diversion` on; legs that stay are kept as they are, and so is what
  /// was driven since the time that is `known`, `now` where nothing is said.
  ///
  /// - Precondition: a stop that is in both lists stands in the same order in both.
  public mutating func replan(
    _ newStops: consuming [PlannedStop], from diversion: Diversion, now: Milliseconds,
    known: Milliseconds? = nil,
    terms: Terms, space: any Space
  ) {
    let oldStops = stops
    let keepsLeg = newStops.first?.isSameStop(as: oldStops.first) ?? oldStops.isEmpty
    // Who turns at a stop that is not made any more turns behind the leg under way, and all legs stay until then.
    let turnsBehind = !keepsLeg && diversion.index.leg > legUnderWay
    let first = turnsBehind ? legUnderWay + 1 : 0
    let planned = turnsBehind ? track : track.takeLegs(behind: legUnderWay + 1)
    stops = newStops
    if waits { destination = stops.last?.place ?? diversion.place }
    if !keepsLeg {
      let next = stops.first?.place ?? destination
      setOff(from: diversion, to: next, stands: oldStops.isEmpty, in: space)
    }
    for position in stops.indices {
      arrive(at: position, terms: terms)
      let next = position + 1 < stops.count ? stops[position + 1] : nil
      // How many of the old stops are made when the leg begins that began at this one.
      let made = oldStops.firstIndex { $0.isSameStop(as: stops[position]) }.map { $0 + 1 } ?? 0
      let oldNext = made > 0 && made < oldStops.count ? oldStops[made] : nil
      let isKept = made > 0 && (next?.isSameStop(as: oldNext) ?? (made == oldStops.count))
      let leave = stops[position].leave
      if isKept, let planned {
        track.append(leg: first + made - 1, of: planned, departure: leave)
      } else {
        let way = Self.way(from: track.endPlace, to: next?.place ?? destination, in: space)
        track.append(way, departure: leave)
      }
    }
    forget(before: known ?? now, terms)
  }

  /// Forgets what the car has driven before `time`.
  ///
  /// Off networks a leg is two corners: to find out which legs are over costs more than to keep a few.
  private mutating func forget(before time: Milliseconds, _ terms: Terms) {
    guard track.followsLinks || track.legCount > 8 else { return }
    track.forget(before: time, spacing: terms.spacing, keeping: legUnderWay)
  }

  /// Sends a free car from `diversion` to `place`, where it waits; a passenger who is accepted meanwhile ends that.
  mutating func move(
    to place: Place, from diversion: Diversion, now: Milliseconds, terms: Terms, space: any Space
  ) {
    precondition(isIdle, "only a car that waits is sent somewhere")
    destination = place
    setOff(from: diversion, to: place, stands: true, in: space)
    forget(before: now, terms)
  }

  /// Begins a leg at `diversion`, which leads to `place`.
  ///
  /// - Parameter stands: whether the car may have come to the end of its track.
  private mutating func setOff(
    from diversion: Diversion, to place: Place, stands: Bool, in space: any Space
  ) {
    let way = Self.way(from: diversion.place, to: place, in: space)
    if waits, stands, track.endTime <= diversion.time {
      track.append(way, departure: diversion.time)
    } else {
      track.turn(at: diversion, onto: way)
    }
  }

  /// Fixes the times of stop `position`, at which the track ends.
  mutating func arrive(at position: Int, terms: Terms) {
    let arrive = track.endTime
    stops[position].arrive = arrive
    stops[position].leave =
      max(arrive, stops[position].earliest) + (stops[position].duration ?? terms.stopDuration)
  }

  static func way(from origin: Place, to destination: Place, in space: any Space) -> Way {
    guard let way = space.way(from: origin, to: destination) else {
      preconditionFailure("no route leads to where a car was sent")
    }
    return way
  }
}
