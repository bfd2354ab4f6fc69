import CarpoolScenario
import Foundation
import Ground
import Quantities
import Scenario
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Synthesis

/// Recorded travellers that differ between replications.
struct ResamplingTests {
  private func requests(
    _ resampling: String, rows: Int = 2_000, replication: Int = 0
  ) throws -> [Request] {
    var text = "request_id,submit_s,origin_x,origin_y,destination_x,destination_y,latest_pickup_s\n"
    for row in 0..<rows { text += "\(row + 1),\(row),100,\(row % 5000),5000,5000,\(row + 900)\n" }
    let folder = try TemporaryFolder(["r.csv": text])
    return try Fixture.population(
      supply: "{kind: 'none'}", demand: "{kind: 'recorded', file: 'r.csv'\(resampling)}",
      overrides: ["replication=\(replication)", "time.duration_s=2000"], folder: folder.path
    ).requests
  }

  private func times(_ resampling: String, replication: Int = 0) throws -> [Milliseconds] {
    try requests(resampling, replication: replication).map(\.submit)
  }

  @Test
  func `who asks ahead does so at other times too`() throws {
    let plain = try requests(", lead_s: 60")
    let shifted = try requests(", lead_s: 60, resample: 'jitter', jitter_s: 30")
    #expect(shifted.map(\.submit) != plain.map(\.submit))
    #expect(
      shifted.filter { $0.submit > .zero }.allSatisfy {
        $0.earliestPickup - $0.submit == Milliseconds(60_000)
      })
  }

  @Test
  func `without resampling replications are the same`() throws {
    #expect(try times("") == times("", replication: 1))
  }

  @Test
  func `bootstrap draws as many rows with replacement`() throws {
    let drawn = try requests(", resample: 'bootstrap'")
    #expect(drawn.map(\.id) == Array(1...2000))
    // 1 − 1/e of the rows come at least once.
    let distinct = Set(drawn.map(\.submit)).count
    #expect((1_220...1_310).contains(distinct))
    #expect(try drawn.map(\.submit) == times(", resample: 'bootstrap'"))
    #expect(try drawn.map(\.submit) != times(", resample: 'bootstrap'", replication: 1))
  }

  @Test
  func `a denser day has more of the same draws, a thinner one fewer`() throws {
    for (method, spread) in [("bootstrap", 0.0), ("smooth", 4 * 2_000.0.squareRoot())] {
      let counts = try [0.25, 1, 3].map { factor in
        let drawn = try requests(", resample: '\(method)', resample_factor: \(factor)")
        #expect(abs(Double(drawn.count) - factor * 2_000) <= spread * factor.squareRoot(), "\(method)")
        let once = try requests(", resample: '\(method)'").map(\.submit)
        let common = min(drawn.count, once.count)
        #expect(Array(drawn.map(\.submit).prefix(common)) == Array(once.prefix(common)), "\(method)")
        return drawn.count
      }
      #expect(counts[0] < counts[1] && counts[1] < counts[2])
    }
  }

  @Test
  func `the mean of bootstrapped records has the spread of the mean of the record`() throws {
    // 0 … 1999 s: variance of the mean (n² − 1) / 12 / n.
    let expected = (2000.0 * 2000 - 1) / 12 / 2000
    let means = try (0..<300).map { replication in
      let drawn = try requests(", resample: 'bootstrap'", replication: replication)
      return drawn.reduce(0) { $0 + $1.submit.seconds } / Double(drawn.count)
    }
    let mean = means.reduce(0, +) / 300
    let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 299
    let deviation = (expected / 300).squareRoot()
    #expect(abs(mean - 999.5) < 3.5 * deviation)
    // The standard error of a sample variance is σ² √(2 / (n − 1)).
    let error = expected * (2.0 / 299).squareRoot()
    #expect(abs(variance - expected) < 3.5 * error)
  }

  /// A record of somebody who differs from others in one value.
  private struct Record: MovableTraveller {
    var id: Int64
    var value: Double
    var origin = Place(position: Position(x: 0, y: 0))
    var destination = Place(position: Position(x: 0, y: 0))
    var time: Milliseconds { .zero }
    var directDeparture: Milliseconds { .zero }
    var refusal: Cause? { nil }
    mutating func shift(by span: Milliseconds) {}
    mutating func take(_ travel: Travel) {}
  }

  /// Of days that are drawn from a population with a known mean, the share whose interval of 95 % over bootstrapped
  /// replications holds that mean; `DETOUR_FULL_VALIDATION=1` draws 1,000 days, otherwise 100.
  @Test
  func `the interval over bootstrapped replications covers the mean of the population`() throws {
    let days = isFullValidation ? 1_000 : 100
    var resampling = Scenario.Resampling()
    resampling.method = .bootstrap
    var generator = SplitMix64(seed: 2026)
    let makers = try (0..<200).map { replication in
      PopulationMaker(
        scenario: try Fixture.scenario(overrides: ["replication=\(replication)"]), territory: Fixture.plane,
        folder: "")
    }
    let covered = (0..<days).count { _ in
      // Exponential values with a mean of 1: skewed, as waits are.
      let day = (0..<200).map { Record(id: $0, value: -log(1 - generator.uniform())) }
      let means = makers.map { maker in
        maker.resampled(day, resampling, .requests, .numbers).rows.reduce(0) { $0 + $1.value }
          / Double(day.count)
      }.sorted()
      return (means[4]...means[195]).contains(1)
    }
    let share = Double(covered) / Double(days)
    print("bootstrap: \(covered) of \(days) intervals cover the mean")
    #expect((days == 1_000 ? 0.93...0.97 : 0.87...1).contains(share), "\(share)")
  }

  @Test
  func `thin keeps each row with its probability`() throws {
    let kept = try requests(", resample: 'thin', thin_share: 0.25")
    let deviation = (2000 * 0.25 * 0.75).squareRoot()
    #expect(abs(Double(kept.count) - 500) < 3.5 * deviation)
    let other = try requests(", resample: 'thin', thin_share: 0.25", replication: 1)
    #expect(kept.map(\.id) != other.map(\.id))
    // A row that is kept at a smaller share is kept at a larger one: common random numbers.
    let more = try requests(", resample: 'thin', thin_share: 0.5")
    #expect(Set(kept.map(\.id)).isSubset(of: more.map(\.id)))
  }

  @Test
  func `jitter shifts all times of a row, and leaves nobody outside of the period`() throws {
    let shifted = try requests(", resample: 'jitter', jitter_s: 60")
    #expect(shifted.count == 2000)
    let shifts = shifted.map { $0.submit.seconds - Double($0.id - 1) }
    #expect(shifts.allSatisfy { abs($0) <= 60 })
    let inner = shifts[100..<1900]
    let mean = inner.reduce(0, +) / 1800
    #expect(abs(mean) < 3.5 * (1200.0 / 1800).squareRoot())
    #expect(shifted.allSatisfy { $0.submit >= .zero && $0.submit < Milliseconds(2_000_000) })
    #expect(shifted.allSatisfy { $0.latestPickup - $0.submit == Milliseconds(900_000) })
  }

  /// The requests of a file with `rows`, each the text behind its id; `more` is said of `demand` besides.
  private func requests(
    _ columns: String, _ rows: [String], _ more: String, replication: Int = 0,
    in territory: Territory = Fixture.plane
  ) throws -> Population {
    let lines = rows.enumerated().map { "\($0 + 1),\($1)\n" }.joined()
    let folder = try TemporaryFolder(["r.csv": "request_id,\(columns)\n" + lines])
    return try Fixture.population(
      demand: "{kind: 'recorded', file: 'r.csv'\(more)}",
      overrides: ["replication=\(replication)", "time.duration_s=2000"], in: territory, folder: folder.path)
  }

  private static let ends = "submit_s,origin_x,origin_y,destination_x,destination_y"

  @Test
  func `smooth draws about as many rows, and none stays where another is`() throws {
    let drawn = try requests(", resample: 'smooth'")
    #expect(abs(Double(drawn.count) - 2000) < 3.5 * 2000.0.squareRoot())
    #expect(drawn.map(\.id) == Array(1...Int64(drawn.count)))
    #expect(Set(drawn.map(\.origin.position.y)).count > drawn.count * 99 / 100)
    // Times are those of the record, and nobody leaves its rectangle.
    #expect(drawn.allSatisfy { $0.submit.rawValue % 1000 == 0 && $0.submit < Milliseconds(2_000_000) })
    #expect(
      drawn.allSatisfy { $0.origin.position.x == 100 && (0...1999).contains($0.origin.position.y) })
    // Everybody goes to the same place, which is no place to scatter.
    #expect(drawn.allSatisfy { $0.destination.position.x == 5000 && $0.destination.position.y == 5000 })
    #expect(drawn.allSatisfy { $0.latestPickup - $0.submit == Milliseconds(900_000) })
    #expect(try drawn.map(\.submit) == times(", resample: 'smooth'"))
    #expect(try drawn.map(\.submit) != times(", resample: 'smooth'", replication: 1))
  }

  @Test
  func `smooth leaves the slack of a limit as it was`() throws {
    // 100 s for each trip, and a minute more than that.
    let rows = (0..<300).map {
      "\($0),\($0 * 7 % 300),\($0 * 20),\($0 * 7 % 300),\($0 * 20 + 1000),\($0 + 160),160"
    }
    let columns = Self.ends + ",latest_dropoff_s,max_ride_s"
    let drawn = try requests(columns, rows, ", resample: 'smooth'").requests
    #expect(drawn.allSatisfy { $0.refusal == nil })
    #expect(Set(drawn.map(\.direct.duration)).count > 100)
    #expect(
      drawn.allSatisfy {
        $0.latestDropoff - $0.submit - $0.direct.duration == Milliseconds(60_000)
          && $0.maxRide - $0.direct.duration == Milliseconds(60_000)
      })
  }

  @Test
  func `a bootstrap makes close pairs of copies, smooth leaves as many as the record has`() throws {
    var generator = SplitMix64(seed: 7)
    func metres() -> Int { Int(generator.uniform() * 10_000) }
    let rows = (0..<500).map { _ in
      "\(Int(generator.uniform() * 2000)),\(metres()),\(metres()),\(metres()),\(metres())"
    }
    func pairs(_ more: String, _ replication: Int) throws -> Int {
      let drawn = try requests(Self.ends, rows, more, replication: replication).requests
      return drawn.indices.reduce(0) { count, a in
        count
          + drawn[..<a].count { other in
            (other.origin.position - drawn[a].origin.position).squaredLength < 1e6
              && abs((other.submit - drawn[a].submit).rawValue) < 100_000
          }
      }
    }
    func mean(_ method: String) throws -> Double {
      try Double((0..<20).reduce(0) { try $0 + pairs(", resample: '\(method)'", $1) }) / 20
    }
    let record = Double(try pairs("", 0))
    // Of n drawn from n rows, n / 2 pairs are copies of one row.
    #expect(abs(try mean("bootstrap") / (record + 250) - 1) < 0.1)
    #expect(abs(try mean("smooth") / record - 1) < 0.15)
  }

  @Test
  func `smooth snaps to nodes, and leaves out trips that no road allows`() throws {
    // 10 to 20, 10 to 30 and 20 to 30; from 30 nobody comes back, and 20 to 20 is no trip.
    let rows = (0..<90).map { "\($0),\([0, 0, 1000][$0 % 3]),0,\([1000, 2000, 2000][$0 % 3]),0" }
    let drawn = try requests(Self.ends, rows, ", resample: 'smooth'", in: Fixture.road).requests
    #expect(drawn.count > 50)
    #expect(drawn.allSatisfy { $0.refusal == nil && $0.direct.duration > .zero })
    #expect(Set(drawn.map { $0.origin.position.x + 2 * $0.destination.position.x }) == [2000, 4000, 5000])
  }

  @Test
  func `smooth draws rows that take no part as they are`() throws {
    let rows = (0..<400).map { "\($0),\($0 % 4 == 0 ? -500 : 100 + $0),\($0),9000,\($0)" }
    let drawn = try requests(Self.ends, rows, ", resample: 'smooth'").requests
    expectShare(drawn.count { $0.refusal == .outsideSpace }, of: drawn.count, 0.25)
  }

  @Test
  func `true requests for the method that is advised, false for none`() throws {
    #expect(try times(", resample: true") == times(", resample: 'smooth'"))
    #expect(try times(", resample: false") == times(""))
  }

  @Test
  func `the plain bootstrap warns, and no other method`() throws {
    let rows = (0..<20).map { "\($0),100,\($0),5000,5000" }
    func notices(_ more: String) throws -> [String] {
      try requests(Self.ends, rows, more).notices.map(\.description)
    }
    #expect(
      try notices(", resample: 'bootstrap'") == [
        "demand.resample: the copies of a traveller drawn by a bootstrap compete with each other, so that match rates"
          + " are biased downwards; resample: \"smooth\" separates them"
      ])
    for method in ["smooth", "thin", "jitter"] { #expect(try notices(", resample: '\(method)'").isEmpty) }
  }

  @Test
  func `edges of a record reflect`() {
    let found = [-3.0, 0, 4, 10, 12, 23, -21].map { RecordedEnds.reflected($0, into: 0, 10) }
    #expect(found == [3, 0, 4, 10, 8, 3, 1])
    #expect(RecordedEnds.reflected(5, into: 2, 2) == 2)
  }
}
