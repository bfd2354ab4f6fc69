public import Quantities
public import Travellers

/// A passenger's choice between a ride and the alternative.
///
/// The probability and the draw are whole millionths, so that output files contain exactly the values compared.
public struct ChoiceRecord: Sendable {
  public let request: RequestIndex
  public let ride: Attributes
  /// The alternative; nil if only the utility of the ride counts.
  public let alternative: Alternative?
  /// The difference in utility between the ride and the alternative.
  public let utility: Double
  /// The uniform draw, in millionths.
  public let draw: Int32

  /// The attributes of a ride that passengers compare, as computed for the offer.
  public struct Attributes: Equatable, Sendable {
    /// The time to the pickup, from the offer or the desired departure, whichever is later.
    public var wait = Milliseconds.zero
    public var ride = Milliseconds.zero
    /// The walking distance, rounded to whole decimetres.
    public var walk: Metres = 0
    /// The price for the party, in the smallest currency unit; nil if rides are not paid for.
    public var price: Int64?

    public init() {}
  }

  /// The probability of acceptance, in millionths.
  public var probability: Int32 { Self.probability(ofUtility: utility) }
  public var isAccepted: Bool { draw < probability }

  /// The expected gain from having the ride as an option, in units of utility: the logsum minus the utility of the
  /// alternative.
  public var gain: Double { max(0, utility) + Rounded.log1p(Rounded.exp(-abs(utility))) }

  /// Returns the logit probability for the utility difference `utility`, in whole millionths.
  static func probability(ofUtility utility: Double) -> Int32 {
    Int32((1_000_000 / (1 + Rounded.exp(-utility))).rounded())
  }
}
