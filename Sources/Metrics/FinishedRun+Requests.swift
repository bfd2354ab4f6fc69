import Market
import Quantities
import Simulation
import Spaces
import Tables

extension FinishedRun {
  /// Writes requests.csv.
  func writeRequests(into table: inout TableFile) throws(TableError) {
    for index in requests.indices {
      let request = requests[index]
      let record = records.requests[index]
      write(request, isRefused: record.outcome == .refusedInput, into: &table.row)
      table.row.field(record.outcome.rawValue)
      table.row.field((record.cause ?? request.refusal)?.rawValue)
      table.row.field(record.cycles)
      table.row.field(record.attempts)
      table.row.field(record.firstMatch)
      write(record.match, into: &table.row)
      write(request, record, into: &table.row)
      table.row.wishes(request.wishes)
      try table.endRow()
    }
  }

  /// What was asked: request_id … probe.
  private func write(_ request: Request, isRefused: Bool, into row: inout CSVWriter) {
    row.id(request.id, requestNames)
    row.field(request.submit)
    row.coordinates(request.origin.position, geometry)
    row.coordinates(request.destination.position, geometry)
    let isKnown = !(isRefused && request.direct == .none)
    row.travel(isKnown ? request.direct.duration : nil, isKnown ? request.direct.metres : nil)
    row.field(request.partySize)
    row.field(request.luggage)
    row.person(request.person)
    row.field(request.isProbe)
  }

  /// The match that held: match_s … latest_dropoff_s.
  private func write(_ match: MatchRecord?, into row: inout CSVWriter) {
    guard let match else {
      for _ in 0..<4 { row.empty() }
      return
    }
    row.field(match.time)
    row.id(drivers[Int(match.driver)].id, driverNames)
    row.limit(match.latestPickup)
    row.limit(match.latestDropoff)
  }

  /// What came of it: pickup_s … cost.
  private func write(_ request: Request, _ record: RequestRecord, into row: inout CSVWriter) {
    let ride = record.dropoff.flatMap { end in record.pickup.map { end - $0 } }
    row.field(record.pickup)
    row.field(record.dropoff)
    row.field(record.match.map { $0.time - request.submit })
    row.field(record.pickup.map { $0 - request.submit })
    row.field(ride)
    row.metres(ride.map { _ in record.rideMetres })
    row.ratio(ride.flatMap { Self.quotient($0, request.direct.duration) })
    row.field(record.match?.detour)
    row.metres(record.match?.detourMetres)
    row.ratio(record.match?.agreement)
    row.field(record.match?.cost)
  }

  /// `a` ÷ `b`; nil where `b` is zero.
  static func quotient(_ a: Milliseconds, _ b: Milliseconds) -> Double? {
    b == .zero ? nil : Double(a.rawValue) / Double(b.rawValue)
  }
}
