import Lifecycle
import Quantities
import Statistics

/// Orders as the lifecycle sees them: the requester is an order, and who provides is the one line, which takes every order that
/// is paid. An attempt is a try to pay; what is agreed is a place in the line and a promised end.
struct OrdersMarket: Market, ~Copyable {
  typealias RequestIndex = OrderIndex
  typealias Provider = LineIndex
  typealias RequestRecord = OrderRecord
  typealias AttemptRecord = PaymentAttempt
  typealias EventRecord = OrderEvent

  /// What the line does next.
  enum Step: BitwiseCopyable {
    /// A paid order comes to the first station.
    case entry(OrderIndex)
    case line(ProductionLine.Step)
  }

  let world: OrdersSetup
  let gate: Gate
  var till: Till
  var line: ProductionLine
  /// Whether the customer goes on without the codes that were typed.
  var dropsCodes: [Bool]

  init(_ world: OrdersSetup, random: RandomSource) {
    self.world = world
    gate = Gate(world)
    till = Till(world)
    line = ProductionLine(
      world.stations, phase: world.phase, ids: world.orders.map { UInt64(bitPattern: $0.id) },
      cards: world.orders.reduce(0) { $0 + Int($1.recipients) }, random: random)
    dropsCodes = Array(repeating: false, count: world.orders.count)
  }

  // MARK: - Who takes part

  var requestCount: Int { world.orders.count }
  var providerCount: Int { 1 }
  func refusal(of order: OrderIndex) -> OrderCause? { world.orders[order].refusal }
  func submission(of order: OrderIndex) -> Milliseconds { world.orders[order].submit }
  func patience(of order: OrderIndex) -> Milliseconds { world.orders[order].patience }
  func isProbe(_ order: OrderIndex) -> Bool { world.orders[order].isProbe }
  func key(of order: OrderIndex) -> UInt64 { UInt64(bitPattern: world.orders[order].id) }
  func key(of line: LineIndex) -> UInt64 { 0 }

  // MARK: - Paying

  mutating func decide(_ call: Call, _ desk: inout Desk) -> PaymentAttempt {
    till.settle(until: call.time)
    var record = PaymentAttempt(call)
    let (failed, payment) = till.examine(
      call.request, withoutCodes: dropsCodes[Int(call.request)], cycle: call.cycle, attempt: call.attempt,
      at: call.time, world, desk.rules.random)
    record.payment = payment
    for stage in OrderStage.allCases {
      record.funnel[stage] = failed.map { stage.rawValue < $0.rawValue ? 1 : 0 } ?? 1
    }
    guard let failed else {
      record.provider = .line
      return record
    }
    record.cause = failed.cause
    if failed == .code { dropCodes(call, desk.rules.random) }
    return record
  }

  private mutating func dropCodes(_ call: Call, _ random: RandomSource) {
    var draws = random.stream(
      .codeDropping, key(of: call.request), UInt64(UInt32(call.cycle)), UInt64(UInt32(call.attempt)))
    dropsCodes[Int(call.request)] = draws.happens(withProbability: world.payment.dropCodeProbability)
  }

  mutating func hold(
    _ order: OrderIndex, with line: LineIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    let payment = desk[lastAttemptOf: order].payment
    till.pay(payment, for: order, at: time)
    if payment.packs > 0 {
      desk.records.requests[order].paid += payment.packs * world.packs[Int(payment.pack)].price
    }
  }

  /// The customer keeps what was bought and redeemed, and gets the credits held back.
  mutating func release(
    _ order: OrderIndex, from line: LineIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    till.settle(until: time)
    till.release(order, at: time)
  }

  // MARK: - The line

  mutating func commit(
    _ order: OrderIndex, to line: LineIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<OrderCause> {
    desk.records.requests[order].promised = time.saturatingAdd(world.line.promise)
    desk.schedule(.entry(order), at: gate.entry(ofPaidAt: time))
    return .kept(span: world.line.cancelSpan)
  }

  mutating func undo(
    _ order: OrderIndex, with line: LineIndex, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    till.settle(until: time)
    till.release(order, at: time)
    let entered = desk.records.requests[order].entered
    if entered != .never {
      let wasWaiting = self.line.remove(order, enteredAt: entered.rawValue, at: time.rawValue)
      precondition(wasWaiting, "nobody cancels what has begun")
    }
  }

  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    switch step {
    case .entry(let order):
      // Who has cancelled meanwhile does not come.
      guard desk.phase(of: order) == .matched else { return }
      desk.records.requests[order].entered = time
      desk.note(.entered, provider: .line, request: order)
      line.enter(order, cards: world.orders[order].recipients, at: time.rawValue)
    case .line(let step): line.perform(step, at: time.rawValue)
    }
    for (time, step) in line.scheduled { desk.schedule(.line(step), at: Milliseconds(time)) }
    line.scheduled.removeAll(keepingCapacity: true)
    if !line.begun.isEmpty { begin(at: time, &desk) }
    if line.finished != .none { finish(line.finished, at: time, &desk) }
  }

  private mutating func begin(at time: Milliseconds, _ desk: inout Desk) {
    till.settle(until: time)
    for order in line.begun {
      till.use(order, at: time)
      desk.begin(order, at: time)
      desk.records.requests[order].begun = time
      desk.note(.begun, provider: .line, request: order)
    }
    line.begun.removeAll(keepingCapacity: true)
  }

  private mutating func finish(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    line.finished = .none
    desk.records.requests[order].finished = time
    desk.records.requests[order].wait = line.meanWait(of: order)
    let isKept = desk.records.requests[order].promised.map { time <= $0 } ?? false
    desk.end(order, isKept ? .kept : .late, nil, at: time)
    desk.note(.finished, provider: .line, request: order)
  }

  mutating func close(at end: Milliseconds, _ desk: inout Desk) {
    till.settle(until: end)
    line.measure(until: end.rawValue)
    line.audit(at: end.rawValue)
  }
}
