import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

extension CarpoolMarket {
  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord {
    if endsWithCircles { return decideWithinCircles(call, &desk) }
    if let known = decideElsewhere(call, &desk) { return known }
    var view = view(of: call, desk)
    if observed.looksAtAttempts {
      inspect(view)
      observed.review(at: call.time)?.take(RunRecords(self, desk, until: call.time))
    }
    let start = desk.beginDecision()
    var choice: Candidate?
    do { choice = try setup.policy.choose(for: &view) } catch { desk.fail(error) }
    if choice == nil { each { $0.searchElsewhere(for: view, fleet) } }
    let elapsed = desk.endDecision(start)
    if !view.moves.isEmpty { each(&desk) { $0.carryOut(view.moves, at: call.time, &$1, &$2) } }
    each { $0.decided(choice, for: view) }
    if let remark = view.remark {
      observed.keep(remark, of: call.request, attempt: desk.records.attempts.count)
    }
    return record(of: view, choice, in: elapsed, call, desk.records.attempts.count)
  }

  /// Decides an attempt that depends only on the circles and the policy. Most such attempts end because no driver is
  /// within both circles, before anything is prepared for the policy.
  @inline(__always)
  private mutating func decideWithinCircles(_ call: Call, _ desk: inout Desk) -> AttemptRecord {
    let start = desk.beginDecision()
    let circles = fleet.circles(of: call.request, among: requests, at: call.time, excluded: call.excluded)
    if circles.drivers.isEmpty {
      let counts = AttemptCounts(driversActive: fleet.activeCount, inRadius: circles.inRadius)
      var record = AttemptRecord(
        request: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time, counts: counts,
        outcome: .noCandidate, cause: circles.inRadius == 0 ? Stage.radius.cause : Stage.route.cause)
      record.decisionNanoseconds = desk.endDecision(start)
      return record
    }
    fleet.fetch(circles.drivers)
    var view = Attempt(
      call.request, of: requests, cycle: call.cycle, attempt: call.attempt, time: call.time,
      excluded: call.excluded, fleet: fleet, random: desk.rules.random, circles: circles)
    var choice: Candidate?
    do { choice = try setup.policy.choose(for: &view) } catch { desk.fail(error) }
    var record = miss(of: view, in: desk.endDecision(start), call)
    if let choice {
      record.cause = nil
      record.bindingLimit = nil
      fill(&record, with: choice, for: view.inquiry)
    }
    return record
  }

  /// Returns the record of an attempt that needs no search for drivers on the road; nil for all other attempts.
  mutating func decideElsewhere(_ call: Call, _ desk: inout Desk) -> AttemptRecord? {
    if let record = first(&desk, { $0.decide(call, &$1, &$2) }) { return record }
    guard let cause = first({ $0.obstacle(to: call.request, at: call.time) }) else { return nil }
    return AttemptRecord(
      request: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time,
      funnel: Funnel(driversActive: fleet.active.count), outcome: .noCandidate, cause: cause)
  }

  /// Returns the record of an attempt that fails because of `cause` before any search.
  mutating func miss(_ call: Call, because cause: Cause, _ desk: inout Desk) -> AttemptRecord {
    var record = AttemptRecord(
      request: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time,
      funnel: Funnel(driversActive: fleet.active.count), outcome: .noCandidate, cause: cause)
    for feature in features { feature.missed(&record, number: desk.records.attempts.count) }
    return record
  }

  /// Returns the policy's view of the attempt `call`.
  @inline(__always)
  func view(of call: Call, _ desk: borrowing Desk) -> Attempt {
    if let request = restated(call.request) {
      return Attempt(
        request: request, index: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time,
        promise: setup.terms.promise(for: request), excluded: call.excluded, fleet: fleet,
        random: desk.rules.random, meetsAtEnds: any { $0.meetsAtEnds(call.request) })
    }
    return Attempt(
      call.request, of: requests, cycle: call.cycle, attempt: call.attempt, time: call.time,
      excluded: excluded(by: call.request, call.excluded), fleet: fleet,
      random: desk.rules.random)
  }

  /// Returns the drivers excluded for `request`: those who declined, and the driver who is the same person.
  func excluded(by request: RequestIndex, _ declined: [DriverIndex]) -> [DriverIndex] {
    guard let own = first({ $0.ownDriver(of: request) }) else { return declined }
    return declined + [own]
  }

  /// Returns the record of attempt `number` of the run, given the policy's `view` and its `choice`.
  mutating func record(
    of view: borrowing Attempt, _ choice: Candidate?, in elapsed: UInt32, _ call: Call, _ number: Int
  ) -> AttemptRecord {
    var record = miss(of: view, in: elapsed, call)
    if hasFeatures {
      for feature in features { feature.complete(&record, of: view, number: number, &self) }
    }
    guard let choice else { return record }
    record.cause = nil
    record.bindingLimit = nil
    if hasFeatures {
      let fare = fare(of: call.request, view.request, with: choice.driver)
      record.cause = first { $0.objection(to: fare, for: call) }
      if record.cause != nil { return record }
    }
    fill(&record, with: choice, for: view.inquiry)
    return record
  }

  /// Returns the record of an attempt without a choice, given the policy's `view`.
  @inline(__always)
  private func miss(of view: borrowing Attempt, in elapsed: UInt32, _ call: Call) -> AttemptRecord {
    var record = AttemptRecord(
      request: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time, funnel: view.funnel,
      outcome: .noCandidate, cause: cause(of: view))
    if record.cause == .limits { record.bindingLimit = view.bindingLimit }
    record.decisionNanoseconds = elapsed
    return record
  }

  /// Returns the reason why no driver was chosen: the stage that left none or, in a window, the assignment of the
  /// candidates to other requests.
  private func cause(of view: borrowing Attempt) -> Cause {
    let cause = view.funnel.cause
    return window > .zero && view.funnel[.limits] > 0 ? .unassigned : cause
  }

  /// Returns the current form of `request`, which is used in attempts.
  func asking(_ request: RequestIndex) -> Request { restated(request) ?? requests[request] }

  /// Returns the current form of `request` if it differs from the submitted form; otherwise nil.
  @inline(__always)
  func restated(_ request: RequestIndex) -> Request? { first { $0.restated(request) } }

  private mutating func fill(_ record: inout AttemptRecord, with choice: Candidate, for inquiry: Inquiry) {
    var offer = record.offer
    var request = inquiry.request
    if let meeting = fleet.meeting(of: inquiry, by: choice.insertion, with: choice.driver) {
      request = fleet.inquiry(inquiry, meeting: meeting, start: record.time).request
      offer.meeting = meetings.add(meeting)
    } else {
      offer.meeting = meetings.add(.atTheEnds(of: request))
    }
    record.driver = choice.driver
    offer.reported = choice.reported
    offer.timeToPickup = choice.insertion.timeToPickup
    offer.timeToDropoff = choice.insertion.timeToDropoff
    offer.detour = choice.insertion.detour
    offer.detourMetres = fleet.addedMetres(
      of: request, by: choice.insertion, to: choice.driver, at: record.time, from: fleet.vantage)
    offer.cost = choice.cost
    record.offer = offer
  }
}
