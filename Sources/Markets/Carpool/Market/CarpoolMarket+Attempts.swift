import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

extension CarpoolMarket {
  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord {
    if endsWithCircles { return decideWithinCircles(call, &desk) }
    if let platform, let known = answer(call, platform, &desk) { return known }
    var view = view(of: call, desk)
    if observed.looksAtAttempts {
      inspect(view)
      observed.review(at: call.time)?.take(RunRecords(self, desk, until: call.time))
    }
    let start = desk.beginDecision()
    var choice: Candidate?
    do { choice = try setup.policy.choose(for: &view) } catch { desk.fail(error) }
    let change = choice == nil ? findTransfer(for: view) : nil
    let elapsed = desk.endDecision(start)
    if !view.moves.isEmpty { carryOut(view.moves, at: call.time, &desk) }
    if batch != nil { countPairs(of: view, choice) }
    if let remark = view.remark {
      observed.keep(remark, of: call.request, attempt: desk.records.attempts.count)
    }
    return record(of: view, choice, change, in: elapsed, call, desk.records.attempts.count)
  }

  /// Decides an attempt of which nothing but the circles and the policy decides. Most are over with the circles: nothing is made
  /// for the policy then.
  @inline(__always)
  private mutating func decideWithinCircles(_ call: Call, _ desk: inout Desk) -> AttemptRecord {
    let start = desk.beginDecision()
    let circles = fleet.circles(of: call.request, among: requests, at: call.time, excluded: call.excluded)
    if circles.drivers.isEmpty {
      let funnel = Funnel(driversActive: fleet.activeCount, emptiedBy: circles)
      var record = AttemptRecord(
        request: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time, funnel: funnel,
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

  /// Answers an attempt in which nobody looks for drivers on the road; returns nil for all others.
  mutating func answer(_ call: Call, _ platform: Platform, _ desk: inout Desk) -> AttemptRecord? {
    if let planning = platform.planning, planning.looksOnBoard(call.request, at: call.time) {
      return search(call, planning, &desk)
    }
    guard let cause = platform.society?.obstacle(to: call.request, at: call.time) else { return nil }
    var funnel = Funnel()
    funnel.driversActive = Int32(fleet.active.count)
    return AttemptRecord(
      request: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time, funnel: funnel,
      outcome: .noCandidate, cause: cause)
  }

  /// Returns what a policy sees of an attempt.
  @inline(__always)
  func view(of call: Call, _ desk: borrowing Desk) -> Attempt {
    if let request = restated(call.request) {
      return Attempt(
        request: request, index: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time,
        promise: setup.terms.promise(for: request), excluded: call.excluded, fleet: fleet,
        random: desk.rules.random, meetsAtEnds: transfers?[call.request]?.rest != nil)
    }
    return Attempt(
      call.request, of: requests, cycle: call.cycle, attempt: call.attempt, time: call.time,
      excluded: roles == nil ? call.excluded : excluded(by: call.request, desk), fleet: fleet,
      random: desk.rules.random)
  }

  /// Returns the record of an attempt, the run's `number`, of which the policy saw `view` and chose `choice`; if
  /// it chose nobody, `change` is what was found instead.
  mutating func record(
    of view: borrowing Attempt, _ choice: Candidate?, _ change: TransferFinding?, in elapsed: UInt32,
    _ call: Call,
    _ number: Int
  ) -> AttemptRecord {
    transfers?.forgetOffer(to: call.request)
    var record = miss(of: view, in: elapsed, call)
    if choice != nil || change?.best != nil {
      record.cause = nil
      record.bindingLimit = nil
    }
    if let choice, let society,
      !society.canPay(
        .distance(call.request, view.request, seats: setup.drivers[choice.driver].seats), for: call.request,
        call.cycle, call.attempt, at: call.time)
    {
      record.cause = .noFunds
      return record
    }
    if let choice { fill(&record, with: choice, for: view.inquiry) }
    if let change { fill(&record, with: change, for: view.inquiry, number) }
    return record
  }

  /// Returns the record of an attempt that chose nobody, of which the policy saw `view`.
  @inline(__always)
  private func miss(of view: borrowing Attempt, in elapsed: UInt32, _ call: Call) -> AttemptRecord {
    var record = AttemptRecord(
      request: call.request, cycle: call.cycle, attempt: call.attempt, time: call.time, funnel: view.funnel,
      outcome: .noCandidate, cause: cause(of: view))
    if record.cause == .limits { record.bindingLimit = view.bindingLimit }
    record.decisionNanoseconds = elapsed
    return record
  }

  /// Takes note of what a search for a transfer has found.
  private mutating func fill(
    _ record: inout AttemptRecord, with change: TransferFinding, for inquiry: Inquiry, _ number: Int
  ) {
    var offer = record.offer
    defer { record.offer = offer }
    offer.transfer = Int32(transfers?.records.count ?? 0)
    transfers?.add(change, of: inquiry.index, attempt: number)
    guard let transfer = change.best else { return }
    // Who transfers is picked up at the door, and dropped off there.
    offer.meeting = meetings.add(.atTheEnds(of: inquiry.request))
    record.bindingLimit = nil
    record.driver = transfer.first.driver
    offer.reported = fleet.searchedReport(of: transfer.first.driver, at: record.time).position
    offer.timeToPickup = transfer.first.insertion.timeToPickup
    offer.cost = transfer.cost
    let rides = fleet.rides(of: transfer, for: inquiry)
    for (ride, part) in [(rides.first, transfer.first), (rides.second, transfer.second)] {
      offer.detour = offer.detour + part.insertion.detour
      offer.detourMetres += fleet.addedMetres(
        of: ride.request, by: part.insertion, to: part.driver, at: record.time, from: fleet.vantage)
    }
  }

  /// Returns the reason nobody was chosen: the stage that left nobody, or others of the window where none did.
  private func cause(of view: borrowing Attempt) -> Cause {
    let cause = view.funnel.cause
    return window > .zero && view.funnel[.limits] > 0 ? .unassigned : cause
  }

  /// `request` as it asks for a seat now.
  func asking(_ request: RequestIndex) -> Request { restated(request) ?? requests[request] }

  /// Returns `request` as it asks for a seat now, if that is not as it was submitted: one that has planned ahead asks when it is time to
  /// leave, and one whose second driver does not come from where the first ride ended.
  @inline(__always)
  func restated(_ request: RequestIndex) -> Request? {
    if let rest = transfers?[request]?.rest { return rest }
    guard let seek = planning?.seek(of: request) else { return nil }
    var asking = requests[request]
    asking.submit = max(asking.submit, seek.leaving)
    return asking
  }

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
    offer.detour = choice.insertion.detour
    offer.detourMetres = fleet.addedMetres(
      of: request, by: choice.insertion, to: choice.driver, at: record.time, from: fleet.vantage)
    offer.cost = choice.cost
    record.offer = offer
  }
}
