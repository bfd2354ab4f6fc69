public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The source of the drivers.
  public typealias Supply = Side<DriverAttributes>
  /// The source of the requests.
  public typealias Demand = Side<RequestAttributes>

  /// The source of the travellers on one side, drivers or requests.
  public enum Side<Attributes: TravellerAttributes>: Equatable, Sendable {
    /// No travellers.
    case none
    /// Drawn travellers.
    case synthetic(SyntheticSide<Attributes>)
    /// Travellers listed in a file.
    case recorded(RecordedSide<Attributes>)
    /// Travellers taken from the scenario's `trips`, which both sides share.
    case trips(Attributes)
    /// Travellers who make the trips of the scenario's `users` on this side.
    case users(Attributes)
  }

  /// Drawn travellers.
  public struct SyntheticSide<Attributes: TravellerAttributes>: Equatable, Sendable {
    /// The number of travellers and their times.
    public var arrivals = Arrivals()
    /// The origins and destinations.
    public var od = OriginDestination.uniform(Uniform())
    /// The fraction of the matrix's trips to draw; nil if a number of arrivals is given instead.
    public var matrixShare: Double?
    /// The attributes of the travellers.
    public var attributes = Attributes.drawn

    public init() {}
  }

  /// Travellers listed in a file; the attributes fill in for missing columns and empty fields.
  public struct RecordedSide<Attributes: TravellerAttributes>: Equatable, Sendable {
    public var file = ""
    /// The file's column names, by standard name.
    public var columns: [String: String] = [:]
    /// The departure of drivers without `depart_s`; nil: missing values are faults.
    public var defaultDepart: Milliseconds?
    /// The attributes of travellers that are not given in the file.
    public var attributes = Attributes()

    /// How rows vary between replications.
    public var resampling = Resampling()

    /// Creates the defaults; the file has no default.
    public init() {}
  }

  /// The attributes of a traveller on one side that are not given in a file.
  public protocol TravellerAttributes: Equatable, Sendable {
    /// The default attributes of drawn travellers.
    static var drawn: Self { get }

    /// The distributions of traits; nil: traits are unknown.
    var persons: Persons? { get set }
    /// The distributions of preferences; nil: none.
    var wishes: Wishes? { get set }

    /// Creates the default attributes for travellers in a file.
    init()
  }
}

extension Scenario {
  /// The attributes of a driver that are not given in a file.
  public struct DriverAttributes: TravellerAttributes {
    /// The number of free seats, excluding the driver's.
    public var seats = 3
    /// The number of free luggage places.
    public var luggageRoom = 2
    /// How long before departure the driver is announced and can be matched.
    public var announceBefore = Milliseconds.zero
    /// The driver's own limit on the total detour; nil: the limit in `matching`.
    public var maxDetour: Milliseconds?
    /// The driver's own limit on the ratio of total detour to solo time; nil: the limit of `matching`.
    public var maxDetourRatio: Double?
    /// The slack, in seconds, between the earliest possible arrival (earliest departure plus solo trip) and the latest
    /// arrival; 0: none.
    public var flexibility = Law.fixed(0)
    /// When unmatched drivers depart; nil: as late as possible, if they have a `flexibility`.
    public var leaves: Leaving?
    public var persons: Persons?
    public var wishes: Wishes?

    public init() {}

    public static var drawn: Self {
      var drawn = Self()
      (drawn.persons, drawn.wishes) = (Persons(), Wishes())
      return drawn
    }
  }

  /// The distributions of travellers' traits.
  public struct Persons: Equatable, Sendable {
    public var smokerShare = 0.2
    public var femaleShare = 0.5
    /// The mean age in years; ages are drawn from a normal distribution, redrawn if outside the bounds, and rounded to
    /// whole years.
    public var ageMean = 38.0
    /// The standard deviation of ages before truncation to the bounds.
    public var ageDeviation = 13.0
    /// The minimum age, in years.
    public var youngest = 18
    /// The maximum age, in years.
    public var oldest = 80

