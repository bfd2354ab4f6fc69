import Community
import Foundation
import Lifecycle
import Quantities
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Services

/// What people of the service decide: which providers are verified, and which reviews are shown.
struct ServicesTeamTests {
  private static func world(_ verification: String, supply: String = "") throws -> ServicesWorld {
    let text = """
      { market: "services", name: "s", time: { start: "2026-11-16T00:00:00", duration_s: 604800 },
        space: { kind: "plane", width_m: 10000, height_m: 10000, speed_kmh: 36 },
        categories: [{ name: "care" }],
        supply: { kind: "synthetic", count: 300, new_share: 0.6, \(supply) },
        demand: { kind: "synthetic", count: 10 },
        \(verification) }
      """
    return try ServicesWorld(
      Scenario.load(
        text: text, file: "s.json5", markets: ScenarioMarkets([ScenarioMarket(ServicesFields.self)])),
      folder: "")
  }

  @Test("who is not verified from the start applies on signing up, in turn, and is found when accepted")
  func applications() throws {
    let setup = try Self.world(
      """
      verification: { verified_share: 0.5, applications: {
        team: { hours: "mon-fri 09:00-17:00", service: 1200 }, refused_share: 0.3, again_share: 1, again_delay: 3600 } },
      """
    ).setup
    let first = setup.applications.filter { $0.number == 1 }
    #expect((100...200).contains(first.count))
    for application in first {
      #expect(application.way.came == setup.providers[Int(application.user)].registered)
    }
    for (place, provider) in setup.providers.enumerated() {
      let own = setup.applications.filter { Int($0.user) == place }
      let moment =
        own.isEmpty
        ? provider.registered : own[own.count - 1].isRefused ? .never : own[own.count - 1].way.decided
      #expect(provider.validated == max(moment, provider.registered))
    }
    // Nobody works at night: all that is decided is decided between 9 and 17, of Monday to Friday.
    for application in setup.applications {
      let moment = (application.way.decided.rawValue - 1) % 604_800_000
      #expect(moment < 5 * 86_400_000 && (9..<17).contains(moment % 86_400_000 / 3_600_000))
    }
  }

  @Test("`verification` alone changes no other draw of a provider")
  func keyed() throws {
    let (plain, verified) = try (Self.world("").setup, Self.world("verification: {},").setup)
    for (a, b) in zip(plain.providers, verified.providers) {
      #expect(a.registered == b.registered && a.base == b.base && a.price == b.price && a.hours == b.hours)
    }
    #expect(verified.providers.contains { $0.validated == $0.registered && $0.registered > .zero })
  }

  /// A provider who does 40 jobs, reviewed with five stars each, that one person looks at for an hour.
  private static func run(rejected: Double, _ change: (inout ServicesSetup) -> Void = { _ in }) throws
    -> ServicesTrial
  {
    let jobs = (0..<40).map { Job.at(0, 0, submit: 1_800 * Double($0), minutes: 10, id: Int64($0)) }
    var setup = ServicesSetup(trades: .one, providers: [.at(0, 0)], jobs: jobs)
    setup.conduct.reviews.probability = 1
    setup.conduct.reviews.starWeights = [0, 0, 0, 0, 1]
    var moderation = ModerationRules()
    moderation.rejectedShare = rejected
    moderation.team.service = .fixed(3_600)
    setup.conduct.reviews.moderation = moderation
    change(&setup)
    return try setup.run()
  }

  @Test("reviews wait for whoever looks at them, and are shown when accepted")
  func moderation() throws {
    let run = try Self.run(rejected: 0.25)
    var free = Milliseconds.zero
    for review in run.reviews {
      let verdict = try #require(review.verdict)
      free = max(free, review.written) + Milliseconds(3_600_000)
      #expect(verdict.way.decided == free && review.due == free)
      #expect(review.shown == (verdict.isRejected ? nil : free))
    }
    let rejected = run.reviews.count { $0.verdict?.isRejected == true }
    #expect((3...20).contains(rejected))
    #expect(Int(run.providers[0].reviews) == 40 - rejected)
  }

  @Test("a decision on a dispute shows what was accepted, and never what was rejected")
  func disputed() throws {
    let run = try Self.run(rejected: 0.5) { setup in
      var disputes = ConductRules.Disputes()
      disputes.probability = 1
      disputes.decision = Milliseconds(seconds: 500_000)
      setup.conduct.disputes = disputes
    }
    for review in run.reviews {
      let isRejected = try #require(review.verdict).isRejected
      let dispute = try #require(run.appointments[Int(review.appointment)].dispute)
      #expect(isRejected ? review.shown == nil : review.shown == max(review.due, dispute.decided))
    }
  }

  @Test("what a team decides takes its place of delays, which are told to have no effect")
  func idle() throws {
    func idle(_ text: String, supply: String = "") throws -> [String] {
      let scenario = try Self.world(text, supply: supply).scenario
      return scenario.idleFields.map(\.path).sorted()
    }
    #expect(try idle("") == [])
    #expect(
      try idle("verification: {},", supply: "validation_delay_s: 60,") == ["supply.validation_delay_s"])
    #expect(
      try idle("behaviour: { reviews: { moderation_delay_s: 60, moderation: {} } },")
        == ["behaviour.reviews.moderation_delay_s"])
    #expect(
      try idle("verification: { delay: 60, applications: { team: {}, refused_share: 0, most: 3 } },")
        == ["verification.applications.most", "verification.delay"])
  }

  @Test("offers that nobody can answer in time are refused, as are messages that nobody sends")
  func refused() throws {
    func fault(_ text: String) -> String {
      do {
        _ = try Self.world(text)
        return ""
      } catch { return "\(error)" }
    }
    #expect(fault("channel: { delay: 30, offer_timeout_s: 659 },").contains("give at least 660 s"))
    #expect(fault("channel: { delay: 30, offer_timeout_s: 660 },") == "")
    #expect(fault("results: { record: ['messages'] },").contains("messages.csv would be empty"))
    #expect(fault("channel: { offer_timeout_s: 600 }, results: { record: ['messages'] },") == "")
  }
}
