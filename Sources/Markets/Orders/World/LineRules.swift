public import Quantities

/// The promises of the line, and the changes that customers may still make.
public struct LineRules: Hashable, Sendable {
  /// The time from the payment until the last card has left.
  public var promise = Milliseconds(48 * 3_600_000)
  /// The time of day from which on orders enter the line at the first opening of the next working day, since midnight; nil
  /// lets all enter when they are paid. A working day is one on which the first station opens.
  public var cutOff: Milliseconds?
  /// The time from the payment in which a customer may cancel an order of which no card is begun.
  public var cancelSpan = Milliseconds(2 * 3_600_000)

  public init() {}
}
