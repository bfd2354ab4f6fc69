public import Scenario

extension ScenarioMarkets {
  /// The carpool as the only market.
  public static let carpool = Self([ScenarioMarket(CarpoolFields.self)])
}

extension Scenario {
  /// Creates a default scenario of the market `carpool`: an empty plane without drivers and requests.
  public init() { self.init(of: CarpoolFields()) }

  /// Reads a scenario of a carpool, like `load(text:file:overrides:varied:markets:)`.
  public static func load(
    text: String, file: String, overrides: [String] = [], varied: [String] = []
  ) throws(ScenarioError) -> Scenario {
    try load(text: text, file: file, overrides: overrides, varied: varied, markets: .carpool)
  }

  /// The carpool's own fields of a scenario.
  ///
  /// - Precondition: the scenario belongs to the market `carpool`.
  package var carpool: CarpoolFields {
    get { fields(of: CarpoolFields.self) }
    set { setFields(newValue) }
  }
}

/// The fields of the market `carpool`; not available in other markets.
extension Scenario {
  /// The source of drivers.
  public var supply: Supply {
    get { carpool.supply }
    set { carpool.supply = newValue }
  }

  /// The source of requests.
  public var demand: Demand {
    get { carpool.demand }
    set { carpool.demand = newValue }
  }

  /// The recorded trips shared by sides of kind `trips`; nil if there are none.
  public var trips: Trips? {
    get { carpool.trips }
    set { carpool.trips = newValue }
  }

  /// The rules of matching requests and drivers.
  public var matching: Matching {
    get { carpool.matching }
    set { carpool.matching = newValue }
  }

  /// The behaviour of drivers and passengers outside the matcher's control.
  public var behaviour: Behaviour {
    get { carpool.behaviour }
    set { carpool.behaviour = newValue }
  }

  /// The input accepted.
  public var input: Input {
    get { carpool.input }
    set { carpool.input = newValue }
  }

  /// The emissions per vehicle kilometre, kg CO₂.
  public var co2PerKm: Double {
    get { carpool.co2PerKm }
    set { carpool.co2PerKm = newValue }
  }

  /// The map-service calls to be counted; nil: none.
  public var mapCalls: MapCalls? {
    get { carpool.mapCalls }
    set { carpool.mapCalls = newValue }
  }

  /// Whether to compute the hindsight optimum; nil: no.
  public var hindsight: Bool? {
    get { carpool.hindsight }
    set { carpool.hindsight = newValue }
  }
}
