import Community
import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Orders

/// What customers are told, when they act on it, and when they leave.
struct CustomersTests {
  private static let hour = 3_600.0

  /// An order an hour of one rich account; cards take a second.
  private static func world(_ orders: Int) -> OrdersSetup {
    var world = OrdersSetup()
    world.accounts = [Account(id: 7, credits: 1_000)]
    world.fields.stations = [Station(name: "print", service: ServiceLaw(.fixed, mean: Milliseconds(1_000)))]
    world.orders = (0..<orders).map {
      Order(id: Int64($0), submit: Milliseconds(seconds: Double($0) * Self.hour), account: 0)
    }
    return world
  }

  /// All photos are bad and sent back once, after ten seconds; the customer takes a minute over another.
  private static func photos(giveUp: Double = 0) -> PhotoRules {
    var photos = PhotoRules()
    photos.badShare = 1
    photos.check = PhotoCheck()
    photos.check?.foundShare = 1
    photos.check?.service = ServiceLaw(.fixed, mean: Milliseconds(10_000))
    photos.check?.answer = .fixed(60)
    photos.check?.giveUpShare = giveUp
    return photos
  }

  private static func channel(_ delay: Double, loss: Double = 0) -> ChannelRules {
    var rules = ChannelRules()
    (rules.delay, rules.loss, rules.tries, rules.backoff) = (.fixed(delay), loss, 2, Milliseconds(30_000))
    return rules
  }

  @Test
  func `a photo that was sent back is answered when the word of it was read, and the promise rests as long`()
    throws
  {
    var world = Self.world(1)
    world.fields.photos = Self.photos(giveUp: 1)
    world.fields.channel = Self.channel(300)
    world.recordsMessages = true
    let records = try world.ran()
    #expect(records.photos.looks.map(\.looked.seconds) == [10])
    #expect(records.photos.looks.map(\.answered.seconds) == [370])
    #expect(records.orders[0].cause == .photoRejected && records.orders[0].ended?.seconds == 370)
    #expect(records.orders[0].told.seconds == 300)
    #expect(records.messages.map(\.kind) == [.confirmation, .photoRejection])
    world.fields.channel = nil
    let at = try world.ran()
    #expect(at.photos.looks.map(\.answered.seconds) == [70] && at.messageCounts == nil)

    // Half of the photos pass: the promise of each order moves by what its customer took, messages included.
    world = Self.world(200)
    world.fields.photos = Self.photos()
    world.fields.photos?.badShare = 0.5
    world.fields.channel = Self.channel(300)
    let told = try world.ran()
    for (place, order) in told.orders.enumerated() {
      let looks = told.photos.looks.filter { Int($0.order) == place }
      #expect(looks.dropLast().allSatisfy { $0.answered - $0.looked == Milliseconds(360_000) })
      let rest = Milliseconds(360_000 * Int64(looks.count - 1))
      let promise = world.fields.line.promise + rest
      #expect(order.promised == order.firstMatch.map { $0 + promise })
    }
    #expect(told.photos.looks.count > 250)
  }

  @Test
  func `a word that never comes cancels the order when the last try is lost, and its credits come back`()
    throws
  {
    var world = Self.world(1)
    world.fields.photos = Self.photos()
    world.fields.channel = Self.channel(5, loss: 1)
    let records = try world.ran()
    #expect(records.orders[0].outcome == .cancelledByCustomer && records.orders[0].cause == .undelivered)
    // Sent at 10 s, tried again 30 s later.
    #expect(records.orders[0].ended?.seconds == 40)
    #expect(records.orders[0].told == .never && records.orders[0].finished == .never)
    #expect(records.accounts[0].balance == 1_000 && records.accounts[0].held == 0)
    #expect(records.messageCounts?.delivered == 0)
  }

  @Test func `without photos nothing depends on messages but what customers know`() throws {
    var world = Self.world(50)
    let plain = try world.ran()
    world.fields.channel = Self.channel(120)
    let told = try world.ran()
    #expect(plain.orders.map(\.finished) == told.orders.map(\.finished))
    #expect(plain.orders.map(\.outcome) == told.orders.map(\.outcome))
    #expect(told.orders.allSatisfy { $0.told == $0.firstMatch.map { $0 + Milliseconds(120_000) } })
    // One of the payment, and one of the hand-over.
    #expect(told.messageCounts?.messages == 100)
  }

  private static func churn(_ failures: Int, _ probability: Double = 1) -> OrderUsers {
    var (users, rules) = (OrderUsers(), ChurnRules())
    (rules.afterFailures, rules.probability) = (failures, probability)
    users.churn = rules
    return users
  }

