import Community
import Quantities
import Simulation
import Spaces
import Travellers

/// The totals from which the figures of platform services are computed, over the whole run.
struct ServiceTotals: Sendable {
  /// The users who ever registered, and among them those who were verified during the run, and those who
  /// stayed.
  var registered = 0
  var verified = 0
  var staying = 0
  /// The counted requests, and those among them that repeat the trip of an earlier request of the same user.
  var requests = 0
  var repeated = 0
  /// All users, those with an account at the end, and the invitations sent and accepted.
  var users = 0
  var members = 0
  var invitations = 0
  var invitationsAccepted = 0
  var messages = MessageCounts()
  var walletRefusals = 0
  /// The fares paid and the service's commissions, in units of the currency.
  var fares = 0.0
  var commissions = 0.0
  /// The drivers whose fares are compared with their costs; nil without `money.cap`.
  var incomes: DriverIncomes?
  /// The totals of the decisions that people of the service took.
  var applications, moderation: TeamTotals

  /// Gathers what `society` recorded in `run`.
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
    if run.hasHistory { countRepeated(of: run, society) }
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
      .sorted { (run.requests[$0].submit, $0) < (run.requests[$1].submit, $1) }
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
