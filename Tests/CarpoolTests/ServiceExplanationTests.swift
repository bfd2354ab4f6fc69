import Board
import CarpoolScenario
import Ground
import Lifecycle
import Metrics
import Quantities
import Scenario
import Simulation
import Synthesis
import Testing
import Travellers

@testable import Carpool

/// Accounts of those who plan ahead, and of what the service did for them.
struct ServiceExplanationTests {
  /// The accounts of all requests, and the records that they were made from.
  private struct Told: Sendable {
    var headings: [String]
    var sections: [[Explanation.Section]]
    var records: RunRecords

    init(_ scenario: Scenario) throws {
      let run = try CarpoolWorld(scenario, folder: "")
      let requests = run.input.population.requests.indices.map { RequestIndex($0) }
      let told = try run.explanations(of: requests, drivers: 4)
      headings = told.explanations.map(\.heading)
      sections = told.explanations.map(\.sections)
      records = told.records
    }

    /// What is said of the attempt at `place`.
    func text(ofAttempt place: Int) -> String {
      let attempt = records.attempts[place]
      let section = sections[Int(attempt.request)].first { section in
        section.attempt.cycle == attempt.cycle && section.attempt.attempt == attempt.attempt
      }
      return section?.text ?? ""
    }
  }

  private static let all = Result { try Told(ServiceRun.scenario(ServiceRun.corridorText)) }

  @Test
  func `to explain changes nothing`() throws {
    let records = try Self.all.get().records
    let before = try ServiceRun.corridor.get().records
    #expect(records.attempts.map(\.outcome) == before.attempts.map(\.outcome))
    #expect(records.attempts.map(\.driver) == before.attempts.map(\.driver))
    #expect(records.bookings.map(\.candidate) == before.bookings.map(\.candidate))
    #expect(records.bookings.map(\.fate) == before.bookings.map(\.fate))
    #expect(records.society?.entries == before.society?.entries)
    #expect(before.sightings.isEmpty && before.messages.isEmpty)
  }

  @Test
  func `the trip that was reserved is shown first, as it was chosen`() throws {
    let told = try Self.all.get()
    let records = told.records
    let drivers = try ServiceRun.corridor.get().drivers
    var reserved = 0
    for booking in records.bookings {
      guard let seat = booking.candidate else { continue }
      let sightings = records.sightings.filter { $0.attempt == booking.attempt }
      // The best whose cars can come; who stands before it could not.
      let best = sightings.first { $0.canCome }
      #expect(best?.seat == seat)
      // Who has too little puts money in for the best.
      #expect(best?.verdict == .passes(seat) || best?.verdict == .fails(.funds))
      let lines = told.text(ofAttempt: booking.attempt).split(separator: "\n")
      let trip = "driver \(drivers[Int(seat.driver)].id)"
      #expect(lines[2].hasPrefix("  trip of \(trip): from stop \(seat.from) at "), "\(lines)")
      let reservation = "of \(trip) from stop \(seat.from) to stop \(seat.to) for "
      #expect(lines.contains { $0.hasPrefix("  reserved ") && $0.contains(reservation) })
      reserved += 1
    }
    #expect(reserved > 20)
  }

  /// The counts of the funnel against the verdicts on all trips that were on the board: nobody who is shown passes a stage
  /// that left none.
  @Test
  func `who is shown fails where the funnel says that somebody did`() throws {
    let records = try Self.all.get().records
    var stages: Set<BoardStage> = []
    var funnels: [Int: BoardFunnel] = [:]
    for booking in records.bookings { funnels[booking.attempt] = booking.funnel }
    for sighting in records.sightings {
      let funnel = try #require(funnels[sighting.attempt])
      switch sighting.verdict {
      case .fails(let stage):
        stages.insert(stage)
        if stage != .published {
          let before = try #require(BoardStage(rawValue: stage.rawValue - 1))
          #expect(funnel[before] > funnel[stage])
        }
      case .passes: #expect(funnel[.means] > 0)
      }
    }
    #expect(stages.isSuperset(of: [.published, .reach, .preferences]))
  }

  @Test
  func `an account says what was looked for, when who was told, and what helps`() throws {
    let told = try Self.all.get()
    let seeks = try ServiceRun.corridor.get().seeks
    for (heading, seek) in zip(told.headings, seeks) {
      #expect(heading.contains("plans ahead: wants to leave between") == (seek != nil))
      #expect(heading.contains("\npays "))
      #expect(heading.contains("message: request, sent at "))
    }
    func account(where isMeant: (AttemptRecord) -> Bool) throws -> String {
      let place = told.records.attempts.firstIndex(where: isMeant)
      return told.text(ofAttempt: try #require(place))
    }
    let unverified = try account { $0.cause == .notVerified }
    #expect(unverified.contains("the passenger cannot request rides yet: verified at "))
    #expect(!unverified.contains("board: "))
    let unanswered = try account { $0.outcome == .unanswered && $0.isPlanned }
    #expect(unanswered.contains("  message: offer, sent at ") && unanswered.contains(", read at "))
    let accepted = try account { $0.outcome == .accepted && $0.isPlanned }
    for word in ["offer", "answer", "confirmation"] {
      #expect(accepted.contains("  message: \(word), sent at "), "\(word)")
    }
    #expect(accepted.contains("; confirmed at "))
    let tooFar = try account { $0.cause == .tooFar }
    #expect(tooFar.contains(" trips under way in the window → 0 with stops in reach"))
  }

  @Test
  func `what may help is that of the board after a search, and that of the road after a call`() {
    #expect(Cause.preferences.remedy(isPlanned: true)?.contains("score") == true)
    #expect(Cause.preferences.remedy(isPlanned: false)?.contains("cost") == true)
    #expect(Cause.tooDear.remedy(isPlanned: true) == BoardStage.means.remedy)
    #expect(Cause.noFunds.remedy(isPlanned: false) == BoardStage.funds.remedy)
    #expect(Cause.declined.remedy(isPlanned: true) == nil)
    for cause in Cause.allCases where !Metric.isRefusal(cause) {
      let isObvious: Set<Cause> = [
        .declined, .lapsed, .withdrawn, .patience, .cancelledAfterMatch, .noShow, .calledOff, .leftService,
        .noAccount, .outage, .choice,
      ]
      #expect((cause.remedy(isPlanned: true) == nil) == isObvious.contains(cause), "\(cause)")
    }
  }

  @Test
  func `a passenger without money is told what there was and what it takes`() throws {
    let poor = [
      "board=null", "money.wallet_share=1", "money.opening_balance=1", "money.top_up.probability=0",
      "verification=null",
    ]
    let scenario = try ServiceRun.scenario(ServiceRun.corridorText, overrides: poor)
    let told = try Told(scenario)
    let records = told.records
    let refused = try #require(records.attempts.firstIndex { $0.cause == .noFunds })
    let text = told.text(ofAttempt: refused)
    #expect(text.contains("the wallet held 1.00 MAD, the ride costs "))
    #expect(told.headings[Int(records.attempts[refused].request)].contains("\npays by wallet"))
    #expect(records.society?.walletRefusals == records.attempts.count { $0.cause == .noFunds })
  }
}
