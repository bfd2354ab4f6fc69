import Matching
import Travellers

extension Suite {
  /// Transfers over all drivers, whether or not a single driver would suffice.
  static let transfers = Benchmark(
    "run/chengdu-transfers", .macro,
    "2,000 requests on the streets of Chengdu: the best pair of drivers and place to transfer, match and commit",
    unit: "drivers", sizes: [1_000, 10_000], data: ["chengdu"]
  ) { drivers, surroundings in try changing(drivers, surroundings, of: 2_000, scanning: false) }

  /// The reference, which evaluates every pair that meets in time.
  static let transfersScan = Benchmark(
    "run/chengdu-transfers-scan", .macro, "200 of these searches, every pair that meets in time evaluated",
    unit: "drivers",
    sizes: [1_000, 10_000], data: ["chengdu"]
  ) { drivers, surroundings in try changing(drivers, surroundings, of: 200, scanning: true) }

  /// Returns the first `count` requests of the carpool of Chengdu.
  private static func changing(
    _ drivers: Int, _ surroundings: Surroundings, of count: Int, scanning: Bool
  ) throws -> Work {
    var carpool = try chengdu(drivers, surroundings)
    carpool.changes = true
    let asked = min(count, carpool.requests.count)
    let day = carpool
    return Work.arranged(asked, "request") {
      let day = day.day()
      return { day.changes(of: asked, scanning: scanning) }
    }
  }
}

extension Carpool.Day {
  /// Searches for a transfer for each of the first `count` requests, and inserts it in both plans.
  func changes(of count: Int, scanning: Bool) -> Outcome {
    var checksum = Checksum()
    var (matched, evaluated) = (0, 0)
    for number in 0..<count {
      makeStops(before: number)
      let inquiry = inquiry(of: number)
      let finding = fleet.transfer(for: inquiry, scanning: scanning)
      evaluated += Int(finding.evaluated)
      checksum.add(finding.best?.first.driver.rawValue ?? -1)
      guard let transfer = finding.best else { continue }
      matched += 1
      checksum.add(transfer.second.driver.rawValue)
      checksum.add(transfer.cost)
      let rides = fleet.rides(of: transfer, for: inquiry)
      accept(transfer.first.insertion, by: transfer.first.driver, rides.first)
      accept(transfer.second.insertion, by: transfer.second.driver, rides.second)
    }
    return Outcome(checksum, ["matched": matched, "evaluated": evaluated])
  }
}
