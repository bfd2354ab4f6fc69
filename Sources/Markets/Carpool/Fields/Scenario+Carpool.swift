import JSON5
import Matching
public import Scenario

extension ScenarioMarkets {
  /// The set of markets that contains only the carpool.
  public static let carpool = Self([ScenarioMarket(CarpoolFields.self)])
}

extension Scenario {
  /// Creates a default scenario of the market `carpool`: an empty plane without drivers or requests.
  public init() { self.init(of: CarpoolFields()) }

  /// Reads a carpool scenario, like `load(text:file:overrides:varied:markets:)`.
  public static func load(
    text: String, file: String, overrides: [String] = [], varied: [String] = []
  ) throws(ScenarioError) -> Scenario {
    try load(text: text, file: file, overrides: overrides, varied: varied, markets: .carpool)
  }

  /// The scenario fields specific to the carpool.
  ///
  /// - Precondition: the scenario belongs to the market `carpool`.
  package var carpool: CarpoolFields {
    get { fields(of: CarpoolFields.self) }
    set { setFields(newValue) }
  }
}

/// The fields of the market `carpool`, which other markets do not have.
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

  /// The recorded trips shared by the sides of kind `trips`; nil: none.
  public var trips: Trips? {
    get { carpool.trips }
    set { carpool.trips = newValue }
  }

  /// The rules for matching requests and drivers.
  public var matching: Matching {
    get { carpool.matching }
    set { carpool.matching = newValue }
  }

  /// The behaviour of drivers and passengers outside the matcher's control.
  public var behaviour: Behaviour {
    get { carpool.behaviour }
    set { carpool.behaviour = newValue }
  }

  /// The limits on accepted input.
  public var input: Input {
    get { carpool.input }
    set { carpool.input = newValue }
  }

  /// The emissions per vehicle kilometre, in kg CO₂.
  public var co2PerKm: Double {
    get { carpool.co2PerKm }
    set { carpool.co2PerKm = newValue }
  }

  /// The map-service calls to count; nil: none.
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

extension Scenario {
  /// The reason why individual stop times are not supported in this scenario, with the fields responsible; nil if they
  /// are supported.
  package var obstacleToOwnStops: (sentence: String, fields: [String])? {
    func leaveOut(_ reason: String, _ field: String) -> (String, [String]) {
      ("\(reason); leave out `\(field)`, or those columns", [field])
    }
    if board != nil { return leaveOut("published timetables have a single dwell time", "board") }
    if carpool.matching.transfer != nil {
      return leaveOut("a transfer adds two stops to the trip", "matching.transfer")
    }
    if carpool.matching.walking.reach > 0 {
      return leaveOut("meeting points require equal stops for all passengers", "matching.walk_m")
    }
    if hindsight == true {
      return leaveOut("the hindsight optimum requires equal stops", "results.hindsight")
    }
    return nil
  }
}

extension CarpoolFields {
  /// Returns the value to show for `field`: for an external policy its name, otherwise `value` unchanged.
  package static func shown(_ value: String, of field: String) -> String {
    guard field == "matching.policy",
      value.unicodeScalars.first(where: { !$0.properties.isWhitespace }) == "{"
    else {
      return value
    }
    var parser = JSON5Parser(value)
    var faults = Faults()
    guard let node = try? parser.parse(), let policy = Shape<PolicyChoice>.policy.read(node, field, &faults),
      faults.list.isEmpty
    else { return value }
    return policy.name
  }
}
