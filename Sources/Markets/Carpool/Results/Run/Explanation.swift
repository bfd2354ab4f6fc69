import CarpoolScenario
import Community
import Ground
import JSON5
import Lifecycle
public import Matching
import Models
import Quantities
import Scenario
public import Simulation
import Spaces
import Synthesis
import Tables
import Travellers

/// The history of a request, attempt by attempt, as text and as data.
public struct Explanation {
  let world: CarpoolInput
  let records: RunRecords
  let request: RequestIndex
  /// The facts in the heading, in order.
  private var facts: [AccountFact] = []
  /// The sections, one per attempt, in order.
  public private(set) var sections: [Section] = []

  /// A section on one attempt.
  public struct Section: Sendable {
    public let attempt: AttemptRecord
    /// The drivers nearest to being candidates, starting with the driver who was asked, if any.
    public let shown: [Diagnosis]
    let facts: [AccountFact]
    /// The text of the section, without a final line feed.
    public var text: String { facts.lines.joined(separator: "\n") }
  }

  /// Explains `request` in the run of `world`.
  ///
  /// - Parameters:
  /// - attempts: the indices of the request's attempts among all attempts of the run, in order.
  ///   - candidates: the records of drivers in these attempts.
  ///   - shown: the number of drivers shown for each attempt.
  init(
    of request: RequestIndex, in world: CarpoolInput, by records: RunRecords, attempts: [Int],
    candidates: [CandidateRecord], shown: Int
  ) {
    self.world = world
    self.records = records
    self.request = request
    facts = headingFacts(isPlanned: attempts.last.map { records.attempts[$0].isPlanned } ?? false)
    sections = attempts.enumerated().map { number, place in
      let attempt = records.attempts[place]
      let end = number + 1 < attempts.count ? records.attempts[attempts[number + 1]].time : .never
      guard !attempt.isPlanned else {
        return Section(
          attempt: attempt, shown: [], facts: facts(ofSearch: attempt, at: place, until: end, shown))
      }
      let diagnoses = candidates.filter { $0.cycle == attempt.cycle && $0.attempt == attempt.attempt }.map(
        \.diagnosis)
      // The driver chosen by the policy comes first, even if the policy does not choose by this comparison.
      let nearest = diagnoses.ordered(by: isNearer)
      let order =
        nearest.filter { $0.driver == attempt.driver } + nearest.filter { $0.driver != attempt.driver }
      let chosen = Array(order.prefix(shown))
      return Section(
        attempt: attempt, shown: chosen,
        facts: facts(
          of: attempt, until: end, chosen, isEmpty: diagnoses.isEmpty, remark: records.remarks[place]))
    }
  }

  /// The heading, without a final line feed.
  public var heading: String { facts.lines.joined(separator: "\n") }

  /// The facts as JSON: times in seconds, distances in metres, ids as in the files.
  var members: [JSON.Member] {
    facts.members + [.init("attempts", .list(sections.map { .object($0.facts.members) }))]
  }

  /// The full text: the heading, then a section per attempt.
  public var text: String { ([heading] + sections.map(\.text)).joined(separator: "\n") + "\n" }

  var record: RequestRecord { records.requests[request] }
  var input: Request { world.population.requests[request] }
  var drivers: [Driver] { world.population.drivers }

  /// Returns `time` as text: the time of day if the scenario has `time.start`, otherwise the time since the start.
  func clock(_ time: Milliseconds) -> String { Words.clock(time + world.scenario.time.timeOfDay) }

  func name(ofDriver driver: DriverIndex) -> String {
    world.population.driverNames.text(of: drivers[driver].id).visible
  }

