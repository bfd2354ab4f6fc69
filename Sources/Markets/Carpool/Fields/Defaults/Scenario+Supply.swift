public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The attributes of a driver not given in a file.
  public struct DriverAttributes: TravellerAttributes {
    /// The number of free seats, without the driver's.
    public var seats = 3
    /// The number of free luggage places.
    public var luggageRoom = 2
    /// The time before departure from which the driver can be matched.
    public var announceBefore = Milliseconds.zero
    /// The driver's own limit on the total detour; nil: the limit of `matching`.
    public var maxDetour: Milliseconds?
    /// The driver's own limit on total detour ÷ solo time; nil: the limit of `matching`.
    public var maxDetourRatio: Double?
    /// The slack of the latest arrival beyond earliest departure plus solo trip, seconds; 0: none.
    public var flexibility = Law.fixed(0)
    /// The departure of unmatched drivers; nil: the latest one if they have a `flexibility`.
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

  /// The drawing of travellers' traits.
  public struct Persons: Equatable, Sendable {
    public var smokerShare = 0.2
    public var femaleShare = 0.5
    /// The mean age in years; ages are normal, redrawn outside the bounds, and whole.
    public var ageMean = 38.0
    /// The standard deviation of age before bounding.
    public var ageDeviation = 13.0
    /// The lowest age.
    public var youngest = 18
    /// The highest age.
    public var oldest = 80

    public init() {}
  }

  /// The drawing of travellers' preferences about each other.
  public struct Wishes: Equatable, Sendable {
    public var smokerShare = 0.1
    public var sexShare = 0.05
    public var ageShare = 0.05
    public var ageSpan = 10
    public var requiredShare = 0.5

    public init() {}
  }
}
