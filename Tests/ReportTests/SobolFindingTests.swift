import Carpool
import JSON5
import Metrics
import Report
import Scenario
import Statistics
import TestSupport
import Testing

struct SobolFindingTests {
  /// Two parameters, of which the first has three quarters of the variance and the second one quarter, without a share in
  /// common; the noise of a replication is that of all its points.
  static func study(_ rows: Int = 128) -> StudyTable {
    var points: [StudyTable.Point] = []
    var places: [[Int]] = []
    for row in SaltelliDesign.rows(count: rows, parameters: 2, seed: 3) {
      let first = points.count
      for point in [row.a, row.b] + row.mixed {
        let value = 3.0.squareRoot() * point[0] + point[1]
        points.append(
          StudyTable.Point(
            values: point.map { "\($0)" },
            measured: (0..<3).map { k in
              StudyTable.Run(
                id: Studies.runID(points.count, k), seed: 1, replication: UInt64(k),
                figures: [Studies.matchRate: value + [0.3, -0.4, 0.1][k]])
            }))
      }
      places.append(Array(first..<points.count))
    }
    return StudyTable(
      folder: "sobol", parameters: [Studies.limit, Studies.radius], points: points, rows: places)
  }

  @Test
  func `the shares of an additive figure are found, and add up`() throws {
    let finding = try SobolFinding(Self.study(), Studies.matchRate)
    #expect(finding.count == 128 && finding.rows.map(\.parameter) == [Studies.limit, Studies.radius])
    for (row, truth) in zip(finding.rows, [0.75, 0.25]) {
      #expect(row.index.first.interval.contains(truth) && row.index.total.interval.contains(truth))
      #expect(abs(row.index.total.value - truth) < 0.15)
    }
    let analysis = Analysis(Self.study(16), [Studies.matchRate])
    #expect(analysis.text.contains("Sobol' indices of match_rate (shares of its variance, from 16 rows"))
    #expect(analysis.json["sobol"]?["match_rate"] != nil)
    let picture = try PictureRequest(Self.study(), figures: [Studies.matchRate]).picture(.sobol)
    #expect(picture.name == "sobol-match_rate" && picture.script.contains("with yerrorbars"))
  }

  /// With few rows an index is often estimated outside 0 … 1.
  @Test func `estimates that are no shares are explained`() throws {
    var explained = 0
    for rows in [4, 16, isFullValidation ? 64 : 48] {
      let study = Self.study(rows)
      let indices = try SobolFinding(study, Studies.matchRate).rows.flatMap {
        [$0.index.first, $0.index.total]
      }
      let isOutside = indices.contains { !(0...1).contains($0.value) }
      #expect(Analysis(study, [Studies.matchRate]).text.contains("estimates outside 0 … 1") == isOutside)
      explained += isOutside ? 1 : 0
    }
    #expect(explained > 0 && explained < 3)
  }

  @Test
  func `other designs say what would give indices`() {
    let found = sentence { () throws(ReportError) in _ = try SobolFinding(Studies.grid(), Studies.matchRate) }
    #expect(
      found
        == "the Sobol' indices of match_rate: require a study with the design saltelli, such as --design saltelli 128"
    )
  }
}
