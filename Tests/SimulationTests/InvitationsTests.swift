import Community
import Quantities
import Simulation
import Statistics
import TestSupport
import Testing
import Travellers

/// Who comes to the service because a friend invites them.
struct InvitationsTests {
  private static let random = RandomSource(seed: 9, replication: 0)

  private static func invitations(
    _ users: Int, members: Double, probability: Double = 1, accept: Double = 1
  ) -> Invitations {
    var rules = InvitationRules()
    (rules.memberShare, rules.probability, rules.acceptProbability) = (members, probability, accept)
    return Invitations(rules, keys: (0..<UInt64(users)).map { $0 }, random: random)
  }

  private static func isLikely(_ hits: Int, of count: Int, _ share: Double) -> Bool {
    abs(Double(hits) - Double(count) * share) < 3.5 * (Double(count) * share * (1 - share)).squareRoot()
  }

  @Test
  func `a share has an account from the start, whoever else there is`() {
    let many = Self.invitations(5_000, members: 0.3)
    #expect(Self.isLikely((0..<5_000).count { many.hasAccount(UserIndex($0)) }, of: 5_000, 0.3))
    let few = Self.invitations(50, members: 0.3)
    #expect((0..<50).allSatisfy { few.hasAccount(UserIndex($0)) == many.hasAccount(UserIndex($0)) })
  }

  @Test
  func `friends without an account are invited once by each`() {
    var invitations = Self.invitations(4, members: 0)
    let first = invitations.invite([1, 2], by: 0, of: 7, at: Milliseconds(5))
    #expect(first == [1, 2] && invitations.opened == [nil, Milliseconds(5), Milliseconds(5), nil])
    #expect(invitations.invite([1, 2, 3], by: 0, of: 8, at: Milliseconds(6)) == [3])
    #expect(invitations.records.map(\.friend) == [1, 2, 3])
    #expect(invitations.records.map(\.request) == [7, 7, 8])
    var stubborn = Self.invitations(3, members: 0, accept: 0)
    #expect(stubborn.invite([2], by: 0, of: 1, at: .zero).isEmpty)
    #expect(stubborn.invite([2], by: 0, of: 2, at: .zero).isEmpty && stubborn.records.count == 1)
    #expect(stubborn.invite([2], by: 1, of: 3, at: .zero).isEmpty && stubborn.records.count == 2)
    #expect(stubborn.records.allSatisfy { !$0.isAccepted } && !stubborn.hasAccount(2))
  }

  @Test
  func `as many are invited and follow as are drawn`() {
    var invitations = Self.invitations(4_001, members: 0, probability: 0.4, accept: 0.25)
    let joined = invitations.invite((1...4_000).map { UserIndex($0) }, by: 0, of: 1, at: .zero)
    #expect(Self.isLikely(invitations.records.count, of: 4_000, 0.4))
    #expect(Self.isLikely(joined.count, of: invitations.records.count, 0.25))
  }

  @Test
  func `the ledger is zero whatever friends send and the service gives`() {
    var rules = MoneyRules()
    rules.walletShare = 1
    rules.openingBalance = .fixed(10)
    rules.friendTransferProbability = 0.5
    rules.invitationCredit = 300
    var cashier = Cashier(rules, users: 50, random: Self.random)
    var count = 0
    for request in 0..<500 {
      let user = UserIndex(request % 50)
      let others = [UserIndex((request + 7) % 50), UserIndex((request + 9) % 50)]
      let needed = cashier.funds(of: user) + 200
      let before = others.map { cashier.funds(of: $0) }
      let funds = cashier.funds(of: user)
      cashier.borrow(
        for: user, from: others, request: RequestIndex(request), key: UInt64(request), cycle: 1, attempt: 1,
        needed: needed, at: Milliseconds(Int64(request)))
      let after = others.map { cashier.funds(of: $0) }
      if before.contains(where: { $0 >= 200 }) {
        count += 1
      } else {
        #expect(before == after)
      }
      // All that is missing, from the first who holds it, or nothing.
      let giver = before.firstIndex { $0 >= 200 }
      #expect([funds, funds + 200].contains(cashier.funds(of: user)))
      for place in others.indices where before[place] != after[place] {
        #expect(place == giver && before[place] - after[place] == 200)
      }
      if request.isMultiple(of: 10) {
        cashier.reward([user, others[0]], request: RequestIndex(request), at: Milliseconds(Int64(request)))
      }
      #expect(cashier.ledger.sum == 0)
    }
    #expect(cashier.ledger.isConsistent)
    let sent = cashier.ledger.entries.count { $0.kind == .transfer }
    #expect(Self.isLikely(sent, of: count, 0.5))
    #expect(cashier.ledger.balance(of: .service) == -300 * 100)
  }
}
