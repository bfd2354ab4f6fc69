import Lifecycle
import Quantities
import Statistics

/// What every run of orders has: the input, the books, the line, and the messages to customers. The market passes
/// it to its features.
struct OrdersCore: ~Copyable {
  let world: OrdersSetup
  let gate: OrderGate
  var till: Till
  var line: ProductionLine
  var customers: Customers

  init(_ world: OrdersSetup, random: RandomSource) {
    self.world = world
    gate = OrderGate(world)
    till = Till(world, random: random)
    line = ProductionLine(
      world.stations, phase: world.phase, ids: world.orders.map(\.key),
      cards: world.orders.reduce(0) { $0 + Int($1.recipients) }, random: random,
      outages: world.outages(random))
    customers = Customers(world, random: random)
  }

  func key(of order: OrderIndex) -> UInt64 { world.orders[order].key }

  /// Schedules the arrival of a paid order's cards at the first station.
  func send(_ order: OrderIndex, at time: Milliseconds, _ desk: inout OrdersMarket.Desk) {
    desk.schedule(.entry(order), at: gate.entry(ofPaidAt: time))
  }

  /// Puts the cards of `order` before the first station.
  mutating func enter(_ order: OrderIndex, at time: Milliseconds) {
    line.enter(order, cards: world.orders[order].recipients, at: time.rawValue)
  }

  /// Returns what was held for `order`, and refunds what was paid by bank card.
  mutating func release(_ order: OrderIndex, at time: Milliseconds, _ desk: inout OrdersMarket.Desk) {
    till.settle(until: time)
    desk.records.requests[order].paid -= till.release(order, at: time)
  }

  /// Cancels a paid order that has not entered the line: its credits are returned, and the service has failed
  /// its customer.
  mutating func cancel(
    _ order: OrderIndex, because cause: OrderCause, at time: Milliseconds, _ desk: inout OrdersMarket.Desk
  ) {
    release(order, at: time, &desk)
    desk.note(.requesterLeft, request: order)
    desk.end(order, .cancelledByCustomer, cause, at: time)
    settle(order, success: false, at: time)
  }
}
