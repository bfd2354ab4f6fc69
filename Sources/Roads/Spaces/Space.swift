public import Quantities
public import RoadNetwork

/// A space in which cars drive: it defines the durations, lengths and routes of trips.
///
/// There are two: `OpenSpace`, with straight lines (plane, torus, great circles), and `NetworkSpace`, with
/// time-shortest paths over links. Durations are whole milliseconds. A space has caches, so it belongs to one
/// run; the underlying network is shared.
public protocol Space: AnyObject {
  /// The geometry of straight lines between positions.
  var geometry: Geometry { get }

  /// The minimum travel time per metre of straight line between two `boundPoint`s, milliseconds, ignoring the rounding
  /// of arrivals.
  var millisecondsPerMetre: Double { get }

  /// Returns the point of `place` used in straight-line bounds: its position, or a point close to it.
  func boundPoint(of place: Place) -> Position

  /// Lower bounds on travel times, tighter than straight-line bounds.
  var leastTimes: LeastTimes { get }

  /// Returns the place for a trip end at `coordinates`: on a network the nearest node.
  ///
  /// - Returns: nil if the coordinates lie outside the space or too far from a node.
  func place(at coordinates: Coordinates) -> Place?

  /// Returns the possible meeting places within `reach` metres of `end` as the crow flies: on a network its nodes,
  /// elsewhere the points of a grid of `grid` metres. The order is fixed by the space; `end` may be among them.
  func meetingPlaces(around end: Place, within reach: Metres, grid: Metres) -> [Place]

  /// Appends the durations between each place of `group` and `place` to `times`, in the order of the group; `.never`
  /// if there is no route.
  ///
  /// - Parameter hub: `.origin` if trips begin in the group, `.destination` if they end in it.
  func appendDurations(of group: PlaceGroup, _ hub: Hub, _ place: Place, to times: inout [Milliseconds])

  /// Returns the duration and length of the time-shortest trip from `origin` to `destination`; nil if there is no
  /// route.
  func travel(from origin: Place, to destination: Place) -> Travel?

  /// Returns the duration of the time-shortest trip; `.never` if there is no route.
  ///
  /// `hub` is the end that stays the same over many queries; the search from it is kept.
  func duration(from origin: Place, to destination: Place, hub: Hub) -> Milliseconds

  /// Prefetches the data of `place`; called shortly before querying durations to or from a hub. Results do not depend
  /// on it.
  func expect(_ place: Place, hub: Hub)

  /// The number of nodes in a sweep; nil if the space has no nodes or does not support sweeps.
  var sweepSize: Int? { get }

  /// Creates a sweeper for the times from some places to all nodes (`.origin`), or from all nodes to some places
  /// (`.destination`).
  ///
  /// - Precondition: `sweepSize` is not nil.
  func sweeper(_ hub: Hub) -> Sweeper

  /// Returns the time-shortest route from `origin` to `destination`, written out lazily; nil if there is no route.
  func way(from origin: Place, to destination: Place) -> Way?

  /// Appends the points of the route from `origin` (excluded) to `destination` (included): the nodes and the bends
  /// between them, each with the time and metres since the origin.
  func appendPath(from origin: Place, to destination: Place, into path: inout [PathPoint])
}

extension Space {
  public func expect(_ place: Place, hub: Hub) {}
}

/// A place: a position and, on a network, its node.
@frozen
public struct Place: Hashable, Sendable {
  /// The position used for distances.
  public var position: Position
  /// The network node at this place; none in spaces without nodes, or between nodes.
  public var node: NodeIndex

  /// Creates the place at `position`, with its network node.
  @inlinable
  public init(position: Position, node: NodeIndex = .none) {
    self.position = position
    self.node = node
  }

  /// The placeholder for elements without a valid place.
  public static let nowhere = Self(position: Position(x: .nan, y: .nan))

  /// Whether the place is a node of the network.
  @inlinable public var isNode: Bool { node != .none }
}

/// The cost of a trip: duration and length.
@frozen
public struct Travel: Hashable, Sendable {
  public var duration: Milliseconds
  public var metres: Metres

  /// Creates a trip of `duration` over `metres`.
  @inlinable
  public init(duration: Milliseconds, metres: Metres) {
    self.duration = duration
    self.metres = metres
  }

  @inlinable public static var none: Self { Self(duration: .zero, metres: 0) }
}

/// The reason a trip, or one of its ends, is impossible in a space.
///
/// The raw value is the name in the files.
public enum EndCause: String, CaseIterable, Sendable {
  case offNetwork = "off_network"
  case unknownNode = "unknown_node"
  case outsideSpace = "outside_space"
  case tooLong = "too_long"
  case unreachable
  case sameEnds = "same_ends"

  /// The meaning of the cause, in one sentence.
  public var meaning: String {
    switch self {
    case .offNetwork: "an end lies farther from the nearest node than the snap distance"
    case .unknownNode: "an end names a node that is not in the network"
    case .outsideSpace: "an end lies outside the space"
    case .tooLong: "the trip is longer than the longest trip allowed"
    case .unreachable: "there is no route from the origin to the destination"
    case .sameEnds: "origin and destination are the same place"
    }
  }
}

/// The end of a trip, origin or destination, that stays the same over many consecutive queries.
public enum Hub: Sendable {
  case origin
  case destination
}
