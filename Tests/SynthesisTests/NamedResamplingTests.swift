import Foundation
import Quantities
import Statistics
import TestSupport
import Testing
import Travellers

@testable import Synthesis

/// Named rows that are drawn with replacement.
struct NamedResamplingTests {
  private static let header = "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n"

  private static func row(_ number: Int) -> String {
    "person \(number),\(20 * number),\(70 * number % 5_000),\(90 * number % 5_000),\(3_000 + 50 * number % 2_000),4000\n"
  }

  private static func people(_ rows: [String], _ method: String, replication: Int = 0) throws -> Population {
    try RecordedTables.population(
      requests: header + rows.joined(),
      overrides: ["demand.resample=\(method)", "replication=\(replication)", "time.duration_s=100000"])
  }

  /// The copies by the keys of their draws.
  private static func copies(_ population: Population) -> [UInt64: String] {
    Dictionary(
      uniqueKeysWithValues: population.requests.map { request in
        var copy = request
        copy.id = 0
        return (population.requestNames.key(of: request.id), "\(copy)")
      })
  }

  /// The keys that the first copies of a row may have.
  private static func keys(of name: String) -> Set<UInt64> {
    Set((1...20).map { Names.key(of: "\(name)/\($0)") })
  }

  @Test func `another row leaves the copies of all others as they are`() throws {
    let rows = (1...200).map(Self.row)
    let own = Self.keys(of: "a")
    var taken = 0
    for replication in 0..<5 {
      // As many as there are rows: the copies of the new one take the places of the last ones drawn.
      let (few, more) = (
        Self.copies(try Self.people(rows, "bootstrap", replication: replication)),
        Self.copies(try Self.people(["a,5,0,0,3000,4000\n"] + rows, "bootstrap", replication: replication))
      )
      let others = more.filter { !own.contains($0.key) }
      #expect(few.count == 200 && more.count == 201)
      #expect(Set(few.keys).symmetricDifference(others.keys).count == abs(200 - others.count))
      for (key, request) in others { #expect(few[key].map { $0 == request } ?? (others.count > 200)) }
      taken += more.count - others.count
      // A Poisson number of each.
      let drawn = try Self.people(rows, "smooth", replication: replication)
      let again = try Self.people(["a,5,0,0,3000,4000\n"] + rows, "smooth", replication: replication)
      #expect(Set(Self.copies(again).keys).subtracting(own) == Set(Self.copies(drawn).keys))
      #expect(drawn.requests.map(\.id) == Array(1...Int64(drawn.requests.count)))
    }
    #expect(taken > 0)
  }

  /// Of draws with replacement the number of copies of a row has a mean of 1 and a variance of 1 − 1/n, and two rows a covariance of −1/n;
  /// of Poisson numbers the variance is 1 and the covariance 0.
  @Test(arguments: [("bootstrap", 0.9, -0.1), ("smooth", 1.0, 0.0)])
  func `copies are as many as draws with replacement make`(
    method: String, variance: Double, covariance: Double
  ) throws {
    let rows = (1...10).map(Self.row)
    let owners = (1...10).map { Self.keys(of: "person \($0)") }
    let replications = 1_500
    let counts = try (0..<replications).map { replication -> [Double] in
      let keys = Self.copies(try Self.people(rows, method, replication: replication)).keys
      return owners.map { own in Double(keys.count { own.contains($0) }) }
    }
    if method == "bootstrap" { #expect(counts.allSatisfy { $0.reduce(0, +) == 10 }) }
    func mean(_ value: ([Double]) -> Double) -> Double {
      counts.reduce(0) { $0 + value($1) } / Double(replications)
    }
    // Means over rows or pairs; four standard errors of sums over replications.
    #expect(abs(mean { $0.reduce(0, +) / 10 } - 1) < 4 * (0.1 / Double(replications)).squareRoot())
    let spread = mean { $0.reduce(0) { $0 + ($1 - 1) * ($1 - 1) } / 10 }
    #expect(abs(spread - variance) < 0.06, "\(spread)")
    let common = mean { row in
      let sum = row.reduce(0) { $0 + $1 - 1 }
      let squares = row.reduce(0) { $0 + ($1 - 1) * ($1 - 1) }
      return (sum * sum - squares) / 90
    }
    #expect(abs(common - covariance) < 0.02, "\(common)")
  }
}
