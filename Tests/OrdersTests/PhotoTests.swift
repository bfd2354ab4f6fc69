import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Photos that are bad, those who look at them, and what customers do then: against closed forms, and told by hand.
struct PhotoTests {
  private static let orders = isFullValidation ? 1_000_000 : 60_000
  private static let service = 600_000.0

  private static func world(_ orders: Int, load: Double = 2.1, seed: UInt64) -> OrdersSetup {
    let print = Station(name: "print", servers: 50, service: ServiceLaw(.fixed, mean: Milliseconds(1000)))
    var world = OrdersSetup.poisson(
      orders, meanDistance: service / load, seed: seed, stations: [print])
    var photos = PhotoRules()
    photos.badShare = 0.2
    photos.check = PhotoCheck()
    photos.check?.servers = 3
    photos.check?.service = ServiceLaw(.exponential, mean: Milliseconds(Int64(service)))
    world.fields.photos = photos
    return world
  }

  /// Whoever looks is a queue like any other: Erlang's C where nothing is sent back.
  @Test func photosWaitAsErlangSays() throws {
    var world = Self.world(Self.orders, seed: 21)
    world.fields.photos?.check?.foundShare = 0
    let records = try world.ran(seed: 21)
    let waits = try #require(records.photos.check).waits.dropFirst(Self.orders / 20).map(Double.init)
    let mean = QueuesInTheory.meanWait(servers: 3, load: 2.1, service: Self.service)
    let statistics = RunningStatistics(batchMeansOf: waits, batches: 40)
    #expect(abs(try #require(statistics.zScore(expected: mean))) < 3.5)
  }

  private static func z(_ found: Int, of count: Int, _ probability: Double) -> Double {
    let mean = Double(count) * probability
    return (Double(found) - mean) / (mean * (1 - probability)).squareRoot()
  }

