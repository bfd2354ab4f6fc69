import Dispatch
import Scenario
import Synchronization
import Testing

@testable import Ground

struct InputStockTests {
  private struct NoFields: MarketFields {
    static let market = "nowhere"
    static let sentence = "Nobody looks for anything."
    static let takesPlace = false
    static let members = Members(Self(), [])
  }

  private func scenario(_ override: String) throws -> Scenario {
    try Scenario.load(
      text: "{}", file: "s.json5", overrides: [override],
      markets: ScenarioMarkets([ScenarioMarket(NoFields.self)]))
  }

  @Test
  func `an input is made once, whoever requests at the same time`() throws {
    let stock = InputStock()
    let scenarios = try [scenario("seed=1")]
    let made = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      _ = try? stock.input(of: scenarios[0]) { () throws(SynthesisError) in
        made.add(1, ordering: .relaxed)
        return 7
      }
    }
    #expect(made.load(ordering: .relaxed) == 1)
  }

  @Test
  func `two inputs are held, and no failure`() throws {
    let stock = InputStock()
    let scenarios = try (0..<3).map { try scenario("seed=\($0)") }
    var log: [Int] = []
    func request(_ number: Int, fails: Bool = false) {
      _ = try? stock.input(of: scenarios[number]) { () throws(SynthesisError) in
        log.append(number)
        if fails { throw SynthesisError(faults: []) }
        return 7
      }
    }
    request(0, fails: true)
    request(0)
    request(1)
    request(0)
    request(2)
    request(1)
    request(2)
    request(0)
    #expect(log == [0, 0, 1, 2, 0])
  }
}
