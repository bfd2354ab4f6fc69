/// A place on a path, with the travel since the path's origin.
public struct PathPoint: Hashable, Sendable {
  public var place: Place
  /// Whether the point lies within a link, where cars cannot turn.
  public var isBend: Bool
  public var travel: Travel

  /// Creates the point at `place`, `travel` after the path's origin.
  public init(place: Place, travel: Travel, isBend: Bool = false) {
    self.place = place
    self.isBend = isBend
    self.travel = travel
  }
}
