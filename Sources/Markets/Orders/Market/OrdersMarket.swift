import Community
import Lifecycle
import Quantities
import Statistics

/// Orders as the lifecycle sees them: a request is an order, and the provider is the one line, which takes every order that
/// is paid. An attempt is a try to pay; what is agreed is a place in the line and a promised end.
struct OrdersMarket: Market, ~Copyable {
  typealias RequestIndex = OrderIndex
  typealias Provider = LineIndex
  typealias RequestRecord = OrderRecord
  typealias AttemptRecord = PaymentAttempt
  typealias EventRecord = OrderEvent

  /// The next step of the line.
  enum Step: BitwiseCopyable {
    /// A paid order comes to the first station.
    case entry(OrderIndex)
    case line(ProductionLine.Step)
    /// The customer of a draft, or of an order without an account, gives it up.
    case givingUp(OrderIndex)
    /// Somebody is done with a photo, or begins to work.
    case photo(ProductionLine.Step)
    /// The customer of a photo that was sent back sends another or gives up.
    case photoAnswer(OrderIndex)
    /// The word that a photo was sent back is lost for good.
    case photoUnread(OrderIndex)
    /// A customer complains about cards printed from a bad photo.
    case complaint(OrderIndex)
    /// The cards of such an order come to the first station again.
    case reprint(OrderIndex)
  }

  let world: OrdersSetup
  let gate: OrderGate
  var till: Till
  var line: ProductionLine
  /// The desk that looks at photos, if `hasPhotos`.
  var photos: PhotoDesk
  let hasPhotos: Bool
  /// The way to the recipients; nil where nobody follows cards there.
  let postalLeg: PostalLeg?
  /// The deliveries in the order of the hand-overs.
  var deliveries: [Delivery] = []
  /// The messages to customers; nil where they know everything at once.
  var notifier: Notifier<OrderIndex>?
  /// The customers who left; nil where nobody does.
  var customers: Customers?
  /// True for each order whose customer goes on without the codes that were typed.
  var dropsCodes: [Bool]

  init(_ world: OrdersSetup, random: RandomSource) {
    self.world = world
    gate = OrderGate(world)
    till = Till(world, random: random)
    hasPhotos = world.photos != nil
    photos = PhotoDesk(world.photos ?? PhotoRules(), hasPhotos ? world : OrdersSetup(), random: random)
    postalLeg = world.delivery.map { PostalLeg($0, phase: world.phase, random: random) }
    line = ProductionLine(
      world.stations, phase: world.phase, ids: world.orders.map { UInt64(bitPattern: $0.id) },
      cards: world.orders.reduce(0) { $0 + Int($1.recipients) }, random: random)
    dropsCodes = Array(repeating: false, count: world.orders.count)
    notifier = world.channel.map { Notifier($0, isRecorded: world.recordsMessages, random: random) }
    customers = world.users.map { Customers($0, accounts: world.accounts.count, random: random) }
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

  // MARK: - Coming

  /// Drafts are finished, and accounts are opened, before a payment is tried; or not at all.
  mutating func receive(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception {
    if customers?.hasLeft(world.orders[order].account) == true {
      desk.end(order, .notSubmitted, .leftService, at: time)
      return .over
    }
    let (delay, givesUp) = (world.orders[order].delay, world.orders[order].givesUp)
    guard givesUp == nil else {
      desk.schedule(.givingUp(order), at: time.saturatingAdd(delay))
      return .over
    }
    return delay > .zero ? .later(time.saturatingAdd(delay)) : .now
  }

  mutating func giveUp(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard desk.isOpen(order) else { return }
    desk.note(.requesterLeft, request: order)
    desk.end(order, .abandoned, world.orders[order].givesUp, at: time)
  }

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
    desk.records.requests[order].paid += payment.price(in: world) ?? 0
  }

  /// The customer keeps what was bought and redeemed, and gets the credits held back, and the money of a bank card.
  mutating func release(
    _ order: OrderIndex, from line: LineIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    till.settle(until: time)
    desk.records.requests[order].paid -= till.release(order, at: time)
  }
}
