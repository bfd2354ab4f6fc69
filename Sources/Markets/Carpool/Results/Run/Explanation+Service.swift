import Board
import CarpoolScenario
import Community
import Lifecycle
import Matching
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

  /// An amount in the smallest unit, with its currency.
  func money(_ amount: Int64) -> String {
    let currency = world.scenario.money?.currency ?? Currency()
    return "\(currency.text(of: amount)) \(currency.code)"
  }

  /// The lines on the time from which the passenger is verified; nothing where nobody verifies.
  var verificationLines: [String] {
    guard let society, society.setup.verification != nil, let user else { return [] }
    guard let verified = society.verified[Int(user)] else { return ["the passenger never registered"] }
    guard verified > .zero else { return ["the passenger was verified from the start"] }
    guard verified < .never else {
      let applications = society.applications?.count { $0.user == user } ?? 0
      return ["the passenger is never verified: \(Words.plural(applications, "application")) refused"]
    }
    return ["the passenger is verified from \(clock(verified)) on"]
  }

  /// The passenger's way of payment, and the money moved for the request; nothing without money.
  var moneyLines: [String] {
    guard let society, let paysByWallet = society.paysByWallet, let user else { return [] }
    let moves = society.entries.filter { $0.request == request }.map {
      "\($0.kind.rawValue.replacing("_", with: " ")) \(money($0.amount)) at \(clock($0.time))"
    }
    let pays = paysByWallet[Int(user)] ? "pays by wallet" : "pays cash"
    return [pays + (moves.isEmpty ? "" : ": " + moves.joined(separator: ", "))]
  }

  /// The obstacle in the service to `attempt`; nothing where there was none.
  func obstacle(to attempt: AttemptRecord) -> [String] {
    guard let society, let user else { return [] }
    switch attempt.cause {
    case .notVerified:
      let verified = society.verified[Int(user)].map { $0 == .never ? "never" : "at \(clock($0))" }
      return ["  the passenger may only look: verified \(verified ?? "never")"]
    case .noFunds:
      return ["  the wallet held \(money(balance(of: user, at: attempt.time)))\(needed(attempt))"]
    default: return []
    }
  }

  /// The balance of the wallet of `user` when what happens at `time` is over.
  private func balance(of user: UserIndex, at time: Milliseconds) -> Int64 {
    (society?.entries ?? []).prefix { $0.time <= time }.reduce(0) { sum, entry in
      sum + (entry.to == .wallet(user) ? entry.amount : 0) - (entry.from == .wallet(user) ? entry.amount : 0)
    }
  }

  /// The price of the ride of `attempt`, where it is known without an offer.
  private func needed(_ attempt: AttemptRecord) -> String {
    guard !attempt.isPlanned, let setup = society?.setup, let rules = setup.money else { return "" }
    let recorded = setup.prices.isEmpty ? 0 : setup.prices[Int(request)]
    let fare = rules.price(metres: input.direct.metres, recorded: recorded) * Int64(input.partySize)
    return ", the ride costs \(rules.cap?.mayProfit == false ? "at most " : "")\(money(fare))"
  }

  // MARK: - Messages

  /// The travel of the messages of `kind`.
  func messageLines(_ kind: MessageKind) -> [String] {
    records.messages.filter { $0.request == request && $0.kind == kind }.map(words)
  }

  /// The travel of the messages that `attempt` brought about, which the next one follows at `end`.
  func messageLines(of attempt: AttemptRecord, until end: Milliseconds) -> [String] {
    records.messages.filter {
      $0.request == request && $0.kind != .request && $0.sent >= attempt.time && $0.sent < end
    }.map { "  " + words($0) }
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
  /// The change to a scenario that makes it rarer; nil where nothing simple does.
  ///
  /// - Parameter isPlanned: whether it ended a search on the board.
  func remedy(isPlanned: Bool) -> String? {
    if isPlanned, let stage = BoardStage(failingWith: self) { return stage.remedy }
    if let stage = Stage(failingWith: self) { return stage.remedy }
    return switch self {
    case .noDriver: "more drivers, or more `matching.attempts`, so that a later attempt may find one"
    case .notVerified: "a faster verification, or more users who are verified from the start"
    case .noFunds: BoardStage.funds.remedy
    case .unassigned: "more drivers; the objective `matches`, if `cost` left the request without one"
    case .undelivered: "fewer lost messages, more tries, or phones that are online for longer"
    case .unanswered:
      "a longer time to answer, faster messages, or drivers who let the service accept for them"
    default: nil
    }
  }
}
