import Matching
import Travellers

extension Suite {
  /// The exact matcher within the circles: choice and commit.
  static let bestInsertion = carpool(
    "matching/best-insertion",
    "the best insertion over the drivers of two circles, match and commit, in a city",
    sizes: [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000], growth: true
  ) { carpool in
    {
      let day = carpool.day()
      return { day.outcome() }
    }
  }

  /// The peer, which chooses the same drivers.
  static let bestInsertionScan = carpool(
    "matching/best-insertion-scan", "the same insertions, every driver asked in turn",
    sizes: [1_000, 10_000, 100_000]
  ) { carpool in
    {
      let day = carpool.day()
      return { day.outcome { day.scannedChoice(for: $0) } }
    }
  }

  /// The commits alone, of choices that are known already.
  static let commit = carpool(
    "matching/commit", "the same insertions put into the drivers' plans, already chosen",
    sizes: [1_000, 10_000, 100_000]
  ) { carpool in
    var choices: [(driver: DriverIndex, insertion: Insertion)?] = []
    let day = carpool.day()
    _ = day.outcome { number in
      choices.append(day.choice(for: number).0.map { ($0.driver, $0.insertion) })
      return choices[number]
    }
    let chosen = choices
    return {
      let day = carpool.day()
      return { day.outcome { chosen[$0] } }
    }
  }

  private static func carpool(
    _ name: String, _ summary: String, sizes: [Int], growth: Bool = false,
    arranged: @escaping @Sendable (Carpool) -> () -> () -> Outcome
  ) -> Benchmark {
    Benchmark(name, .micro, summary, unit: "drivers", sizes: sizes, growth: growth) { drivers, _ in
      let carpool = try Carpool(city: drivers)
      return Work(carpool.requests.count, "request", arranged: arranged(carpool))
    }
  }
}
