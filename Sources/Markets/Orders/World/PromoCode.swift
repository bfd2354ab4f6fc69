public import Quantities

/// A promo code: a text that gives credits to customers who order with it, a limited number of times and
/// until its end.
public struct PromoCode: Hashable, Sendable, Listed {
  public typealias Index = CodeIndex

  /// The name customers enter.
  public var name: String
  /// The credits per use.
  public var credits: Int64
  /// The number of times all accounts together can use it; `.max` for no limit.
  public var uses: Int64
  /// The number of times one account can use it.
  public var usesPerAccount: Int64
  /// The time from which it is valid.
  public var begin: Milliseconds
  /// The time at which it ends, and is no longer valid; `.never` for no end.
  public var end: Milliseconds
  /// Whether what is left of its credits lapses at its end. Credits from a cancelled order return to the account;
  /// those from an ended code that lapses are lost at once.
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

  /// Whether credits of the code must be kept apart from others, since they will lapse.
  var hasLapsingCredits: Bool { lapses && end != .never }
}
