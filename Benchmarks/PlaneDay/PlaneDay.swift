import Foundation
import Market
import Matching
import Quantities
import Scenario
import Simulation
import Spaces

/// The event loop alone: a day of one-trip drivers and ten times as many requests on a plane.
@main
struct PlaneDay {
  static func main() throws {
    let arguments = CommandLine.arguments
    let driverCount = arguments.count > 1 ? Int(arguments[1])! : 100_000
    let requestCount = 10 * driverCount
    var scenario = Scenario()
    scenario.behaviour.patience = nil
    scenario.behaviour.driverCancelProbability = 0
    scenario.matching.relaunch.probability = 0
    let space = OpenSpace(geometry: .plane, speed: 50 / 3.6)
    var random = SplitMix(state: 7)
    func place() -> Place {
      Place(position: Position(x: random.uniform() * 30_000, y: random.uniform() * 30_000))
    }
    func time() -> Milliseconds { Milliseconds(seconds: random.uniform() * 86_400) }
    var drivers: [Driver] = []
    for id in 0..<driverCount {
      let (origin, destination) = (place(), place())
      drivers.append(
        Driver(
          id: Int64(id), origin: origin, destination: destination, depart: time(),
          maxDetour: Milliseconds(900_000), maxDetourRatio: 0.5,
          solo: space.travel(from: origin, to: destination)!))
    }
    var requests: [Request] = []
    for id in 0..<requestCount {
      let (origin, destination) = (place(), place())
      requests.append(
        Request(
          id: Int64(id), origin: origin, destination: destination, submit: time(),
          direct: space.travel(from: origin, to: destination)!))
    }
    let setup = SimulationSetup(scenario, drivers: drivers, requests: requests, space: space)
    var simulator = Simulator(setup)
    let clock = ContinuousClock()
    let elapsed = try clock.measure { try simulator.run() }
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    let records = simulator.records
    let served = records.requests.count { $0.outcome == .served }
    print(
      "loop \(seconds) s, events \(records.events), \(Double(records.events) / seconds) events/s,",
      "\(Double(requestCount) / seconds) requests/s, served \(served), attempts \(records.attempts.count)")
    let decision = records.attempts.map { Double($0.decisionNanoseconds) }.reduce(0, +)
    print("mean decision \(decision / Double(records.attempts.count)) ns")
  }
}

struct SplitMix {
  var state: UInt64
  mutating func uniform() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}
