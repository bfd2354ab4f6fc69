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
    let last = path.split(separator: ".").last.map(String.init) ?? path
    let named = known.filter { $0 == last || $0.hasSuffix("." + last) }
    let nearest = named.count == 1 ? named[0] : nearestName(to: path, among: known)
    let advice =
      nearest.map { "did you mean `\($0)`?" }
      ?? (named.isEmpty
        ? "docs/scenario.md lists the fields" : "did you mean one of \(named.joined(separator: ", "))?")
    return "`\(field)` is not a field of a scenario; \(advice)"
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
