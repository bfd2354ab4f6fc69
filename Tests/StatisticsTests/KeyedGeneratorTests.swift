import Statistics
import TestSupport
import Testing

@Suite struct KeyedGeneratorTests {
  static let purpose = Purpose(rawValue: 900)
  static let other = Purpose(rawValue: 901)

  @Test func everyPartOfTheKeyOpensAStreamOfItsOwn() {
    let streams = [
      KeyedGenerator(seed: 1, replication: 0, purpose: Self.purpose),
      KeyedGenerator(seed: 2, replication: 0, purpose: Self.purpose),
      KeyedGenerator(seed: 1, replication: 1, purpose: Self.purpose),
      KeyedGenerator(seed: 1, replication: 0, purpose: Self.other),
      KeyedGenerator(seed: 1, replication: 0, purpose: Self.purpose, 1),
      KeyedGenerator(seed: 1, replication: 0, purpose: Self.purpose, 0, 1),
      KeyedGenerator(seed: 1, replication: 0, purpose: Self.purpose, 0, 0, 1),
      KeyedGenerator(seed: 1 << 32, replication: 0, purpose: Self.purpose),
      KeyedGenerator(seed: 1, replication: 0, purpose: Self.purpose, 1 << 32),
    ]
    var seen: Set<UInt64> = []
    for var stream in streams { for _ in 0..<1000 { seen.insert(stream.next()) } }
    #expect(seen.count == 1000 * streams.count)
  }

  @Test func anEntityKeepsItsDrawsWhenTheCountChanges() {
    let source = RandomSource(seed: 5, replication: 2)
    func draws(of count: UInt64) -> [Double] {
      (0..<count).map { entity in
        var stream = source.stream(Self.purpose, entity)
        return stream.exponential(mean: 60)
      }
    }
    #expect(Array(draws(of: 500).prefix(100)) == draws(of: 100))
  }

  @Test func replicationsAreRepeated() {
    var a = RandomSource(seed: 5, replication: 2).stream(Self.purpose, 1, 2, 3)
    var b = KeyedGenerator(seed: 5, replication: 2, purpose: Self.purpose, 1, 2, 3)
    for _ in 0..<100 {
      let (x, y) = (a.next(), b.next())
      #expect(x == y)
    }
  }

  @Test func uniformDrawsFillTheUnitInterval() {
    var draws = KeyedGenerator(seed: 11, replication: 0, purpose: Self.purpose)
    var classes = [Int](repeating: 0, count: 64)
    for _ in 0..<64_000 {
      let value = draws.uniform()
      guard value >= 0, value < 1 else {
        Issue.record("\(value) is not in 0 ..< 1")
        return
      }
      classes[Int(value * 64)] += 1
    }
    let expected = [Double](repeating: 1000, count: 64)
    #expect((0.0005...0.9995).contains(ChiSquare.pValue(observed: classes, expected: expected)))
  }

  @Test func theFirstDrawsOfNeighbouringStreamsAreIndependent() {
    let source = RandomSource(seed: 3, replication: 0)
    var pairs = [Int](repeating: 0, count: 256)
    for entity in UInt64(0)..<25_600 {
      var a = source.stream(Self.purpose, entity)
      var b = source.stream(Self.purpose, entity + 1)
      pairs[Int(a.uniform() * 16) * 16 + Int(b.uniform() * 16)] += 1
    }
    let expected = [Double](repeating: 100, count: 256)
    #expect((0.0005...0.9995).contains(ChiSquare.pValue(observed: pairs, expected: expected)))
  }

  @Test func openDrawsHaveAFiniteLogarithm() {
    var draws = KeyedGenerator(seed: 4, replication: 0, purpose: Self.purpose)
    var statistics = RunningStatistics()
    for _ in 0..<20_000 {
      let value = draws.uniformOpen()
      #expect(value > 0 && value < 1)
      statistics.add(value)
    }
    #expect(abs(statistics.zScore(expected: 0.5)!) < 3.5)
  }

  @Test func integersAreFairAndInRange() {
    var draws = KeyedGenerator(seed: 6, replication: 0, purpose: Self.purpose)
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[draws.integer(in: -3..<4) + 3] += 1 }
    let expected = [Double](repeating: 10_000, count: 7)
    #expect((0.0005...0.9995).contains(ChiSquare.pValue(observed: counts, expected: expected)))
    let one = draws.integer(in: 5..<6)
    #expect(one == 5)
    // Just over half of 2⁶⁴: nearly every second word must be drawn again, or the low third comes too often.
    let count: UInt64 = 3 << 62
    var low = 0
    for _ in 0..<30_000 where draws.integer(below: count) < 1 << 62 { low += 1 }
    #expect(ChiSquare.pValue(observed: [low, 30_000 - low], expected: [10_000, 20_000]) > 0.0005)
  }

  @Test func everyOrderIsAsLikely() {
    var draws = KeyedGenerator(seed: 8, replication: 0, purpose: Self.purpose)
    var orders: [[Int]: Int] = [:]
    for _ in 0..<24_000 {
      var items = [1, 2, 3, 4]
      draws.shuffle(&items)
      orders[items, default: 0] += 1
    }
    let expected = [Double](repeating: 1000, count: 24)
    #expect(orders.count == 24)
    #expect(ChiSquare.pValue(observed: Array(orders.values), expected: expected) > 0.0005)
  }
}
