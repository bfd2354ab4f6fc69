import BenchmarkSuite
import BenchmarkSupport
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

/// How long the two circles take on a plane: 10⁵ drivers on 30 km × 30 km, r = 1 km, d = 500 m.
///
/// The peer is a scan over all drivers, in the same run; both must count the same drivers.
@main
struct Candidates {
  static let drivers = 100_000
  static let side: Metres = 30_000
  static let requests = 20_000
  static let scans = 200
  static let repetitions = 9

  static func main() {
    var numbers = BenchmarkNumbers(seed: 7)
    let space = OpenSpace(geometry: .plane, speed: 50 / 3.6)
    func place() -> Place {
      Place(position: Position(x: numbers.uniform() * side, y: numbers.uniform() * side))
    }
    let drivers = (0..<Self.drivers).map { id in
      let (origin, destination) = (place(), place())
      return Driver(
        id: Int64(id), origin: origin, destination: destination, depart: .zero,
        solo: space.travel(from: origin, to: destination) ?? .none)
    }
    let requests = (0..<Self.requests).map { id in
      let (origin, destination) = (place(), place())
      return Request(
        id: Int64(id), origin: origin, destination: destination, submit: .zero,
        direct: space.travel(from: origin, to: destination) ?? .none)
    }
    let fleet = Fleet(drivers: drivers, terms: Terms(), space: space)
    let entry = processorSeconds {
      for index in drivers.indices { fleet.announce(DriverIndex(index), at: .zero) }
    }

    let scan = CirclesScan(drivers, terms: fleet.terms)
    var search: [Double] = []
    var decision: [Double] = []
    var naive: [Double] = []
    for repetition in 0..<repetitions {
      let time = Milliseconds(Int64(10_000 + repetition))
      var found = (0, 0)
      let seconds = processorSeconds {
        for request in requests {
          let funnel = funnel(of: request, fleet, at: time)
          found = (found.0 + Int(funnel[.radius]), found.1 + Int(funnel[.route]))
        }
      }
      search.append(seconds / Double(requests.count))
      decision.append(
        processorSeconds {
          for request in requests.prefix(requests.count / 10) {
            var attempt = attempt(request, fleet, at: time)
            _ = attempt.candidates()
          }
        } / Double(requests.count / 10))
      let scanned = requests.prefix(scans)
      var byScan = (0, 0)
      naive.append(
        processorSeconds {
          for request in scanned {
            let counts = scan.counts(for: request, at: time)
            byScan = (byScan.0 + counts.inRadius, byScan.1 + counts.onRoute)
          }
        } / Double(scans))
      let byIndex = scanned.map { funnel(of: $0, fleet, at: time) }
      let counted = byIndex.reduce((0, 0)) { ($0.0 + Int($1[.radius]), $0.1 + Int($1[.route])) }
      precondition(counted == byScan, "the index and the scan must find the same drivers")
      if repetition == 0 {
        print(
          "10⁵ drivers, r = 1 km: a request finds \(cell(Double(found.0) / Double(requests.count), 1, width: 0))"
            + " drivers in the radius, \(cell(Double(found.1) / Double(requests.count), 1, width: 0)) on route"
        )
      }
    }
    print("processor µs a request, medians of \(repetitions)")
    print("  both circles, index     \(cell(median(search) * 1e6, 2))")
    print(
      "  both circles, scan      \(cell(median(naive) * 1e6, 2))   × \(cell(median(naive) / median(search), 0, width: 0))"
    )
    print("  with every candidate evaluated, limits and cost \(cell(median(decision) * 1e6, 2))")
    print("all announced, planned and put into the index in \(cell(entry * 1e3, 1, width: 0)) ms")
  }

  private static func attempt(_ request: Request, _ fleet: Fleet, at time: Milliseconds) -> Attempt {
    Attempt(
      request: request, index: 0, cycle: 1, attempt: 1, time: time,
      promise: fleet.terms.promise(for: request), excluded: [], fleet: fleet,
      random: RandomSource(seed: 1, replication: 0))
  }

  private static func funnel(of request: Request, _ fleet: Fleet, at time: Milliseconds) -> Funnel {
    var attempt = attempt(request, fleet, at: time)
    _ = attempt.driversOnRoute()
    return attempt.funnel
  }
}
