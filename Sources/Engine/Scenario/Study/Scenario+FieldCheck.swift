import JSON5

extension Scenario {
  /// The fault of `field` as the path of something that varies, in a sentence; nil where there is none.
  ///
  /// - Parameters:
  ///   - market: the market of the scenario in which it varies; nil where it may be any of `markets`.
  ///   - markets: those that are known.
  public static func fault(
    inField field: String, of market: String? = nil, markets: ScenarioMarkets
  ) -> String? {
    let entries = market.map { [markets.named($0) ?? markets.standard] } ?? markets.entries
    let path = plain(field)
    let known = entries.flatMap(\.paths).distinct
    let parent = path.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(
      separator: ".")
    guard !known.contains(path), !known.contains(parent.member([FieldDeclaration].anyName)) else {
      return nil
    }
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

  /// Returns the fields of `known` that were probably meant by `path`, which is none: the nearest one, or those that are called like its last
  /// part, with or without the unit.
  ///
  /// Those with the fewest parts are the ones that people mean: of `radius`, `matching.radius_m` and not that of a zone.
  static func meant(by path: String, among known: [String]) -> [String] {
    let last = path.split(separator: ".").last.map(String.init) ?? path
    let named = fields(calledLike: last, among: known)
    // A parent that is nearly right tells those of one name apart.
    if named.count > 1, let nearest = nearestName(to: path, among: named) { return [nearest] }
    return named.isEmpty ? nearestName(to: path, among: known).map { [$0] } ?? [] : named
  }

  /// Returns the fields of the standard market whose last part is `name`, with or without its unit.
  public static func fields(calledLike name: String, markets: ScenarioMarkets) -> [String] {
    fields(calledLike: name, among: markets.standard.paths)
  }

  private static func fields(calledLike name: String, among known: [String]) -> [String] {
    func leaves(_ isMeant: (Substring) -> Bool) -> [String] {
      let all = known.filter { $0.split(separator: ".").last.map(isMeant) == true }
      // The rules of matching are what people set, and not what single drivers have in their place.
      let rules = all.filter { $0.hasPrefix("matching.") }
      let named = rules.isEmpty ? all : rules
      let fewest = named.map { $0.count(where: { $0 == "." }) }.min()
      return named.filter { $0.count(where: { $0 == "." }) == fewest }
    }
    let equal = leaves { $0 == name }
    return equal.isEmpty ? leaves { $0.hasPrefix(name + "_") } : equal
  }

  /// Tells whether `field` holds whole numbers in this scenario.
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

  /// The text in tables for the `value` of `field`, as it would stand after `--set field=`, in scenarios of one of
  /// `markets`.
  public static func shown(_ value: String, of field: String, markets: ScenarioMarkets) -> String {
    markets.entries.lazy.map { $0.market.shown(value, of: plain(field)) }.first { $0 != value } ?? value
  }

  /// The path without the numbers of list items.
  static func plain(_ field: String) -> String {
    Override.steps(of: field[...]).filter { Int($0) == nil }.joined(separator: ".")
  }
}
