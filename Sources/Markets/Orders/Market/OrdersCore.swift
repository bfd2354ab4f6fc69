import Lifecycle
import Quantities
import Statistics

/// The core of every orders run: the input, the ledger, the line, and the messages to customers. The market passes it
/// to its features.
struct OrdersCore: ~Copyable {
  let setup: OrdersSetup
  let gate: OrderGate
  var till: Till
  var line: ProductionLine
  var customers: Customers

  init(_ setup: OrdersSetup, random: RandomSource) {
    self.setup = setup
    gate = OrderGate(setup)
    till = Till(setup, random: random)
    line = ProductionLine(
      setup.fields.stations, phase: setup.phase, ids: setup.orders.map(\.key),
      cards: setup.orders.reduce(0) { $0 + Int($1.recipients) }, random: random,
      outages: setup.outages(random))
    customers = Customers(setup, random: random)
  }

  func key(of order: OrderIndex) -> UInt64 { setup.orders[order].key }

  /// Schedules the arrival of a paid order's cards at the first station.
  func send(_ order: OrderIndex, at time: Milliseconds, _ desk: inout OrdersMarket.Desk) {
    desk.schedule(.entry(order), at: gate.entry(ofPaidAt: time))
  }

  /// Places the cards of `order` in the queue before the first station.
  mutating func enter(_ order: OrderIndex, at time: Milliseconds) {
    line.enter(order, cards: setup.orders[order].recipients, at: time.rawValue)
  }

  /// Releases the credits held for `order` to its account, and refunds any bank card payment.
  mutating func release(_ order: OrderIndex, at time: Milliseconds, _ desk: inout OrdersMarket.Desk) {
    till.settle(until: time)
    desk.records.requests[order].paid -= till.release(order, at: time)
  }

  /// Cancels a paid order that has not entered the line. Its credits are returned, and the customer counts it as a
  /// failure of the service.
  mutating func cancel(
    _ order: OrderIndex, because cause: OrderCause, at time: Milliseconds, _ desk: inout OrdersMarket.Desk
  ) {
    release(order, at: time, &desk)
    desk.note(.requesterLeft, request: order)
    desk.end(order, .cancelledByCustomer, cause, at: time)
    settle(order, success: false, at: time)
  }
}

/// The gate through which paid orders enter the line: at once, or, if paid after the day's cut-off, at the first
/// opening of the next working day.
///
/// A working day is a day on which the first station opens. An order paid on any other day waits for the next working
/// day.
struct OrderGate {
  private let clock: WorkClock
  private let phase: Int64
  /// The cut-off, in milliseconds since midnight; nil if there is none.
  private let cutOff: Int64?
  /// Whether the first station opens or works on each day of the week, starting with Monday.
  private let worksOn: [Bool]

  init(_ setup: OrdersSetup) {
    phase = setup.phase
    cutOff = setup.fields.line.cutOff?.rawValue
    let hours = setup.fields.stations.first?.hours ?? .always
    clock = WorkClock(hours, phase: setup.phase)
    worksOn = (0..<7).map { day in
      let day = Int64(day) * WeeklyHours.day..<Int64(day + 1) * WeeklyHours.day
      return hours.spans.contains { $0.overlaps(day) }
    }
  }

  /// Returns the time at which an order paid at `time` enters the line.
  func entry(ofPaidAt time: Milliseconds) -> Milliseconds {
    guard let cutOff else { return time }
    let sinceMonday = time.rawValue + phase
    let day = sinceMonday / WeeklyHours.day
    if worksOn[Int(day % 7)], sinceMonday - day * WeeklyHours.day < cutOff { return time }
    let tomorrow = (day + 1) * WeeklyHours.day - phase
    return Milliseconds(max(tomorrow, clock.span(holdingOrAfter: tomorrow).lowerBound))
  }
}
