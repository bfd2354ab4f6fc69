import EventKernel
import Foundation
import Quantities
import TestSupport
import Testing

/// The kernel against queueing theory: servers and arrivals, no cars.
///
/// Offered load 8 on 10 servers. Without a queue the share of arrivals lost is Erlang's B(10, 8) for any law
/// of service; with one and exponential service the share that waits is Erlang's C(10, 8).
/// `DETOUR_FULL_VALIDATION=1` draws fifty times as many arrivals.
struct QueueingTests {
  enum Service: CaseIterable {
    case exponential, deterministic, hyperexponential

    /// A time of mean 8 s; the hyperexponential one has a squared coefficient of variation of 5.
    func draw(_ generator: inout SplitMix64) -> Milliseconds {
      let seconds =
        switch self {
        case .deterministic: 8.0
        case .exponential: generator.exponential(mean: 8)
        case .hyperexponential:
          // Two branches of balanced means, the short one with p = (1 + √((c² − 1)/(c² + 1))) / 2, c² = 5.
          generator.uniform() < 0.908248290463863
            ? generator.exponential(mean: 4 / 0.908248290463863)
            : generator.exponential(mean: 4 / 0.091751709536137)
        }
      return Milliseconds(seconds: seconds)
    }
  }

  enum Event: BitwiseCopyable {
    case arrival
    case departure
  }

  static let servers = 10
  static let arrivals =
    isFullValidation ? 10_000_000 : 200_000

  @Test("loses the share that Erlang B says, whatever the law of service", arguments: Service.allCases)
  func erlangB(service: Service) throws {
    let z = try Self.blockedShare(service: service, queues: false, seed: 20).z(against: 0.121661)
    #expect(abs(z) < 3.5, "z = \(z)")
  }

  @Test("delays the share that Erlang C says")
  func erlangC() throws {
    let z = try Self.blockedShare(service: .exponential, queues: true, seed: 21).z(against: 0.409180)
    #expect(abs(z) < 3.5, "z = \(z)")
  }

  @Test("Erlang's formulas give the figures used here")
  func formulas() {
    let b = (1...Self.servers).reduce(1.0) { b, n in 8 * b / (Double(n) + 8 * b) }
    let c = b / (1 - 0.8 * (1 - b))
    #expect(abs(b - 0.121661) < 5e-7)
    #expect(abs(c - 0.409180) < 5e-7)
  }

  /// The shares of arrivals that found all servers busy, one per batch.
  private static func blockedShare(service: Service, queues: Bool, seed: UInt64) throws -> Batches {
    var kernel = Kernel<Event>()
    var generator = SplitMix64(seed: seed)
    let warmUp = 5000
    var batches = Batches(size: arrivals / 50)
    var seen = 0
    var busy = 0
    var waiting = 0
    kernel.schedule(.arrival, at: .zero)
    while let (_, event) = kernel.next() {
      switch event {
      case .arrival:
        seen += 1
        let isBlocked = busy == servers
        if seen > warmUp { batches.add(isBlocked) }
        if !isBlocked {
          busy += 1
          kernel.schedule(.departure, after: service.draw(&generator))
        } else if queues {
          waiting += 1
        }
        if seen < arrivals + warmUp {
          kernel.schedule(.arrival, after: Milliseconds(seconds: generator.exponential(mean: 1)))
        }
      case .departure:
        if waiting > 0 {
          waiting -= 1
          kernel.schedule(.departure, after: service.draw(&generator))
        } else {
          busy -= 1
        }
      }
    }
    let counts = try kernel.audit()
    #expect(counts.pending == 0)
    return batches
  }
}

/// Means of equal batches, so that correlated outcomes can be tested against a known mean.
struct Batches {
  let size: Int
  private var means: [Double] = []
  private var sum = 0
  private var count = 0

  init(size: Int) { self.size = size }

  mutating func add(_ outcome: Bool) {
    sum += outcome ? 1 : 0
    count += 1
    guard count == size else { return }
    means.append(Double(sum) / Double(size))
    sum = 0
    count = 0
  }

  /// How many standard errors the grand mean lies above `mean`.
  func z(against mean: Double) -> Double {
    let n = Double(means.count)
    let grand = means.reduce(0, +) / n
    let variance = means.reduce(0) { $0 + ($1 - grand) * ($1 - grand) } / (n - 1)
    return (grand - mean) / (variance / n).squareRoot()
  }
}
