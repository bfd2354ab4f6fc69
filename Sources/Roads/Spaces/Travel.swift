public import Quantities

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
