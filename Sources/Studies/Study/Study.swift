import Ground
import JSON5
import Markets
public import Metrics
public import Models
public import Scenario
public import Tables

/// A study ready for execution: every point with its checked scenario.
///
///     let study = try Study(plan, scenario: "Scenarios/quickstart.json5", version: "1.0.0")
///     study.points[3].values             // ["1000", "300"]
///
/// Replication k uses the same random numbers at every point (common random numbers): points differ because of the
/// varied fields, not by chance.
public struct Study: Sendable {
  public let plan: StudyPlan
  /// The scenario with the plan's overrides, without variations.
  public let base: Scenario
  /// The market of the scenario.
  public let market: any MarketModel.Type
  /// The figures of its runs.
  public let figures: FigureList
  /// The folder to which the scenario's files are relative.
  public let folder: String
  /// The program's version.
  public let version: String
  public let points: [StudyPoint]
  /// The indices of points that belong together: those along a trajectory of the design `morris`, or in a row
  /// of `saltelli`.
  public let groups: [[Int]]
  /// The input files of runs of the base scenario.
  public let inputs: [InputFile]

  /// The fields, set or varied, that have no effect at any point.
  public let idleFields: [IdleField]
  /// Warnings, one sentence each, about fields varied without effect, known before any run: idle fields, and fields
  /// overridden by columns of the input in some rows.
  public let warnings: [String]

  /// The varied fields, in the order of the columns.
  public var fields: [String] { plan.variations.map(\.field) }

  /// Reads the scenario at `path` and creates the points of `plan`, followed by those with the values `more`.
  ///
  /// - Parameter progress: called from time to time with the share of points checked, 0 … 1.
  /// - Throws: `ScenarioError` with the faults of the scenario or a value, `StudyError` with the fault of the
  ///   plan, `TableError` and `NetworkError` if a file is missing.
  public init(
    _ plan: StudyPlan, scenario path: String, version: String, adding more: [[String]] = [],
    progress: (Double) -> Void = { _ in }
  ) throws {
    if let conflict = plan.conflict { throw StudyError.plan(conflict) }
    self.plan = plan
    self.version = version
    folder = FilePath.folder(of: path)
    let text = try FileBytes(contentsOf: path).text
    base = try Scenario.load(
      text: text, file: path, overrides: plan.overrides, markets: Markets.scenarios)
    market = Markets.of(base)
    for variation in plan.variations {
      if let fault = Scenario.fault(inField: variation.field, of: base.market, markets: Markets.scenarios) {
        throw StudyError.unknownField(fault)
      }
    }
    figures = market.figures(of: base.resolved, varying: plan.variations.map(\.field))
    if let figure = plan.precision?.figure, figures.named(figure) == nil {
      throw StudyError.unknownFigure(name: figure, examples: figures.examples)
    }
    var digests = InputDigests(folder: folder)
    inputs = try market.inputs(of: base, &digests)
    let design = try StudyDesign(plan, base).adding(more)
    groups = design.groups
    try Self.checkNames(plan)
    points = try Self.points(design, market, text, path, &digests, progress)
    let columns = VariedColumns(of: plan.variations.map(\.field), points, market, folder: folder)
    let idle = points.dropFirst().reduce(points.first?.scenario.idleFields ?? []) {
      $0.isEmpty ? $0 : $0.common(with: $1.scenario.idleFields)
    }
    idleFields = idle + columns.idle.filter { field in !idle.contains { $0.path == field.path } }
    warnings = idleFields.map(\.description) + columns.notices
  }

  private static func points(
    _ design: StudyDesign, _ market: any MarketModel.Type, _ text: String, _ path: String,
    _ digests: inout InputDigests,
    _ progress: (Double) -> Void
  ) throws -> [StudyPoint] {
    var spaces: [Scenario.Space] = []
    var peopleOfText: [String: Int] = [:]
    var pointOfID: [String: [String]] = [:]
    var points = try design.scenarios(text, path, progress: progress).map { values, scenario in
      let space = spaces.lastIndex(of: scenario.space) ?? spaces.count
      if space == spaces.count { spaces.append(scenario.space) }
      let inputs = try market.inputs(of: scenario, &digests)
      // By digest, because there may be a million different ones.
      let text = market.travellers(of: scenario).map { Digest.of($0.resolved.compact) } ?? "\(values)"
      let people = peopleOfText[text] ?? peopleOfText.count
      peopleOfText[text] = people
      let point = StudyPoint(
        values: values, scenario: scenario, inputs: inputs, space: space, people: people)
      if let other = pointOfID.updateValue(values, forKey: point.id) {
        throw StudyError.equalPoints(design.words(other), design.words(values))
      }
      return point
    }
    let counts = points.reduce(into: Array(repeating: 0, count: peopleOfText.count)) { $0[$1.people] += 1 }
    for index in points.indices { points[index].sharesPeople = counts[points[index].people] > 1 }
    return points
  }

