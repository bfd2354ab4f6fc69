/// The markets known to a program, for reading scenarios and distinguishing the markets' fields.
public struct ScenarioMarkets: Sendable {
  /// A market with every field of its scenarios.
  struct Entry: Sendable {
    let market: any MarketFields.Type
    let members: Members<Scenario>

    /// Creates the entry of `market`, one of `names`.
    init(_ market: any MarketFields.Type, among names: [String]) {
      self.market = market
      members = Scenario.members(of: market, among: names)
    }

    /// The dotted path of every field, in documentation order; computed on demand, because rarely needed.
    var paths: [String] { members.declarations.paths }

    var name: String { market.market }
  }

  /// The entries in documentation order.
  let entries: [Entry]
  /// The default market of scenarios without `market`: the one that declares it, or the first.
  let standard: Entry

  /// Creates the list of the markets `all`, in documentation order.
  ///
  /// - Precondition: there is at least one, and names are unique.
  package init(_ all: [any MarketFields.Type]) {
    let names = all.map { $0.market }
    precondition(Set(names).count == names.count, "two markets have one name")
    entries = all.map { Entry($0, among: names) }
    guard let standard = entries.first(where: { $0.market.isStandard }) ?? entries.first else {
      preconditionFailure("no market is known")
    }
    self.standard = standard
  }

  /// The market names in scenarios.
  public var names: [String] { entries.map(\.name) }

  /// Returns the optional tables of the market `name`; empty if it is unknown.
  public func recordable(of name: String) -> [String] { named(name)?.market.recordable ?? [] }

  func named(_ name: String) -> Entry? { entries.first { $0.name == name } }
}