  /// With σ that a photo is sent back and g that its customer gives up, a share σg ÷ (1 − σ(1 − g)) is given up, with
  /// 1 ÷ (1 − σ(1 − g)) looks an order. What passes is bad with the share that is not found.
  @Test func asManyAreSentBackGivenUpAndComplainedAboutAsTheSharesSay() throws {
    var world = Self.world(Self.orders, load: 1, seed: 22)
    let (bad, found, gaveUp, complaint) = (0.2, 0.7, 0.25, 0.4)
    world.fields.photos?.check?.foundShare = found
    world.fields.photos?.check?.giveUpShare = gaveUp
    world.fields.photos?.complaintShare = complaint
    let records = try world.ran(seed: 22)
    let count = Self.orders
    let sentBack = bad * found
    let left = records.orders.count { $0.cause == .photoRejected }
    #expect(abs(Self.z(left, of: count, sentBack * gaveUp / (1 - sentBack * (1 - gaveUp)))) < 3.5)
    #expect(
      abs(Self.z(records.photos.looks.count(where: \.isRejected), of: records.photos.looks.count, sentBack))
        < 3.5)
    let looks = Double(records.photos.looks.count) / Double(count)
    let again = sentBack * (1 - gaveUp)
    let deviation = (again / (1 - again) / (1 - again) / Double(count)).squareRoot()
    #expect(abs(looks - 1 / (1 - again)) < 3.5 * deviation)
    let finished = records.orders.count { $0.finished != .never }
    let passedBad = bad * (1 - found) / (1 - sentBack)
    #expect(finished + left == count)
    #expect(abs(Self.z(records.photos.complaints.count, of: finished, passedBad * complaint)) < 3.5)
    #expect(records.photos.complaints.allSatisfy { $0.reprinted > $0.time && $0.reprinted != .never })
  }

  /// Nobody loses a credit, and none is used twice: neither who gives up, nor whose cards are printed again.
  @Test func whoGivesUpGetsTheCreditsBackAndAReprintCostsNone() throws {
    var world = Self.world(2000, load: 1, seed: 23)
    world.fields.photos?.badShare = 0.5
    world.fields.photos?.check?.foundShare = 0.5
    world.fields.photos?.complaintShare = 1
    world.accounts[0].credits = 2000
    world.fields.payment.packProbability = 0
    let records = try world.ran(seed: 23) { $0.requesterCancelProbability = 0.1 }
    let finished = records.orders.count { $0.finished != .never }
    let paid = records.orders.count { $0.firstMatch != nil }
    #expect(records.photos.complaints.count > 300 && records.orders.count { $0.cause == .photoRejected } > 50)
    #expect(paid == 2000)
    #expect(
      records.accounts[0].used == Int64(finished) && records.accounts[0].balance == Int64(2000 - finished))
    let printed = records.stations[0].done
    #expect(printed == Int64(finished + records.photos.complaints.count))
  }

  /// The promise rests while the customer is asked for another photo, and for as long as that took.
  @Test func thePromiseRestsUntilTheCustomerHasSentAnotherPhoto() throws {
    var world = Self.world(3000, load: 1, seed: 24)
    world.fields.photos?.check?.answer = .fixed(3600)
    let records = try world.ran(seed: 24)
    for (place, order) in records.orders.enumerated() {
      let looks = records.photos.looks.filter { Int($0.order) == place }
      let again = looks.count { $0.isRejected && !$0.gaveUp }
      let confirmed = try #require(order.firstMatch)
      #expect(order.promised == confirmed + Milliseconds(48 * 3_600_000 + Int64(again) * 3_600_000))
      #expect(looks.map(\.look) == (0..<looks.count).map { Int32($0 + 1) })
      #expect(
        looks.dropLast().allSatisfy { $0.isRejected && $0.answered - $0.looked == Milliseconds(3_600_000) })
      if order.finished != .never { #expect(try order.entered == #require(looks.last).looked) }
    }
  }

  /// A photo comes on Sunday, is looked at on Monday at nine, and its order enters the line then.
  @Test func nobodyLooksOutsideOfHours() throws {
    var world = OrdersSetup()
    world.fields.stations = [Station(name: "print", service: ServiceLaw(.fixed, mean: Milliseconds(1000)))]
    world.accounts = [Account(id: 1, credits: 2)]
    world.orders = [
      Order(id: 1, submit: Milliseconds(6 * 86_400_000), account: 0),
      Order(id: 2, submit: Milliseconds(6 * 86_400_000 + 1), account: 0),
    ]
    var check = PhotoCheck()
    check.hours = WeeklyHours([9 * 3_600_000..<17 * 3_600_000])
    check.service = ServiceLaw(.fixed, mean: Milliseconds(60_000))
    check.foundShare = 0
    world.fields.photos = PhotoRules()
    world.fields.photos?.check = check
    let records = try world.ran()
    let nine: Int64 = (7 * 24 + 9) * 3_600_000
    #expect(records.orders.map(\.entered.rawValue) == [nine + 60_000, nine + 120_000])
  }

  /// Without a check all is printed at once; bad photos show in complaints alone, a day after the last card came.
  @Test func withoutACheckBadPhotosShowInComplaints() throws {
    var world = Self.world(500, load: 1, seed: 25)
    world.fields.photos?.check = nil
    world.fields.photos?.badShare = 1
    world.fields.photos?.complaintShare = 1
    world.fields.delivery = DeliveryRules(countries: [
      RecipientCountry(name: "FR", law: .fixed(2), promiseDays: 2)
    ])
    let records = try world.ran(seed: 25)
    #expect(records.photos.looks.isEmpty && records.photos.check == nil)
    #expect(records.photos.complaints.count == 500)
    for complaint in records.photos.complaints {
      let card = try #require(records.deliveries.first { $0.order == complaint.order })
      #expect(complaint.time == card.delivered + Milliseconds(86_400_000))
      #expect(complaint.reprinted >= complaint.time + Milliseconds(1000))
    }
  }

  /// Who asks about photos and finds all of them good changes nothing that happens.
  @Test func goodPhotosChangeNothing() throws {
    var world = Self.world(1000, load: 1, seed: 26)
    world.fields.photos?.check = nil
    world.fields.photos?.badShare = 0
    var without = world
    without.fields.photos = nil
    let (one, two) = (try world.ran(seed: 26), try without.ran(seed: 26))
    #expect(one.orders.map(\.finished) == two.orders.map(\.finished))
    #expect(one.ledger.entries == two.ledger.entries && one.stations == two.stations)
  }
}
