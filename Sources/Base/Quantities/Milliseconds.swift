/// A whole number of milliseconds: a simulated time (since the scenario's start) or a time span.
///
/// Simulated time is an integer so that runs are identical on all machines and in all builds. Seconds are
/// converted only when a file is read, a value is drawn or a table is written.
///
///     Milliseconds(seconds: 1.5)          // 1500 ms
///     Milliseconds(250) + Milliseconds(1) // 251 ms
@frozen
public struct Milliseconds: Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// The number of milliseconds.
  public var rawValue: Int64

  /// Creates a time or span of `rawValue` milliseconds.
  @inlinable
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Creates a time or span from `seconds`, rounded to the nearest millisecond, halves away from zero.
  ///
  /// - Precondition: `seconds` is finite and its magnitude is below 10¹⁵.
  @inlinable
  public init(seconds: Double) {
    precondition(seconds.magnitude < 1e15, "a time must be finite and below 1e15 seconds")
    // Same result as `rounded()`, which is a function call: the truncated remainder is exact.
    let value = seconds * 1000
    let whole = Int64(value)
    let rest = value - Double(whole)
    // The direction is unpredictable: added without a branch.
    self.rawValue = whole &+ (rest >= 0.5 ? 1 : 0) &- (rest <= -0.5 ? 1 : 0)
  }

  @inlinable public static var zero: Self { Self(0) }

  /// A time after every reachable one: "never" or "no limit".
  @inlinable public static var never: Self { Self(.max) }

  /// The time; nil for `never`.
  @inlinable public var ifEver: Self? { self == .never ? nil : self }

  /// The time or span in seconds.
  @inlinable public var seconds: Double { Double(rawValue) / 1000 }

  @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.rawValue + b.rawValue) }
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.rawValue - b.rawValue) }
  @inlinable public static func * (count: Int64, span: Self) -> Self { Self(count * span.rawValue) }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Returns this time plus `span`, saturating at `never`.
  @inlinable
  public func saturatingAdd(_ span: Self) -> Self {
    let (sum, overflow) = rawValue.addingReportingOverflow(span.rawValue)
    return overflow ? .never : Self(sum)
  }
}

extension Milliseconds: CustomStringConvertible {
  public var description: String { "\(rawValue) ms" }
}
