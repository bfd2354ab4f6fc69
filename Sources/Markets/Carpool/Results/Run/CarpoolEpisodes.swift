import CarpoolScenario
public import Ground
import JSON5
import Matching
import Metrics
import Models
public import OutsidePolicies
import Quantities
public import Scenario
import Simulation
import Synthesis
import Tables

/// The runs of a scenario as successive episodes of a learner.
///
/// An episode is the run with its seed and replication: given the same decisions, it has the same results as `detour
/// run`.
public struct CarpoolEpisodes: Sendable {
  private let scenario: Scenario
  private let folder: String
  private let ground: Ground

  /// Creates the episodes of `scenario`, with files relative to `folder`, on the `ground` created from its space.
  public init(_ scenario: Scenario, folder: String, on ground: Ground) {
    self.scenario = scenario
    self.folder = folder
    self.ground = ground
  }

  /// Exchanges greetings with `learner`, and runs episodes until it disconnects.
  ///
  /// - Throws: `LearnerError`, or an error that prevents the run from completing.
  public func carryOut(for learner: Learner) throws {
    let list = CarpoolModel.figures(of: scenario.resolved, varying: [])
    guard try learner.greet(hello(list)) else { return }
    if learner.decidesWindows, !scenario.matching.policy.gathers || scenario.matching.batch?.window == .zero {
      throw LearnerError.badAnswer(
        "\"decides\": \"windows\"",
        "the scenario decides each request at once; give matching.policy: \"batch\" and matching.batch, such as {window_s: 10}"
      )
    }
    let rewarded = try learner.figureNames.map { name in
      guard let column = list.named(name) else {
        throw LearnerError.badAnswer(
          name, "it is not a figure of this scenario; give one listed in hello, such as \(list.examples)")
      }
      return column
    }
    var next = NextEpisode<CarpoolWorld>()
    while let (seed, replication) = try learner.nextEpisode() {
      let episode = EpisodeNumber(seed: seed, replication: replication)
      let world = try next.world(of: episode, world(of:))
      do {
        try carryOut(episode, in: world, for: learner, rewarded, list)
      } catch LearnerError.beginsAnew {
        continue
      } catch LearnerError.gone {
        return
      }
    }
  }

  private func world(of episode: EpisodeNumber) throws -> CarpoolWorld {
    var scenario = scenario
    scenario.seed = episode.seed
    scenario.replication = episode.replication
    return try CarpoolModel.world(of: scenario, folder: folder, on: .shared(ground), progress: { _ in })
  }

  private func carryOut(
    _ episode: EpisodeNumber, in prepared: CarpoolWorld, for learner: Learner,
    _ rewarded: [FigureColumn], _ list: FigureList
  ) throws {
    var world = prepared
    world.setup.policy = learner.policy(in: world.input.subject)
    if let interval = learner.reviewInterval {
      world.setup.observation.review = .init(every: interval) { [input = world.input] records in
        // A run that has not ended yet has no errors to report.
        guard let run = try? input.finished(records) else { return }
        let figures = Figures(of: run)
        learner.take(rewarded.map { figures[$0] })
      }
    }
    let results = try world.results()
    var known: [JSON.Member] = [
      .init("seed", .integer(Int128(episode.seed))),
      .init("replication", .integer(Int128(episode.replication))),
      .init(
        "figures",
        .object(list.columns.map { .init($0.name, results.figures[$0].map { .number($0) } ?? .null) })),
    ]
    if learner.wantsFingerprint {
      known.append(.init("fingerprint", .text(try results.digest().fingerprint.text)))
    }
    try learner.end(rewarded.map { results.figures[$0] }, .object(known))
  }

  private func hello(_ list: FigureList) -> [JSON.Member] {
    [
      .init("scenario", .text(scenario.name)), .init("seed", .integer(Int128(scenario.seed))),
      .init("replication", .integer(Int128(scenario.replication))),
      .init("radius_m", .number(scenario.matching.radius)),
      .init("decides", .text((scenario.matching.policy.gathers ? PolicyScope.windows : .requests).rawValue)),
      .init("figures", .list(list.columns.map { .text($0.name) })),
    ]
  }
}
