import Carpool
import CarpoolScenario
import Foundation
import JSON5
import Markets
import Matching
import Metrics
import Models
import RoadNetwork
import Run
import Scenario
import Study
import Tables

/// Repeats the runs of an archive, and compares their results with the archived ones.
struct ArchiveReproduction {
  private let file: String
  private let archive: ResultArchive
  private let staging: Staging
  private let jobs: Int
  private let allowsPolicy: Bool

  /// Unpacks the archive at `file`.
  ///
  /// - Parameter inputs: the scenario's folder, for an archive without inputs; nil if the archive has them.
  /// - Throws: `ResultArchiveError` if an input is missing or differs from the archived one.
  init(
    _ archive: ResultArchive, file: String, inputs: String?, jobs: Int, allowsPolicy: Bool
  ) throws {
    self.file = file
    self.archive = archive
    self.jobs = jobs
    self.allowsPolicy = allowsPolicy
    staging = try Staging()
    try archive.unpack(into: staging.path)
    if archive.packsInputs {
      try archive.verifyInputs(file: file)
    } else if let inputs {
      try archive.stageInputs(from: inputs, into: staging.path)
    } else if !archive.inputs.isEmpty {
      throw ResultArchiveError.needsInputs(file: file, count: archive.inputs.count)
    }
  }

  /// Repeats all runs, and returns the comparison of each file.
  ///
  /// - Throws: `ResultArchiveError.needsPolicy` if a policy may not be executed; the errors of the runs.
  func comparisons(_ bar: ProgressBar) throws -> [FileComparison] {
    let again = staging.path + "/again"
    switch archive.kind {
    case .run: try repeatRun(to: again, bar)
    case .study: try repeatStudy(to: again, bar)
    }
    return archive.resultNames.map { name in
      let kept = archive.files["\(ResultArchive.results)/\(name)"] ?? Data()
      guard let now = FileManager.default.contents(atPath: again + "/" + name) else {
        return FileComparison(file: name, .missing)
      }
      return name == ResultArchive.manifest
        ? FileComparison(manifests: kept, now) : FileComparison(name, kept, now)
    } + strangers(in: again)
  }

  /// Returns the tables that only the new results have.
  private func strangers(in folder: String) -> [FileComparison] {
    guard archive.kind == .study else { return [] }
    let known = Set(archive.resultNames)
    let found = (try? ArchivedStudyTables.contents(of: folder).map(\.name)) ?? []
    return found.filter { !known.contains($0) }.map { FileComparison(file: $0, .added) }
  }

  private func repeatRun(to folder: String, _ bar: ProgressBar) throws {
    let recorded = try RecordedRun(folder: staging.path + "/" + ResultArchive.results)
    try check([recorded.scenario])
    bar.announce("running")
    try repeatRun(of: recorded, in: recorded.market, to: folder, bar)
  }

  private func repeatRun<Market: MarketModel>(
    of recorded: RecordedRun, in market: Market.Type, to folder: String, _ bar: ProgressBar
  ) throws {
    let world: Market.Ready = try market.world(
      of: recorded.scenario, folder: staging.path + "/" + archive.scenarioFolder,
      on: .method(.advised(questions: nil)), progress: { _ in })
    let observation = RunObservation(threads: 1) { bar.update(share: $0, events: $1) }
    let results = try world.results(observation, Stopwatch())
    try results.keep(
      in: ResultFolder(path: folder, replacing: false), version: Detour.version,
      overrides: (recorded.manifest["overrides"]?.items ?? []).compactMap(\.words),
      keepsPerformance: false)
  }

  private func repeatStudy(to folder: String, _ bar: ProgressBar) throws {
    let kept = archive.files["\(ResultArchive.results)/\(ResultArchive.manifest)"] ?? Data()
    guard let manifest = JSON(parsing: String(decoding: kept, as: UTF8.self)), let plan = manifest["plan"]
    else {
      throw ResultArchiveError.damaged(file: file, "it has no manifest of a study")
    }
    let read = try StudyPlan.load(
      text: plan.compact, file: ResultArchive.manifest, markets: Markets.scenarios)
    let scenario = "\(staging.path)/\(archive.scenarioFolder)/\(ResultArchive.scenario)"
    let study = try Study(read, scenario: scenario, version: Detour.version)
    try check(study.points.map(\.scenario))
    let place = staging.path + "/study"
    var runner = try StudyRunner(study, folder: place, jobs: jobs)
    if bar.tellsOfStudies { runner.progress = { bar.update($0) } }
    runner.isStopped = Interruption.listen()
    _ = try runner.run()
    _ = try StudyMerge([place]).write(to: folder)
  }

  /// Rejects external policies, unless they are allowed.
  private func check(_ scenarios: [Scenario]) throws(ResultArchiveError) {
    guard !allowsPolicy else { return }
    for scenario in scenarios where Markets.of(scenario) == CarpoolModel.self {
      if case .outside(let policy) = scenario.matching.policy {
        throw .needsPolicy(file: file, words: policy.command ?? [policy.library ?? ""])
      }
    }
  }
}

