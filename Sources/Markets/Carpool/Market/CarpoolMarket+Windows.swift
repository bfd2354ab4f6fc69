import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

extension CarpoolMarket {
  /// Returns the end of the window in which `request` is decided, if the policy decides requests together. Windows
  /// follow each other from time 0 on, and a request at the exact end of a window belongs to the next. Probes
  /// change nothing and do not wait; the board is searched at once.
  func gathersUntil(_ request: RequestIndex, attempt number: Int32, at time: Milliseconds) -> Milliseconds? {
    guard window > .zero, !requests[request].isProbe, !any({ $0.looksElsewhere(request, at: time) }) else {
      return nil
    }
    return Milliseconds((time.rawValue / window.rawValue + 1) * window.rawValue)
  }

  mutating func due(_ gathered: [RequestIndex], at time: Milliseconds, _ desk: inout Desk) -> (
    due: [RequestIndex], others: [RequestIndex]
  ) {
    first(&desk) { $0.due(gathered, at: time, &$1, &$2) } ?? (gathered, [])
  }

  mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord] {
    if let records = first(&desk, { $0.decide(together: calls, &$1, &$2) }) { return records }
    guard let policy = setup.policy.gathering else { return calls.map { decide($0, &desk) } }
    let known = calls.map { decideElsewhere($0, &desk) }
    var views = zip(calls, known).compactMap { call, known in known == nil ? view(of: call, desk) : nil }
    for view in views { inspect(view) }
    let start = desk.beginDecision()
    var decision = GatheredChoice(choices: [])
    do { decision = try policy.choose(together: &views) } catch { desk.fail(error) }
    each { $0.searchElsewhere(for: views, beside: decision.choices, fleet) }
    let elapsed = desk.endDecision(start, of: calls.count)
    each { $0.decidedTogether(decision, for: views) }
    var place = 0
    return zip(calls, known).enumerated().map { number, call in
      if let known = call.1 { return known }
      defer { place += 1 }
      let choice = decision.choices.isEmpty ? nil : decision.choices[place]
      let attempt = desk.records.attempts.count + number
      if let remark = views[place].remark { observed.keep(remark, of: call.0.request, attempt: attempt) }
      return record(of: views[place], choice, in: elapsed, call.0, attempt)
    }
  }

  func attempts(of request: RequestIndex, _ rules: Rules) -> Int32 {
    first { $0.attempts(of: request) } ?? rules.attempts
  }

  func cycles(of request: RequestIndex, _ rules: Rules) -> Int32 {
    var cycles = rules.maxCycles
    each { $0.change(&cycles, of: request) }
    return cycles
  }

  @inline(__always)  // A call would copy the market.
  func waits(_ request: RequestIndex, because cause: Cause?) -> Bool { any { $0.waits(request) } }

  mutating func keeps(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Bool {
    any(&desk) { feature, market, _ in feature.keeps(request, at: time, &market) }
  }

  @inline(__always)  // Likewise.
  func isBusyUntil(_ request: RequestIndex, at time: Milliseconds) -> Milliseconds? {
    first { $0.isBusyUntil(request, fleet) }
  }
}
