public import Quantities

/// A space in which cars drive: how long a trip takes, how far it is, and which way it goes.
///
/// There are two: `OpenSpace`, where cars follow straight lines (plane, torus, great circles), and
/// `NetworkSpace`, where they follow time-shortest paths over links. Durations are whole milliseconds.
/// A space caches what it computes, so it belongs to one run; what it stands on (a network) is shared.
public protocol Space: AnyObject {
  /// The geometry of straight lines between positions.
  var geometry: Geometry { get }

  /// Milliseconds for a metre between two `boundPoint`s that no trip beats, but for the rounding of its end.
  var millisecondsPerMetre: Double { get }

  /// The point that stands for `place` in such bounds: its position, or close to it.
  func boundPoint(of place: Place) -> Position

  /// Times that no trip beats, closer than those of straight lines.
  var leastTimes: LeastTimes { get }

  /// The place where a trip that is given by `coordinates` begins or ends: on a network the nearest node.
  ///
  /// - Returns: nil where the coordinates lie outside the space or too far from a node.
  func place(at coordinates: Coordinates) -> Place?

  /// The places within `reach` metres of `end` as the crow flies where a car can meet somebody: on a network its nodes,
  /// elsewhere the points of a grid of `grid` metres. In an order that is a property of the space; `end` may be among them.
  func meetingPlaces(around end: Place, within reach: Metres, grid: Metres) -> [Place]

  /// Puts the durations between each place of `group` and `place` into `times`, in the order of the group; `.never` where no
  /// route leads there.
  ///
  /// - Parameter hub: `.origin` where trips begin in the group, `.destination` where they end in it.
  func durations(of group: PlaceGroup, _ hub: Hub, _ place: Place, into times: inout [Milliseconds])

  /// The time-shortest trip from `origin` to `destination`; nil where no route leads there.
  func travel(from origin: Place, to destination: Place) -> Travel?

  /// The duration of the time-shortest trip; `.never` where no route leads there.
  ///
  /// `hub` says which end is asked about many times in a row, so that a search from it is kept.
  func duration(from origin: Place, to destination: Place, hub: Hub) -> Milliseconds

  /// Takes note that durations between `place` and a hub are asked for soon, so that what is known of the place comes from memory
  /// meanwhile; no result depends on it.
  func expect(_ place: Place, hub: Hub)

  /// The number of nodes that a sweep visits; nil where the space has no nodes or cannot sweep.
  var sweepSize: Int? { get }

  /// Makes a sweeper of the times from some places (`.origin`) or to some (`.destination`) of all nodes.
  ///
  /// - Precondition: `sweepSize` is not nil.
  func sweeper(_ hub: Hub) -> Sweeper

  /// The time-shortest way from `origin` to `destination`, written out when somebody asks where it leads; nil where no
  /// route leads there.
  func way(from origin: Place, to destination: Place) -> Way?

  /// Appends the way from `origin`, left behind already, to `destination`: the nodes that it passes and the
  /// places where it bends between them, each with the time and the metres since the origin; the last is the
  /// destination.
  func appendPath(from origin: Place, to destination: Place, into path: inout [PathPoint])
}

extension Space {
  public func expect(_ place: Place, hub: Hub) {}
}
