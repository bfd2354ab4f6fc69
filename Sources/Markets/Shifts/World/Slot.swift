public import Quantities

/// A span of time in which volunteers are needed: from `begin` up to, but not including, `end`.
public struct Slot: Listed, Hashable, Sendable {
  public typealias Index = SlotIndex

  public var name: String
  public var begin: Milliseconds
  public var end: Milliseconds

  /// Creates a slot.
  public init(_ name: String, begin: Milliseconds, end: Milliseconds) {
    self.name = name
    self.begin = begin
    self.end = end
  }

  /// Returns whether the two slots overlap, so that nobody can be in both; slots that touch do not.
  public func overlaps(_ other: Slot) -> Bool { begin < other.end && other.begin < end }
}
