import JSON5

/// The markets known to a program, for reading scenarios and distinguishing the markets' fields.
public struct ScenarioMarkets: Sendable {
  /// A market with every field of its scenarios.
  struct Entry: Sendable {
    let market: any MarketFields.Type
    private let whole: Deferred<Members<Scenario>>
    private let everyPath: Deferred<[String]>

    /// Creates the entry of `market`, one of `names`. Its fields are created when a scenario of the market is first read.
    init(_ market: any MarketFields.Type, among names: [String]) {
      let whole = Deferred { Scenario.members(of: market, among: names) }
      self.market = market
      self.whole = whole
      everyPath = Deferred { whole.value.declarations.paths }
    }

    /// The fields of the market's scenarios, common and own.
    var members: Members<Scenario> { whole.value }

    /// The dotted path of every field, in documentation order.
    var paths: [String] { everyPath.value }

    var name: String { market.market }

    /// Returns whether the market has a field at the dotted `path`; creates the declarations of its outermost member only.
    func hasField(at path: String) -> Bool {
      let outermost = path.prefix { $0 != "." }
      let declarations = members.fields.filter { $0.name == outermost }.map {
        $0.declared(in: members.prototype)
      }
      return declarations.paths.contains(path)
    }
  }

  /// The entries in documentation order.
  let entries: [Entry]
  /// The default market of scenarios without `market`: the one that declares itself the default, or else the first.
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

extension ScenarioMarkets {
  /// Reads the scenario in `root`, an object, according to its `market`.
  func read(_ root: Node, _ faults: inout Faults) -> Scenario {
    // Every newer field would be reported as unknown.
    if Scenario.isNewer(root, &faults) { return Scenario(of: NoFields()) }
    guard let entry = chosen(by: root, &faults) else {
      // For an unknown market, only the common fields can be checked.
      let common = Scenario.commonMembers
      let names = common.fields.map(\.name)
      let known = (root.members ?? []).filter { names.contains($0.key) }
      return common.read(Node(value: .object(known), origin: root.origin), "", &faults)
    }
    // Editors use the key `$schema` to find the schema.
    let scenario = entry.members.read(root, "", others: ["$schema"], &faults)
    faults.revise { problem(of: $0, in: entry) }
    return scenario
  }

  /// Returns the market of `root`; nil if it is unknown.
  private func chosen(by root: Node, _ faults: inout Faults) -> Entry? {
    guard let node = root["market"] else { return standard }
    return Shape<String>.choice(names).read(node, "market", &faults).flatMap(named)
  }

  /// Returns the problem of `fault` in a scenario of the market of `entry`: an unknown field may belong to another
  /// market.
  private func problem(of fault: ScenarioFault, in entry: Entry) -> ScenarioFault.Problem {
    guard case .unknownField(let nearest, let known, let kind) = fault.problem else { return fault.problem }
    let path = Scenario.plain(fault.path)
    if let foreign = foreign(path, in: entry) { return foreign }
    guard nearest == nil else { return fault.problem }
    // The intended field may have the same name elsewhere, but not in another kind at the same place.
    let named = Scenario.meant(by: path, among: entry.paths).filter { $0 != path }
    guard (1...3).contains(named.count) else { return fault.problem }
    return .unknownField(nearest: named.joined(separator: "` or `"), known: known, ofKind: kind)
  }

  /// Returns the problem that the field at `path` belongs to markets other than that of `entry`; nil if it does not.
  func foreign(_ path: String, in entry: Entry) -> ScenarioFault.Problem? {
    guard !entry.hasField(at: path) else { return nil }
    let owners = entries.filter { $0.hasField(at: path) }.map(\.name)
    return owners.isEmpty ? nil : .foreignField(owners: owners, market: entry.name)
  }
}
