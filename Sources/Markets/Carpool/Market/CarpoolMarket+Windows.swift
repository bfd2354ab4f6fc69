import Lifecycle
import Matching
import Quantities
import Travellers

extension CarpoolMarket {
  /// Returns the end of the window in which `request` is decided, if the policy decides requests together. Windows
  /// follow each other from time 0 on, and a request at the exact end of a window belongs to the next. Probes
  /// change nothing and do not wait; the board is searched at once.
  func gathersUntil(_ request: RequestIndex, attempt number: Int32, at time: Milliseconds) -> Milliseconds? {
    guard window > .zero, !requests[request].isProbe,
      !(planning?.looksOnBoard(request, at: time) ?? false)
    else { return nil }
    return Milliseconds((time.rawValue / window.rawValue + 1) * window.rawValue)
  }

  mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord] {
    if let provisional { return conclude(calls, provisional, &desk) }
    guard let policy = setup.policy.gathering else { return calls.map { decide($0, &desk) } }
    let known: [AttemptRecord?] = calls.map { call in
      if let platform { answer(call, platform, &desk) } else { nil }
    }
    var views = zip(calls, known).compactMap { call, known in known == nil ? view(of: call, desk) : nil }
    for view in views { inspect(view) }
    let start = desk.beginDecision()
    var decision = GatheredChoice(choices: [])
    do { decision = try policy.choose(together: &views) } catch { desk.fail(error) }
    let found = findTransfers(for: views, beside: decision)
    let elapsed = desk.endDecision(start, of: calls.count)
    note(decision, of: views)
    var place = 0
    return zip(calls, known).enumerated().map { number, call in
      if let known = call.1 { return known }
      defer { place += 1 }
      let choice = decision.choices.isEmpty ? nil : decision.choices[place]
      return record(
        of: views[place], choice, found[place], in: elapsed, call.0, desk.records.attempts.count + number)
    }
  }

  /// Looks for transfers for those of `views` who were left without a driver, one after the other: no driver is chosen
  /// twice in a window.
  private func findTransfers(for views: [Attempt], beside decision: GatheredChoice) -> [TransferFinding?] {
    guard let transfers else { return views.map { _ in nil } }
    transfers.taken = decision.choices.compactMap { $0?.driver }
    defer { transfers.taken = [] }
    return views.enumerated().map { place, view in
      guard decision.choices.isEmpty || decision.choices[place] == nil else { return nil }
      let finding = findTransfer(for: view)
      if let found = finding?.best { transfers.taken += [found.first.driver, found.second.driver] }
      return finding
    }
  }

  /// Writes down what was decided for `views` at the end of a window.
  mutating func note(_ decision: GatheredChoice, of views: [Attempt]) {
    guard let time = views.first?.time else { return }
    batch?.decided += views.count
    batch?.pairs += decision.pairs
    batch?.blockingPairs += decision.blockingPairs
    var window = WindowRecord(time: time)
    window.requests = views.count
    window.drivers = decision.drivers
    window.pairs = decision.pairs
    window.found = decision.choices.count { $0 != nil }
    window.blockingPairs = decision.blockingPairs
    batch?.windows.append(window)
  }

  /// Counts the pairs that block what was decided for `view` alone, where the scenario wants them.
  mutating func countPairs(of view: borrowing Attempt, _ choice: Candidate?) {
    guard batch != nil, !view.request.isProbe else { return }
    var again = copy view
    let candidates = setup.policy.candidates(of: &again)
    batch?.decided += 1
    batch?.pairs += candidates.count
    batch?.blockingPairs += candidates.blockingPairs(of: choice, terms: setup.terms)
  }
}
