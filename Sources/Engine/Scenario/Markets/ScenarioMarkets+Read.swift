import JSON5

extension ScenarioMarkets {
  /// Reads the scenario in `root`, an object, according to its `market`.
  func read(_ root: Node, _ faults: inout Faults) -> Scenario {
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

  /// Returns the problem that the field at `path` belongs to other markets than that of `entry`; nil if it does
  /// not.
  func foreign(_ path: String, in entry: Entry) -> ScenarioFault.Problem? {
    guard !entry.paths.contains(path) else { return nil }
    let owners = entries.filter { $0.paths.contains(path) }.map(\.name)
    return owners.isEmpty ? nil : .foreignField(owners: owners, market: entry.name)
  }
}
