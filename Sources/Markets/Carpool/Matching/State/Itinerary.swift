public import Quantities
public import Spaces
public import Travellers

/// A driver's track, past and planned, with the passenger stops ahead.
public struct Itinerary: Listed {
  public typealias Index = DriverIndex

  public internal(set) var track: Track
  /// The stops still to be made, in order, without the destination.
  public internal(set) var stops: [PlannedStop] = []
  /// The number of passengers in the car, without the driver.
  public internal(set) var onBoard: Int16 = 0
  /// The number of pieces of luggage in the car.
  public internal(set) var luggageOnBoard: Int16 = 0
  /// Whether the car has no trip of its own, so that its plan ends at its last stop.
  public let waits: Bool
  /// The end of the plan: for a waiting car, its last stop or, without stops, its current place.
  public private(set) var destination: Place
  /// The departure, planned or actual.
  public internal(set) var departure: Milliseconds
  /// Whether the car is within a halt: the stop just made and the next one belong together.
  public internal(set) var isHalting = false
  /// Whether the departure is flexible and the car has not left.
  public internal(set) var isFree = false
  /// The vertex at which the current leg began: the last stop, the last diversion, or the origin.
  var legStart: TrackIndex { TrackIndex(leg: legUnderWay, node: 0, bend: 0) }

  /// The number of the current leg in the track; one more leg follows for each stop ahead.
  private var legUnderWay: Int { track.legCount - 1 - stops.count }

  /// Creates the solo trip from `origin` to `destination`, departing at `depart`.
  ///
  /// - Parameter solo: the duration and length of the trip in `space`, if known, which saves constructing the route to
  ///   measure it.
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

  /// Creates the itinerary of a car that stands at `place` until `time`, or, if it `waits`, until it gets a passenger.
  init(standingAt place: Place, until time: Milliseconds = .never, waits: Bool = false) {
    destination = place
    self.waits = waits
    departure = waits ? time : .never
    track = Track(standingAt: place, until: time)
  }

  /// Whether the car waits without a passenger to pick up or drop off.
  public var isIdle: Bool { waits && stops.isEmpty }

  /// The planned arrival at the destination.
  public var arrival: Milliseconds { track.endTime }

  /// The planned arrival at the next stop, or at the destination if none is ahead.
  public var nextArrival: Milliseconds { arrival(ofLeg: 0) }

  /// Returns the planned arrival at the end of leg `position` (0: the current leg).
  @inline(__always)
  func arrival(ofLeg position: Int) -> Milliseconds {
    position < stops.count ? stops[position].arrive : arrival
  }

  /// Returns whether `start` is a vertex of the current leg; if so, the car continues along the rest of that leg.
  @inline(__always)
  func goesOnAlongLeg(from start: Diversion) -> Bool { start.place.isNode && start.index >= legStart }

  /// Returns the place where leg `position` (0: the current leg) begins for a car that continues from `start`; for the
  /// position after the last leg, the destination.
  func place(ofLeg position: Int, from start: Place) -> Place {
    if position == 0 { return start }
    return position <= stops.count ? stops[position - 1].place : destination
  }

  /// Returns whether leg `position` (0: the current leg) has room for a party.
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

  /// Returns the length in metres of leg `position` (0: the current leg) for a car that continues from `start`; nil if
  /// `start` does not lie on the route.
  func metres(ofLeg position: Int, from start: Diversion) -> Metres? {
    let leg = legUnderWay + position
    return track.metres(ofLeg: leg, from: position > 0 ? TrackIndex(leg: leg, node: 0, bend: 0) : start.index)
  }

  /// Makes the next planned stop.
  ///
  /// - Returns: the stop.
  public mutating func makeStop() -> PlannedStop {
    let stop = stops.removeFirst()
    onBoard += stop.isPickup ? stop.partySize : -stop.partySize
    luggageOnBoard += stop.isPickup ? stop.luggage : -stop.luggage
    isHalting = stop.isJoined
    if stop.isPickup {
      for index in stops.indices where stops[index].request == stop.request {
        stops[index].pickedUp = max(stop.arrive, stop.ready)
      }
    }
    return stop
  }

  /// Removes the party of `request`, a no-show at the stop just made, from the passengers on board.
  mutating func leaveBehind(_ request: RequestIndex) {
    guard let dropoff = stops.first(where: { $0.request == request }) else { return }
    onBoard -= dropoff.partySize
    luggageOnBoard -= dropoff.luggage
  }

  /// Replaces the stops ahead with `newStops`, from `diversion` on. Unchanged legs are retained, as is the part driven
  /// since `known`, by default `now`.
  ///
  /// - Precondition: stops that occur in both lists are in the same order, except for stops at one place if stops are
  ///   shared.
  public mutating func replan(
    _ newStops: consuming [PlannedStop], from diversion: Diversion, now: Milliseconds,
    known: Milliseconds? = nil,
    terms: Terms, space: any Space
  ) {
    precondition(!isHalting, "no plan changes while parties board or alight together")
    let oldStops = stops
    if terms.sharesStops { newStops.share(standard: terms.stopDuration) }
    let keepsLeg =
      newStops.first?.isSameStop(as: oldStops.first) ?? oldStops.isEmpty
      || terms.sharesStops && leadsOn(to: newStops.first)
    // A car that turns at a stop no longer made turns after the current leg, and all legs stay until then.
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
      // The number of old stops made when the leg that began at this one begins.
      let made = oldStops.firstIndex { $0.isSameStop(as: stops[position]) }.map { $0 + 1 } ?? 0
      let oldNext = made > 0 && made < oldStops.count ? oldStops[made] : nil
      let isKept = made > 0 && (next?.isSameStop(as: oldNext) ?? (made == oldStops.count))
      let leave = stops[position].onward
      if isKept, let planned {
        track.append(leg: first + made - 1, of: planned, departure: leave)
      } else {
        let way = Self.way(from: track.endPlace, to: next?.place ?? destination, in: space)
        track.append(way, departure: leave)
      }
    }
    forget(before: known ?? now, terms)
  }

  /// Discards the part driven before `time`.
  ///
  /// Off networks a leg is just two corners: finding the completed legs costs more than retaining a few.
  private mutating func forget(before time: Milliseconds, _ terms: Terms) {
    guard track.followsLinks || track.legCount > 8 else { return }
    track.forget(before: time, spacing: terms.spacing, keeping: legUnderWay)
  }

  /// Sends an idle car from `diversion` to `place`, where it waits; if it accepts a passenger on the way, the move
  /// ends.
  mutating func move(
    to place: Place, from diversion: Diversion, now: Milliseconds, terms: Terms, space: any Space
  ) {
    precondition(isIdle, "only a car that waits is sent somewhere")
    destination = place
    setOff(from: diversion, to: place, stands: true, in: space)
    forget(before: now, terms)
  }

  /// Begins a leg at `diversion` that leads to `place`.
  ///
  /// - Parameter stands: whether the car may already have reached the end of its track.
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

  /// Sets the times of stop `position`, which the track has just reached.
  mutating func arrive(at position: Int, terms: Terms) {
    let arrive = track.endTime
    stops[position].arrive = arrive
    stops[position].leave =
      max(arrive, stops[position].earliest) + (stops[position].duration ?? terms.stopDuration)
    if terms.sharesStops { settle(position) }
  }

  static func way(from origin: Place, to destination: Place, in space: any Space) -> Way {
    guard let way = space.way(from: origin, to: destination) else {
      preconditionFailure("no route leads to where a car was sent")
    }
    return way
  }
}
