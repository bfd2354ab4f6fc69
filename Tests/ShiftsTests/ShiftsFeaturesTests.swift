import Lifecycle
import Metrics
import Models
import Scenario
import Testing

@testable import Shifts

/// What a scenario of shifts may leave out.
struct ShiftsFeaturesTests {
  private static func run(_ overrides: [String]) throws -> ShiftsRun {
    let (scenario, folder) = try Given.shipped("shifts", overrides: ["volunteers.count=60"] + overrides)
    return try ShiftsWorld(scenario, folder: folder).run(.init())
  }

  /// A value of each member that switches a feature on.
  private static let values = [
    "zones": "{opens_s: 1e6}", "sets": "{}", "behaviour.changes": "{probability: 0.5}",
    "channel.outages": "{times: {kind: 'windows', windows: [{from_s: 0, to_s: 3600}]}}",
  ]

  @Test
  func `a run has the features whose members its scenario has, and no figures and tables of others`() throws {
    let members = ShiftsRun.features.flatMap(\.members).map { $0.joined(separator: ".") }
    #expect(Set(members) == Set(Self.values.keys))
    let plain = try Self.run([])
    #expect(plain.ownFeatures.isEmpty)
    let plainTables = ShiftsRun.tables.recipe(of: plain).tables
    for member in Self.values.keys.sorted() {
      let run = try Self.run(["\(member)=\(Self.values[member] ?? "")"])
      for feature in ShiftsRun.features {
        #expect(run.has(feature) == (feature.members[0].joined(separator: ".") == member), "\(member)")
        let names = Set(run.measured().rows.map(\.metric.name))
        #expect(feature.figures.contains { names.contains($0.metric.name) } == run.has(feature), "\(member)")
      }
      let tables = ShiftsRun.tables.recipe(of: run).tables
      #expect(tables.filter { !plainTables.contains($0) } == run.ownFeatures.flatMap(\.tables).map(\.name))
      let resolved = run.scenario.resolved
      let figures = ShiftsModel.figures(of: resolved, varying: [])
      #expect(run.ownFeatures.flatMap(\.figures).allSatisfy { figures.metrics.contains($0.metric) })
    }
  }

  @Test func `no figure has the name of a field that a study may vary`() throws {
    let run = try Self.run(Self.values.keys.sorted().map { "\($0)=\(Self.values[$0] ?? "")" })
    let figures = Set(run.measured().rows.map(\.metric.name))
    #expect(figures.isDisjoint(with: Self.values.keys) && figures.count > 40)
  }

  @Test func `features together leave a run whose rules all hold`() throws {
    let run = try Self.run(Self.values.keys.sorted().map { "\($0)=\(Self.values[$0] ?? "")" })
    #expect(run.ownFeatures.count == Self.values.count)
    #expect(ShiftsMarketTests.fault(run.festival, run.records) == nil)
  }
}
