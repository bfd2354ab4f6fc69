public import Quantities

/// Credits that the service gives away: from its beginning to its end, so many times, to whom the condition holds for.
public struct Promotion: Hashable, Sendable {
  /// The condition under which somebody gets the credits.
  public enum Condition: String, CaseIterable, Sendable {
    /// An account is opened in the promotion's time.
    case accountOpened = "account_opened"
    /// A customer plays the game after an order is paid in that time, and wins.
    case game
  }

  public var name: String
  public var condition: Condition
  /// The credits that are given each time; at least one.
  public var credits: Int64
  /// The probability that somebody for whom the condition holds gets them: in the game, that it is won.
  public var probability: Double
  /// The number of times that they are given in all; `.max` for any number.
  public var number: Int64
  /// The times from which and until which it runs, the latter left out; `.never` for no end.
  public var begin: Milliseconds
  public var end: Milliseconds
  /// The time after they are given at which what is left of them expires; nil if it does not.
  public var expiry: Milliseconds?

  /// Creates a promotion that always runs, for everybody.
  public init(
    name: String, condition: Condition, credits: Int64 = 1, probability: Double = 1, number: Int64 = .max,
    begin: Milliseconds = .zero, end: Milliseconds = .never, expiry: Milliseconds? = nil
  ) {
    self.name = name
    self.condition = condition
    self.credits = credits
    self.probability = probability
    self.number = number
    self.begin = begin
    self.end = end
    self.expiry = expiry
  }

  /// Tells whether it runs at `time`.
  func isOpen(at time: Milliseconds) -> Bool { begin <= time && time < end }
}
