import Carpool
import Foundation
import JSON5
import Metrics
import Statistics
import TestSupport
import Testing

@testable import Report

/// Means freed of what chance did to the demand.
struct ControlFindingTests {
  private static let requests = FigureColumn(.requests)

  /// A study whose match rate falls by 0.0004 with each request beyond the 1,200 that two hours bring on average.
  private static func study(_ number: UInt64 = 1, scenario: String, replications: Int = 20) throws
    -> StudyTable
  {
    var study = Studies.study([(Studies.radius, ["500", "1000"])], replications: replications) { values, k in
      var draws = KeyedGenerator(seed: number, replication: UInt32(k), purpose: Purpose(rawValue: 900_040))
      let count = (1200 + 1200.0.squareRoot() * draws.normal()).rounded()
      let rate = Double(values[0])! / 2000 - 0.0004 * (count - 1200) + 0.008 * draws.normal()
      return [Studies.matchRate: rate, requests: count]
    }
    study.input = StudyInput(try #require(JSON(parsing: scenario)))
    return study
  }

  private static let rates =
    #"{"time":{"duration_s":7200,"warm_up_s":0},"demand":{"per_hour":600,"count":null},"supply":{"per_hour":null,"count":9}}"#

  @Test
  func `the number of requests is a control where the input gives a rate`() throws {
    let study = try Self.study(scenario: Self.rates)
    let finding = try ControlFinding(study, Studies.matchRate)
    #expect(
      finding.controls.map(\.name) == [Self.requests.name]
        && finding.rows.allSatisfy { $0.expected == [1200] })
    for row in finding.rows {
      #expect(try abs(#require(row.coefficient(0)) + 0.0004) < 0.0002)
      #expect(try #require(row.varianceRatio) < 0.6)
    }
    let analysis = Analysis(study, [Studies.matchRate], controlled: true)
    #expect(analysis.text.contains("Means of match_rate with control variates, by regression"))
    #expect(analysis.json["controlled"]?["match_rate"]?.items?.count == 2)
    #expect(Analysis(study, [Studies.matchRate]).json["controlled"]?.members?.isEmpty == true)
  }

  @Test
  func `controlled intervals hold the truth`() throws {
    let studies = isFullValidation ? 1000 : 200
    var held = 0
    for number in 0..<studies {
      let finding = try ControlFinding(
        Self.study(UInt64(number), scenario: Self.rates, replications: 10), Studies.matchRate)
      held += try #require(finding.rows[1].choice).interval().contains(0.5) ? 1 : 0
    }
    let share = Double(held) / Double(studies)
    print("coverage: controlled mean of 10 runs: \(share)")
    let chance = isFullValidation ? 0 : 3 * (0.95 * 0.05 / Double(studies)).squareRoot()
    #expect(share >= 0.93 - chance && share <= min(0.995, 0.97 + chance), "\(held) of \(studies)")
  }

  @Test(arguments: [
    #"{"time":{"duration_s":7200},"demand":{"per_hour":null,"count":1200},"supply":{"count":9}}"#,
    #"{"time":{"duration_s":7200,"warm_up_s":600},"demand":{"per_hour":600,"profile":[1,2]},"supply":{"count":9}}"#,
  ])
  func `what is exact or unknown controls nothing, and that is said`(scenario: String) throws {
    let study = try Self.study(scenario: scenario)
    let text = sentence { () throws(ReportError) in _ = try ControlFinding(study, Studies.matchRate) }
    #expect(text?.contains("exact with demand.count and supply.count") == true, "\(text ?? "")")
  }

  /// A field that was chosen with --at has another value than the base scenario.
  @Test
  func `a rate that varies counts as the point has it`() throws {
    var study = Studies.study(
      [("demand.per_hour", ["300", "600"]), (Studies.radius, ["5", "6"])], replications: 8
    ) {
      values, k in
      [Studies.matchRate: Double(k * k), Self.requests: Double(values[0])! * 2 + Double(k)]
    }
    study.input = StudyInput(try #require(JSON(parsing: Self.rates)))
    let rows = try ControlFinding(study, Studies.matchRate).rows
    #expect(rows.map(\.expected) == [[600], [600], [1200], [1200]])
    let chosen = try study.selecting("demand.per_hour=300")
    #expect(try ControlFinding(chosen, Studies.matchRate).rows.map(\.expected) == [[600], [600]])
  }
}
