import CLeastDetour
import Matching
import OutsidePolicies
import Quantities
import Spaces
import Travellers

extension Suite {
  /// The search for the best insertion by the exact matcher, within the circles.
  static let bestInsertion = Benchmark(
    "matching/best-insertion", .micro,
    "200 requests in a synthetic city: the best insertion within two circles, match and commit",
    unit: "drivers",
    sizes: [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000], growth: true, counted: 100_000
  ) { drivers, _ in serving(try Carpool(city: drivers)) }

  static let bestInsertionScan = Benchmark(
    "matching/best-insertion-scan", .micro, "the same insertions, evaluating every driver in turn",
    unit: "drivers",
    sizes: [1_000, 10_000, 30_000]
  ) { drivers, _ in scanning(try Carpool(city: drivers)) }

  static let commit = Benchmark(
    "matching/commit", .micro, "commit the same insertions, chosen beforehand, to the drivers' plans",
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
    "the same requests, with passengers who walk up to 200 m to and from a junction",
    unit: "drivers", sizes: [1_000, 10_000], data: ["chengdu"]
  ) { drivers, surroundings in
    var carpool = try chengdu(drivers, surroundings)
    carpool.walk = 200
    return serving(carpool)
  }

  static let chengduScan = Benchmark(
    "run/chengdu-scan", .macro, "the same insertions, evaluating every driver in turn", unit: "drivers",
    sizes: [1_000], data: ["chengdu"]
  ) { drivers, surroundings in scanning(try chengdu(drivers, surroundings)) }

  static let chengduCommit = Benchmark(
    "run/chengdu-commit", .macro, "commit the same insertions, chosen beforehand, to the drivers' plans",
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

  /// Returns the work of inserting choices found beforehand in the plans.
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

extension Suite {
  /// The policy built into the program; the other two make the same choices and take longer.
  static let policyShipped = policies(
    "policy/own", "choose the candidate of least detour, in Swift within the program"
  ) { _ in LeastDetour() }

  static let policyLibrary = policies(
    "policy/library", "the same, by a function in C through the library interface"
  ) { subject in OutsidePolicies.policy(named: "least_detour", in: subject, asking: detour_choose) }

  static let policyProcess = policies(
    "policy/process", "the same, by a process in Python through lines of JSON"
  ) { subject in
    var policy = OutsidePolicy()
    policy.command = ["python3", "-c", script]
    return try PolicyChoice.outside(policy).policy(in: subject).begin()
  }

  /// A complete policy in Python, without the package.
  private static let script = """
    import json, sys
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "end":
            break
        answer = {"protocol": 1}
        if message["type"] == "attempt":
            answer = {"driver": min(message["candidates"], key=lambda c: c["detour_s"])["driver"]}
        print(json.dumps(answer), flush=True)
    """

  /// Returns the benchmark of 500 decisions on a plane, for attempts with candidates; the policy is not called for
  /// others.
  private static func policies(
    _ name: String, _ summary: String, _ policy: @escaping @Sendable (PolicySubject) throws -> any Policy
  ) -> Benchmark {
    Benchmark(
      name, .micro, summary, unit: "drivers", sizes: [10_000, 100_000],
      small: name == "policy/process" ? nil : 10_000
    ) { count, _ in
      let plane = Plane(drivers: count, requests: 4_000)
      let fleet = plane.fleet()
      let attempts = plane.requests.indices.lazy.map { plane.attempt(of: $0, fleet) }
        .filter { attempt in
          var attempt = attempt
          return !attempt.candidates().isEmpty
        }.prefix(500)
      let asked = Array(attempts)
      let subject = PolicySubject(scenario: name, seed: 1, replication: 0, geometry: .plane, folder: "")
      let policy = try policy(subject)
      return Work(asked.count, "attempt") {
        var checksum = Checksum()
        var candidates = 0
        for var attempt in asked {
          let choice = try policy.choose(for: &attempt)
          candidates += Int(attempt.funnel[.limits])
          checksum.add(choice?.driver.rawValue ?? -1)
        }
        return Outcome(checksum, ["attempts": asked.count, "candidates": candidates])
      }
    }
  }
}

/// Chooses the candidate with the least detour.
private struct LeastDetour: Policy {
  let name = "least_detour"

  func worth(of candidate: Candidate, in attempt: Attempt) -> Double { candidate.insertion.detour.seconds }
}

extension Suite {
  /// The search for transfers over all drivers, whether or not a single driver would suffice.
  static let transfers = Benchmark(
    "run/chengdu-transfers", .macro,
    "2,000 requests on the streets of Chengdu: the best pair of drivers and place to transfer, match and commit",
    unit: "drivers", sizes: [1_000, 10_000], data: ["chengdu"]
  ) { drivers, surroundings in try changing(drivers, surroundings, of: 2_000, scanning: false) }

  /// The reference, which evaluates every pair of drivers that meets in time.
  static let transfersScan = Benchmark(
    "run/chengdu-transfers-scan", .macro, "200 of these searches, every pair that meets in time evaluated",
    unit: "drivers",
    sizes: [1_000, 10_000], data: ["chengdu"]
  ) { drivers, surroundings in try changing(drivers, surroundings, of: 200, scanning: true) }

  /// Returns the work of searching for transfers for the first `count` requests of the carpool of Chengdu.
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
  /// Searches for a transfer for each of the first `count` requests, and inserts it in the plans of both drivers.
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
