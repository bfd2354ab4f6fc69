import Carpool
import EventKernel
import Foundation
import Quantities
import Statistics
import TestSupport
import Testing

/// The cheapest number of servers of a queue M/M/c/K that keeps a bound on the share turned away, which is known in
/// closed form.
struct SelectionOnQueuesTests {
  private enum Event: BitwiseCopyable {
    case arrival
    case departure
  }

  private static let load = 8.0
  /// Places to wait beside the servers.
  private static let places = 2

  /// The share of arrivals turned away in the long run: πK = π0 · aᶜ ÷ c! · (a ÷ c)^(K − c).
  private static func blocked(_ servers: Int) -> Double {
    var weights = [1.0]
    for number in 1...servers + places {
      weights.append(weights[number - 1] * load / Double(min(number, servers)))
    }
    return weights[servers + places] / weights.reduce(0, +)
  }

  /// The share turned away of 300 arrivals after 100 others; service times are drawn by arrival, so that the k-th one of
  /// every number of servers is the same person.
  private static func simulate(_ servers: Int, seed: UInt64) -> Double {
    var arrivals = SplitMix64(seed: seed)
    var services = SplitMix64(seed: seed &+ 1 << 40)
    var kernel = Kernel<Event>()
    func seconds(_ mean: Double, _ draw: Double) -> Milliseconds {
      Milliseconds(seconds: -mean * log(1 - draw))
    }
    kernel.schedule(.arrival, at: .zero)
    var (there, seen, lost) = (0, -100, 0)
    var waiting: [Milliseconds] = []
    while seen < 300, let (_, event) = kernel.next() {
      switch event {
      case .arrival:
        let service = seconds(load, services.uniform())
        if there == servers + places {
          lost += seen >= 0 ? 1 : 0
        } else {
          there += 1
          if there <= servers { kernel.schedule(.departure, after: service) } else { waiting.append(service) }
        }
        seen += 1
        kernel.schedule(.arrival, after: seconds(1, arrivals.uniform()))
      case .departure:
        there -= 1
        if !waiting.isEmpty { kernel.schedule(.departure, after: waiting.removeFirst()) }
      }
    }
    return Double(lost) / 300
  }

  @Test
  func `the cheapest queue M M c K that keeps a bound is the formula's`() throws {
    let servers = Array(7...14)
    let limit = 0.05
    let right = try #require(servers.first { Self.blocked($0) <= limit })
    // The bound lies between two numbers of servers, as far from both as the tolerance.
    let tolerance = min(limit - Self.blocked(right), Self.blocked(right - 1) - limit)
    let selection = ConstrainedSelection(
      .lowerIsBetter, indifference: 0.5, bounds: [.init(limit, isUpper: true, tolerance: tolerance)])
    var values: [[[Double?]]] = servers.map { _ in [] }
    var outcome = selection.outcome(values)
    while !outcome.isDecided {
      for (system, count) in outcome.demand.enumerated() {
        while values[system].count < count {
          let share = Self.simulate(servers[system], seed: UInt64(values[system].count) &* 7919 &+ 3)
          values[system].append([Double(servers[system]), share])
        }
      }
      outcome = selection.outcome(values)
    }
    #expect(outcome.best.map { servers[$0] } == right)
    let runs = values.reduce(0) { $0 + $1.count }
    #expect(runs < servers.count * (outcome.counts.max() ?? 0))
  }
}
