public import Scenario

extension ScenarioMarkets {
  /// Carpool alone.
  public static let carpool = Self([ScenarioMarket(CarpoolFields.self)])
}

extension Scenario {
  /// Creates a scenario of defaults, of the market `carpool`: an empty plane without drivers and requests.
  public init() { self.init(of: CarpoolFields()) }

  /// Reads a scenario of a carpool, like `load(text:file:overrides:varied:markets:)`.
  public static func load(
    text: String, file: String, overrides: [String] = [], varied: [String] = []
  ) throws(ScenarioError) -> Scenario {
    try load(text: text, file: file, overrides: overrides, varied: varied, markets: .carpool)
  }

  /// The fields that only the carpool has in a scenario.
  ///
  /// - Precondition: The scenario is of the market `carpool`.
  package var carpool: CarpoolFields {
    get { fields(of: CarpoolFields.self) }
    set { setFields(newValue) }
  }
}

/// The fields that only scenarios of the market `carpool` have; of another one nobody may ask for them.
extension Scenario {
  /// The origin of drivers.
  public var supply: Supply {
    get { carpool.supply }
    set { carpool.supply = newValue }
  }

  /// The origin of requests.
  public var demand: Demand {
    get { carpool.demand }
    set { carpool.demand = newValue }
  }

  /// The recorded trips that a side of kind `trips` takes its share of; nil where none does.
  public var trips: Trips? {
    get { carpool.trips }
    set { carpool.trips = newValue }
  }

  /// The rules by which requests and drivers are brought together.
  public var matching: Matching {
    get { carpool.matching }
    set { carpool.matching = newValue }
  }

  /// The behaviour of drivers and passengers that the matcher does not decide.
  public var behaviour: Behaviour {
    get { carpool.behaviour }
    set { carpool.behaviour = newValue }
  }

  /// The input that is accepted.
  public var input: Input {
    get { carpool.input }
    set { carpool.input = newValue }
  }

  /// Kilogrammes of CO₂ per vehicle kilometre.
  public var co2PerKm: Double {
    get { carpool.co2PerKm }
    set { carpool.co2PerKm = newValue }
  }

  /// The calls of map services that are counted; nil for none.
  public var mapCalls: MapCalls? {
    get { carpool.mapCalls }
    set { carpool.mapCalls = newValue }
  }

  /// True if the hindsight optimum of the day is worked out; nil for no.
  public var hindsight: Bool? {
    get { carpool.hindsight }
    set { carpool.hindsight = newValue }
  }
}
