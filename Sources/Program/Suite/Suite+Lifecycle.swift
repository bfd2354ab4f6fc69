import EventKernel
import Lifecycle
import Quantities
import Statistics

extension Suite {
  /// The lifecycle with a market without effects; its overhead is the difference from `lifecycle/kernel`.
  static let lifecycle = Benchmark(
    "lifecycle/idle", .micro, "requests of a market that does nothing: two attempts, an offer, an end",
    unit: "requests",
    sizes: [1_000, 10_000, 100_000, 1_000_000], small: 10_000
  ) { requests, _ in
    Work.arranged(4 * requests, "event") {
      var rules = Rules(random: RandomSource(seed: 1, replication: 0))
      rules.retryInterval = IdleMarket.delay
      rules.answerDelay = IdleMarket.delay
      let run = IdleRun(Lifecycle(IdleMarket(requestCount: requests), rules: rules))
      return {
        try run.lifecycle.run()
        let records = run.lifecycle.desk.records
        var checksum = Checksum()
        checksum.add(records.attempts.count)
        checksum.add(records.end.rawValue)
        return Outcome(checksum, ["events": records.eventCounts.executed])
      }
    }
  }

  /// The same events, scheduled on the kernel alone.
  static let lifecycleEvents = Benchmark(
    "lifecycle/kernel", .micro, "the events of lifecycle/idle on the kernel alone", unit: "requests",
    sizes: [1_000, 10_000, 100_000, 1_000_000], small: 10_000
  ) { requests, _ in
    Work(4 * requests, "event") {
      var kernel = Kernel<IdleEvent>()
      kernel.schedule(IdleEvent(request: 0, stage: 0), at: .zero, priority: 5)
      while let (time, event) = kernel.next() {
        guard event.stage < 3 else { continue }
        let next = IdleEvent(request: event.request, stage: event.stage + 1)
        kernel.schedule(next, at: time + IdleMarket.delay, priority: [5, 2, 0][Int(event.stage)])
        if event.stage == 0, event.request + 1 < requests {
          let next = IdleEvent(request: event.request + 1, stage: 0)
          kernel.schedule(next, at: time + Milliseconds(1), priority: 5)
        }
      }
      var checksum = Checksum()
      checksum.add(kernel.now.rawValue)
      return Outcome(checksum, ["events": try kernel.audit().executed])
    }
  }
}

private struct IdleEvent: BitwiseCopyable {
  var request: Int32
  var stage: UInt8
}

/// A market with one provider, available at the second attempt, who keeps every agreement.
private struct IdleMarket: Market, ~Copyable {
  struct RequestIndex: ListIndex { var rawValue: Int32 }
  struct Provider: ListIndex { var rawValue: Int32 }
  struct Step: BitwiseCopyable { var request: RequestIndex }

  static let delay = Milliseconds(1000)

  let requestCount: Int
  var providerCount: Int { 1 }

  func refusal(of request: RequestIndex) -> Cause? { nil }
  func submission(of request: RequestIndex) -> Milliseconds { Milliseconds(Int64(request.rawValue)) }
  func key(of request: RequestIndex) -> UInt64 { UInt64(request.rawValue) }
  func key(of provider: Provider) -> UInt64 { 0 }

  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord {
    AttemptRecord(provider: call.attempt == 1 ? .none : 0)
  }

  mutating func miss(_ call: Call, because cause: Cause, _ desk: inout Desk) -> AttemptRecord {
    AttemptRecord(provider: .none, cause: cause)
  }

  mutating func hold(
    _ request: RequestIndex, with provider: Provider, at time: Milliseconds, _ desk: inout Desk
  ) {}

  mutating func release(
    _ request: RequestIndex, from provider: Provider, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {}

  mutating func commit(
    _ request: RequestIndex, to provider: Provider, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<Cause> {
    desk.schedule(Step(request: request), at: time + Self.delay)
    return .kept(span: Self.delay)
  }

  mutating func undo(
    _ request: RequestIndex, with provider: Provider, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {}

  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    desk.end(step.request, .served, nil, at: time)
  }

  enum Fate: RequestEnding {
    case served, unmatched, cancelledByRequester, cancelledByProvider, inProgress, refusedInput, probeHit,
      probeMiss
  }

  enum Reason: RequestCause { case declined, withdrawn, patience, calledOff, outage }

  struct RequestRecord: RequestRecording {
    typealias Index = RequestIndex
    var outcome = Fate.inProgress
    var cause: Reason?
    var cycles: Int32 = 0
    var attempts: Int32 = 0
    var firstMatch: Milliseconds?
    var ended: Milliseconds?
  }

  struct AttemptRecord: AttemptRecording {
    typealias RequestIndex = IdleMarket.RequestIndex
    let provider: Provider
    var outcome = AttemptOutcome.inProgress
    var cause: Reason?
    var answered = Milliseconds.never
  }

  struct EventRecord: EventRecording {
    enum Kind: EventKind {
      case submitted, attempt, accepted, declined, lapsed, withdrawn, notified, requesterLeft,
        providerCancelled, outage
    }

    init(time: Milliseconds, kind: Kind, provider: Provider, request: RequestIndex) {}
  }
}

/// A run that a repetition executes to its end.
private final class IdleRun {
  var lifecycle: Lifecycle<IdleMarket>

  init(_ lifecycle: consuming Lifecycle<IdleMarket>) { self.lifecycle = lifecycle }
}
