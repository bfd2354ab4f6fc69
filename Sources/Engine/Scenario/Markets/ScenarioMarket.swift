/// The scenario definition of one market: its name and its own fields.
///
///     ScenarioMarket(FerryFields.self).name        // ferries
public struct ScenarioMarket: Sendable {
  package let fields: any MarketFields.Type

  /// Creates the definition of the market with `fields`.
  package init(_ fields: any MarketFields.Type) { self.fields = fields }

  /// The name of the market in scenarios.
  public var name: String { fields.market }
  /// The participants of the market, in one sentence.
  public var sentence: String { fields.sentence }
  /// The tables allowed in `results.record`.
  public var recordable: [String] { fields.recordable }
}

extension ScenarioMarkets {
  /// Creates the list of the markets `all`, in documentation order.
  ///
  /// - Precondition: there is at least one, and names are unique.
  public init(_ all: [ScenarioMarket]) { self.init(all.map { $0.fields }) }
}
