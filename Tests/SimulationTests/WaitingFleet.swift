import CarpoolScenario
import Foundation
import Lifecycle
import Matching
import Quantities
import RoadNetwork
import Scenario
import Simulation
import Spaces
import TestSupport
import Travellers

/// Cars that wait on a network of equal links, and passengers who come as a Poisson process, each from a node to another, all alike:
/// the setting of Molkenthin, Schröder and Timme 2020, doi:10.1103/PhysRevLett.125.248302.
struct WaitingFleet {
  var topology: Topology
  var cars: Int
  /// x: the direct driving that is asked for ÷ the driving that the cars could do.
  var load: Double
  var objective = Objective.earliestArrival

  /// The time that a car takes for a link.
  static let link = Milliseconds(100_000)

  enum Topology {
    case ring(Int)
    /// Rows and columns whose ends are joined.
    case torus(Int)

    var nodes: Int {
      switch self {
      case .ring(let count): count
      case .torus(let side): side * side
      }
    }

    /// The nodes that a link joins.
    var links: [(Int, Int)] {
      switch self {
      case .ring(let count): return (0..<count).map { ($0, ($0 + 1) % count) }
      case .torus(let side):
        return (0..<nodes).flatMap { node -> [(Int, Int)] in
          let right = node / side * side + (node + 1) % side
          let below = (node + side) % (side * side)
          return [(node, right), (node, below)]
        }
      }
    }

    /// The network, whose nodes lie closer together than any link is long: no bound from straight lines is above a way.
    func network() -> Network {
      var builder = NetworkBuilder(geometry: .plane)
      for node in 0..<nodes {
        builder.addNode(id: Int64(node), at: Coordinates(x: Double(node % 5), y: Double(node / 5)))
      }
      for (tail, head) in links {
        for (from, to) in [(tail, head), (head, tail)] {
          builder.addLink(
            id: 1, from: NodeIndex(from), to: NodeIndex(to), metres: 1000,
            milliseconds: Int32(WaitingFleet.link.rawValue))
        }
      }
      return builder.build()
    }
  }

  /// What a run was asked for, and how it was served.
  struct Figures {
    /// The load of those who asked behind the first fifth of the time.
    var load: Double
    /// C: passengers of a car, waiting and riding, in the mean over that time.
    var customers: Double
    /// E: that load ÷ the customers of a car.
    var efficiency: Double { load / customers }
    // Over the whole run, in metres and in times.
    /// Driven ÷ direct metres.
    var driven: Double
    /// The direct driving time ÷ the time of all cars.
    var realisedLoad: Double
    /// The share of that time in which cars drive.
    var busy: Double
    /// Passengers of a car that drives.
    var occupancy: Double
  }

  /// Runs `count` requests of `seed`.
  func figures(requests count: Int, seed: UInt64) throws -> Figures {
    let space = NetworkSpace(RoutingIndex(topology.network(), method: .dijkstra))
    var random = SplitMix64(seed: seed)
    func node() -> Place { space.place(ofNode: NodeIndex(random.whole(0...topology.nodes - 1))) }
    let drivers = (0..<cars).map { Driver(id: Int64($0), waitingAt: node(), depart: .zero, seats: 100) }
    let trips = (0..<count).map { _ -> (Place, Place, Travel) in
      while true {
        let (origin, destination) = (node(), node())
        if origin != destination, let travel = space.travel(from: origin, to: destination) {
          return (origin, destination, travel)
        }
      }
    }
    let rate = load * Double(cars) / meanDirect(in: space)
    var time = 0.0
    let requests = trips.enumerated().map { number, trip in
      time -= log(1 - random.uniform()) / rate
      return Request(
        id: Int64(number), origin: trip.0, destination: trip.1, submit: Milliseconds(Int64(time)),
        luggage: 0, direct: trip.2)
    }
    var setup = SimulationSetup(
      Scenario(), drivers: drivers, requests: requests, space: space, policy: BestInsertion())
    setup.terms = Terms()
    setup.terms.stopDuration = .zero
    setup.terms.insertion.objective = objective
    setup.rules = .certain
    setup.rules.answerDelay = .zero
    return figures(try setup.records(), requests, until: requests[count - 1].submit)
  }

  /// The mean direct time between two nodes, milliseconds.
  private func meanDirect(in space: NetworkSpace) -> Double {
    let nodes = (0..<topology.nodes).map { space.place(ofNode: NodeIndex($0)) }
    let times = nodes.flatMap { origin in
      nodes.filter { $0 != origin }.compactMap { space.travel(from: origin, to: $0)?.duration.rawValue }
    }
    return Double(times.reduce(0, +)) / Double(times.count)
  }

  private func figures(_ records: RunRecords, _ requests: [Request], until end: Milliseconds) -> Figures {
    let begin = Milliseconds(end.rawValue / 5)
    let span = Double((end - begin).rawValue) * Double(cars)
    var (asked, present, riding, direct) = (0.0, 0.0, 0.0, 0.0)
    for (request, record) in zip(requests, records.requests) {
      guard let pickup = record.pickup, let dropoff = record.dropoff else { continue }
      if request.submit >= begin { asked += Double(request.direct.duration.rawValue) }
      present += Double(max(.zero, min(dropoff, end) - max(request.submit, begin)).rawValue)
      riding += Double((dropoff - pickup).rawValue)
      direct += Double(request.direct.duration.rawValue)
    }
    let driving = records.drivers.reduce(0) { $0 + Double($1.driving.rawValue) }
    let whole = Double(cars) * Double(records.end.rawValue)
    return Figures(
      load: asked / span, customers: present / span,
      driven: records.drivers.reduce(0) { $0 + $1.drivenMetres }
        / requests.reduce(0) { $0 + $1.direct.metres },
      realisedLoad: direct / whole, busy: driving / whole, occupancy: riding / driving)
  }
}
