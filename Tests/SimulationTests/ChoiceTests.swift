import CarpoolScenario
import Community
import Lifecycle
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis
import Testing
import Travellers

/// Passengers who may refuse a ride, told as stories.
struct ChoiceTests {
  /// Passengers who accept with certainty, or refuse with certainty, whatever is offered.
  private static func always(_ accepts: Bool, then: Scenario.Choice.OnRefusal = .retries) -> ChoiceSetup {
    var rules = Scenario.Choice()
    rules.constant = accepts ? 1_000 : -1_000
    rules.onRefusal = then
    return ChoiceSetup(rules)
  }

  @Test
  func `a passenger who accepts rides as if nobody had asked`() throws {
    var story = Story()
    story.driver()
    story.request(from: 300, to: 5000)
    let without = try story.records()
    story.choice = Self.always(true)
    let with = try story.records()
    #expect(with.lines == without.lines)
    let choice = try #require(with.choices?.list.first)
    #expect(choice.isAccepted && choice.probability == 1_000_000)
    #expect(without.choices == nil)
  }

  @Test
  func `a refused driver is not told, and not offered again in the cycle`() throws {
    var story = Story()
    // A driver waits for an answer of nobody: the second passenger is offered the same car at once.
    story.driver(depart: 1000, announce: 0)
    story.driver(from: 100, depart: 1000, announce: 0)
    story.request(from: 300, to: 5000)
    story.choice = Self.always(false)
    let records = try story.records()
    #expect(
      records.lines(ofRequest: 0) == [
        "0 request_submitted r0", "0 attempt d1 r0", "0 refused d1 r0", "60 attempt d0 r0",
        "60 refused d0 r0",
        "120 attempt r0", "120 request_notified r0",
      ])
    #expect(records.attempts.map(\.outcome) == [.refused, .refused, .noCandidate])
    #expect(records.attempts.prefix(2).map(\.cause) == [.choice, .choice])
    #expect(records.attempts.allSatisfy { $0.answered == .never })
    #expect(records.drivers.map(\.offers) == [0, 0] && records.drivers.map(\.declines) == [0, 0])
    #expect(records.requests[0].outcome == .unmatched)
    #expect(records.requests[0].cause == records.attempts[2].cause)
  }

  @Test
  func `who leaves for a refusal looks no further`() throws {
    var story = Story()
    story.driver(depart: 1000, announce: 0)
    story.driver(depart: 1000, announce: 0)
    story.request(from: 300, to: 5000, at: 7) { $0.patience = Milliseconds(900_000) }
    story.choice = Self.always(false, then: .leaves)
    let records = try story.records()
    #expect(
      records.lines(ofRequest: 0) == [
        "7 request_submitted r0", "7 attempt d0 r0", "7 refused d0 r0", "7 passenger_left r0",
      ])
    #expect(records.requests[0].outcome == .cancelledByPassenger && records.requests[0].cause == .choice)
    #expect(records.requests[0].ended == Milliseconds(7_000) && records.requests[0].match == nil)
    #expect(records.stops.map(\.kind) == [.depart, .depart, .arrive, .arrive])
  }

  @Test
  func `what is compared is what is offered`() throws {
    var story = Story()
    story.driver(from: 0, to: 10_000)
    story.request(from: 400, to: 5000)
    var rules = Scenario.Choice()
    (rules.constant, rules.weights.wait, rules.weights.ride) = (3, -0.01, -0.002)
    var other = Scenario.DirectAlternative()
    (other.factor, other.constant) = (2, 100)
    rules.alternative = .direct(other)
    story.choice = ChoiceSetup(rules)
    let choice = try #require(try story.records().choices?.list.first)
    // 400 m to the passenger and 4,600 m with them, at 10 m/s; otherwise 2 · 460 s + 100 s.
    #expect(choice.ride.wait == Milliseconds(40_000) && choice.ride.ride == Milliseconds(460_000))
    #expect(choice.ride.walk == 0 && choice.ride.price == nil)
    #expect(choice.alternative == Alternative(time: Milliseconds(1_020_000)))
    #expect(abs(choice.utility - (3 - 0.4 - 0.002 * (460 - 1_020))) < 1e-12)
  }

  @Test
  func `who is announced ahead waits from the time to leave`() throws {
    var story = Story()
    story.driver(from: 0, to: 10_000)
    // The car is there after 40 s; the passenger leaves after 100 s.
    story.request(from: 400, to: 5000) {
      $0.earliestPickup = Milliseconds(100_000)
      $0.lead = Milliseconds(100_000)
    }
    story.choice = Self.always(true)
    let choices = try #require(try story.records().choices?.list)
    #expect(choices[0].ride.wait == .zero && choices[0].ride.ride == Milliseconds(460_000))
    #expect(choices.count == 1)
  }

  @Test
  func `a probe chooses nothing`() throws {
    var story = Story()
    story.driver()
    story.request(from: 300, to: 5000) { $0.isProbe = true }
    story.choice = Self.always(false)
    let records = try story.records()
    #expect(records.attempts.map(\.outcome) == [.probeHit] && records.choices?.list.isEmpty == true)
  }

  @Test
  func `every ride after a decline is a new choice, with a draw of its own`() throws {
    var story = Story()
    for _ in 0..<3 { story.driver(depart: 1000, announce: 0) }
    for place in 0..<40 { story.request(from: 300, to: 5000, at: Double(place * 2_000)) }
    for place in 1..<40 {
      for _ in 0..<3 { story.driver(depart: Double(place * 2_000 + 1_000), announce: Double(place * 2_000)) }
    }
    story.rules.declineProbability = 1
    story.choice = ChoiceSetup(Scenario.Choice())
    let records = try story.records()
    let choices = try #require(records.choices?.list)
    // Three attempts find somebody; one in two is refused, and the driver declines the other.
    #expect(choices.count == 120 && Set(choices.map(\.draw)).count > 115)
    #expect(
      records.attempts.count { $0.outcome == .refused } + records.attempts.count { $0.outcome == .declined }
        == 120)
    let accepted = choices.count(where: \.isAccepted)
    #expect(abs(Double(accepted) - 60) < 3.5 * 30.0.squareRoot())
    #expect(records.drivers.reduce(0) { $0 + Int($1.offers) } == accepted)
  }
}