  private func headingFacts(isPlanned: Bool) -> [AccountFact] {
    let cause = record.cause.map { " (\($0.rawValue): \($0.meaning))" } ?? ""
    let name = world.population.requestNames.text(of: input.id).visible
    let party = input.partySize == 1 ? "one person" : "a party of \(input.partySize)"
    let trip =
      input.direct == .none
      ? ""
      : "; the direct trip takes \(Words.minutes(input.direct.duration)) over \(Words.length(input.direct.metres))"
    var facts = [
      AccountFact(
        [
          .init("outcome", .text(record.outcome.rawValue)),
          .init("cause", .text(record.cause?.rawValue)),
        ], ["request \(name): \(record.outcome.rawValue)\(cause)"]),
      AccountFact(
        [
          .init("submitted_s", .number(input.submit.seconds)),
          .init("party_size", .integer(Int128(input.partySize))),
          .init("luggage", .integer(Int128(input.luggage))),
          .init("direct_s", input.direct == .none ? .null : .number(input.direct.duration.seconds)),
          .init("direct_m", input.direct == .none ? .null : .number(input.direct.metres)),
        ], ["submitted at \(clock(input.submit)) by \(party)\(trip)"]),
      matchFact,
    ]
    facts += slack + role + provisional + cancellation + ahead + payment + verification
    facts += messages(records.messages.filter { $0.request == request && $0.kind == .request }, indent: "")
    facts += outages
    // Where nobody ever agreed to come, the last attempt's stage is what stood in the way.
    if record.outcome == .unmatched, let remedy = record.cause?.remedy(isPlanned: isPlanned) {
      facts.append(AccountFact("remedy", .text(remedy), ["possible remedy: \(remedy)"]))
    }
    return facts
  }

  private var matchFact: AccountFact {
    guard let match = record.match else { return AccountFact("match", .null) }
    let members: [JSON.Member] = [
      .init("time_s", .number(match.time.seconds)), .init("driver", .text(id(match.driver))),
      .init("detour_s", .number(match.detour.seconds)),
      .init("pickup_s", RequestAccount.seconds(record.pickup)),
      .init("dropoff_s", RequestAccount.seconds(record.dropoff)),
    ]
    return AccountFact(
      "match", .object(members + walk(records.meeting(of: match))),
      [
        "matched at \(clock(match.time)) with driver \(name(ofDriver: match.driver)), who goes"
          + " \(Words.minutes(match.detour)) out of the way; picked up at \(record.pickup.map(clock) ?? "–"),"
          + " dropped off at \(record.dropoff.map(clock) ?? "–")"
      ])
  }

  /// Returns the heading of the account of `attempt`, preceded by an empty line.
  func title(of attempt: AttemptRecord) -> AccountFact {
    AccountFact(
      [
        .init("cycle", .integer(Int128(attempt.cycle))), .init("attempt", .integer(Int128(attempt.attempt))),
        .init("time_s", .number(attempt.time.seconds)), .init("outcome", .text(attempt.outcome.rawValue)),
        .init("cause", .text(attempt.cause?.rawValue)),
        .init("driver", attempt.driver == .none ? .null : .text(id(attempt.driver))),
        .init("bound_by", .text(attempt.bindingLimit?.rawValue)),
      ],
      [
        "",
        "cycle \(attempt.cycle), attempt \(attempt.attempt) at \(clock(attempt.time)): "
          + outcome(of: attempt),
      ])
  }

  private func facts(
    of attempt: AttemptRecord, until end: Milliseconds, _ shown: [Diagnosis], isEmpty: Bool, remark: String?
  ) -> [AccountFact] {
    let title = title(of: attempt)
    if attempt.cause == .notVerified {
      return [title, AccountFact("drivers", .list([]))] + obstacle(to: attempt)
    }
    if attempt.cause == .outage { return [title, AccountFact("drivers", .list([]))] }
    var facts = [title, AccountFact("funnel", json(attempt.funnel), ["  " + stages(of: attempt.funnel)])]
    facts += window(of: attempt)
    if let remark {
      facts.append(AccountFact("remark", .text(remark), ["  the policy says: \(remark.visible)"]))
    }
    facts.append(
      AccountFact(
        "drivers", .list(shown.map(json)),
        shown.map { "  driver \(name(ofDriver: $0.driver)): " + words($0) }
          + (isEmpty ? ["  no driver could receive an offer"] : [])))
    return facts + transfer(of: attempt) + obstacle(to: attempt) + choice(of: attempt)
      + messages(of: attempt, until: end)
  }

  /// Returns a description of the number of drivers that passed each stage, up to the first stage that none passed;
  /// stages that were not computed are omitted.
  private func stages(of funnel: Funnel) -> String {
    let reached = Stage.allCases.prefix { $0.rawValue <= funnel.emptied?.rawValue ?? .max }
    let counts =
      ["\(funnel.driversActive) drivers active"]
      + reached.filter { funnel[$0] != Funnel.notComputed }.map { "\(funnel[$0]) \($0.left)" }
    let stages = counts.joined(separator: " → ")
    guard funnel.evaluated != Funnel.notComputed else { return stages }
    return stages + "; \(funnel.evaluated) evaluated, \(funnel.boundedOut) pruned by a bound"
  }

