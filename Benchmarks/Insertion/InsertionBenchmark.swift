import BenchmarkSupport
import Foundation
import Glibc
import Market
import Matching
import Quantities
import RoadNetwork
import Scenario
import Spaces
import Statistics
import Synthesis

/// How long the exact matcher takes for a request, match and commit together, on the carpool of Chengdu.
///
///     swift run -c release InsertionBenchmark [--data FOLDER] [DRIVERS ...]
///
/// The drivers' limit is 1.5 times the own trip, the passengers' wait and ride at most 600 s above the direct
/// trip; every driver leaves at 0, stops take no time, and the least added driving time wins. What is timed is
/// the choice over all drivers and, where there is one, the change of the driver's plan, in processor time.
@main
struct InsertionBenchmark {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var data = "../shared/data/chengdu"
    if let index = arguments.firstIndex(of: "--data"), index + 1 < arguments.count {
      data = arguments[index + 1]
      arguments.removeSubrange(index...index + 1)
    }
    guard FileManager.default.fileExists(atPath: data) else {
      print("the carpool of Chengdu is not at \(data); say where with --data FOLDER")
      return
    }
    let sizes = arguments.isEmpty ? [1_000, 10_000, 50_000] : arguments.compactMap { Int($0) }
    print(
      "   drivers   matched      mean       p50       p90       p99       max    commit  evaluated  kB/driver   (ms a request)"
    )
    var points: [(drivers: Double, mean: Double)] = []
    for size in sizes {
      let market = try Carpool(data: data, drivers: size)
      let day = market.day(usesRadius: size > 100_000)
      day.report(drivers: size)
      points.append((Double(size), day.mean))
    }
    if points.count > 2 {
      print("slope of time against drivers, on log axes: \(cell(slope(points), 2, width: 0))")
    }
  }

  /// The least-squares slope of log time over log drivers.
  static func slope(_ points: [(drivers: Double, mean: Double)]) -> Double {
    let x = points.map { log($0.drivers) }
    let y = points.map { log($0.mean) }
    let (mx, my) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
    let above = zip(x, y).map { ($0 - mx) * ($1 - my) }.reduce(0, +)
    return above / x.map { ($0 - mx) * ($0 - mx) }.reduce(0, +)
  }
}

/// The drivers and requests of the carpool, and the space that they drive in.
struct Carpool {
  let world: World
  let drivers: [Driver]

  /// Reads the carpool in `data`, with `count` drivers; more than there are repeat the starts of those.
  init(data: String, drivers count: Int) throws {
    let kept = [1_000, 10_000, 50_000].first { $0 >= count } ?? 50_000
    let text = """
      {
        name: "chengdu-carpool", space: { kind: "network", file: "\(data)" },
        supply: { kind: "recorded", file: "\(data)/carpool-drivers-\(kept / 1000)k.csv.gz", default_depart_s: 0 },
        demand: { kind: "recorded", file: "\(data)/carpool-requests.csv.gz" },
        matching: {
          policy: "insertion", insertion: { objective: "added_driving" },
          limits: { max_detour_s: null, max_detour_ratio: 0.5, max_wait_s: null, max_delay_s: 600 },
        },
        behaviour: { stop_duration_s: 0 },
        input: { longest_trip_m: null },
      }
      """
    world = try World(Scenario.load(text: text, file: "carpool"), folder: "")
    let some = world.population.drivers.filter { $0.refusal == nil }
    drivers = (0..<count).map { number in
      var driver = some[number % some.count]
      driver.id = Int64(number)
      return driver
    }
  }

  /// Serves all requests, one after the other.
  func day(usesRadius: Bool) -> Day {
    var terms = Terms()
    terms.radius = 1000
    terms.spacing = 0
    terms.stopDuration = .zero
    terms.maxDelay = Milliseconds(600_000)
    terms.insertion.objective = .addedDriving
    terms.insertion.usesRadius = usesRadius
    let fleet = Fleet(drivers: drivers, terms: terms, spaces: world.spaces, vantage: .actual)
    let before = residentBytes()
    for driver in drivers.indices { fleet.announce(DriverIndex(driver), at: .zero) }
    var day = Day()
    let requests = world.population.requests.filter { $0.refusal == nil }
    let random = RandomSource(seed: 1, replication: 0)
    var busy: [DriverIndex] = []
    // The first question of a run prepares bounds and the table of legs: it belongs to the preparation.
    _ = choice(requests[0], 0, fleet, random)
    day.bytesPerDriver = Double(residentBytes() - before) / Double(drivers.count)
    for (number, request) in requests.enumerated() {
      Self.makeStops(of: busy, in: fleet, until: request.submit)
      let start = processorSeconds()
      let (choice, funnel) = choice(request, number, fleet, random)
      let chosen = processorSeconds()
      if let choice {
        fleet.accept(
          request, as: RequestIndex(number), promise: terms.promise(for: request),
          insertion: choice.insertion,
          by: choice.driver, at: request.submit)
        busy.append(choice.driver)
      }
      let end = processorSeconds()
      day.seconds.append(end - start)
      day.commits += end - chosen
      day.matched += choice == nil ? 0 : 1
      day.evaluated += Int(funnel.evaluated)
    }
    return day
  }

  private func choice(
    _ request: Request, _ number: Int, _ fleet: Fleet, _ random: RandomSource
  ) -> (Candidate?, Funnel) {
    var attempt = Attempt(
      request: request, index: RequestIndex(number), cycle: 1, attempt: 1, time: request.submit,
      promise: fleet.terms.promise(for: request), excluded: [], fleet: fleet, random: random)
    let choice = BestInsertion().choose(for: &attempt)
    return (choice, attempt.funnel)
  }

  /// Lets the cars make the stops that are due.
  private static func makeStops(of drivers: [DriverIndex], in fleet: Fleet, until time: Milliseconds) {
    for driver in drivers {
      while let stop = fleet.itineraries[driver].stops.first, stop.arrive < time {
        _ = fleet.makeStop(driver)
      }
    }
  }
}

/// What serving the requests took.
struct Day {
  var seconds: [Double] = []
  var matched = 0
  var evaluated = 0
  /// The part of the seconds in which plans were changed.
  var commits = 0.0
  /// What an active driver takes: the way, the legs, the entries of the index.
  var bytesPerDriver = 0.0

  var mean: Double { seconds.reduce(0, +) / Double(seconds.count) }

  func report(drivers: Int) {
    let sorted = seconds.sorted()
    func quantile(_ share: Double) -> String { cell(1000 * sorted[Int(share * Double(sorted.count - 1))], 3) }
    print(
      cell(Double(drivers), 0) + cell(Double(matched), 0) + cell(1000 * mean, 3) + quantile(0.5)
        + quantile(0.9)
        + quantile(0.99) + quantile(1) + cell(1000 * commits / Double(seconds.count), 3)
        + cell(Double(evaluated) / Double(seconds.count), 1, width: 11)
        + cell(bytesPerDriver / 1000, 1, width: 11))
  }
}

/// The memory of this process that is in use, bytes.
func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
