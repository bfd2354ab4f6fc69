import Foundation
import Quantities
import TestSupport

@testable import EventKernel

/// Queues on the kernel whose long-run figures are known in closed form.
enum QueueModel: CaseIterable {
  /// Ten servers, an offered load of 8, no queue: Erlang's B(10, 8) = 0.121661 of the arrivals are lost.
  case erlang
  /// Drivers come at rate 5 and leave at 0.5 each, requests come at 4 and are lost without a driver: a share of
  /// 1 ÷ ₁F₁(1; 1 + 8; 10) = 0.144399 is lost.
  case impatience

  /// The share of arrivals lost in the long run.
  var loss: Double {
    switch self {
    case .erlang: 0.1216610643
    case .impatience: 0.1443985810
    }
  }

  private enum Event: BitwiseCopyable {
    case request
    case release
    case driver
  }

  /// What one replication shows of the requests after the warm-up.
  struct Sample {
    /// The share lost.
    var loss = 0.0
    /// The mean number of servers or drivers that a request finds free.
    var free = 0.0
    /// The share lost of the second half.
    var late = 0.0
  }

  /// Runs `requests` requests after `warmUp` others.
  func run(requests: Int, warmUp: Int, seed: UInt64) -> Sample {
    var kernel = Kernel<Event>()
    var random = SplitMix64(seed: seed)
    var sample = Sample()
    var free = 10
    var seen = -warmUp
    func seconds(_ mean: Double) -> Milliseconds { Milliseconds(seconds: -mean * log(1 - random.uniform())) }
    var leaving: [EventHandle] = []
    kernel.schedule(.request, at: .zero)
    if self == .impatience {
      free = 0
      kernel.schedule(.driver, at: .zero)
    }
    while seen < requests, let (_, event) = kernel.next() {
      switch event {
      case .driver:
        free += 1
        leaving.append(kernel.schedule(.release, after: seconds(2)))
        kernel.schedule(.driver, after: seconds(0.2))
      case .release:
        free += self == .erlang ? 1 : -1
        if self == .impatience { leaving.removeAll { !kernel.queue.contains($0) } }
      case .request:
        if seen >= 0 {
          let lost = free == 0 ? 1.0 : 0
          sample.loss += lost / Double(requests)
          sample.free += Double(free) / Double(requests)
          if seen >= requests / 2 { sample.late += lost / Double(requests - requests / 2) }
        }
        seen += 1
        if free > 0 {
          free -= 1
          if self == .erlang {
            kernel.schedule(.release, after: seconds(8))
          } else {
            // Whoever is taken, the others' patience has no memory.
            _ = kernel.cancel(leaving.removeLast())
          }
        }
        kernel.schedule(.request, after: seconds(self == .erlang ? 1 : 0.25))
      }
    }
    return sample
  }
}
