import Foundation
import Market
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Statistics

@main
struct Candidates {
  static func main() {
    let count = 100_000
    let space = OpenSpace(geometry: .plane, speed: 50 / 3.6)
    var state: UInt64 = 7
    func uniform() -> Double {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
    }
    func place() -> Place { Place(position: Position(x: uniform() * 30_000, y: uniform() * 30_000)) }
    var drivers: [Driver] = []
    for id in 0..<count {
      let (origin, destination) = (place(), place())
      drivers.append(
        Driver(
          id: Int64(id), origin: origin, destination: destination, depart: .zero,
          solo: space.travel(from: origin, to: destination)!))
    }
    let fleet = Fleet(drivers: drivers, terms: Terms(), space: space)
    for index in drivers.indices { fleet.announce(Int32(index), at: .zero) }
    let requests = (0..<20_000).map { id in
      let (origin, destination) = (place(), place())
      return Request(
        id: Int64(id), origin: origin, destination: destination, submit: .zero,
        direct: space.travel(from: origin, to: destination)!)
    }
    func ask(_ request: Request, _ time: Milliseconds) -> (Int, Int, Int) {
      var attempt = Attempt(
        request: request, number: 0, cycle: 1, attempt: 1, time: time,
        promise: fleet.terms.promise(for: request), excluded: [], fleet: fleet,
        random: RandomSource(seed: 1, replication: 0))
      if CommandLine.arguments.count > 1 {
        let found = attempt.candidates()
        return (Int(attempt.funnel.inRadius), Int(attempt.funnel.onRoute), found.count)
      }
      let found = attempt.driversOnRoute()
      return (Int(attempt.funnel.inRadius), Int(attempt.funnel.onRoute), found.count)
    }
    let clock = ContinuousClock()
    let build = clock.measure { _ = ask(requests[0], Milliseconds(1)) }
    print("build", build)
    for round in 0..<5 {
      var sum = (0, 0, 0)
      let elapsed = clock.measure {
        for request in requests {
          let (a, b, c) = ask(request, Milliseconds(Int64(2 + round)))
          sum = (sum.0 + a, sum.1 + b, sum.2 + c)
        }
      }
      print(
        elapsed / requests.count, Double(sum.0) / Double(requests.count),
        Double(sum.1) / Double(requests.count), Double(sum.2) / Double(requests.count))
    }
  }
}
