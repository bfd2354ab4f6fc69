import Metrics
import Quantities
import Scenario
import Statistics
import Tables

/// A row for a station, with its totals over the whole run.
struct StationRow {
  let run: OrdersRun
  let place: Int
  /// The summary of the waits of units that were begun, in seconds; nil if there are none.
  let waits: Summary?

  init(_ run: OrdersRun, _ place: Int) {
    self.run = run
    self.place = place
    let waits = run.records.stations[place].waits
    self.waits = waits.isEmpty ? nil : Summary(waits.map { Double($0) / 1000 })
  }

  var station: Station { run.setup.fields.stations[place] }
  var tally: StationTally { run.records.stations[place] }
}

extension OrdersTable {
  /// A row per station.
  static let stations = Table<StationRow>(
    "stations",
    "A row per station, over the whole run; a unit is a card, or an order at a station that serves orders as a whole.",
    key: ["station"], constant: .runID,
    columns: [
      .count("station", "The position in the line, from 1.") { $0.place + 1 },
      .text("name", "The name of the station.") { $0.station.name },
      .count("servers", "The number of parallel servers.") { $0.station.servers },
      .word("unit", "The unit of work of a server.") { $0.station.unit },
      .count("arrived", "The number of units that arrived.") { $0.tally.arrived },
      .count("begun", "The number of units started.") { $0.tally.begun },
      .count("done", "The number of units completed.") { $0.tally.done },
      .count("removed", "The number of units removed before their start because the order was cancelled.") {
        $0.tally.removed
      },
      .count(
        "waiting", "The number of units waiting at the end of the run.", formula: "arrived − begun − removed"
      ) {
        $0.tally.waiting
      },
      .count("most_waiting", "The maximum number of units waiting at a time.") { $0.tally.mostWaiting },
      .ratio("mean_waiting", "The mean number of waiting units over time.") { row in
        let end = row.run.records.end.rawValue
        return end > 0 ? Double(row.tally.waitingArea) / Double(end) : nil
      },
      .decimal(
        "mean_wait_s", .seconds, "The mean wait of started units, closed hours included."
      ) { $0.waits?.mean },
      .decimal("median_wait_s", .seconds, "The median wait of started units, closed hours included.") {
        $0.waits?.median
      },
      .decimal(
        "p95_wait_s", .seconds, "The 95th percentile of the wait of started units, closed hours included."
      ) { $0.waits?.p95 },
      .decimal("max_wait_s", .seconds, "The maximum wait of started units, closed hours included.") {
        $0.waits?.max
      },
      .decimal("mean_service_s", .seconds, "The mean service time of started units.") { row in
        row.tally.begun > 0 ? Double(row.tally.serviceTime) / Double(row.tally.begun) / 1000 : nil
      },
      .seconds("hours_s", "The working hours of the station during the run.") {
        Milliseconds($0.tally.workingTime)
      },
      .seconds("worked_s", "Working time of all servers within hours.") {
        Milliseconds($0.tally.busyInHours)
      },
      .seconds("overtime_s", "Working time of all servers after hours.") { Milliseconds($0.tally.overtime) },
      .ratio(
        "utilisation", "The utilisation of the servers within their hours.",
        formula: "worked_s ÷ (servers · hours_s)"
      ) { $0.run.utilisation(of: $0.place) },
    ])
}

/// A row for the length of a station's queue at the end of an interval.
struct QueueRow {
  let run: OrdersRun
  /// The station, as an index in the line.
  let station: Int
  let from, to: Milliseconds
  let waiting: Int64

  /// Returns the rows of `run`, station by station, one per interval of the time series.
  static func all(of run: OrdersRun) -> [QueueRow] {
    let length = run.input.scenario.results.interval.rawValue
    let count = max(0, run.records.end.rawValue / length) + 1
    return run.records.stations.indices.flatMap { station in
      let tally = run.records.stations[station]
      return (0..<Int(count)).map { place in
        let from = Int64(place) * length
        // The last interval contains the end of the run, and the units waiting then.
        let waiting = place < tally.queue.count ? tally.queue[place] : tally.waiting
        return QueueRow(
          run: run, station: station, from: Milliseconds(from), to: Milliseconds(from + length),
          waiting: waiting)
      }
    }
  }
}

extension OrdersTable {
  /// A row per station and interval (`--record queues`).
  static let queues = Table<QueueRow>(
    "queues", "A row per station and interval of the time series, with the queue (on request).",
    key: ["station", "from_s"], constant: .runID,
    columns: [
      .count("station", "The position in the line, from 1.") { $0.station + 1 },
      .text("name", "The name of the station.") { $0.run.setup.fields.stations[$0.station].name },
      .from { $0.from }, .to { $0.to },
      .count(
        "waiting",
        "The number of units waiting just before to_s: cards, or orders at a station that serves orders as a whole."
      ) { $0.waiting },
    ])
}
