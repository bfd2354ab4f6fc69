public import Quantities

/// A promo code: a text that gives credits to whoever orders with it, so many times and until its end.
public struct PromoCode: Hashable, Sendable, Listed {
  public typealias Index = CodeIndex

  /// The name that customers type.
  public var name: String
  /// The credits that each use gives.
  public var credits: Int64
  /// The number of times that all accounts together can use it; `.max` for any number.
  public var uses: Int64
  /// The number of times that one account can use it.
  public var usesPerAccount: Int64
  /// The time from which it is valid.
  public var begin: Milliseconds
  /// The time at which it ends, and is no longer valid; `.never` for no end.
  public var end: Milliseconds
  /// True if what is left of its credits lapses at its end. Credits come back to an account from a cancelled order; if they
  /// come from an ended code that lapses, they lapse at once.
  public var lapses: Bool

  /// Creates a code without an end that each account can use once.
  public init(
    name: String, credits: Int64, uses: Int64 = .max, usesPerAccount: Int64 = 1,
    begin: Milliseconds = .zero, end: Milliseconds = .never, lapses: Bool = true
  ) {
    self.name = name
    self.credits = credits
    self.uses = uses
    self.usesPerAccount = usesPerAccount
    self.begin = begin
    self.end = end
    self.lapses = lapses
  }

  /// True if credits of the code are to be told from others, since they lapse one day.
  var hasLapsingCredits: Bool { lapses && end != .never }
}
