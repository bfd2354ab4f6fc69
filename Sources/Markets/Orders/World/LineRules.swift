public import Quantities

/// The promises of the line, and the changes customers may still make.
public struct LineRules: Hashable, Sendable {
  /// The time from payment until the last card should have left.
  public var promise = Milliseconds(48 * 3_600_000)
  /// The time of day, since midnight, from which orders wait and enter the line at the first opening of the next
  /// working day; nil lets all enter when they are paid. A working day is one on which the first station opens.
  public var cutOff: Milliseconds?
  /// The time after payment during which a customer may cancel an order of which no card has been begun.
  public var cancelSpan = Milliseconds(2 * 3_600_000)

  public init() {}
}
