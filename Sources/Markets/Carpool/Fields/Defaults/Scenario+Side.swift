public import Quantities
public import Scenario

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
    /// The side's share of the scenario's `trips`.
    case trips(Attributes)
    /// The trips of the scenario's `users` on this side.
    case users(Attributes)
  }

  /// Drawn travellers.
  public struct SyntheticSide<Attributes: TravellerAttributes>: Equatable, Sendable {
    /// The number of travellers and their times.
    public var arrivals = Arrivals()
    /// The origins and destinations.
    public var od = OriginDestination.uniform(Uniform())
    /// The share of the matrix's trips to be drawn, instead of a number of arrivals; nil if that is given.
    public var matrixShare: Double?
    /// The attributes of the travellers.
    public var attributes = Attributes.drawn

    public init() {}
  }

  /// Travellers listed in a file; the attributes replace missing columns and empty fields.
  public struct RecordedSide<Attributes: TravellerAttributes>: Equatable, Sendable {
    public var file = ""
    /// The file's names of columns, by ours.
    public var columns: [String: String] = [:]
    /// The departure of drivers without `depart_s`; nil: its absence is a fault.
    public var defaultDepart: Milliseconds?
    /// The attributes of travellers not given in the file.
    public var attributes = Attributes()

    /// The variation between replications.
    public var resampling = Resampling()

    /// Creates the defaults; the file has no default.
    public init() {}
  }

  /// The attributes of a traveller of one side not given in a file.
  public protocol TravellerAttributes: Equatable, Sendable {
    /// The default attributes of drawn travellers.
    static var drawn: Self { get }

    /// The drawing of traits; nil: they are unknown.
    var persons: Persons? { get set }
    /// The drawing of preferences; nil: none.
    var wishes: Wishes? { get set }

    /// Creates the attributes that complete a file.
    init()
  }
}
