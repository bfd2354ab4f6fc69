import BenchmarkSuite
import BenchmarkSupport
import Foundation
import Glibc
import Matching
import Quantities
import Travellers

/// Measures the exact matcher on the carpool of Chengdu: match and commit of a request together.
///
///     swift run -c release InsertionBenchmark [--data FOLDER] [--walk METRES] [--places COUNT] [--shared] [--threads N] [DRIVERS ...]
///
/// The time is processor time of the deciding thread: the choice over all drivers and, if a driver is chosen, the change of that driver's
/// plan. With several threads it includes the time spent waiting for the others.
///
/// Each row ends with a digest of all choices and costs: versions with equal digests make equal decisions.
@main
struct InsertionBenchmark {
  static func main() {
    do throws(Misuse) {
      let options = try Options(CommandLine.arguments.dropFirst())
      try options.checkData()
      measure(options)
    } catch {
      fail(error.description, status: error.status)
    }
  }

  private static func measure(_ options: Options) {
    print(
      "   drivers   matched      mean       p50       p90       p99       max    commit  evaluated  kB/driver            digest"
        + "   (ms a request)")
    var points: [(drivers: Double, mean: Double)] = []
    for size in options.sizes {
      let carpool: Carpool
      do { carpool = try options.carpool(drivers: size) } catch { fail("\(error)", status: 65) }
      let day = Day(of: carpool, threads: options.threads)
      day.report(drivers: size)
      points.append((Double(size), day.mean))
    }
    if points.count > 2, Set(points.map(\.drivers)).count > 1 {
      print("slope of time against drivers, on log axes: \(cell(slope(points), 2, width: 0))")
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("InsertionBenchmark: \(message)\n".utf8))
    exit(status)
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

/// The processor time and the decisions of serving all requests.
struct Day {
  var seconds: [Double] = []
  var matched = 0
  var evaluated = 0
  /// The part of the seconds in which plans were changed.
  var commits = 0.0
  /// The memory of an active driver: the way, the legs, the entries of the index.
  var bytesPerDriver = 0.0
  var digest = Checksum()

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
      digest.add(choice?.driver.rawValue ?? -1)
      if let choice {
        digest.add([choice.cost, choice.value, choice.insertion.addedDriving.rawValue])
        digest.add([choice.insertion.pickupAfter, choice.insertion.dropoffAfter])
        digest.add([choice.insertion.pickupPoint, choice.insertion.dropoffPoint])
      }
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
        + cell(Double(evaluated) / Double(seconds.count), 3, width: 11)
        + cell(bytesPerDriver / 1000, 1, width: 11) + "  " + digest.text)
  }
}

/// The memory of this process that is in use, bytes.
func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
