public import Scenario
public import Statistics

extension Scenario {
  /// The passengers' choice between an offered ride and their alternative: a binary logit.
  public struct Choice: Equatable, Sendable {
    /// The alternative-specific constant: the utility of the ride apart from its attributes.
    public var constant = 0.0
    public var weights = ChoiceWeights()
    public var alternative = Alternative.none
    public var onRefusal = OnRefusal.retries

    public init() {}

    /// The alternative to a ride.
    public enum Alternative: Equatable, Sendable {
      /// No alternative: only the utility of the ride counts.
      case none
      /// The columns `alternative_s` and `alternative_cost` of the requests' file.
      case recorded
      /// A duration and a cost computed from the direct trip.
      case direct(DirectAlternative)
      /// A duration and a cost drawn for each request.
      case law(DrawnAlternative)
    }

    /// The passenger's behaviour after refusing a ride.
    public enum OnRefusal: String, CaseIterable, Sendable {
      /// The passenger searches again, as if the driver had declined.
      case retries
      /// The passenger leaves the market.
      case leaves
    }
  }

  /// The utility per unit of each attribute of an offer; never positive.
  public struct ChoiceWeights: Equatable, Sendable {
    /// The utility per second from the offer to the pickup.
    public var wait = 0.0
    /// The utility per second from the pickup to the drop-off.
    public var ride = 0.0
    /// The utility per metre on foot.
    public var walk = 0.0
    /// The utility per unit of the currency.
    public var price = 0.0

    public init() {}
  }

  /// An alternative computed from the direct trip.
  public struct DirectAlternative: Equatable, Sendable {
    /// The duration as a multiple of the direct time.
    public var factor = 1.0
    /// The constant added to the duration, in seconds.
    public var constant = 0.0
    /// The cost for the party, in units of the currency: a fixed part, and a part per kilometre of the direct trip.
    public var cost = 0.0
    public var costPerKm = 0.0

    public init() {}
  }

  /// An alternative with a drawn duration and a drawn cost.
  public struct DrawnAlternative: Equatable, Sendable {
    /// The duration, in seconds.
    public var time = Law.fixed(0)
    /// The cost for the party, in units of the currency.
    public var cost = Law.fixed(0)

    public init() {}
  }
}