  /// Rejects distinct values that tables would show as the same text.
  private static func checkNames(_ plan: StudyPlan) throws(StudyError) {
    for variation in plan.variations {
      var values: [String: String] = [:]
      for value in variation.values {
        let name = Scenario.shown(value, of: variation.field, markets: Markets.scenarios)
        if let other = values.updateValue(value, forKey: name), other != value {
          throw .plan("\(other) and \(value) are both called `\(name)`; give one of them another `name`")
        }
      }
    }
  }

  /// Returns the values of a point as shown in tables.
  func shown(_ point: StudyPoint) -> [String] {
    zip(fields, point.values).map { Scenario.shown($1, of: $0, markets: Markets.scenarios) }
  }

  /// The identity of the base scenario: 16 hexadecimal digits.
  public var scenarioID: String { RunIdentity(of: base, inputs: inputs).runID }

  /// Returns a point as text: `matching.radius_m = 500, matching.policy = first`.
  public func words(_ point: StudyPoint) -> String {
    StudyDesign.words(fields, point.values)
  }
}

/// The varied fields of a study that are overridden by columns of its input files, determined before any run.
struct VariedColumns {
  /// Fields that have no effect at any point, because a column gives their value in every row.
  private(set) var idle: [IdleField] = []
  /// Fields that affect only some rows, one sentence each.
  private(set) var notices: [String] = []

  /// An input file as read by a scenario.
  private struct Source: Hashable {
    let table: InputTable
    let path: String
    /// The file's own column names, keyed by the standard names.
    let columns: [String: String]
  }

  /// Reads the header of each file used by the `points`, and its rows if a column may override a field.
  ///
  /// - Parameter folder: the folder to which the paths of input files are relative.
  init(of fields: [String], _ points: [StudyPoint], _ market: any MarketModel.Type, folder: String) {
    guard market.replaces(anyOf: fields) else { return }
    var known: [Source: [InputTable.Coverage]] = [:]
    var tablesOfDemand: [String: [InputTable]] = [:]
    let roles = Set(market.inputTables.filter { $0.replaces(anyOf: fields) }.map(\.name))
    func coverages(_ point: StudyPoint) -> [(file: String, coverage: InputTable.Coverage)] {
      guard point.inputs.contains(where: { roles.contains($0.role) }) else { return [] }
      let resolved = point.scenario.resolved
      // Which columns count depends on files of the demand, which are not read again for each point.
      let demand = resolved["demand"]?.compact ?? ""
      let tables = tablesOfDemand[demand] ?? market.inputTables(of: point.scenario, folder: folder)
      tablesOfDemand[demand] = tables
      return point.inputs.flatMap { input -> [(String, InputTable.Coverage)] in
        guard let table = tables.first(where: { $0.name == input.role }) else { return [] }
        let source = Source(
          table: table, path: input.path, columns: resolved.columns(ofFile: input.path) ?? [:])
        if known[source] == nil {
          // A file that cannot be read has no run, which says why.
          known[source] =
            (try? table.coverage(
              of: fields, inFile: FilePath.path(of: input.path, in: folder), columns: source.columns)) ?? []
        }
        return known[source, default: []].map { (input.path, $0) }
      }
    }
    let found = points.map(coverages)
    for field in fields {
      let covered = found.map { $0.filter { $0.coverage.field == field && $0.coverage.filled > 0 } }
      guard let first = covered.first?.first, covered.allSatisfy({ !$0.isEmpty }) else { continue }
      let columns =
        "\(first.coverage.columns.count == 1 ? "the column" : "the columns")"
        + " \(first.coverage.columns.map { "`\($0)`" }.joined(separator: " and ")) of \(first.file)"
        + " \(first.coverage.columns.count == 1 ? "overrides" : "override") it"
      if covered.allSatisfy({ $0.contains { $0.coverage.filled == $0.coverage.rows } }) {
        idle.append(
          IdleField(path: field, origin: .variation(field), reason: "\(columns) in every row"))
      } else if let part = covered.lazy.compactMap({ $0.first { $0.coverage.filled < $0.coverage.rows } })
        .first
      {
        notices.append(
          "\(field), which varies, affects only \(part.coverage.rows - part.coverage.filled) of"
            + " \(part.coverage.rows) rows: \(columns) in the others")
      }
    }
  }
}

extension MarketModel {
  /// Returns whether a column of any of the market's input tables overrides one of `fields`.
  fileprivate static func replaces(anyOf fields: [String]) -> Bool {
    inputTables.contains { $0.replaces(anyOf: fields) }
  }
}

extension InputTable {
  /// Returns whether a column overrides one of `fields`.
  fileprivate func replaces(anyOf fields: [String]) -> Bool {
    columns.contains { column in fields.contains(where: column.replaces) }
  }
}

extension JSON {
  /// Returns the `columns` of the object that names `file`, anywhere in a scenario; nil if there is none.
  fileprivate func columns(ofFile file: String) -> [String: String]? {
    if let members {
      if members.contains(where: { $0.value == .text(file) }), let columns = self["columns"]?.members {
        return Dictionary(
          columns.map { ($0.key, $0.value.words ?? "") }, uniquingKeysWith: { first, _ in first })
      }
      return members.lazy.compactMap { $0.value.columns(ofFile: file) }.first
    }
    return items?.lazy.compactMap { $0.columns(ofFile: file) }.first
  }
}
