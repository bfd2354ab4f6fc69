/// The return of balances in hours towards the initial balance, at midnight every few days.
///
/// Credit above the initial balance is lost to the service, which forgives debts below it by the same share. Hours
/// promised for appointments do not decay, so that no member falls below the minimum balance because of it.
public struct CreditDecay: Equatable, Sendable {
  /// The share of the distance to the initial balance, in millionths; 1,000,000 resets every balance.
  public var share: Int64
  public var days: Int64

  /// Creates a decay by `share` millionths every `days` days.
  public init(share: Int64, days: Int64) { (self.share, self.days) = (share, days) }

  /// Returns the hours, in milliseconds, that a member with `balance`, `promised` of it, loses to the service; negative if
  /// the service forgives a debt.
  func loss(of balance: Int64, promised: Int64, start: Int64) -> Int64 {
    let distance = balance > start ? max(0, balance - promised - start) : balance - start
    return Int64((Double(distance) * Double(share) / 1_000_000).rounded(.towardZero))
  }
}
