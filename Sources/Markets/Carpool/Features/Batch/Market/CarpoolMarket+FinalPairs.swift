import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// A window's decision for a request: the policy's view, and the chosen driver.
struct DueDecision {
  let view: Attempt
  let choice: Candidate?
}

/// Windows whose pairs become binding as late as possible. Each window re-decides all requests that are not yet bound,
/// so that a decision depends only on the current state: the rolling horizon of Agatz, Erera, Savelsbergh and Wang
/// 2011, doi:10.1016/j.trb.2011.05.017.
extension CarpoolMarket {
  mutating func due(
    _ gathered: [RequestIndex], _ provisional: ProvisionalPairs, at time: Milliseconds, _ desk: inout Desk
  ) -> (due: [RequestIndex], others: [RequestIndex])? {
    guard let policy = setup.policy.gathering, !gathered.isEmpty else { return nil }
    // Who has been asked to drive has no second question before the answer.
    var (requests, asked): ([RequestIndex], [RequestIndex]) = ([], [])
    for request in gathered {
      if any({ $0.isAskedToDrive(request, fleet) }) {
        asked.append(request)
      } else {
        requests.append(request)
      }
    }
    requests.sort()
    var views = requests.map { request in
      Attempt(
        request, of: self.requests, cycle: 1, attempt: 1, time: time,
        excluded: excluded(by: request, desk.excluded(by: request)),
        fleet: fleet, random: desk.rules.random)
    }
    let start = desk.beginDecision()
    var decision = GatheredChoice(choices: [])
    do { decision = try policy.choose(together: &views) } catch { desk.fail(error) }
    if decision.choices.isEmpty { decision.choices = views.map { _ in nil } }
    // The last moment at which the decision can be left to the next window.
    let next = time + window
    let last = next + setup.terms.batch.notice + desk.rules.answerDelay
    var (due, others): ([RequestIndex], [RequestIndex]) = ([], asked)
    let drivers = Set(decision.choices.compactMap { $0?.driver })
    for (request, choice) in zip(requests, decision.choices) {
      let stays: Bool
      if let choice {
        stays = canWait(request, for: choice.driver, until: last)
      } else {
        let latest = max(
          setup.terms.latestPickup(of: self.requests[request]),
          first { $0.lastChoice(of: request, fleet) } ?? .zero)
        stays =
          latest != .never && latest >= next || any { $0.isTaken(request, in: drivers, fleet) }
        if latest != .never, !stays { provisional.expired.insert(request) }
      }
      if stays { others.append(request) } else { due.append(request) }
    }
    provisional.elapsed = desk.endDecision(start, of: due.count)
    each { $0.decidedTogether(decision, for: views) }
    let isDue = Set(due)
    provisional.due.removeAll(keepingCapacity: true)
    for (view, choice) in zip(views, decision.choices) {
      pair(view.index, choice, isFinal: isDue.contains(view.index), provisional, at: time, &desk)
      if isDue.contains(view.index) { provisional.due[view.index] = DueDecision(view: view, choice: choice) }
    }
    return (due, others)
  }

  /// Records the driver with whom the window ending at `time` paired `request`.
  private func pair(
    _ request: RequestIndex, _ choice: Candidate?, isFinal: Bool, _ provisional: ProvisionalPairs,
    at time: Milliseconds, _ desk: inout Desk
  ) {
    let before = provisional.driver(of: request)
    if before != choice?.driver {
      if let before { desk.note(.parted, provider: before, request: request) }
      if let choice { desk.note(.paired, provider: choice.driver, request: request) }
    }
    guard let choice else { return provisional.close(request, .dissolved, at: time) }
    provisional.pair(request, with: choice.driver, cost: choice.cost, at: time)
    if isFinal { provisional.close(request, .final, at: time) }
  }

  /// Returns the records of the due attempts, with the decisions of their window.
  mutating func conclude(_ calls: [Call], _ provisional: ProvisionalPairs, _ desk: inout Desk)
    -> [AttemptRecord]
  {
    for call in calls { inspect(view(of: call, desk)) }
    return calls.enumerated().map { number, call in
      guard let decision = provisional.due[call.request] else {
        preconditionFailure("a window decides what is due")
      }
      let attempt = desk.records.attempts.count + number
      if let remark = decision.view.remark { observed.keep(remark, of: call.request, attempt: attempt) }
      return record(of: decision.view, decision.choice, in: provisional.elapsed, call, attempt)
    }
  }

  /// Returns whether `driver` could still take `request` if the decision were deferred to `time`.
  private func canWait(_ request: RequestIndex, for driver: DriverIndex, until time: Milliseconds) -> Bool {
    let promise = setup.terms.promise(for: requests[request])
    let inquiry = Inquiry(request, of: requests, promise: promise, at: time)
    guard let insertion = fleet.foresee(inquiry, into: driver) else { return false }
    let input = requests[request]
    if any({ $0.hasToDecide(driver, by: time, fleet) }) { return false }
    return time + insertion.timeToPickup <= input.waitsFrom.saturatingAdd(input.patience)
  }
}
