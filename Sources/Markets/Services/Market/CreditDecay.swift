import Quantities

/// The decay of time credits: every `days` days, at midnight, balances move towards the initial balance.
///
/// Members lose a share of their credit above the initial balance to the service, which pays them the same share of any
/// shortfall. Reserved credit does not decay, so that decay takes no member below the minimum balance.
public struct CreditDecay: Equatable, Sendable {
  /// The share of the difference from the initial balance that is removed each time, in millionths; 1,000,000 resets
  /// every balance.
  public var share: Int64
  public var days: Int64

  /// Creates a decay of `share` millionths every `days` days.
  public init(share: Int64, days: Int64) { (self.share, self.days) = (share, days) }

  /// Returns the credit, in milliseconds, that a member with `balance`, of which `promised` is reserved, loses to the
  /// service; negative if the service pays the member.
  func loss(of balance: Int64, promised: Int64, start: Int64) -> Int64 {
    let distance = balance > start ? max(0, balance - promised - start) : balance - start
    return Int64((Double(distance) * Double(share) / 1_000_000).rounded(.towardZero))
  }
}

extension Agency {
  /// Moves the balances of all current members towards the initial balance.
  mutating func decayCredits(at time: Milliseconds) {
    guard case .timeCredits(let start, _, let decay?, _) = settlement else { return }
    for provider in providers.places where hasBegun(provider, at: time) {
      let account = ServiceAccount.provider(provider)
      let loss = decay.loss(
        of: ledger.balance(of: account), promised: promised[Int(provider)], start: start)
      if loss > 0 { ledger.transfer(loss, from: account, to: .service, for: .decay, at: time) }
      if loss < 0 { ledger.transfer(-loss, from: .service, to: account, for: .decay, at: time) }
    }
  }
}