  @Test func `customers leave after late orders in a row, and order no more`() throws {
    var world = Self.world(5)
    world.fields.line.promise = Milliseconds(500)
    world.fields.users = Self.churn(2)
    let records = try world.ran()
    #expect(records.orders.map(\.outcome) == [.late, .late, .notSubmitted, .notSubmitted, .notSubmitted])
    #expect(records.orders[2].cause == .leftService && records.orders[2].attempts == 0)
    #expect(records.left == [records.orders[1].finished])
    world.fields.line.promise = Milliseconds(2_000)
    #expect(try world.ran().orders.allSatisfy { $0.outcome == .kept })
    world.fields.users = nil
    #expect(try world.ran().left == nil)
  }

  @Test func `not being able to pay is a failure, cancelling is none, a complaint is one of its own`() throws
  {
    var world = Self.world(3)
    world.accounts[0].credits = 0
    world.fields.payment.packProbability = 0
    world.fields.users = Self.churn(1)
    #expect(try world.ran().orders.map(\.outcome) == [.abandoned, .notSubmitted, .notSubmitted])

    var cancelling = Self.world(3)
    cancelling.fields.users = Self.churn(1)
    cancelling.fields.stations[0].service = ServiceLaw(.fixed, mean: Milliseconds(7_200_000))
    let records = try cancelling.ran { $0.requesterCancelProbability = 1 }
    #expect(records.orders.contains { $0.cause == .calledOff } && records.left == [nil])

    var complaining = Self.world(1)
    complaining.fields.users = Self.churn(1)
    complaining.fields.photos = PhotoRules()
    complaining.fields.photos?.badShare = 1
    complaining.fields.photos?.complaintShare = 1
    let complaint = try complaining.ran()
    #expect(complaint.orders[0].outcome == .kept && complaint.left == [complaint.photos.complaints[0].time])
  }

  @Test(arguments: [1, 0.4])
  func `where each order fails with probability q by itself, the orders of a customer are geometric`(
    probability: Double
  ) throws {
    let (customers, each, q) = (3_000, 40, 0.25)
    var world = OrdersSetup()
    world.fields.stations = [
      Station(name: "print", servers: 1_000, service: ServiceLaw(.fixed, mean: Milliseconds(1)))
    ]
    world.accounts = (0..<customers).map { Account(id: Int64($0), credits: 0) }
    world.fields.packs = [Pack(credits: 1, price: 1, weight: 1)]
    world.fields.payment.packProbability = 1
    world.fields.payment.declineProbability = q
    world.orders = (0..<(customers * each)).map { number in
      Order(
        id: Int64(number), submit: Milliseconds(seconds: Double(1_000 * (number / customers))),
        account: AccountIndex(number % customers))
    }
    world.fields.users = Self.churn(1, probability)
    let records = try world.ran { $0.attempts = 1 }
    var submitted = Array(repeating: 0, count: customers)
    for (place, order) in records.orders.enumerated() where order.outcome != .notSubmitted {
      submitted[place % customers] += 1
    }
    let end = q * probability
    var rest = 1.0
    let expected = (1...8).map { _ -> Double in
      defer { rest *= 1 - end }
      return Double(customers) * end * rest
    }
    let observed = (1...8).map { n in submitted.count { $0 == n } } + [submitted.count { $0 > 8 }]
    #expect(ChiSquare.pValue(observed: observed, expected: expected + [Double(customers) * rest]) > 0.001)
  }

  @Test func `days and figures are those of the rows, and fields without effect are told`() throws {
    let scenario = try Given.orders(
      """
      accounts: {kind: 'synthetic', count: 60, open_share: 1}, demand: {kind: 'synthetic', count: 400, guest_share: 0.1},
      payment: {pack_probability: 0.3}, users: {churn: {after_failures: 1, probability: 0.5}}, channel: {}
      """)
    let input = try OrdersInput(scenario, folder: "")
    let run = try OrdersWorld(input: input).run(RunObservation(records: false))
    let submitted = run.records.orders.indices.filter {
      run.setup.orders[$0].account != .none && run.records.orders[$0].outcome != .notSubmitted
    }
    let left = run.records.left?.count { $0 != nil } ?? 0
    let customers = Set(submitted.map { run.setup.orders[$0].account }).count
    #expect(run.userDays.reduce(0) { $0 + $1.requests } == submitted.count && left > 5)
    #expect(run.userDays.reduce(0) { $0 + $1.left } == left)
    let figures = run.measured()
    #expect(figures[.customerRetention] == Double(customers - left) / Double(customers))
    #expect(
      figures[.promiseTold, .count] == Double(run.counted.count { run.records.orders[$0].told != .never }))
    let absent = run.records.orders.count { $0.outcome == .notSubmitted }
    #expect(figures.count(OrderOutcome.notSubmitted.rawValue) == absent && absent > 0)
    #expect(
      try Given.orders("demand: {kind: 'none'}, users: {churn: {}}, channel: {offer_timeout_s: 5}")
        .idleFields.map(\.path) == ["channel.offer_timeout_s", "users"])
    #expect(
      Given.fault("demand: {kind: 'none'}, results: {record: ['messages']}").contains("has no `channel`"))
  }
}