extension ResultArchive {
  /// Checks that the packed inputs have the digests in the list.
  ///
  /// - Throws: `ResultArchiveError.damaged`.
  fileprivate func verifyInputs(file: String) throws {
    for input in inputs {
      guard let place = InputPlace(input.path, in: scenarioFolder)?.path, let data = files[place] else {
        throw ResultArchiveError.damaged(file: file, "the input file `\(input.path)` is missing")
      }
      guard Digest.of(data) == input.sha256 else {
        throw ResultArchiveError.damaged(
          file: file, "the input file `\(input.path)` is not the one that was used")
      }
    }
  }
}

/// The comparison of a result file with its counterpart in the archive.
struct FileComparison: Equatable {
  let file: String
  let finding: Finding

  /// The outcome of the comparison.
  enum Finding: Equatable {
    /// Byte-identical; for the manifest, equal except for the members about versions and folders.
    case same
    /// The number of lines that differ, and the first of them.
    case different(lines: Int, of: Int, first: Place)
    /// The members of the manifest that differ.
    case members([String])
    /// The new results lack the file.
    case missing
    /// Only the new results have the file.
    case added
  }

  /// A place in a table at which the values differ, with both values.
  struct Place: Equatable {
    /// The line, from 1.
    var line: Int
    /// The name of the column; nil if the lines have different numbers of fields.
    var column: String?
    var archived: String
    var found: String
  }

  init(file: String, _ finding: Finding) {
    self.file = file
    self.finding = finding
  }

  /// Compares the contents of the table `file`.
  init(_ file: String, _ archived: Data, _ found: Data) {
    self.file = file
    guard archived != found else {
      finding = .same
      return
    }
    let (kept, now) = (Self.lines(archived), Self.lines(found))
    let most = max(kept.count, now.count)
    func line(_ lines: [Data], _ index: Int) -> Data? { lines.indices.contains(index) ? lines[index] : nil }
    let different = (0..<most).filter { line(kept, $0) != line(now, $0) }
    let first = different.first ?? 0
    finding = .different(
      lines: different.count, of: most,
      first: Self.place(first, line(kept, first), line(now, first), header: kept.first))
  }

  /// The members of manifests about versions and folders, which do not describe the results.
  private static let incidental: Set = ["version", "versions", "schema_version", "scenario_folder"]

  /// Compares the manifests `archived` and `found`.
  init(manifests archived: Data, _ found: Data) {
    file = ResultArchive.manifest
    func members(_ data: Data) -> [String: JSON] {
      let json = JSON(parsing: String(decoding: data, as: UTF8.self))
      return (json?.members ?? []).reduce(into: [:]) { $0[$1.key] = $1.value }
    }
    let (kept, now) = (members(archived), members(found))
    let names = Set(kept.keys).union(now.keys).subtracting(Self.incidental).sorted()
    // Equal numbers may differ as JSON values: they are compared as written.
    let different = names.filter { kept[$0]?.compact != now[$0]?.compact }
    finding = different.isEmpty ? .same : .members(different)
  }

  private static func lines(_ data: Data) -> [Data] {
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Data($0) }
    // A table ends with a line feed, behind which there is no line.
    return data.last == UInt8(ascii: "\n") ? lines.dropLast() : lines
  }

  private static func place(_ index: Int, _ archived: Data?, _ found: Data?, header: Data?) -> Place {
    func text(_ data: Data?) -> String { data.map { String(decoding: $0, as: UTF8.self) } ?? "" }
    func fields(_ data: Data?) -> [Substring] {
      text(data).split(separator: ",", omittingEmptySubsequences: false)
    }
    let (kept, now, names) = (fields(archived), fields(found), fields(header))
    guard archived != nil, found != nil, kept.count == now.count, kept.count == names.count,
      let column = kept.indices.first(where: { kept[$0] != now[$0] })
    else { return Place(line: index + 1, column: nil, archived: text(archived), found: text(found)) }
    return Place(
      line: index + 1, column: String(names[column]), archived: String(kept[column]),
      found: String(now[column]))
  }

  /// Whether the file was reproduced.
  var isSame: Bool { finding == .same }

  /// The outcome in words.
  var sentence: String {
    func shown(_ text: String) -> String {
      let visible = text.visible
      return text.isEmpty ? "nothing" : "`\(visible.count > 60 ? visible.prefix(59) + "…" : visible)`"
    }
    switch finding {
    case .same: return "same"
    case .different(let lines, let all, let first):
      let column = first.column.map { ", column \($0.visible)" } ?? ""
      return
        "\(lines) of \(all) lines differ, first line \(first.line)\(column): archived \(shown(first.archived)),"
        + " now \(shown(first.found))"
    case .members(let names): return "differs in \(names.joined(separator: ", "))"
    case .missing: return "archived, but not among the new results"
    case .added: return "among the new results, but not archived"
    }
  }
}
