extension Scenario {
  /// What only the scenario's market has in it. Carpool's stands as itself, since it is read for every traveller.
  enum Content: Equatable, Sendable {
    case carpool(CarpoolFields)
    case other(any MarketFields)

    init(_ fields: some MarketFields) {
      self = (fields as? CarpoolFields).map(Self.carpool) ?? .other(fields)
    }

    var fields: any MarketFields {
      switch self {
      case .carpool(let fields): fields
      case .other(let fields): fields
      }
    }

    static func == (a: Self, b: Self) -> Bool {
      switch (a, b) {
      case (.carpool(let a), .carpool(let b)): a == b
      case (.other(let a), .other(let b)): a.equals(b)
      default: false
      }
    }
  }

  /// Every field of scenarios of this market; made once where there may be many of them.
  var members: Members<Self> {
    switch content {
    case .carpool: ScenarioMarkets.carpool.standard.members
    case .other(let fields): ScenarioMarkets.Entry(type(of: fields), among: []).members
    }
  }

  /// Creates a scenario of the market that has `fields`, everything else by default.
  package init(of fields: some MarketFields) {
    self.init()
    content = Content(fields)
  }

  /// The market's name, as `carpool`.
  public var market: String { type(of: content.fields).market }

  /// What only the market of the scenario has in it.
  ///
  /// - Precondition: The scenario is of this market.
  package func fields<Own: MarketFields>(of market: Own.Type) -> Own {
    let own: Own? =
      switch content {
      case .carpool(let fields): fields as? Own
      case .other(let fields): fields as? Own
      }
    guard let own else { preconditionFailure(otherMarket(than: Own.market)) }
    return own
  }

  /// Makes the scenario one of the market that has `fields`, and them its own.
  package mutating func setFields(_ fields: some MarketFields) { content = Content(fields) }

  /// What only the carpool has in a scenario.
  ///
  /// - Precondition: The scenario is of the market `carpool`.
  var carpool: CarpoolFields {
    get {
      guard case .carpool(let fields) = content else {
        preconditionFailure(otherMarket(than: CarpoolFields.market))
      }
      return fields
    }
    set { content = .carpool(newValue) }
  }

  private func otherMarket(than asked: String) -> String {
    "the scenario is of market \(market), and is asked for what only \(asked) has"
  }
}

extension MarketFields {
  fileprivate func equals(_ other: any MarketFields) -> Bool { self == other as? Self }
}

/// What only scenarios of the market `carpool` have; of another one nobody may ask for it.
extension Scenario {
  /// Where drivers come from.
  public var supply: Supply {
    get { carpool.supply }
    set { carpool.supply = newValue }
  }

  /// Where requests come from.
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

  /// What drivers and passengers do that the matcher does not decide.
  public var behaviour: Behaviour {
    get { carpool.behaviour }
    set { carpool.behaviour = newValue }
  }

  /// What input is accepted.
  public var input: Input {
    get { carpool.input }
    set { carpool.input = newValue }
  }
}
