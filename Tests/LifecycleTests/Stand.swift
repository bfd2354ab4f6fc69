import Lifecycle
import Quantities

/// A market stall: customers ask for one of the sellers, who can serve one at a time; all of it is told in lines.
struct Stand: Market, ~Copyable {
  struct Ask: ListIndex { var rawValue: Int32 }
  struct Provider: ListIndex { var rawValue: Int32 }

  /// A customer.
  struct Customer {
    var submit = Milliseconds.zero
    var patience = Milliseconds.never
    var isProbe = false
    var refusal: Reason?
    /// Attempts before this time find nobody.
    var findsFrom = Milliseconds.zero
    /// Until when the first attempt is gathered.
    var gathersUntil: Milliseconds?
    /// Whether the customer waits for a seller who becomes free.
    var waits = false
  }

  enum Step: BitwiseCopyable, Sendable {
    case begin(Ask)
    case end(Ask)
  }

  var customers: [Customer]
  let providerCount: Int
  /// From a yes to the beginning, and from there to the end.
  var span = Milliseconds(10_000)
  var service = Milliseconds(20_000)
  var declining = 0.0
  /// Whether a commitment can be kept.
  var keeps = true
  private var customerOf: [Ask?]
  private var waiting: [Ask] = []
  /// How many were decided together each time.
  private(set) var gathered: [Int] = []

  init(_ customers: [Customer], sellers: Int = 1) {
    self.customers = customers
    providerCount = sellers
    customerOf = Array(repeating: nil, count: sellers)
  }

  var askCount: Int { customers.count }
  func refusal(of ask: Ask) -> Reason? { customers[Int(ask)].refusal }
  func submission(of ask: Ask) -> Milliseconds { customers[Int(ask)].submit }
  func patience(of ask: Ask) -> Milliseconds { customers[Int(ask)].patience }
  func isProbe(_ ask: Ask) -> Bool { customers[Int(ask)].isProbe }
  func key(of ask: Ask) -> UInt64 { UInt64(ask.rawValue) }
  func key(of provider: Provider) -> UInt64 { UInt64(provider.rawValue) }
  func declineProbability(of provider: Provider, to ask: Ask, _ rules: Rules) -> Double { declining }

  func gathersUntil(_ ask: Ask, attempt number: Int32, at time: Milliseconds) -> Milliseconds? {
    number == 1 ? customers[Int(ask)].gathersUntil : nil
  }

  func waits(_ ask: Ask, because cause: Reason?) -> Bool { customers[Int(ask)].waits }

  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord {
    let free = customerOf.indices.first {
      customerOf[$0] == nil && !call.excluded.contains(Provider($0))
    }
    let isFound = call.time >= customers[Int(call.ask)].findsFrom
    let provider = isFound ? free.map { Provider($0) } : nil
    if provider == nil, customers[Int(call.ask)].waits { waiting.append(call.ask) }
    return AttemptRecord(
      ask: call.ask, cycle: call.cycle, attempt: call.attempt, provider: provider ?? .none,
      cause: provider == nil ? .nobody : nil)
  }

  mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord] {
    gathered.append(calls.count)
    // The last come first: nobody who decides one by one would do so.
    var records: [AttemptRecord] = []
    for call in calls.reversed() {
      let record = decide(call, &desk)
      if record.provider != .none { customerOf[Int(record.provider)] = call.ask }
      records.append(record)
    }
    return records.reversed()
  }

  mutating func hold(_ ask: Ask, with provider: Provider, at time: Milliseconds, _ desk: inout Desk) {
    customerOf[Int(provider)] = ask
  }

  mutating func release(
    _ ask: Ask, from provider: Provider, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    free(provider, at: time, &desk)
  }

  mutating func commit(
    _ ask: Ask, to provider: Provider, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<Reason> {
    guard keeps else { return .lapsed(.lapsed) }
    desk.schedule(.begin(ask), at: time + span)
    return .kept(span: span)
  }

  mutating func undo(
    _ ask: Ask, with provider: Provider, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    free(provider, at: time, &desk)
  }

  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    switch step {
    // What was called off begins for nobody.
    case .begin(let ask):
      guard desk.phase(of: ask) == .matched else { return }
      desk.begin(ask, at: time)
      desk.note(.begun, provider: desk.provider(of: ask), ask: ask)
      desk.schedule(.end(ask), at: time + service)
    case .end(let ask):
      let provider = desk.provider(of: ask)
      desk.end(ask, .served, nil, at: time)
      desk.note(.served, provider: provider, ask: ask)
      free(provider, at: time, &desk)
    }
  }

  private mutating func free(_ provider: Provider, at time: Milliseconds, _ desk: inout Desk) {
    customerOf[Int(provider)] = nil
    guard let next = waiting.firstIndex(where: { desk.phase(of: $0) == .searching }) else { return }
    desk.scheduleAttempt(of: waiting.remove(at: next), at: time)
  }

  // MARK: - Words and records

  enum Fate: String, AskOutcome {
    case served, unmatched, cancelledByAsker, cancelledByProvider, inProgress, refusedInput, probeHit,
      probeMiss
  }

  enum Reason: String, AskCause { case nobody, declined, lapsed, withdrawn, patience, calledOff, closed }

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
    typealias Ask = Stand.Ask

    let ask: Ask
    let cycle, attempt: Int32
    let provider: Provider
    var outcome = AttemptOutcome.inProgress
    var cause: Reason?
    var answered = Milliseconds.never
  }

  struct EventRecord: EventRecording {
    enum Kind: String, EventKind {
      case submitted, attempt, accepted, declined, lapsed, withdrawn, notified, askerLeft, providerCancelled
      case begun, served
    }

    /// As `12 accepted p0 a1`, the time in seconds.
    let line: String

    init(time: Milliseconds, kind: Kind, provider: Provider, ask: Ask) {
      line =
        "\(time.rawValue / 1000) \(kind.rawValue)" + (provider == .none ? "" : " p\(provider)")
        + (ask == .none ? "" : " a\(ask)")
    }
  }
}
