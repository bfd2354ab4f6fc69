extension Scenario {
  /// Every field of the market's scenarios.
  var members: Members<Self> { type(of: own).whole }

  /// The market's name, such as `carpool`.
  public var market: String { type(of: own).market }

  /// Returns the fields of the scenario's market.
  ///
  /// - Precondition: the scenario belongs to this market.
  package func fields<Own: MarketFields>(of market: Own.Type) -> Own {
    guard let own = own as? Own else {
      preconditionFailure(
        "the scenario is of market \(self.market), and is asked for what only \(Own.market) has")
    }
    return own
  }

  /// Changes the scenario to the market of `fields`, and sets them.
  package mutating func setFields(_ fields: some MarketFields) { own = fields }

  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.description == b.description && a.seed == b.seed
      && a.replication == b.replication && a.time == b.time && a.space == b.space
      && a.results == b.results && a.own.equals(b.own)
  }
}

extension MarketFields {
  fileprivate func equals(_ other: any MarketFields) -> Bool { self == other as? Self }
}
