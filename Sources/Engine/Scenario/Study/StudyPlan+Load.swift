public import JSON5

extension StudyPlan {
  /// Returns whether `text` is a study rather than a scenario: it refers to a scenario.
  public static func isStudy(_ text: String) -> Bool {
    var parser = JSON5Parser(text)
    guard let root = try? parser.parse() else { return false }
    return root["scenario"] != nil && root["space"] == nil
  }

  /// Reads the JSON5 `text` of the study `file`.
  ///
  /// - Parameter markets: the markets whose fields may vary.
  /// - Throws: `ScenarioError` with all faults, except those of the scenario itself.
  public static func load(
    text: String, file: String, markets: ScenarioMarkets
  ) throws(ScenarioError) -> StudyPlan {
    var faults = Faults()
    let root = Scenario.parse(text, &faults)
    var plan = StudyPlan()
    if root.members == nil {
      faults.add(.wrongType(found: root.shown, expected: "an object"), at: "", root.origin)
    } else if !faults.isMalformed {
      plan = members(markets).read(root, "", others: ["$schema"], &faults)
    }
    guard faults.list.isEmpty else { throw ScenarioError(file: file, faults) }
    if plan.name.isEmpty { plan.name = Scenario.defaultName(file: file) }
    return plan
  }

  /// The study with all defaults, in the form of a study file.
  public var resolved: JSON { .object(Self.members().write(self, .reload)) }

  /// The reason the plan cannot be executed, in a sentence; nil if there is none.
  public var conflict: String? {
    let fields = variations.map(\.field)
    if let twice = fields.indices.first(where: { fields[..<$0].contains(fields[$0]) }) {
      return "`\(fields[twice])` is varied twice; give its values once"
    }
    if fields.contains("replication") {
      return
        "`replication` cannot vary: a study numbers its replications itself; give their number as replications"
    }
    if fields.contains("seed") {
      return
        "`seed` cannot vary: each replication uses different random numbers; give their number as replications"
    }
    if fields.contains("market") {
      return "`market` cannot vary, because it determines the figures; run one study per market"
    }
    if let precision, precision.maxReplications < replications {
      return
        "max_replications (\(precision.maxReplications)) is less than replications (\(replications)); give more"
    }
    if precision != nil, replications < 2 {
      return "an interval requires at least two replications; give replications at least 2"
    }
    if design.method == .list, let first = variations.first?.valueCount,
      let other = variations.first(where: { $0.valueCount != first })
    {
      return
        "a list pairs the values of all fields, but `\(variations[0].field)` has \(first) and"
        + " `\(other.field)` \(other.valueCount); give equally many"
    }
    if design.method.isDrawn, variations.isEmpty {
      return "the design `\(design.method.rawValue)` draws points, but no field varies; vary a field"
    }
    if [.morris, .saltelli].contains(design.method), let single = variations.first(where: \.isSingle) {
      return
        "`\(single.field)` has only one value; the design `\(design.method.rawValue)` requires at least two"
    }
    return nil
  }
}
