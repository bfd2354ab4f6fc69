/// The scenarios of one market: its name, and the fields that only it has.
///
///     ScenarioMarket(FerryFields.self).name        // ferries
public struct ScenarioMarket: Sendable {
  package let fields: any MarketFields.Type

  /// Takes the market that has `fields`.
  package init(_ fields: any MarketFields.Type) { self.fields = fields }

  /// The name of the market in scenarios.
  public var name: String { fields.market }
  /// The participants of the market, in one sentence.
  public var sentence: String { fields.sentence }
  /// The tables that `results.record` may name.
  public var recordable: [String] { fields.recordable }
}

extension ScenarioMarkets {
  /// Knows the markets `all`, in the order of the documentation.
  ///
  /// - Precondition: There is one, and each has a name of its own.
  public init(_ all: [ScenarioMarket]) { self.init(all.map { $0.fields }) }
}
