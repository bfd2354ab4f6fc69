import JSON5
import Markets
import Metrics
import Models
import Scenario
import Tables

/// The manifest of a study folder: it identifies the study, and suffices to make its tables from its runs.
struct StudyManifest: Sendable {
  var scenarioID: String
  var version: String
  /// The folder to which the scenario's files are relative, itself relative to the study's folder.
  var scenarioFolder: String
  var plan: StudyPlan
  var points: [Point]
  /// The indices of points that belong together; empty for designs without trajectories or rows.
  var groups: [[Int]]
  var inputs: [InputFile]
  /// The resolved base scenario.
  var scenario: JSON
  /// The market of the scenario.
  var market: any MarketModel.Type
  /// The notices of existing runs about their input, without duplicates; ignored when comparing studies.
  var notices: [String] = []

  /// The maximum number of notices kept.
  static let noticesKept = 1000

  /// A point by its key, with the varied values as shown in tables.
  struct Point: Equatable, Sendable {
    var id: String
    var values: [String]
  }

  /// Creates the manifest of `study` in `folder`.
  init(of study: Study, in folder: String) {
    scenarioID = study.scenarioID
    version = study.version
    scenarioFolder = FilePath.way(from: folder, to: study.folder)
    plan = study.plan
    plan.scenario = study.base.name
    points = study.points.map { Point(id: $0.id, values: study.shown($0)) }
    groups = study.groups
    inputs = study.inputs
    scenario = study.base.resolved
    market = study.market
  }

  /// Reads the manifest in the file at `path`; nil if there is no such file.
  ///
  /// - Throws: `StudyError.damagedManifest` if it has other content.
  init?(at path: String) throws(StudyError) {
    guard let text = StudyFolder.text(path) else { return nil }
    guard let json = JSON(parsing: text), let id = json["scenario_id"]?.words,
      let version = json["version"]?.words, let folder = json["scenario_folder"]?.words,
      let plan = json["plan"],
      let study = try? StudyPlan.load(text: plan.compact, file: path, markets: Markets.scenarios),
      let points = json["points"]?.items, let inputs = json["inputs"]?.items,
      let scenario = json["scenario"], let market = Markets.of(json)
    else { throw .damagedManifest(file: path) }
    scenarioID = id
    self.version = version
    scenarioFolder = folder
    self.plan = study
    self.points = points.compactMap(Point.init)
    groups = (json[Self.groupsName(study)]?.items ?? []).compactMap { $0.items?.compactMap(\.whole) }
    self.inputs = inputs.compactMap(InputFile.init)
    self.scenario = scenario
    self.market = market
    notices = (json["notices"]?.items ?? []).compactMap(\.words)
    let width = study.variations.count
    guard self.points.count == points.count, self.inputs.count == inputs.count,
      self.points.allSatisfy({ $0.values.count == width && !$0.values.contains(where: \.beginsFormula) }),
      !study.variations.contains(where: \.field.beginsFormula),
      groups.joined().allSatisfy(self.points.indices.contains)
    else {
      throw .damagedManifest(file: path)
    }
  }

  /// Returns the name of the groups of points.
  private static func groupsName(_ plan: StudyPlan) -> String {
    plan.design.method == .saltelli ? "rows" : "trajectories"
  }

  /// The figures of its runs.
  var figures: FigureList { market.figures(of: scenario, varying: fields) }

  /// The varied fields.
  var fields: [String] { plan.variations.map(\.field) }

  /// The content of manifest.json.
  var text: String { text(with: [.init("notices", .list(notices.map { .text($0) }))]) }

  /// The identity of the study: the manifest without its runs' notices.
  var study: String { text(with: []) }

  private func text(with more: [JSON.Member]) -> String {
    // Equal numbers may differ as JSON values: manifests are compared as written.
    let steps = JSON.list(groups.map { .list($0.map { .integer($0) }) })
    let members: [JSON.Member] = [
      .init("scenario_id", .text(scenarioID)),
      .init("version", .text(version)),
      .init("scenario_folder", .text(scenarioFolder)),
      .init("paths", .text(Manifest.pathBase)),
      .init("inputs", .list(inputs.map(\.json))),
      .init("plan", plan.resolved),
      .init("points", .list(points.map(\.json))),
      .init("scenario", scenario),
    ]
    return JSON.object(members + (groups.isEmpty ? [] : [.init(Self.groupsName(plan), steps)]) + more)
      .indented
  }
}

extension StudyManifest.Point {
  fileprivate var json: JSON {
    ["id": .text(id), "values": .list(values.map { .text($0) })]
  }

  fileprivate init?(_ json: JSON) {
    guard let id = json["id"]?.words, let values = json["values"]?.items else { return nil }
    self.id = id
    self.values = values.compactMap(\.words)
  }
}
