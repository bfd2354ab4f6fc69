import Matching
import Travellers

extension Suite {
  /// The exact matcher within the circles.
  static let bestInsertion = Benchmark(
    "matching/best-insertion", .micro,
    "200 requests in a synthetic city: the best insertion within two circles, match and commit",
    unit: "drivers",
    sizes: [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000], growth: true, counted: 100_000
  ) { drivers, _ in serving(try Carpool(city: drivers)) }

  static let bestInsertionScan = Benchmark(
    "matching/best-insertion-scan", .micro, "the same insertions, every driver asked in turn",
    unit: "drivers",
    sizes: [1_000, 10_000, 30_000]
  ) { drivers, _ in scanning(try Carpool(city: drivers)) }

  static let commit = Benchmark(
    "matching/commit", .micro, "the same insertions put into the drivers' plans, chosen before",
    unit: "drivers", sizes: [1_000, 10_000, 100_000]
  ) { drivers, _ in committing(try Carpool(city: drivers)) }

  /// Two thousand requests over all drivers, decided and planned by the exact matcher.
  static let chengdu = Benchmark(
    "run/chengdu-carpool", .macro,
    "2,000 requests on the streets of Chengdu, exact matcher, match and commit",
    unit: "drivers", sizes: [1_000, 10_000, 50_000, 1_000_000], slow: 1_000_000, data: ["chengdu"]
  ) { drivers, surroundings in serving(try chengdu(drivers, surroundings)) }

  static let chengduWalking = Benchmark(
    "run/chengdu-walking", .macro,
    "the same requests, where passengers walk up to 200 m to a corner and from one",
    unit: "drivers", sizes: [1_000, 10_000], data: ["chengdu"]
  ) { drivers, surroundings in
    var carpool = try chengdu(drivers, surroundings)
    carpool.walk = 200
    return serving(carpool)
  }

  static let chengduScan = Benchmark(
    "run/chengdu-scan", .macro, "the same insertions, every driver asked in turn", unit: "drivers",
    sizes: [1_000], data: ["chengdu"]
  ) { drivers, surroundings in scanning(try chengdu(drivers, surroundings)) }

  static let chengduCommit = Benchmark(
    "run/chengdu-commit", .macro, "the same insertions put into the drivers' plans, chosen before",
    unit: "drivers", sizes: [1_000, 10_000, 50_000], data: ["chengdu"]
  ) { drivers, surroundings in committing(try chengdu(drivers, surroundings)) }

  /// Returns the carpool of Chengdu from the data folder.
  static func chengdu(_ drivers: Int, _ surroundings: Surroundings) throws -> Carpool {
    try Carpool(folder: surroundings.data + "/chengdu", drivers: drivers)
  }

  /// Returns the work of matching and planning all requests of `carpool`.
  private static func serving(_ carpool: Carpool) -> Work {
    Work.arranged(carpool.requests.count, "request") {
      let day = carpool.day()
      return { day.outcome() }
    }
  }

  /// Returns the reference work, with the same choices.
  private static func scanning(_ carpool: Carpool) -> Work {
    Work.arranged(carpool.requests.count, "request") {
      let day = carpool.day()
      return { day.outcome { day.scannedChoice(for: $0) } }
    }
  }

  /// Returns the work of changing plans only.
  private static func committing(_ carpool: Carpool) -> Work {
    var choices: [(driver: DriverIndex, insertion: Insertion)?] = []
    let day = carpool.day()
    _ = day.outcome { number in
      let choice = day.choice(for: number).0.map { ($0.driver, $0.insertion) }
      choices.append(choice)
      return choice
    }
    let chosen = choices
    return Work.arranged(carpool.requests.count, "request") {
      let day = carpool.day()
      return { day.outcome { chosen[$0] } }
    }
  }
}
