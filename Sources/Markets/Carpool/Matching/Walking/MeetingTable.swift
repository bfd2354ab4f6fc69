public import Quantities
public import Spaces
public import Travellers

/// The meeting points near the origin and the destination of a trip in one space, with the times between them. These do
/// not depend on anything else, so one table serves all drivers and attempts.
public final class MeetingTable {
  /// The origin itself, if it is a meeting point, followed by the other points by distance, ties in the order of the
  /// space or the list. Of points with equal cost, the first is chosen. `dropoffs` is analogous.
  public let pickups: [MeetingPoint]
  public let dropoffs: [MeetingPoint]
  /// Whether the first points are the origin and the destination themselves.
  private let includesDoor: Bool
  /// The pickups and the drop-offs, each as a group for queries to the space.
  let origins: PlaceGroup
  let destinations: PlaceGroup
  /// The durations of the direct rides, with one row per pickup and one column per drop-off; `.never` if there is no
  /// route.
  private let direct: [Milliseconds]
  /// The least duration of all direct rides.
  public let leastDirect: Milliseconds
  /// By drop-off: the excess of the shortest ride to it over `leastDirect`, in milliseconds; very large if there is no
  /// route.
  let delays: [Int32]

  /// Finds the points around `origin` and `destination`, and queries `space` for the times between them.
  ///
  /// - Parameter places: the only places, apart from origin and destination, that may be meeting points; nil: the
  ///   places offered by the space.
  public init(
    from origin: Place, to destination: Place, rules: WalkingRules, among places: MeetingPlaces? = nil,
    in space: any Space
  ) {
    includesDoor = places?.includesDoor ?? true
    pickups = Self.points(around: origin, rules, places, space)
    dropoffs = Self.points(around: destination, rules, places, space)
    // Without points at both ends there is no pair, and no group is used.
    let isUsed = !pickups.isEmpty && !dropoffs.isEmpty
    origins = PlaceGroup(isUsed ? pickups.map(\.place) : [origin])
    destinations = PlaceGroup(isUsed ? dropoffs.map(\.place) : [destination])
    var direct: [Milliseconds] = []
    direct.reserveCapacity(pickups.count * dropoffs.count)
    for pickup in isUsed ? pickups : [] {
      space.appendDurations(of: destinations, .destination, pickup.place, to: &direct)
    }
    self.direct = direct
    // Pickup by pickup, the columns in turn.
    let (width, most) = (dropoffs.count, Int64(1 << 27))
    var shortest = [Milliseconds](repeating: .never, count: width)
    for row in stride(from: 0, to: direct.count, by: max(1, width)) {
      for column in 0..<width { shortest[column] = min(shortest[column], direct[row + column]) }
    }
    let least = shortest.min() ?? .never
    leastDirect = least
    delays = shortest.map { shortest in
      least == .never ? 0 : Int32(shortest == .never ? most : min(most, (shortest - least).rawValue))
    }
  }

  private static func points(
    around end: Place, _ rules: WalkingRules, _ places: MeetingPlaces?, _ space: any Space
  ) -> [MeetingPoint] {
    let found =
      places?.around(end, within: rules.reach)
      ?? space.meetingPlaces(around: end, within: rules.reach, grid: rules.grid)
    let includesDoor = places?.includesDoor ?? true
    let others = found.filter { !includesDoor || $0 != end }
      .map { (place: $0, metres: space.geometry.distance(end.position, $0.position)) }
    let order = others.indices.sorted { (others[$0].metres, $0) < (others[$1].metres, $1) }
    return (includesDoor ? [MeetingPoint(place: end, metres: 0, walk: .zero)] : [])
      + order.map {
        MeetingPoint(
          place: others[$0].place, metres: others[$0].metres, walk: rules.time(of: others[$0].metres))
      }
  }

  /// Returns the duration of the direct ride from a pickup to a drop-off.
  @inline(__always)
  public func direct(_ pickup: Int, _ dropoff: Int) -> Milliseconds {
    direct[pickup * dropoffs.count + dropoff]
  }

  /// Returns whether a passenger may ride from a pickup to a drop-off: the two must be different places, or else the
  /// trip's own origin and destination.
  public func isPair(_ pickup: Int, _ dropoff: Int) -> Bool {
    (includesDoor && pickup == 0 && dropoff == 0) || pickups[pickup].place != dropoffs[dropoff].place
  }

  /// The first pair between which a passenger may ride: origin and destination, if they are meeting points; nil if
  /// there is none.
  var firstPair: (pickup: Int, dropoff: Int)? {
    for pickup in pickups.indices {
      for dropoff in dropoffs.indices where isPair(pickup, dropoff) { return (pickup, dropoff) }
    }
    return nil
  }
}

/// A cache of the tables of recent trips, because each trip is queried in several attempts.
struct MeetingTables {
  private struct Key: Hashable {
    let origin: Place
    let destination: Place
    let space: ObjectIdentifier
  }

  private static let most = 256

  private var tables: [Key: MeetingTable] = [:]
  /// The last table used, checked first: all drivers are evaluated for one trip before the next trip.
  private var last: (key: Key, table: MeetingTable)?
  /// The keys in order of creation, as a ring; the next to be replaced is at `oldest`.
  private var keys: [Key] = []
  private var oldest = 0

  /// Returns the table for the trip from `origin` to `destination` in `space`.
  mutating func table(
    from origin: Place, to destination: Place, rules: WalkingRules, among places: MeetingPlaces?,
    in space: any Space
  ) -> MeetingTable {
    let key = Key(origin: origin, destination: destination, space: ObjectIdentifier(space))
    if let last, last.key == key { return last.table }
    if let table = tables[key] {
      last = (key, table)
      return table
    }
    let table = MeetingTable(from: origin, to: destination, rules: rules, among: places, in: space)
    last = (key, table)
    if keys.count < Self.most {
      keys.append(key)
    } else {
      tables[keys[oldest]] = nil
      keys[oldest] = key
      oldest = (oldest + 1) % Self.most
    }
    tables[key] = table
    return table
  }
}

/// A place where a passenger boards or alights: the trip's origin or destination, or a place within walking distance.
public struct MeetingPoint: Hashable, Sendable {
  public let place: Place
  /// The straight-line walking distance from the origin, or to the destination.
  public let metres: Metres
  /// The duration of that walk.
  public let walk: Milliseconds
}

/// The meeting points chosen for pickup and drop-off.
public struct Meeting: Hashable, Sendable {
  public let pickup: MeetingPoint
  public let dropoff: MeetingPoint

  /// The total walking time to and from the car.
  public var walk: Milliseconds { pickup.walk + dropoff.walk }

  /// Returns the meeting at the trip's origin and destination.
  public static func atTheEnds(of request: Request) -> Meeting {
    func door(_ place: Place) -> MeetingPoint { MeetingPoint(place: place, metres: 0, walk: .zero) }
    return Meeting(pickup: door(request.origin), dropoff: door(request.destination))
  }
}

/// The possible meeting points of passenger and car, for bounds over all drivers.
enum MeetingChoice {
  /// The trip's origin and destination, with the duration `direct` between them.
  case ends(direct: Milliseconds)
  /// Any pair of points in the table.
  case among(MeetingTable)

  /// A lower bound on the time from the pickup to the drop-off.
  var direct: Milliseconds {
    switch self {
    case .ends(let direct): direct
    case .among(let table): table.leastDirect
    }
  }

  /// The table of points; nil if only origin and destination are meeting points.
  var table: MeetingTable? {
    if case .among(let table) = self { table } else { nil }
  }
}
