public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The attributes of a request not given in a file; by default one person without luggage.
  public struct RequestAttributes: TravellerAttributes {
    public var partySize = [1.0]
    public var luggage = [1.0]
    public var persons: Persons?
    public var wishes: Wishes?
    /// The lead time between announcement and earliest departure, seconds.
    public var lead = Law.fixed(0)
    /// The slack of the latest arrival beyond earliest departure plus direct trip, seconds; 0: no latest arrival.
    public var flexibility = Law.fixed(0)
    /// The share of parties with a car, who may drive instead.
    public var carShare = 0.0
    /// The behaviour of car owners without a match.
    public var unserved = Unserved.drives
    public var probeShare = 0.0
    /// The probability that a passenger cancels after an instant match.
    public var cancelProbability = 0.0
    /// The choice between a ride and the alternative to it; nil: passengers take every ride that they are offered.
    public var choice: Choice?

    public init() {}

    public static var drawn: Self {
      var drawn = Self()
      drawn.partySize = [0.8, 0.15, 0.05]
      drawn.luggage = [0.6, 0.3, 0.1]
      (drawn.persons, drawn.wishes) = (Persons(), Wishes())
      return drawn
    }
  }

  /// The behaviour of a car owner who is matched neither as a passenger nor as a driver.
  public enum Unserved: String, CaseIterable, Sendable {
    /// Drives alone, as late as they can.
    case drives
    /// Leaves the market, like a passenger without a car.
    case leaves
  }

  /// The drawing of trip ends.
  public enum OriginDestination: Equatable, Sendable {
    /// Both ends uniform over the space.
    case uniform(Uniform)
    /// The destination at a fixed distance.
    case displacement(Displacement)
    /// Ends in zones.
    case zones(Zones)
    /// Ends in zones, by a trip matrix.
    case matrix(MatrixTrips)
    /// No trips: waiting cars at any place, for drivers only.
    case stays(Stays)
  }

  /// Both ends uniform over the space.
  public struct Uniform: Equatable, Sendable {
    public var shortest: Metres = 0
    /// The maximum straight-line distance; nil: no limit.
    public var longest: Metres?

    /// Creates ends at any distance.
    public init() {}
  }

  /// The origin uniform over the space, the destination at a fixed distance from it.
  public struct Displacement: Equatable, Sendable {
    public var length: Metres = 0
    /// Degrees clockwise from north; nil: any direction.
    public var bearing: Double?

    /// Creates the defaults; the length has no default.
    public init() {}
  }

  /// Ends in discs that produce and attract trips, connected by a gravity model.
  public struct Zones: Equatable, Sendable {
    /// The zones; at least one.
    public var zones: [Zone] = []
    /// The deterrence by distance.
    public var gravity = Gravity()
    public var shortest: Metres = 500

    /// Creates the defaults; the zones have no default.
    public init() {}
  }

  /// A disc of trip ends.
  public struct Zone: Equatable, Sendable {
    public var name = ""
    public var x = 0.0
    public var y = 0.0
    public var radius: Metres = 0
    public var production = 1.0
    public var attraction = 1.0

    /// Creates the defaults; the place has no default.
    public init() {}
  }

  /// The decrease of trips between zones with distance.
  public struct Gravity: Equatable, Sendable {
    /// The deterrence function: e^(−distance ÷ scale), (1 + distance ÷ scale)^(−exponent), or constant.
    public enum Deterrence: String, CaseIterable, Sendable {
      /// e^(−distance ÷ scale).
      case exponential
      /// (1 + distance ÷ scale)^(−exponent).
      case power
      /// Constant.
      case none
    }

    public var deterrence = Deterrence.exponential
    /// The distance at which the exponential function falls to 1 ÷ e.
    public var scale: Metres = 8_000
    public var exponent = 2.0

    public init() {}
  }
}
