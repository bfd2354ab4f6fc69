import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Records of which a run has millions: they say what they were told, in little memory.
struct CompactRecordsTests {
  @Test
  func `they are small`() {
    #expect(MemoryLayout<AttemptRecord>.stride == 48)
    #expect(MemoryLayout<RequestRecord>.stride == 24)
  }

  private static func attempt(_ funnel: Funnel) -> AttemptRecord {
    AttemptRecord(
      request: RequestIndex(7), cycle: 1000, attempt: 86_400, time: Milliseconds(1), funnel: funnel,
      outcome: .noCandidate, cause: nil)
  }

  /// A funnel whose counts are often those of an attempt without a driver.
  private static func funnel(_ random: inout SplitMix64) -> Funnel {
    func count() -> Int32 { [Funnel.notComputed, 0, 0, 1, 5, .max].randomElement(using: &random) ?? 0 }
    var funnel = Funnel(driversActive: Int.random(in: 0...9, using: &random))
    let counted = Int.random(in: 0...5, using: &random)
    let rest: Int32 = [Funnel.notComputed, 0].randomElement(using: &random) ?? 0
    for stage in Stage.allCases { funnel[stage] = stage.rawValue < counted ? count() : rest }
    funnel.boundedOut = count()
    funnel.evaluated = count()
    return funnel
  }

  @Test
  func `an attempt keeps every count`() {
    var random = SplitMix64(seed: 1)
    var boxes = 0
    for _ in 0..<50_000 {
      let funnel = Self.funnel(&random)
      let record = Self.attempt(funnel)
      guard record.funnel == funnel, record.driversActive == funnel.driversActive,
        record.boundedOut == funnel.boundedOut, record.evaluated == funnel.evaluated,
        Stage.allCases.allSatisfy({ record.left(after: $0) == funnel[$0] })
      else {
        Issue.record("\(funnel) became \(record.funnel)")
        return
      }
      let isBoxed = Mirror(reflecting: record).descendant("_details", "box", "some") != nil
      boxes += isBoxed ? 1 : 0
    }
    #expect(boxes > 5000 && boxes < 45_000)
  }

  @Test
  func `attempts that find no driver have no box`() {
    var alone = Funnel(driversActive: 3)
    alone[.radius] = 2
    for stage in [Stage.route, .seats, .preferences, .limits] { alone[stage] = 0 }
    var bounded = Funnel(driversActive: 3)
    (bounded.boundedOut, bounded.evaluated) = (2, 1)
    var both = Funnel(driversActive: 3)
    (both[.radius], both[.route], both.boundedOut, both.evaluated) = (2, 0, 0, 0)
    for funnel in [Funnel(), alone, bounded, both] {
      #expect(Mirror(reflecting: Self.attempt(funnel)).descendant("_details", "box", "some") == nil)
    }
  }

  @Test
  func `an offer changes nothing else, nor other copies`() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<1000 {
      let funnel = Self.funnel(&random)
      var record = Self.attempt(funnel)
      let before = record
      record.driver = DriverIndex(4)
      let between = record
      record.offer.cost = 12
      record.answered = Milliseconds(5)
      #expect(before.driver == .none && before.cost == 0 && before.answered == .never)
      #expect(between.driver == DriverIndex(4) && between.cost == 0 && between.answered == .never)
      #expect(record.driver == DriverIndex(4) && record.cost == 12 && record.answered == Milliseconds(5))
      #expect(record.funnel == funnel && between.funnel == funnel && before.funnel == funnel)
      #expect(record.cycle == 1000 && record.attempt == 86_400 && record.request == RequestIndex(7))
    }
  }
}
