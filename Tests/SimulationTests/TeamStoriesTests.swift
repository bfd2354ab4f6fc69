import Community
import Foundation
import Lifecycle
import Quantities
import Simulation
import Statistics
import Testing
import Travellers

/// What people of the service decide while cars drive: who is verified, and whose stars count.
struct TeamStoriesTests {
  /// A driver from 0 to 10 km and a passenger from 200 m to 6 km, who ask when and are verified as `service` says.
  private static func story(at submit: Double, _ service: @escaping (inout SocietySetup) -> Void) -> Story {
    var story = Story()
    story.driver(depart: 4_000, announce: 0)
    story.request(from: 200, to: 6_000, at: submit) { $0.patience = .never }
    story.hasService = true
    story.service = service
    story.rules.attempts = 1
    return story
  }

  private static func verification(_ change: (inout ApplicationRules) -> Void) -> VerificationRules {
    var rules = VerificationRules()
    rules.verifiedShare = 0
    var applications = ApplicationRules()
    applications.refusedShare = 0
    var team = TeamRules()
    team.service = .fixed(600)
    applications.team = team
    change(&applications)
    rules.applications = applications
    return rules
  }

  @Test(
    "driver and passenger apply at second 0, one person looks at both, and the second waits for the first")
  func oneAfterTheOther() throws {
    let rules = Self.verification { _ in }
    let early = try Self.story(at: 0) { $0.verification = rules }.records()
    let society = try #require(early.society)
    #expect(society.verified == [Milliseconds(600_000), Milliseconds(1_200_000)])
    #expect(society.applications?.map(\.way.begun.seconds) == [0, 600])
    #expect(early.attempts.map(\.cause) == [.notVerified])
    // The driver has come at 0 and is decided by then; the passenger applies on asking.
    let late = try Self.story(at: 3_000) { $0.verification = rules }.records()
    #expect(late.society?.verified == [Milliseconds(600_000), Milliseconds(3_600_000)])
    #expect(late.attempts.map(\.cause) == [.notVerified])
  }

  @Test("two people decide both at once; outside of their hours nobody does")
  func hoursAndServers() throws {
    let two = Self.verification { $0.team?.servers = 2 }
    let both = try Self.story(at: 0) { $0.verification = two }.records()
    #expect(both.society?.verified == [Milliseconds(600_000), Milliseconds(600_000)])
    let office = Self.verification { $0.team?.hours = WeeklyHours([3_600_000..<7_200_000]) }
    let morning = try Self.story(at: 0) { setup in
      setup.verification = office
      setup.phase = Milliseconds(1_800_000)
    }.records()
    // The office opens half an hour after the run begins.
    #expect(morning.society?.verified == [Milliseconds(2_400_000), Milliseconds(3_000_000)])
  }

  @Test("a user who is refused for good never rides, and a driver is never found")
  func refused() throws {
    let rules = Self.verification {
      $0.refusedShare = 1
      $0.most = 3
      $0.againShare = 1
      $0.againDelay = .fixed(60)
    }
    let records = try Self.story(at: 3_000) { $0.verification = rules }.records()
    let society = try #require(records.society)
    #expect(society.verified == [.never, .never])
    #expect(society.applications?.map(\.number) == [1, 2, 3, 1, 2, 3])
    #expect(society.applications?.allSatisfy(\.isRefused) == true)
    #expect(records.requests[0].outcome == .unmatched)
    #expect(records.findable == [nil])
  }

  /// The ride of `story`, with stars that people look at for a minute each.
  private static func rated(_ rejected: Double) throws -> RunRecords {
    try story(at: 3_900) { setup in
      var ratings = RatingRules()
      ratings.reviewShare = 1
      ratings.noise = 0
      ratings.priorWeight = 1
      var moderation = ModerationRules()
      moderation.rejectedShare = rejected
      moderation.team.service = .fixed(60)
      ratings.moderation = moderation
      setup.ratings = ratings
    }.records()
  }

  @Test("stars count when they have been looked at, one after the other; rejected ones never do")
  func moderated() throws {
    let records = try Self.rated(0)
    let dropOff = try #require(records.requests[0].dropoff)
    let society = try #require(records.society)
    let moderated = try #require(society.moderated)
    #expect(moderated.map { ($0.verdict.way.decided - dropOff).seconds } == [60, 120])
    #expect(moderated.map(\.review.rated) == [0, 1])
    #expect(society.reviews == [1, 1])
    // Five stars beside a prior of 4.5 that counts once.
    #expect(society.milliStars?.last == 4_750)
    #expect(records.end >= dropOff + Milliseconds(120_000))
    let rejected = try #require(Self.rated(1).society)
    #expect(rejected.reviews == [0, 0])
    #expect(rejected.milliStars == [4_500, 4_500])
    #expect(rejected.moderated?.map(\.verdict.isRejected) == [true, true])
  }
}
