public import Community
public import Quantities
import Statistics
public import Travellers

/// Money sent by friends, and credit for invited friends.
extension Cashier {
  /// Lets one of `friends`, the first with enough in their wallet, send `user` what is missing of `needed`.
  ///
  /// - Parameter key: the key of the request's draws, together with its cycle and attempt.
  public mutating func borrow(
    for user: UserIndex, from friends: some Sequence<UserIndex>, request: RequestIndex, key: UInt64,
    cycle: Int, attempt: Int, needed: Int64, at time: Milliseconds
  ) {
    let missing = needed - funds(of: user)
    guard rules.friendTransferProbability > 0, missing > 0 else { return }
    var draws = random.stream(.friendTransfer, key, UInt64(cycle), UInt64(attempt))
    guard draws.happens(withProbability: rules.friendTransferProbability),
      let friend = friends.first(where: { paysByWallet($0) && funds(of: $0) >= missing })
    else { return }
    send(missing, from: .wallet(friend), to: user, for: .transfer, request, at: time)
  }

  /// Gives the two friends the credit the service promises for the account one of them has opened.
  public mutating func reward(_ users: [UserIndex], request: RequestIndex, at time: Milliseconds) {
    for user in users {
      send(rules.invitationCredit, from: .service, to: user, for: .invitation, request, at: time)
    }
  }
}