    public init() {}
  }

  /// The distributions of travellers' preferences about each other.
  public struct Wishes: Equatable, Sendable {
    public var smokerShare = 0.1
    public var sexShare = 0.05
    public var ageShare = 0.05
    public var ageSpan = 10
    public var requiredShare = 0.5

    public init() {}
  }
}

extension Scenario {
  /// The attributes of a request that are not given in a file; by default, one person without luggage.
  public struct RequestAttributes: TravellerAttributes {
    public var partySize = [1.0]
    public var luggage = [1.0]
    public var persons: Persons?
    public var wishes: Wishes?
    /// The lead time between announcement and earliest departure, in seconds.
    public var lead = Law.fixed(0)
    /// The slack, in seconds, between the earliest possible arrival (earliest departure plus direct trip) and the
    /// latest arrival; 0: no latest arrival.
    public var flexibility = Law.fixed(0)
    /// The proportion of parties that have a car and may drive instead.
    public var carShare = 0.0
    /// What car owners without a match do.
    public var unserved = Unserved.drives
    public var probeShare = 0.0
    /// The probability that a passenger cancels after an instant match.
    public var cancelProbability = 0.0
    /// The passenger's choice between a ride and its alternative; nil: passengers accept every ride offered.
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

  /// What a car owner does if matched neither as a passenger nor as a driver.
  public enum Unserved: String, CaseIterable, Sendable {
    /// Drives alone, as late as possible.
    case drives
    /// Leaves the market, like a passenger without a car.
    case leaves
  }

  /// The distribution of trip origins and destinations.
  public enum OriginDestination: Equatable, Sendable {
    /// Origin and destination drawn uniformly over the space.
    case uniform(Uniform)
    /// The destination at a fixed distance from the origin.
    case displacement(Displacement)
    /// Origins and destinations in zones.
    case zones(Zones)
    /// Origins and destinations in zones, according to a trip matrix.
    case matrix(MatrixTrips)
    /// No trips: waiting cars at any place, for drivers only.
    case stays(Stays)
  }

  /// Origin and destination drawn uniformly over the space.
  public struct Uniform: Equatable, Sendable {
    public var shortest: Metres = 0
    /// The maximum straight-line distance between origin and destination; nil: no limit.
    public var longest: Metres?

    /// Creates trips of any distance.
    public init() {}
  }

  /// The origin drawn uniformly over the space, and the destination at a fixed distance from it.
  public struct Displacement: Equatable, Sendable {
    public var length: Metres = 0
    /// The direction from origin to destination, in degrees clockwise from north; nil: any direction.
    public var bearing: Double?

    /// Creates the defaults; the length has no default.
    public init() {}
  }

  /// Trips between circular zones that produce and attract trips, distributed by a gravity model.
  public struct Zones: Equatable, Sendable {
    /// The zones; at least one.
    public var zones: [Zone] = []
    /// The deterrence function, by distance.
    public var gravity = Gravity()
    public var shortest: Metres = 500

    /// Creates the defaults; the zones have no default.
    public init() {}
  }

  /// A circular zone in which trips begin and end.
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

  /// How the number of trips between zones decreases with distance.
  public struct Gravity: Equatable, Sendable {
    /// The deterrence function: e^(−distance ÷ scale), (1 + distance ÷ scale)^(−exponent), or constant.
    public enum Deterrence: String, CaseIterable, Sendable {
      /// Exponential: e^(−distance ÷ scale).
      case exponential
      /// Power law: (1 + distance ÷ scale)^(−exponent).
      case power
      /// Constant: no effect of distance.
      case none
    }

    public var deterrence = Deterrence.exponential
    /// The scale of the deterrence function; the distance at which the exponential function falls to 1 ÷ e.
    public var scale: Metres = 8_000
    public var exponent = 2.0

    public init() {}
  }
}
