import Board
import CarpoolScenario
import Community
import JSON5
import Lifecycle
import Matching
import Models
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis
import Travellers

// MARK: - People, money and messages

extension Explanation {
  private var society: SocietyRecords? { records.society }
  private var user: UserIndex? { society?.setup.ofRequest[Int(request)] }

  /// Formats an amount, given in the smallest currency unit, with its currency.
  func money(_ amount: Int64) -> String {
    let currency = world.scenario.money?.currency ?? Currency()
    return "\(currency.text(of: amount)) \(currency.code)"
  }

  /// The facts on the passenger's verification; empty if the service does not verify users.
  var verification: [AccountFact] {
    guard let society, society.setup.verification != nil, let user else { return [] }
    func fact(_ state: String, _ time: Milliseconds?, _ line: String, refused: Int = 0) -> [AccountFact] {
      [
        AccountFact(
          "verification",
          .object([
            .init("state", .text(state)), .init("verified_s", RequestAccount.seconds(time)),
            .init("refused_applications", .integer(Int128(refused))),
          ]), [line])
      ]
    }
    guard let verified = society.verified[Int(user)] else {
      return fact("never_registered", nil, "the passenger never registered")
    }
    guard verified > .zero else {
      return fact("from_the_start", verified, "the passenger was verified from the start")
    }
    guard verified < .never else {
      let applications = society.applications?.count { $0.user == user } ?? 0
      return fact(
        "refused", nil,
        "the passenger is never verified: \(Words.plural(applications, "application")) refused",
        refused: applications)
    }
    return fact("later", verified, "the passenger is verified from \(clock(verified)) on")
  }

  /// Returns `amount` in units of the currency, as in the output files.
  func amount(_ amount: Int64) -> JSON {
    let currency = world.scenario.money?.currency ?? Currency()
    return .number(Double(amount) / Double(currency.scale))
  }

  /// The facts on the passenger's means of payment and the transfers for the request; empty if rides are not paid for.
  var payment: [AccountFact] {
    guard let society, let paysByWallet = society.paysByWallet, let user else { return [] }
    let entries = society.entries.filter { $0.request == request }
    let moves = entries.map {
      "\($0.kind.rawValue.replacing("_", with: " ")) \(money($0.amount)) at \(clock($0.time))"
    }
    let pays = paysByWallet[Int(user)] ? "pays by wallet" : "pays cash"
    let payments = entries.map { entry in
      JSON.object([
        .init("kind", .text(entry.kind.rawValue)), .init("amount", amount(entry.amount)),
        .init("time_s", .number(entry.time.seconds)),
      ])
    }
    return [
      AccountFact(
        [
          .init("pays", .text(paysByWallet[Int(user)] ? "wallet" : "cash")),
          .init("payments", .list(payments)),
        ], [pays + (moves.isEmpty ? "" : ": " + moves.joined(separator: ", "))])
    ]
  }

  /// The facts on the platform service that obstructed `attempt`; empty if none did.
  func obstacle(to attempt: AttemptRecord) -> [AccountFact] {
    guard let society, let user else { return [] }
    switch attempt.cause {
    case .notVerified:
      let verified = society.verified[Int(user)].map { $0 == .never ? "never" : "at \(clock($0))" }
      return [
        AccountFact(
          "obstacle",
          .object([
            .init("verified_s", RequestAccount.seconds(society.verified[Int(user)])), .init("wallet", .null),
            .init("fare", .null), .init("fare_limit", .null),
          ]), ["  the passenger cannot request rides yet: verified \(verified ?? "never")"])
      ]
    case .noFunds:
      let (balance, fare) = (balance(of: user, at: attempt.time), fare(of: attempt))
      let isCapped = society.setup.money?.cap?.mayProfit == false
      let needed = fare.map { ", the ride costs \(isCapped ? "at most " : "")\(money($0))" } ?? ""
      return [
        AccountFact(
          "obstacle",
          .object([
            .init("verified_s", .null), .init("wallet", amount(balance)),
            .init("fare", isCapped ? .null : fare.map(amount) ?? .null),
            .init("fare_limit", isCapped ? fare.map(amount) ?? .null : .null),
          ]), ["  the wallet held \(money(balance))\(needed)"])
      ]
    default: return []
    }
  }

  /// Returns the wallet balance of `user` after all events at `time`.
  private func balance(of user: UserIndex, at time: Milliseconds) -> Int64 {
    (society?.entries ?? []).prefix { $0.time <= time }.reduce(0) { sum, entry in
      sum + (entry.to == .wallet(user) ? entry.amount : 0) - (entry.from == .wallet(user) ? entry.amount : 0)
    }
  }

  /// Returns the price of the ride sought in `attempt`; nil if it depends on the offer.
  private func fare(of attempt: AttemptRecord) -> Int64? {
    guard !attempt.isPlanned, let setup = society?.setup, let rules = setup.money else { return nil }
    let recorded = setup.prices.isEmpty ? 0 : setup.prices[Int(request)]
    return rules.price(metres: input.direct.metres, recorded: recorded) * Int64(input.partySize)
  }

  // MARK: - Messages

  /// The facts on the messages caused by `attempt`; the next attempt follows at `end`.
  func messages(of attempt: AttemptRecord, until end: Milliseconds) -> [AccountFact] {
    messages(
      records.messages.filter {
        $0.request == request && $0.kind != .request && $0.sent >= attempt.time && $0.sent < end
      }, indent: "  ")
  }

  /// The facts on `messages`, one per line after `indent`; empty if there are none.
  func messages(_ messages: [MessageRecord], indent: String) -> [AccountFact] {
    guard !messages.isEmpty else { return [] }
    let items = messages.map { message in
      JSON.object([
        .init("kind", .text(message.kind.rawValue)), .init("sent_s", .number(message.sent.seconds)),
        .init("arrived_s", RequestAccount.seconds(message.transit.arrives)),
        .init("tries", .integer(Int128(message.transit.tries))),
      ])
    }
    return [AccountFact("messages", .list(items), messages.map { indent + words($0) })]
  }

  private func words(_ message: MessageRecord) -> String {
    let way = message.transit
    let tries = way.tries > 1 ? " after \(way.tries) tries" : ""
    let arrival =
      way.arrives.map { "\(message.kind.isToPhone ? "read" : "received") at \(clock($0))\(tries)" }
      ?? "never received: all \(way.tries) tries were lost"
    return "message: \(message.kind.rawValue), sent at \(clock(message.sent)), \(arrival)"
  }
}

extension Cause {
  /// Returns a change to the scenario that makes this cause less frequent; nil if there is no simple change.
  ///
  /// - Parameter isPlanned: whether the cause ended a board search.
  func remedy(isPlanned: Bool) -> String? {
    if isPlanned, let stage = BoardStage(failingWith: self) { return stage.remedy }
    if let stage = Stage(failingWith: self) { return stage.remedy }
    return switch self {
    case .noDriver: "more drivers, or more `matching.attempts`, so that a later attempt may find one"
    case .notVerified: "a faster verification, or more users who are verified from the start"
    case .noFunds: BoardStage.funds.remedy
    case .unassigned: "more drivers; the objective `matches`, if `cost` left the request unmatched"
    case .undelivered: "fewer lost messages, more tries, or phones that are online for longer"
    case .unanswered:
      "a longer time to answer, faster messages, or reservations that the service confirms at once"
    default: nil
    }
  }
}
