public import Quantities
public import Scenario

extension Scenario {
  /// The origin of the drivers.
  public typealias Supply = Side<DriverAttributes>
  /// The origin of the requests.
  public typealias Demand = Side<RequestAttributes>

  /// The origin of the travellers on one side, drivers or requests.
  public enum Side<Attributes: TravellerAttributes>: Equatable, Sendable {
    /// No travellers.
    case none
    /// Travellers that are drawn.
    case synthetic(SyntheticSide<Attributes>)
    /// Travellers that a file lists.
    case recorded(RecordedSide<Attributes>)
    /// The side's share of the scenario's `trips`.
    case trips(Attributes)
    /// The trips of the scenario's `users` on this side.
    case users(Attributes)
  }

  /// Travellers that are drawn.
  public struct SyntheticSide<Attributes: TravellerAttributes>: Equatable, Sendable {
    /// The number of travellers, and their times.
    public var arrivals = Arrivals()
    /// The origins and destinations.
    public var od = OriginDestination.uniform(Uniform())
    /// The share of the matrix's trips that are drawn, in the place of a number of arrivals; nil where that is given.
    public var matrixShare: Double?
    /// The attributes of the travellers.
    public var attributes = Attributes.drawn

    public init() {}
  }

  /// Travellers that a file lists; the attributes stand for absent columns and empty fields.
  public struct RecordedSide<Attributes: TravellerAttributes>: Equatable, Sendable {
    public var file = ""
    /// The names that the file gives to columns, by ours.
    public var columns: [String: String] = [:]
    /// The departure of drivers' rows without `depart_s`; nil makes its absence a fault.
    public var defaultDepart: Milliseconds?
    /// The attributes of the travellers where the file does not say them.
    public var attributes = Attributes()

    /// The variation between replications.
    public var resampling = Resampling()

    /// Creates the defaults; the file has none.
    public init() {}
  }

  /// The attributes of a traveller of one side where no file says them.
  public protocol TravellerAttributes: Equatable, Sendable {
    /// The attributes of travellers that are drawn, where a scenario does not give them.
    static var drawn: Self { get }

    /// The drawing of the travellers' traits; nil leaves them unknown.
    var persons: Persons? { get set }
    /// The drawing of the travellers' wishes; nil draws none.
    var wishes: Wishes? { get set }

    /// Creates the attributes that stand for what a file leaves out.
    init()
  }
}
