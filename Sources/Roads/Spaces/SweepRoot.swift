/// A place at which a sweep begins.
public struct SweepRoot: Hashable, Sendable {
  public var place: Place
  /// The addition to the times from it or to it, milliseconds, less than 2²⁸.
  public var delay: Int32

  public init(_ place: Place, delay: Int32 = 0) {
    self.place = place
    self.delay = delay
  }
}
