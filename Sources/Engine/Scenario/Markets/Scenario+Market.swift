extension Scenario {
  /// Every field of scenarios of this market.
  var members: Members<Self> { type(of: own).whole }

  /// The market's name, as `carpool`.
  public var market: String { type(of: own).market }

  /// The fields that only the market of the scenario has.
  ///
  /// - Precondition: The scenario is of this market.
  package func fields<Own: MarketFields>(of market: Own.Type) -> Own {
    guard let own = own as? Own else {
      preconditionFailure(
        "the scenario is of market \(self.market), and is asked for what only \(Own.market) has")
    }
    return own
  }

  /// Makes the scenario one of the market that has `fields`, and them its own.
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
