/// A root of a sweep.
public struct SweepRoot: Hashable, Sendable {
  public var place: Place
  /// The addition to the times from or to the root, milliseconds, below 2²⁸.
  public var delay: Int32

  public init(_ place: Place, delay: Int32 = 0) {
    self.place = place
    self.delay = delay
  }
}