  private func outcome(of attempt: AttemptRecord) -> String {
    var text = attempt.outcome.rawValue
    if let cause = attempt.cause, cause.rawValue != text { text += ", \(cause.rawValue)" }
    if attempt.driver != .none { text += ", driver \(name(ofDriver: attempt.driver))" }
    if let limit = attempt.bindingLimit { text += ", bound by \(limit.rawValue)" }
    return text
  }

  // MARK: - Drivers

  /// Returns whether `a` precedes `b`: by the stage at which they failed, then by how narrowly, or by their value to
  /// the policy if they did not fail.
  private func isNearer(_ a: Diagnosis, _ b: Diagnosis) -> Bool {
    let (stageA, stageB) = (stage(a), stage(b))
    guard stageA == stageB else { return stageA > stageB }
    return (miss(a), a.driver) < (miss(b), b.driver)
  }

  private func stage(_ diagnosis: Diagnosis) -> Int {
    diagnosis.failed?.rawValue ?? Stage.allCases.count
  }

  private func miss(_ diagnosis: Diagnosis) -> Double {
    switch diagnosis.failed {
    case .radius: diagnosis.metresToPickup
    case .route: diagnosis.metresToRoute
    case .seats, .preferences: diagnosis.metresToPickup
    case .limits: Double(diagnosis.result.nearestMiss.rawValue)
    case nil: diagnosis.worth
    }
  }

  private func words(_ diagnosis: Diagnosis) -> String {
    let radius = world.scenario.matching.radius
    let offer = drivers[diagnosis.driver]
    switch diagnosis.failed {
    case .radius:
      return "reported \(Words.length(diagnosis.metresToPickup)) from the pickup,"
        + " \(Words.length(diagnosis.metresToPickup - radius)) too far (r = \(Words.length(radius)))"
    case .route:
      return
        "reported \(Words.length(diagnosis.metresToPickup)) from the pickup, but no route point ahead comes"
        + " nearer than \(Words.length(diagnosis.metresToRoute)) to the destination (r = \(Words.length(radius)))"
    case .seats:
      return "no leg ahead has \(count(input.partySize, "free seat")) and room for"
        + " \(count(input.luggage, "piece")) of luggage (the car: \(count(offer.seats, "seat")), room for"
        + " \(offer.luggageRoom))"
    case .preferences:
      return "required wishes are incompatible; \(share(diagnosis.agreement)) of the stated ones are met"
    case .limits:
      return "violates \(limitWords(diagnosis.result))"
    case nil:
      guard let insertion = diagnosis.result.best else { return "a candidate" }
      return
        "a candidate: \(Words.minutes(insertion.timeToPickup)) to the pickup, \(Words.minutes(insertion.detour)) of detour,"
        + " \(share(diagnosis.agreement)) of the wishes met, cost \(diagnosis.cost)"
        + (diagnosis.walk.map { words($0, insertion, cost: diagnosis.cost) } ?? "")
    }
  }

  func limitWords(_ result: InsertionResult) -> String {
    guard let limit = result.bindingLimit else { return "a limit" }
    let value = result.missedValue
    let bound = result.missedBound
    func spans(_ name: String) -> String {
      "\(name) \(Words.minutes(Milliseconds(seconds: value))) would exceed \(Words.minutes(Milliseconds(seconds: bound)))"
    }
    func clocks(_ name: String) -> String {
      "\(name) at \(clock(Milliseconds(seconds: value))) would be after \(clock(Milliseconds(seconds: bound)))"
    }
    let words =
      switch limit {
      case .detour: spans("a total detour of")
      case .detourRatio: "a detour of \(share(value)) of the solo trip would exceed \(share(bound))"
      case .arrival: clocks("the driver's arrival")
      case .wait: clocks("the pickup")
      case .dropoff: clocks("the drop-off")
      case .ride: spans("a ride of")
      case .promise: "a promise to a passenger accepted earlier would be broken"
      case .seats: "no pair of stops has free seats"
      }
    return "\(limit.rawValue): \(words)"
  }

  // MARK: - Figures

  func count(_ number: Int16, _ noun: String) -> String { Words.plural(Int(number), noun) }

  func share(_ value: Double) -> String { "\((value * 1000).rounded() / 10) %" }
}
