import CarpoolScenario
import Foundation
import Ground
import Quantities
import Scenario
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
  private struct Record: RecordedTraveller {
    var id: Int64
    var value: Double
    mutating func shift(by span: Milliseconds) {}
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
        maker.resampled(day, resampling, .requests).reduce(0) { $0 + $1.value } / Double(day.count)
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
}
