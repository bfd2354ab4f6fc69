import JSON5

extension Scenario {
  /// Returns the reason why a study cannot vary `field`, in a sentence; nil if it can.
  ///
  /// - Parameters:
  ///   - market: the market of the scenario; nil: any of `markets`.
  ///   - markets: the known markets.
  public static func fault(
    inField field: String, of market: String? = nil, markets: ScenarioMarkets
  ) -> String? {
    let entries = market.map { [markets.named($0) ?? markets.standard] } ?? markets.entries
    let path = plain(field)
    let parent = path.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(
      separator: ".")
    let anyMember = parent.member([FieldDeclaration].anyName)
    let isKnown = entries.contains { $0.hasField(at: path) || $0.hasField(at: anyMember) }
    guard !isKnown else { return nil }
    let known = entries.flatMap(\.paths).distinct
    if let entry = entries.first, let foreign = markets.foreign(path, in: entry) {
      return "`\(field)` \(foreign.sentence)"
    }
    let advice: String
    switch meant(by: path, among: known) {
    case let named where named.count == 1: advice = "did you mean `\(named[0])`?"
    case let named where named.isEmpty: advice = "docs/scenario.md lists the fields"
    case let named: advice = "did you mean one of \(named.joined(separator: ", "))?"
    }
    return "`\(field)` is not a field of a scenario; \(advice)"
  }

  /// Returns the fields of `known` probably meant by the unknown `path`: the nearest one, or those with the same
  /// last part, with or without the unit.
  ///
  /// Fields with the fewest parts are preferred: for `radius`, `matching.radius_m` rather than the radius of a zone.
  static func meant(by path: String, among known: [String]) -> [String] {
    let last = path.split(separator: ".").last.map(String.init) ?? path
    let named = fields(calledLike: last, among: known)
    // A similar parent distinguishes fields of the same name.
    if named.count > 1, let nearest = nearestName(to: path, among: named) { return [nearest] }
    return named.isEmpty ? nearestName(to: path, among: known).map { [$0] } ?? [] : named
  }

  /// Returns the fields of the default market whose last path component is `name`, with or without its unit.
  public static func fields(calledLike name: String, markets: ScenarioMarkets) -> [String] {
    fields(calledLike: name, among: markets.standard.paths)
  }

  private static func fields(calledLike name: String, among known: [String]) -> [String] {
    func leaves(_ isMeant: (Substring) -> Bool) -> [String] {
      let all = known.filter { $0.split(separator: ".").last.map(isMeant) == true }
      // Users mean the rules of matching, not their overrides for single drivers.
      let rules = all.filter { $0.hasPrefix("matching.") }
      let named = rules.isEmpty ? all : rules
      let fewest = named.map { $0.count(where: { $0 == "." }) }.min()
      return named.filter { $0.count(where: { $0 == "." }) == fewest }
    }
    let equal = leaves { $0 == name }
    return equal.isEmpty ? leaves { $0.hasPrefix(name + "_") } : equal
  }

  /// Returns whether `field` is an integer in this scenario.
  public func holdsInteger(_ field: String) -> Bool {
    var value: JSON? = resolved
    for step in Override.steps(of: field[...]) {
      if case .list(let items) = value {
        value = Int(step).flatMap { items.indices.contains($0) ? items[$0] : nil }
      } else {
        value = value?[step]
      }
    }
    if case .integer = value { return true }
    return false
  }

  /// Returns the text shown in tables for `value`, a value of `field` as written after `--set field=`, in scenarios of
  /// any of `markets`.
  public static func shown(_ value: String, of field: String, markets: ScenarioMarkets) -> String {
    markets.entries.lazy.map { $0.market.shown(value, of: plain(field)) }.first { $0 != value } ?? value
  }

  /// Returns the path without the indices of list items.
  static func plain(_ field: String) -> String {
    Override.steps(of: field[...]).filter { Int($0) == nil }.joined(separator: ".")
  }
}
