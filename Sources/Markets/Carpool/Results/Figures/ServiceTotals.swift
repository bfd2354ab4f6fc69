import Community
import Quantities
import Simulation

/// The totals from which the figures of platform services are made, over the whole run.
struct ServiceTotals: Sendable {
  /// Users who ever came, and of them those who were verified in the run, and those who have stayed.
  var registered = 0
  var verified = 0
  var staying = 0
  var messages = MessageCounts()
  var walletRefusals = 0
  /// Paid for rides, and what the service kept of it, in units of the currency.
  var fares = 0.0
  var commissions = 0.0
  /// What people of the service decided.
  var applications, moderation: TeamTotals

  /// Gathers what `society` left behind in `run`.
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
    messages = society.messages?.all ?? MessageCounts()
    walletRefusals = society.walletRefusals
    // More than an amount has room for, where each is as great as it may be.
    var (fares, commissions): (Int128, Int128) = (0, 0)
    for entry in society.entries {
      switch entry.kind {
      case .fare, .cashFare: fares += Int128(entry.amount)
      case .commission: commissions += Int128(entry.amount)
      case .opening, .topUp, .hold, .release, .refund, .cancellationFee: break
      }
    }
    self.fares = Double(fares) / Double(run.currency.scale)
    self.commissions = Double(commissions) / Double(run.currency.scale)
  }
}
