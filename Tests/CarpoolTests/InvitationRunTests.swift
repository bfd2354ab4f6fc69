import Community
import Metrics
import Quantities
import Simulation
import Testing

@testable import Carpool

/// Users whom friends bring to the service, in runs.
struct InvitationRunTests {
  private static let text = """
    {
      name: "friends", seed: 5,
      space: {kind: "plane", width_m: 4000, height_m: 1500}, time: {duration_s: 259200},
      supply: {kind: "users", announce_before_s: 600}, demand: {kind: "users"},
      users: {
        count: 200, days: 3, returns: false, travel_share: 1,
        profile: [{until_s: 28800, weight: 0}, {until_s: 32400, weight: 1}, {until_s: 86400, weight: 0}],
      },
      matching: {radius_m: 1500, limits: {max_detour_s: 1200, max_detour_ratio: null}},
      friends: {
        network: {kind: "watts_strogatz", neighbours: 4},
        invitations: {member_share: 0.6, probability: 1, accept_probability: 1},
      },
      money: {invitation_credit: 5, friend_transfer_probability: 1, opening_balance: 3, wallet_share: 1},
      results: {record: ["friendships"]},
    }
    """

  /// Everybody invites all friends, and all of them follow: then the tables alone say who may ask when.
  @Test
  func `whoever rode brings all friends, and nobody else comes`() throws {
    let run = try ServiceRun.run(Self.text)
    let invitations = try #require(run.records.society?.invitations)
    var friends: [String: Set<String>] = [:]
    for row in try TextTable("friendships", of: run).rows {
      let (a, b) = (row["user_id"] ?? "", row["friend_id"] ?? "")
      friends[a, default: []].insert(b)
      friends[b, default: []].insert(a)
    }
    let requests = try TextTable("requests", of: run).rows
    var members = Set(
      invitations.opened.indices.filter { invitations.opened[$0] == .zero }.map { "\($0 + 1)" })
    #expect(members.count > 90 && members.count < 150)
    // Each request asks at its submission, and invites at its end.
    var moments: [(time: Double, asks: Bool, row: [String: String])] = []
    for row in requests {
      moments.append((Double(row["submit_s"] ?? "") ?? 0, true, row))
      if let end = Double(row["dropoff_s"] ?? "") { moments.append((end, false, row)) }
    }
    var absent = 0
    for moment in moments.sorted(by: { ($0.time, $0.asks ? 1 : 0) < ($1.time, $1.asks ? 1 : 0) }) {
      let user = moment.row["user_id"] ?? ""
      if moment.asks {
        #expect((moment.row["cause"] == "no_account") == !members.contains(user))
        absent += members.contains(user) ? 0 : 1
      } else {
        members.formUnion(friends[user] ?? [])
      }
    }
    #expect(absent > 10)
    #expect(members.count == invitations.opened.count { $0 != nil })
    let accepted = invitations.records.count(where: \.isAccepted)
    #expect(accepted == invitations.records.count && accepted > 10)
    let figures = RunTotals(of: run).figures
    #expect(figures[.memberRatio] == Double(members.count) / 200)
    #expect(figures[.invitations] == Double(accepted) && figures[.invitationsAccepted] == 1)
  }

  @Test
  func `both friends are rewarded, friends send what is missing, and the ledger is zero`() throws {
    let run = try ServiceRun.run(Self.text)
    let entries = try #require(run.records.society?.entries)
    var sum: [Int: Int128] = [:]
    for entry in entries {
      sum[entry.from.place, default: 0] -= Int128(entry.amount)
      sum[entry.to.place, default: 0] += Int128(entry.amount)
      #expect(sum.values.reduce(0, +) == 0)
    }
    let accepted = try #require(run.records.society?.invitations).records.count(where: \.isAccepted)
    #expect(entries.count { $0.kind == .invitation && $0.amount == 500 } == 2 * accepted)
    #expect(entries.contains { $0.kind == .transfer })
  }

  @Test
  func `where everybody has an account nobody is invited, and nothing else changes`() throws {
    let overrides = ["friends.invitations.member_share=1", "money.invitation_credit=0"]
    let (with, without) = (
      try ServiceRun.run(Self.text, overrides: overrides),
      try ServiceRun.run(Self.text, overrides: ["friends.invitations=null", "money.invitation_credit=0"])
    )
    #expect(with.records.society?.invitations?.records.isEmpty == true)
    let names = ["requests", "drivers", "payments"]
    for name in names { #expect(try TextTable(name, of: with).rows == TextTable(name, of: without).rows) }
  }
}
