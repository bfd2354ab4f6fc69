import BenchmarkSuite
import BenchmarkSupport
import Foundation
import Glibc
import Matching

/// How long the exact matcher takes for a request, match and commit together, on the carpool of Chengdu.
///
///     swift run -c release InsertionBenchmark [--data FOLDER] [--walk METRES] [--threads N] [DRIVERS ...]
///
/// What is timed is the choice over all drivers and, where there is one, the change of the driver's plan, in
/// processor time of the thread that decides: where others help, the time that it waits for them is in it.
@main
struct InsertionBenchmark {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var data = "../shared/data/chengdu"
    if let index = arguments.firstIndex(of: "--data"), index + 1 < arguments.count {
      data = arguments[index + 1]
      arguments.removeSubrange(index...index + 1)
    }
    var walk = 0.0
    if let index = arguments.firstIndex(of: "--walk"), index + 1 < arguments.count {
      walk = Double(arguments[index + 1]) ?? 0
      arguments.removeSubrange(index...index + 1)
    }
    var threads = 1
    if let index = arguments.firstIndex(of: "--threads"), index + 1 < arguments.count {
      threads = Int(arguments[index + 1]) ?? 1
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
      var carpool = try Carpool(folder: data, drivers: size)
      carpool.walk = walk
      let day = Day(of: carpool, threads: threads)
      day.report(drivers: size)
      points.append((Double(size), day.mean))
    }
    if points.count > 2, Set(points.map(\.drivers)).count > 1 {
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

/// What serving the requests took.
struct Day {
  var seconds: [Double] = []
  var matched = 0
  var evaluated = 0
  /// The part of the seconds in which plans were changed.
  var commits = 0.0
  /// What an active driver takes: the way, the legs, the entries of the index.
  var bytesPerDriver = 0.0

  /// Serves all requests of `carpool`, one after the other, each search on `threads` threads.
  init(of carpool: Carpool, threads: Int) {
    let before = residentBytes()
    let day = carpool.day()
    bytesPerDriver = Double(residentBytes() - before) / Double(carpool.drivers.count)
    if threads > 1 { day.fleet.divideSearches(among: threads) }
    for number in carpool.requests.indices {
      day.makeStops(before: number)
      if number + 3 < carpool.requests.count { day.fleet.expect(carpool.requests[number + 3]) }
      let start = processorSeconds()
      let (choice, funnel) = day.choice(for: number)
      let chosen = processorSeconds()
      if let choice { day.accept(choice, for: number) }
      let end = processorSeconds()
      seconds.append(end - start)
      commits += end - chosen
      matched += choice == nil ? 0 : 1
      evaluated += Int(funnel.evaluated)
    }
  }

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
