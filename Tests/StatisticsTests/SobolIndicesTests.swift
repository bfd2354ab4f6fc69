import Foundation
import Statistics
import TestSupport
import Testing

/// Functions whose indices are known in closed form.
struct SobolIndicesTests {
  static let studies =
    isFullValidation ? 1000 : 30

  enum Function: CaseIterable {
    case ishigami
    case g

    var parameters: Int { 3 }

    /// The value at a point of the unit cube.
    func callAsFunction(_ point: [Double]) -> Double {
      switch self {
      case .ishigami:
        let x = point.map { .pi * (2 * $0 - 1) }
        return sin(x[0]) + 7 * sin(x[1]) * sin(x[1]) + 0.1 * pow(x[2], 4) * sin(x[0])
      case .g:
        return zip(point, [0.0, 1, 9]).reduce(1) { $0 * (abs(4 * $1.0 - 2) + $1.1) / (1 + $1.1) }
      }
    }

    /// First-order and total indices. Ishigami and Homma 1990, a = 7, b = 0.1; Sobol's g with a = 0, 1, 9.
    var truth: (first: [Double], total: [Double]) {
      switch self {
      case .ishigami:
        return ([0.3139051828, 0.4424111448, 0], [0.5575888552, 0.4424111448, 0.2436836724])
      case .g:
        let parts = [0.0, 1, 9].map { 1 / (3 * (1 + $0) * (1 + $0)) }
        let variance = parts.reduce(1) { $0 * (1 + $1) } - 1
        return (
          parts.map { $0 / variance },
          parts.indices.map { i in
            parts.indices.filter { $0 != i }.reduce(parts[i]) { $0 * (1 + parts[$1]) } / variance
          }
        )
      }
    }

    /// `count` rows as `--design saltelli` makes them; `noise` is that of a replication, shared by the points of a row.
    func rows(_ count: Int, seed: UInt64, replications: Int = 1, noise: Double = 0) -> [SobolIndices.Row] {
      SaltelliDesign.rows(count: count, parameters: parameters, seed: seed).enumerated().map { number, row in
        func runs(_ point: [Double], _ place: UInt64) -> [Double] {
          (0..<replications).map { k in
            var draws = KeyedGenerator(
              seed: seed, replication: UInt32(k), purpose: .noise, UInt64(number), place)
            return self(point) + (noise > 0 ? noise * draws.normal() : 0)
          }
        }
        return .init(
          a: runs(row.a, 0), b: runs(row.b, 1),
          mixed: row.mixed.enumerated().map { runs($1, 2 + UInt64($0)) })
      }
    }
  }

  @Test(arguments: Function.allCases)
  func `known indices lie within their intervals as often as these say`(function: Function) {
    var covered = [Int](repeating: 0, count: 6)
    for study in 0..<Self.studies {
      let found = SobolIndices(function.rows(128, seed: UInt64(study)), seed: 1).indices
      for parameter in 0..<3 {
        if found[parameter].first.interval.contains(function.truth.first[parameter]) {
          covered[parameter] += 1
        }
        if found[parameter].total.interval.contains(function.truth.total[parameter]) {
          covered[3 + parameter] += 1
        }
      }
    }
    let shares = covered.map { Double($0) / Double(Self.studies) }
    print("coverage: Sobol' indices of \(function), N = 128: \(shares) of \(Self.studies)")
    let chance = Self.studies == 1000 ? 0 : 3 * (0.95 * 0.05 / Double(Self.studies)).squareRoot()
    #expect(shares.allSatisfy { $0 >= 0.93 - chance && $0 <= 0.97 + chance })
  }

  /// In a resample without that row nothing moves, so that its own error is none: intervals once reached to 6e+300.
  @Test
  func `a parameter that matters in one row of 32 has an interval of shares`() {
    var rows = Function.ishigami.rows(32, seed: 5)
    for index in rows.indices { rows[index].mixed.append(rows[index].a) }
    rows[7].mixed[3][0] += 2
    let found = SobolIndices(rows, seed: 1).indices
    for index in found {
      for share in [index.first, index.total] {
        #expect(share.interval.lowerBound >= min(0, share.value) && share.interval.upperBound <= 1)
      }
    }
    let total = found[3].total
    #expect(
      total.value > 0 && total.interval.contains(total.value) && total.interval.upperBound < 6 * total.value)
  }

  @Test(arguments: [2, 3, 8])
  func `of few rows intervals stay within what a share can be`(count: Int) {
    for seed in 0..<50 as Range<UInt64> {
      for index in SobolIndices(Function.g.rows(count, seed: seed), seed: 1).indices {
        for share in [index.first, index.total] {
          #expect(share.interval.lowerBound >= min(0, share.value))
          #expect(share.interval.upperBound <= max(1, share.value))
        }
      }
    }
  }

  @Test
  func `a parameter without effect has no share, and no doubt of it`() {
    var rows = Function.g.rows(16, seed: 4)
    for index in rows.indices { rows[index].mixed.append(rows[index].a) }
    let found = SobolIndices(rows, seed: 1).indices[3]
    #expect(found.total.value == 0 && found.total.interval == 0...0)
  }

  @Test
  func `many rows come near the truth`() {
    let found = SobolIndices(Function.ishigami.rows(4096, seed: 1), seed: 1).indices
    for parameter in 0..<3 {
      #expect(abs(found[parameter].first.value - Function.ishigami.truth.first[parameter]) < 0.08)
      #expect(abs(found[parameter].total.value - Function.ishigami.truth.total[parameter]) < 0.08)
    }
  }

  /// A noise as great as the function's own spread would raise every total index by about a half.
  @Test
  func `the noise of replications adds nothing`() {
    let rows = Function.ishigami.rows(2048, seed: 2, replications: 5, noise: 3.7)
    let found = SobolIndices(rows, seed: 1)
    #expect(abs(found.variance - 13.8446) < 1)
    for parameter in 0..<3 {
      #expect(abs(found.indices[parameter].total.value - Function.ishigami.truth.total[parameter]) < 0.12)
      #expect(abs(found.indices[parameter].first.value - Function.ishigami.truth.first[parameter]) < 0.12)
    }
  }

  @Test
  func `what does not vary has no indices`() {
    let row = SobolIndices.Row(a: [1], b: [1], mixed: [[1]])
    #expect(SobolIndices([row, row], seed: 1).indices.isEmpty)
    // Sums of 0.1 round, which is no variance.
    let tenth = Array(repeating: 0.1, count: 7)
    let rounded = SobolIndices.Row(a: tenth, b: tenth, mixed: [tenth])
    let found = SobolIndices(Array(repeating: rounded, count: 11), seed: 1)
    #expect(found.variance == 0 && found.indices.isEmpty)
  }
}

extension Purpose {
  fileprivate static let noise = Purpose(rawValue: 900_003)
}
