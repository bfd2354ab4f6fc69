/// The markets that a program knows: whose scenarios it reads, and whose fields it tells from others'.
public struct ScenarioMarkets: Sendable {
  /// A market, with every field of its scenarios.
  struct Entry: Sendable {
    let market: any MarketFields.Type
    let members: Members<Scenario>

    /// Takes the market `market`, one of `names`.
    init(_ market: any MarketFields.Type, among names: [String]) {
      self.market = market
      members = Scenario.members(of: market, among: names)
    }

    /// The dotted path of every field, in the order of the documentation; made anew, since few ask for it.
    var paths: [String] { members.declarations.paths }

    var name: String { market.market }
  }

  /// The entries in the order of the documentation.
  let entries: [Entry]
  /// The market whose scenarios need not name it: the one that says so, or the first.
  let standard: Entry

  /// Knows the markets `all`, in the order of the documentation.
  ///
  /// - Precondition: There is one, and each has a name of its own.
  package init(_ all: [any MarketFields.Type]) {
    let names = all.map { $0.market }
    precondition(Set(names).count == names.count, "two markets have one name")
    entries = all.map { Entry($0, among: names) }
    guard let standard = entries.first(where: { $0.market.isStandard }) ?? entries.first else {
      preconditionFailure("no market is known")
    }
    self.standard = standard
  }

  /// Their names in scenarios.
  public var names: [String] { entries.map(\.name) }

  /// The tables that scenarios of the market `name` may ask for; none where it is not known.
  public func recordable(of name: String) -> [String] { named(name)?.market.recordable ?? [] }

  func named(_ name: String) -> Entry? { entries.first { $0.name == name } }
}
