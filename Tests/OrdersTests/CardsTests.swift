import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Cards that are used again, news with a promo code, and wrong addresses.
struct CardsTests {
  private static let print = Station(
    name: "print", servers: 50, service: ServiceLaw(.fixed, mean: Milliseconds(1000)))

  private static func z(_ found: Int, of count: Int, _ probability: Double) -> Double {
    let mean = Double(count) * probability
    return (Double(found) - mean) / (mean * (1 - probability)).squareRoot()
  }

  // MARK: - Cards used again

  /// Orders of two accounts by turns, a day apart, the later ones of which use an earlier card again.
  private static func reusing(_ count: Int, bad: Double, found: Double) -> OrdersSetup {
    var world = OrdersSetup()
    world.fields.stations = [print]
    world.accounts = [Account(id: 1, credits: 1 << 40), Account(id: 2, credits: 1 << 40)]
    world.fields.photos = PhotoRules()
    world.fields.photos?.badShare = bad
    world.fields.photos?.check = PhotoCheck()
    world.fields.photos?.check?.foundShare = found
    world.fields.photos?.check?.service = ServiceLaw(.fixed, mean: Milliseconds(1000))
    world.hasReuse = true
    for number in 0..<count {
      var order = Order(
        id: Int64(number + 1), submit: Milliseconds(Int64(number) * 86_400_000),
        account: AccountIndex(number % 2))
      order.wantsReuse = number >= 1
      world.orders.append(order)
    }
    return world
  }

  @Test func aCardThatIsUsedAgainIsNotLookedAtAndIsAsGoodAsBefore() throws {
    var world = Self.reusing(6, bad: 1, found: 0)
    world.fields.photos?.complaintShare = 0
    let records = try world.ran()
    // The first order of each account is looked at, although the second account would have used a card again.
    #expect(records.photos.looks.map(\.order) == [0, 1])
    #expect(records.photos.reused == [.none, .none, 0, 1, 2, 3])
    world.fields.photos?.complaintShare = 1
    let complained = try world.ran()
    // Whoever complains takes another photo; all are bad, and none is found.
    #expect(complained.photos.complaints.count == 6 && complained.photos.looks.count == 6)
  }

  @Test func aPhotoThatWasSentBackIsNoCardToUseAgain() throws {
    let world = Self.reusing(4, bad: 1, found: 1)
    let records = try world.ran()
    #expect(records.photos.reused.allSatisfy { $0 == .none })
  }

  // MARK: - News

  private static let news = """
    accounts: {kind: 'synthetic', count: 4000, open_share: 1, credits: [1]},
    demand: {kind: 'synthetic', count: 8000}, codes: [{name: 'SUN', credits: 1, uses: null}],
    """

  @Test func asManyReadTheNewsAndFollowItAsTheSharesSay() throws {
    let text = Self.news + "news: [{name: 'push', time_s: 0, reach: 0.4, use_share: 0.25, code: 'SUN'}],"
    let world = try OrdersInput(Given.orders(text), folder: "").setup
    let reach = try #require(world.newsReach.first)
    #expect(reach.sent == 4000 && abs(Self.z(reach.reached, of: 4000, 0.4)) < 4)
    // An account orders at all with the probability 1 − (1 − 1 ÷ 4000)⁸⁰⁰⁰.
    let active = Set(world.orders.map(\.account)).count
    let followers = world.orders.filter { $0.news == 0 }
    #expect(abs(Self.z(followers.count, of: active, 0.1)) < 4)
    #expect(Set(followers.map(\.account)).count == followers.count)
    for order in followers {
      #expect(order.codes.count == 1 && world.typedCodes[Int(order.codes.lowerBound)] == 0)
      let earlier = world.orders.contains { $0.account == order.account && $0.submit < order.submit }
      #expect(!earlier)
    }
  }

  @Test func newsOfALostOrEndedCodeAreRefused() {
    let lost = Self.news + "news: [{name: 'push', time_s: 0, code: 'RAIN'}],"
    #expect(Given.fault(lost).contains("which is not in `codes`"))
    let late =
      Self.news.replacing("uses: null", with: "end_s: 50") + "news: [{name: 'a', time_s: 60, code: 'SUN'}],"
    #expect(Given.fault(late).contains("has expired"))
  }

  // MARK: - Addresses

  /// With w the share of wrong addresses and f of those found, a share w(1 − f) of the cards of paid orders comes back, and
  /// (1 − (1 − wf)ⁿ)·g of the orders for n recipients are given up.
  @Test func asManyCardsComeBackAsTheSharesSay() throws {
    let text = """
      accounts: {kind: 'synthetic', count: 100, open_share: 1, credits: [0, 1]}, payment: {pack_probability: 1, decline_probability: 0},
      demand: {kind: 'synthetic', count: 20000, recipients: [0, 0, 1]},
      delivery: {countries: [{name: 'FR', time: 2, promise_days: 3}],
        addresses: {bad_share: 0.1, found_share: 0.6, give_up_share: 0.3, correction: 30}},
      behaviour: {cancel_probability: 0},
      """
    let input = try OrdersInput(Given.orders(text), folder: "")
    let records = try input.setup.ran()
    let orders = input.setup.orders
    #expect(abs(Self.z(orders.reduce(0) { $0 + Int($1.rejectedAddresses) }, of: 60_000, 0.06)) < 4)
    let givenUp = orders.count { $0.givesUp == .addressRejected }
    #expect(abs(Self.z(givenUp, of: 20_000, 0.3 * (1 - 0.94 * 0.94 * 0.94))) < 4)
    #expect(records.orders.count { $0.cause == .addressRejected } == givenUp)
    let returned = records.deliveries.filter(\.isReturned)
    #expect(abs(Self.z(returned.count, of: records.deliveries.count, 0.04 / 0.94 * 0.94)) < 5)
    #expect(returned.allSatisfy { !$0.isInTime && $0.delivered - $0.handed >= Milliseconds(4 * 86_400_000) })
    for (order, record) in zip(orders, records.orders) where order.rejectedAddresses > 0 {
      guard order.givesUp == nil, let first = record.firstMatch else { continue }
      #expect(first >= order.submit + Milliseconds(30_000))
    }
  }
}
