public import JSON5
public import Metrics
public import RoadNetwork
import Scenario
import Statistics
import Tables

/// Finds the settings of a scenario that reproduce observed figures.
///
/// Points are run in waves, each within the space that the surfaces from earlier waves have not excluded as
/// implausible. The space remaining at the end is sampled on the surfaces, and the most likely setting is run as
/// well. The runs depend only on the results of finished waves: they are the same for any number of jobs, and after
/// any interruption.
public struct Calibrator {
  private let observed: [ObservedFigure]
  /// The maximum number of waves.
  private let waves: Int
  /// Creates the study with additional points after those of its plan.
  private let study: (_ more: [[String]]) throws -> Study

  /// The surfaces' share of the variance around the observations below which no further wave is run.
  private static let fineShare = 0.1

  /// Returns the number of points in the first wave for `fields` fields (Loeppky, Sacks and Welch 2009,
  /// doi:10.1198/TECH.2009.08040).
  public static func firstPoints(fields: Int) -> Int { 10 * fields }

  /// Returns the minimum number of points for a surface over `fields` fields.
  public static func leastPoints(fields: Int) -> Int { fields + 2 }

  /// Creates a calibrator; the plan of `study` draws the points of the first wave.
  public init(
    to observed: [ObservedFigure], waves: Int, study: @escaping (_ more: [[String]]) throws -> Study
  ) {
    self.observed = observed
    self.waves = waves
    self.study = study
  }

  /// Executes the runs in `folder`, and writes the tables of the study; the returned scenario is that of the best
  /// point, with files relative to `folder`.
  ///
  /// - Throws: `StudyError.plan` if a field has no effect or a figure has too few values; errors of `Study` and
  ///   `StudyRunner`. The numbers in a `StudyInterruption` are those of a wave.
  public func carryOut(
    in folder: String, jobs: Int, method: RoutingMethod = .advised(questions: nil),
    refused: (@Sendable (ArchiveError) -> Void)? = nil, progress: (@Sendable (StudyProgress) -> Void)? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws -> (calibration: Calibration, scenario: JSON, results: StudyResults) {
    var current = try study([])
    let start = current.points.count
    if let idle = current.idleFields.first(where: { current.fields.contains($0.path) }) {
      throw StudyError.plan("\(idle.description); leave it out of --vary, or make it matter with --set")
    }
    let search = CalibrationSearch(current.plan, current.base, to: observed)
    let lock = try StudyRunner.search(current, in: folder, isStopped: isStopped)
    defer { withExtendedLifetime(lock) {} }
    var runner = try StudyRunner(current, folder: folder, jobs: jobs, method: method)
    runner.refused = refused
    runner.progress = progress
    runner.isStopped = isStopped
    var damaged: Set<String> = []
    func adding(_ more: [[String]]) throws -> Study {
      try study(current.points[start...].map(\.values) + more)
    }
    var done: [Calibration.Wave] = []
    while true {
      let rule = ReplicationRule(current.plan, current.figures)
      let carried = try runner.carryOut(rule)
      damaged.formUnion(carried.damaged)
      let match = try search.match(
        current.points.map(\.values),
        carried.values(
          of: observed.map(\.figure), current.points.map { _ in rule.least }, current.figures))
      let remaining = match.remaining(seed: search.seed)
      done.append(Calibration.Wave(points: current.points.count, share: remaining.share))
      if done.count < waves,
        remaining.share == 0 || match.surfaceShare(at: remaining.points) > Self.fineShare,
        case let more = search.next(current.points.map(\.values), filling: remaining), !more.isEmpty
      {
        current = try adding(more)
        runner = try runner.going(on: current)
        continue
      }
      let found = search.samples(of: match, remaining)
      let known = current.points.firstIndex { $0.values == found.best }
      if known == nil {
        current = try adding([found.best])
        runner = try runner.going(on: current)
        damaged.formUnion(try runner.carryOut(rule).damaged)
      }
      var results = try runner.writeTables()
      results.damaged = damaged.sorted()
      let best = known ?? current.points.count - 1
      return (
        search.calibration(match, found, waves: done, best: best), current.scenario(at: best, for: folder),
        results
      )
    }
  }
}

extension Study {
  /// Returns the scenario of the point at `index`, with file paths relative to the folder `place`.
  fileprivate func scenario(at index: Int, for place: String) -> JSON {
    let way = FilePath.way(from: place, to: folder)
    let files = points[index].inputs.map(\.path)
    func moved(_ json: JSON) -> JSON {
      switch json {
      case .object(let members): .object(members.map { JSON.Member($0.key, moved($0.value)) })
      case .list(let items): .list(items.map(moved))
      // A folder of files is given by itself.
      case .text(let text) where files.contains { $0 == text || $0.hasPrefix(text + "/") }:
        .text(FilePath.path(of: text, in: way))
      default: json
      }
    }
    return moved(points[index].scenario.resolved)
  }
}
