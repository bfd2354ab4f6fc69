import Ground
import Markets
import Metrics
public import Models
import RoadNetwork
import Scenario
import Statistics
import Tables

/// The input quantities of a study's runs, known before any simulation, and their means over additional replications
/// of the input, for use as control variates.
public struct InputSample: Sendable {
  /// The controls; their values are those of an arbitrary run.
  public let controls: [InputControl]
  /// The number of replications from which the means are estimated.
  public let count: Int
  /// The quantities at each point, in study order.
  var points: [Point]

  struct Point: Sendable {
    /// The values of the controls in each run.
    var values: [StudyTable.Key: [Double]] = [:]
    var means: [Double] = []
    /// The covariance matrix of the errors of the means, by row.
    var covariance: [[Double]] = []
  }

  /// The number of additional replications per run of a point; the variance of the sampled mean is then a twentieth of
  /// that of the mean over the runs.
  private static let drawsPerRun = 20
  /// The minimum number of runs of a point for which sampling pays off.
  private static let leastRuns = ControlledMean.leastCount(controls: 1)

  /// Draws the input of the runs of `study` again, and that of additional replications.
  ///
  /// - Returns: nil if there are too few runs, the market has no input quantities, or they are the same in all
  ///   runs.
  /// - Throws: `ReportError.impossible` if the input is unknown or has changed, or the error that prevents the
  ///   creation of a world.
  public init?(_ study: StudyTable) throws {
    let most = study.points.map(\.runs.count).max() ?? 0
    guard most >= Self.leastRuns else { return nil }
    guard let input = study.input, let folder = input.folder else {
      throw Self.refusal("\(study.folder) does not record where its input is")
    }
    var maker = InputMaker(folder: folder)
    let scenarios = try study.points.map { point in
      let scenario = try input.scenario(study.parameters, point.values)
      guard try maker.isInput(scenario, of: point.runs[0]) else {
        throw Self.refusal("it has changed since \(study.folder) was run, or another version ran it")
      }
      return Markets.of(scenario).controlled(scenario)
    }
    // Points that share everything relevant to the input share its quantities.
    var kinds: [Scenario] = []
    let places = try scenarios.map { scenario in
      guard let scenario else { throw Self.refusal("the market has none") }
      if let place = kinds.firstIndex(of: scenario) { return place }
      kinds.append(scenario)
      return kinds.count - 1
    }
    let keys = Set(study.points.flatMap { $0.runs.map(\.key) }).sorted {
      ($0.seed, $0.replication) < ($1.seed, $1.replication)
    }
    var found = Array(repeating: Point(), count: kinds.count)
    var controls: [InputControl] = []
    for key in keys {
      for (place, kind) in kinds.enumerated() {
        let all = try maker.controls(kind, key)
        if controls.isEmpty { controls = all }
        found[place].values[key] = all.map(\.value)
      }
    }
    guard found.contains(where: { Set($0.values.values).count > 1 }) else { return nil }
    count = Self.drawsPerRun * most
    let next = (keys.last?.replication ?? 0) + 1
    var drawn = Array(repeating: [[Double]](), count: kinds.count)
    for replication in 0..<UInt64(count) {
      let key = StudyTable.Key(seed: keys[0].seed, replication: next + replication)
      for (place, kind) in kinds.enumerated() {
        drawn[place].append(try maker.controls(kind, key).map(\.value))
      }
    }
    for place in kinds.indices { found[place].take(drawn[place]) }
    self.controls = controls
    points = places.map { found[$0] }
  }

  private static func refusal(_ reason: String) -> ReportError {
    .impossible(what: "controls of the input", reason: reason)
  }
}

extension InputSample.Point {
  /// Stores the means of `rows` and their covariance.
  fileprivate mutating func take(_ rows: [[Double]]) {
    let (count, width) = (Double(rows.count), rows[0].count)
    let means = (0..<width).map { column in rows.reduce(0) { $0 + $1[column] } / count }
    covariance = (0..<width).map { a in
      (0..<width).map { b in
        let products: Double = rows.reduce(0) { $0 + ($1[a] - means[a]) * ($1[b] - means[b]) }
        return products / (count - 1) / count
      }
    }
    self.means = means
  }
}

/// Generates inputs; caches their networks and file digests.
private struct InputMaker {
  private let folder: String
  private var digests: InputDigests
  private var grounds: [(space: Scenario.Space, ground: Ground)] = []

  init(folder: String) {
    self.folder = folder
    digests = InputDigests(folder: folder)
  }

  /// Returns whether `scenario` and its files are the input of `run`.
  mutating func isInput(_ scenario: Scenario, of run: StudyTable.Run) throws -> Bool {
    var scenario = scenario
    (scenario.seed, scenario.replication) = (run.key.seed, run.key.replication)
    let inputs = try Markets.of(scenario).inputs(of: scenario, &digests)
    return RunIdentity(of: scenario, inputs: inputs).runID == run.id
  }

  /// Returns the input quantities of `scenario` with the seed and replication of `key`.
  mutating func controls(_ scenario: Scenario, _ key: StudyTable.Key) throws -> [InputControl] {
    var scenario = scenario
    (scenario.seed, scenario.replication) = (key.seed, key.replication)
    let source = GroundSource.shared(try ground(of: scenario.space))
    return try Markets.of(scenario).world(of: scenario, folder: folder, on: source, progress: { _ in })
      .controls
  }

  private mutating func ground(of space: Scenario.Space) throws -> Ground {
    if let known = grounds.first(where: { $0.space == space }) { return known.ground }
    let ground = try Ground(space, folder: folder, method: .advised(questions: nil))
    grounds.append((space, ground))
    return ground
  }
}
