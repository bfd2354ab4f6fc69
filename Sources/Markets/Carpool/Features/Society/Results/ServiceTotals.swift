import Community
import Metrics
import Models
import Quantities
import Simulation
import Spaces
import Travellers

/// The whole-run totals from which the figures of platform services are computed.
struct ServiceTotals: Sendable {
  /// The numbers of users who ever registered, who were verified during the run, and who stayed.
  var registered = 0
  var verified = 0
  var staying = 0
  /// The numbers of counted requests, and of requests among them that repeat an earlier trip of the same user.
  var requests = 0
  var repeated = 0
  /// The numbers of users, of users with an account at the end, of invitations sent, and of invitations accepted.
  var users = 0
  var members = 0
  var invitations = 0
  var invitationsAccepted = 0
  var messages = MessageCounts()
  var walletRefusals = 0
  /// The fares paid and the service's commissions, in units of the currency.
  var fares = 0.0
  var commissions = 0.0
  /// The drivers' fares compared with their costs; nil without `money.cap`.
  var incomes: DriverIncomes?
  /// The totals of staff decisions on applications and reviews.
  var applications, moderation: TeamTotals

  /// Computes the totals of `society` in `run`.
  init(of run: CarpoolRun, _ society: SocietyRecords) {
    let setup = society.setup
    applications = TeamTotals(
      (society.applications ?? []).map { ($0.way, $0.isRefused) },
      by: setup.verification?.applications?.team, until: run.records.end, phase: setup.phase)
    moderation = TeamTotals(
      (society.moderated ?? []).map { ($0.verdict.way, $0.verdict.isRejected) },
      by: setup.ratings?.moderation?.team, until: run.records.end, phase: setup.phase)
    for (verified, left) in zip(society.verified, society.left) {
      guard let verified else { continue }
      registered += 1
      if verified <= run.records.end { self.verified += 1 }
      if left == nil { staying += 1 }
    }
    if let invited = society.invitations {
      users = invited.opened.count
      members = invited.opened.count { $0 != nil }
      invitations = invited.records.count
      invitationsAccepted = invited.records.count(where: \.isAccepted)
    }
    if run.has(.history) { countRepeated(of: run, society) }
    messages = society.messages?.all ?? MessageCounts()
    walletRefusals = society.walletRefusals
    incomes = DriverIncomes(of: run, society)
    // More than an amount has room for, where each is as great as it may be.
    var (fares, commissions): (Int128, Int128) = (0, 0)
    for entry in society.entries {
      switch entry.kind {
      case .fare, .cashFare: fares += Int128(entry.amount)
      case .commission: commissions += Int128(entry.amount)
      case .opening, .topUp, .hold, .release, .refund, .cancellationFee, .transfer, .invitation: break
      }
    }
    self.fares = Double(fares) / Double(run.currency.scale)
    self.commissions = Double(commissions) / Double(run.currency.scale)
  }
  private mutating func countRepeated(of run: CarpoolRun, _ society: SocietyRecords) {
    var known: [UserIndex: Set<[Place]>] = [:]
    let rows = run.requests.indices.filter { [.settled, .inProgress].contains(run.role(ofRequest: $0)) }
      .ordered { (run.requests[$0].submit, $0) < (run.requests[$1].submit, $1) }
    for row in rows {
      let request = run.requests[row]
      let user = society.setup.ofRequest[row]
      let isNew = known[user, default: []].insert([request.origin, request.destination]).inserted
      guard run.counts(request.submit) else { continue }
      requests += 1
      if !isNew { repeated += 1 }
    }
  }
}

/// The summary lines on a run's board and platform services, if present.
struct ServiceLines {
  let figures: Figures
  /// The currency code, such as `MAD`, and its number of decimals.
  let currency: (code: String, decimals: Int)
  /// The number of users, and of requests planned ahead; nil if unknown.
  let users, seeks: Int?

  var lines: [SummaryText.Line] {
    [
      .init("board", board), .init("seats", seats), .init("users", people), .init("money", money),
      .init("messages", figures.words(of: .ofPhones)),
      .init("outages", OutageMetrics.ofCarpool.words(of: figures, "requests")),
      .init("verified", figures.words(of: .ofUsers, "application", "refused")),
      .init("reviews", figures.words(of: .ofStars, "review", "rejected")),
    ]
  }

  private var board: String? {
    guard let published = figures[.published], let seeks else { return nil }
    let rates = figures[.bookingRate].flatMap { booked in
      figures[.bookingRideRate].map { rode in
        [
          "\(Words.tenths(ofPercent: booked)) of \(Words.grouped(seeks)) who plan ahead booked",
          "\(Words.tenths(ofPercent: rode)) rode",
        ]
      }
    }
    let lead = figures[.leadTime, .median].map { ["lead median \(Words.span($0))"] }
    return SummaryText.joined(
      [Words.plural(Int(published), "trip") + " published"] + (rates ?? []) + (lead ?? []))
  }

  private var seats: String? {
    guard let sold = figures[.soldSeatKilometres] else { return nil }
    let share = figures[.soldSeatRatio].map { " (\(Words.tenths(ofPercent: $0)))" } ?? ""
    let price = figures[.price, .median].map { ["price median \(amount($0))"] } ?? []
    let walk = figures[.walk, .median].map { ["walk median \(Words.span($0))"] } ?? []
    return SummaryText.joined(
      ["\(Words.grouped(sold, decimals: 1)) seat·km sold by booking\(share)"] + price + walk)
  }

  private var people: String? {
    guard let users else { return nil }
    let verified = figures[.verifiedRatio].map { ["\(Words.tenths(ofPercent: $0)) verified"] } ?? []
    let stay = figures[.retention].map { ["\(Words.tenths(ofPercent: $0)) stayed"] } ?? []
    let again =
      figures[.repeatedRatio].map { ["\(Words.tenths(ofPercent: $0)) of the requests as before"] } ?? []
    let members =
      figures[.memberRatio].map { ["\(Words.tenths(ofPercent: $0)) with an account at the end"] } ?? []
    return SummaryText.joined([Words.plural(users, "user")] + verified + stay + again + members)
  }

  private var money: String? {
    guard let fares = figures[.fares], let kept = figures[.commissions],
      let refused = figures[.walletRefusals]
    else { return nil }
    let above =
      figures[.aboveCostShare].map {
        ["\(Words.tenths(ofPercent: $0)) of the drivers earn more than the trip costs"]
      } ?? []
    return SummaryText.joined(
      [
        "fares \(amount(fares))", "\(amount(kept)) kept by the service",
        "\(Words.plural(Int(refused), "attempt")) failed for want of it",
      ] + above)
  }

  /// Formats an amount of money with its currency.
  private func amount(_ value: Double) -> String {
    "\(Words.grouped(value, decimals: currency.decimals))\u{A0}\(currency.code)"
  }
}

extension PaymentAccount {
  /// The meaning of the account, in one sentence.
  public var meaning: String {
    switch self {
    case .wallet: "The balance that the service holds for a user."
    case .cash: "The cash of a user, starting at zero: cash paid and earned."
    case .bank: "The outside world, from which money comes."
    case .escrow: "The amounts held for rides not completed."
    case .service: "The earnings of the service."
    }
  }
}

extension PaymentSide {
  /// The meaning of the side, in one sentence.
  public var meaning: String {
    switch self {
    case .from: "The account that pays; the amount is negative."
    case .to: "The account that receives the money."
    }
  }
}
