public import Quantities
public import Scenario

extension Scenario {
  /// Where drivers come from.
  public enum Supply: Equatable, Sendable {
    /// No drivers.
    case none
    /// Drivers that are drawn.
    case synthetic(SyntheticDrivers)
    /// Drivers that a file lists.
    case recorded(RecordedDrivers)
    /// The drivers' share of the scenario's `trips`.
    case trips(DriverAttributes)
    /// The trips on which the scenario's `users` drive.
    case users(DriverAttributes)
  }

  /// Drivers that are drawn.
  public struct SyntheticDrivers: Equatable, Sendable {
    /// How many, and when.
    public var arrivals = Arrivals()
    /// Where from and where to.
    public var od = OriginDestination.uniform(Uniform())
    /// What the drivers are.
    public var attributes = DriverAttributes(persons: Persons(), wishes: Wishes())

    public init() {}
  }

  /// Drivers that a file lists; the attributes stand for absent columns and empty fields.
  public struct RecordedDrivers: Equatable, Sendable {
    public var file = ""
    /// The departure of rows without `depart_s`; nil makes its absence a fault.
    public var defaultDepart: Milliseconds?
    /// What the drivers are where the file does not say it.
    public var attributes = DriverAttributes()

    /// How replications differ.
    public var resampling = Resampling()

    /// Creates the defaults; the file has none.
    public init() {}
  }

  /// What a driver is where no file says it.
  public struct DriverAttributes: Equatable, Sendable {
    /// Free seats, the driver's own not counted.
    public var seats = 3
    /// Free pieces of luggage.
    public var luggageRoom = 2
    /// How long before departure the driver can be matched.
    public var announceBefore = Milliseconds.zero
    /// The driver's own limit on the total detour; nil takes the limit of `matching`.
    public var maxDetour: Milliseconds?
    /// The driver's own limit on total detour ÷ solo time; nil takes the limit of `matching`.
    public var maxDetourRatio: Double?
    /// How the drivers' traits are drawn; nil leaves them unknown.
    public var persons: Persons?
    /// How the drivers' wishes are drawn; nil draws none.
    public var wishes: Wishes?

    /// Creates the defaults; traits and wishes as given.
    public init(persons: Persons? = nil, wishes: Wishes? = nil) {
      self.persons = persons
      self.wishes = wishes
    }
  }

  /// How travellers' traits are drawn.
  public struct Persons: Equatable, Sendable {
    public var smokerShare = 0.2
    public var femaleShare = 0.5
    /// Years, as the three below: ages are normal, drawn again outside the bounds, and whole.
    public var ageMean = 38.0
    /// The standard deviation of age before bounding.
    public var ageDeviation = 13.0
    /// The lowest age.
    public var youngest = 18
    /// The highest age.
    public var oldest = 80

    public init() {}
  }

  /// How travellers' wishes about one another are drawn.
  public struct Wishes: Equatable, Sendable {
    public var smokerShare = 0.1
    public var sexShare = 0.05
    public var ageShare = 0.05
    public var ageSpan = 10
    public var requiredShare = 0.5

    public init() {}
  }
}
