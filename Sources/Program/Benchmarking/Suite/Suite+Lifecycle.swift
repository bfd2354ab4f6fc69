import EventKernel
import Lifecycle
import Quantities
import Statistics

extension Suite {
  /// The lifecycle with a market that does nothing: what it adds to the events themselves is its time less that of
  /// `lifecycle/kernel`.
  static let lifecycle = Benchmark(
    "lifecycle/idle", .micro, "asks of a market that does nothing: two attempts, an offer, an end",
    unit: "asks",
    sizes: [1_000, 10_000, 100_000, 1_000_000], small: 10_000
  ) { asks, _ in
    Work(
      4 * asks, "event",
      arranged: {
        var rules = Rules(random: RandomSource(seed: 1, replication: 0))
        rules.retryInterval = IdleMarket.delay
        rules.answerDelay = IdleMarket.delay
        let run = IdleRun(Lifecycle(IdleMarket(askCount: asks), rules: rules))
        return {
          try run.lifecycle.run()
          let records = run.lifecycle.desk.records
          var checksum = Checksum()
          checksum.add(records.attempts.count)
          checksum.add(records.end.rawValue)
          return Outcome(checksum, [Count("events", records.eventCounts.executed)])
        }
      })
  }

  /// The same events, scheduled on the kernel alone.
  static let lifecycleEvents = Benchmark(
    "lifecycle/kernel", .micro, "the events of lifecycle/idle on the kernel alone", unit: "asks",
    sizes: [1_000, 10_000, 100_000, 1_000_000], small: 10_000
  ) { asks, _ in
    Work(4 * asks, "event") {
      var kernel = Kernel<IdleEvent>()
      kernel.schedule(IdleEvent(ask: 0, stage: 0), at: .zero, priority: 5)
      while let (time, event) = kernel.next() {
        guard event.stage < 3 else { continue }
        let next = IdleEvent(ask: event.ask, stage: event.stage + 1)
        kernel.schedule(next, at: time + IdleMarket.delay, priority: [5, 2, 0][Int(event.stage)])
        if event.stage == 0, event.ask + 1 < asks {
          let next = IdleEvent(ask: event.ask + 1, stage: 0)
          kernel.schedule(next, at: time + Milliseconds(1), priority: 5)
        }
      }
      var checksum = Checksum()
      checksum.add(kernel.now.rawValue)
      return Outcome(checksum, [Count("events", try kernel.audit().executed)])
    }
  }
}

private struct IdleEvent: BitwiseCopyable {
  var ask: Int32
  var stage: UInt8
}

/// A market of one provider who is there at the second attempt and keeps everything.
private struct IdleMarket: Market, ~Copyable {
  struct Ask: ListIndex { var rawValue: Int32 }
  struct Provider: ListIndex { var rawValue: Int32 }
  struct Step: BitwiseCopyable { var ask: Ask }

  static let delay = Milliseconds(1000)

  let askCount: Int
  var providerCount: Int { 1 }

  func refusal(of ask: Ask) -> Cause? { nil }
  func submission(of ask: Ask) -> Milliseconds { Milliseconds(Int64(ask.rawValue)) }
  func key(of ask: Ask) -> UInt64 { UInt64(ask.rawValue) }
  func key(of provider: Provider) -> UInt64 { 0 }

  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord {
    AttemptRecord(provider: call.attempt == 1 ? .none : 0)
  }

  mutating func hold(_ ask: Ask, with provider: Provider, at time: Milliseconds, _ desk: inout Desk) {}

  mutating func release(
    _ ask: Ask, from provider: Provider, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {}

  mutating func commit(
    _ ask: Ask, to provider: Provider, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<Cause> {
    desk.schedule(Step(ask: ask), at: time + Self.delay)
    return .kept(span: Self.delay)
  }

  mutating func undo(
    _ ask: Ask, with provider: Provider, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {}

  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    desk.end(step.ask, .served, nil, at: time)
  }

  enum Fate: AskOutcome {
    case served, unmatched, cancelledByAsker, cancelledByProvider, inProgress, refusedInput, probeHit,
      probeMiss
  }

  enum Reason: AskCause { case declined, withdrawn, patience, calledOff }

  struct AskRecord: AskRecording {
    typealias Index = Ask
    var outcome = Fate.inProgress
    var cause: Reason?
    var cycles: Int32 = 0
    var attempts: Int32 = 0
    var firstMatch: Milliseconds?
    var ended: Milliseconds?
  }

  struct AttemptRecord: AttemptRecording {
    typealias Ask = IdleMarket.Ask
    let provider: Provider
    var outcome = AttemptOutcome.inProgress
    var cause: Reason?
    var answered = Milliseconds.never
  }

  struct EventRecord: EventRecording {
    enum Kind: EventKind {
      case submitted, attempt, accepted, declined, lapsed, withdrawn, notified, askerLeft, providerCancelled
    }

    init(time: Milliseconds, kind: Kind, provider: Provider, ask: Ask) {}
  }
}

/// A run that a repetition can take to its end.
private final class IdleRun {
  var lifecycle: Lifecycle<IdleMarket>

  init(_ lifecycle: consuming Lifecycle<IdleMarket>) { self.lifecycle = lifecycle }
}
