import Carpool
import CarpoolScenario
import Foundation
import Scenario
import Testing

@testable import Study

/// Points of a study that have the same travellers share them, and nobody sees it in the results.
final class SharedPeopleTests {
  private let scratch = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString)")
    .path

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  /// A small study in which `fields` vary.
  private func study(_ fields: [String], replications: Int = 2) throws -> Study {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    let scenario = """
      {seed: 1, time: {duration_s: 3600},
       space: {kind: "city", columns: 6, rows: 6, block_m: 300},
       supply: {kind: "synthetic", count: 60}, demand: {kind: "synthetic", count: 60}}
      """
    try Data(scenario.utf8).write(to: URL(filePath: scratch + "/tiny.json5"))
    var plan = StudyPlan()
    plan.replications = replications
    plan.variations = try fields.map { try Variation(option: $0) }
    return try Study(plan, scenario: scratch + "/tiny.json5", version: "test")
  }

  private static let fields = [
    "matching.radius_m=300,900", "supply.count=40,60", "matching.limits.max_detour_s=60,600",
  ]

  @Test(arguments: [1, 2])
  func `each run alone gives the row that it gave among others`(_ jobs: Int) throws {
    let study = try study(Self.fields)
    #expect(study.points.allSatisfy { $0.sharesPeople })
    let runner = try StudyRunner(study, folder: scratch + "/study-\(jobs)", jobs: jobs)
    _ = try runner.run()
    var repetitions: [StudyRunner.Repetition] = []
    for point in study.points {
      for replication in 0..<2 {
        repetitions.append(try runner.run(only: point.runID(replication: replication)))
      }
    }
    #expect(repetitions == Array(repeating: .same, count: 16))
  }

  @Test
  func `runs of the same travellers come together`() throws {
    let study = try study(Self.fields)
    let agenda = RemainingRuns(study, ReplicationRule(study.plan, study.figures), shard: .whole) { _, _ in nil
    }
    var order: [String] = []
    while let item = try agenda.next() {
      order.append("\(study.points[item.point].values[1]) drivers, replication \(item.replication)")
    }
    let groups = ["40", "60"].flatMap { count in (0..<2).map { "\(count) drivers, replication \($0)" } }
    #expect(order == groups.flatMap { Array(repeating: $0, count: 4) })
  }

  @Test
  func `points share only with those that differ in what the matcher does`() throws {
    let alone = try study(["demand.count=10,20", "supply.count=3,4"])
    #expect(!alone.points.contains { $0.sharesPeople })
    let some = try study(["behaviour.stop_duration_s=10,20", "time.duration_s=1800,3600"])
    #expect(some.points.map(\.people) == [0, 1, 0, 1])
  }
}
