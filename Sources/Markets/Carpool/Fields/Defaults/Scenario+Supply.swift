public import Quantities
public import Scenario
public import Statistics

extension Scenario {
  /// The attributes of a driver where no file says them.
  public struct DriverAttributes: TravellerAttributes {
    /// Free seats, the driver's own not counted.
    public var seats = 3
    /// Free pieces of luggage.
    public var luggageRoom = 2
    /// The time before departure from which the driver can be matched.
    public var announceBefore = Milliseconds.zero
    /// The driver's own limit on the total detour; nil takes the limit of `matching`.
    public var maxDetour: Milliseconds?
    /// The driver's own limit on total detour ÷ solo time; nil takes the limit of `matching`.
    public var maxDetourRatio: Double?
    /// The time beyond the earliest departure and the solo trip by which the driver has to be there, seconds; 0 for none.
    public var flexibility = Law.fixed(0)
    /// The departure of drivers with nobody to wait for; nil for the latest of those who have a `flexibility`.
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

  /// The end of the time to leave at which a driver with nobody to wait for leaves.
  public enum Leaving: String, CaseIterable, Sendable {
    case earliest
    case latest
  }

  /// The drawing of travellers' traits.
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

  /// The drawing of travellers' wishes about one another.
  public struct Wishes: Equatable, Sendable {
    public var smokerShare = 0.1
    public var sexShare = 0.05
    public var ageShare = 0.05
    public var ageSpan = 10
    public var requiredShare = 0.5

    public init() {}
  }
}
