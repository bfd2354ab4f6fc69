import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Tables
import Testing

@testable import Shifts

struct ShiftsRunTests {
  @Test func `the shipped festival runs, alike each time, and its sums agree`() throws {
    let (scenario, folder) = try Given.shipped("shifts")
    let world = try ShiftsWorld(scenario, folder: folder)
    let results = try world.results()
    let receipt = try results.digest()
    #expect(try world.results().digest().fingerprint == receipt.fingerprint)
    #expect(ShiftsMarketTests.fault(world.festival, results.run.records) == nil)
    let figures = results.figures
    #expect(figures[ShiftsMetric.places] == Double(world.festival.programme.places))
    #expect(
      figures[ShiftsMetric.placesFilled, .value].map { $0 + (figures[ShiftsMetric.placesEmpty] ?? 0) }
        == figures[ShiftsMetric.places])
    let outcomes = figures.outcomes.reduce(0) { $0 + $1.count }
    #expect(outcomes == world.festival.requests.count)
    let wishes =
      (1...3).compactMap { figures[ShiftsMetric.wishMet($0)] } + [figures[ShiftsMetric.wishOther] ?? 0]
    #expect(abs(wishes.reduce(0, +) - 1) < 1e-9)
    let series = ShiftsTimeSeries(of: results.run).intervals
    #expect(series.last?.taken == results.run.takenOfShift.reduce(0, +) && series.last?.waiting == 0)
    let summary = results.summary(receipt)
    #expect("\(summary)".contains("filled"))
  }

  @Test func `the recorded festival is told attempt by attempt`() throws {
    let (scenario, folder) = try Given.shipped("shifts-recorded")
    let world = try ShiftsWorld(scenario, folder: folder)
    let run = try world.run(RunObservation())
    #expect(ShiftsMarketTests.fault(world.festival, run.records) == nil)
    let clara = try #require(
      world.festival.volunteers.first { world.names.text(of: $0.id) == "clara" })
    let text = try #require(
      try world.explanation(ofRequest: "\(clara.requests.lowerBound.rawValue + 1)", showing: 3)?.text)
    #expect(
      text.contains("volunteer clara, flexible, signed up at 11:00:00 for afternoon (182:00:00 to 186:00:00)")
    )
    #expect(text.contains("wishes: 1 welcome, 2 games in hall"))
    #expect(text.contains("cycle 1, attempt 1 at 11:00:00 for welcome: no_candidate, post_full"))
    #expect(try world.explanation(ofRequest: "99", showing: 3)?.text == nil)
    #expect(try world.explanation(ofRequest: "amina", showing: 3)?.text == nil)
  }

  @Test func `every table, word and figure is explained`() {
    let dictionary = ShiftsModel.dictionary
    #expect(dictionary.tables.map(\.name).contains("signups"))
    #expect(Set(ShiftsRun.figures.map(\.metric.name)).count == ShiftsRun.figures.count)
    for stage in ShiftStage.allCases { #expect(stage.cause.rawValue == stage.name) }
  }

  @Test func `without flexible volunteers nothing is assigned, and more of them fill more`() throws {
    func filled(_ share: Double, _ assignment: String) throws -> Double {
      let (scenario, folder) = try Given.shipped(
        "shifts",
        overrides: ["volunteers.flexible_share=\(share)", "matching.assignment=\(assignment)"])
      let figures = try ShiftsWorld(scenario, folder: folder).results().figures
      #expect((figures[ShiftsMetric.assigned] ?? 0) > 0 || share == 0 || assignment == "none")
      return try #require(figures[ShiftsMetric.fillRatio])
    }
    let none = try filled(0, "optimal")
    let some = try filled(0.3, "optimal")
    #expect(none < some)
    #expect(try filled(0.3, "none") < some)
  }
}
