public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The attributes of a request where no file says them: one person without luggage, where nothing else is given.
  public struct RequestAttributes: TravellerAttributes {
    public var partySize = [1.0]
    public var luggage = [1.0]
    public var persons: Persons?
    public var wishes: Wishes?
    /// The time before a party can leave at which it is announced, seconds.
    public var lead = Law.fixed(0)
    /// The time beyond the time to leave and the direct trip by which a party has to be there, seconds; 0 for none.
    public var flexibility = Law.fixed(0)
    /// The share of parties that have a car and may drive instead.
    public var carShare = 0.0
    /// What becomes of those of them who find nobody.
    public var unserved = Unserved.drives
    public var probeShare = 0.0
    /// The probability that a passenger cancels after a driver has agreed to come now.
    public var cancelProbability = 0.0

    public init() {}

    public static var drawn: Self {
      var drawn = Self()
      drawn.partySize = [0.8, 0.15, 0.05]
      drawn.luggage = [0.6, 0.3, 0.1]
      (drawn.persons, drawn.wishes) = (Persons(), Wishes())
      return drawn
    }
  }

  /// What somebody with a car does who is not taken along, and takes nobody along.
  public enum Unserved: String, CaseIterable, Sendable {
    /// Drives alone, as late as they can.
    case drives
    /// Leaves the market, as somebody without a car does.
    case leaves
  }

  /// The drawing of the two ends of a trip.
  public enum OriginDestination: Equatable, Sendable {
    /// Both ends anywhere.
    case uniform(Uniform)
    /// The destination at a fixed distance.
    case displacement(Displacement)
    /// Ends in zones.
    case zones(Zones)
    /// Ends in zones, by a matrix of trips.
    case matrix(MatrixTrips)
    /// No trips: cars that wait anywhere, of drivers alone.
    case stays(Stays)
  }

  /// Cars that wait anywhere.
  public struct Stays: Equatable, Sendable {
    /// The time from which they do; nil takes the times at which drivers are drawn.
    public var depart: Milliseconds? = .zero
    /// The time until which they do; nil for the end of the run.
    public var end: Milliseconds?

    public init() {}
  }

  /// Both ends uniform over the space.
  public struct Uniform: Equatable, Sendable {
    public var shortest: Metres = 0
    /// The longest straight distance; nil for no bound.
    public var longest: Metres?

    /// Creates ends at any distance.
    public init() {}
  }

  /// The origin uniform over the space, the destination at a fixed distance from it.
  public struct Displacement: Equatable, Sendable {
    public var length: Metres = 0
    /// Degrees clockwise from north; nil for every direction alike.
    public var bearing: Double?

    /// Creates the defaults; the length has none.
    public init() {}
  }

  /// Ends in discs that produce and attract trips, joined by a gravity model.
  public struct Zones: Equatable, Sendable {
    /// The zones; at least one.
    public var zones: [Zone] = []
    /// The deterrence by distance.
    public var gravity = Gravity()
    public var shortest: Metres = 500

    /// Creates the defaults; the zones have none.
    public init() {}
  }

  /// A disc that trips begin and end in.
  public struct Zone: Equatable, Sendable {
    public var name = ""
    public var x = 0.0
    public var y = 0.0
    public var radius: Metres = 0
    public var production = 1.0
    public var attraction = 1.0

    /// Creates the defaults; the place has none.
    public init() {}
  }

  /// The fall of the number of trips between zones with their distance.
  public struct Gravity: Equatable, Sendable {
    /// The law: e^(−distance ÷ scale), (1 + distance ÷ scale)^(−exponent), or the same for every distance.
    public enum Deterrence: String, CaseIterable, Sendable {
      /// e^(−distance ÷ scale).
      case exponential
      /// (1 + distance ÷ scale)^(−exponent).
      case power
      /// The same at every distance.
      case none
    }

    public var deterrence = Deterrence.exponential
    /// The distance in which the exponential law falls to 1 ÷ e.
    public var scale: Metres = 8_000
    public var exponent = 2.0

    public init() {}
  }
}
