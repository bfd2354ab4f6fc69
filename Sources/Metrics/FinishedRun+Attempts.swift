import Market
import Matching
import Quantities
import Simulation
import Tables

extension FinishedRun {
  /// Writes attempts.csv.
  func writeAttempts(into table: inout TableFile) throws(TableError) {
    try forEachAttempt { attempt throws(TableError) in
      writeKey(attempt, into: &table.row)
      table.row.field(attempt.time)
      writeFunnel(attempt, into: &table.row)
      table.row.field(attempt.outcome.rawValue)
      table.row.field(attempt.cause?.rawValue)
      writeOffer(attempt, into: &table.row)
      try table.endRow()
    }
  }

  /// Writes timing.csv.
  func writeTiming(into table: inout TableFile) throws(TableError) {
    try forEachAttempt { attempt throws(TableError) in
      writeKey(attempt, into: &table.row)
      table.row.field(Double(attempt.decisionNanoseconds) / 1000, decimals: Unit.microseconds.decimals)
      table.row.field(attempt.funnel.driversActive)
      table.row.optionalCount(attempt.funnel[.radius])
      table.row.optionalCount(attempt.funnel.evaluated)
      try table.endRow()
    }
  }

  /// Calls `body` with the attempts by request; those of one request stay in the order of the calls.
  private func forEachAttempt(_ body: (AttemptRecord) throws(TableError) -> Void) throws(TableError) {
    let attempts = records.attempts
    let order = stableOrder(of: attempts.count, keys: requests.count) { Int(attempts[$0].request) }
    // Attempts of one request lie far apart in memory. A block of them is fetched in one go, where many fetches
    // are under way at a time; taken one by one between the writing, each would be waited for.
    let blockLength = 256
    var block: [AttemptRecord] = []
    block.reserveCapacity(blockLength)
    var start = 0
    while start < order.count {
      let end = min(start + blockLength, order.count)
      block.removeAll(keepingCapacity: true)
      for position in start..<end { block.append(attempts[order[position]]) }
      for attempt in block { try body(attempt) }
      start = end
    }
  }

  private func writeKey(_ attempt: AttemptRecord, into row: inout CSVWriter) {
    row.id(requests[Int(attempt.request)].id, requestNames)
    row.field(attempt.cycle)
    row.field(attempt.attempt)
  }

  private func writeFunnel(_ attempt: AttemptRecord, into row: inout CSVWriter) {
    let funnel = attempt.funnel
    row.field(funnel.driversActive)
    for stage in Stage.allCases { row.optionalCount(funnel[stage]) }
    row.optionalCount(funnel.boundedOut)
    row.optionalCount(funnel.evaluated)
  }

  /// The driver asked and the answer: driver_id … answered_s.
  private func writeOffer(_ attempt: AttemptRecord, into row: inout CSVWriter) {
    guard attempt.driver != .none else {
      for _ in 0..<6 { row.empty() }
      row.field(attempt.bindingLimit?.rawValue)
      for _ in 0..<2 { row.empty() }
      return
    }
    row.id(drivers[Int(attempt.driver)].id, driverNames)
    row.coordinates(attempt.reported, geometry)
    row.field(attempt.timeToPickup)
    row.travel(attempt.detour, attempt.detourMetres)
    row.field(attempt.bindingLimit?.rawValue)
    row.field(attempt.cost)
    row.limit(attempt.answered)
  }
}

/// The indexes 0 ..< `count` ordered by `key`, a number in 0 ..< `keys`; equal keys keep their order.
///
/// - Complexity: O(count + keys), by counting.
func stableOrder(of count: Int, keys: Int, by key: (Int) -> Int) -> [Int] {
  var next = [Int](repeating: 0, count: keys + 1)
  for index in 0..<count { next[key(index) + 1] += 1 }
  for value in 0..<keys { next[value + 1] += next[value] }
  return [Int](unsafeUninitializedCapacity: count) { order, filled in
    for index in 0..<count {
      let value = key(index)
      order[next[value]] = index
      next[value] += 1
    }
    filled = count
  }
}
