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
      return "`\(fields[twice])` is varied twice; give its values at one place"
    }
    if fields.contains("replication") {
      return "`replication` is what a study counts itself; say how many with replications"
    }
    if fields.contains("seed") {
      return
        "`seed` is no field to vary: every replication has random numbers of its own; say how many with replications"
    }
    if fields.contains("market") {
      return "`market` decides which figures there are, so it cannot vary; make a study of each"
    }
    if let precision, precision.maxReplications < replications {
      return
        "max_replications (\(precision.maxReplications)) lies below replications (\(replications)); give more"
    }
    if precision != nil, replications < 2 {
      return "an interval needs two replications or more; give replications at least 2"
    }
    if design.method == .list, let first = variations.first?.valueCount,
      let other = variations.first(where: { $0.valueCount != first })
    {
      return
        "a list takes the values of all fields together, and `\(variations[0].field)` has \(first),"
        + " `\(other.field)` \(other.valueCount); give each as many"
    }
    if design.method.isDrawn, variations.isEmpty {
      return "the design `\(design.method.rawValue)` draws points, but nothing varies; vary a field"
    }
    if [.morris, .saltelli].contains(design.method), let single = variations.first(where: \.isSingle) {
      return
        "`\(single.field)` has one value alone; the design `\(design.method.rawValue)` steps between two or more"
    }
    return nil
  }
}
