import Lifecycle
import Quantities

/// A market stall: customers ask for one of the sellers, who can serve one at a time; all of it is told in lines.
struct Stand: Market, ~Copyable {
  struct RequestIndex: ListIndex { var rawValue: Int32 }
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
    case begin(RequestIndex)
    case end(RequestIndex)
  }

  var customers: [Customer]
  let providerCount: Int
  /// From a yes to the beginning, and from there to the end.
  var span = Milliseconds(10_000)
  var service = Milliseconds(20_000)
  var declining = 0.0
  /// Whether a commitment can be kept.
  var keeps = true
  private var customerOf: [RequestIndex?]
  private var waiting: [RequestIndex] = []
  /// How many were decided together each time.
  private(set) var gathered: [Int] = []

  init(_ customers: [Customer], sellers: Int = 1) {
    self.customers = customers
    providerCount = sellers
    customerOf = Array(repeating: nil, count: sellers)
  }

  var requestCount: Int { customers.count }
  func refusal(of request: RequestIndex) -> Reason? { customers[Int(request)].refusal }
  func submission(of request: RequestIndex) -> Milliseconds { customers[Int(request)].submit }
  func patience(of request: RequestIndex) -> Milliseconds { customers[Int(request)].patience }
  func isProbe(_ request: RequestIndex) -> Bool { customers[Int(request)].isProbe }
  func key(of request: RequestIndex) -> UInt64 { UInt64(request.rawValue) }
  func key(of provider: Provider) -> UInt64 { UInt64(provider.rawValue) }
  func declineProbability(of provider: Provider, to request: RequestIndex, _ rules: Rules) -> Double {
    declining
  }

  func gathersUntil(_ request: RequestIndex, attempt number: Int32, at time: Milliseconds) -> Milliseconds? {
    number == 1 ? customers[Int(request)].gathersUntil : nil
  }

  func waits(_ request: RequestIndex, because cause: Reason?) -> Bool { customers[Int(request)].waits }

  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord {
    let free = customerOf.indices.first {
      customerOf[$0] == nil && !call.excluded.contains(Provider($0))
    }
    let isFound = call.time >= customers[Int(call.request)].findsFrom
    let provider = isFound ? free.map { Provider($0) } : nil
    if provider == nil, customers[Int(call.request)].waits { waiting.append(call.request) }
    return AttemptRecord(
      request: call.request, cycle: call.cycle, attempt: call.attempt, provider: provider ?? .none,
      cause: provider == nil ? .nobody : nil)
  }

  mutating func miss(_ call: Call, because cause: Reason, _ desk: inout Desk) -> AttemptRecord {
    AttemptRecord(
      request: call.request, cycle: call.cycle, attempt: call.attempt, provider: .none, cause: cause)
  }

  mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord] {
    gathered.append(calls.count)
    // The last come first: nobody who decides one by one would do so.
    var records: [AttemptRecord] = []
    for call in calls.reversed() {
      let record = decide(call, &desk)
      if record.provider != .none { customerOf[Int(record.provider)] = call.request }
      records.append(record)
    }
    return records.reversed()
  }

  mutating func hold(
    _ request: RequestIndex, with provider: Provider, at time: Milliseconds, _ desk: inout Desk
  ) {
    customerOf[Int(provider)] = request
  }

  mutating func release(
    _ request: RequestIndex, from provider: Provider, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    free(provider, at: time, &desk)
  }

  mutating func commit(
    _ request: RequestIndex, to provider: Provider, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<Reason> {
    guard keeps else { return .lapsed(.lapsed) }
    desk.schedule(.begin(request), at: time + span)
    return .kept(span: span)
  }

  mutating func undo(
    _ request: RequestIndex, with provider: Provider, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    free(provider, at: time, &desk)
  }

  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    switch step {
    // What was called off begins for nobody.
    case .begin(let request):
      guard desk.phase(of: request) == .matched else { return }
      desk.begin(request, at: time)
      desk.note(.begun, provider: desk.provider(of: request), request: request)
      desk.schedule(.end(request), at: time + service)
    case .end(let request):
      let provider = desk.provider(of: request)
      desk.end(request, .served, nil, at: time)
      desk.note(.served, provider: provider, request: request)
      free(provider, at: time, &desk)
    }
  }

  private mutating func free(_ provider: Provider, at time: Milliseconds, _ desk: inout Desk) {
    customerOf[Int(provider)] = nil
    guard let next = waiting.firstIndex(where: { desk.phase(of: $0) == .searching }) else { return }
    desk.scheduleAttempt(of: waiting.remove(at: next), at: time)
  }

  // MARK: - Words and records

  enum Fate: String, RequestEnding {
    case served, unmatched, cancelledByRequester, cancelledByProvider, inProgress, refusedInput, probeHit,
      probeMiss
  }

  enum Reason: String, RequestCause {
    case nobody, declined, lapsed, withdrawn, patience, calledOff, closed, outage
  }

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
    typealias RequestIndex = Stand.RequestIndex

    let request: RequestIndex
    let cycle, attempt: Int32
    let provider: Provider
    var outcome = AttemptOutcome.inProgress
    var cause: Reason?
    var answered = Milliseconds.never
  }

  struct EventRecord: EventRecording {
    enum Kind: String, EventKind {
      case submitted, attempt, accepted, declined, lapsed, withdrawn, notified, requesterLeft,
        providerCancelled, outage
      case begun, served
    }

    /// As `12 accepted p0 a1`, the time in seconds.
    let line: String

    init(time: Milliseconds, kind: Kind, provider: Provider, request: RequestIndex) {
      line =
        "\(time.rawValue / 1000) \(kind.rawValue)" + (provider == .none ? "" : " p\(provider)")
        + (request == .none ? "" : " a\(request)")
    }
  }
}
